/** A network that comes and goes every second while the form is sent. */
import { expect } from "@playwright/test";
import { runChaos } from "./chaos";
import { largestMark } from "./marked-pictures";
import { lineTest as test } from "./stage";

const n = Number(process.env.CHAOS_RUNS ?? 2);
const seed = Number(process.env.CHAOS_SEED ?? 1);
const maxRegistrationMs = 180_000;

test("an unstable network leaves each person one profile with the right photos", async ({
  stage,
}) => {
  test.setTimeout(n * maxRegistrationMs);
  expect(n * 6).toBeLessThan(largestMark);
  const result = await runChaos(stage, n, seed);
  console.log(`seed ${seed}: ${JSON.stringify(result, undefined, 2)}`);
  expect(result).toMatchObject({
    registrations: n,
    profiles: n,
    duplicates: 0,
    lost: [],
    stranded: 0,
  });
  expect(result.photosRight).toBe(result.photosAdded);
  // With fewer failures than this, the run would prove nothing.
  expect(result.failuresDone).toBe(n);
  expect(result.createRequests).toBeGreaterThan(n);
  expect(result.network.phases).toBeGreaterThan(n);
});
