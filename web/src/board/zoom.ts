/** The part of a board that is looked at: zoomed round a point, and kept within the whole. */
import type { Point } from "./geometry";

export interface Box extends Point {
  width: number;
  height: number;
}

/** The box seen when it is made `factor` times as large and the point stays where it is on the screen. */
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

/** How many units of a board are drawn on one pixel of its room. */
export function unitsPerPixel(box: { width: number; height: number }, room: { width: number; height: number }): number {
  return Math.max(box.width / (room.width || 1), box.height / (room.height || 1));
}

/** The box that shows `near` in the middle of the room, as large as it fits but with no more than `most` units on a pixel. */
export function focus(near: Box, whole: Box, room: { width: number; height: number }, most: number): Box {
  const factor = Math.min(1, Math.min(unitsPerPixel(near, room), most) / unitsPerPixel(whole, room));
  const [width, height] = [whole.width * factor, whole.height * factor];
  return { x: near.x + (near.width - width) / 2, y: near.y + (near.height - height) / 2, width, height };
}
