/** The server this page came from. */

import { language, say } from "../words/language.svelte";
import { capitalize } from "../words/say";
import { Api, ApiError } from "./api";

export const api = new Api({ fetch: (...asked) => fetch(...asked), language: () => language.code });

/** Why something did not work, in the server's words or ours. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError && error.message) return capitalize(error.message);
  return error instanceof ApiError && error.code === "page/offline" ? say("wire.offline") : say("wire.trouble");
}
