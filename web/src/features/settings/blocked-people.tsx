/** The people whom the member has blocked, each with a button that ends the block. */
import { useRef } from "react";
import { hasCode } from "#/api/error";
import { type Block, endBlock } from "#/api/safety";
import { useText } from "#/i18n/use-text";
import { blocks } from "#/member/choices";
import { confirmAct } from "#/member/confirm-act";
import { Shown } from "#/member/member-page";
import { formatDay } from "#/member/moments";
import { useResource } from "#/member/resource";
import { asMember } from "#/person/identify-member";
import { addToast } from "#/toasts/toasts";
import { Button } from "#/ui/button";
import { cardClass } from "#/ui/card";

export function BlockedPeople() {
  const t = useText();
  const state = useResource(blocks);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className={`${cardClass} flex flex-col gap-3`}>
      <h2 ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
        {t("settings.blocks.title")}
      </h2>
      <Shown state={state}>
        {(blocked) =>
          blocked.length === 0 ? (
            <p className="text-muted">{t("settings.blocks.none")}</p>
          ) : (
            <>
              <p className="text-sm text-muted">{t("settings.blocks.text")}</p>
              <ul className="m-0 flex list-none flex-col divide-y divide-line p-0">
                {blocked.map((block) => (
                  <BlockedPerson
                    key={block.blockId}
                    block={block}
                    // The row of the ended block disappears together with the focused button, so move the focus.
                    onEnded={() => heading.current?.focus()}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Shown>
    </section>
  );
}

function BlockedPerson({ block, onEnded }: { block: Block; onEnded: () => void }) {
  const t = useText();
  const name = block.nickname || t("settings.blocks.someone");
  const end = async () => {
    const isEnded = await confirmAct({
      question: {
        title: t("settings.unblock.title", { name }),
        text: t("settings.unblock.text"),
        confirmLabel: t("settings.unblock"),
      },
      advice: t("settings.unblock.failed"),
      run: async () => {
        try {
          await asMember(() => endBlock(block.blockId));
        } catch (error) {
          // E003 means that the block has already ended, perhaps in another window, so this is no failure.
          if (!hasCode(error, "E003")) throw error;
        }
        addToast(t("settings.unblock.done", { name }), { color: "green" });
        blocks().change((all) => all.filter(({ blockId }) => blockId !== block.blockId));
      },
    });
    if (isEnded) onEnded();
  };

  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm text-muted">
            {t("settings.blocks.since", { day: formatDay(new Date(`${block.day}T00:00:00`)) })}
          </p>
        </div>
        <Button
          variant="ghost"
          className="-mx-2"
          aria-label={t("settings.unblock.label", { name })}
          onClick={() => void end()}
        >
          {t("settings.unblock")}
        </Button>
      </div>
    </li>
  );
}
