/**
 * A person in WebKit. The words are those of Playwright that the journeys in Chromium use, so that both share how the
 * form is filled. Testing Library finds the parts of the page by their roles and names.
 */
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Key, type WebDriver, type WebElement } from "selenium-webdriver";
import type { FormControl, FormPage, Name, RoleOptions, WaitOptions } from "../form";

const library = readFileSync(
  createRequire(import.meta.url).resolve(
    "@testing-library/dom/dist/@testing-library/dom.umd.min.js",
  ),
  "utf8",
);
const screenshots = join(import.meta.dirname, "../screenshots/webkit");
/** Three browsers share the processors with servers. */
const patienceMs = 20_000;

/** The way to a part of the page inside of the one before. Patterns are text, because scripts take no others. */
interface Step {
  by: "Role" | "LabelText" | "Text";
  what: string;
  pattern: string;
  flags: string;
  options: object;
}

/** Playwright's meaning of a name: a part of it in any case, unless it is exact. */
function patternOf(name: Name | undefined, isExact = false): { pattern: string; flags: string } {
  if (name instanceof RegExp) return { pattern: name.source, flags: name.flags };
  const quoted = (name ?? "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return isExact ? { pattern: `^${quoted}$`, flags: "" } : { pattern: quoted, flags: "i" };
}

/** Runs in the page. Returns the visible elements that the steps find, or null if the library is not there yet. */
function findInPage(steps: Step[]): Element[] | null {
  const { TestingLibraryDom: testing } = window as unknown as {
    TestingLibraryDom?: Record<string, (at: Element, what: unknown, options: object) => Element[]>;
  };
  if (!testing) return null;
  // A modal dialog makes the rest of the page inert, which the library does not know.
  const modals = document.querySelectorAll("dialog:modal");
  let found = [modals[modals.length - 1]?.parentElement ?? document.body];
  for (const { by, what, pattern, flags, options } of steps) {
    const name = new RegExp(pattern, flags);
    const query = testing[`queryAllBy${by}`];
    const [wanted, asked] = by === "Role" ? [what, { ...options, name }] : [name, options];
    found = found.flatMap((one) => (query?.(one, wanted, asked) ?? []) as HTMLElement[]);
  }
  return [...new Set(found)].filter((one) => one.getClientRects().length > 0);
}

/** Runs in the page. True if nothing that it shows is still loading, and all of it is drawn. */
async function isComplete(): Promise<boolean> {
  const waiting = document.querySelector("#loading:not([hidden]), .animate-spin");
  // A picture further below is fetched when the person comes near.
  const shown = [...document.images].filter((one) => one.getBoundingClientRect().top < innerHeight);
  if (waiting || !shown.every(({ complete }) => complete)) return false;
  // The driver's picture is of the frame before.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return true;
}

/** A part of the page, which each act looks for again. */
class Part implements FormControl {
  constructor(
    readonly browser: WebDriver,
    private readonly steps: readonly Step[] = [],
  ) {}

  getByRole(role: string, { name, exact, ...options }: RoleOptions = {}): Part {
    return this.inside({ by: "Role", what: role, ...patternOf(name, exact), options });
  }

  getByLabel(name: Name, { exact }: { exact?: boolean } = {}): Part {
    return this.inside({ by: "LabelText", what: "", ...patternOf(name, exact), options: {} });
  }

  getByText(name: Name, { exact }: { exact?: boolean } = {}): Part {
    return this.inside({ by: "Text", what: "", ...patternOf(name, exact), options: {} });
  }

  private inside(step: Step): Part {
    return new Part(this.browser, [...this.steps, step]);
  }

  private async find(): Promise<WebElement[]> {
    const find = () => this.browser.executeScript<WebElement[] | null>(findInPage, this.steps);
    const found = await find();
    if (found) return found;
    await this.browser.executeScript(library);
    return (await find()) ?? [];
  }

  /** Repeats an act until it succeeds: while it runs, the page may draw the part again or cover it. */
  private async until<Result>(
    act: (found: WebElement[]) => Promise<Result>,
    timeout = patienceMs,
  ): Promise<Result> {
    const end = Date.now() + timeout;
    for (;;) {
      try {
        return await act(await this.find());
      } catch (cause) {
        if (Date.now() > end) {
          const { pattern, what } = this.steps.at(-1) ?? { pattern: "", what: "" };
          const text = await this.browser.executeScript("return document.body.innerText");
          throw new Error(`${what} “${pattern}”: ${cause} on this page:\n${text}`, { cause });
        }
        await wait(100);
      }
    }
  }

  private act<Result>(
    work: (element: WebElement) => Promise<Result>,
    timeout?: number,
  ): Promise<Result> {
    return this.until(async ([element]) => {
      if (!element) throw new Error("it is not there");
      // The driver would scroll it below the bar with the buttons.
      const scroll = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
      await this.browser.executeScript(scroll, element);
      return await work(element);
    }, timeout);
  }

  async waitFor({ state = "visible", timeout }: WaitOptions = {}): Promise<void> {
    await this.until(async ({ length }) => {
      if (length > 0 !== (state === "visible")) throw new Error(`it is not ${state}`);
    }, timeout);
  }

  async isThere(): Promise<boolean> {
    return await this.until(async ({ length }) => length > 0);
  }

  click({ timeout }: { timeout?: number } = {}): Promise<void> {
    return this.act((element) => element.click(), timeout);
  }

  /** Ticks a box, a switch or an answer. The page hides the control itself and shows its label. */
  check(): Promise<void> {
    return this.act(async (element) => {
      if (await element.isSelected()) return;
      const label = "return arguments[0].closest('label') ?? arguments[0]";
      const shown = await this.browser.executeScript<WebElement>(label, element);
      await shown.click();
      if (!(await element.isSelected())) throw new Error("it is not ticked");
    });
  }

  /** Types a text with the keyboard, in place of the old one. */
  fill(text: string): Promise<void> {
    return this.act(async (element) => {
      await this.browser.executeScript("arguments[0].focus(); arguments[0].select()", element);
      await element.sendKeys(text || Key.BACK_SPACE);
    });
  }

  selectOption(value: string): Promise<void> {
    return this.act(async (element) => {
      const option = "return [...arguments[0].options].find(({ value }) => value === arguments[1])";
      await (await this.browser.executeScript<WebElement>(option, element, value)).click();
    });
  }

  pick(...paths: readonly string[]): Promise<void> {
    return this.until(async ([input]) => {
      if (!input) throw new Error("it is not there");
      await input.sendKeys(paths.join("\n"));
    });
  }

  text(): Promise<string> {
    return this.act((element) => element.getText());
  }

  value(): Promise<string> {
    return this.act((element) => this.browser.executeScript("return arguments[0].value", element));
  }
}

/** A person in front of a browser. */
export class Person extends Part implements FormPage {
  constructor(
    browser: WebDriver,
    /** The address of the app, without a slash at the end. */
    private readonly url: string,
  ) {
    super(browser);
  }

  open(path: string): Promise<void> {
    return this.browser.get(`${this.url}${path}`);
  }

  reload(): Promise<void> {
    return this.browser.navigate().refresh();
  }

  heading(name: Name): Part {
    return this.getByRole("heading", { name, exact: true });
  }

  async sees(words: Name): Promise<void> {
    await this.getByText(words).waitFor();
  }

  /** Leads a newcomer from the first screen to the first page of the form. */
  async begins(): Promise<void> {
    await this.startsApp();
    await this.press("Start my profile");
    await this.press("Let’s begin");
  }

  /** Waits until the app has replaced the HTML's first screen, which has the same words. */
  async startsApp(): Promise<void> {
    const isCovered = "return document.getElementById('loading')?.hidden === false";
    await this.browser.wait(async () => !(await this.browser.executeScript(isCovered)), patienceMs);
  }

  press(name: Name): Promise<void> {
    return this.getByRole("button", { name, exact: true }).click();
  }

  /** Runs a function in the page, with arguments that JSON can hold. */
  run<Result, Arguments extends unknown[]>(
    work: (...given: Arguments) => Result | Promise<Result>,
    ...given: Arguments
  ): Promise<Result> {
    return this.browser.executeScript<Result>(work, ...given);
  }

  /** Becomes this user of the mock. The next load of the page reads it. */
  async becomes({ userId }: { userId: string }): Promise<void> {
    await this.open("/loading.css");
    await this.run((id) => localStorage.setItem("enmusubi:mockUserId", id), userId);
  }

  /** Returns the LINE user id that the mock LIFF has given to this browser. */
  async userId(): Promise<string> {
    return (await this.run(() => localStorage.getItem("enmusubi:mockUserId"))) ?? "";
  }

  /** With SCREENSHOTS=1, stores a picture of what the browser shows, for people, as soon as all of it is there. */
  async takePicture(name: string): Promise<void> {
    if (process.env.SCREENSHOTS !== "1") return;
    await mkdir(screenshots, { recursive: true });
    await this.browser.wait(() => this.run(isComplete), patienceMs, `${name} does not finish`);
    const picture = Buffer.from(await this.browser.takeScreenshot(), "base64");
    await writeFile(join(screenshots, `${name}.png`), picture);
  }
}
