/** The form at its address. The search parameters name the page of the form, so that Back works. */
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import {
  createUserProfile,
  isRegistered,
  requestTicket,
  uploadTempFile,
  withFreshTicket,
} from "../api/registration";
import { confirmWorkEmail, sendWorkEmailCode } from "../api/work-email";
import type { Core } from "../core/core";
import { OneWindow } from "../features/registration/draft/form-lock";
import type { FormPlace } from "../features/registration/frame/registration-form";
import { keepTokenFresh } from "../features/registration/outbox/token-refresher";
import { readPrepared } from "../features/registration/photos/photo-storage";
import { prefetchForm } from "../features/registration/prefetch";
import type { RegistrationPorts } from "../features/registration/registration";
import { RegistrationScreen } from "../features/registration/registration-screen";
import type { WorkEmailPorts } from "../features/registration/work-email/work-email-store";
import { findConfig } from "../lib/config";
import { whenIdle } from "../lib/idle";
import { paths } from "../lib/paths";
import { sleep } from "../lib/sleep";
import { getLiffUser, loginToLineAgain } from "../liff/liff";
import { recognise } from "../person/recognise";
import { takeWantedPlace } from "../person/wanted-place";
import { getSession } from "../session/session";
import { loadChunk } from "../version/load-chunk";
import { PendingPage } from "./pending-page";

/** Loaded only for a resubmission: a newcomer never needs it. */
const ResubmissionPage = lazy(async () => {
  const page = await loadChunk(() => import("./resubmission-page"));
  return { default: page.ResubmissionPage };
});

const ports: RegistrationPorts = {
  requestToken: requestTicket,
  uploadTempFile,
  send: createUserProfile,
  isStillNeeded: async () => !(await isRegistered()),
  readFile: readPrepared,
  wait: sleep,
};

const workEmail: WorkEmailPorts = {
  sendCode: (employerId, email) => sendWorkEmailCode(withFreshTicket, employerId, email),
  confirm: (code, key) => confirmWorkEmail(withFreshTicket, code, key),
};

export function RegisterPage() {
  // The status on arrival: it changes while the answers are being sent.
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

function NewProfilePage() {
  const { page, change } = useSearch({ from: paths.register });
  const navigate = useNavigate();
  const router = useRouter();
  const [hasConsent, setConsent] = useState(false);

  /** If another window or device has created the profile, the guard then redirects to it. */
  const lookAgain = () => recognise().then(() => router.invalidate());
  useEffect(() => {
    if (!hasConsent) return;
    // After the page that was asked for is drawn.
    const atLeisure = async (validForMs: number) => {
      await whenIdle();
      await requestTicket(validForMs);
    };
    return keepTokenFresh({ requestToken: atLeisure, onRegistered: () => void lookAgain() });
  }, [hasConsent]);

  const goTo = (place: FormPlace, options?: { replace: boolean }) =>
    void navigate({
      to: paths.register,
      search: { page: place.page, ...(place.isChange ? { change: true } : {}) },
      ...(place.isReturn ? { resetScroll: false } : {}),
      ...options,
    });
  const onArrived = async () => {
    await recognise();
    // Without a registration the guard would redirect to this page again.
    if (getSession().registration !== "registered") return false;
    await navigate({ href: takeWantedPlace() ?? paths.profile, replace: true });
    return true;
  };
  const onReady = (core: Core) =>
    void prefetchForm(core, () => router.preloadRoute({ to: paths.profile }));
  return (
    <RegistrationScreen
      userId={getLiffUser().userId}
      place={page ? { page, isChange: change === true } : null}
      ports={ports}
      workEmail={findConfig()?.workEmail ? workEmail : null}
      goTo={goTo}
      onLogin={loginToLineAgain}
      onArrived={onArrived}
      onForgotten={lookAgain}
      onConsent={() => setConsent(true)}
      onReady={onReady}
    />
  );
}
