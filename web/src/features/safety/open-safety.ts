/** Opens the dialog in which a member reports a person, and hides a person whom the member has left or reported. */
import type { Acquaintance } from "#/api/safety";
import { text } from "#/i18n/use-text";
import { introductions, matches } from "#/member/resources";
import { openDialog } from "#/overlays/open-dialog";
import { addToast } from "#/toasts/toasts";

/** True while a report dialog loads or is open. A second tap then opens no second dialog. */
let isOpen = false;

/** Returns true if the report was sent while the dialog was open. */
export async function openReport(acquaintance: Acquaintance, nickname: string): Promise<boolean> {
  if (isOpen) return false;
  isOpen = true;
  const load = async () => (await import("./report-dialog")).ReportDialog;
  const onSent = () => {
    hidePerson(acquaintance);
    addToast(text("member.report.done"), { color: "green" });
  };
  const isDone = await openDialog(load, { acquaintance, nickname, onSent }).finally(() => {
    isOpen = false;
  });
  return isDone === true;
}

/** Removes a match or an introduction at once. The refresh removes the same person's entry in the other list. */
export function hidePerson(acquaintance: Acquaintance): void {
  if ("matchId" in acquaintance) {
    matches().change((all) => all.filter(({ matchId }) => matchId !== acquaintance.matchId));
  } else {
    const { introductionId } = acquaintance;
    introductions().change((known) => ({
      ...known,
      introductions: known.introductions.filter((each) => each.introductionId !== introductionId),
    }));
  }
  void matches().refresh();
  void introductions().refresh();
}
