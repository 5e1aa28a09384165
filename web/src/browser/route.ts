/** The routes of the page, parsed from and formatted as addresses. */

export type Route =
  | { page: "harbour" }
  | { page: "new"; game: string }
  | { page: "learn"; game: string }
  | { page: "table"; table: string; seat?: number }
  | { page: "join"; table: string; invitation?: string } // none: an open seat of a public table
  | { page: "replay"; table: string; at: number; seat?: number }
  | { page: "about" }
  | { page: "me" }
  | { page: "device"; link: string } // made on another device
  | { page: "not_found" };

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
  if (first === "new" && second && parts.length === 2) return { page: "new", game: second };
  if (first === "learn" && second && parts.length === 2) return { page: "learn", game: second };
  if (first === "t" && second && parts.length === 2) {
    const invitation = fragment(hash, "invitation");
    return invitation ? { page: "join", table: second, invitation } : parseTable(second, parameters);
  }
  return { page: "not_found" };
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
    case "new":
      return `/new/${encodeURIComponent(route.game)}`;
    case "learn":
      return `/learn/${encodeURIComponent(route.game)}`;
    case "join":
      return `/t/${encodeURIComponent(route.table)}${route.invitation ? `#invitation=${encodeURIComponent(route.invitation)}` : "?sit"}`;
    case "table":
      return `/t/${encodeURIComponent(route.table)}${route.seat === undefined ? "" : `?seat=${route.seat}`}`;
    case "replay":
      return `/t/${encodeURIComponent(route.table)}?at=${route.at}${route.seat === undefined ? "" : `&seat=${route.seat}`}`;
  }
}
