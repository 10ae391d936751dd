/** How you prove where you work. */
import { ChoiceField } from "../../../ui/fields/choice-field";
import { EmployerInput } from "../fields/employer-input";
import { LongTextInput, TextInput } from "../fields/inputs";
import { useField } from "../fields/use-field";
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
        <TextInput name="reviewLink" hint isAsked kind="url" />
      ) : null}
      <EmployerInput isRequired={isWorkEmail} />
      {isWorkEmail && offersWorkEmail && employer ? <WorkEmailInput employer={employer} /> : null}
      <LongTextInput name="verifyDescription" hint rows={3} />
    </>
  );
}

/** Each way with what it means; a mailbox only where the deployment can send mails. */
function MethodInput() {
  const { texts, text, put, tools, error } = useField({ name: "verifyMethod", hint: true });
  const { t, core } = tools;
  const offersWorkEmail = useOffersWorkEmail();
  // It is the mailbox that is not done, and the box for it says so.
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
      onChange={put}
    />
  );
}
