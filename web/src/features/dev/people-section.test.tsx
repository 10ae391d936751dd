import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import { loadConfig } from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import { getStage, setStage } from "#/person/stage";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { PeopleSection } from "./people-section";

const server = startFakeServer([], { mockEnable: true });

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("dev");
});
beforeEach(() => setStage({ ...getStage(), userId: "U1" }));

const show = () =>
  render(
    <I18nProvider i18n={i18n}>
      <PeopleSection />
    </I18nProvider>,
  );
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("makes people in the language of the app, and says that the profile was approved", async () => {
  let answer: () => void = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    api.post("/mock/people", async ({ response }) => {
      await mayAnswer;
      return response(200).json({ people: 50, approved: true });
    }),
  );
  show();
  press("Make 50 people around me");
  const busy = screen.getByRole("button", { name: "Making 50 people …" });
  expect(busy.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(busy);
  answer();
  await screen.findByText("50 people now live around you.", { exact: false });
  expect(screen.getByText("Your profile was approved, too.")).toBeTruthy();
  expect(screen.getByRole("link").getAttribute("href")).toBe("/");
  const body = await server.requests[0]?.json();
  expect(body).toEqual({ userId: "U1", count: 50, language: "en" });
  expect(server.requests).toHaveLength(1);
});

it("does not speak of an approval that came earlier", async () => {
  server.use(
    api.post("/mock/people", ({ response }) => response(200).json({ people: 50, approved: false })),
  );
  show();
  press("Make 50 people around me");
  await screen.findByText("50 people now live around you.", { exact: false });
  expect(screen.queryByText("Your profile was approved, too.")).toBeNull();
});

it.each([
  [404, "E003", "You have not registered yet."],
  [403, "E008", "Your profile cannot be approved now."],
  [503, "E503", "The people could not be made."],
] as const)("explains a refusal with %i", async (status, code, words) => {
  server.use(api.post("/mock/people", refuse(status, code)));
  show();
  press("Make 50 people around me");
  await screen.findByText(words, { exact: false });
  expect(screen.getByRole("button", { name: "Make 50 people around me" })).toBeTruthy();
});

it("moves the clock of the server to the next day, and says if that failed", async () => {
  server.use(
    api.put("/mock/clock", ({ response }) =>
      response(200).json({ now: "2026-11-22T04:01:00Z", aheadMinutes: 1441 }),
    ),
  );
  show();
  press("Next day");
  await screen.findByText("The server’s clock is at", { exact: false });
  expect(await server.requests[0]?.json()).toEqual({ toNextSet: true });

  server.use(api.put("/mock/clock", refuse(403, "E008")));
  press("Next day");
  await screen.findByText("The clock could not be moved.", { exact: false });
});

it("asks for a LINE user first", () => {
  setStage({ ...getStage(), userId: null });
  show();
  expect(screen.queryByRole("button", { name: "Make 50 people around me" })).toBeNull();
  expect(screen.getByText("There is no LINE user yet.", { exact: false })).toBeTruthy();
});

it("draws nothing if LINE is real", async () => {
  server.use(api.untyped.get("/config.json", () => Response.json(testConfig)));
  await loadConfig();
  show();
  expect(screen.queryByRole("heading")).toBeNull();
});
