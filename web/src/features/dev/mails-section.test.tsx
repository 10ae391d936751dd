import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { activate, loadNamespaces } from "#/i18n/load";
import { loadConfig } from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import { breakConnection, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { MailsSection } from "./mails-section";

const server = startFakeServer([], { mockEnable: true });

beforeAll(async () => {
  await activate("en");
  await loadNamespaces("dev");
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
const serve = (...mails: ReturnType<typeof mail>[]) =>
  server.use(api.get("/mock/mails", ({ response }) => response(200).json({ mails })));

it("shows the newest mail first, and fetches again after a tap", async () => {
  serve(mail("2026-03-01T09:00:00Z", "111111"));
  show();
  await screen.findByText("111111");

  serve(mail("2026-03-01T09:00:00Z", "111111"), mail("2026-03-01T09:05:00Z", "222222"));
  fireEvent.click(screen.getByRole("button", { name: "Look again" }));
  await screen.findByText("222222");
  const texts = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(texts).toEqual([expect.stringContaining("222222"), expect.stringContaining("111111")]);
});

it("says that there is no mail, and that the mails did not load", async () => {
  serve();
  show();
  await screen.findByText("No mail was sent yet.");
  server.use(api.get("/mock/mails", breakConnection));
  fireEvent.click(screen.getByRole("button", { name: "Look again" }));
  await screen.findByText("The mails could not be loaded.");
});

it("draws nothing if the server really sends mails", async () => {
  server.use(api.untyped.get("/config.json", () => Response.json(testConfig)));
  await loadConfig();
  show();
  expect(screen.queryByRole("heading")).toBeNull();
  expect(server.requests).toEqual([]);
});
