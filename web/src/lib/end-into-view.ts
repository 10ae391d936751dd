/** The `ref` of a part that appears at the end of a dialog, where it is out of view on a phone. */
export function endIntoView(part: HTMLElement | null): void {
  part?.scrollIntoView?.({ block: "end" });
}
