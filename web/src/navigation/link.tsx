/** Links and redirects within this application. */
import { type MouseEvent, type ReactNode, useEffect } from "react";
import { prefetchAllowed } from "#/lib/prefetch-allowed";
import { navigate, prefetch } from "./navigation";

interface Props {
  to: string;
  className?: string;
  isCurrent?: boolean;
  children: ReactNode;
}

export function Link({ to, className, isCurrent, children }: Props) {
  const onClick = (event: MouseEvent) => {
    // Leave these clicks to the browser, which opens the link in another tab or saves it.
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(to);
  };
  const onIntent = () => {
    // A failure does not matter, because the navigation loads the page again.
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

/**
 * Opens another page of this application as soon as React draws this component. The other page replaces the history
 * entry, so that Back skips the redirect.
 */
export function Redirect({ to }: { to: string }) {
  useEffect(() => void navigate(to, { replace: true }), [to]);
  return null;
}
