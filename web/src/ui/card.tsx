/** Boxes that separate a part of the page from the rest. */
import type { ReactNode } from "react";

export type Tone = "info" | "ok" | "accent" | "danger";

export const toneClasses: Record<Tone, string> = {
  info: "border-l-4 border-line bg-sunken text-ink",
  ok: "border-l-4 border-ok bg-ok-soft text-ink",
  accent: "border-l-4 border-accent bg-accent-soft text-ink",
  danger: "border-l-4 border-danger bg-danger-soft text-ink",
};

/** The background and border of a card, for boxes with their own padding. */
export const surfaceClass = "rounded-lg border border-line bg-surface";

export const cardClass = `${surfaceClass} p-4 sm:p-6`;

interface Props {
  title: string;
  children: ReactNode;
  isFolded?: boolean;
}

export function Card({ title, children, isFolded = false }: Props) {
  const heading = <h2 className="text-lg font-bold">{title}</h2>;
  if (!isFolded) {
    return (
      <section className={`${cardClass} flex flex-col gap-3`}>
        {heading}
        {children}
      </section>
    );
  }
  return (
    <details className={cardClass}>
      <summary className="min-h-11 cursor-pointer content-center [&>h2]:inline">{heading}</summary>
      <div className="flex flex-col gap-3 pt-3">{children}</div>
    </details>
  );
}
