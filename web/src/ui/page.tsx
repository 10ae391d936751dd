/** The frame of every page: one column, a heading that takes the focus, and actions within reach of a thumb. */
import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  /** The heading and, by default, the document's title. A page without a title draws its own heading. */
  title?: string;
  documentTitle?: string;
  eyebrow?: ReactNode;
  picture?: ReactNode;
  isWide?: boolean | undefined;
  /** The content of the bar at the bottom of the screen. */
  actions?: ReactNode;
  navigation?: ReactNode;
  /** The height in CSS pixels by which a keyboard covers the lower end of the page. */
  liftPx?: number;
  children: ReactNode;
}

const column = "mx-auto w-full max-w-2xl px-4 sm:px-6";
const wideColumn = `${column} lg:max-w-4xl`;

export function Page(props: Props) {
  const {
    title,
    documentTitle = title,
    eyebrow,
    picture,
    isWide = false,
    actions,
    navigation,
    liftPx = 0,
    children,
  } = props;
  const width = isWide ? wideColumn : column;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (documentTitle !== undefined) document.title = `${documentTitle} – Enmusubi`;
  }, [documentTitle]);
  // The heading takes the focus only on arrival. A later change of its words or language must not move the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex w-full grow flex-col">
      {/* `isolate` keeps all layers of the page below the bar. */}
      <main
        className={`isolate flex grow flex-col gap-6 pt-[calc(env(safe-area-inset-top)+1.25rem)] pb-8 ${width}`}
      >
        {title === undefined ? null : (
          <header className="flex flex-col gap-2">
            {eyebrow}
            <div className="flex items-center gap-3">
              {picture}
              <h1
                ref={heading}
                tabIndex={-1}
                className="min-w-0 text-2xl font-bold text-balance wrap-anywhere hyphens-auto outline-none"
              >
                {title}
              </h1>
            </div>
          </header>
        )}
        {children}
      </main>
      {actions || navigation ? (
        // The bar is not sticky on a low screen, because the fields need the room above a keyboard or on a phone held
        // sideways. The blur is an arbitrary property, because Tailwind's own class for it does nothing in Chrome
        // 105.
        <footer
          style={liftPx > 0 ? { bottom: liftPx, paddingBottom: "0.5rem" } : undefined}
          className={`sticky bottom-0 border-t border-line bg-bar [backdrop-filter:blur(8px)] [@media(max-height:30rem)]:static ${
            navigation
              ? "pb-[env(safe-area-inset-bottom)]"
              : "pb-[calc(env(safe-area-inset-bottom)+0.75rem)]"
          }`}
        >
          {/* On a wide screen, buttons share a line, and everything else has a line of its own. */}
          {actions ? (
            <div
              className={`flex flex-col gap-2 pt-3 sm:flex-row sm:flex-wrap sm:items-center sm:[&>:not(a,button)]:basis-full ${width}`}
            >
              {actions}
            </div>
          ) : null}
          {navigation}
        </footer>
      ) : null}
    </div>
  );
}
