/** Moves the focus to the heading of the page, after the control that had it has gone. */
export function focusHeading(): void {
  document.querySelector("h1")?.focus({ preventScroll: true });
}

/** Does the same, unless a control that is still there has the focus. `closing` is about to go. */
export function focusHeadingIfLost(closing?: Element | null): void {
  const { activeElement, body } = document;
  const isLost = activeElement === null || activeElement === body;
  if (isLost || closing?.contains(activeElement)) focusHeading();
}
