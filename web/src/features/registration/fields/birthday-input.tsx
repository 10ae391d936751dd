/** The birthday. */
import { DateField } from "../../../ui/fields/date-field";
import { useField } from "./use-field";

export function BirthdayInput() {
  const { texts, text, put, tools } = useField({ name: "birthday", hint: true });
  const { t } = tools;
  const partLabels = {
    year: t("register.birthday.year"),
    month: t("register.birthday.month"),
    day: t("register.birthday.day"),
  };
  return <DateField {...texts} partLabels={partLabels} isBirthday value={text} onChange={put} />;
}
