/** A person's menu. "Leave" and "block" need no confirmation, because the member has tapped to open the menu. */
import type { ReactNode } from "react";
import { failureCode, hasCode } from "#/api/error";
import { showUnseenFailure } from "#/api/failure-toasts";
import { leaveMatch } from "#/api/matches";
import { type Acquaintance, blockPerson } from "#/api/safety";
import { useText } from "#/i18n/use-text";
import { useAct } from "#/lib/use-act";
import type { OverlayProps } from "#/overlays/overlays";
import { asMember } from "#/person/identify-member";
import { addToast } from "#/toasts/toasts";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { hidePerson, openReport } from "./open-safety";

export interface MenuChoice {
  id: string;
  label: string;
}

interface Props extends OverlayProps<string> {
  acquaintance: Acquaintance;
  name: string;
  choices: readonly MenuChoice[];
}

type Task = "leave" | "block";

/** Closes with the id of a choice, or with "gone" once the person was removed from the member's lists. */
export function PersonMenuDialog({ isOpen, close, acquaintance, name, choices }: Props) {
  const t = useText();
  const { running, isBusy, error, run } = useAct(showUnseenFailure);
  const part = async (task: Task, call: () => Promise<void>) => {
    const isDone = await run(async () => {
      try {
        await asMember(call);
      } catch (failure) {
        // E003 means that the match or the introduction was already over, so there is nothing left to do.
        if (!hasCode(failure, "E003")) throw failure;
      }
      addToast(t(`member.menu.${task}.done`, { name }), { color: "green" });
      hidePerson(acquaintance);
    }, task);
    if (isDone) close("gone");
  };
  const report = async () => {
    if (await openReport(acquaintance, name)) close("gone");
  };
  return (
    <Dialog isOpen={isOpen} onClose={() => close()} title={name} closeLabel={t("ui.close")}>
      <ul className="m-0 flex list-none flex-col gap-5 p-0 pt-2">
        {choices.map(({ id, label }) => (
          <li key={id}>
            <Button variant="secondary" className="w-full" onClick={() => close(id)}>
              {label}
            </Button>
          </li>
        ))}
        {"matchId" in acquaintance ? (
          <Way text={t("member.menu.leave.text", { name })}>
            <Button
              variant="secondary"
              className="w-full"
              isBusy={running === "leave"}
              disabled={isBusy}
              onClick={() => void part("leave", () => leaveMatch(acquaintance.matchId))}
            >
              {t("member.menu.leave")}
            </Button>
          </Way>
        ) : null}
        <Way text={t("member.menu.block.text", { name })}>
          <Button
            variant="secondary"
            isDanger
            className="w-full"
            isBusy={running === "block"}
            disabled={isBusy}
            onClick={() => void part("block", () => blockPerson(acquaintance))}
          >
            {t("member.menu.block")}
          </Button>
        </Way>
        <Way text={t("member.menu.report.text", { name })}>
          <Button
            variant="secondary"
            isDanger
            className="w-full"
            disabled={isBusy}
            onClick={() => void report()}
          >
            {t("member.menu.report")}
          </Button>
        </Way>
      </ul>
      <div role="alert" className="mt-4">
        {error === null ? null : (
          <Banner isSilent tone="danger" title={t(`failure.${failureCode(error)}`)} />
        )}
      </div>
    </Dialog>
  );
}

function Way({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-1">
      {children}
      <p className="m-0 text-sm text-muted">{text}</p>
    </li>
  );
}
