import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { activate } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { memberOutbox } from "#/member/member-outbox";
import { formatMoment } from "#/member/moments";
import type { UnsentNote } from "#/member/outbox";
import { draw, loadMessages, logInMember, logOutMember } from "#/member/people.testing";
import { noteOf } from "#/testing/mock/people";
import { setOnline } from "#/testing/online";
import { NoteList } from "./note-list";

vi.mock(import("#/liff/liff"));

beforeAll(loadMessages);
beforeEach(() => logInMember());
afterEach(() => {
  logOutMember();
  vi.restoreAllMocks();
});

type Props = Parameters<typeof NoteList>[0];

function list(props: Partial<Props>) {
  const empty = {
    notes: [],
    unsent: [],
    sending: new Set<string>(),
    readUntil: null,
    nextAtMs: undefined,
  };
  return <NoteList name="小美" {...empty} {...props} />;
}

const unsentOf = (id: string, note: Partial<UnsentNote> = {}): UnsentNote => ({
  id,
  kind: "note",
  matchId: "M1",
  text: `unsent ${id}`,
  queuedAtMs: 1,
  failure: null,
  ...note,
});

const items = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
const itemOf = (note: string) => screen.getByText(note).closest("li") as HTMLElement;
const at = (year: number, month: number, day: number, hour: number) =>
  new Date(year, month - 1, day, hour).toISOString();

describe("days", () => {
  it("stand once above their notes, the year only if it is another one", () => {
    const now = new Date();
    const year = now.getFullYear();
    draw(
      list({
        notes: [
          noteOf(1, { sentAt: at(year - 1, 12, 30, 23) }),
          noteOf(2, { sentAt: at(year - 1, 12, 30, 23) }),
          noteOf(3, { sentAt: at(year - 1, 12, 31, 1) }),
          noteOf(4, { sentAt: now.toISOString() }),
        ],
      }),
    );
    const lines = items();
    expect(lines).toHaveLength(7);
    expect(lines[0]).toContain(`Dec 30, ${year - 1}`);
    expect(lines[1]).toContain("note 1");
    expect(lines[2]).toContain("note 2");
    expect(lines[3]).toContain("Dec 31");
    expect(lines[5]).toBe(text("matches.today"));
    expect(lines[6]).toContain("note 4");
  });
});

describe("the read mark", () => {
  const mine = [noteOf(1, { mine: true }), noteOf(2, { mine: true }), noteOf(3)];
  const marked = () => items().filter((line) => line.includes(text("matches.read")));

  it("stands at the member's latest note only", () => {
    draw(list({ notes: mine, readUntil: 2 }));
    expect(marked()).toHaveLength(1);
    expect(marked()[0]).toContain("note 2");
  });

  it.each([
    ["they have not read it", 1],
    ["they do not show it", null],
  ])("is not there if %s", (_, readUntil) => {
    draw(list({ notes: mine, readUntil }));
    expect(marked()).toEqual([]);
  });
});

describe("the warning about risky words", () => {
  it("stands below a note of the other person, and below no other", () => {
    draw(
      list({
        notes: [
          noteOf(1, { text: "Do you have Bitcoin?" }),
          noteOf(2, { text: "No, I have no bitcoin", mine: true }),
          noteOf(3, { text: "A pity" }),
        ],
      }),
    );
    expect(screen.getAllByText(text("matches.warning"))).toHaveLength(1);
    expect(itemOf("Do you have Bitcoin?").textContent).toContain(text("matches.warning"));
  });

  it("does not stand below an unsent note", () => {
    draw(list({ unsent: [unsentOf("k", { text: "bitcoin" })] }));
    expect(screen.queryByText(text("matches.warning"))).toBeNull();
  });
});

it("shows markup and addresses as text, and says who wrote each note", () => {
  const hostile = '<img src=x onerror="alert(1)"> https://example.com javascript:alert(1)';
  draw(
    list({
      notes: [noteOf(1, { text: hostile }), noteOf(2, { text: "two\nlines", mine: true })],
      unsent: [unsentOf("k", { text: "<b>bold</b> http://example.com" })],
    }),
  );
  const log = screen.getByRole("log", { name: text("matches.notes", { name: "小美" }) });
  expect(log.querySelectorAll("a, img, b")).toHaveLength(0);
  expect(itemOf(hostile).textContent).toContain("小美:");
  expect(itemOf("<b>bold</b> http://example.com").textContent).toContain("You:");
  expect(log.textContent).toContain("two\nlines");
});

describe("an unsent note", () => {
  it("says whether it is on its way", () => {
    const unsent = [unsentOf("a"), unsentOf("b")];
    setOnline(true);
    draw(list({ unsent, sending: new Set(["a"]) }));
    expect(itemOf("unsent a").textContent).toContain(text("matches.sending"));
    expect(itemOf("unsent b").textContent).toContain(text("matches.queued"));
  });

  it("waits without a network, although its call runs", () => {
    setOnline(false);
    draw(list({ unsent: [unsentOf("a")], sending: new Set(["a"]) }));
    expect(itemOf("unsent a").textContent).toContain(text("matches.queued"));
  });

  it("that the server does not take yet says when it goes out, and can be deleted", () => {
    const remove = vi.spyOn(memberOutbox(), "remove").mockResolvedValue();
    const nextAtMs = Date.now() + 3_600_000;
    draw(list({ unsent: [unsentOf("a")], nextAtMs }));
    const line = within(itemOf("unsent a"));
    line.getByText(text("matches.later", { time: formatMoment(nextAtMs) }));
    fireEvent.click(line.getByRole("button", { name: text("matches.delete") }));
    expect(remove).toHaveBeenCalledExactlyOnceWith("a");
  });

  it.each(["E002", "E003", "E004", "E006", "E007", "E009", "E010"] as const)(
    "that the server will always refuse (%s) says why, and can only be deleted",
    (failure) => {
      draw(list({ unsent: [unsentOf("a", { failure })] }));
      const failed = within(itemOf("unsent a"));
      const reason = text(`failure.${failure}`);
      expect(failed.getByText(text("matches.notSent", { reason }))).toBeDefined();
      const names = failed.getAllByRole("button").map((button) => button.textContent);
      expect(names).toEqual([text("matches.delete")]);
    },
  );

  it("that was refused says why, and can be sent again or deleted", () => {
    const retry = vi.spyOn(memberOutbox(), "retry").mockResolvedValue();
    const remove = vi.spyOn(memberOutbox(), "remove").mockResolvedValue();
    draw(
      <>
        <h1 tabIndex={-1}>小美</h1>
        {list({ unsent: [unsentOf("a", { failure: "E008" }), unsentOf("b")] })}
      </>,
    );
    const failed = within(itemOf("unsent a"));
    const reason = text("failure.E008");
    expect(failed.getByText(text("matches.notSent", { reason }))).toBeDefined();
    expect(failed.queryByText(text("matches.queued"))).toBeNull();
    fireEvent.click(failed.getByRole("button", { name: text("matches.retry") }));
    expect(retry).toHaveBeenCalledExactlyOnceWith("a");
    expect(remove).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "小美" }));
    fireEvent.click(failed.getByRole("button", { name: text("matches.delete") }));
    expect(remove).toHaveBeenCalledExactlyOnceWith("a");
    expect(within(itemOf("unsent b")).queryByRole("button")).toBeNull();
  });
});

it("warns in the other languages, too", async () => {
  await activate("ja");
  draw(list({ notes: [noteOf(1, { text: "口座に振り込んでください" })] }));
  expect(screen.getByText(text("matches.warning")).textContent).not.toContain("Careful");
  await activate("en");
});
