/** The API of the server that sent this page. */

import { language, say } from "../words/language.svelte";
import { capitalize } from "../words/say";
import { Api, ApiError } from "./api";

export const api = new Api({ fetch: (...request) => fetch(...request), language: () => language.code });

/** The message for an error: the server's, or the page's own. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError && error.message) return capitalize(error.message);
  return error instanceof ApiError && error.code === "page/offline" ? say("wire.offline") : say("wire.trouble");
}
