/** Scrolls an element into view when React adds it. Use this as the `ref` of an element at the end of a long dialog. */
export function endIntoView(part: HTMLElement | null): void {
  part?.scrollIntoView?.({ block: "end" });
}
