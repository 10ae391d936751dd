/** The member's own card, as other members see it. */
import type { MyInfo } from "#/api/account";
import type { ProfileDraft } from "#/core/core";
import { useCore } from "#/core/use-core";
import { useText } from "#/i18n/use-text";
import { imageAttributes } from "#/image/attributes";
import { privacy } from "#/member/choices";
import { PersonCard } from "#/member/person-card";
import { useResource } from "#/member/resource";
import { previewOf } from "#/profile-form/summary/preview";
import { Spinner } from "#/ui/button";
import { cardClass } from "#/ui/card";

export function OwnCard({ info }: { info: MyInfo }) {
  const t = useText();
  return (
    <section aria-labelledby="own-card" className={`${cardClass} flex flex-col gap-4`}>
      <h2 id="own-card" className="text-lg font-bold">
        {t("register.preview.title")}
      </h2>
      <Card info={info} />
    </section>
  );
}

function Card({ info: { profile, photos } }: { info: MyInfo }) {
  const t = useText();
  const { core, failed } = useCore();
  const { data: choices } = useResource(privacy);
  if (!core) return failed ? null : <Spinner label={t("profile.loading")} />;
  const rules = core.fieldRules();
  const employer = core.employers().find(({ id }) => id === profile.employerId)?.name;
  const person = previewOf({
    t,
    core,
    draft: profile as ProfileDraft,
    files: { nPhotos: photos.length, documentLabel: "" },
    ruleOf: (name) => rules.find(({ field }) => field === name),
    photos: photos.map(({ url }, index) => ({
      src: imageAttributes(url, index === 0 ? "firstTile" : "tile").src,
      alt: t("profile.photo", { number: index + 1 }),
    })),
    employer: choices?.showEmployer ? employer : undefined,
  });
  return <PersonCard person={person} />;
}
