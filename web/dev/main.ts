/** For development, never built: any page and board without a server, from the fixtures of tools/scenes.py.
 *
 * dev.html?fixture=calypso&view=3     the table at that view; &play=1 animates the step to the next view
 * dev.html?page=/new/calypso          another page
 * &language=fr &theme=dark
 * &state=lost, hand_over or invite    a lost connection, a device handed over, an open seat
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

const parameters = new URLSearchParams(location.search);
const code = (parameters.get("language") ?? "en") as Language;
await language.use(code);
theme.choose((parameters.get("theme") ?? "system") as ThemeName, false);

const fixture = async (name: string) => (await realFetch(`/fixtures/${name}.${code}.json`)).json();
const realFetch = window.fetch.bind(window);
window.fetch = async (input, options) => {
  const path = new URL(String(input), location.href).pathname;
  if (!path.startsWith("/api/")) return realFetch(input, options);
  if (path === "/api/games") return Response.json(await fixture("games"));
  if (path === "/api/me") return Response.json({ name: "Anna", language: null });
  if (path.endsWith("/record")) return Response.json(await fixture(`${parameters.get("fixture")}.record`));
  if (path === "/api/tables") return Response.json({ tables: [] });
  return Response.json(
    { error: { code: "dev/none", sentence: "There is no server behind this page." } },
    { status: 503 },
  );
};

/** A connection that sends the next view of a fixture after any choice. */
function fixtureConnection(views: View[], from: number): (listener: LiveListener) => Connection {
  return (listener) => {
    let now = from;
    const send = () => {
      const view = views[now];
      if (view) listener.view(withState(view));
    };
    const next = () => {
      now = Math.min(now + 1, views.length - 1);
      send();
    };
    return {
      start: () => {
        listener.connection("open", 0);
        send();
        if (parameters.has("play")) next();
        if (parameters.get("state") === "lost") listener.connection("lost", 4000);
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

/** Changes a view for the parameter `state`. */
function withState(view: View): View {
  if (parameters.get("state") === "hand_over") return { ...view, mine: [0, 1], to_act: 1, choices: [] };
  if (parameters.get("state") !== "invite") return view;
  const invitation = { seat: 2, secret: "s", path: "/t/fixture?invitation=k3fr9-2hd8s-p0q1z" };
  saveInvitations({ table: view.table, seats: [], invitations: [invitation] });
  return { ...view, seats: view.seats.map((seat) => (seat.seat === 2 ? { ...seat, kind: "open" } : seat)) };
}

const target = document.getElementById("page") as HTMLElement;
const name = parameters.get("fixture");
const page = parameters.get("page");
if (name) {
  const views = (await fixture(name)) as View[];
  const from = Math.min(Number(parameters.get("view") ?? 0), views.length - 1);
  const session = new Session(fixtureConnection(views, parameters.has("play") ? Math.max(0, from - 1) : from));
  mount(Frame, { target, props: { session } });
  session.start();
} else if (page) {
  const [path = "/", search = ""] = page.split(/(?=\?)/);
  router.route = parseRoute(path, search);
  mount(App, { target });
} else mount(Index, { target });
