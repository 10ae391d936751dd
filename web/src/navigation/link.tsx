/** Links and redirects to places of this application. */
import { type MouseEvent, type ReactNode, useEffect } from "react";
import { prefetchAllowed } from "#/lib/prefetch-allowed";
import { navigate, prefetch } from "./navigation";

interface Props {
  to: string;
  className?: string;
  /** True if the link leads to the page that is open. */
  isCurrent?: boolean;
  children: ReactNode;
}

export function Link({ to, className, isCurrent, children }: Props) {
  const onClick = (event: MouseEvent) => {
    // The browser opens these in another tab, or saves them.
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(to);
  };
  const onIntent = () => {
    // The navigation loads again what fails here.
    if (prefetchAllowed()) prefetch(to).catch(() => undefined);
  };
  return (
    <a
      href={to}
      className={className}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onClick}
      onFocus={onIntent}
      onMouseEnter={onIntent}
      onTouchStart={onIntent}
    >
      {children}
    </a>
  );
}

/** Leaves the page that draws it, for a place that takes its address over. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => void navigate(to, { replace: true }), [to]);
  return null;
}
