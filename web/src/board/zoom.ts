/** The visible part of a board: zoomed around a point and kept inside the board. */
import { nearest, type Point } from "./geometry";

export interface Box extends Point {
  width: number;
  height: number;
}

/** The box scaled by `factor` so that the point stays in place on the screen. */
export function zoomAt(box: Box, point: Point, factor: number): Box {
  return {
    x: point.x - (point.x - box.x) * factor,
    y: point.y - (point.y - box.y) * factor,
    width: box.width * factor,
    height: box.height * factor,
  };
}

export function clamp(box: Box, whole: Box, most: number): Box {
  const factor = Math.min(1, Math.max(1 / most, box.width / whole.width));
  const width = whole.width * factor;
  const height = whole.height * factor;
  const within = (start: number, size: number, least: number, room: number) =>
    Math.min(Math.max(start, least), least + room - size);
  return {
    x: within(box.x, width, whole.x, whole.width),
    y: within(box.y, height, whole.y, whole.height),
    width,
    height,
  };
}

/** Units of the board per pixel of the room. */
export function unitsPerPixel(box: { width: number; height: number }, room: { width: number; height: number }): number {
  return Math.max(box.width / (room.width || 1), box.height / (room.height || 1));
}

/** The box with `near` centred, as large as it fits but with at most `most` units per pixel. */
export function focus(near: Box, whole: Box, room: { width: number; height: number }, most: number): Box {
  const factor = Math.min(1, Math.min(unitsPerPixel(near, room), most) / unitsPerPixel(whole, room));
  const [width, height] = [whole.width * factor, whole.height * factor];
  return { x: near.x + (near.width - width) / 2, y: near.y + (near.height - height) / 2, width, height };
}

/** Whether a box lies within another. */
export const isWithin = (near: Box, box: Box): boolean =>
  near.x >= box.x &&
  near.y >= box.y &&
  near.x + near.width <= box.x + box.width &&
  near.y + near.height <= box.y + box.height;

const SAME = 8; // what is closer together than that cannot be told apart by zooming

/** How far the part that a tap means is from the next one; infinite if it means none, or only one. */
export function crowding(parts: readonly Point[], tap: Point, finger: number): number {
  const far = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
  const meant = nearest(parts, tap, finger / 2);
  if (!meant) return Number.POSITIVE_INFINITY;
  return Math.min(...parts.map((part) => far(part, meant)).filter((each) => each > SAME));
}
