/** Opens the whole screen of a resubmission, for its tests. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, fireEvent, render as renderNode, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, vi } from "vitest";
import type { MyInfo } from "#/api/account";
import type { FormPlace } from "#/features/registration/registration-form";
import { box, setForm, type } from "#/features/registration/registration-form.testing";
import { workingPorts } from "#/profile-form/answers/form.testing";
import { completeDraft, userId } from "#/profile-form/made-up.testing";
import type { WorkEmailPorts } from "#/profile-form/work-email/work-email-store";
import { fileName } from "#/testing/mock/people";
import type { ResubmissionPorts } from "./resubmission";
import { ResubmissionScreen } from "./resubmission-screen";

export const onDone = vi.fn(async () => undefined);
export const onChanged = vi.fn(async () => undefined);
export const onLogin = vi.fn();
export const openSession = vi.fn<ResubmissionPorts["openSession"]>();
export const resubmit = vi.fn<ResubmissionPorts["resubmit"]>();
export const fetchInfo = vi.fn<ResubmissionPorts["fetchInfo"]>();
export const findKnownInfo = vi.fn<ResubmissionPorts["findKnownInfo"]>();
export const fetchPhoto = vi.fn<ResubmissionPorts["fetchPhoto"]>();
/** The uploads of the current test. */
export const uploads: string[] = [];

/** Sets up the form, and ports that succeed. A test file calls it once. */
export function setScreen(): void {
  setForm();
  beforeEach(() => {
    uploads.length = 0;
    for (const mock of [onDone, onChanged, onLogin, openSession, fetchInfo]) mock.mockReset();
    findKnownInfo.mockReset().mockResolvedValue(null);
    resubmit.mockReset().mockResolvedValue(undefined);
    fetchPhoto.mockReset().mockResolvedValue(new Blob(["bytes"], { type: "image/png" }));
  });
}

/** The names that the server gave the two photos of the profile. */
export const photoNames = [fileName("a"), fileName("b")] as const;
const photo = (url: string) => ({ fileId: url, url, thumbhash: "", width: 3, height: 4 });

/** The profile as the server has it. */
export const storedProfile = {
  ...completeDraft,
  height: 175,
  school: "",
  employerId: "",
  photoNameList: [...photoNames],
  verifyTempFileName: "",
  valueItem: [],
};

/** Returns the answer of the server while it asks for fields of the profile. */
export function infoWith(review: MyInfo["review"], profile: object = storedProfile): MyInfo {
  return {
    userId,
    nickname: completeDraft.nickname,
    reviewStatus: "NEEDS_INFO",
    avatar: null,
    profile,
    photos: [photo("/one"), photo("/two")],
    review,
  } as unknown as MyInfo;
}

/** Returns the answer of the server while a reviewer asks for these fields. */
export function asked(fields: string[], reasons: MyInfo["review"]["reasons"] = []): MyInfo {
  return infoWith({ reasons, askedFields: fields } as MyInfo["review"]);
}

export const askedAboutMe = asked(
  ["aboutMe"],
  [{ path: "aboutMe", code: "too_short", note: "Tell us a little more." }],
);

/** The place that the address names. */
export let place: FormPlace | null = null;
/** Changes the page as the browser's Back does. */
export let goToPage: (page: FormPlace["page"]) => void;

/** Renders the screen. If `info` is null, the test mocks `fetchInfo` itself. */
export function render(info: MyInfo | null, workEmail: WorkEmailPorts | null = null): void {
  if (info) fetchInfo.mockResolvedValue(info);
  const calls = { fetchInfo, findKnownInfo, fetchPhoto, openSession, resubmit };
  const ports = { ...workingPorts(uploads), ...calls };
  function Host() {
    const [shown, goTo] = useState<FormPlace | null>(null);
    place = shown;
    goToPage = (page) => goTo({ page, isChange: false });
    return (
      <ResubmissionScreen
        userId={userId}
        place={shown}
        goTo={goTo}
        ports={ports}
        workEmail={workEmail}
        isTakenBack={info?.review.takenBack === true}
        onLogin={onLogin}
        onDone={onDone}
        onChanged={onChanged}
      />
    );
  }
  renderNode(
    <I18nProvider i18n={i18n}>
      <Host />
    </I18nProvider>,
  );
}

/** Renders the screen, and waits for the form or for the failure to open it. */
export async function open(...args: Parameters<typeof render>): Promise<void> {
  render(...args);
  await screen.findByRole("button", { name: /^(Continue|Send|Save|Try again)/ });
}

export async function press(name: string | RegExp): Promise<void> {
  await act(async () => fireEvent.click(screen.getByRole("button", { name })));
}

export const aboutMeBox = () => box(/^About me/) as HTMLTextAreaElement;
export const typeAboutMe = (value: string) => type(/^About me/, value);

/** Answers a reviewer who asks for `aboutMe`, up to the last page. */
export async function answerAboutMe(): Promise<void> {
  await open(askedAboutMe);
  typeAboutMe("I like long walks, and I cook for friends every Sunday.");
  await press("Continue");
}

export const isSent = () => waitFor(() => expect(onDone).toHaveBeenCalledOnce());
