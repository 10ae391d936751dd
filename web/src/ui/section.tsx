/** A card with a heading. */
import type { ReactNode } from "react";

export function Section({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6">
      {title ? <h2 className="text-lg font-bold">{title}</h2> : null}
      {children}
    </section>
  );
}
