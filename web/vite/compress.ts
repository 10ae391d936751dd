/** Writes beside each text of the build what the server sends to browsers that can unpack it. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const squeezable = /\.(css|html|js|json|svg|wasm)$/;
/** Below this the headers weigh as much as what is saved. */
const minBytes = 1024;

/** `name.br` and `name.gz`, squeezed as well as can be: it is done once, and sent many times. */
export function compress(): Plugin {
  return {
    name: "enmusubi-compress",
    apply: "build",
    async writeBundle({ dir }) {
      if (!dir) return;
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && squeezable.test(entry.name));
      await Promise.all(files.map((file) => squeeze(join(file.parentPath, file.name))));
    },
  };
}

async function squeeze(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
