/** Journey 13: the network comes and goes every second while the form is sent. */
import { expect } from "@playwright/test";
import { runChaos } from "./chaos";
import { largestMark } from "./marked-pictures";
import { lineTest as test } from "./stage";

const n = Number(process.env.CHAOS_RUNS ?? 3);
const seed = Number(process.env.CHAOS_SEED ?? 1);
const longestRunMs = 180_000;

test("whatever the network does to a submit, there is one profile a person, with the right photos", async ({
  stage,
}) => {
  test.setTimeout(n * longestRunMs);
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
  expect(result.photosRight).toBe(result.photosPicked);
  // Otherwise the network was too good to show anything.
  expect(result.strikesDone).toBe(n);
  expect(result.createsHeard).toBeGreaterThan(n);
  expect(result.weather.phases).toBeGreaterThan(n);
});
