import { expect, test } from "vitest";
import { Api } from "./api";
import type { NewTable } from "./messages";

test("the server commits itself to its dice before it hears the nonce", async () => {
  const asked: { address: string; body: unknown }[] = [];
  const answers = [{ commitment: "c0ffee" }, { table: "t", seats: [], invitations: [] }];
  const fetch = async (address: unknown, how?: RequestInit) => {
    asked.push({ address: String(address), body: how?.body ? JSON.parse(String(how.body)) : null });
    return new Response(JSON.stringify(answers[asked.length - 1]), { status: 201 });
  };
  const api = new Api({ fetch: fetch as typeof globalThis.fetch, language: () => "fr" });
  const wish: NewTable = { game: "calypso", options: {}, seats: ["me", "here"], clock: null, is_public: false };
  expect((await api.open(wish)).table).toBe("t");
  expect(asked.map((one) => one.address)).toEqual(["/api/commitments?language=fr", "/api/tables?language=fr"]);
  expect(asked[0]?.body).toBeNull();
  expect(asked[1]?.body).toMatchObject({
    game: "calypso",
    commitment: "c0ffee",
    nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});
