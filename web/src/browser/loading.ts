/** Loads parts of the page on demand, even if the server is briefly unavailable. */
const RETRY_MS = 1000;
const RECENT_MS = 30_000; // a page reloaded so recently is not reloaded again

/** The browser functions needed; tests pass their own. */
export interface LoadEnvironment {
  isServerUp: () => Promise<boolean>;
  isReloaded: () => boolean; // a moment ago
  wait: (ms: number) => Promise<void>;
  reload: () => void;
}

const browser: LoadEnvironment = {
  isServerUp: () =>
    fetch("/healthz").then(
      (response) => response.ok,
      () => false,
    ),
  isReloaded: () => {
    const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return opened?.type === "reload" && performance.now() < RECENT_MS;
  },
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  reload: () => location.reload(),
};

/** Load a part; if that fails, wait for the server and reload the page, because browsers never retry a failed import. */
export async function loadOrReload<Part>(
  load: () => Promise<Part>,
  environment: LoadEnvironment = browser,
): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (environment.isReloaded()) throw error;
    while (!(await environment.isServerUp())) await environment.wait(RETRY_MS);
    environment.reload();
    return new Promise(() => {}); // the page is being reloaded
  }
}
