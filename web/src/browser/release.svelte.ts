/** Whether the server answers, and whether it has a newer page than this one. */

const RETRY_MS = 3000; // while the server does not answer
const HOUR_MS = 3_600_000;
const LEAST_MS = 60_000; // between two checks of a page that is often hidden and shown
const ASSET = /(?:src|href)="(\/assets\/[^"]+)"/g;

/** The browser functions needed; tests pass their own. */
export interface ReleaseEnvironment {
  page: () => Promise<string>; // index.html, from the server
  hasFile: (path: string) => boolean; // of the page that is shown
  now: () => number;
  wait: (ms: number) => Promise<void>;
  reload: () => void;
}

const browser: ReleaseEnvironment = {
  page: async () => (await fetch("/", { cache: "no-store" })).text(),
  hasFile: (path) => document.querySelector(`[src="${path}"], [href="${path}"]`) !== null,
  now: () => Date.now(),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  reload: () => location.reload(),
};

export class Release {
  isMissing = $state(false); // the server did not answer when the page was opened
  isOutdated = $state(false);
  #checked = Number.NEGATIVE_INFINITY;

  constructor(private readonly environment: ReleaseEnvironment = browser) {}

  /** Check when the page is opened. Without a server, wait for it, then load the page again. */
  async open(): Promise<void> {
    if (await this.check()) return;
    this.isMissing = true;
    do await this.environment.wait(RETRY_MS);
    while (!(await this.check()));
    this.environment.reload();
  }

  /** Check again whenever the page is shown or the network is back, and every hour. */
  listen(): () => void {
    const shown = () => {
      if (document.visibilityState === "visible" && this.environment.now() - this.#checked > LEAST_MS)
        void this.check();
    };
    const again = () => void this.check();
    const timer = setInterval(again, HOUR_MS);
    addEventListener("online", again);
    document.addEventListener("visibilitychange", shown);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", shown);
    };
  }

  /** Compare the files of the server's page with ours. Returns whether the server answered. */
  async check(): Promise<boolean> {
    this.#checked = this.environment.now();
    try {
      const page = await this.environment.page();
      const files = [...page.matchAll(ASSET)].map(([, path = ""]) => path);
      if (files.length) this.isOutdated = !files.every((path) => this.environment.hasFile(path));
      return true;
    } catch {
      return false;
    }
  }

  reload(): void {
    this.environment.reload();
  }
}

export const release = new Release();
