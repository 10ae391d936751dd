/** The versions of the build, of LINE's SDK and of core, and the sizes of core's WebAssembly. */
import { useCore } from "#/core/use-core";
import { useText } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import type { Line } from "#/liff/flows/load";
import { Card } from "#/ui/card";
import { type Fact, FactList } from "./fact-list";

export function VersionsSection({ line }: { line: Line | null }) {
  const t = useText();
  const { core } = useCore();
  return (
    <Card isFolded title={t("dev.versions")}>
      <FactList
        facts={[
          ["buildId", findConfig()?.buildId ?? null],
          ["liff.version", line?.readFacts().sdkVersion ?? null],
          ["draftSchemaVersion", core?.draftSchemaVersion() ?? null],
          // The browser can report the sizes only after the modules have been loaded.
          ...(core && line ? wasmFacts() : []),
        ]}
      />
    </Card>
  );
}

/** The size of each WebAssembly module, and in brackets its compressed size on the network. */
function wasmFacts(): Fact[] {
  const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const modules = entries.filter(({ name }) => new URL(name).pathname.endsWith(".wasm"));
  const sizes = modules.map(
    ({ name, decodedBodySize, encodedBodySize }) =>
      [fileOf(name), `${decodedBodySize} (${encodedBodySize})`] as const,
  );
  // The page may request a module twice, such as after a preload that the browser did not use, so list each name once.
  return [...new Map(sizes)];
}

const fileOf = (address: string) => new URL(address).pathname.replace(/^.*\//, "");
