/** Opens the dialog in which a member reports another, and hides a person who is gone. */
import type { Acquaintance } from "#/api/safety";
import { text } from "#/i18n/use-text";
import { introductions, matches } from "#/member/resources";
import { openDialog } from "#/overlays/open-dialog";
import { addToast } from "#/toasts/toasts";

/** True while a dialog opens or is open: a second tap on the item that opens it does nothing. */
let isOpen = false;

/** Asks for the reason of a report and sends it. Returns true if it was sent while the dialog was open. */
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

/**
 * Hides the person at once. The refresh also removes the match of an introduction, or the introduction of
 * a match, whose ids this device does not know.
 */
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
