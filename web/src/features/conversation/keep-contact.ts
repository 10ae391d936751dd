/** Puts the contacts from a server's response into the list of matches, so that every page shows the new contacts. */
import type { Contact } from "#/api/matches";
import { matches } from "#/member/resources";

export function keepContact(matchId: string, contact: Contact): void {
  matches().change((all) => all.map((it) => (it.matchId === matchId ? { ...it, contact } : it)));
}
