/** A browser that refuses a part of what the start needs: the page says something, and never stays at the knot. */
import { expect, type Page } from "@playwright/test";
import { openDevice } from "./browser";
import { launchIn, openLiffView } from "./devices";
import { newPerson } from "./members";
import { lineTest, mockTest } from "./stage";

/** Lets every access to a property throw, as Chromium does for the storage of a site with blocked data. */
const refuse = (owner: string, name: string) => `
  const refuse = () => { throw new DOMException("Access is denied for this document.", "SecurityError"); };
  Object.defineProperty(${owner}, "${name}", { get: refuse, set: refuse, configurable: true });`;

const storage = ["localStorage", "sessionStorage", "indexedDB"];
const all = [
  ...storage.map((name) => refuse("window", name)),
  refuse("Document.prototype", "cookie"),
];

const refusals: Record<string, string> = {
  ...Object.fromEntries(storage.map((name) => [name, refuse("window", name)])),
  "document.cookie": refuse("Document.prototype", "cookie"),
  "all storage": all.map((script) => `{ ${script} }`).join("\n"),
  "navigator.locks": refuse("Navigator.prototype", "locks"),
  "navigator.languages": refuse("Navigator.prototype", "languages"),
  matchMedia: refuse("window", "matchMedia"),
  fetch: refuse("window", "fetch"),
  "crypto.randomUUID": refuse("Crypto.prototype", "randomUUID"),
  "history.replaceState": refuse("History.prototype", "replaceState"),
  BroadcastChannel: refuse("window", "BroadcastChannel"),
  MutationObserver: refuse("window", "MutationObserver"),
};

/** Waits until the knot is gone, or has made place for a sentence. */
async function waitForWords(page: Page): Promise<void> {
  const words = page.locator("#loading [role=alert], #root h1");
  await words.filter({ visible: true }).first().waitFor();
}

for (const [name, script] of Object.entries(refusals)) {
  mockTest(`says something although the browser refuses ${name}`, async ({ stage }) => {
    const { context, page } = await openDevice(stage.browser);
    await context.addInitScript(script);
    await page.goto(stage.server.url);
    await waitForWords(page);
  });

  lineTest(`says something in LINE although the browser refuses ${name}`, async ({ stage }) => {
    await stage.line.control({ person: newPerson() });
    const { context, page } = await openLiffView(stage.browser, stage.line);
    await context.addInitScript(script);
    await launchIn(page, stage.line);
    await waitForWords(page);
  });
}

const oldBrowsers: Record<string, string> = {
  "container queries": "CSS.supports = () => false;",
  "module scripts": "delete HTMLScriptElement.prototype.noModule;",
};

for (const [name, script] of Object.entries(oldBrowsers)) {
  mockTest(`names what to do in a browser without ${name}`, async ({ stage }) => {
    const { context, page } = await openDevice(stage.browser);
    await context.addInitScript(script);
    // An old browser fails at the first new word of the app.
    await context.route("**/assets/index-*.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: "let let;" }),
    );
    await page.goto(stage.server.url);
    const said = page.getByRole("alert");
    await said.getByText("This browser is too old. Update iOS").waitFor();
    await expect(said.locator("p[lang]")).toHaveCount(3);
  });
}

for (const [name, answer] of Object.entries({
  "a syntax that the browser does not know": { contentType: "text/javascript", body: "let let;" },
  "an answer that is no script": { status: 404, body: "" },
})) {
  mockTest(`says that the app did not start after ${name}`, async ({ stage }) => {
    const { context, page } = await openDevice(stage.browser);
    await context.route("**/assets/index-*.js", (route) => route.fulfill(answer));
    await page.goto(stage.server.url);
    await page.getByRole("alert").getByText("The app didn’t start.").waitFor();
    await context.unroute("**/assets/index-*.js");
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
  });
}

mockTest(
  "asks for cookies if the browser blocks them and the app does not start",
  async ({ stage }) => {
    const { context, page } = await openDevice(stage.browser);
    await context.addInitScript(refusals["all storage"] ?? "");
    await context.route("**/assets/index-*.js", (route) => route.abort());
    await page.goto(stage.server.url);
    await page.getByRole("alert").getByText("Allow cookies and site data, then reload.").waitFor();
  },
);
