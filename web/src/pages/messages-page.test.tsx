import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MessageChoices } from "#/api/messages";
import { barHandlers, setMember, show } from "#/features/settings/member.testing";
import { openExternally } from "#/liff/liff";
import { refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { MessagesPage } from "./messages-page";

vi.mock(import("#/liff/liff"));

const fresh: MessageChoices = {
  reviews: true,
  matches: true,
  notes: true,
  introductions: true,
  isReachable: true,
  quietFrom: "21:00",
  quietUntil: "09:00",
};
let known = fresh;

const server = startFakeServer(
  [
    ...barHandlers,
    api.get("/news/messages", ({ response }) => response(200).json(known)),
    api.put("/news/messages", async ({ request, response }) => {
      known = { ...known, ...((await request.json()) as MessageChoices) };
      return response(200).json(known);
    }),
  ],
  { lineMessages: true },
);
setMember("settings");
beforeEach(() => {
  known = fresh;
});

const topic = (name: string) => screen.findByRole<HTMLInputElement>("switch", { name });

describe("a topic", () => {
  it("is switched off at once, and stays off", async () => {
    show(<MessagesPage />);
    fireEvent.click(await topic("New messages"));
    expect((await topic("New messages")).checked).toBe(false);
    expect(await screen.findByText("Saved.")).toBeDefined();
    expect(known).toEqual({ ...fresh, notes: false });
  });

  it("goes back with the cause if it was not saved", async () => {
    server.use(api.put("/news/messages", refuse(503, "E503")));
    show(<MessagesPage />);
    fireEvent.click(await topic("Matches"));
    expect(await screen.findByText(/^We’re very busy/)).toBeDefined();
    expect((await topic("Matches")).checked).toBe(true);
  });
});

it("says when no message comes", async () => {
  show(<MessagesPage />);
  expect(await screen.findByText(/^From 21:00 to 09:00 we send nothing/)).toBeDefined();
  expect(screen.queryByText(/doesn’t deliver/)).toBeNull();
});

it("says that LINE does not reach the member, and leads to the account", async () => {
  known = { ...fresh, isReachable: false };
  show(<MessagesPage />);
  fireEvent.click(await screen.findByRole("button", { name: "Open our account in LINE" }));
  expect(openExternally).toHaveBeenCalledExactlyOnceWith("https://line.me/R/ti/p/%40bot");
});
