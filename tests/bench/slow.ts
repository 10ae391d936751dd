/**
 * Measures the first seconds of the app on a slow network with nothing cached, in Chromium and in WebKit, and prints
 * them beside the aims. BENCH_QUICK=1 opens the app once instead of three times.
 */
import { chromium } from "playwright-core";
import { type Line, startLine } from "../e2e/line";
import {
  approve,
  becomeMemberWith,
  introduceMembers,
  newPerson,
  registerMember,
} from "../e2e/members";
import { startNetwork } from "../e2e/network";
import { startServer } from "../e2e/server";
import { startDriver, startScreen } from "../e2e/webkit/programs";
import { launchOptions } from "../src/chromium";
import { row } from "./form-rows";
import { cpuSlowDown, warnings } from "./phone";
import { listRequests, type Moments } from "./slow-probe";
import { openInChromium, openInWebKit, type View, waitFor } from "./slow-views";
import { layOut } from "./table";

const times = process.env.BENCH_QUICK === "1" ? 1 : 3;
const speed = { roundTripMs: 400, kbitPerSecond: 400 };
/** The aims, in seconds. */
const aims = {
  "first words": 3,
  "first tap that works": 5,
  "the form’s first input": 7,
  "an approved member’s first card": 7,
};
type Title = keyof typeof aims;
const measured: { engine: string; title: Title; seconds: number }[] = [];
const waterfalls = new Map<string, string>();

/** Opens the app as a newcomer, who begins the form with one tap on each button, or as a member, who waits for a card. */
async function record(engine: string, who: "newcomer" | "member", view: View): Promise<void> {
  const since = (ms = Number.NaN) => (ms - view.startedAtMs) / 1000;
  const note = (title: Title, ms?: number) => {
    measured.push({ engine, title, seconds: since(ms) });
    process.stderr.write(`${engine}, ${title}: ${since(ms).toFixed(2)} s\n`);
  };
  const seen: Moments = {};
  const isNewcomer = who === "newcomer";
  if (isNewcomer) {
    await view.tap(await waitFor(view, seen, "start"));
    const next = await waitFor(view, seen, "begin", "input");
    if (next === seen.begin) await view.tap(next);
  }
  const { atMs: endMs } = await waitFor(view, seen, isNewcomer ? "input" : "card");
  if (isNewcomer) {
    note("first words", seen.words?.atMs);
    note("first tap that works", seen.start?.atMs);
  }
  note(isNewcomer ? "the form’s first input" : "an approved member’s first card", endMs);
  const rows = (await view.run(listRequests))
    .filter(({ startMs }) => startMs < endMs)
    .map((it) => [it.name, since(it.startMs).toFixed(2), since(it.endMs).toFixed(2), it.kB]);
  await view.close();
  if (engine !== "Chromium") return;
  const title = `A ${who} in Chromium, ${since(endMs).toFixed(2)} s. The first words are “${seen.words?.text}”.`;
  waterfalls.set(who, `\n${title}\n${layOut([["request", "start", "end", "kB"], ...rows])}`);
}

/** Starts a server behind a slow network of its own. Without LINE it is the developer's app, with the mock. */
async function startSlowServer(line?: Line) {
  const network = await startNetwork(speed);
  const server = await startServer(line, { PUBLIC_BASE_URL: network.url });
  network.serve(server.url);
  return { network, server };
}

async function measureChromium(): Promise<void> {
  const line = await startLine();
  const { network, server } = await startSlowServer(line);
  const browser = await chromium.launch(launchOptions);
  try {
    await line.control({ reset: true, endpointUrl: `${network.url}/` });
    const person = await introduceMembers(async (answers) => {
      const member = await becomeMemberWith({ line, server, browser }, answers);
      await approve(server, member.userId);
      return member;
    });
    // The proxy has no key of LINE's hosts, so LINE delays its answers to the browser itself.
    await line.control({ faults: [{ call: ".line", delayMs: speed.roundTripMs }] });
    for (let time = 1; time <= times; time += 1) {
      await line.control({ person: newPerson() });
      await record("Chromium", "newcomer", await openInChromium(browser, line, network.url));
      await line.control({ person });
      const { url } = network;
      await record("Chromium", "member", await openInChromium(browser, line, url, person.userId));
    }
  } finally {
    await browser.close();
    network.stop();
    await server.stop();
    await line.stop();
  }
}

async function measureWebKit(): Promise<void> {
  const { network, server } = await startSlowServer();
  const stopScreen = await startScreen();
  const driver = await startDriver();
  try {
    const { userId } = await introduceMembers((answers) => registerMember(server, "小美", answers));
    for (let time = 1; time <= times; time += 1) {
      await record("WebKit", "newcomer", await openInWebKit(driver, network));
      await record("WebKit", "member", await openInWebKit(driver, network, userId));
    }
  } finally {
    await driver.stop();
    await stopScreen();
    network.stop();
    await server.stop();
  }
}

await measureChromium();
await measureWebKit();
const rows = ["Chromium", "WebKit"].flatMap((engine) =>
  Object.entries(aims).map(([title, aim]) => {
    const own = measured.filter((it) => it.engine === engine && it.title === title);
    const values = own.map((it) => it.seconds);
    return row(`${engine}: ${title}`, values, aim, (value) => value.toFixed(2));
  }),
);
if (rows.some((cells) => cells.at(-1) === "MISSED")) process.exitCode = 1;
console.log(
  [
    "",
    `${speed.kbitPerSecond} kbit/s in each direction, ${speed.roundTripMs} ms; ${times} × with nothing cached. The member’s device knows the member.`,
    `Chromium has LINE’s real SDK, whose calls take ${speed.roundTripMs} ms, and a processor that is ${cpuSlowDown}× slower.`,
    "WebKit’s driver cannot slow the processor down. It has the developer’s app, with the mock of LINE: no calls to LINE, but one to our server, and the code of the mock.",
    ...warnings(),
    "",
    layOut([["seconds from the navigation", "median", "worst", "aim", ""], ...rows]),
    ...waterfalls.values(),
    "",
  ].join("\n"),
);
