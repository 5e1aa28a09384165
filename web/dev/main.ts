/** For developers only, never built: any page and any board without a server, from the files of tools/scenes.py.
 *
 * dev.html?fixture=calypso&view=3     the table at that view; &play=1 walks to it from the view before
 * dev.html?page=/new/calypso          another page
 * &language=fr &theme=dark            as one would expect
 * &state=lost, hand_over or invite    what is rare: a lost line, a device passed on, a free seat
 */
import "../src/app/theme.css";
import { mount } from "svelte";
import App from "../src/app/App.svelte";
import { parseRoute } from "../src/browser/route";
import { router } from "../src/browser/router.svelte";
import { type ThemeName, theme } from "../src/browser/theme.svelte";
import Frame from "../src/table/Frame.svelte";
import { saveInvitations } from "../src/table/invitations";
import { type Connection, Session } from "../src/table/session.svelte";
import type { LiveListener } from "../src/wire/live";
import type { View } from "../src/wire/messages";
import { language } from "../src/words/language.svelte";
import type { Language } from "../src/words/say";
import Index from "./Index.svelte";

const asked = new URLSearchParams(location.search);
const code = (asked.get("language") ?? "en") as Language;
await language.use(code);
theme.choose((asked.get("theme") ?? "system") as ThemeName, false);

const fixture = async (name: string) => (await realFetch(`/fixtures/${name}.${code}.json`)).json();
const realFetch = window.fetch.bind(window);
window.fetch = async (input, options) => {
  const path = new URL(String(input), location.href).pathname;
  if (!path.startsWith("/api/")) return realFetch(input, options);
  if (path === "/api/games") return Response.json(await fixture("games"));
  if (path === "/api/me") return Response.json({ name: "Anna", language: null });
  if (path.endsWith("/record")) return Response.json(await fixture(`${asked.get("fixture")}.record`));
  if (path === "/api/tables") return Response.json({ tables: [] });
  return Response.json(
    { error: { code: "dev/none", sentence: "There is no server behind this page." } },
    { status: 503 },
  );
};

/** Walks through the views of a fixture: whatever is chosen, the next view comes. */
function fixtureConnection(views: View[], from: number): (listener: LiveListener) => Connection {
  return (listener) => {
    let now = from;
    const tell = () => {
      const view = views[now];
      if (view) listener.view(rare(view));
    };
    const next = () => {
      now = Math.min(now + 1, views.length - 1);
      tell();
    };
    return {
      start: () => {
        listener.connection("open", 0);
        tell();
        if (asked.has("play")) next();
        if (asked.get("state") === "lost") listener.connection("lost", 4000);
      },
      close: () => {},
      choose: next,
      undo: () => {},
      greet: (greeting) => listener.greeting(0, greeting),
      look: () => {},
      handOver: () => {},
      retry: () => {},
      setLanguage: () => {},
    };
  };
}

/** The rare states of a table, made of an ordinary view. */
function rare(view: View): View {
  if (asked.get("state") === "hand_over") return { ...view, mine: [0, 1], to_act: 1, choices: [] };
  if (asked.get("state") !== "invite") return view;
  const invitation = { seat: 2, secret: "s", path: "/t/fixture?invitation=k3fr9-2hd8s-p0q1z" };
  saveInvitations({ table: view.table, seats: [], invitations: [invitation] });
  return { ...view, seats: view.seats.map((seat) => (seat.seat === 2 ? { ...seat, kind: "open" } : seat)) };
}

const target = document.getElementById("page") as HTMLElement;
const name = asked.get("fixture");
const page = asked.get("page");
if (name) {
  const views = (await fixture(name)) as View[];
  const from = Math.min(Number(asked.get("view") ?? 0), views.length - 1);
  const session = new Session(fixtureConnection(views, asked.has("play") ? Math.max(0, from - 1) : from));
  mount(Frame, { target, props: { session } });
  session.start();
} else if (page) {
  const [path = "/", search = ""] = page.split(/(?=\?)/);
  router.route = parseRoute(path, search);
  mount(App, { target });
} else mount(Index, { target });
