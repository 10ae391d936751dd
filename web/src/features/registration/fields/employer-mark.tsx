/** An employer as people know it: its logo, or the letters of its name where no logo is free to use. */
import type { Employer } from "../../../core/core";
import { Logo, type LogoName } from "../../../logos/logo";
import { Avatar } from "../../../ui/avatar";

/** The logos of these employers. */
export function logosOf(employers: readonly Employer[]): LogoName[] {
  return employers.flatMap(({ icon }) => (icon ? [icon as LogoName] : []));
}

/** A tile that has its size before the logo is there; the name stands beside it. */
export function EmployerLogo({ employer: { name, icon } }: { employer: Employer }) {
  return icon ? (
    <span className="grid size-10 shrink-0 place-items-center rounded-sm border border-line bg-paper text-logo">
      <Logo name={icon as LogoName} className="size-6" />
    </span>
  ) : (
    <Avatar alt="" name={name} size="xl" />
  );
}
