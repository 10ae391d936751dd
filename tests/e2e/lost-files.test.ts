/** Each part of the app that loads on demand fails at its first request: code, styles, messages, wasm. */
import { expect, type Page, type Route } from "@playwright/test";
import { openDevice } from "./browser";
import { errorSummary, fill, fillForm, pressContinue, waitForNoDialog } from "./form";
import { mockTest as test } from "./stage";

/** The ways in which a request for a part fails: no connection, a busy server, the page of a Wi-Fi login. */
const failures: readonly ((route: Route) => Promise<void>)[] = [
  (route) => route.abort("connectionreset"),
  (route) => route.fulfill({ status: 503 }),
  (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Log in</title>" }),
];

/** Returns the files that the HTML names itself: without them the browser has no app that could try again. */
async function filesOfStart(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text();
  return Array.from(html.matchAll(/assets\/([^"]+)"/g), ([, name]) => name ?? "");
}

async function openCrop(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit photo 1" }).click();
  await page.getByRole("button", { name: "Adjust crop" }).click();
  await page.getByRole("heading", { name: "Crop photo 1" }).waitFor();
  for (let nDialogs = 2; nDialogs > 0; nDialogs -= 1) await page.keyboard.press("Escape");
  await waitForNoDialog(page);
}

test("a person fills the form although each first request for a part fails, in one of three ways", async ({
  stage,
}) => {
  const { context, page, pageErrors } = await openDevice(stage.browser);
  const failed = new Set<string>();
  const ofStart = await filesOfStart(stage.server.url);
  await context.route("**/assets/**", async (route) => {
    const file = new URL(route.request().url()).pathname.split("/").pop() ?? "";
    if (ofStart.includes(file) || failed.has(file)) return await route.continue();
    // The wasm gets the page of a Wi-Fi login, which its reader could take for a module.
    const isWasm = file.endsWith(".wasm");
    const fail = failures[isWasm ? 2 : failed.size % failures.length];
    failed.add(file);
    await fail?.(route);
  });
  // A part that needs other parts may fail as often as these do, and the page then asks for one tap.
  const again = page.getByRole("button", { name: /(Reload|Try again)$/ });
  await page.addLocatorHandler(again, () => again.click());
  await page.goto(`${stage.server.url}/register`);
  await fillForm(page, async (heading) => {
    if (heading === "Photos") return await openCrop(page);
    if (heading !== "Who you are") return;
    // Without its wasm, the form checks nothing and goes on.
    await page.getByLabel("Nickname").fill("");
    await pressContinue(page);
    await errorSummary(page).waitFor();
    await fill[heading](page);
  });
  for (const part of [
    "draw",
    "react",
    "register-page",
    "form",
    "enmusubi_wasm",
    "enmusubi_wasm_bg",
    "crop-area",
  ]) {
    expect([...failed]).toContainEqual(expect.stringMatching(`^${part}-`));
  }
  const nRules = await page.evaluate(() =>
    Array.from(document.styleSheets, ({ cssRules }) => cssRules.length),
  );
  expect(nRules).not.toContain(0);
  expect(pageErrors).toEqual([]);
});
