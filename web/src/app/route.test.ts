import { expect, test } from "vitest";
import { type Route, read, write } from "./route";

test("every address leads to its page", () => {
  expect(read("/")).toEqual({ page: "harbour" });
  expect(read("/about")).toEqual({ page: "about" });
  expect(read("/new/calypso")).toEqual({ page: "new", game: "calypso" });
  expect(read("/t/k3f")).toEqual({ page: "table", table: "k3f", seat: undefined });
  expect(read("/t/k3f", "?seat=2")).toEqual({ page: "table", table: "k3f", seat: 2 });
  expect(read("/t/k3f", "?at=57&seat=0")).toEqual({ page: "replay", table: "k3f", at: 57, seat: 0 });
  expect(read("/t/k3f", "?invitation=s%2Fx")).toEqual({ page: "join", table: "k3f", invitation: "s/x" });
});

test("an address nobody gave out is lost, and a number that is none is left aside", () => {
  expect(read("/t")).toEqual({ page: "lost" });
  expect(read("/new/calypso/deep")).toEqual({ page: "lost" });
  expect(read("/100%")).toEqual({ page: "lost" });
  expect(read("/t/k3f", "?at=-1")).toEqual({ page: "table", table: "k3f", seat: undefined });
});

test("what is written is read back", () => {
  const routes: Route[] = [
    { page: "harbour" },
    { page: "about" },
    { page: "new", game: "cape_horn" },
    { page: "table", table: "a b", seat: 1 },
    { page: "replay", table: "k3f", at: 0, seat: 1 },
    { page: "replay", table: "k3f", at: 7, seat: -1 },
    { page: "join", table: "k3f", invitation: "s/x?" },
    { page: "join", table: "k3f" },
  ];
  for (const route of routes) {
    const [path = "", search = ""] = write(route).split(/(?=\?)/);
    expect(read(path, search)).toEqual(route);
  }
});
