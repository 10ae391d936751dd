import "#/storage/indexed-db.testing";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, NetworkError } from "#/api/error";
import { ownBuildId } from "#/lib/build-id";
import { identifyMember } from "#/person/identify-member";
import { clearSession, setRegistration, setUnreachable } from "#/session/session";
import { answers } from "#/storage/account-store";
import { setOnline } from "#/testing/online";
import {
  draw,
  loadMessages,
  logInMember,
  logOutMember,
  switchMember,
  userId,
} from "./people.testing";
import { ownedResource, type Resource, useResource } from "./resource";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/lib/build-id"));
vi.mock(import("#/person/identify-member"), async (original) => ({
  ...(await original()),
  identifyMember: vi.fn(async () => undefined),
}));

const name = "member/matches";
const fetchData = vi.fn<() => Promise<string[]>>();
let resource: () => Resource<string[]>;

beforeAll(loadMessages);

beforeEach(() => {
  vi.resetAllMocks();
  logInMember();
  vi.mocked(ownBuildId).mockReturnValue("build 2");
  resource = ownedResource(name, fetchData);
});

afterEach(logOutMember);

/** Lets the test decide when the server answers each request. */
function holdAnswers() {
  const held: ((data: string[]) => void)[] = [];
  fetchData.mockImplementation(() => new Promise((resolve) => held.push(resolve)));
  return async (at: number, data: string[]) => {
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(at));
    held[at]?.(data);
  };
}

const store = (data: unknown, { build = "build 2", account = userId } = {}) =>
  answers.write(account, name, { build, loadedAtMs: 1_000, data });

describe("refresh", () => {
  it("shows the answer of an earlier start, and then the server's", async () => {
    await store(["old"]);
    const answer = holdAnswers();
    const refreshed = resource().refresh();
    expect(resource().getState()).toMatchObject({ data: null, isLoading: true });
    await vi.waitFor(() => expect(resource().getState().data).toEqual(["old"]));
    expect(resource().getState()).toMatchObject({ loadedAtMs: 1_000, isLoading: true });

    const startMs = Date.now();
    await answer(0, ["new"]);
    await refreshed;
    expect(resource().getState()).toMatchObject({ data: ["new"], isLoading: false, error: null });
    expect(resource().getState().loadedAtMs).toBeGreaterThanOrEqual(startMs);
    expect(await answers.read(userId, name)).toMatchObject({ build: "build 2", data: ["new"] });
  });

  it("does not replace the server's answer by the one of an earlier start", async () => {
    await store(["old"]);
    fetchData.mockResolvedValue(["new"]);
    const shown: unknown[] = [];
    resource().subscribe(() => shown.push(resource().getState().data));
    await resource().refresh();
    await resource().refresh();
    expect(shown.at(-1)).toEqual(["new"]);
    expect(
      shown.slice(shown.findIndex((data) => JSON.stringify(data) === '["new"]')),
    ).not.toContainEqual(["old"]);
  });

  it("ignores the record of another build", async () => {
    await store({ matches: "of another shape" }, { build: "build 1" });
    fetchData.mockRejectedValue(new NetworkError("no answer"));
    await resource().refresh();
    expect(resource().getState()).toMatchObject({ data: null, loadedAtMs: 0 });
  });

  it("ignores the record of another account", async () => {
    await store(["theirs"], { account: "U2" });
    fetchData.mockRejectedValue(new NetworkError("no answer"));
    await resource().refresh();
    expect(resource().getState().data).toBeNull();
  });

  it("keeps an error beside the old data, until the server answers", async () => {
    await store(["old"]);
    const error = new NetworkError("no answer");
    fetchData.mockRejectedValueOnce(error);
    await resource().refresh();
    expect(resource().getState()).toMatchObject({ data: ["old"], isLoading: false });
    expect(resource().getState().error).toBe(error);

    fetchData.mockResolvedValue(["new"]);
    await resource().refresh();
    expect(resource().getState()).toMatchObject({ data: ["new"], error: null });
  });

  it("makes one request for two callers", async () => {
    const answer = holdAnswers();
    const both = Promise.all([resource().refresh(), resource().refresh()]);
    await answer(0, ["new"]);
    await both;
    expect(fetchData).toHaveBeenCalledTimes(1);
    const next = resource().refresh();
    await answer(1, ["newer"]);
    await next;
    expect(resource().getState().data).toEqual(["newer"]);
  });

  it("asks for the status again if the account is not approved any more", async () => {
    fetchData.mockRejectedValue(new ApiError(403, "E008", "not approved"));
    await resource().refresh();
    expect(identifyMember).toHaveBeenCalledOnce();
  });

  it("asks for no status after another error", async () => {
    fetchData.mockRejectedValue(new ApiError(429, "E005", "too many"));
    await resource().refresh();
    expect(identifyMember).not.toHaveBeenCalled();
  });
});

describe("a change", () => {
  it("is shown and stored at once", async () => {
    fetchData.mockResolvedValue(["one"]);
    await resource().refresh();
    const { loadedAtMs } = resource().getState();
    resource().change((data) => [...data, "two"]);
    expect(resource().getState()).toMatchObject({ data: ["one", "two"], loadedAtMs });
    await vi.waitFor(async () =>
      expect(await answers.read(userId, name)).toMatchObject({ data: ["one", "two"] }),
    );
  });

  it("does nothing without data", () => {
    const change = vi.fn((data: string[]) => data);
    resource().change(change);
    expect(change).not.toHaveBeenCalled();
  });

  it("is not overwritten by an answer to an earlier request", async () => {
    fetchData.mockResolvedValueOnce(["unanswered"]);
    await resource().refresh();
    fetchData.mockClear();
    const answer = holdAnswers();
    const refreshed = resource().refresh();
    resource().change(() => ["answered"]);
    await answer(0, ["unanswered"]);
    // The second request is under way now, and a second change comes.
    await vi.waitFor(() => expect(fetchData).toHaveBeenCalledTimes(2));
    expect(resource().getState().data).toEqual(["answered"]);
    resource().change(() => ["answered twice"]);
    await answer(1, ["answered"]);
    await vi.waitFor(() => expect(fetchData).toHaveBeenCalledTimes(3));
    expect(resource().getState().data).toEqual(["answered twice"]);
    await answer(2, ["answered twice", "by the server"]);
    await refreshed;
    expect(resource().getState().data).toEqual(["answered twice", "by the server"]);
  });
});

describe("another session", () => {
  it("has nothing of the account that logged out", async () => {
    fetchData.mockResolvedValue(["mine"]);
    await resource().refresh();
    clearSession();
    expect(resource().getState()).toEqual({
      data: null,
      loadedAtMs: 0,
      isLoading: false,
      error: null,
    });
  });

  it("does not get an answer that was on its way to the earlier one", async () => {
    const answer = holdAnswers();
    const refreshed = resource().refresh();
    await vi.waitFor(() => expect(fetchData).toHaveBeenCalledOnce());
    switchMember("U2");
    await answer(0, ["of U1"]);
    await refreshed;
    expect(resource().getState()).toMatchObject({ data: null, error: null, isLoading: false });
    expect(await answers.read("U1", name)).toBeNull();
    expect(await answers.read("U2", name)).toBeNull();
  });

  it("does not get the stored answer that was read for the earlier one", async () => {
    await store(["of U1"]);
    const answer = holdAnswers();
    const refreshed = resource().refresh();
    switchMember("U2");
    expect(resource().getState().data).toBeNull();
    await answer(0, ["of U1"]);
    await refreshed;
    expect(resource().getState().data).toBeNull();
  });

  it("joins its own refreshes, although one of the earlier account ends in between", async () => {
    const answer = holdAnswers();
    const earlier = resource().refresh();
    await vi.waitFor(() => expect(fetchData).toHaveBeenCalledOnce());
    switchMember("U2");
    const first = resource().refresh();
    await vi.waitFor(() => expect(fetchData).toHaveBeenCalledTimes(2));
    await answer(0, ["of U1"]);
    await earlier;
    const second = resource().refresh();
    await answer(1, ["of U2"]);
    await Promise.all([first, second]);
    expect(fetchData).toHaveBeenCalledTimes(2);
    expect(resource().getState().data).toEqual(["of U2"]);
  });
});

describe("useResource", () => {
  function Shown() {
    const { data, isOpening } = useResource(resource);
    return (
      <output>
        {data?.join() ?? "none"} {isOpening ? "opening" : "open"}
      </output>
    );
  }
  const shown = () => screen.getByRole("status").textContent;

  it("is opening until the first answer, of which the stored one is none", async () => {
    await store(["old"]);
    const answer = holdAnswers();
    draw(<Shown />);
    await vi.waitFor(() => expect(shown()).toBe("old opening"));
    await act(async () => await answer(0, ["new"]));
    await vi.waitFor(() => expect(shown()).toBe("new open"));
  });

  it("refreshes when the device is online, and when the session works again", async () => {
    fetchData.mockResolvedValueOnce(["one"]);
    draw(<Shown />);
    await vi.waitFor(() => expect(shown()).toBe("one open"));
    fetchData.mockResolvedValueOnce(["two"]);
    await act(async () => setOnline(true));
    await vi.waitFor(() => expect(shown()).toBe("two open"));
    fetchData.mockResolvedValueOnce(["three"]);
    await act(async () => setUnreachable("network"));
    expect(fetchData).toHaveBeenCalledTimes(2);
    await act(async () => setRegistration("registered"));
    await vi.waitFor(() => expect(shown()).toBe("three open"));
  });

  it("does not refresh after the page has gone", async () => {
    fetchData.mockResolvedValue(["one"]);
    const { unmount } = draw(<Shown />);
    await vi.waitFor(() => expect(shown()).toBe("one open"));
    unmount();
    setOnline(true);
    expect(fetchData).toHaveBeenCalledOnce();
  });
});
