/** The page with the registration form. The address names the form's open page, so that Back works. */
import { lazy, Suspense, useEffect, useState } from "react";
import {
  createUserProfile,
  ensureRegistrationToken,
  isRegistered,
  uploadTempFile,
  withRegistrationToken,
} from "#/api/registration";
import { confirmWorkEmail, sendWorkEmailCode } from "#/api/work-email";
import type { Core } from "#/core/core";
import type { Outcome } from "#/features/registration/outbox/outbox-machine";
import { keepTokenFresh } from "#/features/registration/outbox/token-refresher";
import { prefetchForm } from "#/features/registration/prefetch";
import type { RegistrationPorts } from "#/features/registration/registration";
import { RegistrationScreen } from "#/features/registration/registration-screen";
import { findConfig } from "#/lib/config";
import { whenIdle } from "#/lib/idle";
import { paths } from "#/lib/paths";
import { sleep } from "#/lib/sleep";
import { getLiffUser, loginToLineAgain } from "#/liff/liff";
import { navigate, prefetch, revalidate } from "#/navigation/navigation";
import { identifyMember } from "#/person/identify-member";
import { takeReturnTo } from "#/person/return-to";
import { readPrepared } from "#/profile-form/files/photo-storage";
import { OneWindow } from "#/profile-form/frame/form-lock";
import type { WorkEmailPorts } from "#/profile-form/work-email/work-email-store";
import { getSession } from "#/session/session";
import { loadChunk } from "#/version/load-chunk";
import { openFormPlace, useFormPlace } from "./form-place";
import { PendingPage } from "./pending-page";

/** The code for a resubmission is loaded on demand, because a newcomer never needs it. */
const ResubmissionPage = lazy(async () => {
  const page = await loadChunk(() => import("./resubmission-page"));
  return { default: page.ResubmissionPage };
});

const ports: RegistrationPorts = {
  requestToken: ensureRegistrationToken,
  uploadTempFile,
  send: createUserProfile,
  isStillNeeded: async () => !(await isRegistered()),
  readFile: readPrepared,
  wait: sleep,
};

const workEmail: WorkEmailPorts = {
  sendCode: (employerId, email) => sendWorkEmailCode(withRegistrationToken, employerId, email),
  confirm: (code, key) => confirmWorkEmail(withRegistrationToken, code, key),
};

export function RegisterPage() {
  // Use the status from when the page opened. Sending the answers changes the status, and with the new status, this
  // page would show the form for newcomers before it opens the next page.
  const [isAsked] = useState(() => getSession().userInfo?.reviewStatus === "NEEDS_INFO");
  const [nAsked, setNAsked] = useState(0);
  const askAnew = () => setNAsked((count) => count + 1);
  if (!isAsked) return <NewProfilePage />;
  return (
    <Suspense fallback={<PendingPage />}>
      <OneWindow account={getLiffUser().userId} pending={<PendingPage />}>
        <ResubmissionPage key={nAsked} onAskedAnew={askAnew} />
      </OneWindow>
    </Suspense>
  );
}

/** Asks the server for a profile. If another window or device has created it, the route guard opens the profile. */
const lookAgain = () => identifyMember().then(() => revalidate());

function NewProfilePage() {
  const place = useFormPlace();
  const [hasConsent, setConsent] = useState(false);

  useEffect(() => {
    if (!hasConsent) return;
    // Wait until the requested page is drawn, so that the token does not delay the page.
    const atLeisure = async (validForMs: number) => {
      await whenIdle();
      await ensureRegistrationToken(validForMs);
    };
    return keepTokenFresh({ requestToken: atLeisure, onRegistered: () => void lookAgain() });
  }, [hasConsent]);

  const onArrived = async (outcome: Outcome) => {
    await identifyMember();
    // Without a profile on the server, stay here, because the route guard would redirect the home page to this page.
    if (getSession().registration !== "registered") return false;
    // After "accepted", open the home page, which says what happens next. After another outcome, open the profile, as
    // the tapped button has promised.
    const next = outcome === "accepted" ? paths.index : paths.profile;
    await navigate(takeReturnTo() ?? next, { replace: true });
    return true;
  };
  const onReady = (core: Core) => void prefetchForm(core, () => prefetch(paths.index));
  return (
    <RegistrationScreen
      userId={getLiffUser().userId}
      place={place}
      ports={ports}
      workEmail={findConfig()?.workEmail ? workEmail : null}
      goTo={(next, options) => void openFormPlace(next, options)}
      onLogin={loginToLineAgain}
      onArrived={onArrived}
      onForgotten={lookAgain}
      onConsent={() => setConsent(true)}
      onReady={onReady}
    />
  );
}
