/** Enter on a keyboard of glass: the key says "next", so it goes to the next field. */
import type { KeyboardEvent } from "react";

const typed = "input:not([type=radio]):not([type=checkbox]):not([type=range])";
const controls = "input, select, textarea, button";

/**
 * To be called at each key of the form.
 *
 * With keys of its own a device sends the form at Enter, as everywhere; Android moves on by itself, and
 * iOS would send the form from the first field.
 */
export function goOnAtEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, nativeEvent } = event;
  // The Enter that ends the writing of 漢字 is no Enter; Safari tells it by this old number only.
  if (event.key !== "Enter" || nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
  if (!(target instanceof HTMLElement) || !target.matches(typed)) return;
  if (!window.matchMedia("(pointer: coarse)").matches) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>(controls)];
  const next = all.slice(all.indexOf(target) + 1).find((control) => control.tabIndex >= 0);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "center" });
}
