/** Addresses of the page: what each leads to, and how each is written. */

export type Route =
  | { page: "harbour" }
  | { page: "new"; game: string }
  | { page: "table"; table: string; seat?: number }
  | { page: "join"; table: string; invitation?: string } // without one: a free seat of a table for everybody
  | { page: "replay"; table: string; at: number; seat?: number }
  | { page: "about" }
  | { page: "not_found" };

/** Instead of a seat: the eyes of somebody who only watches. */
export const SPECTATOR = -1;

export function parseRoute(path: string, search = ""): Route {
  const parts = path.split("/").filter(Boolean).map(plain);
  const asked = new URLSearchParams(search);
  const [first, second] = parts;
  if (!first) return { page: "harbour" };
  if (first === "about" && parts.length === 1) return { page: "about" };
  if (first === "new" && second && parts.length === 2) return { page: "new", game: second };
  if (first === "t" && second && parts.length === 2) return readTable(second, asked);
  return { page: "not_found" };
}

/** A part that nobody could have written leads nowhere, but breaks nothing. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function readTable(table: string, asked: URLSearchParams): Route {
  const invitation = asked.get("invitation");
  if (invitation) return { page: "join", table, invitation };
  if (asked.has("sit")) return { page: "join", table };
  const seat = asked.get("seat") === String(SPECTATOR) ? SPECTATOR : whole(asked.get("seat"));
  const at = whole(asked.get("at"));
  return at === undefined ? { page: "table", table, seat } : { page: "replay", table, at, seat };
}

function whole(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

export function formatRoute(route: Route): string {
  switch (route.page) {
    case "harbour":
    case "not_found":
      return "/";
    case "about":
      return "/about";
    case "new":
      return `/new/${encodeURIComponent(route.game)}`;
    case "join":
      return `/t/${encodeURIComponent(route.table)}?${route.invitation ? `invitation=${encodeURIComponent(route.invitation)}` : "sit"}`;
    case "table":
      return `/t/${encodeURIComponent(route.table)}${route.seat === undefined ? "" : `?seat=${route.seat}`}`;
    case "replay":
      return `/t/${encodeURIComponent(route.table)}?at=${route.at}${route.seat === undefined ? "" : `&seat=${route.seat}`}`;
  }
}
