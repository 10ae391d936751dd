/** Lets `findBy…` and both kinds of `waitFor` wait long enough for a machine that builds at the same time. */
import { configure } from "@testing-library/react";
import { vi } from "vitest";

const timeoutMs = 5_000;

configure({ asyncUtilTimeout: timeoutMs });

// Vitest has no setting for this. A test that needs a shorter time names it.
const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: timeoutMs });
