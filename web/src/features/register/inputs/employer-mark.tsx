/** The chosen employer as people know it: its logo, and where its mail comes from. */
import type { Employer } from "../../../core/core";
import { Icon } from "../../../icons/icon";
import { Avatar } from "../../../ui/avatar";

type LogoName = `simple-icons:${string}` | `logos:${string}`;

export function EmployerMark({ employer: { name, domains, icon } }: { employer: Employer }) {
  return (
    <p className="-mt-3 flex items-center gap-3 text-sm text-muted">
      {icon ? (
        <span className="grid size-10 shrink-0 place-items-center rounded-sm border border-line bg-paper text-logo">
          <Icon name={icon as LogoName} className="size-6" />
        </span>
      ) : (
        <Avatar alt="" name={name} size="xl" />
      )}
      <span className="min-w-0 wrap-anywhere">
        <strong className="block text-ink">{name}</strong>
        {domains.join(", ")}
      </span>
    </p>
  );
}
