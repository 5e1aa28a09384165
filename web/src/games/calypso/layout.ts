/** Where everything lies: the ring of seven, the sand bed in its middle, net and die in the corners, ponds below or beside. */
import { at, type Point, polar } from "../../board/geometry";
import { HOLLOWS } from "./scene";

export interface Room extends Point {
  width: number;
  height: number;
}

export interface Layout {
  width: number;
  height: number;
  ponds: Room[]; // of each seat; or saved, net and shark when all play together
}

export const CENTRE = at(500, 478);
const RING = 380;
export const STONE = 88; // radius
export const TILE = 66;
export const NET = at(92, 90);
export const DIE = at(905, 98);
export const CHIP = at(500, 808);
export const PALETTE = at(500, 808); // below the tiles, so that it covers none
const STONES = 7;
const GAP = 152;
const SEA = 956; // height of the part with the ring
const POND_HEIGHT = 118;
const MARGIN = 14;

export const STONES_AT: readonly Point[] = Array.from({ length: STONES }, (_, stone) =>
  polar(CENTRE, RING, (360 / STONES) * stone),
);
export const SWIMMER_AT: readonly Point[] = Array.from({ length: STONES }, (_, stone) =>
  polar(CENTRE, RING + 56, (360 / STONES) * stone),
);

/** The middle of a hollow of the sand, a to i. */
export function hollowAt(hollow: string): Point {
  const slot = HOLLOWS.indexOf(hollow);
  return at(CENTRE.x + ((slot % 3) - 1) * GAP, CENTRE.y + (Math.floor(slot / 3) - 1) * GAP);
}

/** The stones that are passed on a way of so many, clockwise, without both ends. */
export function stations(from: number, count: number): Point[] {
  return Array.from(
    { length: Math.max(0, count - 1) },
    (_, passed) => SWIMMER_AT[(from + 1 + passed) % STONES] ?? CENTRE,
  );
}

const WHIRL = 172; // radius: six tiles have room side by side
export const WHIRL_STATIONS = 12; // of one turn

/** The place of a tile in the whirl, while it has no hollow. */
export const whirlAt = (angle: number): Point => polar(CENTRE, WHIRL, angle);

/** Once round the middle, clockwise, to where it began. */
export function round(angle: number): Point[] {
  return Array.from({ length: WHIRL_STATIONS }, (_, station) => whirlAt(angle + (station * 360) / WHIRL_STATIONS));
}

/** The angle of each lifted tile: in the order in which they lay round the middle, so that no two change places. */
export function whirlAngles(lifted: readonly { hollow: string }[]): Map<string, number> {
  const turn = (hollow: string): number => {
    const place = hollowAt(hollow);
    return (Math.atan2(place.x - CENTRE.x, CENTRE.y - place.y) * 180) / Math.PI;
  };
  const ordered = lifted.map(({ hollow }) => hollow).sort((one, other) => turn(one) - turn(other));
  const start = turn(ordered[0] ?? "a");
  return new Map(ordered.map((hollow, rank) => [hollow, start + (rank * 360) / ordered.length]));
}

export function arrange(ponds: number, isWide: boolean): Layout {
  if (isWide) {
    const width = 330;
    const height = Math.min(POND_HEIGHT, (SEA - MARGIN) / ponds - MARGIN);
    const top = (SEA - ponds * (height + MARGIN) + MARGIN) / 2;
    const rooms = Array.from({ length: ponds }, (_, pond) => ({
      x: 1000 + MARGIN,
      y: top + pond * (height + MARGIN),
      width,
      height,
    }));
    return { width: 1000 + width + 2 * MARGIN, height: SEA, ponds: rooms };
  }
  const columns = ponds <= 3 ? ponds : ponds === 4 ? 2 : 3;
  const rows = Math.ceil(ponds / columns);
  const width = (1000 - MARGIN) / columns - MARGIN;
  const rooms = Array.from({ length: ponds }, (_, pond) => ({
    x: MARGIN + (pond % columns) * (width + MARGIN),
    y: SEA + Math.floor(pond / columns) * (POND_HEIGHT + MARGIN),
    width,
    height: POND_HEIGHT,
  }));
  return { width: 1000, height: SEA + rows * (POND_HEIGHT + MARGIN), ponds: rooms };
}

/** The place of a fish in a shoal of any size: a spiral, so that the shoal stays round. */
export function shoal(centre: Point, rank: number, spread = 14.5): Point {
  const angle = rank * 137.5;
  return polar(centre, spread * Math.sqrt(rank + 0.4), angle);
}

/** The place of a fish in a pond with room for so many: in a row, close together if there are many. */
export function berth(room: Room, rank: number, places: number): Point {
  const gap = Math.min(34, (room.width - 56) / Math.max(1, places - 1));
  return at(room.x + 28 + rank * gap, room.y + room.height - 30);
}
