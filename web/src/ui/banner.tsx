/** A message about the page as a whole. */
import type { ReactNode } from "react";
import { toneClasses } from "./card";

interface Props {
  tone?: "info" | "danger";
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  /** True inside a live region, which already reads the banner out. */
  isSilent?: boolean;
}

export function Banner({ tone = "info", title, children, action, isSilent = false }: Props) {
  const role = tone === "danger" ? "alert" : "status";
  return (
    <div
      role={isSilent ? undefined : role}
      className={`flex flex-col items-start gap-2 rounded-md p-4 ${toneClasses[tone]}`}
    >
      {title ? <p className="font-semibold">{title}</p> : null}
      {children ? <div className="text-base">{children}</div> : null}
      {action}
    </div>
  );
}
