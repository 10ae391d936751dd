/** Opens the whole screen of a new profile, for its tests. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect } from "vitest";
import { workingPorts } from "#/profile-form/answers/form.testing";
import { completeDraft, userId } from "#/profile-form/made-up.testing";
import type { WorkEmailPorts } from "#/profile-form/work-email/work-email-store";
import { writeText } from "#/storage/local";
import { recordKey } from "#/storage/records";
import { consentNow } from "./draft/draft-repository";
import type { RegistrationPorts } from "./registration";
import type { FormPlace } from "./registration-form";
import { heading, surroundings } from "./registration-form.testing";
import { RegistrationScreen } from "./registration-screen";

export const draftKey = recordKey(userId, "draft");
export const outboxKey = recordKey(userId, "outbox");

type Surroundings = Partial<typeof surroundings> & {
  ports?: RegistrationPorts;
  workEmail?: WorkEmailPorts;
};

/** Changes the address, as the browser's Back and Forward do. */
export let goToPlace: (place: FormPlace | null) => void;

/** Opens the screen at an address, with or without a page of the form. */
export function openAt(
  first: FormPlace["page"] | null,
  { ports = workingPorts(), ...rest }: Surroundings = {},
) {
  const shown: (FormPlace | null)[] = [];
  function Host() {
    const [place, goTo] = useState<FormPlace | null>(first && { page: first, isChange: false });
    shown.push(place);
    goToPlace = goTo;
    return (
      <RegistrationScreen
        userId={userId}
        ports={ports}
        place={place}
        goTo={goTo}
        {...surroundings}
        {...rest}
      />
    );
  }
  render(
    <I18nProvider i18n={i18n}>
      <Host />
    </I18nProvider>,
  );
  return shown;
}

export const isOn = (title: string) => waitFor(() => expect(heading()).toBe(title));

/** Agrees on the first screen, and begins on the screen with the facts. */
export async function agree(): Promise<void> {
  for (const name of ["Start my profile", "Let’s begin"])
    await screen.findByRole("button", { name }).then((it) => it.click());
}

/** Stores a draft that this person left, with their consent. */
export function leaveDraft(draft: object = completeDraft): void {
  const consent = consentNow();
  writeText(
    draftKey,
    JSON.stringify({ ...draft, account: userId, idempotencyKey: "k", savedAt: 1, consent }),
  );
}
