/** Copies the files that pdf.js loads for some PDFs only: character maps, symbol fonts, and decoders of scans. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const packageFolder = new URL("../node_modules/pdfjs-dist/", import.meta.url);

/** The wanted files by folder. Fonts of letters are left out, because pdf.js uses those of the device. */
const wanted: Record<string, RegExp> = {
  ".": /^LICENSE$/,
  cmaps: /./,
  standard_fonts: /^Foxit(Symbol|Dingbats)\.pfb$|^LICENSE_FOXIT$/,
  wasm: /^(jbig2|openjpeg)\.wasm$|^LICENSE_(PDFJS_)?(JBIG2|OPENJPEG)$/,
};

/** Writes `assets/pdfjs-VERSION/`, whose files never change. In development, Vite serves the files from the package. */
export function pdfAssets(): Plugin {
  return {
    name: "enmusubi-pdf-assets",
    apply: "build",
    async generateBundle() {
      const { version } = JSON.parse(
        await readFile(new URL("package.json", packageFolder), "utf8"),
      );
      for (const [folder, names] of Object.entries(wanted)) {
        const files = await readdir(new URL(folder, packageFolder));
        for (const file of files.filter((name) => names.test(name))) {
          const path = join(folder, file);
          const source = await readFile(new URL(path, packageFolder));
          this.emitFile({ type: "asset", fileName: `assets/pdfjs-${version}/${path}`, source });
        }
      }
    },
  };
}
