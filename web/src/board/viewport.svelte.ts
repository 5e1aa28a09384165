/** The scale of the viewport around a part, and pointer positions in units of the board. */
import { getContext, setContext } from "svelte";
import type { Point } from "./geometry";

export class ViewportState {
  unitsPerPixel = $state(1);
  svg = $state.raw<SVGSVGElement | null>(null);

  /** The pointer's position in units of the board. */
  place(event: { clientX: number; clientY: number }): Point {
    const matrix = this.svg?.getScreenCTM()?.inverse();
    if (!matrix) return { x: 0, y: 0 };
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  }
}

const KEY = Symbol("viewport");
export const provideViewport = (port: ViewportState): ViewportState => setContext(KEY, port);
export const viewport = (): ViewportState => getContext<ViewportState>(KEY) ?? new ViewportState();
