/** The requests of a start: WebKit made some of them twice. */
import { expect } from "@playwright/test";
import { test } from "./stage";

test("a start requests no file twice, and has its configuration in the page", async ({
  network,
  person,
}) => {
  await person.open("/register");
  await person.startsApp();
  await person.getByRole("button", { name: "Start my profile" }).waitFor();
  const paths = network.requests.map(({ path }) => path);
  const files = paths.filter((path) => !path.startsWith("/api/"));
  expect(files.length).toBeGreaterThan(5);
  expect(files).not.toContain("/config.json");
  expect(files).toEqual([...new Set(files)]);
});
