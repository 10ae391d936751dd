/** The stored answers of the profile, with the labels and in the groups of the registration form. */
import type { MyInfo } from "#/api/account";
import type { ProfileDraft } from "#/core/core";
import { useCore } from "#/core/use-core";
import { useText } from "#/i18n/use-text";
import { pageTable } from "#/profile-form/answers/page-table";
import { summarize } from "#/profile-form/summary/summary";
import { Card } from "#/ui/card";

export function ProfileAnswers({ info }: { info: MyInfo }) {
  const t = useText();
  const { core } = useCore();
  if (!core) return null;
  const files = { nPhotos: info.photos.length, documentLabel: t("profile.documentSent") };
  const source = { t, core, draft: info.profile as ProfileDraft, files };
  return pageTable
    .filter(({ id }) => id !== "photos" && id !== "check")
    .map(({ id, fields }) => {
      const answers = summarize(source, fields).filter(({ text }) => text !== "");
      return answers.length > 0 ? (
        <Card key={id} title={t(`register.page.${id}`)}>
          <dl className="flex flex-col gap-3">
            {answers.map(({ label, text }) => (
              <div
                key={label}
                className="grid grid-cols-[minmax(0,1fr)] gap-x-4 sm:grid-cols-[2fr_3fr]"
              >
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ) : null;
    });
}
