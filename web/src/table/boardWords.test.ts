import { expect, test } from "vitest";
import { promptOf } from "./boardWords.svelte";

test("a prompt names the value of the scene that its slot is about", () => {
  const texts = { "prompt.search": "Find {colour}!", "prompt.stop": "Stop?", "colour.red": "red" };
  expect(promptOf(texts, "search", { phase: "search", sought: "red" })).toBe("Find red!");
  expect(promptOf(texts, "stop", {})).toBe("Stop?");
  expect(promptOf(texts, "over", {})).toBeUndefined();
});
