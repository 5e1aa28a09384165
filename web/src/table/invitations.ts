/** Invitations of tables opened in this browser: the server sends them only once, so the browser keeps them. */
import { readStorage, writeStorage } from "../browser/storage";
import type { OpenedTable } from "../wire/messages";

export function saveInvitations(opened: OpenedTable): void {
  if (opened.invitations.length) writeStorage(`invitations.${opened.table}`, JSON.stringify(opened.invitations));
}

export function loadInvitations(table: string): OpenedTable["invitations"] {
  return JSON.parse(readStorage(`invitations.${table}`) ?? "[]");
}
