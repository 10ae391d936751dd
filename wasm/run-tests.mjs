/**
 * Runs the tests of a module with its glue, in this process or, where WASM_IN_BROWSER is set, in Chromium:
 * `run-tests.mjs FOLDER [WORDS]`. Only tests whose names contain WORDS run.
 *
 * wasm-bindgen-test writes the results, and finds out in which of the two it runs.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, words = ""] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const TIME_LIMIT_MS = 300_000;
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Runs the tests. It is also the script of the page, so it names nothing outside of itself. */
async function run(glue, module, filter) {
  globalThis.__wbg_test_invoke = (work) => work();
  globalThis.__wbgtest_og_console_log = console.log;
  globalThis.__wbgtest_og_console_error = console.error;
  const exported = await glue.default({ module_or_path: module });
  const names = Object.keys(exported).filter((name) => name.startsWith("__wbgt_"));
  const chosen = names.filter((name) => name.includes(filter));
  const context = new glue.WasmBindgenTestContext(false);
  // What a test writes, its panic too, is shown if it fails.
  for (const method of ["debug", "log", "info", "warn", "error"])
    console[method] = (...said) => glue[`__wbgtest_console_${method}`](said);
  context.filtered_count(names.length - chosen.length);
  return context.run(chosen.map((name) => exported[name]));
}

const page = `<!doctype html><pre id="output"></pre><script type="module">
import * as glue from "./tests.js";
const say = (text) => fetch("/said", { method: "POST", body: text });
globalThis.addEventListener("error", ({ message }) => say(message));
${run}
const ended = await run(glue, fetch("tests_bg.wasm"), ${JSON.stringify(words)}).catch(String);
await say(document.getElementById("output").textContent + (typeof ended === "string" ? "\\n" + ended : ""));
</script>`;

async function runInNode() {
  const glue = await import(pathToFileURL(join(folder, "tests.js")));
  return run(glue, await readFile(join(folder, "tests_bg.wasm")), words);
}

/** Opens the page and waits for its report. */
async function runInChromium() {
  const { args } = JSON.parse(
    await readFile(new URL("../tests/src/chromium.json", import.meta.url), "utf8"),
  );
  const profile = await mkdtemp(join(tmpdir(), "enmusubi-chromium-"));
  const report = {};
  report.promise = new Promise((resolve, reject) => Object.assign(report, { resolve, reject }));
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      report.resolve(Buffer.concat(await request.toArray()).toString());
      response.end();
      return;
    }
    const name = request.url === "/" ? "page.html" : request.url.slice(1);
    const type = types[name.slice(name.lastIndexOf("."))] ?? "text/plain";
    const body = name === "page.html" ? page : await readFile(join(folder, name)).catch(() => "");
    response.writeHead(200, { "Content-Type": type }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const browser = spawn(process.env.CHROMIUM, [...args, `--user-data-dir=${profile}`, url], {
    stdio: "ignore",
  });
  browser.on("error", report.reject);
  browser.on("exit", (code) => report.reject(new Error(`Chromium ended with exit code ${code}`)));
  const late = setTimeout(() => report.reject(new Error("no report of the page")), TIME_LIMIT_MS);
  try {
    const text = await report.promise;
    console.log(text);
    return /^test result: ok/m.test(text);
  } finally {
    clearTimeout(late);
    browser.removeAllListeners("exit").kill();
    server.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

process.exitCode = (await (process.env.WASM_IN_BROWSER ? runInChromium() : runInNode())) ? 0 : 1;
