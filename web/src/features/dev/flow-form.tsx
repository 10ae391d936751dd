/** A form that tries one of LINE's flows: its inputs, a button, and the outcome. */
import { type FormEvent, useId, useState } from "react";
import { useText } from "#/i18n/use-text";
import { useAct } from "#/lib/use-act";
import { Button } from "#/ui/button";
import { TextArea } from "#/ui/fields/text-area";
import { TextField } from "#/ui/fields/text-field";
import type { FlowSpec } from "./flow-specs";
import { outcomeText } from "./outcome-text";

export function FlowForm({ spec }: { spec: FlowSpec }) {
  const t = useText();
  const id = useId();
  const [texts, setTexts] = useState(() => spec.inputs.map(({ initial }) => initial));
  const [lines, setLines] = useState<string[]>([]);
  const act = useAct();

  const add = (line: string) => setLines((earlier) => [...earlier, line]);

  async function run(event: FormEvent) {
    event.preventDefault();
    setLines([]);
    const values = readInputs(spec, texts);
    if (values === null) {
      add(t("dev.notJson"));
      return;
    }
    // The flow starts before any await, because browsers open windows only directly after a tap.
    const outcome = spec.run(values, add);
    await act.run(async () => add(outcomeText(t, await outcome)));
  }

  return (
    <form onSubmit={run} className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{t(`dev.flow.${spec.name}`)}</h3>
      {spec.inputs.map(({ name, isJson }, index) => {
        const Field = isJson ? TextArea : TextField;
        return (
          <Field
            key={name}
            id={`${id}${name}`}
            label={t(`dev.input.${name}`)}
            value={texts[index] ?? ""}
            onChange={(text) =>
              setTexts((all) => all.map((old, at) => (at === index ? text : old)))
            }
          />
        );
      })}
      <Button type="submit" variant="secondary" isBusy={act.isBusy}>
        {t("dev.try")}
      </Button>
      <output className="font-mono text-sm whitespace-pre-line wrap-anywhere">
        {lines.join("\n")}
      </output>
    </form>
  );
}

/** Returns null if an input that should be JSON is not valid JSON. */
function readInputs({ inputs }: FlowSpec, texts: readonly string[]): unknown[] | null {
  try {
    return inputs.map(({ isJson }, index) => {
      const text = texts[index] ?? "";
      return isJson ? (JSON.parse(text) as unknown) : text;
    });
  } catch {
    return null;
  }
}
