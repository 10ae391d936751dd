import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { activate } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { fetchFriendship } from "#/liff/liff";
import { revalidate } from "#/navigation/navigation";
import { getStage } from "#/person/stage";
import { FriendPage } from "./friend-page";

vi.mock(import("#/navigation/navigation"));
vi.mock(import("#/liff/liff"));
vi.mock(import("#/lib/config"), async (original) => ({
  ...(await original()),
  addFriendUrl: () => "https://line.me/R/ti/p/@enmusubi",
}));

beforeEach(async () => {
  vi.clearAllMocks();
  await activate("en");
  render(
    <I18nProvider i18n={i18n}>
      <FriendPage />
    </I18nProvider>,
  );
});

const checkAgain = () =>
  fireEvent.click(screen.getByRole("button", { name: text("shell.friend.again") }));

it("says what Enmusubi is before it asks for anything", () => {
  const about = screen.getByText(text("shell.index.lead"));
  const request = screen.getByText(text("shell.friend.lead"));
  expect(about.compareDocumentPosition(request)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it("lets the person switch the language", async () => {
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "日本語" })));
  await vi.waitFor(() => expect(document.documentElement.lang).toBe("ja"), { timeout: 10_000 });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(text("shell.friend.title"));
});

it("says that the account is not a friend yet", async () => {
  vi.mocked(fetchFriendship).mockResolvedValue(false);
  checkAgain();
  expect(await screen.findByText(text("shell.friend.notYet"))).toBeDefined();
  expect(revalidate).not.toHaveBeenCalled();
});

it("says that LINE did not answer", async () => {
  vi.mocked(fetchFriendship).mockRejectedValue(new Error("no answer"));
  checkAgain();
  expect(await screen.findByText(text("shell.friend.failed"))).toBeDefined();
});

it("lets the guard decide again once the account is a friend", async () => {
  vi.mocked(fetchFriendship).mockResolvedValue(true);
  checkAgain();
  await vi.waitFor(() => expect(revalidate).toHaveBeenCalledOnce());
  expect(getStage().isFriend).toBe(true);
});
