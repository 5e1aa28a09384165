/** The service worker: keeps the files of the page, so that it opens without a connection, and shows notices. It never touches the API. */
/// <reference no-default-lib="true"/>
/// <reference lib="es2023"/>
/// <reference lib="webworker"/>

// The build replaces these two.
declare const PAGE_FILES: string[];
declare const PAGE_VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `page-${PAGE_VERSION}`;
const FILES = PAGE_FILES;
const PAGE = "/"; // the same for every address and every person

async function store(): Promise<void> {
  const page = await fetch(PAGE, { cache: "no-store" });
  const text = await page.clone().text();
  // While a server is updated, its page may be of another version than these files: the browser tries again later.
  if (!page.ok || !FILES.some((file) => text.includes(`src="${file}"`))) throw new Error("another version");
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  await cache.put(PAGE, page);
}

async function deleteOld(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

async function kept(path: string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(path, { ignoreVary: true });
}

/** From the server, so that an old page never meets a new server; without a connection, what was kept. */
async function newest(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await kept(path)) ?? Response.error();
  }
}

/** A file with its version in its name. */
async function file(request: Request, path: string): Promise<Response> {
  return (await kept(path)) ?? fetch(request);
}

interface Notice {
  title: string;
  path: string;
  language: string;
}

/** Tell the person, unless they look at this table already. One notice per table: a newer one replaces it. */
async function tell(notice: Notice): Promise<void> {
  const open = await worker.clients.matchAll({ type: "window" });
  if (open.some((client) => client.focused && new URL(client.url).pathname === notice.path)) return;
  await worker.registration.showNotification(notice.title, {
    tag: notice.path,
    lang: notice.language,
    icon: "/icon-192.png",
    data: notice.path,
  });
}

async function openTable(path: string): Promise<void> {
  const open = await worker.clients.matchAll({ type: "window" });
  const there = open.find((client) => new URL(client.url).pathname === path);
  if (there) await there.focus();
  else await worker.clients.openWindow(path);
}

interface SubscriptionChange extends ExtendableEvent {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}

/** The push service gave this browser a new address: tell the server, so that notices go on. */
async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && !key) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (newSubscription ?? (await worker.registration.pushManager.subscribe(options))).toJSON();
  await fetch("/api/me/push", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys, replaces: oldSubscription?.endpoint }),
  });
}

worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event as SubscriptionChange));
});
worker.addEventListener("push", (event) => {
  const notice = event.data?.json() as Notice | undefined;
  if (notice) event.waitUntil(tell(notice));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(String(event.notification.data)));
});
worker.addEventListener("install", (event) => {
  void worker.skipWaiting(); // files have their version in their names, so this worker serves older pages as well
  event.waitUntil(store());
});
worker.addEventListener("activate", (event) => event.waitUntil(deleteOld()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(newest(request, PAGE));
  else if (FILES.includes(pathname))
    event.respondWith(pathname.startsWith("/assets/") ? file(request, pathname) : newest(request, pathname));
});
