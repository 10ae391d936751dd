/** A sentence with a link in it. Each language has the link at another place, where `text` has a line feed. */
import type { ReactNode } from "react";

export function WithLink({ text, children }: { text: string; children: ReactNode }) {
  const [before, after] = text.split("\n");
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
