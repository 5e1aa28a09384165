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
