/** The page of the verification: the person shows where they work. */
import { ChoiceField } from "../../../ui/fields/choice-field";
import { EmployerInput } from "../fields/employer-input";
import { LongTextInput, TextInput, useField } from "../fields/inputs";
import { useForm } from "../form/form-context";
import { DocumentField } from "../photos/document-field";
import { useOffersWorkEmail } from "../work-email/work-email-context";
import { WorkEmailInput } from "../work-email/work-email-input";

export function VerificationPage() {
  const { draft, core } = useForm();
  const offersWorkEmail = useOffersWorkEmail();
  const isWorkEmail = draft.verifyMethod === "WORK_EMAIL";
  const employer = core.employers().find(({ id }) => id === draft.employerId);
  return (
    <>
      <MethodInput />
      {draft.verifyMethod === "DOCUMENT" ? <DocumentField /> : null}
      {draft.verifyMethod === "LINK" ? (
        <TextInput name="reviewLink" hint isRequired kind="url" />
      ) : null}
      <EmployerInput isRequired={isWorkEmail} />
      {isWorkEmail && offersWorkEmail && employer ? <WorkEmailInput employer={employer} /> : null}
      <LongTextInput name="verifyDescription" rows={3} />
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
