/** The registration form for a member whom a reviewer has asked for more, or who took the profile back. */
import { useState } from "react";
import { fetchPhoto, resubmit, uploadAsMember } from "#/api/resubmission";
import { confirmWorkEmail, sendWorkEmailCode, withSession } from "#/api/work-email";
import type { ResubmissionPorts } from "#/features/registration/resubmission/resubmission";
import { ResubmissionScreen } from "#/features/registration/resubmission/resubmission-screen";
import { text } from "#/i18n/use-text";
import { findConfig } from "#/lib/config";
import { paths } from "#/lib/paths";
import { getLiffUser, loginToLineAgain } from "#/liff/liff";
import { fetchOwnProfile, ownProfile } from "#/member/own-profile";
import { Redirect } from "#/navigation/link";
import { navigate } from "#/navigation/navigation";
import { asMember, identifyMember } from "#/person/identify-member";
import { takeReturnTo } from "#/person/return-to";
import { readPrepared } from "#/profile-form/files/photo-storage";
import type { WorkEmailPorts } from "#/profile-form/work-email/work-email-store";
import { getSession, isLoggedOut, useSession } from "#/session/session";
import { deleteRecords } from "#/storage/delete-records";
import { addToast } from "#/toasts/toasts";
import { openFormPlace, useFormPlace } from "./form-place";

const ports: ResubmissionPorts = {
  fetchInfo: fetchOwnProfile,
  findKnownInfo: () => ownProfile().findStored(),
  fetchPhoto,
  openSession: () => asMember(async () => undefined),
  uploadTempFile: (file, purpose, onProgress, signal) =>
    asMember(() => uploadAsMember(file, purpose, onProgress, signal)),
  resubmit: (answers, key, signal) => asMember(() => resubmit(answers, key, signal)),
  readFile: readPrepared,
};

const workEmail: WorkEmailPorts = {
  sendCode: (employerId, email) =>
    asMember(() => sendWorkEmailCode(withSession, employerId, email)),
  confirm: (code, key) => asMember(() => confirmWorkEmail(withSession, code, key)),
};

interface Props {
  /** Shows the form again after a reviewer has asked for something else. */
  onAskedAnew: () => void;
}

export function ResubmissionPage({ onAskedAnew }: Props) {
  // After a logout in another tab, the answers must not be sent. The answers stay on the device.
  if (isLoggedOut(useSession())) return <Redirect to={paths.index} />;
  return <Resubmission onAskedAnew={onAskedAnew} />;
}

function Resubmission({ onAskedAnew }: Props) {
  const place = useFormPlace();
  const { userId } = getLiffUser();
  // Use the status from when the page opened, because sending the answers changes the status.
  const [isTakenBack] = useState(() => getSession().userInfo?.isTakenBack === true);

  const onDone = async () => {
    addToast(text(`register.${isTakenBack ? "takenBack" : "resubmission"}.done`), {
      color: "green",
    });
    await identifyMember();
    await navigate(takeReturnTo() ?? paths.profile, { replace: true });
  };
  const onChanged = async () => {
    await identifyMember();
    addToast(text("register.resubmission.decided"));
    if (getSession().userInfo?.reviewStatus === "NEEDS_INFO") return onAskedAnew();
    await deleteRecords(userId, "requestOver");
    await navigate(paths.profile, { replace: true });
  };
  return (
    <ResubmissionScreen
      userId={userId}
      place={place}
      goTo={(next, options) => void openFormPlace(next, options)}
      ports={ports}
      workEmail={findConfig()?.workEmail ? workEmail : null}
      isTakenBack={isTakenBack}
      onLogin={loginToLineAgain}
      onDone={onDone}
      onChanged={onChanged}
    />
  );
}
