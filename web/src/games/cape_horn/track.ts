/** The squares on which each ship has stood, read from the record of a game that is over. */
import type { GameRecord } from "../../wire/api";
import { type HornScene, LINE } from "./scene";

export function tracks(record: GameRecord, scene: HornScene): string[][] {
  return scene.players.map(({ seat, start }) => {
    const moves = record.events.flatMap((event) => {
      const square = event.seat === seat && /^(?:sail|ignore) (.+)$/.exec(event.text ?? "")?.[1];
      return square ? [square === LINE ? LINE : square.toUpperCase()] : [];
    });
    return start ? [start, ...moves] : moves;
  });
}
