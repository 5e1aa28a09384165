/** What server and page say to each other: the server's own types from schema.ts, and the page's names for some of them. */
import type { Choice as Offered, Opened, NewTable as TableWish, View } from "./schema";

export type {
  Clock,
  DiceVerdict,
  GameCard,
  Hint,
  Me,
  Moment,
  OptionCard,
  Result,
  Rules,
  ClientMessage,
  Seat,
  Step,
  TableCard,
  ServerMessage,
  View,
} from "./schema";

export type Scene = View["scene"];
export type Values = View["options"][string];
export type Made = Opened;

/** Something offered: its id is what is sent back (programs may send its number); other fields are the game's own. */
export type Choice = { [Field in keyof Offered as Field extends "number" ? never : Field]: Offered[Field] } & {
  kind?: string;
};

export type SeatWish = "me" | "here" | "friend" | `bot:${string}`;
export type ClockWish = NonNullable<TableWish["clock"]> | null;

/** A table as this page opens one: every wish is told. */
export interface NewTable extends TableWish {
  options: Record<string, Values>;
  seats: SeatWish[];
  clock: ClockWish;
  is_public: boolean;
}
