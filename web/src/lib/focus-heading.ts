/** Moves the focus to the heading of the page. Call it after the page has removed the control that had the focus. */
export function focusHeading(): void {
  document.querySelector("h1")?.focus({ preventScroll: true });
}

/**
 * Moves the focus to the heading, unless a control that stays on the page has the focus. `closing` is an element that
 * the page is about to remove.
 */
export function focusHeadingIfLost(closing?: Element | null): void {
  const { activeElement, body } = document;
  const isLost = activeElement === null || activeElement === body;
  if (isLost || closing?.contains(activeElement)) focusHeading();
}
