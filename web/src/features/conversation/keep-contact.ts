/** Puts the contacts that the server has returned into the list of matches, from which the pages show them. */
import type { Contact } from "#/api/matches";
import { matches } from "#/member/resources";

export function keepContact(matchId: string, contact: Contact): void {
  matches().change((all) => all.map((it) => (it.matchId === matchId ? { ...it, contact } : it)));
}
