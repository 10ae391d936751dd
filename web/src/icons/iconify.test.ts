import { getIcon } from "@iconify/react";
import { beforeEach, expect, test, vi } from "vitest";
import { bringIcon, bringIcons } from "./iconify";

const camera = { body: '<path d="M0 0h24v24"/>', width: 24, height: 24 };
const fetched = vi.fn<(url: string) => Promise<Response>>();
vi.stubGlobal("fetch", fetched);

function answer(prefix: string): Response {
  return Response.json({ prefix, icons: { camera } });
}

/** A set of its own for each test: the library remembers what it has, and what it has not. */
let prefix = "";
let nTests = 0;
const urls = () => fetched.mock.calls.map(([url]) => url);

beforeEach(async () => {
  // The library stays with the server that answered last; let that be ours.
  fetched.mockImplementation(async (url) =>
    url.startsWith("/_icon/") ? answer(prefix) : new Response(null, { status: 503 }),
  );
  nTests += 1;
  prefix = `before${nTests}`;
  await bringIcon(`${prefix}:camera`);
  prefix = `set${nTests}`;
  fetched.mockReset();
});

test("our own server is asked, and once for all the icons of a set", async () => {
  fetched.mockImplementation(async () => answer(prefix));
  await bringIcon(`${prefix}:camera`);
  await bringIcon(`${prefix}:camera`);
  expect(urls()).toEqual([`/_icon/${prefix}.json?icons=camera`]);
  expect(getIcon(`${prefix}:camera`)?.body).toBe(camera.body);
});

test.each([404, 503, 200])(
  "a server that answers %d without icons is followed by the public one",
  async (status) => {
    fetched.mockImplementation(async (url) =>
      url.startsWith("/_icon/") ? new Response("<html>", { status }) : answer(prefix),
    );
    await bringIcon(`${prefix}:camera`);
    expect(urls()).toEqual([
      `/_icon/${prefix}.json?icons=camera`,
      `https://api.iconify.design/${prefix}.json?icons=camera`,
    ]);
  },
);

test("an icon that neither has fails", async () => {
  fetched.mockRejectedValue(new TypeError("offline"));
  await expect(bringIcon(`${prefix}:camera`)).rejects.toBeDefined();
  expect(urls().length).toBe(2);
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
