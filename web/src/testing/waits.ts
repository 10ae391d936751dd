/**
 * Gives `findBy…` and the `waitFor` of Testing Library and of Vitest enough time while the machine also
 * builds, and ends each with the effects of what it found.
 *
 * React runs effects a moment after the document has changed. A test that goes on in between types into a box that
 * does not listen to its store yet, or finds the timer of a part that is gone.
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

// Vitest has no setting for the timeout of `waitFor`. A test that needs a shorter one names it.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  withEffects(waitFor(callback, options ?? { timeout: timeoutMs }));
