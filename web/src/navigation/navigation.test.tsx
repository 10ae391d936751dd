import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prefetchAllowed } from "#/lib/prefetch-allowed";
import { Link } from "./link";
import {
  type Application,
  navigate,
  prefetch,
  pushScreen,
  revalidate,
  startNavigation,
  usePlace,
  waitForPage,
} from "./navigation";
import { NavigationView } from "./navigation-view";

vi.mock(import("#/lib/prefetch-allowed"));

/** Resolves the loading of each path that a test holds back. */
const held = new Map<string, () => void>();
const isHeld = new Set<string>();
let isBroken = false;
let stop: () => void;
let application: { [name in keyof Application]: ReturnType<typeof vi.fn<Application[name]>> };

/** The drawings of the home page, which reads its place. */
let nDrawn = 0;

function Home() {
  usePlace();
  nDrawn += 1;
  if (isBroken) throw new Error("broken");
  return (
    <>
      <h1>home</h1>
      <Link to="/other">to the other page</Link>
    </>
  );
}

function Other() {
  const { search } = usePlace();
  return (
    <>
      <h1>other {search}</h1>
      <input aria-label="typed" />
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(prefetchAllowed).mockReturnValue(true);
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  isBroken = false;
  isHeld.clear();
  application = {
    check: vi.fn<Application["check"]>(async () => null),
    load: vi.fn<Application["load"]>(async ({ pathname }) => {
      if (isHeld.has(pathname)) await new Promise<void>((done) => held.set(pathname, done));
      return pathname === "/" ? Home : Other;
    }),
    prefetch: vi.fn<Application["prefetch"]>(async () => undefined),
  };
});

afterEach(() => {
  stop();
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function openAt(address: string): Promise<void> {
  window.history.replaceState(null, "", address);
  render(
    <NavigationView
      Pending={() => <h1>pending</h1>}
      Loading={() => <p role="status">loading</p>}
      Failed={({ error }) => <h1>{String(error)}</h1>}
    />,
  );
  stop = startNavigation(application);
  await wait(0);
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const heading = () => screen.queryByRole("heading")?.textContent ?? null;
const scrolledTo = () => vi.mocked(window.scrollTo).mock.lastCall?.[1];

function scrollBy(y: number): void {
  Object.defineProperty(window, "scrollY", { value: y, configurable: true });
  window.dispatchEvent(new Event("scroll"));
}

describe("a navigation", () => {
  it("draws the page before its promise resolves", async () => {
    await openAt("/");
    await navigate("/other?a=b");
    expect(heading()).toBe("other ?a=b");
    expect(window.location.pathname).toBe("/other");
  });

  it("keeps the page before it, and says after 300 ms that the next one is loading", async () => {
    await openAt("/");
    isHeld.add("/other");
    void navigate("/other");
    await wait(299);
    expect(screen.queryByRole("status")).toBeNull();
    await wait(1);
    expect(screen.getByRole("status").textContent).toBe("loading");
    expect(heading()).toBe("home");
    held.get("/other")?.();
    await wait(0);
    expect(screen.queryByRole("status")).toBeNull();
    expect(heading()).toBe("other ");
  });

  it("is late after three seconds, until another attempt or another page", async () => {
    await openAt("/");
    isHeld.add("/other");
    void navigate("/other");
    await wait(2_999);
    expect(waitForPage()).toBe("long");
    await wait(1);
    expect(waitForPage()).toBe("late");
    expect(heading()).toBe("home");
    void revalidate();
    expect(waitForPage()).toBe("short");
    await wait(3_000);
    expect(waitForPage()).toBe("late");
    fireEvent.click(screen.getByRole("link"));
    expect(waitForPage()).toBe("short");
    await navigate("/");
    expect(heading()).toBe("home");
    expect(waitForPage()).toBe("short");
  });

  it("does not draw the page again while the next one loads", async () => {
    await openAt("/");
    isHeld.add("/other");
    nDrawn = 0;
    void navigate("/other");
    await wait(4_000);
    expect(waitForPage()).toBe("late");
    expect(nDrawn).toBe(0);
  });

  it("draws the first page although the clock is put back while the page loads", async () => {
    isHeld.add("/");
    await openAt("/");
    await wait(1_000);
    vi.setSystemTime(Date.now() - 3_600_000);
    held.get("/")?.();
    await wait(1_000);
    expect(heading()).toBe("home");
  });

  it("shows in place of the first page that it is loading, for at least 500 ms", async () => {
    isHeld.add("/");
    const opened = openAt("/");
    await opened;
    expect(heading()).toBeNull();
    await wait(301);
    expect(heading()).toBe("pending");
    held.get("/")?.();
    await wait(498);
    expect(heading()).toBe("pending");
    await wait(1);
    expect(heading()).toBe("home");
  });

  it("shows only the newest of several pages, however late they load", async () => {
    await openAt("/");
    isHeld.add("/other");
    const late = navigate("/other");
    const newest = navigate("/");
    await newest;
    held.get("/other")?.();
    await late;
    await wait(1_000);
    expect(heading()).toBe("home");
  });

  it("keeps what is typed into a page of which only the search changes", async () => {
    await openAt("/other?page=1");
    const input = screen.getByLabelText("typed");
    isHeld.add("/other");
    void navigate("/other?page=2");
    await wait(1_000);
    expect(heading()).toBe("other ?page=1");
    held.get("/other")?.();
    await wait(0);
    expect(heading()).toBe("other ?page=2");
    expect(screen.getByLabelText("typed")).toBe(input);
  });

  it("follows a redirect, which takes the place of the address", async () => {
    await openAt("/");
    const { length } = window.history;
    application.check.mockImplementation(async ({ pathname }) =>
      pathname === "/old" ? { to: "/other?new=1" } : null,
    );
    await navigate("/old");
    expect(heading()).toBe("other ?new=1");
    expect(window.history.length).toBe(length + 1);
  });

  it("leaves for another address by a full load, and draws nothing more", async () => {
    const replace = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    await openAt("/");
    application.check.mockResolvedValue({ leaveFor: "https://example.com/" });
    void navigate("/old");
    await wait(0);
    expect(replace).toHaveBeenCalledExactlyOnceWith("https://example.com/");
    expect(application.load).toHaveBeenCalledTimes(1);
  });

  it("ignores a redirect that comes after the next navigation", async () => {
    await openAt("/");
    let redirect = (_: { to: string }) => {};
    application.check.mockImplementationOnce(() => new Promise((resolve) => (redirect = resolve)));
    const late = navigate("/old");
    await navigate("/other");
    redirect({ to: "/" });
    await late;
    expect(heading()).toBe("other ");
    expect(window.location.pathname).toBe("/other");
  });

  it("shows the failure of a page that does not load, and the next page after it", async () => {
    await openAt("/");
    application.load.mockRejectedValueOnce(new Error("lost"));
    await navigate("/other");
    expect(heading()).toBe("Error: lost");
    await navigate("/");
    expect(heading()).toBe("home");
  });

  it("replaces a page that throws, until the place is checked again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    isBroken = true;
    await openAt("/");
    expect(heading()).toBe("Error: broken");
    isBroken = false;
    await revalidate();
    expect(heading()).toBe("home");
  });

  it("draws nothing after it was stopped", async () => {
    isHeld.add("/");
    await openAt("/");
    stop();
    held.get("/")?.();
    await wait(1_000);
    expect(heading()).toBeNull();
  });
});

describe("the scroll position", () => {
  it("is at the top of a new page, and where it was after Back", async () => {
    await openAt("/");
    scrollBy(640);
    await navigate("/other");
    expect(scrolledTo()).toBe(0);
    window.history.replaceState({ scrollY: 640 }, "", "/");
    window.dispatchEvent(new PopStateEvent("popstate"));
    await wait(0);
    expect(heading()).toBe("home");
    expect(scrolledTo()).toBe(640);
  });

  it("is where it was after Back from a screen without an address, at the same page", async () => {
    await openAt("/other?a=b");
    fireEvent.change(screen.getByLabelText("typed"), { target: { value: "words" } });
    scrollBy(640);
    const before = window.history.length;
    pushScreen();
    expect(window.history.length).toBe(before + 1);
    expect(window.location.search).toBe("?a=b");
    scrollBy(0);
    window.history.back();
    await wait(0);
    expect(scrolledTo()).toBe(640);
    expect(screen.getByLabelText<HTMLInputElement>("typed").value).toBe("words");
  });

  it("is stored with the history entry when the person stops scrolling, for a reload", async () => {
    await openAt("/");
    scrollBy(100);
    await wait(100);
    scrollBy(320);
    await wait(299);
    expect(window.history.state).toBeNull();
    await wait(1);
    expect(window.history.state).toEqual({ scrollY: 320 });
    scrollBy(0);
  });

  it("stays when the place is only checked again", async () => {
    await openAt("/");
    vi.mocked(window.scrollTo).mockClear();
    await revalidate();
    expect(window.scrollTo).not.toHaveBeenCalled();
  });
});

describe("a link", () => {
  const link = () => screen.getByRole("link");

  it("opens its page without a load", async () => {
    await openAt("/");
    fireEvent.click(link());
    await wait(0);
    expect(heading()).toBe("other ");
  });

  it.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }])(
    "leaves a click with %o to the browser",
    async (modifier) => {
      await openAt("/");
      expect(fireEvent.click(link(), modifier)).toBe(true);
      expect(application.check).toHaveBeenCalledTimes(1);
    },
  );

  it("loads its page as soon as the person touches it", async () => {
    await openAt("/");
    fireEvent.touchStart(link());
    expect(application.prefetch).toHaveBeenCalledExactlyOnceWith("/other");
  });

  it("loads a page ahead whose place has a search", async () => {
    await openAt("/");
    await prefetch("/other?page=2#end");
    expect(application.prefetch).toHaveBeenCalledExactlyOnceWith("/other");
  });
  it.each(["/other?a=b", "/other#part", "/other?a=b#part", "/other/"])(
    "loads the page of %s ahead",
    async (to) => {
      await openAt("/");
      render(<Link to={to}>ahead</Link>);
      fireEvent.focus(screen.getByRole("link", { name: "ahead" }));
      const { pathname } = new URL(to, window.location.href);
      expect(application.prefetch).toHaveBeenCalledExactlyOnceWith(pathname);
    },
  );

  it("loads nothing ahead if prefetching is not allowed", async () => {
    vi.mocked(prefetchAllowed).mockReturnValue(false);
    await openAt("/");
    fireEvent.touchStart(link());
    fireEvent.mouseEnter(link());
    fireEvent.focus(link());
    expect(application.prefetch).not.toHaveBeenCalled();
  });
});
