/** What a person is told of a file that was taken away, and of one that stays after all. */
import { text } from "../../../i18n/use-text";
import type { FileProblem } from "../../../pictures/problems";
import { addToast } from "../../../toasts/toasts";
import { errorText } from "../form/form-errors";
import type { Removal } from "./file-shelf";
import { type PickPlace, pathOfPlace } from "./picks";

const undoMs = 8_000;
/** Some reasons say at length what to do about it. */
const reasonMs = 15_000;

/** Offers a way back; once it cannot be tapped any more, the file is given up. */
export function offerUndo(title: string, removal: Removal | null, place: PickPlace): void {
  if (!removal) return;
  const noUndo = place === "document" ? "register.document.noUndo" : "register.photo.noUndo";
  const onClick = () => {
    if (!removal.undo()) addToast(text(noUndo), { color: "red" });
  };
  const action = { label: text("register.photo.undo"), onClick };
  addToast(title, { durationMs: undoMs, action, onGone: removal.drop });
}

/** A file that cannot be used has not cost the one before. */
export function tellFileStays(place: PickPlace, problem: FileProblem): void {
  const error = { path: pathOfPlace(place), code: problem, params: {} };
  const reason = errorText(text, error, {});
  addToast(text("register.photo.stays", { reason }), { color: "red", durationMs: reasonMs });
}
