/** Parts of the page that come when they are needed: a server that is away just then must not leave a hole. */
const AGAIN_MS = 1000; // between two looks whether the server is back
const LATELY_MS = 30_000; // a page that was loaded anew so lately would not fare better the next time

/** What of the browser is needed. */
export interface LoadEnvironment {
  isServerHere: () => Promise<boolean>;
  isNew: () => boolean; // whether the page was loaded anew just now
  wait: (ms: number) => Promise<void>;
  reload: () => void;
}

const browser: LoadEnvironment = {
  isServerHere: () =>
    fetch("/healthz").then(
      (answer) => answer.ok,
      () => false,
    ),
  isNew: () => {
    const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return opened?.type === "reload" && performance.now() < LATELY_MS;
  },
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  reload: () => location.reload(),
};

/**
 * Load a part. If it cannot be had, wait for the server and then load the whole page anew: a browser remembers that a
 * part failed and does not ask for it again. All that matters is at the server.
 */
export async function loadOrReload<Part>(load: () => Promise<Part>, around: LoadEnvironment = browser): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (around.isNew()) throw error;
    while (!(await around.isServerHere())) await around.wait(AGAIN_MS);
    around.reload();
    return new Promise(() => {}); // this page is going
  }
}
