import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { loadCore } from "#/core/load";
import { activate, loadNamespaces } from "#/i18n/load";
import { storeWith } from "#/profile-form/answers/form.testing";
import { FormProvider } from "#/profile-form/answers/form-context";
import { ErrorSummary } from "./error-summary";

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("register", "vocabulary", "errors");
});

test("two errors of one answer are two links, which React tells apart", async () => {
  const warn = vi.spyOn(console, "error").mockReturnValue();
  const errors = [
    { path: "reviewLink", code: "url", params: {} },
    { path: "reviewLink", code: "length", params: { max: 500 } },
  ] as const;
  render(
    <I18nProvider i18n={i18n}>
      <FormProvider store={await storeWith(await loadCore(), {})}>
        <ErrorSummary ref={null} page="verification" errors={errors} onFollow={vi.fn()} />
      </FormProvider>
    </I18nProvider>,
  );
  expect(screen.getAllByRole("link")).toHaveLength(errors.length);
  expect(warn).not.toHaveBeenCalled();
});
