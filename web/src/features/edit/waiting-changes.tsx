/** The proposal that waits for a reviewer, with the button with which the member takes it back. */
import { hasCode } from "#/api/error";
import { withdrawChanges } from "#/api/profile-changes";
import type { Core, ProfileDraft } from "#/core/core";
import { useText } from "#/i18n/use-text";
import { imageAttributes } from "#/image/attributes";
import { confirmAct } from "#/member/confirm-act";
import { formatMoment } from "#/member/moments";
import { profileChanges } from "#/member/profile-changes";
import { asMember, identifyMember } from "#/person/identify-member";
import { addToast } from "#/toasts/toasts";
import { Button } from "#/ui/button";
import { toneClasses } from "#/ui/card";
import { Icon } from "#/ui/icon";
import { ChangeList, type ChangePicture } from "./change-list";
import { fieldsOfPart } from "./edited-fields";
import type { EditedProfile } from "./own-profile";

interface Props extends EditedProfile {
  core: Core;
}

export function WaitingChanges({ core, info, changes }: Props) {
  const t = useText();
  const { changes: waiting, photos, proposedAt } = changes;
  if (waiting === null) return null;
  const fields = fieldsOfPart("facts").filter((field) => field in waiting);
  return (
    <section
      aria-labelledby="waiting-changes"
      className={`flex flex-col gap-2 rounded-lg p-4 sm:p-6 ${toneClasses.info}`}
    >
      <h3 id="waiting-changes" className="m-0 flex items-center gap-2 font-bold">
        <Icon name="clock" />
        {t("edit.waiting.title")}
      </h3>
      <p className="m-0 text-sm text-muted">
        {proposedAt
          ? t("edit.waiting.since", { time: formatMoment(Date.parse(proposedAt)) })
          : null}
      </p>
      <ChangeList
        core={core}
        fields={fields}
        before={info.profile as ProfileDraft}
        after={{ ...info.profile, ...waiting } as ProfileDraft}
        photosBefore={info.photos.map(pictureOf)}
        photosAfter={photos.map(pictureOf)}
        documentLabel={t("edit.document.waiting")}
        ageProofLabel={t("edit.document.waiting")}
      />
      <WithdrawButton />
    </section>
  );
}

export function pictureOf({ fileId, url }: { fileId: string; url: string }): ChangePicture {
  return { key: fileId, src: imageAttributes(url, "tile").src };
}

function WithdrawButton() {
  const t = useText();
  const withdraw = () =>
    confirmAct({
      question: {
        title: t("edit.withdraw.title"),
        text: t("edit.withdraw.text"),
        confirmLabel: t("edit.withdraw"),
      },
      run: async () => {
        try {
          await asMember(withdrawChanges);
        } catch (error) {
          if (hasCode(error, "E008")) void identifyMember();
          else await profileChanges().refresh();
          // The server may have withdrawn the proposal although no response came. In that case, report no failure.
          if (profileChanges().getState().data?.changes !== null) throw error;
        }
        profileChanges().change((shown) => ({
          ...shown,
          changes: null,
          photos: [],
          proposedAt: null,
        }));
        addToast(t("edit.withdraw.done"), { color: "green" });
      },
    });
  return (
    <Button variant="ghost" className="-ml-2 self-start" onClick={() => void withdraw()}>
      {t("edit.withdraw")}
    </Button>
  );
}
