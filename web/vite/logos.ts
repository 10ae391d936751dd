/** Adds the logos of the employers to the build and to the development server. All other icons are left out. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { IconifyJSON } from "@iconify/react";
import { getIcons, stringToIcon } from "@iconify/utils";
import type { Plugin } from "vite";
import type { Employer } from "../src/core/core.ts";

interface Lists {
  employers: readonly Employer[];
}

const folder = "_icon";
const { resolve } = createRequire(import.meta.url);

interface Options {
  /** The path of the ES module with core's lists, which is made from Rust definitions. */
  lists: string;
}

/** Writes `_icon/{prefix}.json` for each icon set that has a logo of an employer. */
export function logos({ lists }: Options): Plugin {
  return {
    name: "enmusubi-logos",
    async generateBundle() {
      for (const set of await collectIcons(await logoNames(lists))) {
        const source = JSON.stringify(set);
        this.emitFile({ type: "asset", fileName: `${folder}/${set.prefix}.json`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${folder}`, async (request, response, next) => {
        const prefix = /^\/([a-z0-9-]+)\.json(?:\?|$)/.exec(request.url ?? "")?.[1];
        try {
          const sets = await collectIcons(await logoNames(lists));
          const set = sets.find((other) => other.prefix === prefix);
          if (!set) return next();
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify(set));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

export async function logoNames(lists: string): Promise<string[]> {
  const { employers } = (await import(pathToFileURL(lists).href)) as Lists;
  return employers.flatMap(({ icon }) => icon ?? []);
}

/** Returns the icon sets with only these icons. Throws for a name that no set has, which ends the build. */
export async function collectIcons(names: readonly string[]): Promise<IconifyJSON[]> {
  const byPrefix = new Map<string, Set<string>>();
  for (const full of names) {
    const parsed = stringToIcon(full, true);
    if (!parsed?.prefix) throw new Error(`"${full}" is no name of an icon`);
    const wanted = byPrefix.get(parsed.prefix) ?? new Set();
    byPrefix.set(parsed.prefix, wanted.add(parsed.name));
  }
  return Promise.all([...byPrefix].map(([prefix, wanted]) => readIcons(prefix, [...wanted])));
}

async function readIcons(prefix: string, names: string[]): Promise<IconifyJSON> {
  const set = getIcons(await readSet(prefix), names, true);
  const missing = set ? set.not_found : names;
  if (!set || missing?.length) {
    throw new Error(`there is no icon ${missing?.map((name) => `"${prefix}:${name}"`).join(", ")}`);
  }
  return set;
}

async function readSet(prefix: string): Promise<IconifyJSON> {
  let path: string;
  try {
    path = resolve(`@iconify-json/${prefix}/icons.json`);
  } catch {
    throw new Error(`there is no set of icons "${prefix}"`);
  }
  return JSON.parse(await readFile(path, "utf8")) as IconifyJSON;
}
