/** Compiles the message catalogues (ICU text) at build time, so that the app needs no parser of messages. */
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const catalogue = /\/i18n\/messages\/.*\.json$/;

export function messages(): Plugin {
  return {
    name: "enmusubi-messages",
    enforce: "pre",
    transform(code, id) {
      if (!catalogue.test(id.split("?")[0] ?? id)) return null;
      const texts = JSON.parse(code) as Record<string, string>;
      const compiled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]),
      );
      return { code: JSON.stringify(compiled), map: null };
    },
  };
}
