/**
 * Gives `findBy…` and the `waitFor` of Testing Library and of Vitest more time, because builds may slow down
 * the machine. Each of them also waits for React's effects.
 *
 * React runs effects a moment after the document has changed. Without the wait, a test could type into a box
 * that does not listen to its store yet, or find a timer of a removed component.
 */
import { act, configure, getConfig } from "@testing-library/react";
import { vi } from "vitest";

const timeoutMs = 5_000;
const { asyncWrapper } = getConfig();

async function withEffects<Found>(wait: Promise<Found>): Promise<Found> {
  const found = await wait;
  await act(async () => undefined);
  return found;
}

configure({
  asyncUtilTimeout: timeoutMs,
  asyncWrapper: (wait) => withEffects(asyncWrapper(wait)),
});

// Vitest has no setting for the timeout of `waitFor`, so replace its default.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  withEffects(waitFor(callback, options ?? { timeout: timeoutMs }));
