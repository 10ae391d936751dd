/** Compiles the message catalogues (ICU text) at build time, so that the app needs no parser of messages. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

type Texts = Record<string, string>;

const catalogue = /\/i18n\/messages\/(?<language>[^/]+)\/(?<namespace>\w+)\.json$/;

export function messages(): Plugin {
  return {
    name: "enmusubi-messages",
    enforce: "pre",
    async transform(code, id) {
      const { language, namespace } = catalogue.exec(id.split("?")[0] ?? id)?.groups ?? {};
      if (!language) return null;
      const texts = JSON.parse(code) as Texts;
      if (namespace === "errors") {
        const table = tableOf(language);
        this.addWatchFile(table);
        const sentences = await readSentences(table);
        const repeated = Object.keys(sentences).filter((key) => key in texts);
        if (repeated.length > 0) this.error(`core has a sentence for ${repeated.join(", ")}`);
        Object.assign(texts, sentences);
      }
      const compiled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]),
      );
      return { code: JSON.stringify(compiled), map: null };
    },
  };
}

/** Returns the path of core's sentences about broken rules in a language. */
function tableOf(language: string): string {
  return fileURLToPath(new URL(`../../core/src/messages/${language}.json`, import.meta.url));
}

/** Returns core's sentences about broken rules by the ids that they have in the namespace `errors`. */
async function readSentences(table: string): Promise<Texts> {
  const sentences = JSON.parse(await readFile(table, "utf8")) as Texts;
  return Object.fromEntries(
    Object.entries(sentences).map(([key, sentence]) => [`errors.${key}`, sentence]),
  );
}
