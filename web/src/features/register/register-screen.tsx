/** Brings core, draft and picked files together, then shows the form. */
import { useEffect, useState } from "react";
import type { Core } from "../../core/core";
import { useCore } from "../../core/use-core";
import { useText } from "../../i18n/use-text";
import { Banner } from "../../ui/banner";
import { Button, Spinner } from "../../ui/button";
import { Page } from "../../ui/page";
import { loadForm } from "./draft/draft-storage";
import { FormStore } from "./form/form-store";
import type { SubmitPorts } from "./outbox/submit";
import { loadPicks } from "./photos/picks";
import { type FormPlace, RegisterForm } from "./register-form";
import { checkConfirmed, WorkEmailContext } from "./work-email/work-email-context";
import { type WorkEmailPorts, WorkEmailStore } from "./work-email/work-email-store";

interface RegisterScreenProps {
  userId: string;
  place: FormPlace;
  ports: SubmitPorts;
  goTo: (place: FormPlace) => void;
  onDone: () => void;
  /** Null where this deployment cannot send a code to a mailbox. */
  workEmail?: WorkEmailPorts | null;
}

/** Slots to show when the core, which knows the limit, did not load. */
const slotsWithoutCore = 6;

/** The form, or what keeps it from being shown. */
export function RegisterScreen(props: RegisterScreenProps) {
  const { core, failed, retry } = useCore();
  const { userId, workEmail: ports = null } = props;
  const [workEmail] = useState(() => ports && new WorkEmailStore(userId, ports));
  const store = useFormStore(core, userId, workEmail);
  const t = useText();
  if (failed) {
    const again = (
      <Button look="secondary" onClick={retry}>
        {t("register.retry")}
      </Button>
    );
    return (
      <Page title={t("register.title")}>
        <Banner tone="danger" title={t("register.loadFailed")} action={again} />
      </Page>
    );
  }
  if (!store) {
    return (
      <Page title={t("register.title")}>
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          {t("register.loading")}
        </p>
      </Page>
    );
  }
  return (
    <WorkEmailContext value={workEmail}>
      <RegisterForm {...props} store={store} />
    </WorkEmailContext>
  );
}

function useFormStore(
  core: Core | null,
  userId: string,
  workEmail: WorkEmailStore | null,
): FormStore | null {
  const [store, setStore] = useState<FormStore | null>(null);
  useEffect(() => {
    if (!core) return;
    let wanted = true;
    void openStore(core, userId, workEmail).then((opened) => {
      if (wanted) setStore(opened);
    });
    return () => {
      wanted = false;
    };
  }, [core, userId, workEmail]);
  return store;
}

async function openStore(
  core: Core,
  userId: string,
  workEmail: WorkEmailStore | null,
): Promise<FormStore> {
  const rule = core.fieldRules().find(({ field }) => field === "photoNameList");
  const picks = await loadPicks(userId, rule?.max ?? slotsWithoutCore);
  return new FormStore(core, userId, loadForm(core, userId), picks, {
    checkMore: (draft) => checkConfirmed(workEmail, draft),
  });
}
