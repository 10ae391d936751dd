/** Gives the app the address of a chunk: `import { address } from "chunk-address:enmusubi-wasm"`. */
import type { Plugin } from "vite";

const prefix = "chunk-address:";

/** Puts a module into a chunk of its own, and exports the address of that chunk as a string. */
export function chunkAddresses(): Plugin {
  let isBuild = false;
  return {
    name: "enmusubi-chunk-addresses",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const source = id.slice(prefix.length + 1);
      const found = await this.resolve(source);
      if (!found) throw new Error(`${source} is no module`);
      if (!isBuild) return `export const address = ${JSON.stringify(`/@fs${found.id}`)};`;
      const chunk = this.emitFile({ type: "chunk", id: found.id, preserveSignature: "strict" });
      return `export const address = import.meta.ROLLUP_FILE_URL_${chunk};`;
    },
  };
}
