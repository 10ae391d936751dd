/** Shows the contacts of a match as the server has them. */
import type { Contact } from "#/api/matches";
import { matches } from "#/member/resources";

export function keepContact(matchId: string, contact: Contact): void {
  matches().change((all) => all.map((it) => (it.matchId === matchId ? { ...it, contact } : it)));
}
