import "#/storage/indexed-db.testing";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Introduction } from "#/api/introductions";
import { text } from "#/i18n/use-text";
import { breakConnection, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { introductionOf, introductionsOf, matchOf } from "#/testing/mock/people";
import { memberOutbox } from "./member-outbox";
import { MemberPage } from "./member-page";
import { draw, loadMessages, logInMember, logOutMember } from "./people.testing";
import { introductions } from "./resources";

vi.mock(import("#/liff/liff"));

const answerPath = "/introductions/{introductionId}/answer";
const server = startFakeServer([
  api.put(answerPath, ({ response }) => response(200).json({ matchId: "M7" })),
  api.get("/news", ({ response }) => response(200).json({ news: [] })),
]);

beforeAll(async () => void (await loadMessages()));
beforeEach(() => logInMember());
afterEach(logOutMember);

/** The member has gone to another page than the one with the introductions. */
const OtherPage = () => (
  <MemberPage title="News" tab="news">
    news
  </MemberPage>
);

const serve = (all: readonly Introduction[]) =>
  server.use(
    api.get("/introductions", ({ response }) => response(200).json(introductionsOf(all))),
    api.get("/matches", ({ response }) => response(200).json({ matches: [matchOf("M7")] })),
  );

/** Finds the dialog about this person. */
async function dialogOf(name: string): Promise<HTMLElement> {
  const title = text("member.match.title");
  const dialog = await screen.findByRole("dialog", { name: title }, { timeout: 4_000 });
  return within(dialog).getByText(text("member.match.text", { name }));
}

it("tells of the person who was introduced, on another page than that of the introductions", async () => {
  serve([introductionOf("Ann")]);
  await introductions().refresh();
  draw(<OtherPage />);
  await memberOutbox().addAnswer("Ann", "YES", "");
  expect(await dialogOf("Ann")).toBeDefined();
});

it("finds the person among the matches if the answer was lost, and the introductions are newer", async () => {
  serve([]);
  server.use(api.put(answerPath, breakConnection, { once: true }));
  await introductions().refresh();
  draw(<OtherPage />);
  await memberOutbox().addAnswer("Ann", "YES", "");
  expect(await dialogOf("M7")).toBeDefined();
});

it("asks again for the matches while the network is gone", async () => {
  serve([]);
  let nAsked = 0;
  server.use(
    api.get("/matches", ({ response }) => {
      nAsked += 1;
      // The client itself asks three times.
      if (nAsked <= 3) return breakConnection();
      return response(200).json({ matches: [matchOf("M7")] });
    }),
  );
  await introductions().refresh();
  draw(<OtherPage />);
  await memberOutbox().addAnswer("Ann", "YES", "");
  expect(await dialogOf("M7")).toBeDefined();
});
