import { expect, test } from "vitest";
import { Api } from "./api";
import type { NewTable } from "./messages";

test("the server commits to its dice before it gets the nonce", async () => {
  const requests: { address: string; body: unknown }[] = [];
  const responses = [{ commitment: "c0ffee" }, { table: "t", seats: [], invitations: [] }];
  const fetch = async (address: unknown, options?: RequestInit) => {
    requests.push({ address: String(address), body: options?.body ? JSON.parse(String(options.body)) : null });
    return new Response(JSON.stringify(responses[requests.length - 1]), { status: 201 });
  };
  const api = new Api({ fetch: fetch as typeof globalThis.fetch, language: () => "fr" });
  const table: NewTable = {
    game: "calypso",
    options: {},
    seats: ["me", "here"],
    order: "lot",
    clock: null,
    is_public: false,
  };
  expect((await api.open(table)).table).toBe("t");
  expect(requests.map((one) => one.address)).toEqual(["/api/commitments?language=fr", "/api/tables?language=fr"]);
  expect(requests[0]?.body).toBeNull();
  expect(requests[1]?.body).toMatchObject({
    game: "calypso",
    commitment: "c0ffee",
    nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});
