/** Changed fields, each with its old and its new value. */
import type { ReactNode } from "react";
import type { Core, ProfileDraft } from "#/core/core";
import { useText } from "#/i18n/use-text";
import type { FieldName } from "#/profile-form/answers/page-table";
import { summarize } from "#/profile-form/summary/summary";

export interface ChangePicture {
  key: string;
  /** Null while the app reads the bytes of the picture. */
  src: string | null;
}

interface Props {
  core: Core;
  fields: readonly FieldName[];
  before: ProfileDraft;
  after: ProfileDraft;
  photosBefore: readonly ChangePicture[];
  photosAfter: readonly ChangePicture[];
  documentLabel: string;
  ageProofLabel: string;
}

export function ChangeList(props: Props) {
  const { core, fields, before, after, photosBefore, photosAfter } = props;
  const t = useText();
  const scope = { ageProof: { checkedBirthday: before.birthday ?? "" } };
  const answers = (draft: ProfileDraft, labels: Pick<Props, "documentLabel" | "ageProofLabel">) =>
    summarize({ t, core, draft, files: { nPhotos: 0, ...labels }, scope }, fields);
  const noLabels = { documentLabel: "", ageProofLabel: "" };
  const old = new Map(answers(before, noLabels).map(({ field, text }) => [field as string, text]));
  // A proposal with a new proof of employment names every field of the proof. Leave out the unchanged fields.
  const { documentLabel, ageProofLabel } = props;
  const changed = answers(after, { documentLabel, ageProofLabel }).filter(
    ({ field, text }) => field === "photoNameList" || text !== (old.get(field) ?? ""),
  );
  return (
    <dl className="m-0 flex flex-col divide-y divide-line">
      {changed.map(({ field, label, text }) => (
        <div key={field} className="flex flex-col gap-1 py-2.5">
          <dt className="text-sm text-muted">{label}</dt>
          {field === "photoNameList" ? (
            <>
              <Value label={t("edit.before")}>
                <Thumbnails pictures={photosBefore} />
              </Value>
              <Value label={t("edit.after")} isNew>
                <Thumbnails pictures={photosAfter} />
              </Value>
            </>
          ) : (
            <>
              {field === "verifyTempFileName" || field === "ageProofFileName" ? null : (
                <Value label={t("edit.before")}>{old.get(field) || t("register.notGiven")}</Value>
              )}
              <Value label={t("edit.after")} isNew>
                {text || t("register.notGiven")}
              </Value>
            </>
          )}
        </div>
      ))}
    </dl>
  );
}

interface ValueProps {
  label: string;
  isNew?: boolean;
  children: ReactNode;
}

function Value({ label, isNew = false, children }: ValueProps) {
  return (
    <dd className="m-0 flex flex-wrap gap-x-3">
      <span className="min-w-14 shrink-0 text-sm leading-6 text-muted">{label}</span>
      <span
        dir="auto"
        className={`min-w-0 flex-1 basis-40 whitespace-pre-line wrap-anywhere ${isNew ? "font-semibold text-ink" : "text-muted"}`}
      >
        {children}
      </span>
    </dd>
  );
}

function Thumbnails({ pictures }: { pictures: readonly ChangePicture[] }) {
  const t = useText();
  if (pictures.length === 0) return t("register.notGiven");
  return (
    <span className="flex flex-wrap gap-2 py-1">
      {pictures.map(({ key, src }, index) =>
        src ? (
          <img
            key={key}
            src={src}
            alt={t("register.photo.label", { number: index + 1 })}
            className="aspect-3/4 w-16 rounded-sm bg-sunken object-cover"
          />
        ) : (
          <span key={key} className="aspect-3/4 w-16 rounded-sm bg-sunken" />
        ),
      )}
    </span>
  );
}
