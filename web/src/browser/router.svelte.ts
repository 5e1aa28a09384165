/** The current route; internal links change it without loading the page again. */
import { tick } from "svelte";
import { formatRoute, parseRoute, type Route } from "./route";

class Router {
  route = $state<Route>(parseRoute(location.pathname, location.search, location.hash));

  go(route: Route, isReplacing = false): void {
    history[isReplacing ? "replaceState" : "pushState"](null, "", formatRoute(route));
    this.route = route;
    scrollTo(0, 0);
  }

  /** Change the address only. */
  updateAddress(route: Route): void {
    history.replaceState(null, "", formatRoute(route));
  }

  listen(): () => void {
    const back = () => {
      this.route = parseRoute(location.pathname, location.search, location.hash);
    };
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
      if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
      if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
      if (link.hash && link.pathname === location.pathname) return;
      event.preventDefault();
      this.go(parseRoute(link.pathname, link.search, link.hash));
      if (link.hash) void tick().then(() => document.querySelector(link.hash)?.scrollIntoView());
    };
    addEventListener("popstate", back);
    addEventListener("click", follow);
    return () => {
      removeEventListener("popstate", back);
      removeEventListener("click", follow);
    };
  }
}

export const router = new Router();
