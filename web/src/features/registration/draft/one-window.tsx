/** Shows a form only in the window that owns it, and in the other windows where the form is open. */
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from "react";
import { useText } from "../../../i18n/use-text";
import { TabLock } from "../../../lib/tab-lock";
import { Button } from "../../../ui/button";
import { Page } from "../../../ui/page";

const LockContext = createContext<TabLock | null>(null);

interface OneWindowProps {
  /** The LINE user whose form it is: each account has one form at a time. */
  account: string;
  /** Shown until the browser says who owns the form. */
  pending: ReactNode;
  children: ReactNode;
}

export function OneWindow({ account, pending, children }: OneWindowProps) {
  const lock = useMemo(() => new TabLock(`form:${account}`), [account]);
  useEffect(() => lock.start(), [lock]);
  const state = useSyncExternalStore(lock.subscribe, lock.getState);
  if (state === "elsewhere" || (state === "waiting" && lock.hasWaited)) {
    return <ElsewhereScreen isBusy={state === "waiting"} onContinue={() => void lock.takeOver()} />;
  }
  if (state === "waiting") return pending;
  return <LockContext value={lock}>{children}</LockContext>;
}

function ElsewhereScreen({ isBusy, onContinue }: { isBusy: boolean; onContinue: () => void }) {
  const t = useText();
  return (
    <Page
      title={t("register.elsewhere.title")}
      actions={
        <Button isBusy={isBusy} onClick={onContinue}>
          {t("register.elsewhere.continue")}
        </Button>
      }
    >
      <p className="text-lg">{t("register.elsewhere.text")}</p>
    </Page>
  );
}

/** Returns whether another window showed the form before this one. */
export function useHasWaited(): boolean {
  return use(LockContext)?.hasWaited ?? false;
}

/** Calls `save` before another window takes the form over, and lets that window wait for it. */
export function useBeforeRelease(save: () => void | Promise<void>): void {
  const lock = use(LockContext);
  useEffect(() => lock?.beforeRelease(save), [lock, save]);
}
