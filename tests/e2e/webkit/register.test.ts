/** A person in WebKit, the engine of LINE on an iPhone: from the welcome screen to a conversation. */
import { join } from "node:path";
import { expect } from "@playwright/test";
import { answer, headings, waitForHeading } from "../form";
import { man } from "../meeting-stage";
import { logIn, sayYesByCall } from "../member-calls";
import { approve, registerMember } from "../members";
import { test } from "./stage";

const pictures = join(import.meta.dirname, "../../files/pictures");
const photos = ["orient-6.jpg", "grey-alpha.png"].map((name) => join(pictures, name));

/** Runs in the page. Returns the groups of controls that are taller than what they hold. */
function looseGroups(): string[] {
  const isLoose = (group: Element) => {
    const held = group.lastElementChild?.getBoundingClientRect().bottom ?? 0;
    return group.getBoundingClientRect().bottom - held > 1;
  };
  return [...document.querySelectorAll("fieldset")]
    .filter(isLoose)
    .map((group) => group.querySelector("legend")?.innerText ?? "");
}

test("a person registers, is approved, meets a member and writes to them", async ({
  person,
  server,
}) => {
  await person.open("/register");
  await person.takePicture("welcome");
  await person.begins();
  for (const heading of headings) {
    await waitForHeading(person, heading);
    if (heading === "Photos") {
      await person.getByLabel(/^Add photo 1/).pick(...photos);
      await person.getByRole("img", { name: "Photo 2", exact: true }).waitFor();
    } else {
      await answer[heading](person);
    }
    await person.takePicture(heading.toLowerCase().replaceAll(" ", "-"));
    expect(await person.run(looseGroups)).toEqual([]);
    if (heading !== "Check your answers") await person.press("Continue");
  }
  await person.press("Send for review");
  await person.heading("Waiting for review").waitFor();
  await person.takePicture("waiting");

  const me = { userId: await person.userId(), nickname: "小美" };
  await approve(server, me.userId);
  const ming = await registerMember(server, "小明", man);
  await sayYesByCall(server, ming, me);
  await person.open("/");
  await person.getByRole("article", { name: /^小明/ }).waitFor();
  await person.takePicture("introduction");
  await person.press("I’d like to meet");
  await person.getByRole("textbox", { name: "Your answer" }).fill("Mountains");
  await person.press("Yes, I’d like to meet");
  // Her yes makes the match.
  await person.heading("You both said yes").waitFor();
  await person.takePicture("match");
  await person.press("Write to them");
  await person.getByRole("textbox", { name: "Message to 小明" }).fill("Which mountain?");
  await person.press("Send");
  const matchId = new URL(await person.browser.getCurrentUrl()).pathname.split("/").at(-1);
  const his = await logIn(server, ming);
  const notes = async () => JSON.stringify(await his("GET", `/matches/${matchId}/notes`));
  await expect.poll(notes, { timeout: 20_000 }).toContain("Which mountain?");
  await his("POST", `/matches/${matchId}/notes`, { text: "The highest!" });
  await person.sees("The highest!");
  await person.takePicture("conversation");
  for (const name of ["matches", "news", "profile", "privacy"]) {
    await person.open(`/${name}`);
    await person.getByRole("navigation").waitFor();
    await person.takePicture(name);
  }
  await person.getByRole("radiogroup").waitFor();
  expect(await person.run(looseGroups)).toEqual([]);
});
