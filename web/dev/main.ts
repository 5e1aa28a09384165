/** For developers only, never built: any page and any board without a server, from the files of tools/scenes.py.
 *
 * dev.html?fixture=calypso&view=3     the table at that view; &play=1 walks to it from the view before
 * dev.html?page=/new/calypso          another page
 * &language=fr &theme=dark &seats=... as one would expect
 */
import "../src/app/theme.css";
import { mount } from "svelte";
import App from "../src/app/App.svelte";
import { place } from "../src/app/place.svelte";
import { read } from "../src/app/route";
import { type Shade, theme } from "../src/app/theme.svelte";
import Frame from "../src/table/Frame.svelte";
import { Session, type Talk } from "../src/table/session.svelte";
import type { Hearing } from "../src/wire/live";
import type { View } from "../src/wire/messages";
import { tongue } from "../src/words/language.svelte";
import type { Language } from "../src/words/say";
import Index from "./Index.svelte";

const asked = new URLSearchParams(location.search);
const language = (asked.get("language") ?? "en") as Language;
await tongue.speak(language);
theme.choose((asked.get("theme") ?? "system") as Shade, false);

const fixture = async (name: string) => (await realFetch(`/fixtures/${name}.${language}.json`)).json();
const realFetch = window.fetch.bind(window);
window.fetch = async (input, options) => {
  const path = new URL(String(input), location.href).pathname;
  if (!path.startsWith("/api/")) return realFetch(input, options);
  if (path === "/api/games") return Response.json(await fixture("games"));
  if (path === "/api/me") return Response.json({ name: "Anna", language: null });
  if (path === "/api/tables") return Response.json({ tables: [] });
  return Response.json(
    { error: { code: "dev/none", sentence: "There is no server behind this page." } },
    { status: 503 },
  );
};

/** Walks through the views of a fixture: whatever is chosen, the next view comes. */
function playback(views: View[], from: number): (hearing: Hearing) => Talk {
  return (hearing) => {
    let now = from;
    const tell = () => {
      const view = views[now];
      if (view) hearing.view(view);
    };
    const next = () => {
      now = Math.min(now + 1, views.length - 1);
      tell();
      return "r";
    };
    return {
      start: () => {
        hearing.connection("open", 0);
        tell();
        if (asked.has("play")) next();
      },
      close: () => {},
      choose: next,
      undo: () => "r",
      greet: (greeting) => hearing.greeting(0, greeting),
      look: () => {},
      retry: () => {},
      speak: () => {},
    };
  };
}

const target = document.getElementById("page") as HTMLElement;
const name = asked.get("fixture");
const page = asked.get("page");
if (name) {
  const views = (await fixture(name)) as View[];
  const from = Math.min(Number(asked.get("view") ?? 0), views.length - 1);
  const session = new Session(playback(views, asked.has("play") ? Math.max(0, from - 1) : from));
  mount(Frame, { target, props: { session } });
  session.start();
} else if (page) {
  const [path = "/", search = ""] = page.split(/(?=\?)/);
  place.route = read(path, search);
  mount(App, { target });
} else mount(Index, { target });
