import { expect, test } from "vitest";
import { blocks } from "./blocks";

test("a section is paragraphs and lists, in their order", () => {
  expect(blocks("Turn one tile:\n- Found: a fish.\n- Not found: no fish.\n\nCount.")).toEqual([
    { kind: "text", lines: ["Turn one tile:"] },
    { kind: "list", lines: ["Found: a fish.", "Not found: no fish."] },
    { kind: "text", lines: ["Count."] },
  ]);
});
