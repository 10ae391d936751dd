import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PrivacyChoices } from "#/api/privacy";
import { barHandlers, infoWith, setMember, show } from "#/features/settings/member.testing";
import * as config from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import { sleep } from "#/lib/sleep";
import { ownProfile } from "#/member/own-profile";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { heldBack } from "#/testing/held-back";
import { api } from "#/testing/mock/api";
import { PrivacyPage } from "./privacy-page";

vi.mock(import("#/liff/liff"));

const fresh: PrivacyChoices = {
  pausedUntil: null,
  hideFromColleagues: false,
  showEmployer: false,
  readReceipts: false,
};
let known = fresh;
let employerId = "google";

const server = startFakeServer([
  ...barHandlers,
  api.get("/privacy", ({ response }) => response(200).json(known)),
  api.put("/privacy", async ({ request, response }) => {
    known = (await request.json()) as PrivacyChoices;
    await sleep(50);
    return response(200).json(known);
  }),
  api.get("/blocks", ({ response }) => response(200).json({ blocks: [] })),
  api.get("/user/my-info", ({ response }) => response(200).json(infoWith(employerId))),
]);
setMember("settings");
beforeEach(() => {
  known = fresh;
  employerId = "google";
});

const open = async () => {
  show(<PrivacyPage />);
  await screen.findByRole("switch", { name: "Read receipts" });
};
const toggle = (name: string) => fireEvent.click(screen.getByRole("switch", { name }));
const isOn = (name: string) => screen.getByRole<HTMLInputElement>("switch", { name }).checked;
const tap = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const puts = () => server.bodiesOf<PrivacyChoices>("PUT");

describe("a switch", () => {
  it("shows its new state at once, and says when it is saved", async () => {
    await open();
    toggle("Read receipts");
    expect(isOn("Read receipts")).toBe(true);
    expect(await screen.findByText("Saved.")).toBeDefined();
    expect(await puts()).toEqual([{ ...fresh, readReceipts: true }]);
  });

  it("goes back with the cause after a failure", async () => {
    server.use(api.put("/privacy", refuse(503, "E503")));
    await open();
    toggle("Read receipts");
    expect(isOn("Read receipts")).toBe(true);
    expect(await screen.findByText(/^We’re very busy/)).toBeDefined();
    expect(isOn("Read receipts")).toBe(false);
  });

  it("sends the latest state after the running call for quick taps", async () => {
    await open();
    toggle("Read receipts");
    toggle("Show my employer’s name");
    toggle("Read receipts");
    expect(isOn("Read receipts")).toBe(false);
    await waitFor(async () => expect(await puts()).toHaveLength(2));
    await screen.findAllByText("Saved.");
    expect(await puts()).toEqual([
      { ...fresh, readReceipts: true },
      { ...fresh, showEmployer: true },
    ]);
    expect([isOn("Read receipts"), isOn("Show my employer’s name")]).toEqual([false, true]);
  });

  it("keeps a change that was made while another one failed", async () => {
    const fail = async () => {
      await sleep(50);
      return breakConnection();
    };
    server.use(api.put("/privacy", fail, { once: true }));
    await open();
    toggle("Read receipts");
    await waitFor(async () => expect(await puts()).toHaveLength(1));
    toggle("Show my employer’s name");
    await screen.findByText("Saved.");
    expect([isOn("Read receipts"), isOn("Show my employer’s name")]).toEqual([false, true]);
    expect(known).toEqual({ ...fresh, showEmployer: true });
  });
});

describe("hiding from colleagues", () => {
  it("asks nothing if the member's employer is in the list", async () => {
    await open();
    await waitFor(() => expect(ownProfile().getState().data).not.toBeNull());
    toggle("Hide from colleagues");
    expect(await screen.findByText("Saved.")).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("This doesn’t affect people you’ve already met here.")).toBeDefined();
  });

  it("warns a member with an unknown employer that nobody will be introduced", async () => {
    employerId = "";
    await open();
    await waitFor(() => expect(ownProfile().getState().data).not.toBeNull());
    toggle("Hide from colleagues");
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText(/^Your own employer isn’t in our list/)).toBeDefined();
    await tap("Cancel");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(isOn("Hide from colleagues")).toBe(false);
    expect(await puts()).toEqual([]);
    toggle("Hide from colleagues");
    await tap("Switch on anyway");
    expect(
      await screen.findByText(/so nobody is introduced to you while this is on/),
    ).toBeDefined();
    expect(await puts()).toEqual([{ ...fresh, hideFromColleagues: true }]);
  });

  it("warns as well while the employer is not known", async () => {
    server.use(api.get("/user/my-info", breakConnection));
    await open();
    toggle("Hide from colleagues");
    expect(await screen.findByText(/^We couldn’t load your profile/)).toBeDefined();
  });
});

describe("a pause", () => {
  it("lasts until the member resumes", async () => {
    await open();
    await tap("Pause introductions");
    expect(await screen.findByText("You’re taking a break")).toBeDefined();
    await tap("Resume now");
    expect(await screen.findByRole("button", { name: "Pause introductions" })).toBeDefined();
    await waitFor(async () =>
      expect((await puts()).map(({ pausedUntil }) => pausedUntil)).toEqual(["FOREVER", null]),
    );
  });

  it("ends on a day within a year", async () => {
    await open();
    fireEvent.click(screen.getByRole("radio", { name: "Until a date" }));
    await tap("Pause introductions");
    const day = screen.getByLabelText<HTMLInputElement>("Introductions start again on");
    expect(day.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(day);
    expect(await puts()).toEqual([]);
    fireEvent.change(day, { target: { value: day.max } });
    await tap("Pause introductions");
    expect(await screen.findByText(/^You’re taking a break until/)).toBeDefined();
    await screen.findByText("Saved.");
    expect(await puts()).toEqual([{ ...fresh, pausedUntil: day.max }]);
  });
});

describe("blocked people", () => {
  const blocks = [
    { blockId: "b1", nickname: "阿明", day: "2026-11-20" },
    { blockId: "b2", nickname: "", day: "2026-11-19" },
  ];
  const withBlocks = () =>
    server.use(api.get("/blocks", ({ response }) => response(200).json({ blocks })));

  it("says that there are none", async () => {
    await open();
    expect(await screen.findByText("You haven’t blocked anyone.")).toBeDefined();
  });

  it("has the name and the day, and a word for a person without a name", async () => {
    withBlocks();
    await open();
    expect(await screen.findByText("阿明")).toBeDefined();
    expect(screen.getByText("Someone")).toBeDefined();
    expect(screen.getByText(/^Blocked on .*20/)).toBeDefined();
  });

  it("ends a block after a confirmation, and puts the focus at the heading", async () => {
    withBlocks();
    server.use(api.delete("/blocks/{blockId}", ({ response }) => response(204).empty()));
    await open();
    await tap("Unblock 阿明");
    const dialog = await screen.findByRole("dialog");
    fireEvent.click(within(dialog).getByRole("button", { name: "Unblock" }));
    expect(await screen.findByText("阿明 is unblocked.")).toBeDefined();
    expect(screen.queryByText("阿明")).toBeNull();
    expect(server.paths()).toContain("DELETE /blocks/b1");
    expect(document.activeElement?.textContent).toBe("Blocked people");
  });

  it("says why a block did not end, and keeps the row", async () => {
    withBlocks();
    server.use(api.delete("/blocks/{blockId}", refuse(500, "E500")));
    await open();
    await tap("Unblock Someone");
    const dialog = await screen.findByRole("dialog");
    fireEvent.click(within(dialog).getByRole("button", { name: "Unblock" }));
    expect(await screen.findByText(/^Something went wrong on our side/)).toBeDefined();
    expect(screen.getByText("Someone")).toBeDefined();
  });

  it("shows the causes of loads that failed, and the last known choices", async () => {
    await open();
    cleanup();
    server.use(api.get("/privacy", breakConnection), api.get("/blocks", refuse(500, "E500")));
    await open();
    expect(await screen.findByText("We can’t reach the server")).toBeDefined();
    expect(await screen.findByText("Our server has a problem")).toBeDefined();
    expect(screen.getAllByText(/^Last updated/).length).toBeGreaterThan(0);
  });
});

it.each([
  ["help@example.org", "mailto:help@example.org"],
  ["https://example.org/help", "https://example.org/help"],
])("opens the policy, which names the place where a person reads: %s", async (contact, href) => {
  const findConfig = vi.spyOn(config, "findConfig").mockReturnValue({ ...testConfig, contact });
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Privacy policy" }));
  const policy = await screen.findByRole("dialog", { name: "Privacy policy" });
  expect(within(policy).getByRole("link", { name: contact }).getAttribute("href")).toBe(href);
  expect(within(policy).queryByText(/official account/)).toBeNull();
  findConfig.mockRestore();
});

it("sends people to the official account in LINE only where the deployment answers there", async () => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Privacy policy" }));
  const policy = await screen.findByRole("dialog", { name: "Privacy policy" });
  expect(within(policy).queryByRole("link")).toBeNull();
  expect(within(policy).getByText(/write to our official account on LINE/)).toBeDefined();
});

describe("a page that is left before its change is saved", () => {
  it("keeps the change, and sends it with the next one", async () => {
    const saved = heldBack();
    server.use(
      api.put("/privacy", async ({ request, response }) => {
        const choices = (await request.json()) as PrivacyChoices;
        await saved.promise;
        known = choices;
        return response(200).json(known);
      }),
    );
    await open();
    toggle("Hide from colleagues");
    await waitFor(async () => expect(await puts()).toHaveLength(1));
    cleanup();
    await open();
    expect(isOn("Hide from colleagues")).toBe(true);
    toggle("Read receipts");
    saved.resolve();
    await waitFor(() =>
      expect(known).toEqual({ ...fresh, hideFromColleagues: true, readReceipts: true }),
    );
  });

  it("tells of its failure", async () => {
    const lost = heldBack();
    server.use(
      api.put("/privacy", async ({ response }) => {
        await lost.promise;
        return response(503).json({ code: "E503", cause: "" });
      }),
    );
    await open();
    toggle("Read receipts");
    cleanup();
    show(<p>Another page</p>);
    lost.resolve();
    expect(
      await screen.findByText("We’re very busy right now. Try again in a moment."),
    ).toBeDefined();
  });
});
