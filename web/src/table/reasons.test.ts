import { expect, test } from "vitest";
import { groupByReason } from "./reasons";

test("choices with the same reason are grouped, in the order of the reasons", () => {
  const groups = groupByReason([
    { what: "field I2", name: "I2", why: "It is lit." },
    { what: "field O1", name: "O1", why: "There is a reef." },
    { what: "field M2", name: "M2", why: "It is lit." },
  ]);
  expect(groups).toEqual([
    { why: "It is lit.", names: ["I2", "M2"] },
    { why: "There is a reef.", names: ["O1"] },
  ]);
});
