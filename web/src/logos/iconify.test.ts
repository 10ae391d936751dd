import { _api, getIcon } from "@iconify/react";
import { beforeEach, expect, test, vi } from "vitest";
import { loadLogo, loadLogos } from "./iconify";

const camera = { body: '<path d="M0 0h24v24"/>', width: 24, height: 24 };
// The library stores `fetch` when it is loaded.
const fetched = vi.hoisted(() => {
  const fetched = vi.fn<(url: string) => Promise<Response>>();
  vi.stubGlobal("fetch", fetched);
  return fetched;
});

function answer(prefix: string): Response {
  return Response.json({ prefix, icons: { camera } });
}

/** The set of the current test: the library remembers which icons it has and which it did not get. */
let prefix = "";
let nTests = 0;
const urls = () => fetched.mock.calls.map(([url]) => url);

beforeEach(() => {
  nTests += 1;
  prefix = `set${nTests}`;
  fetched.mockReset();
});

test("the library gives up after 1500 ms", () => {
  expect(_api.getAPIConfig("")?.timeout).toBe(1500);
});

test("the library asks our own server, and once for all the icons of a set", async () => {
  fetched.mockImplementation(async () => answer(prefix));
  await loadLogo(`${prefix}:camera`);
  await loadLogo(`${prefix}:camera`);
  expect(urls()).toEqual([`/_icon/${prefix}.json?icons=camera`]);
  expect(getIcon(`${prefix}:camera`)?.body).toBe(camera.body);
});

test.each([404, 503, 200])(
  "the library asks no other server if ours answers %d without icons",
  async (status) => {
    fetched.mockImplementation(async () => new Response("<html>", { status }));
    await expect(loadLogo(`${prefix}:camera`)).rejects.toBeDefined();
    expect(urls()).toEqual([`/_icon/${prefix}.json?icons=camera`]);
  },
);

test("the library asks no other server if ours is out of reach", async () => {
  fetched.mockRejectedValue(new TypeError("offline"));
  await expect(loadLogo(`${prefix}:camera`)).rejects.toBeDefined();
  expect(urls()).toEqual([`/_icon/${prefix}.json?icons=camera`]);
});

test("a later call asks again for icons that the network lost, all of a set at once", async () => {
  const names = Array.from({ length: 60 }, (_, nth) => `${prefix}:icon-${nth}`);
  fetched.mockRejectedValue(new TypeError("offline"));
  await expect(loadLogos(names)).rejects.toBeDefined();
  await expect(loadLogos(names)).rejects.toBeDefined();
  fetched.mockReset().mockImplementation(async (url) => {
    const asked = new URL(url, "https://app.example").searchParams.get("icons")?.split(",") ?? [];
    return Response.json({ prefix, icons: Object.fromEntries(asked.map((it) => [it, camera])) });
  });
  await loadLogos(names);
  expect(names.filter((name) => !getIcon(name))).toEqual([]);
  expect(urls()).toHaveLength(2);
  await loadLogos(names);
  expect(urls()).toHaveLength(2);
});

test("an icon that the server lacks does not stop the others, and no call waits for it", async () => {
  const names = [`${prefix}:camera`, `${prefix}:no-such`];
  fetched.mockImplementation(async () => answer(prefix));
  await expect(loadLogos(names)).rejects.toBeDefined();
  await loadLogos(names);
  expect(getIcon(`${prefix}:camera`)?.body).toBe(camera.body);
  await expect(loadLogo(`${prefix}:no-such`)).rejects.toBeDefined();
});
