import { expect, test } from "vitest";
import { type ConnectionStatus, LiveConnection, type LiveListener, retryMs, type SocketEnvironment } from "./live";
import type { View } from "./messages";

class FakeSocket {
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly address: string) {}
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
  accept() {
    this.readyState = 1;
    this.onopen?.();
  }
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function harness() {
  const sockets: FakeSocket[] = [];
  const timers: { ms: number; act: () => void; isOff: boolean }[] = [];
  const events: string[] = [];
  const environment: SocketEnvironment = {
    open: (address) => {
      const socket = new FakeSocket(address);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    after: (ms, act) => {
      const timer = { ms, act, isOff: false };
      timers.push(timer);
      return () => {
        timer.isOff = true;
      };
    },
    chance: () => 1,
  };
  const listener: LiveListener = {
    view: (view: View) => events.push(`view ${view.seq}`),
    refused: (code) => events.push(`refused ${code}`),
    greeting: (seat, greeting) => events.push(`greeting ${seat} ${greeting}`),
    chances: (values) => events.push(`chances ${values.join()}`),
    presence: (seats) => events.push(`presence ${seats.join()}`),
    connection: (connection: ConnectionStatus, ms) => events.push(`${connection} ${ms}`),
  };
  const fire = (ms: number) => {
    const timer = timers.find((each) => !each.isOff && each.ms === ms);
    if (!timer) throw new Error(`no timer of ${ms} ms`);
    timer.isOff = true;
    timer.act();
  };
  const live = new LiveConnection("t1", listener, "fr", environment);
  return { live, sockets, timers, events, fire, last: () => sockets.at(-1) as FakeSocket };
}

test("retry delays double up to fifteen seconds and are spread by a quarter", () => {
  expect([0, 1, 2, 5, 6, 20].map((failures) => retryMs(failures, 1))).toEqual([400, 800, 1600, 12800, 15000, 15000]);
  expect(retryMs(0, 0)).toBe(300);
});

test("a lost connection is reported and resumes after the last seen event", () => {
  const { live, sockets, events, fire, last } = harness();
  live.start();
  expect(last().address).toBe("/api/tables/t1/live?language=fr");
  last().accept();
  last().receive({ type: "view", seq: 41 });
  last().drop();
  expect(events).toEqual(["joining 0", "open 0", "view 41", "lost 400"]);
  fire(400);
  expect(sockets.length).toBe(2);
  expect(last().address).toBe("/api/tables/t1/live?since=41&language=fr");
});

test("a second failure in a row waits longer, an open connection resets the delay", () => {
  const { live, events, fire, last } = harness();
  live.start();
  last().drop();
  fire(400);
  last().drop();
  fire(800);
  last().accept();
  last().drop();
  expect(events.filter((line) => line.startsWith("lost"))).toEqual(["lost 400", "lost 800", "lost 400"]);
});

test("a connection that is silent for 45 seconds counts as lost", () => {
  const { live, events, fire, last } = harness();
  live.start();
  last().accept();
  fire(45_000);
  expect(events.at(-1)).toBe("lost 400");
});

test("a choice without a connection is refused at once and not sent later", () => {
  const { live, events, last } = harness();
  live.start();
  live.choose(3, "row");
  expect(events.at(-1)).toBe("refused page/offline");
  last().accept();
  expect(last().sent).toEqual([]);
});

test("a choice names the state it answers and the seat it is for", () => {
  const { live, last } = harness();
  live.start();
  last().accept();
  live.choose(3, "row", 1);
  expect(last().sent).toEqual(['{"type":"choose","seq":3,"choice":"row","seat":1}']);
});

test("a player who takes the device gets what they have not seen on a new connection", () => {
  const { live, timers, last } = harness();
  live.start();
  last().accept();
  last().receive({ type: "view", seq: 7 });
  live.handOver(1);
  expect(last().address).toBe("/api/tables/t1/live?seat=1&language=fr");
  last().accept();
  live.handOver(0, 7);
  expect(last().address).toBe("/api/tables/t1/live?since=7&seat=0&language=fr");
  last().accept();
  expect(timers.filter((timer) => !timer.isOff).length).toBe(2); // ping and silence, one each
});

test("the viewer is kept after a reconnect", () => {
  const { live, fire, last } = harness();
  live.start();
  last().accept();
  live.look(2);
  last().drop();
  fire(400);
  expect(last().address).toBe("/api/tables/t1/live?seat=2&language=fr");
});

test("an unknown table is not retried", () => {
  const { live, sockets, events, last } = harness();
  live.start();
  last().drop(4404);
  expect(events.at(-1)).toBe("closed 0");
  expect(sockets.length).toBe(1);
});

test("an update that does not follow the last view starts a new connection", () => {
  const { live, sockets, events, last } = harness();
  live.start();
  last().accept();
  last().receive({ type: "view", seq: 7, viewer: 0 });
  last().receive({ type: "update", after: 8, seq: 9, viewer: 0, steps: [] });
  expect(events.at(-1)).toBe("joining 0");
  expect(sockets.length).toBe(2);
  last().accept();
  last().receive({ type: "view", seq: 9, viewer: 0 });
  last().receive({ type: "update", after: 9, seq: 10, viewer: 0, steps: [] });
  expect(events.slice(-2)).toEqual(["view 9", "view 10"]);
});

test("messages of an old connection are ignored", () => {
  const { live, sockets, events } = harness();
  live.start();
  sockets[0]?.accept();
  live.setLanguage("en");
  sockets[0]?.receive({ type: "view", seq: 9 });
  expect(events.includes("view 9")).toBe(false);
});
