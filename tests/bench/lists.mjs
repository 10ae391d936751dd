// Generates the module `enmusubi:lists`: the words and ids of the core's lists, without names and
// coordinates.
import { catalogue, employers, vocabulary } from "../../wasm/pkg/lists.js";

// The rule sets list the types of conditions themselves, because each type has its own rule.
const { conditionType, ...words } = vocabulary;
const lists = {
  ...words,
  cities: catalogue.cities.map(({ code }) => code),
  employers: employers.map(({ id }) => id),
  tags: Object.fromEntries(
    catalogue.tagGroups.map(({ field, tags }) => [field, tags.map(({ id }) => id)]),
  ),
};

/** @type {import("esbuild").Plugin} */
export const listsModule = {
  name: "lists",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^enmusubi:lists$/ }, ({ path }) => ({ path, namespace: "lists" }));
    onLoad({ filter: /.*/, namespace: "lists" }, () => ({
      contents: JSON.stringify(lists),
      loader: "json",
    }));
  },
};
