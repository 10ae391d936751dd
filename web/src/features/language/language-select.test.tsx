import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { activate, prefetchOtherLanguages } from "#/i18n/load";
import { whenIdle } from "#/lib/idle";
import { readText } from "#/storage/local";
import { ToastArea } from "#/toasts/toast-area";
import { loadChunkNow } from "#/version/load-chunk";
import { LanguageSelect } from "./language-select";

vi.mock(import("#/version/load-chunk"), async (original) => {
  const { loadChunkNow, ...others } = await original();
  return { ...others, loadChunkNow: vi.fn(loadChunkNow) as typeof loadChunkNow };
});

vi.mock(import("#/i18n/load"), async (original) => ({
  ...(await original()),
  prefetchOtherLanguages: vi.fn(async () => true),
}));
vi.mock(import("#/lib/idle"));

beforeAll(() => activate("en"));

test.each([
  ["while the select is on the page", false, 1],
  ["and not once the select is gone", true, 0],
])("the other languages are loaded when the browser is idle, %s", async (_, isGone, nLoads) => {
  vi.mocked(prefetchOtherLanguages).mockClear();
  let becomeIdle = () => {};
  const idle = new Promise<void>((resolve) => {
    becomeIdle = resolve;
  });
  vi.mocked(whenIdle).mockReturnValueOnce(idle);
  render(
    <I18nProvider i18n={i18n}>
      <LanguageSelect />
    </I18nProvider>,
  );
  expect(prefetchOtherLanguages).not.toHaveBeenCalled();
  if (isGone) cleanup();
  await act(async () => becomeIdle());
  expect(prefetchOtherLanguages).toHaveBeenCalledTimes(nLoads);
});

test("each language has its own name for itself, and the chosen one is used and stored", async () => {
  render(
    <I18nProvider i18n={i18n}>
      <LanguageSelect />
    </I18nProvider>,
  );
  const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "Language" });
  expect([...select.options].map(({ textContent, lang }) => [textContent, lang])).toEqual([
    ["繁體中文", "zh-TW"],
    ["日本語", "ja"],
    ["English", "en"],
  ]);
  select.focus();
  fireEvent.change(select, { target: { value: "ja" } });
  await waitFor(() => expect(document.documentElement.lang).toBe("ja"));
  expect(screen.getByRole("combobox", { name: "言語" })).toBe(document.activeElement);
  expect(select.value).toBe("ja");
  expect(readText("language")).toBe("ja");
});

test("a toast says that a language did not load, and nothing changes", async () => {
  await activate("en");
  vi.mocked(loadChunkNow).mockRejectedValueOnce(new Error("offline"));
  render(
    <I18nProvider i18n={i18n}>
      <LanguageSelect />
      <ToastArea />
    </I18nProvider>,
  );
  const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "Language" });
  fireEvent.change(select, { target: { value: "zh-TW" } });
  await screen.findByText(/We couldn’t load this language/);
  expect(select.value).toBe("en");
});
