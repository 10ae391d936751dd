/** The form for a member whom a reviewer asked for more, at the same address. */
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { fetchPhoto, resubmit, uploadAsMember } from "../api/resubmission";
import { confirmWorkEmail, sendWorkEmailCode, withSession } from "../api/work-email";
import { readPrepared } from "../features/registration/photos/photo-storage";
import type { ResubmissionPorts } from "../features/registration/resubmission/resubmission";
import { ResubmissionScreen } from "../features/registration/resubmission/resubmission-screen";
import type { WorkEmailPorts } from "../features/registration/work-email/work-email-store";
import { text } from "../i18n/use-text";
import { findConfig } from "../lib/config";
import { paths } from "../lib/paths";
import { getLiffUser, loginToLineAgain } from "../liff/liff";
import { asMember, loadMyInfo, recognise } from "../person/recognise";
import { takeWantedPlace } from "../person/wanted-place";
import { getSession, isLoggedOut, useSession } from "../session/session";
import { deleteRecords } from "../storage/delete-records";
import { addToast } from "../toasts/toasts";

const ports: ResubmissionPorts = {
  fetchInfo: loadMyInfo,
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
  /** Shows the form again, with another request of the reviewer. */
  onAskedAnew: () => void;
}

export function ResubmissionPage({ onAskedAnew }: Props) {
  // Answers must not be sent after a logout in another tab. They stay on the device.
  if (isLoggedOut(useSession())) return <Navigate to={paths.index} replace />;
  return <Resubmission onAskedAnew={onAskedAnew} />;
}

function Resubmission({ onAskedAnew }: Props) {
  const { page, change } = useSearch({ from: paths.register });
  const navigate = useNavigate();
  const { userId } = getLiffUser();

  const onDone = async () => {
    addToast(text("register.resubmission.done"), { color: "green" });
    await recognise();
    await navigate({ href: takeWantedPlace() ?? paths.profile, replace: true });
  };
  const onChanged = async () => {
    await recognise();
    addToast(text("register.resubmission.decided"));
    if (getSession().userInfo?.reviewStatus === "NEEDS_INFO") return onAskedAnew();
    await deleteRecords(userId, "requestOver");
    await navigate({ to: paths.profile, replace: true });
  };
  return (
    <ResubmissionScreen
      userId={userId}
      place={page ? { page, isChange: change === true } : null}
      goTo={(place, options) =>
        void navigate({
          to: paths.register,
          search: { page: place.page, ...(place.isChange ? { change: true } : {}) },
          ...(place.isReturn ? { resetScroll: false } : {}),
          ...options,
        })
      }
      ports={ports}
      workEmail={findConfig()?.workEmail ? workEmail : null}
      onLogin={loginToLineAgain}
      onDone={onDone}
      onChanged={onChanged}
    />
  );
}
