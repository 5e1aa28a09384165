/** What server and page say to each other. One file, so that types generated from the server's schemas can replace it. */

export type Scene = Record<string, unknown>;
export type Values = string | number | boolean;

export interface Me {
  name: string | null;
  language: string | null;
}

export interface OptionCard {
  name: string;
  text: string;
  help?: string;
  kind: "choice" | "number" | "flag" | "board";
  default: Values;
  values: { value: Values; text: string; for_seats?: { least: number; most: number } }[];
}

export interface GameCard {
  id: string;
  name: string;
  seats: { least: number; most: number; usual: number };
  minutes: number[] | number;
  age: number;
  goal: string;
  authors: string;
  publisher: string;
  levels: { id: string; name: string }[];
  options: OptionCard[];
  boards: { id: string; name: string }[];
}

export interface Rules {
  goal: string;
  sections: { id: string; title: string; text: string; phases?: string[] }[];
}

export interface Seat {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  level?: string | null;
  is_mine: boolean;
  is_here: boolean;
  is_taken_over: boolean;
  color?: string;
}

/** Something offered: its id is what is sent back; other fields are the game's own. */
export interface Choice {
  id: number;
  text: string;
  short?: string;
  is_detail?: boolean;
  kind?: string;
  [field: string]: unknown;
}

/** One event as the viewer saw it; `now` may say more than `story`, which is kept. */
export interface Step {
  seq: number;
  actor: number;
  choice: number | string | null;
  story: string[];
  now: string[];
  scene: Scene;
}

export interface Clock {
  kind: "turn" | "days";
  deadline_at: string;
  seconds_left: number;
}

export interface Result {
  places: number[];
  score: number[];
  winners: number[];
  text: string[];
}

export interface View {
  table: string;
  game: string;
  seq: number;
  at: number;
  viewer: number; // -1 watches
  mine: number[];
  to_act: number; // -2 when over
  seats: Seat[];
  scene: Scene;
  steps: Step[];
  choices: Choice[];
  not_offered?: { what: string; why: string }[];
  can_undo: boolean;
  clock: Clock | null;
  result: Result | null;
  options: Record<string, Values>;
  phase: string;
  commitment: string;
  revealed_seed?: string | null;
  greetings: { id: string; text: string }[];
  has_secrets?: boolean; // false: everybody may see all, so nothing is hidden while a device is passed on
}

export interface TableCard {
  table: string;
  game: string;
  name: string;
  seats: Seat[];
  to_act: number;
  is_mine_to_act: boolean;
  seq: number;
  started_at: string;
  is_over: boolean;
}

export type SeatWish = "me" | "here" | "friend" | `bot:${string}`;
export type ClockWish = null | { kind: "turn"; seconds: number } | { kind: "days"; days: number };

export interface NewTable {
  game: string;
  options: Record<string, Values>;
  seats: SeatWish[];
  clock: ClockWish;
  is_public: boolean;
  nonce?: string;
}

export interface Made {
  table: string;
  seats: Seat[];
  invitations: { seat: number; secret: string; path: string }[];
}

export interface Hint {
  values: number[];
  choices: { id: number; text: string; value: number; visits: number }[];
}

export type Told =
  | ({ type: "view"; ref?: string } & View)
  | { type: "error"; ref?: string; code: string; sentence: string }
  | { type: "greeting"; seat: number; greeting: string }
  | { type: "presence"; seats: boolean[] }
  | { type: "pong" };

export type Said =
  | { type: "choose"; seq: number; choice: number; seat?: number; ref: string }
  | { type: "undo"; seq: number; seat?: number; ref: string }
  | { type: "greet"; greeting: string }
  | { type: "look"; seat: number }
  | { type: "ping" };
