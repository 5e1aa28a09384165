import { afterEach, expect, test, vi } from "vitest";
import { pushBlock, subscribe } from "./push";

afterEach(() => vi.unstubAllGlobals());

test("notifications need a secure page, a browser that has them, and permission", () => {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("isSecureContext", false);
  expect(pushBlock()).toBe("insecure");
  vi.stubGlobal("isSecureContext", true);
  expect(pushBlock()).toBe("unknown");
  vi.stubGlobal("navigator", { serviceWorker: {} });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "denied" });
  expect(pushBlock()).toBe("denied");
  vi.stubGlobal("Notification", { permission: "default" });
  expect(pushBlock()).toBeNull();
});

test("a subscription with another key of the server is replaced", async () => {
  const calls: string[] = [];
  const old = {
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    unsubscribe: async () => calls.push("unsubscribe"),
  };
  const made = {
    toJSON: () => ({ endpoint: "https://push.example.org/1", keys: { auth: "a" }, expirationTime: null }),
  };
  const pushManager = {
    getSubscription: async () => old,
    subscribe: async () => {
      calls.push("subscribe");
      return made;
    },
  };
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
  vi.stubGlobal("Notification", { requestPermission: async () => "granted" });
  expect(await subscribe("AQIE")).toEqual({ endpoint: "https://push.example.org/1", keys: { auth: "a" } });
  await subscribe("AQID"); // the key it has
  expect(calls).toEqual(["unsubscribe", "subscribe", "subscribe"]);
  vi.stubGlobal("Notification", { requestPermission: async () => "denied" });
  expect(await subscribe("AQID")).toBeNull();
});
