import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock("enmusubi-wasm");
  vi.doUnmock("enmusubi-wasm/line");
});

/** Lets this many imports of the wasm fail. */
function failImports(times: number) {
  let failed = 0;
  vi.doMock("enmusubi-wasm", () => {
    failed += 1;
    if (failed <= times) throw new Error("the chunk did not load");
    return { checkProfile: () => null };
  });
}

test("a chunk that did not load is fetched once more", async () => {
  failImports(1);
  const { loadCore } = await import("./load");
  const loading = loadCore();
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await loading).checkProfile({}, "2026-11-21")).toBeNull();
});

test("without wasm the form has its lists and sends the draft itself", async () => {
  failImports(99);
  const { loadCoreOrFallback } = await import("./load");
  const loading = loadCoreOrFallback();
  await vi.advanceTimersByTimeAsync(1_000);
  const core = await loading;
  const draft = { nickname: "x".repeat(99) };
  expect(core.checkProfile(draft, "2026-11-21")).toBeNull();
  expect(core.parseProfile(draft, "2026-11-21")).toEqual({ payload: draft });
  expect(core.catalogue().cities.length).toBeGreaterThan(0);
  expect(core.employers()).toHaveLength(31);
  expect(core.snapToCell(25, 121)).toBeNull();
});

test("without wasm no start address has a target, and every call of LINE is refused", async () => {
  vi.doMock("enmusubi-wasm/line", () => {
    throw new Error("the chunk did not load");
  });
  const { loadLineRulesOrFallback } = await import("./load");
  const loading = loadLineRulesOrFallback();
  await vi.advanceTimersByTimeAsync(1_000);
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
  failImports(2);
  const { loadCore } = await import("./load");
  const first = loadCore().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
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
  expect(core.fieldRules()).toHaveLength(44);
  expect(withoutWasm.fieldRules()).toEqual(core.fieldRules());
  expect(withoutWasm.vocabulary()).toEqual(core.vocabulary());
  expect(withoutWasm.employers()).toEqual(core.employers());
  expect(withoutWasm.catalogue()).toEqual(core.catalogue());
});
