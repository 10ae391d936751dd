/**
 * Compresses the text files of the build for browsers that can unpack them. The HTML is left out, because the
 * server writes the configuration into it and compresses the result.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressible = /\.(css|js|json|svg|wasm)$/;
/** The size below which the additional response headers weigh as much as the compression saves. */
const minBytes = 1024;

/**
 * Writes `name.br` and `name.gz` at the best level, because the build runs once and the server sends the files
 * often. Leaves out files that an earlier build into the same folder has compressed.
 */
export function compress(): Plugin {
  return {
    name: "enmusubi-compress",
    apply: "build",
    async writeBundle({ dir }) {
      if (!dir) return;
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const paths = new Set(
        entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])),
      );
      const files = [...paths].filter(
        (path) => compressible.test(path) && !paths.has(`${path}.br`),
      );
      await Promise.all(files.map(compressFile));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
