/** The link to join a club: the server sends it only once, so the organiser's browser keeps it. */
import { readStorage, writeStorage } from "../browser/storage";
import type { ClubLink } from "../wire/messages";

export function saveLink(link: ClubLink): void {
  writeStorage(`club.${link.club}`, link.path);
}

export function loadLink(club: string): string | null {
  return readStorage(`club.${club}`);
}
