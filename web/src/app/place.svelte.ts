/** Where in the page we are; links of our own are followed without loading it again. */
import { tick } from "svelte";
import { type Route, read, write } from "./route";

class Place {
  route = $state<Route>(read(location.pathname, location.search));

  go(route: Route, isReplacing = false): void {
    history[isReplacing ? "replaceState" : "pushState"](null, "", write(route));
    this.route = route;
    scrollTo(0, 0);
  }

  /** The address follows what is shown already. */
  note(route: Route): void {
    history.replaceState(null, "", write(route));
  }

  watch(): () => void {
    const back = () => {
      this.route = read(location.pathname, location.search);
    };
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
      if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
      if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
      if (link.hash && link.pathname === location.pathname) return;
      event.preventDefault();
      this.go(read(link.pathname, link.search));
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

export const place = new Place();
