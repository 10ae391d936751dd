import "#/storage/indexed-db.testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Contact, Match } from "#/api/matches";
import { text } from "#/i18n/use-text";
import {
  draw,
  firstOf,
  loadMessages,
  logInMember,
  logOutMember,
  toasts,
} from "#/member/people.testing";
import { matches } from "#/member/resources";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { heldBack } from "#/testing/held-back";
import { api } from "#/testing/mock/api";
import { matchOf } from "#/testing/mock/people";
import { ContactPanel, openContactDialog } from "./contact-panel";
import { MetQuestion } from "./met-question";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/toasts/toasts"), { spy: true });

const contactPath = "/matches/{matchId}/contact";
const metPath = "/matches/{matchId}/met";
const server = startFakeServer();

beforeAll(loadMessages);
beforeEach(() => logInMember());
afterEach(logOutMember);

function Parts() {
  const { data } = useSyncExternalStore(matches().subscribe, matches().getState);
  return data?.map((match) => (
    <div key={match.matchId}>
      <ContactPanel match={match} />
      <MetQuestion match={match} />
    </div>
  ));
}

async function open(match: Partial<Match>): Promise<Match> {
  const opened = { ...matchOf("M1", { person: { nickname: "小美" } }), ...match };
  const all = [opened, matchOf("M2")];
  server.use(api.get("/matches", ({ response }) => response(200).json({ matches: all })));
  await matches().refresh();
  draw(
    <>
      <h1 tabIndex={-1}>小美</h1>
      <Parts />
    </>,
  );
  return opened;
}

/** The phone's Back. */
const goBack = () => act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
const tap = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const bodies = () => server.bodiesOf("PUT");
const stored = () => firstOf(matches().getState().data ?? []);
const acceptContact = (contact: Contact) =>
  server.use(api.put(contactPath, ({ response }) => response(200).json(contact)));

describe("the panel", () => {
  it("is not there before the member has offered a contact", async () => {
    await open({});
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("says that the other contact is awaited", async () => {
    await open({ contact: { mine: true, theirs: null } });
    expect(screen.getByText(text("matches.contact.offered", { name: "小美" }))).toBeDefined();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("has the other contact once both are offered, with LINE's rules beside it", async () => {
    await open({ contact: { mine: true, theirs: "https://line.me/ti/p/abc" } });
    const link = screen.getByRole("link", { name: text("matches.contact.open", { name: "小美" }) });
    expect(link.getAttribute("href")).toBe("https://line.me/ti/p/abc");
    expect(link.getAttribute("rel")).toContain("noreferrer");
    expect(screen.getByText(text("matches.contact.rules"))).toBeDefined();
  });

  it("takes the contact back", async () => {
    await open({ contact: { mine: true, theirs: "https://line.me/ti/p/abc" } });
    acceptContact({ mine: false, theirs: null });
    tap(text("matches.contact.takeBack"));
    await waitFor(() => expect(screen.queryByRole("link")).toBeNull());
    expect(await bodies()).toEqual([{ line: null }]);
    expect(stored().contact).toEqual({ mine: false, theirs: null });
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "小美" }));
  });

  it("keeps the contact if that fails, and can try again", async () => {
    await open({ contact: { mine: true, theirs: null } });
    server.use(api.put(contactPath, refuse(429, "E005")));
    tap(text("matches.contact.takeBack"));
    await vi.waitFor(() => expect(toasts()).toContain(text("failure.E005")));
    expect(stored().contact.mine).toBe(true);
    await waitFor(() =>
      expect(
        screen
          .getByRole("button", { name: text("matches.contact.takeBack") })
          .hasAttribute("aria-disabled"),
      ).toBe(false),
    );
  });
});

describe("the dialog", () => {
  const dialog = () => screen.findByRole("dialog", { name: text("matches.contact.title") });
  const fieldOf = (within_: HTMLElement) => within(within_).getByRole("textbox");

  async function offer(line: string) {
    const match = await open({});
    void openContactDialog(match);
    const opened = await dialog();
    expect(within(opened).getByText(text("matches.contact.rules"))).toBeDefined();
    fireEvent.change(fieldOf(opened), { target: { value: line } });
    tap(text("matches.contact.send"));
    return opened;
  }

  it("offers the trimmed link, and shows the contacts as the server has them", async () => {
    acceptContact({ mine: true, theirs: "https://line.me/ti/p/abc" });
    await offer("  https://line.me/ti/p/mine ");
    await screen.findByText(text("matches.contact.both"));
    expect(await bodies()).toEqual([{ line: "https://line.me/ti/p/mine" }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(matches().getState().data?.[1]?.contact.mine).toBe(false);
  });

  it("shows the contacts also if the server answers after Back", async () => {
    const { promise, resolve } = heldBack();
    server.use(
      api.put(contactPath, async ({ response }) => {
        await promise;
        return response(200).json({ mine: true, theirs: null });
      }),
    );
    await offer("https://line.me/ti/p/mine");
    goBack();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    resolve();
    await screen.findByText(text("matches.contact.offered", { name: "小美" }));
    expect(toasts()).toEqual([]);
  });

  it("says which link it needs, and keeps the one that was typed", async () => {
    server.use(api.put(contactPath, refuse(422, "E002")));
    const opened = await offer("https://example.com");
    expect(await within(opened).findByText(text("matches.contact.wrong"))).toBeDefined();
    expect((fieldOf(opened) as HTMLInputElement).value).toBe("https://example.com");
    acceptContact({ mine: true, theirs: null });
    fireEvent.change(fieldOf(opened), { target: { value: "https://line.me/ti/p/mine" } });
    tap(text("matches.contact.send"));
    await screen.findByText(text("matches.contact.offered", { name: "小美" }));
  });

  it("says another reason", async () => {
    server.use(api.put(contactPath, refuse(429, "E005")));
    const opened = await offer("https://line.me/ti/p/mine");
    expect(await within(opened).findByText(text("failure.E005"))).toBeDefined();
  });

  it("changes nothing if it is cancelled", async () => {
    const match = await open({});
    const done = openContactDialog(match);
    await dialog();
    tap(text("ui.cancel"));
    await done;
    expect(await bodies()).toEqual([]);
    expect(stored().contact.mine).toBe(false);
  });
});

describe("the question whether the two met", () => {
  const question = () => screen.queryByText(text("matches.met.question", { name: "小美" }));

  it("is not there unless the server asks it", async () => {
    await open({});
    expect(question()).toBeNull();
  });

  it.each([
    ["matches.met.yes", true],
    ["matches.met.no", false],
  ] as const)("sends %s, and goes", async (id, met) => {
    await open({ asksIfMet: true });
    server.use(api.put(metPath, ({ response }) => response(204).empty()));
    tap(text(id));
    await waitFor(() => expect(question()).toBeNull());
    expect(await bodies()).toEqual([{ met }]);
    expect(stored().asksIfMet).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "小美" }));
  });

  it("stays if the answer did not arrive", async () => {
    await open({ asksIfMet: true });
    server.use(api.put(metPath, refuse(503, "E503")));
    tap(text("matches.met.yes"));
    await vi.waitFor(() => expect(toasts()).toContain(text("failure.E503")));
    const again = screen.getByRole<HTMLButtonElement>("button", { name: text("matches.met.yes") });
    await waitFor(() => expect(again.hasAttribute("aria-disabled")).toBe(false));
    expect(screen.getAllByRole<HTMLButtonElement>("button").some((it) => it.disabled)).toBe(false);
    expect(question()).not.toBeNull();
  });
});
