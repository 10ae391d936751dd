/** The register form for someone whom a reviewer asked for more, at the same address. */
import { fetchPhoto, resubmit, uploadAsMember } from "../api/resubmission";
import { confirmWorkEmail, sendWorkEmailCode, withSession } from "../api/work-email";
import { forgetResubmission } from "../features/registration/resubmission/forget-resubmission";
import {
  type ResubmissionPorts,
  ResubmissionScreen,
} from "../features/registration/resubmission/resubmission-screen";
import type { WorkEmailPorts } from "../features/registration/work-email/work-email-store";
import { text } from "../i18n/use-text";
import { findConfig } from "../lib/config";
import { paths } from "../lib/paths";
import { getLiffUser } from "../liff/liff";
import { navigate } from "../navigation/navigation";
import { asMember, identifyMember, loadMyInfo } from "../person/identify-member";
import { getSession } from "../session/session";
import { readBlob } from "../storage/blobs";
import { addToast } from "../toasts/toasts";
import { openFormPlace, useFormPlace } from "./form-place";

const ports: ResubmissionPorts = {
  fetchInfo: loadMyInfo,
  fetchPhoto,
  uploadTempFile: (file, purpose, onProgress, signal) =>
    asMember(() => uploadAsMember(file, purpose, onProgress, signal)),
  resubmit: (answers, key, signal) => asMember(() => resubmit(answers, key, signal)),
  readFile: readBlob,
  // Seed, section 9, waits for the photos of a new profile only.
  wait: async () => undefined,
};

const workEmail: WorkEmailPorts = {
  sendCode: (employerId, email) =>
    asMember(() => sendWorkEmailCode(withSession, employerId, email)),
  confirm: (code, key) => asMember(() => confirmWorkEmail(withSession, code, key)),
};

export function ResubmissionPage({ onAskedAnew }: { onAskedAnew: () => void }) {
  const place = useFormPlace();
  const { userId } = getLiffUser();

  const onDone = async () => {
    addToast(text("register.resubmission.done"), { color: "green" });
    await identifyMember();
    await navigate(paths.profile, { replace: true });
  };
  const onChanged = async () => {
    await identifyMember();
    addToast(text("register.resubmission.decided"));
    if (getSession().userInfo?.reviewStatus === "NEEDS_INFO") return onAskedAnew();
    await forgetResubmission(userId);
    await navigate(paths.profile, { replace: true });
  };
  return (
    <ResubmissionScreen
      userId={userId}
      place={place}
      goTo={(next, options) => void openFormPlace(next, options)}
      ports={ports}
      workEmail={findConfig()?.workEmail ? workEmail : null}
      onDone={() => void onDone()}
      onChanged={() => void onChanged()}
    />
  );
}
