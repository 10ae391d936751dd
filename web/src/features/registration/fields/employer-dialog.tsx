/** The list of employers with a search, as a sheet that fills a phone's screen. */
import { type FormEvent, type MouseEvent, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Employer } from "../../../core/core";
import { useText } from "../../../i18n/use-text";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { boxClass } from "../../../ui/fields/field-frame";
import { EmployerLogo } from "./employer-mark";
import { findEmployers } from "./employer-search";

/** The answer of someone whose employer is not in the list. */
export const notListed = "";

interface Props {
  employers: readonly Employer[];
  /** The id chosen before; null where nothing was answered yet. */
  value: string | null;
  /** With the id, or without where the person went away. */
  onClose: (id?: string) => void;
}

/** Drawn outside of the form around it: a form in a form is none. */
export function EmployerDialog(props: Props) {
  return createPortal(<Sheet {...props} />, document.body);
}

function Sheet({ employers, value, onClose }: Props) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(value);
  const formId = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = findEmployers(employers, typed);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [only, ...others] = found;
    const isSearching = document.activeElement?.matches("input[type=search]");
    if (isSearching && only && others.length === 0) return onClose(only.id);
    // With a button that is disabled, Enter in the search would not come here at all.
    if (isSearching || chosen === null) return list.current?.querySelector("input")?.focus();
    onClose(chosen);
  };
  return (
    <Dialog
      isOpen
      isTall
      onClose={() => onClose()}
      title={t("register.employer.title")}
      closeLabel={t("ui.close")}
      actions={
        <Button type="submit" form={formId}>
          {t("register.employer.use")}
        </Button>
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
            onChange={(event) => setTyped(event.target.value)}
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
              onTap={onClose}
            />
          ))}
          <Row
            id={notListed}
            isChosen={chosen === notListed}
            onChoose={setChosen}
            onTap={onClose}
          />
        </div>
      </form>
    </Dialog>
  );
}

interface RowProps {
  id: string;
  /** None in the row of those who are not in the list. */
  employer?: Employer;
  isChosen: boolean;
  onChoose: (id: string) => void;
  onTap: (id: string) => void;
}

function Row({ id, employer, isChosen, onChoose, onTap }: RowProps) {
  const t = useText();
  /** A tap is an answer; the arrow keys, which say "click" without a pointer, are on their way. */
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
      <span className="pointer-events-none min-w-0">
        <span className="block font-semibold wrap-anywhere">
          {employer?.name ?? t("register.employer.notListed")}
        </span>
        <span className="block text-sm text-muted wrap-anywhere">
          {employer?.domains.join(t("register.listSeparator")) ??
            t("register.employer.notListedHint")}
        </span>
      </span>
    </label>
  );
}
