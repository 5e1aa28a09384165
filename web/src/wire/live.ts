/** The socket of one table: reconnects automatically and resumes after the last seen event. */
import { query } from "./api";
import { updated, withPresence } from "./change";
import type { ClientMessage, ServerMessage, View } from "./messages";

export type ConnectionStatus = "joining" | "open" | "lost" | "closed";

export interface LiveListener {
  view: (view: View) => void;
  refused: (code: string, sentence: string) => void;
  greeting: (seat: number, greeting: string) => void;
  presence: (seats: boolean[]) => void;
  chances: (values: number[]) => void;
  connection: (connection: ConnectionStatus, retryMs: number) => void;
}

/** The browser functions a connection needs; tests pass their own. */
export interface SocketEnvironment {
  open: (address: string) => WebSocket;
  after: (ms: number, act: () => void) => () => void;
  chance: () => number;
}

const FIRST_RETRY_MS = 400;
const LAST_RETRY_MS = 15_000;
const PING_MS = 20_000;
const SILENCE_MS = 45_000;
const GONE_CODES = [4401, 4403, 4404]; // retrying is useless
const OPEN = 1;

export function retryMs(failures: number, chance: number): number {
  const full = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return Math.round(full * (0.75 + chance / 4)); // spread, so that not all clients return at once
}

export class LiveConnection {
  #socket: WebSocket | null = null;
  #failures = 0;
  #view: View | null = null; // the last one of this connection
  #since: number | undefined;
  #seat: number | undefined;
  #isClosed = false;
  #stopRetry = () => {};
  #stopPing = () => {};
  #stopSilence = () => {};

  constructor(
    private readonly table: string,
    private readonly listener: LiveListener,
    private language: string,
    private readonly environment: SocketEnvironment = browserEnvironment,
    seat?: number,
  ) {
    this.#seat = seat;
  }

  start(): void {
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopTimers();
    this.#socket?.close();
    this.listener.connection("closed", 0);
  }

  /** The server sends the texts, so another language needs another connection. */
  setLanguage(language: string): void {
    if (language === this.language) return;
    this.language = language;
    this.#reconnect();
  }

  /** Reconnect at once: the network is back, or the player asked. */
  retry(): void {
    if (this.#socket?.readyState !== OPEN) this.#reconnect();
  }

  choose(seq: number, choice: string, seat?: number): void {
    this.#send({ type: "choose", seq, choice, seat });
  }

  undo(seq: number, seat?: number): void {
    this.#send({ type: "undo", seq, seat });
  }

  greet(greeting: string): void {
    this.#send({ type: "greet", greeting });
  }

  /** Request the view of this seat from now on. */
  look(seat: number): void {
    this.#seat = seat;
    this.#send({ type: "look", seat });
  }

  /** Another player has the device: reconnect, and get all that happened since they last saw it. */
  handOver(seat: number, since?: number): void {
    this.#seat = seat;
    this.#since = since;
    this.#reconnect();
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
    else if (message.type !== "ping") this.listener.refused("page/offline", "");
  }

  #reconnect(): void {
    this.#stopTimers();
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#connect();
  }

  #connect(): void {
    if (this.#isClosed) return;
    this.listener.connection("joining", 0);
    const parameters = query({ since: this.#since, seat: this.#seat, language: this.language });
    const socket = this.environment.open(`/api/tables/${this.table}/live${parameters}`);
    this.#socket = socket;
    socket.onopen = () => this.#socket === socket && this.#opened();
    socket.onmessage = (event) => this.#socket === socket && this.#receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => this.#socket === socket && this.#disconnected(event.code);
  }

  #opened(): void {
    this.#failures = 0;
    this.listener.connection("open", 0);
    this.#schedulePing();
    this.#watchSilence();
  }

  #disconnected(code: number): void {
    this.#stopTimers();
    this.#socket = null;
    if (this.#isClosed) return;
    if (GONE_CODES.includes(code)) {
      this.close();
      return;
    }
    const wait = retryMs(this.#failures, this.environment.chance());
    this.#failures += 1;
    this.listener.connection("lost", wait);
    this.#stopRetry = this.environment.after(wait, () => this.#connect());
  }

  #receive(message: ServerMessage): void {
    this.#watchSilence();
    if (message.type === "view") this.#show(message);
    else if (message.type === "update") {
      const view = updated(this.#view, message);
      if (view) this.#show(view);
      else this.#reconnect(); // we have missed something; a new connection begins with a view
    } else if (message.type === "error") this.listener.refused(message.code, message.sentence);
    else if (message.type === "greeting") this.listener.greeting(message.seat, message.greeting);
    else if (message.type === "chances") this.listener.chances(message.values);
    else if (message.type === "presence") {
      this.#view = this.#view && withPresence(this.#view, message.seats);
      this.listener.presence(message.seats);
    }
  }

  #show(view: View): void {
    this.#view = view;
    this.#since = view.seq;
    this.listener.view(view);
  }

  #schedulePing(): void {
    this.#stopPing = this.environment.after(PING_MS, () => {
      this.#send({ type: "ping" });
      this.#schedulePing();
    });
  }

  /** Close a connection that has been silent for too long. */
  #watchSilence(): void {
    this.#stopSilence();
    this.#stopSilence = this.environment.after(SILENCE_MS, () => {
      const dead = this.#socket;
      this.#disconnected(1006);
      dead?.close();
    });
  }

  #stopTimers(): void {
    this.#stopRetry();
    this.#stopPing();
    this.#stopSilence();
  }
}

const browserEnvironment: SocketEnvironment = {
  open: (address) => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${address}`),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  chance: Math.random,
};
