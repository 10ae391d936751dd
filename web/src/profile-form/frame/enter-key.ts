/** Makes Enter on a touch keyboard move the focus to the next field. The key has the label "next". */
import type { KeyboardEvent } from "react";
import { isOfInputMethod } from "#/lib/input-method";

const typed = "input:not([type=radio]):not([type=checkbox]):not([type=range])";
const controls = "input, select, textarea, button";

/**
 * Moves the focus to the next control after Enter on a touch device, because iOS would submit the form already in the
 * first field. On a device with a mouse, Enter still submits the form.
 */
export function focusNextOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, nativeEvent } = event;
  if (event.key !== "Enter" || isOfInputMethod(nativeEvent)) return;
  if (!(target instanceof HTMLElement) || !target.matches(typed)) return;
  if (!window.matchMedia("(pointer: coarse)").matches) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>(controls)];
  const next = all.slice(all.indexOf(target) + 1).find((control) => control.tabIndex >= 0);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "center" });
}
