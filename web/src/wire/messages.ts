/** What server and page say to each other: the server's own types from schema.ts, and the page's names for some of them. */
import type { Choice as Offered, NewTable as TableRequest, View } from "./schema";

export type {
  AnalysisProgress,
  ClientMessage,
  Clock,
  ClubLink,
  ClubView,
  DeviceLink,
  Diagram,
  DiceVerdict,
  GameAnalysis,
  GameCard,
  Hint,
  History,
  Ladder,
  Lesson,
  LocalNetworkState,
  Me,
  Moment,
  MyClubs,
  NewTournament,
  NoticeState,
  Opened as OpenedTable,
  OptionCard,
  OwnPuzzle,
  OwnPuzzleAnswer,
  OwnPuzzles,
  Passkeys,
  Puzzle,
  PuzzleAnswer,
  PuzzleOfTheDay,
  Puzzles,
  Result,
  Rules,
  Seat,
  SeatRequests,
  ServerMessage,
  Step,
  TableCard,
  TournamentView,
  View,
} from "./schema";

export type Scene = View["scene"];
export type Values = View["options"][string];

/** An offered choice: the page sends its id back; other fields are the game's own. */
export type Choice = { [Field in keyof Offered as Field extends "number" ? never : Field]: Offered[Field] } & {
  kind?: string;
};

export type SeatSetup = "me" | "here" | "friend" | `bot:${string}`;
export type ClockSetup = NonNullable<TableRequest["clock"]> | null;

export type Order = NonNullable<TableRequest["order"]>;

/** A request for a new table, with all fields set. */
export interface NewTable extends TableRequest {
  options: Record<string, Values>;
  seats: SeatSetup[];
  order: Order;
  clock: ClockSetup;
  is_public: boolean;
}
