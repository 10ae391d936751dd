import { renderHook } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { activate } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import { paths } from "#/lib/paths";
import * as navigation from "#/navigation/navigation";
import { closeToast, useToasts } from "#/toasts/toasts";
import { watchBuild } from "#/version/newer-build";
import { offerNewerBuilds } from "./offer-newer-builds";

vi.mock(import("#/navigation/navigation"));
vi.mock(import("#/version/newer-build"));

let pathname: string;
let drawPage: () => void;
let reportNewer: () => void;

beforeAll(() => activate("en"));

beforeEach(() => {
  for (const { id } of shown()) closeToast(id);
  vi.mocked(watchBuild).mockImplementation((onNewer) => {
    reportNewer = onNewer;
    return () => undefined;
  });
  vi.mocked(navigation.currentPlace).mockImplementation(() => ({ pathname, search: "", hash: "" }));
  vi.mocked(navigation.subscribeNavigation).mockImplementation((listener) => {
    drawPage = listener;
    return () => undefined;
  });
  offerNewerBuilds();
});

const shown = () => renderHook(useToasts).result.current.filter(({ open }) => open);
const titles = () => shown().map(({ title }) => title);

function goTo(path: string) {
  pathname = path;
  drawPage();
}

it("offers a reload at once outside the form", () => {
  pathname = paths.index;
  reportNewer();
  expect(titles()).toEqual([text("shell.newerBuild")]);
  expect(shown()[0]).toMatchObject({ durationMs: Number.POSITIVE_INFINITY });
});

it("waits until the person leaves the form", () => {
  pathname = paths.register;
  reportNewer();
  expect(titles()).toEqual([]);
  goTo(paths.profile);
  expect(titles()).toEqual([text("shell.newerBuild")]);
});

it("withdraws the offer while the person is in the form", () => {
  pathname = paths.index;
  reportNewer();
  goTo(paths.register);
  expect(titles()).toEqual([]);
  goTo(paths.index);
  expect(titles()).toEqual([text("shell.newerBuild")]);
});

it("offers nothing without a newer build", () => {
  pathname = paths.index;
  goTo(paths.profile);
  expect(titles()).toEqual([]);
});
