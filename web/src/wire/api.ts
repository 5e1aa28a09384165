/** The HTTP API, one function per request; errors are thrown with the server's message. */
import type {
  DeviceLink,
  DiceVerdict,
  GameCard,
  Hint,
  History,
  Lesson,
  LocalNetworkState,
  Me,
  Moment,
  NewTable,
  OpenedTable,
  Rules,
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
  games = async () => (await this.#request<{ games: GameCard[] }>("GET", "/api/games")).games;
  rules = (game: string) => this.#request<Rules>("GET", `/api/games/${game}/rules`);
  lesson = (game: string) => this.#request<Lesson>("GET", `/api/games/${game}/lesson`);
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
  dice = (table: string) => this.#request<DiceVerdict>("GET", `/api/tables/${table}/dice`);
  join = (table: string, invitation?: string, name?: string) =>
    this.#request<View>("POST", `/api/tables/${table}/join`, { invitation, name, nonce: nonce() });
  /** Get rid of a table of mine, in the way its card allows. */
  drop = (table: string, how: TableCard["can"][number]) =>
    how === "delete"
      ? this.#request<null>("DELETE", `/api/tables/${table}`)
      : this.#request<null>("POST", `/api/tables/${table}/${how}`, how === "hide" ? {} : undefined);
  invite = (table: string, seat: number) =>
    this.#request<OpenedTable["invitations"][number]>("POST", `/api/tables/${table}/invitations`, { seat });
  takeover = (table: string, seat: number, rank: string) =>
    this.#request<View>("POST", `/api/tables/${table}/takeover`, { seat, rank });
  giveback = (table: string, seat: number) => this.#request<View>("POST", `/api/tables/${table}/giveback`, { seat });
  hint = (table: string, seat: number) => this.#request<Hint>("GET", `/api/tables/${table}/hint${query({ seat })}`);
  localNetwork = () => this.#request<LocalNetworkState>("GET", "/api/local-network");
  openLocalNetwork = () => this.#request<LocalNetworkState>("POST", "/api/local-network");
  recordPath = (table: string) => `/api/tables/${table}/record`;
  record = (table: string) => this.#request<GameRecord>("GET", this.recordPath(table));
  upload = (record: unknown) => this.#request<{ table: string }>("POST", "/api/records", { record });
  fork = (table: string, at: number, seats: string[]) =>
    this.#request<{ table: string }>("POST", `/api/tables/${table}/fork`, { at, seats });

  async #request<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const address = `${path}${path.includes("?") ? "&" : "?"}language=${this.environment.language()}`;
    const options: RequestInit = { method, credentials: "same-origin" };
    if (body !== undefined) {
      options.body = JSON.stringify(body);
      options.headers = { "Content-Type": "application/json" };
    }
    let response: Response;
    try {
      response = await this.environment.fetch(address, options);
    } catch {
      throw new ApiError("page/offline", "", 0);
    }
    const content = await response.json().catch(() => null);
    if (response.ok) return content as Body;
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
