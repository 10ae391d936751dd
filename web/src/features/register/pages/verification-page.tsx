/** How you prove where you work. */
import { FileField } from "../../../ui/fields/file-field";
import { useForm } from "../form/form-context";
import { EmployerMark } from "../inputs/employer-mark";
import { ChoiceInput, fieldTexts, LongTextInput, SelectInput, TextInput } from "../inputs/inputs";

/** A work mailbox cannot be confirmed yet, so it is not offered. */
const notOffered = "WORK_EMAIL";
const documentTypes = "image/jpeg,image/png,image/webp,application/pdf";

export function VerificationPage() {
  const { core, draft } = useForm();
  const methods = core.vocabulary().verifyMethod.filter((method) => method !== notOffered);
  const employers = core.employers().map(({ id, name }) => ({ value: id, label: name }));
  const employer = core.employers().find(({ id }) => id === draft.employerId);
  return (
    <>
      <ChoiceInput name="verifyMethod" hint layout="column" list="verifyMethod" words={methods} />
      {draft.verifyMethod === "DOCUMENT" ? <DocumentInput /> : null}
      {draft.verifyMethod === "LINK" ? (
        <TextInput name="reviewLink" hint isAsked kind="url" />
      ) : null}
      <SelectInput name="employerId" hint options={employers} />
      {employer ? <EmployerMark employer={employer} /> : null}
      <LongTextInput name="verifyDescription" hint rows={3} />
    </>
  );
}

function DocumentInput() {
  const form = useForm();
  const { store, state, t } = form;
  const isGoingUp = state.submit.step === "uploading" && state.submit.place === "document";
  return (
    <FileField
      {...fieldTexts(form, { name: "verifyTempFileName", hint: true, isAsked: true })}
      accept={documentTypes}
      fileName={state.picks.document?.label ?? null}
      pickLabel={t("register.document.pick")}
      removeLabel={t("register.document.remove")}
      progress={isGoingUp && state.submit.step === "uploading" ? state.submit.fraction : undefined}
      onBeforePick={store.saveNow}
      onPick={(file) => void store.setDocument(file)}
      onRemove={() => store.removePick("document")}
    />
  );
}
