/** The pages of the form, each with the inputs of its questions in order. */
import { type ComponentType, lazy, Suspense, useState } from "react";
import { optionalChoices } from "#/core/optional-choices";
import { today } from "#/core/use-core";
import { lineDisplayName } from "#/liff/liff";
import { controlId, useFormState, useFormTools } from "#/profile-form/answers/form-context";
import { asksField, type PageId, pageTable } from "#/profile-form/answers/page-table";
import { VisibilityLegend } from "#/profile-form/answers/visibility";
import { ConditionsInput } from "#/profile-form/fields/conditions-input";
import {
  BirthdayInput,
  ChoiceInput,
  DistanceInput,
  LongTextInput,
  SelectInput,
  SingleTagInput,
  TagInput,
  TextInput,
  wordOptions,
  YesNoInput,
} from "#/profile-form/fields/inputs";
import { CityInput, LocationInput } from "#/profile-form/fields/location-input";
import { CheckPage } from "#/profile-form/summary/check-page";
import { Button, Spinner } from "#/ui/button";
import { loadChunk } from "#/version/load-chunk";
import { PhotosPage } from "./photos-page";

const bodies: Record<Exclude<PageId, "check">, ComponentType> = {
  you: YouPage,
  life: LifePage,
  work: WorkPage,
  tags: TagsPage,
  about: AboutPage,
  marriage: MarriagePage,
  photos: PhotosPage,
  partner: PartnerPage,
  verification: LateVerificationPage,
};

/** Renders a page. The summary calls `onChange` with the page that the person wants to change. */
export function PageBody({ page, onChange }: { page: PageId; onChange: (page: PageId) => void }) {
  const { store } = useFormTools();
  if (page === "check") return <CheckPage onChange={onChange} />;
  const Body = bodies[page];
  return (
    <>
      {page === store.scope.pages[0]?.id ? <VisibilityLegend /> : null}
      <Body />
      <OptionalChoices page={page} />
    </>
  );
}

/** The inputs for the page's choices that a person may leave open. They are at the end of the page. */
function OptionalChoices({ page }: { page: PageId }) {
  const tools = useFormTools();
  const words: Readonly<Record<string, readonly string[]>> = { ...tools.core.vocabulary() };
  const asked = pageTable.find(({ id }) => id === page)?.fields ?? [];
  const choices = optionalChoices(tools.core).filter(({ field }) => asked.includes(field));
  return choices.map(({ field }) => (
    <SelectInput key={field} name={field} options={wordOptions(tools, field, words[field] ?? [])} />
  ));
}

function YouPage() {
  const { core } = useFormTools();
  return (
    <>
      <NicknameInput />
      <TextInput name="name" autoComplete="name" />
      <ChoiceInput name="gender" list="gender" words={core.vocabulary().gender} />
      <BirthdayInput />
    </>
  );
}

/** The input for the nickname. While it is empty, a button offers the person's LINE name, if core accepts that name. */
function NicknameInput() {
  const { core, store, t } = useFormTools();
  const isEmpty = useFormState(({ draft }) => !draft.nickname);
  const nickname = lineDisplayName()?.trim() ?? "";
  const rejection = core.checkProfile({ nickname }, today());
  const isValid = !rejection?.fields.some(({ path }) => path === "nickname");
  const fill = () => {
    store.setField("nickname", nickname);
    // The pressed button disappears, so move the focus to the input.
    document.getElementById(controlId("nickname"))?.focus();
  };
  const isOffered = isEmpty && isValid && asksField(store.scope, "nickname");
  return (
    <TextInput
      name="nickname"
      counted
      autoComplete="nickname"
      offer={
        isOffered ? (
          <Button variant="ghost" className="-ml-2 self-start" onClick={fill}>
            {t("register.nickname.fromLine", { name: nickname })}
          </Button>
        ) : null
      }
    />
  );
}

function LifePage() {
  const tools = useFormTools();
  return (
    <>
      <TextInput name="height" kind="number" unit={tools.t("register.unit.cm")} />
      <CityInput />
      <TextInput name="address" autoComplete="off" />
      <LocationInput />
      <YesNoInput name="smoke" />
      <YesNoInput name="drink" />
      <YesNoInput name="tattoo" />
      <YesNoInput name="marriageRecord" />
      <YesNoInput name="hasChildren" />
    </>
  );
}

function WorkPage() {
  const tools = useFormTools();
  const words = tools.core.vocabulary();
  return (
    <>
      <SelectInput
        name="occupationType"
        options={wordOptions(tools, "occupationType", words.occupationType)}
      />
      <TextInput name="occupation" hint autoComplete="organization-title" />
      <LongTextInput name="achievement" hint rows={3} />
      <SelectInput
        name="incomeRange"
        options={wordOptions(tools, "incomeRange", words.incomeRange)}
      />
      <SelectInput name="education" options={wordOptions(tools, "education", words.education)} />
      <TextInput name="school" />
    </>
  );
}

function TagsPage() {
  return (
    <>
      <TagInput name="personalityTagIds" />
      <TagInput name="exerciseTagIds" />
      <TagInput name="hobbyTagIds" />
      <TagInput name="petTagIds" />
    </>
  );
}

function AboutPage() {
  return (
    <>
      <LongTextInput name="aboutMe" hint rows={6} openings={3} />
      <LongTextInput name="datingQuestion" hint rows={3} openings={2} />
      <LongTextInput name="dailyLife" hint rows={3} openings={2} />
      <LongTextInput name="surprisePoint" hint rows={3} openings={2} />
    </>
  );
}

function MarriagePage() {
  return (
    <>
      <SingleTagInput name="fertilityPlanTagIds" />
      <TagInput name="marriageTypeTagIds" hint />
    </>
  );
}

function PartnerPage() {
  const { core } = useFormTools();
  return (
    <>
      <ChoiceInput name="matchGender" list="matchGender" words={core.vocabulary().matchGender} />
      <DistanceInput />
      <ConditionsInput />
    </>
  );
}

let verificationPage: ComponentType | null = null;

/**
 * Loads the verification page, which has its own chunk so that the first page of the form loads faster. The prefetch
 * calls this function, so that the verification page also opens offline.
 */
export async function preloadVerificationPage(): Promise<ComponentType> {
  verificationPage ??= (await import("./verification-page")).VerificationPage;
  return verificationPage;
}

const LazyVerificationPage = lazy(async () => ({
  default: await loadChunk(preloadVerificationPage),
}));

function LateVerificationPage() {
  const { t } = useFormTools();
  const [Body] = useState(() => verificationPage ?? LazyVerificationPage);
  return (
    <Suspense fallback={<Spinner label={t("register.loading")} />}>
      <Body />
    </Suspense>
  );
}
