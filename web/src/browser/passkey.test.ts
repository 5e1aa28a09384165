import { afterEach, expect, test, vi } from "vitest";
import { passkeyBlock } from "./passkey";

afterEach(() => vi.unstubAllGlobals());

test("passkeys need a secure page, a name and a browser that knows them", () => {
  vi.stubGlobal("isSecureContext", false);
  expect(passkeyBlock("games.example.org")).toBe("insecure");
  vi.stubGlobal("isSecureContext", true);
  expect(passkeyBlock("127.0.0.1")).toBe("nameless");
  expect(passkeyBlock("[::1]")).toBe("nameless");
  expect(passkeyBlock("games.example.org")).toBe("unknown");
  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(() => {}, { parseCreationOptionsFromJSON: () => {} }),
  );
  expect(passkeyBlock("games.example.org")).toBeNull();
  expect(passkeyBlock("localhost")).toBeNull();
});
