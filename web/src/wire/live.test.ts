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
  tell(told: object) {
    this.onmessage?.({ data: JSON.stringify(told) });
  }
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function harness() {
  const sockets: FakeSocket[] = [];
  const timers: { ms: number; act: () => void; isOff: boolean }[] = [];
  const heard: string[] = [];
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
    view: (view: View) => heard.push(`view ${view.seq}`),
    refused: (code) => heard.push(`refused ${code}`),
    greeting: (seat, greeting) => heard.push(`greeting ${seat} ${greeting}`),
    presence: (seats) => heard.push(`presence ${seats.join()}`),
    connection: (connection: ConnectionStatus, ms) => heard.push(`${connection} ${ms}`),
  };
  const fire = (ms: number) => {
    const timer = timers.find((each) => !each.isOff && each.ms === ms);
    if (!timer) throw new Error(`no timer of ${ms} ms`);
    timer.isOff = true;
    timer.act();
  };
  const live = new LiveConnection("t1", listener, "fr", environment);
  return { live, sockets, timers, heard, fire, last: () => sockets.at(-1) as FakeSocket };
}

test("waits grow twofold up to fifteen seconds and are spread by a quarter", () => {
  expect([0, 1, 2, 5, 6, 20].map((failures) => retryMs(failures, 1))).toEqual([400, 800, 1600, 12800, 15000, 15000]);
  expect(retryMs(0, 0)).toBe(300);
});

test("after a loss the page says so and resumes from the last seen event", () => {
  const { live, sockets, heard, fire, last } = harness();
  live.start();
  expect(last().address).toBe("/api/tables/t1/live?language=fr");
  last().accept();
  last().tell({ type: "view", seq: 41 });
  last().drop();
  expect(heard).toEqual(["joining 0", "open 0", "view 41", "lost 400"]);
  fire(400);
  expect(sockets.length).toBe(2);
  expect(last().address).toBe("/api/tables/t1/live?since=41&language=fr");
});

test("a second failure in a row waits longer, an opened line starts anew", () => {
  const { live, heard, fire, last } = harness();
  live.start();
  last().drop();
  fire(400);
  last().drop();
  fire(800);
  last().accept();
  last().drop();
  expect(heard.filter((line) => line.startsWith("lost"))).toEqual(["lost 400", "lost 800", "lost 400"]);
});

test("a line that is silent for 45 seconds counts as lost", () => {
  const { live, heard, fire, last } = harness();
  live.start();
  last().accept();
  fire(45_000);
  expect(heard.at(-1)).toBe("lost 400");
});

test("a choice while the line is down is refused at once and not kept for later", () => {
  const { live, heard, last } = harness();
  live.start();
  live.choose(3, "row");
  expect(heard.at(-1)).toBe("refused page/offline");
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

test("whoever takes the device is told on a new line what those eyes have not seen", () => {
  const { live, timers, last } = harness();
  live.start();
  last().accept();
  last().tell({ type: "view", seq: 7 });
  live.handOver(1);
  expect(last().address).toBe("/api/tables/t1/live?seat=1&language=fr");
  last().accept();
  live.handOver(0, 7);
  expect(last().address).toBe("/api/tables/t1/live?since=7&seat=0&language=fr");
  last().accept();
  expect(timers.filter((timer) => !timer.isOff).length).toBe(2); // to keep awake and to notice silence, once each
});

test("a seat looked through is asked for again when the line comes back", () => {
  const { live, fire, last } = harness();
  live.start();
  last().accept();
  live.look(2);
  last().drop();
  fire(400);
  expect(last().address).toBe("/api/tables/t1/live?seat=2&language=fr");
});

test("an unknown table is not tried again", () => {
  const { live, sockets, heard, last } = harness();
  live.start();
  last().drop(4404);
  expect(heard.at(-1)).toBe("closed 0");
  expect(sockets.length).toBe(1);
});

test("what an old line still says after another was opened is not heard", () => {
  const { live, sockets, heard } = harness();
  live.start();
  sockets[0]?.accept();
  live.setLanguage("en");
  sockets[0]?.tell({ type: "view", seq: 9 });
  expect(heard.includes("view 9")).toBe(false);
});
