import { resolve } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { employers } from "../../../wasm/lists.js";
import { collectIcons, logoNames, logos } from "../../vite/logos";

const lists = resolve(import.meta.dirname, "../../../wasm/pkg/lists.js");
const names = await logoNames(lists);

describe("the logos of the build", () => {
  it("are those of the employers", () => {
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual(employers.flatMap(({ icon }) => icon ?? []));
  });

  it("are all there, each in the file of its set, and no others", async () => {
    const emitFile = vi.fn<(file: { fileName: string; source: string }) => void>();
    const plugin = logos({ lists }) as unknown as { generateBundle(): Promise<void> };
    await plugin.generateBundle.call({ emitFile } as never);
    const files = emitFile.mock.calls.map(([file]) => file);
    expect(files.map(({ fileName }) => fileName).sort()).toEqual([
      "_icon/logos.json",
      "_icon/simple-icons.json",
    ]);
    const emitted = files.flatMap(({ source }) => {
      const { prefix, icons: bodies, aliases = {} } = JSON.parse(source);
      return Object.keys({ ...bodies, ...aliases }).map((name) => `${prefix}:${name}`);
    });
    expect(emitted).toEqual(expect.arrayContaining([...names]));
    expect(emitted.length).toBeLessThan(names.length + 10);
  });

  it("have no style, script or link, which the page's policy would block", async () => {
    const bodies = (await collectIcons(names)).flatMap(({ icons: set }) =>
      Object.values(set).map(({ body }) => body),
    );
    expect(bodies.filter((body) => /<style|<script|style=|href=/.test(body))).toEqual([]);
  });

  it.each([
    ["logos:no-such-icon", 'there is no icon "logos:no-such-icon"'],
    ["no-such-set:google", 'there is no set of icons "no-such-set"'],
    ["google", '"google" is no name of an icon'],
    ["logos:Google", 'there is no icon "logos:Google"'],
  ])("end the build for %s", async (name, message) => {
    await expect(collectIcons(["logos:google", name])).rejects.toThrow(message);
  });
});
