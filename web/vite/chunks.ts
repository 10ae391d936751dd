/**
 * Which modules travel together. Fewer chunks are squeezed better and asked for in fewer requests; what
 * changes with a library's version stays apart from what changes with every deploy.
 */

/** The rooms that every page needs before it can be drawn. */
const shell =
  /\/web\/src\/(api|app|guards|lib|liff|logger|person|routes|session|storage|toasts|version)\//;
/** Of those, what is fetched only when it is asked for. */
const onDemand =
  /\/liff\/(flows|mock|whole-sdk)|\/api\/(avatar|registration|resubmission|upload|work-email)|\/storage\/usage/;

/** Whom a module that is asked for by itself belongs to; a developer's page may load too much. */
const owners: [string, RegExp][] = [
  ["form", /\/(features\/registration|pages\/(register|resubmission)-page)/],
  ["profile", /\/(features\/(profile|rights)|pages\/profile-page)/],
  ["nobody", /\/pages\/dev-page/],
];
const formPage = /\/pages\/register-page/;

type Modules = { getModuleInfo: (id: string) => ModuleInfo | null };
interface ModuleInfo {
  isEntry: boolean;
  importers: string[];
  dynamicImporters: string[];
}

/** The modules that are asked for by themselves and bring this one along. */
function rootsOf(id: string, modules: Modules, seen = new Set<string>()): string[] {
  const info = modules.getModuleInfo(id);
  if (!info || seen.has(id)) return [];
  seen.add(id);
  const own = info.isEntry || info.dynamicImporters.length > 0 ? [id] : [];
  return [...own, ...info.importers.flatMap((importer) => rootsOf(importer, modules, seen))];
}

/** What the form's first page needs travels with what as many others need: here `count` of them. */
const withTheForm = (count: number) => (id: string, modules: Modules) => {
  const roots = rootsOf(id, modules);
  if (!roots.some((root) => formPage.test(root))) return null;
  const names = roots.map((root) => owners.find(([, own]) => own.test(root))?.[0] ?? "page");
  const sharers = [...new Set(names)].filter((name) => name !== "nobody").sort();
  return sharers.length === count ? sharers.join("-") : null;
};

export const chunks = [
  { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: "router", test: /\/node_modules\/@tanstack\//, priority: 3 },
  { name: "shell", test: (id: string) => shell.test(id) && !onDemand.test(id), priority: 1 },
  // What more of them need comes first: a chunk takes along what it imports.
  { name: withTheForm(3), test: /\/web\/src\//, priority: 0.3 },
  { name: withTheForm(2), test: /\/web\/src\//, priority: 0.2 },
  { name: withTheForm(1), test: /\/web\/src\//, priority: 0.1 },
];
