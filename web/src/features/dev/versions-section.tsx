/** What runs here: the build, LINE's SDK, the core as WebAssembly and its drafts. */
import { useCore } from "../../core/use-core";
import { useText } from "../../i18n/use-text";
import { findConfig } from "../../lib/config";
import type { Line } from "../../liff/flows/load";
import { Section } from "../../ui/section";
import { FactList } from "./fact-list";

export function VersionsSection({ line }: { line: Line | null }) {
  const t = useText();
  const { core } = useCore();
  // Its bytes are known once the core is there.
  const wasm = core ? wasmBytes() : null;
  return (
    <Section title={t("dev.versions")}>
      <FactList
        facts={[
          ["buildId", findConfig()?.buildId ?? null],
          ["liff.version", line?.readFacts().sdkVersion ?? null],
          ["wasmBytes", wasm?.whole ?? null],
          ["wasmBytesFetched", wasm?.squeezed ?? null],
          ["draftSchemaVersion", core?.draftSchemaVersion() ?? null],
        ]}
      />
    </Section>
  );
}

/** The core's size, and its size on the way here; null where the browser does not tell. */
function wasmBytes(): { whole: number; squeezed: number } | null {
  const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const entry = entries.find(({ name }) => new URL(name).pathname.endsWith(".wasm"));
  return entry ? { whole: entry.decodedBodySize, squeezed: entry.encodedBodySize } : null;
}
