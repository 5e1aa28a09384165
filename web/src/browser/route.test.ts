import { expect, test } from "vitest";
import { formatRoute, parseRoute, type Route } from "./route";

test("every address has its page", () => {
  expect(parseRoute("/")).toEqual({ page: "harbour" });
  expect(parseRoute("/about")).toEqual({ page: "about" });
  expect(parseRoute("/new/calypso")).toEqual({ page: "new", game: "calypso" });
  expect(parseRoute("/new/calypso", "?club=k3f")).toEqual({ page: "new", game: "calypso", club: "k3f" });
  expect(parseRoute("/club")).toEqual({ page: "club" });
  expect(parseRoute("/club/k3f", "", "#join=s")).toEqual({ page: "club", club: "k3f", link: "s" });
  expect(parseRoute("/club/k3f/t9")).toEqual({ page: "club", club: "k3f", tournament: "t9" });
  expect(parseRoute("/puzzles/today")).toEqual({ page: "puzzle" });
  expect(parseRoute("/puzzles/calypso")).toEqual({ page: "puzzle", game: "calypso", puzzle: undefined });
  expect(parseRoute("/puzzles/calypso/c20058")).toEqual({ page: "puzzle", game: "calypso", puzzle: "c20058" });
  expect(parseRoute("/t/k3f")).toEqual({ page: "table", table: "k3f", seat: undefined });
  expect(parseRoute("/t/k3f", "?seat=2")).toEqual({ page: "table", table: "k3f", seat: 2 });
  expect(parseRoute("/t/k3f/analysis")).toEqual({ page: "analysis", table: "k3f" });
  expect(parseRoute("/t/k3f", "?at=57&seat=0")).toEqual({ page: "replay", table: "k3f", at: 57, seat: 0 });
  expect(parseRoute("/t/k3f", "", "#invitation=s%2Fx")).toEqual({ page: "join", table: "k3f", invitation: "s/x" });
});

test("an unknown address is not found, and an invalid number is ignored", () => {
  expect(parseRoute("/t")).toEqual({ page: "not_found" });
  expect(parseRoute("/new/calypso/deep")).toEqual({ page: "not_found" });
  expect(parseRoute("/t/k3f/chart")).toEqual({ page: "not_found" });
  expect(parseRoute("/puzzles/today/a1")).toEqual({ page: "not_found" });
  expect(parseRoute("/puzzles/mine/t1")).toEqual({ page: "not_found" });
  expect(parseRoute("/puzzles/mine/t1/x")).toEqual({ page: "not_found" });
  expect(parseRoute("/puzzles/mine/t1/7/8")).toEqual({ page: "not_found" });
  expect(parseRoute("/100%")).toEqual({ page: "not_found" });
  expect(parseRoute("/t/k3f", "?at=-1")).toEqual({ page: "table", table: "k3f", seat: undefined });
});

test("an invitation in the query, where servers see it, is ignored", () => {
  expect(parseRoute("/t/k3f", "?invitation=s")).toEqual({ page: "table", table: "k3f", seat: undefined });
  expect(formatRoute({ page: "join", table: "k3f", invitation: "s" })).toBe("/t/k3f#invitation=s");
});

test("a formatted route parses back", () => {
  const routes: Route[] = [
    { page: "harbour" },
    { page: "about" },
    { page: "analysis", table: "k3f" },
    { page: "new", game: "cape_horn" },
    { page: "new", game: "cape_horn", club: "k3f" },
    { page: "club" },
    { page: "club", club: "k3f", link: "s" },
    { page: "club", club: "k3f", tournament: "t9" },
    { page: "puzzle" },
    { page: "mistakes" },
    { page: "mistakes", table: "t1", event: 7 },
    { page: "puzzle", game: "cape_horn", puzzle: "a1" },
    { page: "table", table: "a b", seat: 1 },
    { page: "replay", table: "k3f", at: 0, seat: 1 },
    { page: "replay", table: "k3f", at: 7, seat: -1 },
    { page: "join", table: "k3f", invitation: "s/x?" },
    { page: "join", table: "k3f" },
    { page: "mail", action: "confirm", secret: "s/x" },
    { page: "mail", action: "stop", secret: "s" },
  ];
  for (const route of routes) {
    const { pathname, search, hash } = new URL(formatRoute(route), "http://localhost");
    expect(parseRoute(pathname, search, hash)).toEqual(route);
  }
});
