/** Brings the icons the app draws, and no others: as files of the build, and while developing. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { IconifyJSON } from "@iconify/react";
import { getIcons, stringToIcon } from "@iconify/utils";
import type { Plugin } from "vite";
import type { Employer } from "../src/core/core.ts";
import { iconNames } from "../src/icons/names.ts";

type Lists = { employers: readonly Employer[] };

const folder = "_icon";
const { resolve } = createRequire(import.meta.url);

interface Options {
  /** The lists of the core, an ES module made from its Rust definitions. */
  lists: string;
}

/** `_icon/{prefix}.json` for each set some icon of which is drawn somewhere. */
export function icons({ lists }: Options): Plugin {
  return {
    name: "enmusubi-icons",
    async generateBundle() {
      for (const set of await takeIcons(await usedIcons(lists))) {
        const source = JSON.stringify(set);
        this.emitFile({ type: "asset", fileName: `${folder}/${set.prefix}.json`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${folder}`, async (request, response, next) => {
        const prefix = /^\/([a-z0-9-]+)\.json(?:\?|$)/.exec(request.url ?? "")?.[1];
        try {
          const sets = await takeIcons(await usedIcons(lists));
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

/** The app's own icons and the employers' logos. */
export async function usedIcons(lists: string): Promise<string[]> {
  const { employers } = (await import(pathToFileURL(lists).href)) as Lists;
  return [...iconNames, ...employers.flatMap(({ icon }) => icon ?? [])];
}

/** The sets with just these icons; a name that is in none is a mistake and ends the build. */
export async function takeIcons(names: readonly string[]): Promise<IconifyJSON[]> {
  const byPrefix = new Map<string, Set<string>>();
  for (const full of names) {
    const parsed = stringToIcon(full, true);
    if (!parsed?.prefix) throw new Error(`"${full}" is no name of an icon`);
    const wanted = byPrefix.get(parsed.prefix) ?? new Set();
    byPrefix.set(parsed.prefix, wanted.add(parsed.name));
  }
  return Promise.all([...byPrefix].map(([prefix, wanted]) => takeFromSet(prefix, [...wanted])));
}

async function takeFromSet(prefix: string, names: string[]): Promise<IconifyJSON> {
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
