/**
 * Gives `findBy…` and the `waitFor` of Testing Library and of Vitest enough time while the machine also
 * builds, and ends each with the effects of what it found.
 */
import { act, configure, getConfig } from "@testing-library/react";
import { vi } from "vitest";

const timeoutMs = 5_000;
const { asyncWrapper } = getConfig();

configure({
  asyncUtilTimeout: timeoutMs,
  // A box can be in the document before it listens to its store. React would then put the old text back after
  // the test has typed, and a test that types the old text next would change nothing.
  asyncWrapper: async (wait) => {
    const found = await asyncWrapper(wait);
    await act(async () => undefined);
    return found;
  },
});

// Vitest has no setting for the timeout of `waitFor`. A test that needs a shorter one names it.
const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: timeoutMs });
