/** The dialog with the list of employers and a search. The dialog fills the screen of a phone. */
import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import type { Employer } from "#/core/core";
import { useText } from "#/i18n/use-text";
import { Logo, type LogoName } from "#/logos/logo";
import type { OverlayProps } from "#/overlays/overlays";
import { Avatar } from "#/ui/avatar";
import { Button } from "#/ui/button";
import { Dialog } from "#/ui/dialog";
import { boxClass } from "#/ui/fields/field-frame";
import { typedText } from "#/ui/fields/typed-text";
import { Icon } from "#/ui/icon";

/** The id that stands for an employer that is not in the list. */
export const notListed = "";

/** The dialog returns the id of the chosen employer, or undefined if the person closed the dialog. */
interface Props extends OverlayProps<string> {
  employers: readonly Employer[];
  value: string | null;
}

export function EmployerDialog({ isOpen, close, employers, value }: Props) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(value);
  const formId = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = findEmployers(employers, typed);
  const isChosenShown = chosen === notListed || found.some(({ id }) => id === chosen);

  useEffect(() => {
    list.current?.querySelector("input:checked")?.scrollIntoView({ block: "center" });
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [only, ...others] = found;
    const isSearching = document.activeElement?.matches("input[type=search]");
    if (isSearching && only && others.length === 0) return close(only.id);
    if (isSearching || chosen === null) return list.current?.querySelector("input")?.focus();
    close(chosen);
  };
  return (
    <Dialog
      isOpen={isOpen}
      isTall
      onClose={() => close()}
      title={t("register.employer.title")}
      closeLabel={t("ui.close")}
      actions={
        // Show the button only while the chosen row is in the list, so that the person sees what the button confirms.
        isChosenShown ? (
          <Button type="submit" form={formId}>
            {t("register.employer.use")}
          </Button>
        ) : undefined
      }
    >
      <form id={formId} onSubmit={submit}>
        <div className="sticky top-0 z-10 bg-surface pt-1 pb-3">
          <input
            type="search"
            aria-label={t("register.employer.search")}
            placeholder={t("register.employer.search")}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            className={boxClass(undefined)}
            value={typed}
            onChange={(event) => setTyped(typedText(event))}
          />
          <p role="status" className="mt-2 text-sm text-muted">
            {t("register.employer.found", { count: found.length })}
          </p>
        </div>
        <div
          ref={list}
          role="radiogroup"
          aria-label={t("register.employer.title")}
          className="flex flex-col gap-1"
        >
          {found.map((employer) => (
            <Row
              key={employer.id}
              id={employer.id}
              employer={employer}
              isChosen={chosen === employer.id}
              onChoose={setChosen}
              onTap={close}
            />
          ))}
          <Row id={notListed} isChosen={chosen === notListed} onChoose={setChosen} onTap={close} />
        </div>
      </form>
    </Dialog>
  );
}

interface RowProps {
  id: string;
  employer?: Employer;
  isChosen: boolean;
  onChoose: (id: string) => void;
  onTap: (id: string) => void;
}

function Row({ id, employer, isChosen, onChoose, onTap }: RowProps) {
  const t = useText();
  /** Closes the dialog after a tap. An arrow key fires a click with `detail` 0, and only changes the chosen row. */
  const click = ({ detail }: MouseEvent) => {
    if (detail > 0) onTap(id);
  };
  return (
    <label className="relative flex min-h-14 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-ink hover:bg-sunken has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-[-3px] has-focus-visible:outline-focus">
      <input
        type="radio"
        name="employer"
        value={id}
        checked={isChosen}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-md outline-none"
        onChange={() => onChoose(id)}
        onClick={click}
      />
      {employer ? <EmployerLogo employer={employer} /> : null}
      <span className="pointer-events-none min-w-0 grow">
        <span className="block font-semibold wrap-anywhere">
          {employer?.name ?? t("register.employer.notListed")}
        </span>
        <span className="block text-sm text-muted wrap-anywhere">
          {employer?.domains.join(t("register.listSeparator")) ??
            t("register.employer.notListedHint")}
        </span>
      </span>
      {isChosen ? <Icon name="circle-check" className="size-6 shrink-0 text-accent" /> : null}
    </label>
  );
}

/** The employer's logo, or the first letters of the employer's name if the app may not use the logo. */
export function EmployerLogo({ employer: { name, icon } }: { employer: Employer }) {
  return icon ? (
    <span className="grid size-10 shrink-0 place-items-center rounded-sm border border-line bg-paper text-logo">
      <Logo name={icon as LogoName} className="size-6" />
    </span>
  ) : (
    <Avatar alt="" name={name} sizePx={40} />
  );
}

/**
 * Finds employers by a part of the name, by a domain, or by a mail address. Keeps the order of the list. An empty text
 * finds all employers.
 */
export function findEmployers(employers: readonly Employer[], typed: string): Employer[] {
  const query = fold(typed);
  const host = query.includes("@") ? query.slice(query.lastIndexOf("@") + 1) : null;
  // Accept subdomains of a domain, and the beginning of a domain, because the person may still be typing.
  const isHostOf = (domain: string) =>
    host && (domain.startsWith(host) || host.endsWith(`.${domain}`));
  if (host) return employers.filter(({ domains }) => domains.some(isHostOf));
  const words = query.split(" ").filter(Boolean);
  return employers.filter(({ name, domains }) => {
    const searched = [fold(name), ...domains].join(" ");
    return words.every((word) => searched.includes(word));
  });
}

/** Converts a text to lower case and half width, without accents, so that the search ignores these differences. */
function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/gu, " ").trim();
}
