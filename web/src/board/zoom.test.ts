import { expect, test } from "vitest";
import { clamp, crowding, focus, isWithin, unitsPerPixel, zoomAt } from "./zoom";

const whole = { x: 0, y: 0, width: 1000, height: 800 };

test("zooming keeps the point under the fingers where it is", () => {
  expect(zoomAt(whole, { x: 250, y: 400 }, 0.5)).toEqual({ x: 125, y: 200, width: 500, height: 400 });
});

test("one cannot look beyond the edge, nor from further away than the whole, nor closer than allowed", () => {
  expect(clamp({ x: -50, y: 700, width: 500, height: 400 }, whole, 4)).toEqual({
    x: 0,
    y: 400,
    width: 500,
    height: 400,
  });
  expect(clamp({ x: -50, y: -9, width: 2000, height: 1600 }, whole, 4)).toEqual(whole);
  expect(clamp({ x: 100, y: 100, width: 10, height: 8 }, whole, 4)).toEqual({
    x: 100,
    y: 100,
    width: 250,
    height: 200,
  });
});

test("a part of the board comes as near as it fits into the room, also where the room is wider than the board", () => {
  const whole = { x: 0, y: 0, width: 1000, height: 1000 };
  const room = { width: 350, height: 250 };
  const near = { x: 400, y: 300, width: 280, height: 100 };
  expect(unitsPerPixel(whole, room)).toBe(4);
  expect(focus(near, whole, room, 4)).toEqual({ x: 440, y: 250, width: 200, height: 200 });
});

test("a part that is too large for the room is shown in part, or not nearer than the whole", () => {
  const whole = { x: 0, y: 0, width: 1000, height: 1000 };
  const room = { width: 250, height: 250 };
  const near = { x: 100, y: 100, width: 800, height: 800 };
  expect(focus(near, whole, room, 2)).toEqual({ x: 250, y: 250, width: 500, height: 500 });
  expect(focus(whole, whole, room, Number.POSITIVE_INFINITY)).toEqual(whole);
});

test("what reaches over the edge is not within a box", () => {
  expect(isWithin({ x: 10, y: 10, width: 50, height: 50 }, whole)).toBe(true);
  expect(isWithin({ x: 980, y: 10, width: 50, height: 50 }, whole)).toBe(false);
});

test("a tap is crowded by the part next to the one it means", () => {
  const parts = [
    { x: 100, y: 100 },
    { x: 125, y: 100 },
    { x: 300, y: 100 },
    { x: 304, y: 100 }, // lies on the one before: zooming would not part them
  ];
  expect(crowding(parts, { x: 95, y: 104 }, 44)).toBe(25);
  expect(crowding(parts, { x: 301, y: 100 }, 44)).toBe(175);
  expect(crowding(parts, { x: 200, y: 200 }, 44)).toBe(Number.POSITIVE_INFINITY); // it means none
});
