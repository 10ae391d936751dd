/** The form is left early again and again, with its data on disk. WebKit's IndexedDB then sometimes stays silent. */
import { expect } from "@playwright/test";
import { test } from "./stage";

test("a form that was left early fifty times opens with its draft", async ({ person }) => {
  await person.open("/register");
  await person.begins();
  await person.getByLabel("Nickname").fill("小美");
  await person.sees(/Saved on this device/);
  const { browser } = person;
  // The driver ends its wait while the page is opening its storage, at another moment each time.
  for (let time = 0; time < 50; time += 1) {
    await browser.manage().setTimeouts({ pageLoad: 40 + time * 5 });
    await person.open(`/register?page=you&time=${time}`).catch(() => undefined);
  }
  await browser.manage().setTimeouts({ pageLoad: 60_000 });
  await person.open("/register?page=you");
  await person.heading("Who you are").waitFor();
  expect(await person.getByLabel("Nickname").value()).toBe("小美");
});
