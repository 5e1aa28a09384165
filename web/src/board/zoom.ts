/** The visible part of a board: zoomed around a point and kept inside the board. */
import type { Point } from "./geometry";

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
