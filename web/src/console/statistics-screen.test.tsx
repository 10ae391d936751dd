import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { activateConsole } from "#/i18n/load-console";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { inMinutes } from "#/testing/mock/cases";
import { openConsole, signedIn } from "./console.testing";

const server = startFakeServer(signedIn);
let stop = () => {};

beforeAll(() => activateConsole("en"));
afterEach(() => {
  stop();
  cleanup();
});

const statistics = (answer: { decided: number; agreed: number }, isQuiet = false) =>
  api.get("/review/statistics", ({ response }) => {
    const skip = { caseId: 9, reviewer: "Mei", reason: "LANGUAGE" as const, at: inMinutes(-5) };
    const gone = { kind: "MEMBER_GONE" as const, reviewer: "Mei", at: inMinutes(-7) };
    const counterFall = { kind: "COUNTER_FALL" as const, reviewer: "Ken", at: inMinutes(-8) };
    return response(200).json({
      secondLooks: answer,
      skips: isQuiet ? [] : [skip],
      notices: isQuiet ? [] : [gone, counterFall],
    });
  });

it("shows the share of second looks that agree, and who skipped which case", async () => {
  server.use(statistics({ decided: 40, agreed: 37 }));
  stop = await openConsole("/review/statistics");
  expect(await screen.findByText("93%")).toBeDefined();
  expect(screen.getByText("37 of 40 second looks agree with the first.")).toBeDefined();
  expect(screen.getByText("I can’t read the language")).toBeDefined();
  expect(screen.getByRole("link", { name: "Case 9" }).getAttribute("href")).toBe("/review/cases/9");
  expect(screen.getByText("Mei deleted the account they had as a member")).toBeDefined();
  expect(screen.getByText(/^Ken’s passkey may have been copied/)).toBeDefined();
});

it("divides by nothing in a week without second looks", async () => {
  server.use(statistics({ decided: 0, agreed: 0 }, true));
  stop = await openConsole("/review/statistics");
  expect(await screen.findByText("No second look was decided.")).toBeDefined();
  expect(screen.getByText("No case was skipped.")).toBeDefined();
});

it("says that only leads see it", async () => {
  server.use(api.get("/review/statistics", refuse(403, "E008")));
  stop = await openConsole("/review/statistics");
  expect(await screen.findByText("Only leads see this page.")).toBeDefined();
});
