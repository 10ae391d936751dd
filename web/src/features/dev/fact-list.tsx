/** A list of facts for developers. The names are those of the code and are not translated. */

export type Fact = readonly [name: string, value: string | number | boolean | null];

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="flex flex-col gap-2 font-mono text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-x-2 min-[26rem]:grid-cols-[11rem_1fr]">
          <dt className="text-muted wrap-anywhere">{name}</dt>
          <dd className="wrap-anywhere">{value === null || value === "" ? "–" : String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
