import { renderHook } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { activate } from "../i18n/load";
import { text } from "../i18n/use-text";
import { paths } from "../lib/paths";
import type { makeRouter } from "../routes/router";
import { closeToast, useToasts } from "../toasts/toasts";
import { watchBuild } from "../version/watch-build";
import { offerNewerBuilds } from "./offer-newer-builds";

vi.mock("../version/watch-build");

let pathname: string;
let resolve: () => void;
let tellOfNewer: () => void;

beforeAll(() => activate("en"));

beforeEach(() => {
  for (const { id } of shown()) closeToast(id);
  vi.mocked(watchBuild).mockImplementation((onNewer) => {
    tellOfNewer = onNewer;
    return () => undefined;
  });
  const router = {
    get state() {
      return { location: { pathname } };
    },
    subscribe: (_: string, listener: () => void) => {
      resolve = listener;
      return () => undefined;
    },
  };
  offerNewerBuilds(router as unknown as ReturnType<typeof makeRouter>);
});

const shown = () => renderHook(useToasts).result.current.filter(({ open }) => open);
const titles = () => shown().map(({ title }) => title);

function goTo(path: string) {
  pathname = path;
  resolve();
}

it("offers a reload at once outside the form", () => {
  pathname = paths.index;
  tellOfNewer();
  expect(titles()).toEqual([text("shell.newerBuild")]);
  expect(shown()[0]).toMatchObject({ durationMs: Number.POSITIVE_INFINITY });
});

it("waits until the form is left", () => {
  pathname = paths.register;
  tellOfNewer();
  expect(titles()).toEqual([]);
  goTo(paths.profile);
  expect(titles()).toEqual([text("shell.newerBuild")]);
});

it("takes the offer back while someone is in the form", () => {
  pathname = paths.index;
  tellOfNewer();
  goTo(paths.register);
  expect(titles()).toEqual([]);
  goTo(paths.index);
  expect(titles()).toEqual([text("shell.newerBuild")]);
});

it("offers nothing where there is nothing new", () => {
  pathname = paths.index;
  goTo(paths.profile);
  expect(titles()).toEqual([]);
});
