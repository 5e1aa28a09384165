import { expect, test } from "vitest";
import { narrow, toggle } from "../../board/picking";
import { confirmation, partsAmong } from "./picks";
import type { Offer } from "./scene";

const choice = (id: number, fields: object) => ({ id: String(id), text: "", take: false, ...fields }) as Offer;
const sail = [
  choice(1, { kind: "stay", field: "O3" }),
  choice(2, { kind: "go", field: "M3" }),
  choice(3, { kind: "go", field: "O2" }),
  choice(4, { kind: "go", field: "O2", take: true }),
  choice(5, { kind: "push", field: "O4", to: "M4" }),
  choice(6, { kind: "push", field: "O4", to: "O5" }),
];
const partsOf = partsAmong(sail);

test("a field is where the boat rows to, and the button is for staying", () => {
  expect(narrow(sail, partsOf, ["field M3"]).possible.map((each) => each.id)).toEqual(["2"]);
  expect(narrow(sail, partsOf, ["stay"]).meant?.id).toBe("1");
});

test("where a good floats one is asked whether to take it", () => {
  expect(narrow(sail, partsOf, ["field O2"]).meant).toBeNull();
  expect([...narrow(sail, partsOf, ["field O2"]).pickable]).toEqual(["leave", "take"]);
  expect(narrow(sail, partsOf, ["field O2", "take"]).meant?.id).toBe("4");
  expect(narrow(sail, partsOf, ["field O2", "leave"]).meant?.id).toBe("3");
});

test("a boat is pushed to one of the fields beside it", () => {
  expect([...narrow(sail, partsOf, ["field O4"]).pickable]).toEqual(["to M4", "to O5"]);
  expect(narrow(sail, partsOf, ["field O4", "to O5"]).meant?.id).toBe("6");
  expect(toggle(sail, partsOf, ["field O4"], "field M3")).toEqual(["field M3"]);
});

test("a push onto a good asks whether to take it, and staying on one asks as well", () => {
  const choices = [
    choice(1, { kind: "push", field: "O4", to: "H1" }),
    choice(2, { kind: "push", field: "O4", to: "H1", take: true }),
    choice(3, { kind: "stay", field: "O3" }),
    choice(4, { kind: "stay", field: "O3", take: true }),
  ];
  const parts = partsAmong(choices);
  expect(narrow(choices, parts, ["field O4", "take"]).meant?.id).toBe("2");
  expect(narrow(choices, parts, ["field O4"]).meant).toBeNull();
  expect(narrow(choices, parts, ["stay", "take"]).meant?.id).toBe("4");
  expect(narrow(choices, parts, ["stay", "leave"]).meant?.id).toBe("3");
});

test("a boat that can be pushed to one field only is pushed there without a question", () => {
  const choices = [choice(1, { kind: "push", field: "H1", to: "O3" }), choice(2, { kind: "go", field: "O3" })];
  expect(narrow(choices, partsAmong(choices), ["field H1"]).meant?.id).toBe("1");
});

test("goods are laid, reefs put and harbours chosen on their field, the light is turned by its ghosts, a good is loaded", () => {
  const parts = (fields: object) => partsAmong([choice(1, fields)])(choice(1, fields));
  expect(parts({ kind: "lay", field: "M5" })).toEqual(["field M5"]);
  expect(parts({ kind: "reef", field: "I2" })).toEqual(["field I2"]);
  expect(parts({ kind: "harbour", field: "H4" })).toEqual(["field H4"]);
  expect(parts({ kind: "turn", way: "clockwise", beam: 3 })).toEqual(["way clockwise"]);
  expect(parts({ kind: "load", field: "H1" })).toEqual(["load"]);
});

test("a touch shows a way before it is rowed, but buttons are meant at once", () => {
  expect(sail.map((each) => confirmation(each, true))).toEqual(["none", "tap", "tap", "tap", "tap", "tap"]);
  expect(sail.every((each) => confirmation(each, false) === "none")).toBe(true);
});
