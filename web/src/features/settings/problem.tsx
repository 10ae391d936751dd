/** Says why a choice was not stored, and what the member can do. */
import { toneClasses } from "#/ui/card";

export function Problem({ title, advice }: { title: string; advice: string }) {
  return (
    <div className={`rounded-md px-3 py-2 text-sm ${toneClasses.danger}`}>
      <p className="font-semibold">{title}</p>
      <p>{advice}</p>
    </div>
  );
}
