/** Registers the service worker, which browsers allow on this machine and with HTTPS only. */

const PATH = "/worker.js";

/** After the page has been loaded, so that it does not wait for files that it may need later. */
export function startWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const start = () => void navigator.serviceWorker.register(PATH).catch(() => {}); // blocked by the browser
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
