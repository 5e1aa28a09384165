/** The light or dark theme: the system's until the player chooses one. */
import { readStorage, writeStorage } from "./storage";

export type ThemeName = "system" | "light" | "dark";

class Theme {
  name = $state<ThemeName>("system");

  start(): void {
    const kept = readStorage("theme");
    this.choose(kept === "light" || kept === "dark" ? kept : "system", false);
  }

  choose(name: ThemeName, isKept = true): void {
    this.name = name;
    const root = document.documentElement;
    if (name === "system") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", name);
    if (isKept) writeStorage("theme", name);
  }
}

export const theme = new Theme();
