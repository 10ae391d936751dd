import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { activate, needAreas } from "../../i18n/load";
import { findConfig, publicConfig } from "../../lib/config";
import { testConfig } from "../../lib/config.testing";
import { MailsSection } from "./mails-section";

vi.mock(import("../../lib/config"));
const fetchMails = vi.fn<typeof fetch>();

beforeAll(async () => {
  await activate("en");
  await needAreas("dev");
});
beforeEach(() => {
  vi.stubGlobal("fetch", fetchMails);
  fetchMails.mockReset();
  vi.mocked(findConfig).mockReturnValue({ ...testConfig, mockEnable: true });
  vi.mocked(publicConfig).mockReturnValue({ ...testConfig, mockEnable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <I18nProvider i18n={i18n}>
      <MailsSection />
    </I18nProvider>,
  );
const mail = (sentAt: string, text: string) => ({
  to: "me@ibm.com",
  subject: "Code",
  text,
  sentAt,
});
const answer =
  (...mails: object[]) =>
  async () =>
    Response.json({ mails });

it("shows the newest mail first, and fetches again after a tap", async () => {
  fetchMails.mockImplementationOnce(answer(mail("2026-03-01T09:00:00Z", "111111")));
  show();
  await screen.findByText("111111");
  expect(fetchMails.mock.calls[0]?.[0]).toBe("/api/mock/mails");

  fetchMails.mockImplementationOnce(
    answer(mail("2026-03-01T09:00:00Z", "111111"), mail("2026-03-01T09:05:00Z", "222222")),
  );
  fireEvent.click(screen.getByRole("button", { name: "Look again" }));
  await screen.findByText("222222");
  const texts = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(texts).toEqual([expect.stringContaining("222222"), expect.stringContaining("111111")]);
});

it("says that there is no mail, and that the mails did not load", async () => {
  fetchMails.mockImplementationOnce(answer());
  show();
  await screen.findByText("No mail was sent yet.");
  fetchMails.mockRejectedValueOnce(new TypeError("offline"));
  fireEvent.click(screen.getByRole("button", { name: "Look again" }));
  await screen.findByText("The mails could not be loaded.");
});

it("draws nothing if the server really sends mails", () => {
  vi.mocked(findConfig).mockReturnValue(testConfig);
  show();
  expect(screen.queryByRole("heading")).toBeNull();
  expect(fetchMails).not.toHaveBeenCalled();
});
