/** The whole way of every ship, read from the record of a game that is over: for its end, and for those who came late. */
import type { GameRecord } from "../../wire/api";
import { type Colour, cellOf, type HornScene, LINE, nameOf, ZONES, type Zone } from "./scene";

export interface Taken {
  square: string;
  colour: Colour;
  zone: Zone;
  round: number;
}

export interface Journey {
  track: string[]; // squares the ship has stood on; the last one may lie beyond the line
  roses: Taken[]; // in the order of the zones
}

interface Leg {
  seat: number;
  square: string;
  round: number;
}

/** Every move of the record with the round it was made in: a round is over when the starting player is on turn again. */
function legs(record: GameRecord, starter: number): Leg[] {
  const found: Leg[] = [];
  let [turns, last] = [0, starter];
  for (const { seat, text } of record.events) {
    if (seat === undefined) continue;
    turns += (seat - last + record.seats) % record.seats;
    last = seat;
    const square = /^(?:sail|ignore) (.+)$/.exec(text ?? "")?.[1];
    if (square)
      found.push({
        seat,
        square: square === LINE ? LINE : square.toUpperCase(),
        round: Math.floor(turns / record.seats) + 1,
      });
  }
  return found;
}

/** The journeys of all seats. Whoever holds a rose took it when he first came to its station, since roses are never given back. */
export function journeys(record: GameRecord, scene: HornScene): Journey[] {
  const starter = scene.starter ?? 0;
  const all = legs(record, starter);
  return scene.players.map((player) => {
    const own = all.filter((leg) => leg.seat === player.seat);
    const start = scene.chart.starts[(player.seat - starter + scene.players.length) % scene.players.length];
    const track = start ? [start] : [];
    for (const leg of own) track.push(leg.square === LINE ? beyond(track[track.length - 1] ?? "A3") : leg.square);
    const roses = ZONES.flatMap((zone): Taken[] => {
      const colour = player.roses[zone];
      const station = scene.chart.stations.find((each) => each.zone === zone && each.colour === colour);
      const leg = station && own.find((each) => each.square === station.square);
      return colour && leg ? [{ square: leg.square, colour, zone, round: leg.round }] : [];
    });
    return { track, roses };
  });
}

/** The square in front of the line's row, as far as one can tell where it was crossed. */
function beyond(square: string): string {
  return nameOf(cellOf(square)[0], 1);
}
