/** The routes of the page, parsed from and formatted as addresses. */

export type Route =
  | { page: "harbour" }
  | { page: "new"; game: string; club?: string } // for the members of a club
  | { page: "learn"; game: string }
  | { page: "puzzle"; game?: string; puzzle?: string } // no game: the puzzle of the day
  | { page: "mistakes"; table?: string; event?: number } // no table: all of mine
  | { page: "table"; table: string; seat?: number }
  | { page: "join"; table: string; invitation?: string } // none: an open seat of a public table
  | { page: "replay"; table: string; at: number; seat?: number }
  | { page: "analysis"; table: string }
  | { page: "about" }
  | { page: "me" }
  | { page: "device"; link: string } // made on another device
  | { page: "mail"; action: "confirm" | "stop"; secret: string } // a link in an e-mail
  | { page: "club"; club?: string; link?: string; tournament?: string } // without a club: all of mine
  | { page: "not_found" };

const TODAY = "today";
const MINE = "mine";

/** A viewer without a seat. */
export const SPECTATOR = -1;

/** Invitations and links are in the fragment, which browsers do not send: so they are in no log, no referrer and no proxy. */
export function parseRoute(path: string, search = "", hash = ""): Route {
  const parts = path.split("/").filter(Boolean).map(decoded);
  const parameters = new URLSearchParams(search);
  const [first, second] = parts;
  if (!first) return { page: "harbour" };
  if (first === "about" && parts.length === 1) return { page: "about" };
  if (first === "me" && parts.length === 1) return { page: "me" };
  if (first === "device" && parts.length === 1) return { page: "device", link: fragment(hash, "link") ?? "" };
  if (first === "mail" && parts.length === 1) {
    const stop = fragment(hash, "stop");
    return { page: "mail", action: stop ? "stop" : "confirm", secret: stop ?? fragment(hash, "confirm") ?? "" };
  }
  if (first === "new" && second && parts.length === 2)
    return { page: "new", game: second, club: parameters.get("club") ?? undefined };
  if (first === "club" && parts.length <= 3)
    return { page: "club", club: second, tournament: parts[2], link: fragment(hash, "join") ?? undefined };
  if (first === "learn" && second && parts.length === 2) return { page: "learn", game: second };
  if (first === "puzzles" && second === MINE) return parseMistakes(parts[2], parts[3], parts.length);
  if (first === "puzzles" && second && parts.length <= 3) return parsePuzzle(second, parts[2]);
  if (first === "t" && second && parts[2] === "analysis" && parts.length === 3)
    return { page: "analysis", table: second };
  if (first === "t" && second && parts.length === 2) {
    const invitation = fragment(hash, "invitation");
    return invitation ? { page: "join", table: second, invitation } : parseTable(second, parameters);
  }
  return { page: "not_found" };
}

function parsePuzzle(game: string, puzzle?: string): Route {
  if (game !== TODAY) return { page: "puzzle", game, puzzle };
  return puzzle === undefined ? { page: "puzzle" } : { page: "not_found" };
}

function parseMistakes(table: string | undefined, event: string | undefined, length: number): Route {
  if (table === undefined) return { page: "mistakes" };
  const number = natural(event ?? null);
  return number === undefined || length > 4 ? { page: "not_found" } : { page: "mistakes", table, event: number };
}

function fragment(hash: string, name: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get(name);
}

/** A malformed part stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function parseTable(table: string, parameters: URLSearchParams): Route {
  if (parameters.has("sit")) return { page: "join", table };
  const seat = parameters.get("seat") === String(SPECTATOR) ? SPECTATOR : natural(parameters.get("seat"));
  const at = natural(parameters.get("at"));
  return at === undefined ? { page: "table", table, seat } : { page: "replay", table, at, seat };
}

function natural(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

export function formatRoute(route: Route): string {
  switch (route.page) {
    case "harbour":
    case "not_found":
      return "/";
    case "about":
    case "me":
      return `/${route.page}`;
    case "device":
      return `/device#link=${encodeURIComponent(route.link)}`;
    case "mail":
      return `/mail#${route.action}=${encodeURIComponent(route.secret)}`;
    case "new":
      return `/new/${encodeURIComponent(route.game)}${route.club ? `?club=${encodeURIComponent(route.club)}` : ""}`;
    case "club":
      return (
        ["/club", route.club, route.tournament].filter(Boolean).join("/") + (route.link ? `#join=${route.link}` : "")
      );
    case "learn":
      return `/learn/${encodeURIComponent(route.game)}`;
    case "puzzle":
      return `/puzzles/${[route.game ?? TODAY, route.puzzle]
        .filter((part) => part !== undefined)
        .map((part) => encodeURIComponent(part))
        .join("/")}`;
    case "mistakes":
      return route.table === undefined
        ? `/puzzles/${MINE}`
        : `/puzzles/${MINE}/${encodeURIComponent(route.table)}/${route.event}`;
    case "join":
      return `/t/${encodeURIComponent(route.table)}${route.invitation ? `#invitation=${encodeURIComponent(route.invitation)}` : "?sit"}`;
    case "table":
      return `/t/${encodeURIComponent(route.table)}${route.seat === undefined ? "" : `?seat=${route.seat}`}`;
    case "analysis":
      return `/t/${encodeURIComponent(route.table)}/analysis`;
    case "replay":
      return `/t/${encodeURIComponent(route.table)}?at=${route.at}${route.seat === undefined ? "" : `&seat=${route.seat}`}`;
  }
}
