/** The register form at its address: the page of the form is in the search, so that Back works. */
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import {
  createUserProfile,
  forgetTicket,
  requestTicket,
  uploadTempFile,
  withFreshTicket,
} from "../api/registration";
import { confirmWorkEmail, sendWorkEmailCode } from "../api/work-email";
import { loadPage } from "../features/register/draft/draft-storage";
import { firstPage } from "../features/register/form/page-table";
import type { SubmitPorts } from "../features/register/outbox/submit";
import type { FormPlace } from "../features/register/register-form";
import { RegisterScreen } from "../features/register/register-screen";
import type { WorkEmailPorts } from "../features/register/work-email/work-email-store";
import { findConfig } from "../lib/config";
import { paths } from "../lib/paths";
import { getLiffUser } from "../liff/liff";
import { recognise } from "../person/recognise";
import { takeWantedPlace } from "../person/wanted-place";
import { readBlob } from "../storage/blobs";

const ports: SubmitPorts = {
  requestTicket,
  uploadTempFile,
  createUserProfile,
  readFile: readBlob,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

const workEmail: WorkEmailPorts = {
  sendCode: (employerId, email) => sendWorkEmailCode(withFreshTicket, employerId, email),
  confirm: (code) => confirmWorkEmail(withFreshTicket, code),
};

export function RegisterPage() {
  const search = useSearch({ from: paths.register });
  const navigate = useNavigate();
  const { page } = search;

  useEffect(() => {
    // While LINE's proof is fresh: filling a long form takes longer than its hour. A failure is
    // told at the submit, which asks again.
    requestTicket().catch(() => undefined);
  }, []);

  if (!page) {
    return <Navigate to={paths.register} search={{ page: loadPage() ?? firstPage }} replace />;
  }
  const goTo = (place: FormPlace) =>
    void navigate({
      to: paths.register,
      search: { page: place.page, ...(place.isChange ? { change: true } : {}) },
    });
  const onDone = async () => {
    forgetTicket();
    // The guard keeps whoever is not known to be registered on this page.
    await recognise();
    await navigate({ href: takeWantedPlace() ?? paths.profile, replace: true });
  };
  return (
    <RegisterScreen
      userId={getLiffUser().userId}
      place={{ page, isChange: search.change === true }}
      ports={ports}
      goTo={goTo}
      onDone={() => void onDone()}
      workEmail={findConfig()?.workEmail ? workEmail : null}
    />
  );
}
