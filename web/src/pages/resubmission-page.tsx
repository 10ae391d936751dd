/** The form for a member whom a reviewer asked for more, at the same address. */
import { useNavigate, useSearch } from "@tanstack/react-router";
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
import { asMember, identifyMember, loadMyInfo } from "../person/identify-member";
import { getSession } from "../session/session";
import { readBlob } from "../storage/blobs";
import { addToast } from "../toasts/toasts";

const ports: ResubmissionPorts = {
  fetchInfo: loadMyInfo,
  fetchPhoto,
  uploadTempFile: (file, purpose, onProgress, signal) =>
    asMember(() => uploadAsMember(file, purpose, onProgress, signal)),
  resubmit: (answers, key, signal) => asMember(() => resubmit(answers, key, signal)),
  readFile: readBlob,
  // Only a new profile waits between its photos.
  wait: async () => undefined,
};

const workEmail: WorkEmailPorts = {
  sendCode: (employerId, email) =>
    asMember(() => sendWorkEmailCode(withSession, employerId, email)),
  confirm: (code, key) => asMember(() => confirmWorkEmail(withSession, code, key)),
};

export function ResubmissionPage({ onAskedAnew }: { onAskedAnew: () => void }) {
  const { page, change } = useSearch({ from: paths.register });
  const navigate = useNavigate();
  const { userId } = getLiffUser();

  const onDone = async () => {
    addToast(text("register.resubmission.done"), { color: "green" });
    await identifyMember();
    await navigate({ to: paths.profile, replace: true });
  };
  const onChanged = async () => {
    await identifyMember();
    addToast(text("register.resubmission.decided"));
    if (getSession().userInfo?.reviewStatus === "NEEDS_INFO") return onAskedAnew();
    await forgetResubmission(userId);
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
          ...options,
        })
      }
      ports={ports}
      workEmail={findConfig()?.workEmail ? workEmail : null}
      onDone={() => void onDone()}
      onChanged={() => void onChanged()}
    />
  );
}
