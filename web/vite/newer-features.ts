/** Finds features in scripts and styles that the oldest browsers lack, with the data of MDN. */
import bcd, {
  type Identifier,
  type SimpleSupportStatement,
  type SupportStatement,
} from "@mdn/browser-compat-data";
import postcss, { type AtRule, type ChildNode, type Declaration } from "postcss";
import ts from "typescript";
import { oldestBrowsers } from "./browsers.ts";

/** A feature, such as `Promise.withResolvers`, that an oldest browser lacks and a later version has. */
export interface NewerFeature {
  name: string;
  /** The first versions with the feature, such as `safari_ios 17.4, chrome_android 119`. */
  since: string;
  /** The file and line. */
  place: string;
}

/** MDN's names for our browsers. MDN knows less of web views, so they count as Chrome, whose versions they have. */
const names = { ios: "safari_ios", safari: "safari_ios", chrome: "chrome_android" } as const;

const oldest = new Map(
  oldestBrowsers.map((browser) => {
    const [, family, version] = /^(ios|safari|chrome)([\d.]+)$/.exec(browser) ?? [];
    if (!family) throw new Error(`MDN's name of ${browser} is missing`);
    return [names[family as keyof typeof names], Number(version)];
  }),
);

/** Returns a version of MDN, which may begin with "≤", as a number. Returns Infinity if there is none. */
function versionOf(text: string | false | undefined): number {
  return text ? Number.parseFloat(text.replace("≤", "")) || Infinity : Infinity;
}

/** Returns the statements about a feature under its own name, and without a flag that a person must set. */
function plain(support: SupportStatement | undefined) {
  return (support ? [support].flat() : []).filter(({ flags, prefix }) => !flags && !prefix);
}

function isSupported(statement: SimpleSupportStatement, version: number): boolean {
  const { version_added: added, version_removed: removed } = statement;
  return versionOf(added) <= version && versionOf(removed) > version;
}

/** Names from a source file, each with the MDN features that it may mean. */
type Found = [name: string, features: readonly (Identifier | undefined)[]][];

/**
 * Returns the names whose features an oldest browser lacks and a later version has. A feature that a browser
 * never got is not reported, because the tests in that browser's engine show that it is missing.
 */
function newerOf(found: Found, place: string): NewerFeature[] {
  return found.flatMap(([name, features]) => {
    const supports = features.flatMap((feature) => feature?.__compat?.support ?? []);
    const since = [...oldest].flatMap(([browser, version]) => {
      const statements = supports.flatMap((support) => plain(support[browser]));
      const first = Math.min(...statements.map((one) => versionOf(one.version_added)));
      const isThere = statements.some((one) => isSupported(one, version));
      return isThere || first === Infinity ? [] : `${browser} ${first}`;
    });
    return since.length > 0 ? [{ name, since: since.join(", "), place }] : [];
  });
}

/** Returns MDN's features below these parents, by name. */
function indexOf(parents: readonly Identifier[]): Map<string, Identifier[]> {
  const index = new Map<string, Identifier[]>();
  for (const parent of parents) {
    for (const [key, feature] of Object.entries(parent)) {
      if (key === "__compat") continue;
      const name = key.replace(/_(static|event)$/, (_, kind) => (kind === "event" ? " event" : ""));
      index.set(name, [...(index.get(name) ?? []), feature as Identifier]);
    }
  }
  return index;
}

const builtins = bcd.javascript.builtins as Identifier;
const owners = indexOf([bcd.api as unknown as Identifier, builtins, builtins.Intl as Identifier]);
const globals = indexOf([
  bcd.api as unknown as Identifier,
  bcd.api.Window as Identifier,
  bcd.api.WorkerGlobalScope as Identifier,
  builtins,
]);
const members = indexOf([...owners.values()].flat());
const builtinMembers = indexOf([...indexOf([builtins]).values()].flat());

/** Returns the name of the browser's interface or variable that declares a member, or undefined for a global. */
function ownerOf(declaration: ts.Declaration): string | undefined {
  const inner = declaration.parent;
  const parent = ts.isTypeLiteralNode(inner) ? inner.parent : inner;
  const isNamed = ts.isInterfaceDeclaration(parent) || ts.isVariableDeclaration(parent);
  return isNamed ? parent.name.getText().replace(/(?<=.)(Constructor|Object)$/, "") : undefined;
}

/**
 * Finds newer functions, properties and events in scripts. TypeScript tells which interface a member belongs
 * to. Where it does not know, as in the code of packages, a member counts if all of JavaScript's own features
 * of that name are newer.
 */
export function findNewerInScripts(
  files: readonly string[],
  options: ts.CompilerOptions = {},
): NewerFeature[] {
  const program = ts.createProgram(files, {
    ...options,
    allowJs: true,
    checkJs: true,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    target: ts.ScriptTarget.ESNext,
  });
  const checker = program.getTypeChecker();

  function symbolAt(node: ts.Identifier): ts.Symbol | undefined {
    const { parent } = node;
    // A destructured name has a symbol of its own, so look up the property of the object.
    return ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node
      ? checker.getTypeAtLocation(parent.parent).getProperty(node.text)
      : checker.getSymbolAtLocation(node);
  }

  function featuresOfNode(node: ts.Node): Found {
    if (isEventName(node)) return [[`${node.text} event`, members.get(`${node.text} event`) ?? []]];
    if (!ts.isIdentifier(node)) return [];
    const { text, parent } = node;
    const declarations = symbolAt(node)?.declarations;
    if (!declarations) {
      // A name of one word, such as `use`, mostly belongs to an object of another kind, so leave it out.
      const isTelling = ts.isPropertyAccessExpression(parent) && /[a-z][A-Z]/.test(text);
      return isTelling ? [[text, builtinMembers.get(text) ?? []]] : [];
    }
    const declaration = declarations.find((one) =>
      program.isSourceFileDefaultLibrary(one.getSourceFile()),
    );
    if (!declaration || ts.isPartOfTypeNode(node)) return [];
    const owner = ownerOf(declaration);
    if (!owner) return [[text, globals.get(text) ?? []]];
    const own = (owners.get(owner) ?? []).flatMap(
      (one) => one[`${text}_static`] ?? one[text] ?? [],
    );
    // MDN lists the members of a mixin only under the interfaces that include the mixin.
    return [[`${owner}.${text}`, own.length > 0 ? own : (members.get(text) ?? [])]];
  }

  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    if (!source) return [];
    const found: NewerFeature[] = [];
    // A recursive walk would overflow the stack in a minified file with long chains of calls.
    const nodes: ts.Node[] = [source];
    for (let node = nodes.pop(); node; node = nodes.pop()) {
      ts.forEachChild(node, (child) => void nodes.push(child));
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(...newerOf(featuresOfNode(node), `${file}:${line + 1}`));
    }
    return found;
  });
}

function isEventName(node: ts.Node): node is ts.StringLiteral {
  if (!ts.isStringLiteral(node) || !ts.isCallExpression(node.parent)) return false;
  const { expression, arguments: given } = node.parent;
  return (
    given[0] === node &&
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === "addEventListener"
  );
}

const { properties, selectors, types, "at-rules": atRules } = bcd.css as Record<string, Identifier>;

/** MDN's features for the functions, units and groups of units in values, by name. */
const valueParts = new Map<string, Identifier[]>();
(function collect(parent: Identifier) {
  for (const [name, feature] of Object.entries(parent)) {
    if (name === "__compat") continue;
    valueParts.set(name, [...(valueParts.get(name) ?? []), feature as Identifier]);
    collect(feature as Identifier);
  }
})(types as Identifier);

/** The units that MDN lists under the name of a group, such as 100dvh and 10cqw. */
const unitGroups: [RegExp, string][] = [
  [/^dv/, "viewport_percentage_units_dynamic"],
  [/^sv/, "viewport_percentage_units_small"],
  [/^lv/, "viewport_percentage_units_large"],
  [/^cq/, "container_query_length_units"],
];

function unitFeatures(unit: string): readonly Identifier[] {
  const group = unitGroups.find(([pattern]) => pattern.test(unit));
  return valueParts.get(group?.[1] ?? unit) ?? [];
}

const vendorPrefix = /^-[a-z]+-/;

/**
 * Finds newer at-rules, selectors, properties and values in a stylesheet. It skips what older browsers ignore
 * safely: the content of `@supports` and `:is()`, and a declaration beside an older one of the same property.
 */
export function findNewerInStyle(file: string, css: string): NewerFeature[] {
  const found: NewerFeature[] = [];
  const newerIn = (node: ChildNode) =>
    newerOf(featuresOfStyle(node), `${file}: ${String(node).slice(0, 80)}`);
  const isFallback = (one: ChildNode, { prop }: Declaration) =>
    one.type === "decl" &&
    (one.prop === `-webkit-${prop}` || (one.prop === prop && newerIn(one).length === 0));

  postcss.parse(css).walk((node) => {
    if (isInSupports(node) && !isMixedVariable(node)) return;
    if (node.type === "decl" && node.parent?.nodes.some((one) => isFallback(one, node))) return;
    found.push(...newerIn(node));
  });
  return found;
}

/** True for the class `bg-bg/95`: in older browsers, Tailwind gives it the light scheme's colour in the dark, too. */
const isMixedVariable = (node: ChildNode) =>
  node.type === "decl" && /color-mix\([^()]*var\(/.test(node.value);

function isInSupports(node: ChildNode): boolean {
  const { parent } = node;
  if (!parent || parent.type === "root" || parent.type === "document") return false;
  const above = parent as ChildNode;
  return (above.type === "atrule" && above.name === "supports") || isInSupports(above);
}

function featuresOfStyle(node: ChildNode): Found {
  if (node.type === "atrule") return featuresOfAtRule(node);
  if (node.type === "rule") return featuresOfSelector(node.selector);
  return node.type === "decl" ? featuresOfDeclaration(node) : [];
}

function featuresOfAtRule({ name, params }: AtRule): Found {
  const rule = atRules?.[name] as Identifier | undefined;
  const found: Found = [[`@${name}`, [rule]]];
  if (name !== "media") return found;
  if (/[<>=]/.test(params)) found.push(["@media with <=", [rule?.range_syntax]]);
  for (const [, feature = ""] of params.matchAll(/\(([\w-]+)/g))
    found.push([`@media ${feature}`, [rule?.[feature]]]);
  return found;
}

function featuresOfSelector(selector: string): Found {
  const bare = selector.replace(/\\./g, "").replace(/:(is|where)\((?:[^()]|\([^()]*\))*\)/g, "");
  const found: Found = Array.from(bare.matchAll(/:([a-z][a-z-]+)/g), ([, name = ""]) => [
    `:${name}`,
    [selectors?.[name]],
  ]);
  return bare.includes("&") ? [...found, ["nesting", [selectors?.nesting]]] : found;
}

function featuresOfDeclaration({ prop, value }: Declaration): Found {
  if (vendorPrefix.test(prop)) return [];
  const property = properties?.[prop] as Identifier | undefined;
  const text = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)|--[\w-]+|#[\da-f]+/gi, "");
  const found: Found = prop.startsWith("--") ? [] : [[prop, [property]]];
  for (const [, name = ""] of text.matchAll(/([a-z][\w-]*)\(/g))
    found.push([`${name}()`, valueParts.get(name) ?? []]);
  for (const [, unit = ""] of text.matchAll(/\d([a-z]+)\b/g))
    found.push([unit, unitFeatures(unit)]);
  for (const [word] of text.matchAll(/(?<![\w-])[a-z][\w-]*(?![\w(-])/g))
    found.push([`${prop}: ${word}`, [property?.[word]]]);
  return found;
}
