/** A row of a list of links: an icon, a title, a short line, and an arrow. */
import { Link } from "#/navigation/link";
import { surfaceClass } from "#/ui/card";
import { Icon, type IconName } from "#/ui/icon";

interface Props {
  to: string;
  icon?: IconName;
  title: string;
  text?: string | undefined;
  /** The state of the linked page, such as a change that is not saved. */
  note?: string | undefined;
}

export function LinkRow({ to, icon, title, text, note }: Props) {
  return (
    <li className="@container">
      <Link
        to={to}
        className="flex min-h-12 items-center gap-3 px-4 py-3 text-ink no-underline hover:bg-sunken sm:px-6"
      >
        {icon ? <Icon name={icon} className={`size-6 text-accent ${decoration}`} /> : null}
        <span className="flex min-w-0 grow flex-col">
          <span className="font-semibold wrap-anywhere">{title}</span>
          {text ? (
            <span dir="auto" className="line-clamp-2 text-sm text-muted wrap-anywhere">
              {text}
            </span>
          ) : null}
          {note ? <span className="text-sm font-semibold text-accent">{note}</span> : null}
        </span>
        <Icon name="chevron-right" className={`size-5 text-muted ${decoration}`} />
      </Link>
    </li>
  );
}

/** Hides the icons if large text on a narrow screen needs their room. */
const decoration = "@max-[14em]:hidden";

export const linkListClass = `${surfaceClass} m-0 flex list-none flex-col divide-y divide-line overflow-hidden p-0`;
