/** The HTTP API, one function per request; errors are thrown with the server's message. */
import type {
  AnalysisProgress,
  DeviceLink,
  Diagram,
  DiceVerdict,
  GameCard,
  Hint,
  History,
  Lesson,
  LocalNetworkState,
  Me,
  Moment,
  NewTable,
  NoticeState,
  OpenedTable,
  OwnPuzzle,
  OwnPuzzleAnswer,
  OwnPuzzles,
  Passkeys,
  Puzzle,
  PuzzleAnswer,
  PuzzleOfTheDay,
  Puzzles,
  Rules,
  SeatRequests,
  TableCard,
  View,
} from "./messages";

export class ApiError extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

/** The record of a game; see docs/reference/record.md. */
export interface GameRecord {
  seats: number;
  events: { seat?: number; text: string | null }[]; // no seat: chance; no text: hidden from this viewer
}

export interface ApiEnvironment {
  fetch: typeof fetch;
  language: () => string;
}

export class Api {
  constructor(private readonly environment: ApiEnvironment) {}

  me = () => this.#request<Me>("GET", "/api/me");
  forgetMe = () => this.#request<null>("DELETE", "/api/me");
  rename = (name: string) => this.#request<Me>("PUT", "/api/me", { name });
  history = () => this.#request<History>("GET", "/api/me/history");
  linkDevice = () => this.#request<DeviceLink>("POST", "/api/me/links");
  useLink = (link: string) => this.#request<Me>("POST", "/api/me/devices", { link });
  passkeys = () => this.#request<Passkeys>("GET", "/api/me/passkeys");
  passkeyOptions = () => this.#request<{ options: object }>("POST", "/api/me/passkeys/options");
  addPasskey = (credential: object, name: string) =>
    this.#request<Passkeys>("POST", "/api/me/passkeys", { credential, name });
  renamePasskey = (passkey: string, name: string) =>
    this.#request<Passkeys>("PUT", `/api/me/passkeys/${passkey}`, { name });
  dropPasskey = (passkey: string) => this.#request<Passkeys>("DELETE", `/api/me/passkeys/${passkey}`);
  signInOptions = () => this.#request<{ options: object }>("POST", "/api/passkeys/options");
  signIn = (credential: object) => this.#request<Me>("POST", "/api/passkeys", { credential });
  notices = (table: string, device?: string) =>
    this.#request<NoticeState>("GET", `/api/tables/${table}/notices${query({ device })}`);
  wishNotices = (table: string, way: "push" | "mail", is_on: boolean, device?: string) =>
    this.#request<NoticeState>("PUT", `/api/tables/${table}/notices`, { way, is_on, device });
  addPushDevice = (subscription: PushSubscriptionJSON) =>
    this.#request<{ device: string }>("PUT", "/api/me/push", subscription);
  setMailAddress = (address: string) => this.#request<null>("PUT", "/api/me/mail", { address });
  dropMailAddress = () => this.#request<null>("DELETE", "/api/me/mail");
  confirmMail = (key: string) => this.#request<null>("POST", "/api/mail/confirm", { key });
  stopMails = (key: string) => this.#request<null>("POST", `/api/mail/stop${query({ key })}`);
  games = async () => (await this.#request<{ games: GameCard[] }>("GET", "/api/games")).games;
  rules = (game: string) => this.#request<Rules>("GET", `/api/games/${game}/rules`);
  diagrams = async (game: string) =>
    (await this.#request<{ diagrams: Diagram[] }>("GET", `/api/games/${game}/diagrams`)).diagrams;
  lesson = (game: string) => this.#request<Lesson>("GET", `/api/games/${game}/lesson`);
  puzzles = (game: string) => this.#request<Puzzles>("GET", `/api/games/${game}/puzzles`);
  puzzle = (game: string, puzzle: string) => this.#request<Puzzle>("GET", `/api/games/${game}/puzzles/${puzzle}`);
  puzzleAnswer = (game: string, puzzle: string, choice: string) =>
    this.#request<PuzzleAnswer>("GET", `/api/games/${game}/puzzles/${puzzle}/answer${query({ choice })}`);
  mistakes = () => this.#request<OwnPuzzles>("GET", "/api/me/mistakes");
  mistake = (table: string, event: number) => this.#request<OwnPuzzle>("GET", `/api/tables/${table}/mistakes/${event}`);
  mistakeAnswer = (table: string, event: number, choice: string) =>
    this.#request<OwnPuzzleAnswer>("GET", `/api/tables/${table}/mistakes/${event}/answer${query({ choice })}`);
  puzzleOfTheDay = () => this.#request<PuzzleOfTheDay>("GET", "/api/puzzles/today");
  tables = async (which: "mine" | "public") =>
    (await this.#request<{ tables: TableCard[] }>("GET", `/api/tables?${which}=true`)).tables;
  /** The server commits to its dice before it gets the nonce, so it cannot choose them to suit. */
  open = async (table: NewTable) => {
    const { commitment } = await this.#request<{ commitment: string }>("POST", "/api/commitments");
    return this.#request<OpenedTable>("POST", "/api/tables", { ...table, commitment, nonce: table.nonce ?? nonce() });
  };
  table = (table: string, at?: number, seat?: number, since?: number) =>
    this.#request<View>("GET", `/api/tables/${table}${query({ at, seat, since })}`);
  moments = async (table: string, seat?: number) =>
    (await this.#request<{ moments: Moment[] }>("GET", `/api/tables/${table}/moments${query({ seat })}`)).moments;
  /** Hears how far the analysis is, and the analysis; ends with the last line, or when it is aborted. */
  analysis = (table: string, hear: (line: AnalysisProgress) => void, signal: AbortSignal) =>
    this.#lines(`/api/tables/${table}/analysis`, hear, signal);
  dice = (table: string) => this.#request<DiceVerdict>("GET", `/api/tables/${table}/dice`);
  join = (table: string, invitation?: string, name?: string) =>
    this.#request<View>("POST", `/api/tables/${table}/join`, { invitation, name, nonce: nonce() });
  /** Get rid of a table of mine, in the way its card allows. */
  drop = (table: string, how: TableCard["can"][number]) =>
    how === "delete"
      ? this.#request<null>("DELETE", `/api/tables/${table}`)
      : this.#request<null>("POST", `/api/tables/${table}/${how}`, how === "hide" ? {} : undefined);
  seatRequests = (table: string) => this.#request<SeatRequests>("GET", `/api/tables/${table}/requests`);
  askSeat = (table: string, name?: string) =>
    this.#request<SeatRequests>("POST", `/api/tables/${table}/requests`, { name, nonce: nonce() });
  withdrawSeat = (table: string) => this.#request<SeatRequests>("DELETE", `/api/tables/${table}/requests`);
  answerSeat = (table: string, request: string, is_accepted: boolean) =>
    this.#request<SeatRequests>("POST", `/api/tables/${table}/requests/${request}`, { is_accepted });
  vote = (table: string, is_for_end: boolean) =>
    this.#request<View>("POST", `/api/tables/${table}/vote`, { is_for_end });
  invite = (table: string, seat: number) =>
    this.#request<OpenedTable["invitations"][number]>("POST", `/api/tables/${table}/invitations`, { seat });
  takeover = (table: string, seat: number, rank: string) =>
    this.#request<View>("POST", `/api/tables/${table}/takeover`, { seat, rank });
  giveback = (table: string, seat: number) => this.#request<View>("POST", `/api/tables/${table}/giveback`, { seat });
  hint = (table: string, seat: number) => this.#request<Hint>("GET", `/api/tables/${table}/hint${query({ seat })}`);
  localNetwork = () => this.#request<LocalNetworkState>("GET", "/api/local-network");
  openLocalNetwork = () => this.#request<LocalNetworkState>("POST", "/api/local-network");
  /** About clubs; see club/requests.ts. */
  clubs = <Body>(method: string, path: string, body?: unknown) =>
    this.#request<Body>(method, `/api/clubs${path}`, body);
  recordPath = (table: string) => `/api/tables/${table}/record`;
  record = (table: string) => this.#request<GameRecord>("GET", this.recordPath(table));
  upload = (record: unknown) => this.#request<{ table: string }>("POST", "/api/records", { record });
  fork = (table: string, at: number, seats: string[]) =>
    this.#request<{ table: string }>("POST", `/api/tables/${table}/fork`, { at, seats });

  async #request<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const options: RequestInit = { method };
    if (body !== undefined) {
      options.body = JSON.stringify(body);
      options.headers = { "Content-Type": "application/json" };
    }
    const response = await this.#fetch(path, options);
    return (await response.json().catch(() => null)) as Body;
  }

  /** Every line of the response as soon as it is there. */
  async #lines<Line>(path: string, hear: (line: Line) => void, signal: AbortSignal): Promise<void> {
    const response = await this.#fetch(path, { signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) hear(JSON.parse(line));
    }
    if (rest) hear(JSON.parse(rest));
  }

  /** The response, if it is no refusal. */
  async #fetch(path: string, options: RequestInit): Promise<Response> {
    const address = `${path}${path.includes("?") ? "&" : "?"}language=${this.environment.language()}`;
    let response: Response;
    try {
      response = await this.environment.fetch(address, { credentials: "same-origin", ...options });
    } catch {
      throw new ApiError("page/offline", "", 0);
    }
    if (response.ok) return response;
    const content = await response.json().catch(() => null);
    throw new ApiError(
      content?.error?.code ?? "page/unknown",
      content?.error?.sentence ?? response.statusText,
      response.status,
    );
  }
}

/** `?at=3&seat=0` of the defined values. */
export function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length
    ? `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&")}`
    : "";
}

/** A player's contribution to the dice of a table, so that the server alone does not decide them. */
export function nonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
