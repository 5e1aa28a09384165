/** Web Push in this browser: asks for permission, and subscribes with the key of the server. */
import { readStorage, writeStorage } from "./storage";

const DEVICE = "push.device"; // the id under which the server knows this browser

export type PushBlock = "insecure" | "unknown" | "denied";

/** Why this browser cannot be told, or null if it can. */
export function pushBlock(): PushBlock | null {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unknown";
  return Notification.permission === "denied" ? "denied" : null;
}

/** The id under which the server knows this browser: the service worker may have got a new subscription. */
export async function pushDevice(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return readStorage(DEVICE) ?? undefined;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function savePushDevice(device: string): void {
  writeStorage(DEVICE, device);
}

/** Subscribe this browser; null if the person does not allow it. A subscription with another key is replaced. */
export async function subscribe(key: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const known = await pushManager.getSubscription();
  if (known && encoded(known.options.applicationServerKey) !== key) await known.unsubscribe();
  const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
  return { endpoint, keys };
}

function encoded(bytes: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
