/** Opens the form of a new profile, and shows it or what keeps it from being shown. */
import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { Core } from "../../core/core";
import { useCore } from "../../core/use-core";
import { useText } from "../../i18n/use-text";
import { Banner } from "../../ui/banner";
import { Button, Spinner } from "../../ui/button";
import { Page } from "../../ui/page";
import { makeRoomFor } from "./draft/aside";
import { type FormPorts, type OpenedForm, openForm } from "./open-form";
import type { FormPlace } from "./register-form";
import { RegisterSteps, type StepsProps } from "./register-steps";
import { checkConfirmed, WorkEmailContext } from "./work-email/work-email-context";
import { type WorkEmailPorts, WorkEmailStore } from "./work-email/work-email-store";

interface RegisterScreenProps extends Omit<StepsProps, "opened" | "reopen"> {
  userId: string;
  place: FormPlace | null;
  ports: FormPorts;
  /** Null where this deployment cannot send a code to a mailbox. */
  workEmail?: WorkEmailPorts | null;
}

export function RegisterScreen({
  userId,
  ports,
  workEmail: mail = null,
  ...props
}: RegisterScreenProps) {
  const { core, failed, retry } = useCore();
  const { opened, workEmail, reopen } = useOpenedForm(core, userId, ports, mail);
  const t = useText();
  if (failed) {
    const again = (
      <Button variant="secondary" onClick={retry}>
        {t("register.retry")}
      </Button>
    );
    return (
      <Frame>
        <Banner tone="danger" title={t("register.loadFailed")} action={again} />
      </Frame>
    );
  }
  if (!opened) {
    return (
      <Frame>
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          {t("register.loading")}
        </p>
      </Frame>
    );
  }
  return (
    <WorkEmailContext value={workEmail}>
      <RegisterSteps {...props} opened={opened} reopen={reopen} />
    </WorkEmailContext>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText();
  return <Page title={t("register.title")}>{children}</Page>;
}

interface Opened {
  opened: OpenedForm | null;
  workEmail: WorkEmailStore | null;
}

/** `reopen` reads storage anew: another form stands there. */
function useOpenedForm(
  core: Core | null,
  userId: string,
  ports: FormPorts,
  mail: WorkEmailPorts | null,
): Opened & { reopen: () => void } {
  const [state, setState] = useState<Opened>({ opened: null, workEmail: null });
  const [nOpened, setNOpened] = useState(0);
  useEffect(() => {
    if (!core) return;
    let wanted = true;
    makeRoomFor(userId);
    const workEmail = mail && new WorkEmailStore(userId, mail);
    const checkMore = checkConfirmed.bind(null, workEmail);
    void openForm({ core, userId, ports, checkMore }).then((opened) => {
      if (wanted) setState({ opened, workEmail });
    });
    return () => {
      wanted = false;
    };
  }, [core, userId, ports, mail, nOpened]);
  const reopen = useCallback(() => setNOpened((count) => count + 1), []);
  return { ...state, reopen };
}
