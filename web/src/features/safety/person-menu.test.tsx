import "#/storage/indexed-db.testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Acquaintance } from "#/api/safety";
import { text } from "#/i18n/use-text";
import { draw, loadMessages, logInMember, logOutMember, toasts } from "#/member/people.testing";
import { breakConnection, refuse, startFakeServer } from "#/testing/fake-server";
import { api } from "#/testing/mock/api";
import { introductionsOf } from "#/testing/mock/people";
import { openReport } from "./open-safety";
import { PersonMenuButton } from "./person-menu-button";

vi.mock(import("#/liff/liff"));
vi.mock(import("#/toasts/toasts"), { spy: true });
vi.mock(import("./open-safety"), { spy: true });

const server = startFakeServer([
  api.get("/introductions", ({ response }) => response(200).json(introductionsOf([]))),
  api.get("/matches", ({ response }) => response(200).json({ matches: [] })),
  api.post("/blocks", ({ response }) => response(204).empty()),
  api.delete("/matches/{matchId}", ({ response }) => response(204).empty()),
]);
const onGone = vi.fn();
const onChosen = vi.fn();

beforeAll(loadMessages);
beforeEach(() => {
  logInMember();
  onGone.mockReset();
  onChosen.mockReset();
  vi.mocked(openReport).mockReset().mockResolvedValue(false);
});
afterEach(logOutMember);

const match: Acquaintance = { matchId: "M1" };
const introduction: Acquaintance = { introductionId: "I1" };

async function open(acquaintance: Acquaintance, choices: readonly string[] = []) {
  draw(
    <PersonMenuButton
      acquaintance={acquaintance}
      name="小美"
      choices={choices.map((id) => ({ id, label: `see ${id}`, onChosen: () => onChosen(id) }))}
      onGone={onGone}
    />,
  );
  fireEvent.click(screen.getByRole("button"));
  return await screen.findByRole("dialog", { name: "小美" });
}

const tap = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const sent = () => server.requests.filter(({ method }) => method !== "GET");
const isGone = () => vi.waitFor(() => expect(onGone).toHaveBeenCalledOnce());

describe("the menu", () => {
  it("says what each way out does", async () => {
    const menu = within(await open(match));
    for (const way of ["leave", "block", "report"] as const) {
      expect(menu.getByRole("button", { name: text(`member.menu.${way}`) })).toBeDefined();
      expect(menu.getByText(text(`member.menu.${way}.text`, { name: "小美" }))).toBeDefined();
    }
  });

  it("offers to leave only a match", async () => {
    const menu = within(await open(introduction));
    expect(menu.queryByRole("button", { name: text("member.menu.leave") })).toBeNull();
    expect(menu.getByRole("button", { name: text("member.menu.block") })).toBeDefined();
  });

  it("has the choices of the page before the ways out", async () => {
    const menu = within(await open(match, ["person", "contact"]));
    const names = menu
      .getAllByRole("listitem")
      .map((item) => within(item).getByRole("button").textContent);
    expect(names.slice(0, 2)).toEqual(["see person", "see contact"]);
    tap("see contact");
    await vi.waitFor(() => expect(onChosen).toHaveBeenCalledExactlyOnceWith("contact"));
    expect(onGone).not.toHaveBeenCalled();
  });

  it("changes nothing if it is closed", async () => {
    await open(match);
    tap(text("ui.close"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent()).toEqual([]);
    expect(onGone).not.toHaveBeenCalled();
  });
});

describe("leaving", () => {
  it("ends the match, says so, and loads the people again", async () => {
    await open(match);
    tap(text("member.menu.leave"));
    await isGone();
    expect(server.paths()[0]).toBe("DELETE /matches/M1");
    expect(toasts()).toContain(text("member.menu.leave.done", { name: "小美" }));
    await vi.waitFor(() =>
      expect(server.paths().slice(1).sort()).toEqual(["GET /introductions", "GET /matches"]),
    );
  });

  it("is done if the match was over before", async () => {
    server.use(api.delete("/matches/{matchId}", refuse(404, "E003")));
    await open(match);
    tap(text("member.menu.leave"));
    await isGone();
    expect(toasts()).toContain(text("member.menu.leave.done", { name: "小美" }));
  });
});

describe("blocking", () => {
  it.each([match, introduction])("names the acquaintance %j", async (acquaintance) => {
    await open(acquaintance);
    tap(text("member.menu.block"));
    await isGone();
    expect(await sent()[0]?.clone().json()).toEqual(acquaintance);
    expect(toasts()).toContain(text("member.menu.block.done", { name: "小美" }));
  });

  it("is done if the introduction was over before", async () => {
    server.use(api.post("/blocks", refuse(404, "E003")));
    await open(introduction);
    tap(text("member.menu.block"));
    await isGone();
  });

  it.each([
    ["failure.network", breakConnection],
    ["failure.E503", refuse(503, "E503")],
  ] as const)("that fails says %s, and can be tried again", async (id, failure) => {
    server.use(api.post("/blocks", failure, { once: true }));
    const menu = await open(match);
    tap(text("member.menu.block"));
    expect((await within(menu).findByText(text(id))).closest('[role="alert"]')).not.toBeNull();
    expect(onGone).not.toHaveBeenCalled();
    expect(toasts()).not.toContain(text("member.menu.block.done", { name: "小美" }));
    tap(text("member.menu.block"));
    await isGone();
    expect(sent()).toHaveLength(2);
  });

  it("is sent once, and disables the other ways meanwhile", async () => {
    let answer = () => {};
    const isReady = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      api.post("/blocks", async ({ response }) => {
        await isReady;
        return response(204).empty();
      }),
    );
    const menu = within(await open(match));
    tap(text("member.menu.block"));
    for (const way of ["leave", "report"] as const) {
      const button = menu.getByRole<HTMLButtonElement>("button", {
        name: text(`member.menu.${way}`),
      });
      expect(button.disabled).toBe(true);
    }
    const block = menu.getByRole("button", { name: text("member.menu.block") });
    expect(block.getAttribute("aria-disabled")).toBe("true");
    tap(text("member.menu.block"));
    answer();
    await isGone();
    expect(sent()).toHaveLength(1);
  });
});

describe("reporting", () => {
  it("closes the menu after a report", async () => {
    vi.mocked(openReport).mockResolvedValue(true);
    await open(introduction);
    tap(text("member.menu.report"));
    await isGone();
    expect(openReport).toHaveBeenCalledExactlyOnceWith(introduction, "小美");
  });

  it("leaves the menu open if the member reports nothing", async () => {
    await open(match);
    tap(text("member.menu.report"));
    await vi.waitFor(() => expect(openReport).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.getByRole("dialog", { name: "小美" })).toBeDefined();
    expect(onGone).not.toHaveBeenCalled();
    expect(server.requests).toEqual([]);
  });
});
