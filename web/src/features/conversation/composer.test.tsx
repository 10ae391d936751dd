import "#/storage/indexed-db.testing";
import { act, createEvent, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { text } from "#/i18n/use-text";
import { memberOutbox } from "#/member/member-outbox";
import { draw, loadMessages, logInMember, logOutMember, userId } from "#/member/people.testing";
import { unsent } from "#/storage/account-store";
import { storedRecord } from "#/storage/indexed-db.testing";
import { Composer } from "./composer";

vi.mock(import("#/liff/liff"));

const onSent = vi.fn();
let write = vi.spyOn(unsent, "write");
let addNote = vi.spyOn(memberOutbox(), "addNote");

beforeAll(loadMessages);
beforeEach(() => {
  logInMember();
  onSent.mockReset();
  write = vi.spyOn(unsent, "write");
  addNote = vi.spyOn(memberOutbox(), "addNote").mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
  logOutMember();
  vi.restoreAllMocks();
});

const composer = (matchId = "M1", maxLength = 500) => (
  <Composer matchId={matchId} name="小美" maxLength={maxLength} onSent={onSent} />
);
const box = () =>
  screen.getByRole<HTMLTextAreaElement>("textbox", {
    name: text("matches.write", { name: "小美" }),
  });
const type = (note: string) => fireEvent.change(box(), { target: { value: note } });
const send = () => fireEvent.click(screen.getByRole("button", { name: text("matches.send") }));
const draft = (matchId = "M1") => storedRecord("unsent", userId, `draft:${matchId}`);
const draftIs = (expected: unknown) => vi.waitFor(async () => expect(await draft()).toBe(expected));
const boxHas = (note: string) => vi.waitFor(() => expect(box().value).toBe(note));

describe("sending", () => {
  it("gives the trimmed note to the outbox, and empties the box, which keeps the focus", () => {
    draw(composer());
    type("  Hello\nyou \n");
    send();
    expect(addNote).toHaveBeenCalledExactlyOnceWith("M1", "Hello\nyou");
    expect(box().value).toBe("");
    expect(document.activeElement).toBe(box());
    expect(onSent).toHaveBeenCalledOnce();
  });

  it.each([
    ["\u202a0912-345-678\u202c", "0912-345-678"],
    ["週六\t下午三點", "週六 下午三點"],
  ])("sends %j as %j, which the server takes", (pasted, note) => {
    draw(composer());
    type(pasted);
    expect(box().value).toBe(note);
    send();
    expect(addNote).toHaveBeenCalledExactlyOnceWith("M1", note);
  });

  it.each(["", "  \n "])("does not send the empty note %j", (note) => {
    draw(composer());
    type(note);
    send();
    expect(addNote).not.toHaveBeenCalled();
    expect(onSent).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(box());
  });

  it("does not send a note that is too long, says so, and keeps it", () => {
    draw(composer("M1", 5));
    type("123456");
    send();
    expect(addNote).not.toHaveBeenCalled();
    expect(box().value).toBe("123456");
    expect(box().getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText(text("member.count", { count: 6, max: 5 })).id).toBe(
      box().getAttribute("aria-describedby"),
    );
  });

  it("counts characters as a person does, without the spaces around them", () => {
    draw(composer("M1", 5));
    type("  😀😀😀😀😀 ");
    expect(box().getAttribute("aria-invalid")).toBeNull();
    send();
    expect(addNote).toHaveBeenCalledExactlyOnceWith("M1", "😀😀😀😀😀");
  });

  it("counts only near the end", () => {
    draw(composer("M1", 100));
    type("x".repeat(50));
    expect(screen.queryByText(text("member.count", { count: 50, max: 100 }))).toBeNull();
    type("x".repeat(51));
    expect(screen.getByText(text("member.count", { count: 51, max: 100 }))).toBeDefined();
  });
});

describe("the Enter key", () => {
  function useMouse(hasMouse: boolean): void {
    vi.spyOn(window, "matchMedia").mockImplementation(
      (query) => ({ matches: hasMouse && query.includes("pointer: fine") }) as MediaQueryList,
    );
  }
  /** Presses Enter, and returns whether the page took the key from the box. */
  function pressEnter(options: KeyboardEventInit = {}): boolean {
    const event = createEvent.keyDown(box(), { key: "Enter", ...options });
    fireEvent(box(), event);
    return event.defaultPrevented;
  }

  it("sends with a mouse", () => {
    useMouse(true);
    draw(composer());
    type("Hello");
    expect(pressEnter()).toBe(true);
    expect(addNote).toHaveBeenCalledExactlyOnceWith("M1", "Hello");
  });

  it("makes a new line on a phone, and with Shift", () => {
    useMouse(false);
    draw(composer());
    type("Hello");
    expect(pressEnter()).toBe(false);
    useMouse(true);
    expect(pressEnter({ shiftKey: true })).toBe(false);
    expect(addNote).not.toHaveBeenCalled();
  });

  it("chooses a word of an input method", () => {
    useMouse(true);
    draw(composer());
    type("こんにちは");
    expect(pressEnter({ isComposing: true })).toBe(false);
    // Safari
    expect(pressEnter({ keyCode: 229 })).toBe(false);
    expect(addNote).not.toHaveBeenCalled();
  });

  it("is the only key that sends", () => {
    useMouse(true);
    draw(composer());
    type("Hello");
    fireEvent.keyDown(box(), { key: "a" });
    expect(addNote).not.toHaveBeenCalled();
  });
});

describe("the draft", () => {
  it("is kept when the page closes, and is there again", async () => {
    const { unmount } = draw(composer());
    type("half a no");
    unmount();
    await draftIs("half a no");
    draw(composer());
    await boxHas("half a no");
  });

  it("is stored a moment after the last key", async () => {
    draw(composer());
    type("h");
    type("ha");
    expect(await draft()).toBeNull();
    await draftIs("ha");
  });

  it("is stored while the member types without a pause", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    draw(composer());
    for (const words of ["h", "ha", "hal", "half", "half ", "half a"]) {
      type(words);
      await vi.advanceTimersByTimeAsync(100);
    }
    vi.useRealTimers();
    expect(write).toHaveBeenNthCalledWith(1, userId, expect.stringMatching(/^draft:M1/), "hal");
    expect(await draft()).toMatch(/^hal/);
  });

  it("is stored at once when the member leaves the app", async () => {
    draw(composer());
    type("half");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(write).toHaveBeenCalledExactlyOnceWith(
      userId,
      expect.stringMatching(/^draft:M1/),
      "half",
    );
    await draftIs("half");
  });

  it("stands before what the member is typing already", async () => {
    await unsent.write(userId, "draft:M1", "old");
    draw(composer());
    type("new");
    await draftIs("old\nnew");
    expect(box().value).toBe("old\nnew");
  });

  it("is deleted only after the outbox has stored the note", async () => {
    let stored = () => {};
    addNote.mockReturnValue(new Promise((resolve) => (stored = resolve)));
    draw(composer());
    type("Hello");
    await draftIs("Hello");
    send();
    expect(box().value).toBe("");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await draft()).toBe("Hello");
    await act(async () => stored());
    await draftIs(null);
  });

  it("is not deleted if it is the one of the next note", async () => {
    let stored = () => {};
    addNote.mockReturnValue(new Promise((resolve) => (stored = resolve)));
    draw(composer());
    type("Hello");
    send();
    type("And then");
    await draftIs("And then");
    await act(async () => stored());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await draft()).toBe("And then");
  });

  it("belongs to its conversation", async () => {
    const { unmount } = draw(composer());
    type("for M1");
    unmount();
    await draftIs("for M1");
    draw(composer("M2"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(box().value).toBe("");
  });
});
