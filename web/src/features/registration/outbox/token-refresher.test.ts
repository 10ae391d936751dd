import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NetworkError } from "../../../api/error";
import { keepTicket } from "./keep-ticket";

const hourMs = 3_600_000;
let stop = () => {};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const refused = (code: string) => Object.assign(new Error(code), { code });
const onRegistered = vi.fn();

function keep(requestTicket: (goodForMs: number) => Promise<void>): void {
  onRegistered.mockClear();
  stop = keepTicket({ requestTicket, onRegistered });
}

test("a ticket is asked for at once, and looked after while the form is open", async () => {
  const requestTicket = vi.fn(async () => {});
  keep(requestTicket);
  await passes(0);
  expect(requestTicket).toHaveBeenCalledExactlyOnceWith(24 * hourMs);
  await passes(6 * hourMs);
  expect(requestTicket).toHaveBeenCalledTimes(2);
});

test("without a network it is asked for again, at once when there is one", async () => {
  const requestTicket = vi.fn(async () => {
    throw new NetworkError("no answer");
  });
  keep(requestTicket);
  await passes(1_300);
  expect(requestTicket).toHaveBeenCalledTimes(2);
  await passes(1_000);
  expect(requestTicket).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event("online"));
  await passes(0);
  expect(requestTicket).toHaveBeenCalledTimes(3);
});

test("an account that is there already is told, and nothing more is asked", async () => {
  const requestTicket = vi.fn().mockRejectedValue(refused("E004"));
  keep(requestTicket);
  await passes(24 * hourMs);
  expect(onRegistered).toHaveBeenCalledOnce();
  expect(requestTicket).toHaveBeenCalledOnce();
});

test("a proof that is too old is left to the submit", async () => {
  const requestTicket = vi.fn().mockRejectedValue(refused("E001"));
  keep(requestTicket);
  await passes(24 * hourMs);
  expect(requestTicket).toHaveBeenCalledOnce();
  expect(onRegistered).not.toHaveBeenCalled();
});

test("a form that is closed asks for nothing more", async () => {
  const requestTicket = vi.fn(async () => {});
  keep(requestTicket);
  await passes(0);
  stop();
  await passes(24 * hourMs);
  window.dispatchEvent(new Event("online"));
  await passes(0);
  expect(requestTicket).toHaveBeenCalledOnce();
});
