/** A drawing of a state, such as waiting, or of an example. The drawings and the portraits of the first screen are one set. */
import approved from "./drawings/approved.svg?no-inline";
import document from "./drawings/document.svg?no-inline";
import noMatches from "./drawings/no-matches.svg?no-inline";
import nobodyToday from "./drawings/nobody-today.svg?no-inline";
import paused from "./drawings/paused.svg?no-inline";
import sent from "./drawings/sent.svg?no-inline";
import staffCard from "./drawings/staff-card.svg?no-inline";
import suspended from "./drawings/suspended.svg?no-inline";
import waiting from "./drawings/waiting.svg?no-inline";

const addresses = {
  approved,
  document,
  noMatches,
  nobodyToday,
  paused,
  sent,
  staffCard,
  suspended,
  waiting,
};

export type DrawingName = keyof typeof addresses;

/** The words beside a drawing say all of what it shows, so a screen reader skips the drawing. */
export function Drawing({ name, className = "" }: { name: DrawingName; className?: string }) {
  return (
    <img
      src={addresses[name]}
      alt=""
      width="240"
      height="160"
      loading="lazy"
      decoding="async"
      className={`h-auto w-60 max-w-full self-center ${className}`}
    />
  );
}
