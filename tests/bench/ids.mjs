// Makes the module `enmusubi:ids`: the ids of core/src/catalogue, without names and coordinates.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

async function readIds() {
  const folder = join(process.cwd(), "../../core/src/catalogue");
  const read = async (name) => JSON.parse(await readFile(join(folder, name), "utf8"));
  const { cities, tagGroups } = await read("catalogue.json");
  const { employers } = await read("employers.json");
  return {
    cities: cities.map(({ code }) => code),
    employers: employers.map(({ id }) => id),
    tags: Object.fromEntries(tagGroups.map(({ field, tags }) => [field, tags.map(({ id }) => id)])),
  };
}

/** @type {import("esbuild").Plugin} */
export const idsModule = {
  name: "ids",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^enmusubi:ids$/ }, ({ path }) => ({ path, namespace: "ids" }));
    onLoad({ filter: /.*/, namespace: "ids" }, async () => ({
      contents: JSON.stringify(await readIds()),
      loader: "json",
    }));
  },
};
