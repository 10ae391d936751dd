/**
 * Writes `index.html` and `policy.html` in each language, as `index.ja.html`. The page of the app begins with the first
 * screen and its style, so that a newcomer reads before any script has arrived.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Plugin, type ResolvedConfig, runnerImport } from "vite";
import { messages } from "./messages.ts";
import type * as Pages from "./static-pages.tsx";

const placeOfScreen = "<!--first-screen-->";
const placeOfPolicy = "<!--policy-->";
const stylesheet = '<link rel="stylesheet" href="/loading.css" />';

export function writtenPages(): Plugin {
  let config: ResolvedConfig;
  let pages: typeof Pages;
  const inLanguage = (html: string, language: string) =>
    html.replace(`<html lang="${pages.firstLanguage}">`, `<html lang="${language}">`);
  const fileIn = (name: string, language: string) =>
    language === pages.firstLanguage ? `${name}.html` : `${name}.${language}.html`;
  return {
    name: "enmusubi-written-pages",
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        if (!html.includes(placeOfScreen)) return html;
        const { module } = await runnerImport<typeof Pages>(pathOf("static-pages.tsx"), {
          configFile: false,
          root: config.root,
          plugins: [messages()],
          resolve: { alias: config.resolve.alias },
        });
        pages = module;
        const screen = pages.renderOverlay(pages.firstLanguage);
        return html
          .replace(placeOfScreen, `${placeOfScreen}${screen}${placeOfScreen}`)
          .replace(stylesheet, `<style>${await readStyle()}</style>`);
      },
    },
    generateBundle: {
      // Vite's own plugin writes `index.html` before, with the addresses of the pictures in this build.
      order: "post",
      async handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") return;
        const html = withLateStyles(String(page.source));
        const [head = "", screen = "", end = ""] = html.split(placeOfScreen);
        page.source = head + screen + end;
        const pictures = Array.from(screen.matchAll(picture), ([source]) => source);
        const policy = await readFile(pathOf("policy.html"), "utf8");
        const emit = (fileName: string, source: string) =>
          this.emitFile({ type: "asset", fileName, source });
        for (const language of [pages.firstLanguage, ...pages.otherLanguages]) {
          const text = policy
            .replace("<title>", () => `<title>${pages.policyTitle(language)}`)
            .replace(placeOfPolicy, () => pages.renderPolicy(language));
          emit(fileIn("policy", language), inLanguage(text, language));
          if (language === pages.firstLanguage) continue;
          let index = 0;
          const next = (source: string) => pictures[index++] ?? source;
          const translated = pages.renderOverlay(language).replaceAll(picture, next);
          emit(fileIn("index", language), inLanguage(head + translated + end, language));
        }
      },
    },
  };
}

/** Moves the links to the styles behind the first screen, which would wait for them in the head. */
function withLateStyles(html: string): string {
  const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
  const without = links.reduce((text, link) => text.replace(link, ""), html);
  return without.replace("  </body>", `${links.join("")}  </body>`);
}

const picture = /src="[^"]*"/g;

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Returns the styles of the overlay, with the variables of `tokens.css` that they name. */
async function readStyle(): Promise<string> {
  const paths = [
    "../src/ui/tokens.css",
    "../public/loading.css",
    "../src/features/home/first-screen.css",
  ];
  const [tokens = "", ...styles] = await Promise.all(
    paths.map((path) => readFile(pathOf(path), "utf8")),
  );
  const style = styles.join("");
  const names = new Set(Array.from(style.matchAll(/var\((--[\w-]+)\)/g), ([, name]) => name));
  const variablesIn = (text: string) =>
    Array.from(names, (name) => new RegExp(`${name}:\\s[^;]+;`).exec(text)?.[0] ?? "").join("");
  const dark = tokens.slice(tokens.indexOf("prefers-color-scheme: dark"));
  return `:root{${variablesIn(tokens)}}@media (prefers-color-scheme: dark){:root{${variablesIn(dark)}}}${style}`;
}
