import { afterEach, beforeEach, expect, test, vi } from "vitest";
import schema from "../../../core/schema/user-profile-create.schema.json";

vi.mock(import("./import-again"));

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock("enmusubi-wasm");
  vi.doUnmock("enmusubi-wasm/line");
});

const working = { checkProfile: () => null, snapToCell: () => null };
const lineRules = { isLiffUrl: () => false };
/** A module of WebKit's after the first failure: all functions are there, and none has its wasm. */
const withoutWasm = {
  snapToCell: () => {
    throw new TypeError("undefined is not an object (evaluating 'wasm.snapToCell')");
  },
  isLiffUrl: () => {
    throw new TypeError("undefined is not an object (evaluating 'wasm.isLiffUrl')");
  },
};

type Outcome = "fails" | "has no wasm" | "never settles" | "works";

/** Gives the first import and the imports under other addresses these outcomes, one after the other. */
async function planImports(...outcomes: Outcome[]) {
  const importNext = async () => {
    const outcome = outcomes.shift() ?? "fails";
    if (outcome === "fails") throw new Error("the chunk did not load");
    if (outcome === "never settles") await new Promise(() => undefined);
    return outcome === "works" ? { ...working, ...lineRules } : withoutWasm;
  };
  vi.doMock("enmusubi-wasm", importNext);
  vi.doMock("enmusubi-wasm/line", importNext);
  const { importAgain } = await import("./import-again");
  vi.mocked(importAgain).mockReset().mockImplementation(importNext);
  return { ...(await import("./load")), importAgain: vi.mocked(importAgain) };
}

test.each<Outcome[]>([["fails"], ["has no wasm"], ["fails", "fails"], ["fails", "has no wasm"]])(
  "a module that %s (%s) is imported elsewhere",
  async (...failures) => {
    for (const load of ["loadCore", "loadLineRules"] as const) {
      vi.resetModules();
      const { importAgain, ...loaders } = await planImports(...failures, "works");
      const loading = loaders[load]();
      await vi.advanceTimersByTimeAsync(2_000);
      await loading;
      const tries = importAgain.mock.calls.map(([, nTries]) => nTries);
      expect(tries).toEqual([2, 3].slice(0, failures.length));
      expect(importAgain).toHaveBeenCalledWith(expect.stringContaining("enmusubi_"), 2);
    }
  },
);

test.each<Outcome[]>([
  ["fails", "fails", "fails"],
  ["fails", "has no wasm", "has no wasm"],
  ["has no wasm", "has no wasm", "has no wasm"],
  ["never settles"],
])("a module that %s, %s, %s has a fallback, and later another address", async (...failures) => {
  const { importAgain, loadCoreOrFallback } = await planImports(...failures, "fails", "works");
  const draft = { nickname: "x".repeat(99) };
  const loading = loadCoreOrFallback();
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await loading).parseProfile(draft, "2026-11-21")).toEqual({ payload: draft });
  const again = loadCoreOrFallback();
  await vi.advanceTimersByTimeAsync(15_000);
  await again;
  const addresses = importAgain.mock.calls.map((call) => call.join("?"));
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("a browser without WebAssembly gets the fallbacks at once, and imports nothing", async () => {
  vi.stubGlobal("WebAssembly", undefined);
  const { importAgain, loadCoreOrFallback, loadLineRulesOrFallback } = await planImports("works");
  expect((await loadCoreOrFallback()).snapToCell(25, 121)).toBeNull();
  expect((await loadLineRulesOrFallback()).isLiffUrl("https://liff.line.me/1-a")).toBe(false);
  expect(importAgain).not.toHaveBeenCalled();
});

test("without wasm the form has its lists and sends the draft itself", async () => {
  const { loadCoreOrFallback } = await planImports();
  const loading = loadCoreOrFallback();
  await vi.advanceTimersByTimeAsync(2_000);
  const core = await loading;
  const draft = { nickname: "x".repeat(99) };
  expect(core.checkProfile(draft, "2026-11-21")).toBeNull();
  expect(core.parseProfile(draft, "2026-11-21")).toEqual({ payload: draft });
  expect(core.catalogue().cities.length).toBeGreaterThan(0);
  expect(core.employers()).toHaveLength(31);
  expect(core.snapToCell(25, 121)).toBeNull();
});

test("without wasm no start address has a target, and every call of LINE is refused", async () => {
  const { loadLineRulesOrFallback } = await planImports();
  const loading = loadLineRulesOrFallback();
  await vi.advanceTimersByTimeAsync(2_000);
  const rules = await loading;
  const messages = [{ type: "text", text: "hi" }];
  expect(rules.parseDeepLink("?redirect=%2Fprofile", "/")).toEqual({ kind: "nothing" });
  expect(rules.checkSentMessages(messages)).toHaveLength(1);
  expect(rules.checkPickerMessages(messages)).toHaveLength(1);
  expect(rules.checkOpenWindow({ url: "https://example.com" })).toBe("unchecked");
  expect(rules.isLiffUrl("https://liff.line.me/1234567890-AbcdEfgh")).toBe(false);
  expect(rules.isBelowEndpoint("https://app.example/", "https://app.example/a")).toBe(false);
});

test("after a failure the next call tries again", async () => {
  const { loadCore } = await planImports("fails", "fails", "fails", "works");
  const first = loadCore().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await first).toBeInstanceOf(Error);
  expect((await loadCore()).checkProfile({}, "2026-11-21")).toBeNull();
});

test("the lists are the same with the core and without it", async () => {
  vi.useRealTimers();
  const { loadCore } = await import("./load");
  const { fetchLists } = await import("./lists");
  const { fallbackCore } = await import("./fallback-core");
  const core = await loadCore();
  const withoutWasm = fallbackCore(await fetchLists());
  const fields = core.fieldRules().map(({ field }) => field);
  expect(fields.sort()).toEqual(Object.keys(schema.properties).sort());
  expect(withoutWasm.fieldRules()).toEqual(core.fieldRules());
  expect(withoutWasm.vocabulary()).toEqual(core.vocabulary());
  expect(withoutWasm.employers()).toEqual(core.employers());
  expect(withoutWasm.catalogue()).toEqual(core.catalogue());
});
