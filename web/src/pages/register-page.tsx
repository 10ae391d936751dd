/** The form at its address. The search parameters name the page of the form, so that Back works. */
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import {
  createUserProfile,
  ensureRegistrationToken,
  isRegistered,
  uploadTempFile,
  withRegistrationToken,
} from "../api/registration";
import { confirmWorkEmail, sendWorkEmailCode } from "../api/work-email";
import type { Core } from "../core/core";
import type { FormPorts } from "../features/registration/open-form";
import { keepTicket } from "../features/registration/outbox/keep-ticket";
import type { FormPlace } from "../features/registration/register-form";
import { RegisterScreen } from "../features/registration/register-screen";
import { warmUp } from "../features/registration/warm-up";
import type { WorkEmailPorts } from "../features/registration/work-email/work-email-store";
import { findConfig } from "../lib/config";
import { whenIdle } from "../lib/idle";
import { paths } from "../lib/paths";
import { sleep } from "../lib/sleep";
import { getLiffUser, loginToLineAgain } from "../liff/liff";
import { identifyMember } from "../person/identify-member";
import { takeReturnTo } from "../person/return-to";
import { getSession } from "../session/session";
import { readBlob } from "../storage/blobs";
import { loadChunk } from "../version/load-chunk";
import { PendingPage } from "./pending-page";

/** Loaded only for a resubmission: a newcomer never needs it. */
const ResubmissionPage = lazy(async () => {
  const page = await loadChunk(() => import("./resubmission-page"));
  return { default: page.ResubmissionPage };
});

const ports: FormPorts = {
  requestTicket: ensureRegistrationToken,
  uploadTempFile,
  createUserProfile,
  isRegistered,
  readFile: readBlob,
  wait: sleep,
};

const workEmail: WorkEmailPorts = {
  sendCode: (employerId, email) => sendWorkEmailCode(withRegistrationToken, employerId, email),
  confirm: (code, key) => confirmWorkEmail(withRegistrationToken, code, key),
};

export function RegisterPage() {
  // The status on arrival: it changes while the answers are being sent.
  const [isAsked] = useState(() => getSession().userInfo?.reviewStatus === "NEEDS_INFO");
  const [nAsked, setNAsked] = useState(0);
  const askAnew = () => setNAsked((count) => count + 1);
  if (!isAsked) return <NewProfilePage />;
  return (
    <Suspense fallback={<PendingPage />}>
      <ResubmissionPage key={nAsked} onAskedAnew={askAnew} />
    </Suspense>
  );
}

function NewProfilePage() {
  const { page, change } = useSearch({ from: paths.register });
  const navigate = useNavigate();
  const router = useRouter();
  const [hasConsent, setConsent] = useState(false);

  /** If another window or device has created the profile, the guard then redirects to it. */
  const lookAgain = () => void identifyMember().then(() => router.invalidate());
  useEffect(() => {
    if (!hasConsent) return;
    // After the page that was asked for is drawn.
    const atLeisure = async (goodForMs: number) => {
      await whenIdle();
      await ensureRegistrationToken(goodForMs);
    };
    return keepTicket({ requestTicket: atLeisure, onRegistered: lookAgain });
  }, [hasConsent]);

  const goTo = (place: FormPlace, options?: { replace: boolean }) =>
    void navigate({
      to: paths.register,
      search: { page: place.page, ...(place.isChange ? { change: true } : {}) },
      ...options,
    });
  const onArrived = async () => {
    await identifyMember();
    // Without a registration the guard would redirect to this page again.
    if (getSession().registration !== "registered") return false;
    await navigate({ href: takeReturnTo() ?? paths.profile, replace: true });
    return true;
  };
  const onReady = (core: Core) =>
    void warmUp(core, () => router.preloadRoute({ to: paths.profile }));
  return (
    <RegisterScreen
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
