/**
 * Writes an entry of the package beside the one for bundlers: `node write-entries.mjs TEMPLATE NAME FOLDER`. In the
 * template, NAME is the module's name and IMPORTS the object of imports that WebAssembly wants.
 */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

const [template, name, folder] = process.argv.slice(2);
const wasm = new WebAssembly.Module(readFileSync(`${folder}/${name}_bg.wasm`));
const glue = `./${name}_bg.js`;
const entry = readFileSync(template, "utf8").replaceAll("NAME", name);

// The glue keeps views of one instance's memory, so an entry that may run beside another one needs a copy.
const [statement, ownGlue] = /^import \* as glue from "(.*)";\n/m.exec(entry);
if (ownGlue !== glue) copyFileSync(`${folder}/${glue}`, `${folder}/${ownGlue}`);

const snippets = new Set(WebAssembly.Module.imports(wasm).map(({ module }) => module));
snippets.delete(glue);
let statements = statement;
let imports = `{ "${glue}": glue`;
for (const [index, snippet] of [...snippets].entries()) {
  statements += `import * as snippet${index} from "${snippet}";\n`;
  imports += `, "${snippet}": snippet${index}`;
}

const [exports] = /^export \{[^]*/m.exec(readFileSync(`${folder}/${name}.js`, "utf8"));
const text = entry.replace(statement, statements).replace("IMPORTS", `${imports} }`);
writeFileSync(
  `${folder}/${name}.${basename(template)}`,
  `${text}\n${exports.replace(glue, ownGlue)}`,
);
