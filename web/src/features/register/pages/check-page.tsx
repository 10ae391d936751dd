/** All answers once more, before they are sent. */
import { answersOf } from "../form/answers";
import { answersOfForm, useForm } from "../form/form-context";
import { lastPage, type PageId } from "../form/page-table";
import { LongTextInput } from "../inputs/inputs";

export function CheckPage({ onChange }: { onChange: (page: PageId) => void }) {
  const form = useForm();
  const { t, store } = form;
  const source = answersOfForm(form);
  return (
    <>
      {store.scope.pages
        .filter((page) => page.id !== lastPage)
        .map((page) => (
          <section key={page.id} className="rounded-lg border border-line bg-surface p-4">
            <div className="flex items-center justify-between gap-4">
              <h2 className="m-0 text-lg font-semibold text-ink">
                {t(`register.page.${page.id}`)}
              </h2>
              <button
                type="button"
                className="min-h-11 cursor-pointer rounded-sm border-0 bg-transparent px-2 text-accent underline"
                onClick={() => onChange(page.id)}
              >
                {t("register.change")}
                <span className="sr-only"> {t(`register.page.${page.id}`)}</span>
              </button>
            </div>
            <dl className="m-0 mt-1 flex flex-col gap-2">
              {answersOf(source, page.fields).map((answer) => (
                <div key={answer.label} className="grid grid-cols-[2fr_3fr] gap-3">
                  <dt className="text-sm leading-6 text-muted">{answer.label}</dt>
                  <dd
                    className={`m-0 whitespace-pre-line wrap-anywhere ${answer.text ? "text-ink" : "text-muted"}`}
                  >
                    {answer.text || t("register.notGiven")}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      <LongTextInput name="feedback" hint rows={3} />
    </>
  );
}
