/** A message about the page as a whole. */
import type { ReactNode } from "react";

type Tone = "info" | "ok" | "danger";

const tones: Record<Tone, string> = {
  info: "border-line bg-sunken text-ink",
  ok: "border-ok bg-ok-soft text-ink",
  danger: "border-danger bg-danger-soft text-ink",
};

interface Props {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Set true where a region around it is read out already. */
  isSilent?: boolean;
}

export function Banner({ tone = "info", title, children, action, isSilent = false }: Props) {
  const role = tone === "danger" ? "alert" : "status";
  return (
    <div
      role={isSilent ? undefined : role}
      className={`flex flex-col items-start gap-2 rounded-md border-l-4 p-4 ${tones[tone]}`}
    >
      {title ? <p className="font-semibold">{title}</p> : null}
      {children ? <div className="text-base">{children}</div> : null}
      {action}
    </div>
  );
}
