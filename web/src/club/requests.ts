/** Requests about clubs. */
import { nonce } from "../wire/api";
import type { ClubLink, ClubView, Ladder, MyClubs, NewTournament, TournamentView } from "../wire/messages";
import { api } from "../wire/server";

const at = (club: string, tournament: string) => `/${club}/tournaments/${tournament}`;

export const clubs = {
  mine: async () => (await api.clubs<MyClubs>("GET", "")).clubs,
  found: (name: string) => api.clubs<ClubLink>("POST", "", { name }),
  look: (club: string) => api.clubs<ClubView>("GET", `/${club}`),
  join: (club: string, link: string) => api.clubs<ClubView>("POST", `/${club}/members`, { link }),
  leave: (club: string, number: number) => api.clubs<null>("DELETE", `/${club}/members/${number}`),
  dissolve: (club: string) => api.clubs<null>("DELETE", `/${club}`),
  renewLink: (club: string) => api.clubs<ClubLink>("POST", `/${club}/link`),
  ladder: (club: string, hasBots: boolean) => api.clubs<Ladder>("GET", `/${club}/ladder?bots=${hasBots}`),
  sit: (club: string, table: string) => api.clubs<unknown>("POST", `/${club}/tables/${table}/seat`, { nonce: nonce() }),
  fill: (club: string, table: string) => api.clubs<null>("POST", `/${club}/tables/${table}/bots`),
  plan: (club: string, plan: NewTournament) => api.clubs<{ tournament: string }>("POST", `/${club}/tournaments`, plan),
  tournament: (club: string, tournament: string) => api.clubs<TournamentView>("GET", at(club, tournament)),
  openRound: (club: string, tournament: string, round: number, isForced: boolean) =>
    api.clubs<TournamentView>("POST", `${at(club, tournament)}/rounds`, { round, is_forced: isForced }),
  setAbsent: (club: string, tournament: string, number: number, isAbsent: boolean) =>
    api.clubs<TournamentView>("PUT", `${at(club, tournament)}/players/${number}`, { is_absent: isAbsent }),
  end: (club: string, tournament: string) => api.clubs<TournamentView>("POST", `${at(club, tournament)}/end`),
  exportPath: (club: string, tournament: string, format: "csv" | "json") =>
    `/api/clubs${at(club, tournament)}/export?format=${format}`,
};
