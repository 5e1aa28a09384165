/** Registers the service worker, which browsers allow on this machine and with HTTPS only. */

import { idle } from "./idle";

const PATH = "/worker.js";

/** After the page has been drawn, so that it does not wait for files that it may need later. */
export function startWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const start = async () => {
    await idle();
    await navigator.serviceWorker.register(PATH).catch(() => {}); // blocked by the browser
  };
  if (document.readyState === "complete") void start();
  else addEventListener("load", start, { once: true });
}
