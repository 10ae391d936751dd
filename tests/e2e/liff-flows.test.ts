/** LINE's own flows through the real SDK, on the page for developers. */
import { expect, type Locator, type Page } from "@playwright/test";
import { iPhone, launchIn, openLiffView, openOtherBrowser } from "./devices";
import { waitForHeading } from "./form";
import { becomeMember } from "./members";
import { type LineStage, lineTest as test } from "./stage";

test.beforeEach(async ({ stage }) => {
  await becomeMember(stage);
});

/** Waits for the page for developers, and unfolds the section of LINE's flows. */
async function unfoldFlows(page: Page): Promise<void> {
  await waitForHeading(page, "For developers");
  await page.getByRole("heading", { name: "LINE’s flows" }).click();
}

async function openDeveloperPage(stage: LineStage): Promise<Page> {
  const { page } = await openLiffView(stage.browser, stage.line);
  await launchIn(page, stage.line, "/dev");
  await unfoldFlows(page);
  return page;
}

/** Finds the form of a flow: its fields, its button and its result. */
function flow(page: Page, name: string): Locator {
  return page.locator("form").filter({ has: page.getByRole("heading", { name, exact: true }) });
}

async function runFlow(page: Page, name: string, outcome: string | RegExp): Promise<void> {
  await flow(page, name).getByRole("button", { name: "Try it" }).click();
  await flow(page, name).getByRole("status").getByText(outcome).waitFor();
}

test("the app sends messages only after the person has granted the permission", async ({
  stage,
}) => {
  const scopes = ["profile", "openid", "chat_message.write"];
  await stage.line.control({
    scopes,
    grantedScopes: ["profile", "openid"],
    withheldApis: ["multipleLiffTransition", "skipChannelVerificationScreen"],
  });
  const page = await openDeveloperPage(stage);
  await runFlow(page, "Send messages to this chat", /^403: /);
  expect(await stage.line.sharedMessages()).toEqual([]);

  await stage.line.control({ grantedScopes: scopes });
  await runFlow(page, "Send messages to this chat", "Done.");
  expect(await stage.line.sharedMessages()).toEqual([
    { messages: [{ type: "text", text: "Enmusubi" }] },
  ]);
});

test("the page reports a scope that the app does not have", async ({ stage }) => {
  const page = await openDeveloperPage(stage);
  await runFlow(page, "Send messages to this chat", /^FORBIDDEN: /);
  await runFlow(page, "Ask about a permission", /granted/);
  await runFlow(page, "List granted permissions", /profile.*openid.*email/s);
});

for (const [shareOutcome, message] of [
  ["success", "Done."],
  ["cancel", "It was closed without an answer."],
  ["failure", /^EXCEPTION_IN_SUBWINDOW: /],
] as const) {
  test(`in LINE, the page reports a share that ends in ${shareOutcome}`, async ({ stage }) => {
    await stage.line.control({ shareOutcome });
    await runFlow(await openDeveloperPage(stage), "Share messages", message);
  });
}

test("outside LINE, a picker that is closed counts as no answer", async ({ stage }) => {
  await stage.line.control({ shareOutcome: "pending" });
  const { context, page } = await openOtherBrowser(stage.browser, stage.line, { isDebug: true });
  await page.goto(`${stage.server.url}/profile`);
  await waitForHeading(page, "小明");
  await page.goto(`${stage.server.url}/dev`);
  await unfoldFlows(page);
  const [picker] = await Promise.all([
    context.waitForEvent("page"),
    flow(page, "Share messages").getByRole("button", { name: "Try it" }).click(),
  ]);
  await picker.waitForURL(/^https:\/\/access\.line\.me\/oauth2\/v2\.1\/liff\/shareTargetPicker\?/);
  await picker.close();
  await flow(page, "Share messages").getByText("It was closed without an answer.").waitFor();
});

test("in LINE, a sub-window returns its answer to the page that opened it", async ({ stage }) => {
  const page = await openDeveloperPage(stage);
  const opening = page.waitForEvent("request", (request) =>
    request.url().startsWith("liff://subwindow"),
  );
  await flow(page, "Open a sub-window").getByRole("button", { name: "Try it" }).click();
  const msit = new URL((await opening).url()).searchParams.get("msit") ?? "";
  expect(await stage.line.answerInSubWindow(msit, "submit", { answer: 42 })).toEqual({
    from: "dev",
  });
  await flow(page, "Open a sub-window").getByText("The sub-window submitted.").waitFor();
});

/** Opens the page with an https endpoint: for other endpoints the SDK refuses shortcuts and permanent links. */
async function openWithHttpsEndpoint(stage: LineStage, userAgent?: string): Promise<Page> {
  const endpointUrl = "https://app.example/";
  await stage.line.control({ endpointUrl });
  const options = userAgent === undefined ? {} : { userAgent };
  const { page } = await openLiffView(stage.browser, stage.line, options);
  const { url } = await stage.line.launch();
  await page.goto(url.replace(endpointUrl, `${stage.server.url}/dev`));
  await unfoldFlows(page);
  return page;
}

test("on an iPhone, the app opens LINE's page for the shortcut", async ({ stage }) => {
  const page = await openWithHttpsEndpoint(stage, `${iPhone} Line/14.5.0 LIFF`);
  const name = "Put a shortcut on the home screen";
  await flow(page, name).getByLabel("Address").fill("https://app.example/profile");
  await runFlow(page, name, "Done.");
  expect(await stage.line.count("liff-shortcut.line.me/api/shortcut")).toBe(1);
});

test("a permanent link leads to the page through LINE", async ({ stage }) => {
  const page = await openWithHttpsEndpoint(stage);
  const name = "Make a permanent link";
  await flow(page, name).getByLabel("Address").fill("https://app.example/profile?a=b#c");
  await runFlow(page, name, /https:\/\/liff\.line\.me\/[\w-]+\/profile\?a=b#c/);
  await flow(page, name).getByLabel("Address").fill("https://evil.example/profile");
  await runFlow(page, name, /^Refused before LINE was asked/);
});
