/** Returns a promise that the test resolves, such as for an answer that must arrive late. */
export function heldBack(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
