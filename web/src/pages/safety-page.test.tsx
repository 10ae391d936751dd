import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { barHandlers, setMember, show } from "#/features/settings/member.testing";
import { activate, loadNamespaces } from "#/i18n/load";
import { paths } from "#/lib/paths";
import { userId } from "#/profile-form/made-up.testing";
import { setUserInfo } from "#/session/session";
import { startFakeServer } from "#/testing/fake-server";
import { SafetyPage } from "./safety-page";

vi.mock(import("#/liff/liff"));

startFakeServer(barHandlers);
setMember("settings");

/** Returns the addresses of the links, and the numbers that have none, in the order of the page. */
const numbers = () =>
  screen.getAllByRole("listitem").flatMap((item) => {
    const href = item.querySelector("a")?.getAttribute("href");
    const plain = item.textContent?.match(/^#\d+/) ?? [];
    return href?.startsWith("tel:") ? [href] : [...plain];
  });

it("has the numbers of both countries, each with a word on what it is for", () => {
  show(<SafetyPage />);
  expect(numbers()).toEqual([
    "tel:110",
    "tel:165",
    "tel:113",
    "tel:110",
    "#9110",
    "tel:188",
    "#8103",
    "#8008",
  ]);
  expect(screen.getByRole("link", { name: "165 Anti-fraud hotline" })).toBeDefined();
});

it("links no number with a number sign, because some iPhones do not dial it", () => {
  show(<SafetyPage />);
  const line = screen.getByText("#9110").closest("li");
  expect(line?.textContent).toBe("#9110 Police advice, when it’s not an emergency");
  expect(line?.querySelector("a")).toBeNull();
  expect(screen.getByText(/dial those yourself/)).toBeDefined();
});

it("begins with the reader's country", async () => {
  await activate("ja");
  await loadNamespaces("settings");
  show(<SafetyPage />);
  expect(numbers().slice(0, 2)).toEqual(["tel:110", "#9110"]);
  await activate("en");
});

it("shows a member the bar, and how to report and block", () => {
  show(<SafetyPage />);
  expect(screen.getByRole("navigation")).toBeDefined();
  expect(screen.getByRole("link", { name: "People you’ve blocked" })).toBeDefined();
});

it("shows a person who is not approved the advice alone, with a way back", () => {
  setUserInfo({ userId, nickname: "小美", reviewStatus: "PENDING" });
  show(<SafetyPage />);
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(screen.queryByRole("link", { name: "People you’ve blocked" })).toBeNull();
  const back = screen.getByRole("link", { name: "Your profile" });
  expect(back.getAttribute("href")).toBe(paths.profile);
  expect(numbers()).toHaveLength(8);
});
