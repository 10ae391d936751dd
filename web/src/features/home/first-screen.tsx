/**
 * The first screen of a newcomer: what happens here, and the button that begins. The build also writes this screen
 * into the HTML of each language, so that it stands before any script has arrived. `first-screen.css` is its style.
 */
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import type { Text } from "#/i18n/use-text";
import { policyPath } from "#/lib/paths";
import face1 from "#/ui/drawings/portrait-1.svg?no-inline";
import face2 from "#/ui/drawings/portrait-2.svg?no-inline";
import face3 from "#/ui/drawings/portrait-3.svg?no-inline";
import logo from "#/ui/logo.svg?no-inline";
import { WithLink } from "#/ui/with-link";

const faces = [face1, face2, face3];
const points = ["day", "no", "proof"] as const;

/** A picture must not take the network from the words and the scripts. */
const late = { loading: "lazy", decoding: "async", fetchPriority: "low" } as const;

interface Props {
  t: Text;
  /** True after the tap on the button, until the next screen is ready. */
  isStarting: boolean;
  /** Null in the HTML, where the script in `index.html` notes the tap. */
  onStart: (() => void) | null;
  /** Shows the privacy policy above this screen. Without it, the link opens the policy's own page. */
  onPolicy?: () => void;
  /** Stands above the sentences. */
  notice?: ReactNode;
  /** Stands below everything. */
  children?: ReactNode;
}

export function FirstScreen({ t, isStarting, onStart, onPolicy, notice, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${t("shell.first.start")} – Enmusubi`;
  }, [t]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const showPolicy = (event: MouseEvent) => {
    if (!onPolicy) return;
    event.preventDefault();
    onPolicy();
  };
  return (
    <div className="first">
      <main>
        <div className="first-fan">
          {faces.map((face) => (
            <img key={face} src={face} alt="" width="160" height="200" {...late} />
          ))}
          <img className="first-knot" src={logo} alt="" width="96" height="96" {...late} />
        </div>
        <p className="first-brand">Enmusubi</p>
        {notice}
        <h1 ref={heading} tabIndex={-1}>
          {t("shell.first.title")}
        </h1>
        <p className="first-lead">{t("shell.first.lead")}</p>
        <ul>
          {points.map((point) => (
            <li key={point}>{t(`shell.first.${point}`)}</li>
          ))}
        </ul>
        <p className="first-small">{t("shell.first.adults")}</p>
        {children}
      </main>
      <footer>
        <p id="consent" className="first-small">
          <WithLink text={t("shell.first.consent", { policy: "\n" })}>
            <a href={policyPath} onClick={showPolicy}>
              {t("shell.first.policy")}
            </a>
          </WithLink>
        </p>
        <button
          type="button"
          className="first-start"
          aria-describedby="consent"
          aria-busy={isStarting}
          onClick={() => !isStarting && onStart?.()}
        >
          {t("shell.first.start")}
        </button>
        <div role="status" className="first-small">
          <span>{t("shell.first.starting")}</span>
          <span className="late">{t("shell.slow")}</span>
        </div>
      </footer>
    </div>
  );
}
