import { resolve } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { employers } from "../../../wasm/lists.js";
import { icons, takeIcons, usedIcons } from "../../vite/icons";
import { iconNames } from "./names";

const lists = resolve(import.meta.dirname, "../../../wasm/pkg/lists.js");
const used = await usedIcons(lists);

const sources = import.meta.glob<string>("../**/*.tsx", {
  eager: true,
  query: "?raw",
  import: "default",
});

describe("the list of icons", () => {
  it("is in order and names each once", () => {
    expect([...new Set(iconNames)].sort()).toEqual(iconNames);
  });

  it("names the icons that some component draws, and no others", () => {
    const drawn = Object.entries(sources)
      .filter(([path]) => !path.includes(".test."))
      .flatMap(([, source]) => source.match(/lucide:[a-z0-9-]+/g) ?? []);
    expect([...new Set(drawn)].sort()).toEqual(iconNames);
  });

  it("goes along with the employers' logos", () => {
    const logos = employers.flatMap(({ icon }) => icon ?? []);
    expect(logos.length).toBeGreaterThan(0);
    expect(used).toEqual([...iconNames, ...logos]);
  });
});

describe("the icons of the build", () => {
  it("are all there, each in the file of its set, and no others", async () => {
    const emitFile = vi.fn<(file: { fileName: string; source: string }) => void>();
    const plugin = icons({ lists }) as unknown as { generateBundle(): Promise<void> };
    await plugin.generateBundle.call({ emitFile } as never);
    const files = emitFile.mock.calls.map(([file]) => file);
    expect(files.map(({ fileName }) => fileName).sort()).toEqual([
      "_icon/logos.json",
      "_icon/lucide.json",
      "_icon/simple-icons.json",
    ]);
    const names = files.flatMap(({ source }) => {
      const { prefix, icons: bodies, aliases = {} } = JSON.parse(source);
      return Object.keys({ ...bodies, ...aliases }).map((name) => `${prefix}:${name}`);
    });
    expect(names).toEqual(expect.arrayContaining([...used]));
    expect(names.length).toBeLessThan(used.length + 10);
  });

  it("hold nothing the page's policy would strike out", async () => {
    const bodies = (await takeIcons(used)).flatMap(({ icons: set }) =>
      Object.values(set).map(({ body }) => body),
    );
    expect(bodies.filter((body) => /<style|<script|style=|href=/.test(body))).toEqual([]);
  });

  it.each([
    ["lucide:no-such-icon", 'there is no icon "lucide:no-such-icon"'],
    ["no-such-set:camera", 'there is no set of icons "no-such-set"'],
    ["camera", '"camera" is no name of an icon'],
    ["lucide:Camera", 'there is no icon "lucide:Camera"'],
  ])("end the build for %s", async (name, message) => {
    await expect(takeIcons(["lucide:camera", name])).rejects.toThrow(message);
  });
});
