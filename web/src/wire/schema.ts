/** What the server says and hears, made by tools/wire.py of its own document: not to be edited. */

export interface BoardCard {
  id: string;
  name: string;
  option: string;
}

export interface BotCard {
  id: string;
  name: string;
}

/** An offered choice; the game's own fields besides. */
export interface Choice {
  id: string;
  number: number;
  text: string;
  short?: string | null;
  is_detail?: boolean;
  [field: string]: unknown;
}

/** A choice; `seat` only selects among the seats that one holds. */
export interface Choose {
  seq: number;
  choice: string | number;
  seat?: number | null;
}

export interface ClientChoose {
  type: "choose";
  seq: number;
  choice: string | number;
  seat?: number | null;
  ref?: string | null;
}

export interface ClientGreet {
  type: "greet";
  greeting: string;
  ref?: string | null;
}

/** Show me what that seat of mine may see. */
export interface ClientLook {
  type: "look";
  seat: number;
  ref?: string | null;
}

export type ClientMessage = ClientChoose | ClientUndo | ClientGreet | ClientLook | ClientPing;

export interface ClientPing {
  type: "ping";
  ref?: string | null;
}

export interface ClientUndo {
  type: "undo";
  seq: number;
  seat?: number | null;
  ref?: string | null;
}

export interface Clock {
  kind: "turn" | "days";
  deadline_at: string | null;
  seconds_left: number | null;
}

/** The SHA-256 of the seed of a table that is yet to be opened; good for one table, for an hour. */
export interface Commitment {
  commitment: string;
}

/** So many days a turn. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** Whether every draw of a finished game follows from what was promised before it, in a sentence. */
export interface DiceVerdict {
  is_fair: boolean | null;
  sentence: string;
}

/** A stable code for programs, a sentence for people. */
export interface ErrorText {
  code: string;
  sentence: string;
}

/** Play on from a moment of a finished game. */
export interface Fork {
  at: number;
  seats: string[];
}

/** A game as the harbour shows it. */
export interface GameCard {
  id: string;
  name: string;
  rules_version: number;
  seats: SeatRange;
  minutes: number[];
  age: number;
  goal: string;
  authors: string;
  publisher: string;
  ranks: BotCard[];
  bots: BotCard[];
  options: OptionCard[];
  boards: BoardCard[];
}

export interface Games {
  games: GameCard[];
}

/** A greeting that points at a part of the board. */
export interface Gesture {
  id: string;
  text: string;
  part: string;
}

/** One of the preset greetings. */
export interface Greet {
  greeting: string;
}

export interface Greeting {
  id: string;
  text: string;
}

export interface Health {
  status: "ok";
  version: string;
}

/** Every seat's expected share of the win, as far as this viewer can know, and the choices, best first. */
export interface Hint {
  values: number[];
  choices: HintChoice[];
}

export interface HintChoice {
  id: string;
  text: string;
  value: number;
  visits: number;
}

/** Send the path to a friend; the secret is told only once. */
export interface Invitation {
  seat: number;
  secret: string;
  path: string;
}

/** Sit down: by invitation, or at an open seat of a public table. */
export interface Join {
  invitation?: string | null;
  seat?: number | null;
  name?: string | null;
  nonce?: string | null;
}

/** What I told about myself. */
export interface Me {
  name: string | null;
  language: string | null;
}

/** Where one stops when looking at a game again: look with `?at=`; what led there is in the story. */
export interface Moment {
  at: number;
  actor: number;
  story: string[];
}

export interface Moments {
  moments: Moment[];
}

/** A table to open. */
export interface NewTable {
  game: string;
  options?: Record<string, boolean | number | string | Record<string, unknown>>;
  seats: string[];
  names?: (string | null)[];
  clock?: TurnClock | DaysClock | null;
  is_public?: boolean;
  commitment?: string | null;
  nonce?: string | null;
}

/** Something that is not among the choices: a field of the choices with a value none of them has (`square K4`). */
export interface NotOffered {
  what: string;
  name: string;
  why: string;
}

export interface Opened {
  table: string;
  seats: Seat[];
  invitations: Invitation[];
}

export interface OptionCard {
  name: string;
  text: string;
  help: string;
  kind: "choice" | "number" | "flag" | "board";
  default: boolean | number | string;
  values: ValueCard[];
}

/** A record to replay, as downloaded. */
export interface RecordRequest {
  record: Record<string, unknown>;
}

/** Nothing was changed. */
export interface Refusal {
  error: ErrorText;
}

/** Who one would like to be. */
export interface Rename {
  name?: string | null;
  language?: "en" | "fr" | null;
}

export interface Result {
  places: number[];
  score: number[];
  winners: number[];
  text: string[];
}

export interface Rules {
  goal: string;
  sections: Section[];
}

export interface Seat {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  is_named: boolean;
  rank: string | null;
  rank_name: string | null;
  is_mine: boolean;
  is_here: boolean;
  is_away: boolean;
  is_taken_over: boolean;
}

export interface SeatRange {
  least: number;
  most: number;
  usual: number;
}

/** Something about one seat. */
export interface SeatRequest {
  seat: number;
}

export interface SeatSpan {
  least: number;
  most: number;
}

/** A part of the rules; `phases` are the phases of the scene that it is about. */
export interface Section {
  id: string;
  title: string;
  text: string;
  phases: string[];
}

export interface ServerErrorMessage {
  type: "error";
  ref?: string | null;
  code: string;
  sentence: string;
}

export interface ServerGreeting {
  type: "greeting";
  seat: number;
  greeting: string;
}

export type ServerMessage = ServerView | ServerErrorMessage | ServerGreeting | ServerPresence | ServerPong;

export interface ServerPong {
  type: "pong";
  ref?: string | null;
}

/** Whether somebody is connected, seat by seat; bots always are. */
export interface ServerPresence {
  type: "presence";
  seats: boolean[];
}

/** One for every batch of rows that was appended, one at first, and one for every look. */
export interface ServerView {
  table: string;
  game: string;
  rules_version: number;
  status: "waiting" | "running" | "over";
  is_over: boolean;
  seq: number;
  at: number;
  viewer: number;
  mine: number[];
  to_act: number;
  seats: Seat[];
  scene: Record<string, unknown>;
  steps: Step[];
  story: StoryLine[];
  choices: Choice[];
  not_offered: NotOffered[];
  can_undo: boolean;
  clock: Clock | null;
  result: Result | null;
  options: Record<string, boolean | number | string>;
  phase: string;
  has_secrets: boolean;
  has_memory: boolean;
  is_public?: boolean;
  commitment: string;
  nonces: Record<string, unknown>[];
  revealed_seed: string | null;
  digest: string | null;
  greetings: Greeting[];
  gestures: Gesture[];
  forked: Source | null;
  type: "view";
  ref?: string | null;
}

/** The moment of another table that a game goes on from. */
export interface Source {
  table: string;
  at: number;
}

/** One row of the log as the viewer saw it. In games of memory, scenes are given for the last move only. */
export interface Step {
  seq: number;
  kind: string;
  actor: number;
  choice: string | null;
  story: string[];
  now: string[];
  scene: Record<string, unknown> | null;
}

export interface StoryLine {
  seq: number;
  kind: string;
  seat: number;
  text: string;
  now?: string | null;
}

export interface TableCard {
  table: string;
  game: string;
  name: string;
  status: "waiting" | "running" | "over";
  seats: Seat[];
  to_act: number;
  is_mine_to_act: boolean;
  seq: number;
  started_at: string;
  is_over: boolean;
}

export interface TableCards {
  tables: TableCard[];
}

/** A bot for a person who is away. */
export interface Takeover {
  seat: number;
  rank: string;
}

/** For programs: send it as `Authorization: Bearer <token>`. It is told only once. */
export interface Token {
  token: string;
}

/** So many seconds a turn. */
export interface TurnClock {
  kind: "turn";
  seconds: number;
}

/** Take the last choice back. */
export interface Undo {
  seq: number;
  seat?: number | null;
}

/** One value of an option; some are for other numbers of seats. */
export interface ValueCard {
  value: boolean | number | string;
  text: string;
  for_seats?: SeatSpan | null;
}

/** A table as one viewer may see it. */
export interface View {
  table: string;
  game: string;
  rules_version: number;
  status: "waiting" | "running" | "over";
  is_over: boolean;
  seq: number;
  at: number;
  viewer: number;
  mine: number[];
  to_act: number;
  seats: Seat[];
  scene: Record<string, unknown>;
  steps: Step[];
  story: StoryLine[];
  choices: Choice[];
  not_offered: NotOffered[];
  can_undo: boolean;
  clock: Clock | null;
  result: Result | null;
  options: Record<string, boolean | number | string>;
  phase: string;
  has_secrets: boolean;
  has_memory: boolean;
  is_public?: boolean;
  commitment: string;
  nonces: Record<string, unknown>[];
  revealed_seed: string | null;
  digest: string | null;
  greetings: Greeting[];
  gestures: Gesture[];
  forked: Source | null;
}
