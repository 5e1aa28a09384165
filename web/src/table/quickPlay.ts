/** One click to a table: the usual options, against bots. */
import { router } from "../browser/router.svelte";
import type { GameCard } from "../wire/messages";
import { api } from "../wire/server";
import { saveInvitations } from "./invitations";
import { quickTable } from "./setup";

export async function playAtOnce(game: GameCard): Promise<void> {
  const made = await api.open(quickTable(game));
  saveInvitations(made);
  router.go({ page: "table", table: made.table });
}
