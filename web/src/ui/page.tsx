/** The frame of every page: one column, a heading that takes the focus, actions within thumb's reach. */
import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  /** Also the document's title. Without one, the page brings its own heading. */
  title?: string;
  /** The document's title, where it says more than the heading. */
  documentTitle?: string;
  /** A short line above the title. */
  eyebrow?: ReactNode;
  /** Stays at the bottom of the screen. */
  actions?: ReactNode;
  children: ReactNode;
  /** Set false where the page puts the focus itself. */
  takesFocus?: boolean;
}

export function Page(props: Props) {
  const { title, documentTitle = title, eyebrow, actions, children, takesFocus = true } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (documentTitle !== undefined) document.title = `${documentTitle} – Enmusubi`;
  }, [documentTitle]);
  // On arrival only: a heading that changes its words, or its language, takes the focus from nobody.
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div className="mx-auto flex w-full max-w-2xl grow flex-col">
      {/* Whatever lies in layers here, none of them reaches over the bar. */}
      <main className="isolate flex grow flex-col gap-6 px-4 pt-[calc(env(safe-area-inset-top)+1.25rem)] pb-8 sm:px-6">
        {title === undefined ? null : (
          <header className="flex flex-col gap-2">
            {eyebrow}
            <h1
              ref={heading}
              tabIndex={-1}
              className="text-2xl font-bold text-balance outline-none"
            >
              {title}
            </h1>
          </header>
        )}
        {children}
      </main>
      {actions ? (
        // Above a keyboard, or on a phone on its side, the screen is all for what is filled in.
        <footer className="sticky bottom-0 flex flex-col gap-2 border-t border-line bg-bg/95 px-4 pt-3 pb-[calc(env(safe-area-inset-bottom)+0.75rem)] backdrop-blur sm:px-6 [@media(max-height:30rem)]:static">
          {actions}
        </footer>
      ) : null}
    </div>
  );
}
