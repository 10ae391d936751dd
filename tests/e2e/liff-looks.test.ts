/** Journey 10: every page as it looks on a phone, light and dark, and to a screen reader. */
import { expect, type Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { takeScreenshots } from "./browser";
import { type Device, launchIn, openLiffView } from "./devices";
import { isOn } from "./form";
import { becomeMember, newPerson } from "./members";
import { type LineStage, lineTest as test } from "./stage";

interface Look {
  path: string;
  /** What the screen says in its first heading. */
  heading: string;
  /** Who is in front of it; a member where absent. */
  prepare?: (stage: LineStage, page: Page) => Promise<unknown>;
}

const asNewcomer = ({ line }: LineStage) => line.control({ person: newPerson() });

const looks: Record<string, Look> = {
  index: { path: "/", heading: "Hello, 小明" },
  "index-without-server": {
    path: "/",
    heading: "Meet someone who fits",
    prepare: async (stage, page) => {
      await asNewcomer(stage);
      await page.route(`${stage.server.url}/api/**`, (route) => route.abort());
    },
  },
  profile: { path: "/profile", heading: "小明" },
  register: { path: "/register", heading: "Create your profile", prepare: asNewcomer },
  friend: {
    path: "/friend",
    heading: "Add us as a friend first",
    prepare: ({ line }) => line.control({ isFriend: false, person: newPerson() }),
  },
  dev: { path: "/dev", heading: "For developers" },
  "not-found": { path: "/nowhere", heading: "Page not found" },
  "without-line": {
    path: "/",
    heading: "The app could not start",
    prepare: ({ line }) => line.control({ faults: [{ call: "/friendship", status: 500 }] }),
  },
  clock: {
    path: "/",
    heading: "The app could not start",
    prepare: ({ line }) => line.control({ person: newPerson(), idTokenFault: "expired" }),
  },
};

for (const colorScheme of ["light", "dark"] as const) {
  const suffix = colorScheme === "dark" ? "-dark" : "";

  for (const [name, look] of Object.entries(looks)) {
    test(`in a ${colorScheme} scheme, ${name} is readable for everyone`, async ({ stage }) => {
      const { page, troubles } = await open(stage, colorScheme, look);
      await takeScreenshots(page, `liff-${name}${suffix}`);
      expect(await violationsOn(page)).toEqual([]);
      // Nothing is wider than the screen.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      // The browser draws its own controls in the scheme of the page, whatever LINE's SDK prefers.
      const scheme = await page.evaluate(
        () => getComputedStyle(document.documentElement).colorScheme,
      );
      expect(scheme).toBe("light dark");
      expect(await smallTargets(page)).toEqual([]);
      expect(troubles).toEqual([]);
    });
  }
}

async function open(
  stage: LineStage,
  colorScheme: "light" | "dark",
  { path, heading, prepare = becomeMember }: Look,
): Promise<Device> {
  const device = await openLiffView(stage.browser, stage.line, { colorScheme });
  await prepare(stage, device.page);
  await launchIn(device.page, stage.line, path);
  await isOn(device.page, heading);
  await device.page.locator("#loading").waitFor({ state: "hidden" });
  // Pictures, icons and what the core says come last.
  await device.page.waitForLoadState("networkidle");
  return device;
}

for (const locale of ["zh-TW", "ja-JP"]) {
  for (const [name, look] of Object.entries(looks)) {
    test(`in the language of ${locale}, ${name} fits a phone`, async ({ stage }) => {
      const { page } = await openLiffView(stage.browser, stage.line, { locale });
      await (look.prepare ?? becomeMember)(stage, page);
      await launchIn(page, stage.line, look.path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      await takeScreenshots(page, `liff-${name}-${locale}`);
      expect(await page.locator("html").getAttribute("lang")).toBe(locale.replace("-JP", ""));
      expect(await violationsOn(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    });
  }
}

/** Buttons and links of their own that a thumb would miss: lower than 44 px. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) => element.getClientRects().length > 0;
    // A link within a sentence is as high as its line, which the guidelines allow.
    const isInline = (element: Element) => getComputedStyle(element).display === "inline";
    return [...document.querySelectorAll("button, a, select, [role=button]")]
      .filter((element) => isShown(element) && !isInline(element))
      .filter((element) => element.getBoundingClientRect().height < 44)
      .map((element) => `${element.textContent}: ${element.getBoundingClientRect().height} px`);
  });
}
