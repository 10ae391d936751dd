/** The page on which the person proves their employment and, in deployments that require it, the age. */

import { useForm } from "#/profile-form/answers/form-context";
import { asksField, isFieldShown } from "#/profile-form/answers/page-table";
import { EmployerInput } from "#/profile-form/fields/employer-input";
import { LongTextInput, TextInput, useField } from "#/profile-form/fields/inputs";
import { DocumentField } from "#/profile-form/photos/document-field";
import { undoKey } from "#/profile-form/photos/photo-actions";
import { useOffersWorkEmail } from "#/profile-form/work-email/work-email-context";
import { WorkEmailInput } from "#/profile-form/work-email/work-email-input";
import { useOwnToast } from "#/toasts/toasts";
import { Drawing } from "#/ui/drawing";
import documentDrawing from "#/ui/drawings/document.svg?no-inline";
import staffCardDrawing from "#/ui/drawings/staff-card.svg?no-inline";
import { ChoiceField } from "#/ui/fields/choice-field";

export function VerificationPage() {
  const { draft, core, store, t } = useForm();
  const offersWorkEmail = useOffersWorkEmail();
  // False if a reviewer has asked only for the proof of age.
  const isProofAsked = asksField(store.scope, "verifyMethod");
  const isWorkEmail = draft.verifyMethod === "WORK_EMAIL";
  useOwnToast(undoKey);
  const employer = core.employers().find(({ id }) => id === draft.employerId);
  return (
    <>
      <MethodInput />
      {draft.verifyMethod === "DOCUMENT" ? (
        <>
          <Drawing src={staffCardDrawing} />
          <DocumentField slot="document" />
        </>
      ) : null}
      {draft.verifyMethod === "LINK" ? (
        <TextInput name="reviewLink" hint isRequired kind="url" />
      ) : null}
      <EmployerInput isRequired={isWorkEmail} />
      {isWorkEmail && isProofAsked && offersWorkEmail && employer ? (
        <WorkEmailInput employer={employer} />
      ) : null}
      <LongTextInput name="verifyDescription" rows={3} />
      {asksField(store.scope, "ageProofFileName") &&
      isFieldShown("ageProofFileName", draft, store.scope) ? (
        <section aria-labelledby="age-proof" className="flex flex-col gap-4">
          <h2 id="age-proof" className="m-0 text-lg font-bold">
            {t("register.ageProof.title")}
          </h2>
          <p className="m-0">{t("register.ageProof.text")}</p>
          <ul className="m-0 flex list-disc flex-col gap-1 pl-5">
            <li>{t("register.ageProof.show")}</li>
            <li>{t("register.ageProof.cover")}</li>
          </ul>
          <Drawing src={documentDrawing} />
          <DocumentField slot="ageProof" />
        </section>
      ) : null}
    </>
  );
}

function MethodInput() {
  const { texts, text, onChange, tools, error } = useField({ name: "verifyMethod", hint: true });
  const { t, core } = tools;
  const offersWorkEmail = useOffersWorkEmail();
  // Do not show this error here, because the input for the mailbox shows it further below.
  const isBelow = offersWorkEmail && error?.code === "email_unconfirmed";
  const methods = core
    .vocabulary()
    .verifyMethod.filter((method) => offersWorkEmail || method !== "WORK_EMAIL");
  return (
    <ChoiceField
      {...texts}
      error={isBelow ? undefined : texts.error}
      layout="column"
      value={text}
      options={methods.map((method) => ({
        value: method,
        label: t(`vocabulary.verifyMethod.${method}`),
        detail: t(`register.verifyMethod.${method}`),
      }))}
      onChange={onChange}
    />
  );
}
