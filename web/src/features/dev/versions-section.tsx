/** What runs here: the build, LINE's SDK, the core as WebAssembly and its drafts. */
import { useCore } from "../../core/use-core";
import { useText } from "../../i18n/use-text";
import { findConfig } from "../../lib/config";
import type { Line } from "../../liff/flows/load";
import { Section } from "../../ui/section";
import { type Fact, FactList } from "./fact-list";

export function VersionsSection({ line }: { line: Line | null }) {
  const t = useText();
  const { core } = useCore();
  return (
    <Section title={t("dev.versions")}>
      <FactList
        facts={[
          ["buildId", findConfig()?.buildId ?? null],
          ["liff.version", line?.readFacts().sdkVersion ?? null],
          ["draftSchemaVersion", core?.draftSchemaVersion() ?? null],
          // Their bytes are known once they are here.
          ...(core && line ? wasmFacts() : []),
        ]}
      />
    </Section>
  );
}

/** The core's modules: their bytes, and their bytes on the way here. */
function wasmFacts(): Fact[] {
  const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const modules = entries.filter(({ name }) => new URL(name).pathname.endsWith(".wasm"));
  return modules.map(({ name, decodedBodySize, encodedBodySize }) => [
    fileOf(name),
    `${decodedBodySize} (${encodedBodySize})`,
  ]);
}

const fileOf = (address: string) => new URL(address).pathname.replace(/^.*\//, "");
