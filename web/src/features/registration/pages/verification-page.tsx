/** The page of the verification: the person shows where they work. */
import { ChoiceField } from "../../../ui/fields/choice-field";
import { FileField } from "../../../ui/fields/file-field";
import { EmployerInput } from "../fields/employer-input";
import { fieldTexts, LongTextInput, TextInput, useField } from "../fields/inputs";
import { useForm } from "../form/form-context";
import { pickDocument, removeDocument } from "../photos/document-actions";
import { documentTypes } from "../photos/photo-types";
import { isPending } from "../photos/picks";
import { useOffersWorkEmail } from "../work-email/work-email-context";
import { WorkEmailInput } from "../work-email/work-email-input";

const busyIds = { reading: "register.document.reading", raw: "register.document.preparing" };

export function VerificationPage() {
  const { draft, core } = useForm();
  const offersWorkEmail = useOffersWorkEmail();
  const isWorkEmail = draft.verifyMethod === "WORK_EMAIL";
  const employer = core.employers().find(({ id }) => id === draft.employerId);
  return (
    <>
      <MethodInput />
      {draft.verifyMethod === "DOCUMENT" ? <DocumentInput /> : null}
      {draft.verifyMethod === "LINK" ? (
        <TextInput name="reviewLink" hint isRequired kind="url" />
      ) : null}
      <EmployerInput isRequired={isWorkEmail} />
      {isWorkEmail && offersWorkEmail && employer ? <WorkEmailInput employer={employer} /> : null}
      <LongTextInput name="verifyDescription" hint rows={3} />
    </>
  );
}

/** The methods with an explanation each. The work mailbox is missing if the deployment cannot send mails. */
function MethodInput() {
  const { texts, text, onChange, tools, error } = useField({ name: "verifyMethod", hint: true });
  const { t, core } = tools;
  const offersWorkEmail = useOffersWorkEmail();
  // The box for the mailbox shows this error.
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

function DocumentInput() {
  const form = useForm();
  const { store, state, t } = form;
  const picked = state.picks.document;
  const isGoingUp = state.submit.step === "uploading" && state.submit.place === "document";
  return (
    <FileField
      {...fieldTexts(form, { name: "verifyTempFileName", hint: true, isRequired: true })}
      accept={documentTypes}
      fileName={picked?.label ?? null}
      busyLabel={isPending(picked) ? t(busyIds[picked.status]) : undefined}
      pickLabel={t("register.document.pick")}
      removeLabel={t("register.document.remove")}
      progress={isGoingUp && state.submit.step === "uploading" ? state.submit.fraction : undefined}
      onBeforePick={store.saveNow}
      onPick={(file) => void pickDocument(store, file)}
      onRemove={() => removeDocument(store)}
    />
  );
}
