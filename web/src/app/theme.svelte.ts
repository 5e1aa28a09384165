/** Light or dark: the system's choice until a person makes another. */
import { recall, remember } from "./memory";

export type Shade = "system" | "light" | "dark";

class Theme {
  shade = $state<Shade>("system");

  start(): void {
    const kept = recall("theme");
    this.choose(kept === "light" || kept === "dark" ? kept : "system", false);
  }

  choose(shade: Shade, isKept = true): void {
    this.shade = shade;
    const root = document.documentElement;
    if (shade === "system") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", shade);
    if (isKept) remember("theme", shade);
  }

  get isDark(): boolean {
    return this.shade === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : this.shade === "dark";
  }
}

export const theme = new Theme();
