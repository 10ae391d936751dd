import "#/storage/indexed-db.testing";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Introduction } from "#/api/introductions";
import { logInMember, logOutMember } from "#/member/people.testing";
import { closeOverlay, openOverlay } from "#/overlays/overlays";
import { introductionOf, introductionsOf } from "#/testing/mock/people";
import { currentOf, useDeck } from "./use-deck";

vi.mock(import("#/liff/liff"));

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

beforeEach(() => {
  logInMember();
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  logOutMember();
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function openDeck(all: readonly Introduction[]) {
  const data = introductionsOf(all);
  const { result, rerender, unmount } = renderHook(() => useDeck(data));
  const namesOf = (list: readonly Introduction[]) => list.map((it) => it.introductionId);
  return {
    open: () => namesOf(result.current.open),
    answered: () => namesOf(result.current.answered),
    current: (reopened: string) => currentOf(result.current, reopened)?.introductionId,
    rerender,
    unmount,
  };
}

it("leaves each introduction out from the moment when it expires", async () => {
  const deck = openDeck([
    introductionOf("Ann", { expiresAt: inMs(minuteMs) }),
    introductionOf("Ben", { expiresAt: inMs(2 * minuteMs) }),
    introductionOf("Cleo", { expiresAt: inMs(dayMs) }),
  ]);
  await pass(minuteMs - 1);
  expect(deck.open()).toEqual(["Ann", "Ben", "Cleo"]);
  await pass(1);
  expect(deck.open()).toEqual(["Ben", "Cleo"]);
  await pass(minuteMs);
  expect(deck.open()).toEqual(["Cleo"]);
});

it("waits for an end that is farther away than a timer can reach", async () => {
  const deck = openDeck([introductionOf("Ann", { expiresAt: inMs(30 * dayMs) })]);
  await pass(30 * dayMs - 1);
  expect(deck.open()).toEqual(["Ann"]);
  await pass(1);
  expect(deck.open()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it("leaves out a no that the member looks at again once it can be taken back no more", async () => {
  const deck = openDeck([
    introductionOf("Ann", { answer: "NO", expiresAt: inMs(minuteMs) }),
    introductionOf("Ben"),
  ]);
  expect(deck.current("Ann")).toBe("Ann");
  await pass(minuteMs);
  expect(deck.current("Ann")).toBe("Ben");
  expect(deck.answered()).toEqual([]);
});

it("keeps the introduction while a dialog is open, also at another drawing, until it closes", async () => {
  const deck = openDeck([introductionOf("Ann", { expiresAt: inMs(minuteMs) })]);
  const { id } = await act(async () => openOverlay(() => null));
  await pass(5 * minuteMs);
  deck.rerender();
  expect(deck.open()).toEqual(["Ann"]);
  act(() => closeOverlay(id));
  expect(deck.open()).toEqual([]);
});

it("leaves no timer behind", () => {
  const { unmount } = openDeck([introductionOf("Ann")]);
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
