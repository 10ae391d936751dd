import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { activate } from "../../i18n/load";
import { readText } from "../../storage/local";
import { LanguageSelect } from "./language-select";

beforeAll(() => activate("en"));
afterEach(cleanup);

test("each language stands in its own words, and the chosen one is spoken and remembered", async () => {
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
