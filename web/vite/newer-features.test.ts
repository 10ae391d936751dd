/**
 * @vitest-environment node
 *
 * The app beside its oldest browsers. The scripts of packages and the styles are those of the last build, which
 * `./just test-web` makes if a source is newer.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { findNewerInScripts, findNewerInStyle, type NewerFeature } from "./newer-features";

const web = resolve(import.meta.dirname, "..");

/** Returns the paths of the files below a folder of `web` whose names end like this. */
function filesBelow(folder: string, ends: RegExp): string[] {
  const names = readdirSync(join(web, folder), { recursive: true }).map(String);
  return names.filter((name) => ends.test(name)).map((name) => join(web, folder, name));
}

/** Newer features that the app may use, each with what an older browser does instead. */
const guarded: Record<string, string> = {
  OffscreenCanvas: "draw.ts draws on a canvas of the page instead.",
  "InputEvent.isComposing": "input-method.ts reads the kind of the input instead.",
  "PublicKeyCredential.isConditionalMediationAvailable":
    "SimpleWebAuthn asks first whether it is there.",
  "PerformanceResourceTiming.decodedBodySize": "The page for developers has no sizes.",
  "PerformanceResourceTiming.encodedBodySize": "The page for developers has no sizes.",
  "@property": "Tailwind sets the same values with a rule for all elements.",
  "@starting-style": "What appears does not glide in.",
  "transition-behavior": "What goes away does not fade out.",
  "transition-behavior: allow-discrete": "What goes away does not fade out.",
  "text-wrap": "Lines break where they are full.",
  "text-wrap: balance": "Lines break where they are full.",
  "text-wrap: pretty": "Lines break where they are full.",
  "text-wrap: wrap": "Lines break where they are full.",
  "word-break: auto-phrase": "Japanese breaks between any two signs.",
  "field-sizing": "A text box keeps the height of its rows, and scrolls.",
  "field-sizing: content": "A text box keeps the height of its rows, and scrolls.",
  "scrollbar-width": "A row of photos shows its scroll bar, which phones draw over it.",
  "scrollbar-width: none": "A row of photos shows its scroll bar, which phones draw over it.",
  lh: "Tailwind gives an empty date box a line's height; ours has a height of its own.",
};

const show = ({ name, since, place }: NewerFeature) => `${name} (${since}) in ${place}`;

/** Returns the names that are newer in each of these scripts. */
function newerIn(codes: readonly string[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), "enmusubi-scripts-"));
  const files = codes.map((code, index) => {
    const file = join(folder, `${index}.ts`);
    writeFileSync(file, `export {};\n${code}\n`);
    return file;
  });
  const found = findNewerInScripts(files);
  rmSync(folder, { recursive: true });
  return files.map((file) =>
    found
      .filter(({ place }) => place.startsWith(file))
      .map(({ name, since }) => `${name}: ${since}`),
  );
}

const scripts: Record<string, string[]> = {
  "Promise.withResolvers();": ["Promise.withResolvers: safari_ios 17.4, chrome_android 119"],
  "Array.fromAsync([]);": ["Array.fromAsync: safari_ios 16.4, chrome_android 121"],
  "new Set([1]).union(new Set([2]));": ["Set.union: safari_ios 17, chrome_android 122"],
  "URL.parse('x');": ["URL.parse: safari_ios 18, chrome_android 126"],
  "URL.canParse('x');": ["URL.canParse: safari_ios 17, chrome_android 120"],
  "AbortSignal.any([]);": ["AbortSignal.any: safari_ios 17.4, chrome_android 116"],
  "const { groupBy } = Object; groupBy([], String);": [
    "Object.groupBy: safari_ios 16.4, chrome_android 117",
  ],
  "document.body.checkVisibility();": ["Element.checkVisibility: safari_ios 17.4"],
  "document.startViewTransition();": [
    "Document.startViewTransition: safari_ios 18, chrome_android 111",
  ],
  "new Map([[1, 2]]).values().map(String);": ["Iterator.map: safari_ios 18.4, chrome_android 117"],
  "window.addEventListener('scrollend', String);": [
    "scrollend event: safari_ios 26.2, chrome_android 114",
  ],
  // Nothing is known of what a package is given.
  "export function f(list: any) { return list.toSorted(); }": ["toSorted: chrome_android 110"],
  "navigator.locks.request('a', String);": [],
  "[1].findLast(Boolean);": [],
  "[1].at(-1); structuredClone(1); Object.hasOwn({}, 'a'); crypto.randomUUID();": [],
  "document.querySelector('dialog')?.showModal();": [],
  "export const own = { groupBy() {}, union() {} }; own.groupBy(); own.union();": [],
};

test("newer functions, properties and events of a script are found, and older ones are not", () => {
  const codes = Object.keys(scripts);
  const found = newerIn(codes);
  expect(Object.fromEntries(codes.map((code, index) => [code, found[index]]))).toEqual(scripts);
});

const styles: Record<string, string[]> = {
  "a { height: 50dvh }": ["dvh: chrome_android 108"],
  "a { height: 50vh; height: 50dvh }": [],
  "a { color: color-mix(in srgb, red, blue) }": [
    "color-mix(): safari_ios 16.2, chrome_android 111",
  ],
  "a { color: oklch(50% 0 0) }": ["oklch(): chrome_android 111"],
  "a { color: red; @supports (color: oklch(0 0 0)) { color: oklch(50% 0 0) } }": [],
  "a { color: #fff; @supports (color: color-mix(in lab, red, red)) { color: color-mix(in lab, var(--x) 9%, red) } }":
    ["color-mix(): safari_ios 16.2, chrome_android 111"],
  "a { text-wrap: balance }": [
    "text-wrap: safari_ios 17.4, chrome_android 114",
    "text-wrap: balance: safari_ios 17.5, chrome_android 114",
  ],
  "a { & b { color: red } }": ["nesting: safari_ios 16.5, chrome_android 112"],
  "@property --x { syntax: '*'; inherits: false }": ["@property: safari_ios 16.4"],
  "@media (width >= 40rem) { a { color: red } }": ["@media with <=: safari_ios 16.4"],
  "@starting-style { a { color: red } }": ["@starting-style: safari_ios 17.5, chrome_android 117"],
  "a:popover-open { color: red }": [":popover-open: safari_ios 17, chrome_android 114"],
  "a:is([open], :popover-open) { color: red }": [],
  "a { hyphens: auto; -webkit-hyphens: auto }": [],
  "a { hyphens: auto }": ["hyphens: safari_ios 17"],
  "a:has(b) { color: red }": [],
  "@layer x { @container (width > 1em) { .\\[\\&\\:open\\] { inset: 0; color: #2d1dca } } }": [],
};

test.each(Object.entries(styles))("newer parts of the style %s are found", (css, names) => {
  const found = findNewerInStyle("a.css", css);
  expect(found.map(({ name, since }) => `${name}: ${since}`)).toEqual(names);
});

test("the app uses nothing that its oldest browsers lack, except behind a guard", () => {
  const { config } = ts.readConfigFile(join(web, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, web);
  const sources = filesBelow("src", /(?<!\.test|\.d)\.tsx?$/).filter(
    (file) => !/testing/.test(file),
  );
  // The legacy build of pdf.js brings what it needs.
  const built = filesBelow("dist/assets", /^(?!pdf).*\.js$/);
  const found = [
    ...findNewerInScripts(sources, options),
    ...findNewerInScripts(built, { noResolve: true, types: [] }),
    ...filesBelow("dist", /\.css$/).flatMap((file) =>
      findNewerInStyle(file, readFileSync(file, "utf8")),
    ),
  ];
  const names = new Set(found.map(({ name }) => name));
  const isGuarded = ({ name }: NewerFeature) =>
    name in guarded || (name.split(".")[0] ?? "") in guarded;
  expect(found.filter((one) => !isGuarded(one)).map(show)).toEqual([]);
  // A guard of what is no longer used would hide the next use.
  expect(Object.keys(guarded).filter((name) => !names.has(name))).toEqual([]);
}, 120_000);
