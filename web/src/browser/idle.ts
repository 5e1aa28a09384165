/** Work that can wait until the browser has nothing better to do. */

const LATEST_MS = 3000;
const WITHOUT_MS = 50; // where a browser does not tell when it is idle

export function idle(): Promise<void> {
  return new Promise((done) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => done(), { timeout: LATEST_MS });
    else setTimeout(done, WITHOUT_MS);
  });
}
