/** The looks of every page on a phone, light and dark, and its accessibility. */
import { expect, type Page } from "@playwright/test";
import { findViolations, inEachScheme } from "./accessibility";
import { takeScreenshots } from "./browser";
import { type Device, launchIn, openLiffView } from "./devices";
import { waitForHeading } from "./form";
import { becomeMember, newPerson } from "./members";
import { type LineStage, lineTest as test } from "./stage";

interface Look {
  path: string;
  /** The first heading of the page. */
  heading: string;
  /** Chooses the person in front of the page. By default it is a member. */
  prepare?: (stage: LineStage, page: Page) => Promise<unknown>;
}

const asNewcomer = ({ line }: LineStage) => line.control({ person: newPerson() });

const looks: Record<string, Look> = {
  index: { path: "/", heading: "Hello, 小明" },
  "index-without-server": {
    path: "/",
    heading: "Up to five people a day who fit you",
    prepare: async (stage, page) => {
      await asNewcomer(stage);
      await page.route(`${stage.server.url}/api/**`, (route) => route.abort());
    },
  },
  profile: { path: "/profile", heading: "小明" },
  register: {
    path: "/register",
    heading: "Up to five people a day who fit you",
    prepare: asNewcomer,
  },
  friend: {
    path: "/friend",
    heading: "Add us as a friend first",
    prepare: ({ line }) => line.control({ isFriend: false, person: newPerson() }),
  },
  dev: { path: "/dev", heading: "For developers" },
  "not-found": { path: "/nowhere", heading: "Page not found" },
  "without-line": {
    path: "/",
    heading: "The app couldn’t start",
    prepare: ({ line }) => line.control({ faults: [{ call: "/friendship", status: 500 }] }),
  },
  clock: {
    path: "/",
    heading: "The app couldn’t start",
    prepare: ({ line }) => line.control({ person: newPerson(), idTokenFault: "expired" }),
  },
};

for (const [name, look] of Object.entries(looks)) {
  test(`in both colour schemes, the page ${name} is accessible and fits a phone`, async ({
    stage,
  }) => {
    const { page, pageErrors } = await open(stage, look);
    await inEachScheme(page, async (scheme) => {
      await takeScreenshots(page, `liff-${name}-${scheme}`);
      expect(await findViolations(page)).toEqual([]);
    });
    // No element is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    // LINE's SDK sets a scheme too. The page's own must win, because the browser draws its controls in it.
    const scheme = await page.evaluate(
      () => getComputedStyle(document.documentElement).colorScheme,
    );
    expect(scheme).toBe("light dark");
    expect(await smallTargets(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });
}

async function open(
  stage: LineStage,
  { path, heading, prepare = becomeMember }: Look,
): Promise<Device> {
  const device = await openLiffView(stage.browser, stage.line);
  await prepare(stage, device.page);
  await launchIn(device.page, stage.line, path);
  await waitForHeading(device.page, heading);
  await device.page.locator("#loading").waitFor({ state: "hidden" });
  // Pictures, icons and the messages of the core arrive last.
  await device.page.waitForLoadState("networkidle");
  return device;
}

for (const locale of ["zh-TW", "ja-JP"]) {
  for (const [name, look] of Object.entries(looks)) {
    test(`in the language of ${locale}, the page ${name} fits a phone`, async ({ stage }) => {
      const { page } = await openLiffView(stage.browser, stage.line, { locale });
      await (look.prepare ?? becomeMember)(stage, page);
      await launchIn(page, stage.line, look.path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      await takeScreenshots(page, `liff-${name}-${locale}`);
      expect(await page.locator("html").getAttribute("lang")).toBe(locale.replace("-JP", ""));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    });
  }
}

/** Returns the buttons and links that are too small for a thumb: lower than 44 px. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) => element.getClientRects().length > 0;
    // The accessibility guidelines allow a link within a sentence to be as high as its line.
    const isInline = (element: Element) => getComputedStyle(element).display === "inline";
    return [...document.querySelectorAll("button, a, select, [role=button]")]
      .filter((element) => isShown(element) && !isInline(element))
      .filter((element) => element.getBoundingClientRect().height < 44)
      .map((element) => `${element.textContent}: ${element.getBoundingClientRect().height} px`);
  });
}
