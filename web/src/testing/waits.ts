/** Gives `findBy…` and the `waitFor` of Testing Library and of Vitest enough time while the machine also builds. */
import { configure } from "@testing-library/react";
import { vi } from "vitest";

const timeoutMs = 5_000;

configure({ asyncUtilTimeout: timeoutMs });

// Vitest has no setting for the timeout of `waitFor`. A test that needs a shorter one names it.
const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: timeoutMs });
