/** The server this page came from. */
import { Api, Refused } from "../wire/api";
import { say, tongue } from "../words/language.svelte";
import { upper } from "../words/say";

export const api = new Api({ fetch: (...asked) => fetch(...asked), language: () => tongue.language });

/** Why something did not work, in the server's words or ours. */
export function whyNot(error: unknown): string {
  if (error instanceof Refused && error.message) return upper(error.message);
  return error instanceof Refused && error.code === "page/offline" ? say("wire.offline") : say("wire.trouble");
}
