/** A phone that opens the app with nothing cached and is watched from outside, in Chromium and in WebKit. */
import { setTimeout as wait } from "node:timers/promises";
import type { Browser } from "playwright-core";
import type { Line } from "../e2e/line";
import type { Network } from "../e2e/network";
import { type Driver, makeProfile } from "../e2e/webkit/programs";
import { openView, slowCpuDown } from "./phone";
import { type Goal, type Moment, type Moments, observeMoments } from "./slow-probe";

export interface View {
  /** The beginning of the navigation, in the clock of the machine. */
  startedAtMs: number;
  /** Runs a function in the page. */
  run: <Result>(work: () => Result) => Promise<Result>;
  tap: (moment: Moment) => Promise<void>;
  close: () => Promise<void>;
}

/** The network and the processor make everything slow, and the machine may be busy. */
const patienceMs = 120_000;

/** Waits for the first one of these goals, and returns its moment. Adds all moments of the page to those that are known. */
export async function waitFor(view: View, known: Moments, ...goals: Goal[]): Promise<Moment> {
  // The page records the moments itself, so a pause makes no figure coarser.
  for (const end = Date.now() + patienceMs; Date.now() < end; await wait(50)) {
    // While the browser goes to another page, it answers no question.
    const seen = await view.run(observeMoments).catch((): Moments => ({}));
    // LINE's SDK may load the page a second time, but the person has seen the first one.
    Object.assign(known, { ...seen, ...known });
    const reached = goals.map((goal) => known[goal]).find((moment) => moment !== undefined);
    if (reached) return reached;
  }
  throw new Error(`no ${goals.join(" or ")}, only ${Object.keys(known).join(", ")}`);
}

/** The cookie by which a device knows its member, as after an earlier visit. The files of the app are all new to it. */
const cookieOf = (userId: string) => ({
  name: "enmusubi_userInfo",
  value: encodeURIComponent(JSON.stringify({ userId, nickname: "小美", reviewStatus: "APPROVED" })),
});

/** Opens the app in LINE, with its real SDK, as a newcomer or as this member. */
export async function openInChromium(
  browser: Browser,
  line: Line,
  url: string,
  userId?: string,
): Promise<View> {
  const context = await openView(browser, line);
  if (userId) await context.addCookies([{ ...cookieOf(userId), url }]);
  const page = await context.newPage();
  await page.addInitScript(observeMoments);
  await slowCpuDown(page);
  const { url: launchUrl } = await line.launch();
  const startedAtMs = Date.now();
  await page.goto(launchUrl, { waitUntil: "commit", timeout: patienceMs });
  return {
    startedAtMs,
    run: (work) => page.evaluate(work),
    tap: ({ x, y }) => page.touchscreen.tap(x, y),
    close: () => context.close(),
  };
}

/** Opens the app with the mock of LINE, as this user or as a newcomer. */
export async function openInWebKit(
  driver: Driver,
  network: Network,
  userId?: string,
): Promise<View> {
  const { folder, remove } = await makeProfile();
  const open = async (path: string) => {
    const browser = await driver.open(folder, "unawaited");
    const startedAtMs = Date.now();
    await browser.get(network.url + path);
    // The window is sometimes gone before the driver has closed it.
    const close = () => browser.quit().catch(() => undefined);
    return { browser, startedAtMs, close };
  };
  if (userId) {
    // The mock reads its user from the browser's storage. The next browser has the same folder, and no open connection.
    const { browser, close } = await open("/healthz");
    const { name, value } = cookieOf(userId);
    const become = `localStorage.setItem('enmusubi:mockUserId', arguments[0]);
      document.cookie = arguments[1] + "; Path=/; Max-Age=604800"; return true`;
    await browser.wait(() =>
      browser.executeScript(become, userId, `${name}=${value}`).catch(() => false),
    );
    await close();
  }
  const { browser, startedAtMs, close } = await open("/");
  return {
    startedAtMs,
    run: (work) => browser.executeScript(work),
    tap: async ({ x, y }) => {
      const at = { x: Math.round(x), y: Math.round(y), duration: 0 };
      await browser.actions().move(at).click().perform();
    },
    close: async () => {
      await close();
      await remove();
    },
  };
}
