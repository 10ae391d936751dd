import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { PrivacyChoices } from "#/api/privacy";
import type { Lists } from "#/core/lists";
import { today, useLists } from "#/core/use-core";
import { privacy } from "#/member/choices";
import { currentAccount } from "#/session/session";
import { ChoiceSaver } from "./choice-saver";
import { setMember, show } from "./member.testing";
import { PauseCard } from "./pause-card";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/core/use-core"), { spy: true });
setMember("settings");

const inDays = (n: number) => {
  const day = new Date();
  day.setDate(day.getDate() + n);
  return today(day);
};

it.each([
  [{ min: 2, max: 10 }, inDays(2), inDays(10)],
  [null, "", ""],
])("offers the days that core allows (%j)", (pauseDays, min, max) => {
  const lists = pauseDays && ({ meetingLimits: () => ({ pauseDays }) } as unknown as Lists);
  vi.mocked(useLists).mockReturnValue(lists);
  const saver = new ChoiceSaver<PrivacyChoices>(
    currentAccount(),
    privacy(),
    async (choices) => choices,
  );
  show(<PauseCard pausedUntil={null} saver={saver} />);
  fireEvent.click(screen.getAllByRole("radio")[1] as HTMLElement);
  const picker = document.querySelector<HTMLInputElement>("#pause-day");
  expect([picker?.min, picker?.max]).toEqual([min, max]);
});
