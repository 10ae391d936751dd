/** The places of the app in which a newcomer and a member type, for the table of storage faults. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "@playwright/test";
import base from "../vectors/base.json" with { type: "json" };
import { answer, type Heading, headings, waitForHeading } from "./form";
import type { ApiCall } from "./member-calls";
import type { Member } from "./members";
import type { Network } from "./network";
import type { TestServer } from "./server";
import type { Fault } from "./storage-faults";
import type { Visitor } from "./visitor";

export interface Stage {
  engine: string;
  network: Network;
  person: Visitor;
  server: TestServer;
}

/** A place in which a person types. */
export interface Place {
  /** True if its text is in localStorage, which answers at once. */
  isLocal?: true;
  /** Opens it by a load of the page. */
  open: () => Promise<void>;
  type: () => Promise<void>;
  isTyped: () => Promise<boolean>;
  /** Sends what is typed, and waits until the page says that it is sent. */
  send: () => Promise<void>;
  /** Returns the number of times that the server has what was typed. */
  count: () => Promise<number>;
}

export interface Meeting {
  hua: Member;
  ming: Member;
  mei: Member;
  matchId: string;
  his: ApiCall;
  hers: ApiCall;
}

const picture = join(import.meta.dirname, "../files/pictures/orient-6.jpg");
export const notStored = /This device can’t store what you write|Your answers aren’t being saved/;

/** Asks until the answer is yes, and for this long at most. */
export async function comesTrue(ask: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; ; await wait(100)) {
    if (await ask()) return true;
    if (Date.now() > end) return false;
  }
}

export function placesOfNewcomer(fault: Fault, stage: Stage, { userId }: { userId: string }) {
  const { network, person, server } = stage;
  const agree = async () => {
    await person.open("/register?page=you");
    const welcome = person.getByRole("button", { name: "Start my profile", exact: true });
    await comesTrue(async () => (await welcome.isThere()) || (await nickname().isThere()), 8_000);
    if (!(await welcome.isThere())) return;
    await welcome.click();
    await person.getByRole("button", { name: "Let’s begin", exact: true }).click();
  };
  const nickname = () => person.getByLabel("Nickname");
  const form: Place = {
    isLocal: true,
    open: async () => {
      await agree();
      await waitForHeading(person, "Who you are");
    },
    type: () => nickname().fill("小美"),
    isTyped: async () => (await nickname().value()) === "小美",
    // The form is sent with the photo.
    send: async () => undefined,
    count: async () => 1,
  };

  let hasAnswers = false;
  const openPhotos = async () => {
    if (fault.forgets) {
      await agree();
      for (const heading of headings.slice(0, headings.indexOf("Photos")))
        await fill(person, heading);
    } else {
      if (!hasAnswers) {
        // The answers are from the time before the fault.
        await person.open("/loading.css");
        if (!(await person.run(storeAnswers, base))) {
          network.inject("");
          await agree();
          await waitForHeading(person, "Who you are");
          network.inject(fault.script);
          await person.open("/loading.css");
          await person.run(storeAnswers, base);
        }
        hasAnswers = fault.evicts !== "everything";
      }
      await person.open("/register?page=photos");
    }
    await waitForHeading(person, "Photos");
  };
  const photo: Place = {
    open: openPhotos,
    type: async () => {
      // The place of a photo that the device does not give back.
      const remove = person.getByRole("button", { name: "Remove photo 1" });
      if (await remove.isThere()) await remove.click();
      // The device may have stored a photo of which the page said the opposite. Its place is taken while the page reads it.
      const add = person.getByLabel(/^Add photo 1/);
      if (await add.isThere()) await add.pick(picture);
      await person.getByRole("img", { name: "Photo 1", exact: true }).waitFor();
    },
    isTyped: () => person.getByRole("img", { name: "Photo 1", exact: true }).isThere(),
    send: async () => {
      await person.press("Continue");
      for (const heading of ["Who you’re looking for", "Verification"] as const) {
        if (fault.forgets) await fill(person, heading);
        else await turn(person, heading);
      }
      await waitForHeading(person, "Check your answers");
      await person.press("Send for review");
      await person.heading("Waiting for review").waitFor({ timeout: 20_000 });
    },
    count: async () => {
      const shown = await server.run("review", "show", userId);
      expect(shown).toMatch(/^ {2}Nickname +小[美明]$/m);
      expect(shown.match(/^ {2}Photo \d +http/gm)).toHaveLength(1);
      return countSent(network, "POST", "/api/user-profile");
    },
  };
  return { form, photo };
}

async function turn(person: Visitor, heading: Heading): Promise<void> {
  await waitForHeading(person, heading);
  await person.press("Continue");
}

/** Fills a page of the form on a device that stores nothing, which each page says. */
async function fill(person: Visitor, heading: Heading): Promise<void> {
  await waitForHeading(person, heading);
  if (heading !== "Photos") await answer[heading](person);
  await person.getByText(notStored).waitFor();
  await turn(person, heading);
}

/** Runs in a page. Adds every required answer except the photos to the stored draft. Returns false if there is none. */
function storeAnswers({ photoNameList: _, ...answers }: typeof base): boolean {
  const key = Object.keys(localStorage).find((stored) => stored.endsWith(":draft"));
  if (key === undefined) return false;
  const { account, password, ...stored } = JSON.parse(localStorage.getItem(key) ?? "{}");
  localStorage.setItem(key, JSON.stringify({ ...answers, ...stored, account, password }));
  return true;
}

const countSent = ({ requests }: Network, method: string, path: string) =>
  requests.filter((request) => request.method === method && request.path.startsWith(path)).length;

export function placesOfMember(stage: Stage, { hua, ming, matchId, his, hers }: Meeting) {
  const { network, person } = stage;
  const box = (name: Parameters<Visitor["getByLabel"]>[0]) => person.getByRole("textbox", { name });
  const contains = async (found: { value: () => Promise<string> }, text: string) =>
    (await found.value()) === text;

  const noteBox = () => box(`Message to ${ming.nickname}`);
  const note: Place = {
    open: async () => {
      await person.open(`/matches/${matchId}`);
      await noteBox().waitFor();
    },
    type: () => noteBox().fill("Which mountain?"),
    isTyped: () => contains(noteBox(), "Which mountain?"),
    send: () => person.press("Send"),
    count: async () => {
      const notes = JSON.stringify(await his("GET", `/matches/${matchId}/notes`));
      return notes.split("Which mountain?").length - 1;
    },
  };

  const yesBox = () => box("Your answer");
  const answerOf: Place = {
    open: async () => {
      await person.open("/");
      await person.getByRole("article", { name: new RegExp(`^${hua.nickname}`) }).waitFor();
      await person.press("I’d like to meet");
      await yesBox().waitFor();
    },
    type: () => yesBox().fill("The highest"),
    isTyped: () => contains(yesBox(), "The highest"),
    send: async () => {
      await person.press("Yes, I’d like to meet");
      await person.heading("That’s everyone for today").waitFor();
    },
    // A browser that forgets deletions lets the app send an answer again, which the server takes once.
    count: async () => {
      const { introductions } = await hers<{
        introductions: { person: { nickname: string }; answer: string | null }[];
      }>("GET", "/introductions");
      return introductions.filter(
        ({ person: { nickname }, answer }) => nickname === hua.nickname && answer === "YES",
      ).length;
    },
  };

  const distance = () => box(/^Maximum distance/);
  const preferences: Place = {
    open: async () => {
      await person.open("/preferences");
      await distance().waitFor();
    },
    type: () => distance().fill("77"),
    isTyped: () => contains(distance(), "77"),
    send: async () => {
      await person.press("Save");
      await person.getByText(/^Saved/).waitFor();
    },
    count: async () => {
      const { recommendDistanceKm } = await hers<{ recommendDistanceKm: number }>(
        "GET",
        "/preferences",
      );
      return recommendDistanceKm === 77 ? countSent(network, "PUT", "/api/preferences") : 0;
    },
  };

  const daily = () => box(/^My daily life/);
  const edit: Place = {
    isLocal: true,
    open: async () => {
      await person.open("/profile/edit?texts=about");
      await daily().waitFor();
    },
    type: () => daily().fill("Up at six"),
    isTyped: () => contains(daily(), "Up at six"),
    send: async () => {
      await person.press("Save");
      await person.getByText(/^Saved/).waitFor();
    },
    count: async () => {
      const info = JSON.stringify(await hers("GET", "/user/my-info"));
      return info.includes("Up at six") ? countSent(network, "PUT", "/api/user-profile/texts") : 0;
    },
  };
  return { note, answer: answerOf, preferences, edit };
}
