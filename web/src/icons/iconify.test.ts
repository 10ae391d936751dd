import { _api, getIcon } from "@iconify/react";
import { beforeEach, expect, test, vi } from "vitest";
import { bringIcon, bringIcons } from "./iconify";

const camera = { body: '<path d="M0 0h24v24"/>', width: 24, height: 24 };
// The library takes hold of `fetch` when it is loaded.
const fetched = vi.hoisted(() => {
  const fetched = vi.fn<(url: string) => Promise<Response>>();
  vi.stubGlobal("fetch", fetched);
  return fetched;
});

function answer(prefix: string): Response {
  return Response.json({ prefix, icons: { camera } });
}

/** A set of its own for each test: the library remembers what it has, and what it has not. */
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

test("our own server is asked, and once for all the icons of a set", async () => {
  fetched.mockImplementation(async () => answer(prefix));
  await bringIcon(`${prefix}:camera`);
  await bringIcon(`${prefix}:camera`);
  expect(urls()).toEqual([`/_icon/${prefix}.json?icons=camera`]);
  expect(getIcon(`${prefix}:camera`)?.body).toBe(camera.body);
});

test.each([404, 503, 200])(
  "no other server is asked where ours answers %d without icons",
  async (status) => {
    fetched.mockImplementation(async () => new Response("<html>", { status }));
    await expect(bringIcon(`${prefix}:camera`)).rejects.toBeDefined();
    expect(urls()).toEqual([`/_icon/${prefix}.json?icons=camera`]);
  },
);

test("no other server is asked where ours is not reached", async () => {
  fetched.mockRejectedValue(new TypeError("offline"));
  await expect(bringIcon(`${prefix}:camera`)).rejects.toBeDefined();
  expect(urls()).toEqual([`/_icon/${prefix}.json?icons=camera`]);
});

test("what could not be asked for is asked for again, all of a set at once", async () => {
  const names = Array.from({ length: 60 }, (_, nth) => `${prefix}:icon-${nth}`);
  fetched.mockRejectedValue(new TypeError("offline"));
  await expect(bringIcons(names)).rejects.toBeDefined();
  await expect(bringIcons(names)).rejects.toBeDefined();
  fetched.mockReset().mockImplementation(async (url) => {
    const asked = new URL(url, "https://app.example").searchParams.get("icons")?.split(",") ?? [];
    return Response.json({ prefix, icons: Object.fromEntries(asked.map((it) => [it, camera])) });
  });
  await bringIcons(names);
  expect(names.filter((name) => !getIcon(name))).toEqual([]);
  expect(urls()).toHaveLength(2);
  await bringIcons(names);
  expect(urls()).toHaveLength(2);
});

test("an icon that nobody has keeps the others from nothing, and is not waited for", async () => {
  const names = [`${prefix}:camera`, `${prefix}:no-such`];
  fetched.mockImplementation(async () => answer(prefix));
  await expect(bringIcons(names)).rejects.toBeDefined();
  await bringIcons(names);
  expect(getIcon(`${prefix}:camera`)?.body).toBe(camera.body);
  await expect(bringIcon(`${prefix}:no-such`)).rejects.toBeDefined();
});
