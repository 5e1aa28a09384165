/** The tab of the browser: its title, and a badge on its icon (and on the installed app) when it is the player's turn. */

const ICON = "/icon.svg";
const ICON_WITH_BADGE = "/icon-badge.svg";

class Tab {
  title = $state(""); // empty: the title of the route

  /** Show a title instead of the route's. Returns a function that takes it away. */
  show(title: string, hasBadge = false): () => void {
    this.title = title;
    this.#setBadge(hasBadge);
    return () => {
      this.title = "";
      this.#setBadge(false);
    };
  }

  #setBadge(isOn: boolean): void {
    document.querySelector("link[rel=icon]")?.setAttribute("href", isOn ? ICON_WITH_BADGE : ICON);
    if ("setAppBadge" in navigator) void (isOn ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => {});
  }
}

export const tab = new Tab();
