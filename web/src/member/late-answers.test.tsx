/** The phone's Back takes a dialog away while its call is on the way, and the server has done it. */
import "#/storage/indexed-db.testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openContactDialog } from "#/features/conversation/contact-panel";
import { TakeBackButton } from "#/features/profile/take-back";
import { Appeal } from "#/features/rights/appeal";
import { OwnData } from "#/features/rights/own-data";
import { openReport } from "#/features/safety/open-safety";
import { PersonMenuButton } from "#/features/safety/person-menu-button";
import { BlockedPeople } from "#/features/settings/blocked-people";
import { loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { blocks } from "#/member/choices";
import { getSession, setReviewStatus } from "#/session/session";
import { startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { introductionsOf, matchOf } from "#/testing/mock/people";
import { draw, loadMessages, logInMember, logOutMember, toasts } from "./people.testing";
import { matches } from "./resources";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/toasts/toasts"), { spy: true });

const block = { blockId: "b1", nickname: "阿明", day: "2026-11-01" };
const match = matchOf("M1");
const server = startFakeServer([
  api.get("/introductions", ({ response }) => response(200).json(introductionsOf([]))),
  api.get("/matches", ({ response }) => response(200).json({ matches: [match] })),
  api.get("/blocks", ({ response }) => response(200).json({ blocks: [block] })),
]);

beforeAll(async () => {
  await loadMessages();
  await loadNamespaces("rights", "settings", "profile");
});
beforeEach(() => logInMember());
afterEach(logOutMember);

const takenBack = vi.fn(async () => undefined);
const tap = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
/** Presses a button of the dialog on top. */
const press = async (name: string) => {
  const dialog = (await screen.findAllByRole("dialog")).at(-1) as HTMLElement;
  fireEvent.click(within(dialog).getByRole("button", { name }));
};

interface Case {
  page: ReactNode;
  /** Opens the dialog and starts its call. */
  start: () => Promise<void>;
  /** The answer of the server that comes too late for the dialog. */
  answer: () => Response;
  /** Fails unless the page shows what the server did. */
  check: () => Promise<void> | void;
}

const noContent = () => new HttpResponse(null, { status: 204 });

const cases: Record<string, Case> = {
  "a contact is offered": {
    page: null,
    start: async () => {
      void openContactDialog(match);
      const box = await screen.findByLabelText(text("matches.contact.label"));
      fireEvent.change(box, { target: { value: "https://line.me/ti/p/abc" } });
      await press(text("matches.contact.send"));
    },
    answer: () => HttpResponse.json({ mine: true, theirs: null }),
    check: () => waitFor(() => expect(matches().getState().data?.[0]?.contact.mine).toBe(true)),
  },
  "a report is sent": {
    page: null,
    start: async () => {
      void openReport({ matchId: "M1" }, "小美");
      fireEvent.click(await screen.findByRole("radio", { name: text("member.report.HARASSMENT") }));
      await press(text("member.report.send"));
    },
    answer: noContent,
    check: () => waitFor(() => expect(toasts()).toContain(text("member.report.done"))),
  },
  "a match is left": {
    page: <PersonMenuButton acquaintance={{ matchId: "M1" }} name="小美" />,
    start: async () => {
      await tap(text("member.menu.open"));
      await press(text("member.menu.leave"));
    },
    answer: noContent,
    check: () =>
      waitFor(() => expect(toasts()).toContain(text("member.menu.leave.done", { name: "小美" }))),
  },
  "a block ends": {
    page: <BlockedPeople />,
    start: async () => {
      await tap(text("settings.unblock.label", { name: "阿明" }));
      await press(text("settings.unblock"));
    },
    answer: noContent,
    check: () => waitFor(() => expect(blocks().getState().data).toEqual([])),
  },
  "an appeal is sent": {
    page: <Appeal until="2026-08-31T10:00:00.000Z" reload={async () => undefined} />,
    start: async () => {
      await tap(text("rights.appeal"));
      fireEvent.change(await screen.findByRole("textbox"), { target: { value: "words" } });
      await press(text("rights.appeal.send"));
    },
    answer: noContent,
    check: () => waitFor(() => expect(getSession().userInfo?.reviewStatus).toBe("PENDING")),
  },
  "a profile is taken back": {
    page: <TakeBackButton onTakenBack={takenBack} onFailed={async () => undefined} />,
    start: async () => {
      setReviewStatus("PENDING");
      await tap(text("profile.takeBack"));
      await press(text("profile.takeBack.confirm"));
    },
    answer: noContent,
    check: () => waitFor(() => expect(takenBack).toHaveBeenCalledOnce()),
  },
  "all logins end": {
    page: <OwnData />,
    start: async () => {
      await tap(text("rights.logout"));
      await press(text("rights.logout"));
    },
    answer: noContent,
    check: () => waitFor(() => expect(getSession().userInfo).toBeNull()),
  },
};

/** Lets the phone's Back take the dialog away while the call is held, and then gives the answer. */
async function answerAfterBack({ page, start }: Case, answer: () => Response): Promise<void> {
  let give = () => {};
  const held = new Promise<void>((resolve) => {
    give = resolve;
  });
  const hasAsked = vi.fn();
  const hold = async () => {
    hasAsked();
    await held;
    return answer() as never;
  };
  server.use(
    api.untyped.put("*", hold),
    api.untyped.post("*", hold),
    api.untyped.delete("*", hold),
  );
  await matches().refresh();
  draw(page);
  await start();
  await waitFor(() => expect(hasAsked).toHaveBeenCalled());
  fireEvent.popState(window);
  expect(screen.queryByRole("dialog")).toBeNull();
  give();
}

test.each(Object.entries(cases))(
  "the page shows that %s, although Back came first",
  async (_, it) => {
    await answerAfterBack(it, it.answer);
    await it.check();
  },
);

test.each(Object.entries(cases))("a toast says that not, after Back: %s", async (_, it) => {
  await answerAfterBack(it, () => HttpResponse.json({ code: "E500", cause: "" }, { status: 500 }));
  await waitFor(() => expect(toasts()).toContain(text("failure.E500")));
});
