import { expect, test, vi } from "vitest";
import { lastViewer, saveLastViewer } from "./lastViewer";

test("the last viewer is kept where several share a browser, but not before the lot is drawn", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  saveLastViewer({ table: "t", status: "waiting", mine: [0, 1], viewer: 1 });
  expect(lastViewer("t")).toBeUndefined();
  saveLastViewer({ table: "t", status: "running", mine: [0, 2], viewer: 2 });
  expect(lastViewer("t")).toBe(2);
  saveLastViewer({ table: "alone", status: "running", mine: [0], viewer: 0 });
  expect(lastViewer("alone")).toBeUndefined();
});
