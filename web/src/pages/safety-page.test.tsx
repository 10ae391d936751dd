import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { barHandlers, setMember, show, userId } from "../features/settings/member.testing";
import { activate, loadNamespaces } from "../i18n/load";
import { paths } from "../lib/paths";
import { setUserInfo } from "../session/session";
import { startFakeServer } from "../testing/fake-server";
import { SafetyPage } from "./safety-page";

vi.mock(import("../liff/liff"));

startFakeServer(barHandlers);
setMember("settings");

const numbers = () =>
  screen.getAllByRole("link").flatMap((link) => {
    const href = link.getAttribute("href") ?? "";
    return href.startsWith("tel:") ? [href] : [];
  });

it("has the numbers of both countries, each with a word on what it is for", () => {
  show(<SafetyPage />);
  expect(numbers()).toEqual([
    "tel:110",
    "tel:165",
    "tel:113",
    "tel:110",
    "tel:%239110",
    "tel:188",
    "tel:%238103",
    "tel:%238008",
  ]);
  expect(screen.getByRole("link", { name: "165 Anti-fraud hotline" })).toBeDefined();
});

it("begins with the reader's country", async () => {
  await activate("ja");
  await loadNamespaces("settings");
  show(<SafetyPage />);
  expect(numbers().slice(0, 2)).toEqual(["tel:110", "tel:%239110"]);
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
