/** Shows a form only in the window that owns it; the other windows say so, and can take it over. */
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useText } from "../../../i18n/use-text";
import { createStore, useStore } from "../../../lib/store";
import { TabLock, type TabLockState } from "../../../lib/tab-lock";
import { unmountAllOverlays } from "../../../overlays/overlays";
import { exportFilesInMemory, importFilesInMemory } from "../../../storage/file-records";
import {
  exportRecords,
  importRecords,
  listNewerRecords,
  putNewerRecordsAside,
} from "../../../storage/records";
import { limitWrites } from "../../../storage/write-permission";
import { Banner } from "../../../ui/banner";
import { Button } from "../../../ui/button";
import { Page } from "../../../ui/page";
import type { FormStore } from "../form/form-store";
import type { FieldName } from "../form/page-table";
import { summarize } from "../summary/summary";
import { NewerDraftScreen } from "./welcome-screens";

/** The lock of the form around a component; null in a test that shows a form without a lock. */
export const FormLockContext = createContext<TabLock | null>(null);

/** Asks for the lock of this account's form, as long as the component is on the screen. */
export function useFormLock(account: string): { lock: TabLock; state: TabLockState } {
  const lock = useMemo(() => {
    const collect = () => ({
      records: exportRecords(account),
      files: exportFilesInMemory(account),
    });
    const apply = (work: unknown) => {
      // The other window may run another build, which hands over nothing or another shape.
      const { records, files } = Object(work) as Partial<ReturnType<typeof collect>>;
      if (Array.isArray(records)) importRecords(account, records);
      if (Array.isArray(files)) importFilesInMemory(account, files);
    };
    return new TabLock(`form:${account}`, { collect, apply });
  }, [account]);
  useEffect(() => {
    const release = lock.start();
    const endLimit = limitWrites(account, () => lock.mayStore);
    return () => {
      release();
      endLimit();
    };
  }, [account, lock]);
  const state = useSyncExternalStore(lock.subscribe, lock.getState);
  useEffect(() => {
    // A dialog would work on answers and photos that the other window has now.
    if (state === "elsewhere") unmountAllOverlays();
  }, [state]);
  return { lock, state };
}

/** Returns whether the window shows the form: it has the lock, or the browser has no locks. */
export function isOwner(state: TabLockState): boolean {
  return state === "owned" || state === "unsupported";
}

interface OneWindowProps {
  account: string;
  /** Shown until the browser says which window owns the form. */
  pending: ReactNode;
  children: ReactNode;
}

/**
 * Shows its children in the window that owns the form of this account, unless a newer build stored
 * records of the form: then the person chooses between an update and a new form.
 */
export function OneWindow({ account, pending, children }: OneWindowProps) {
  const { lock, state } = useFormLock(account);
  if (!isOwner(state)) return lock.hasWaited ? <ElsewhereScreen lock={lock} /> : pending;
  return (
    <FormLockContext value={lock}>
      <OwnRecords key={account} account={account}>
        {children}
      </OwnRecords>
    </FormLockContext>
  );
}

function OwnRecords({ account, children }: Omit<OneWindowProps, "pending">) {
  const [hasNewer, setNewer] = useState(() => listNewerRecords(account).length > 0);
  if (!hasNewer) return children;
  const startNew = () => {
    putNewerRecordsAside(account);
    setNewer(listNewerRecords(account).length > 0);
  };
  return <NewerDraftScreen onReload={() => window.location.reload()} onStartNew={startNew} />;
}

/** Says that another window has the form, and takes it over if the person wants to continue here. */
export function ElsewhereScreen({ lock }: { lock: TabLock }) {
  const t = useText();
  const state = useSyncExternalStore(lock.subscribe, lock.getState);
  return (
    <Page
      title={t("register.elsewhere.title")}
      actions={
        <Button isBusy={state === "waiting"} onClick={() => void lock.takeOver()}>
          {t("register.elsewhere.continue")}
        </Button>
      }
    >
      <p className="text-lg">{t("register.elsewhere.text")}</p>
      <UnsavedAnswers lock={lock} />
    </Page>
  );
}

/** The form that this window lost, with what it could not store any more. */
const lostForm = createStore<{ form: FormStore | null }>({ form: null });

/** Shows the last answers of a window that hung while another one took the form over. */
function UnsavedAnswers({ lock }: { lock: TabLock }) {
  const t = useText();
  const { form } = useStore(lostForm);
  // If localStorage is full, one window has the answers in memory and gives them to the next one.
  const areHandedOver = useSyncExternalStore(lock.subscribe, () => lock.hasHandedOver);
  if (!form || areHandedOver) return null;
  const { core, state } = form;
  const files = { nPhotos: 0, documentLabel: "" };
  const fields = form.unsavedFields() as FieldName[];
  const answers = summarize({ t, core, draft: state.draft, files }, fields);
  if (!answers.some(({ text }) => text)) return null;
  return (
    <Banner title={t("register.elsewhere.unsaved.title")}>
      {t("register.elsewhere.unsaved.text")}
      <dl>
        {answers.map(({ field, label, text }) => (
          <div key={field} className="pt-3">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="m-0 break-words whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    </Banner>
  );
}

/**
 * Before another window takes over, stores the draft and waits until the picked files are stored. If
 * the other window could not wait, this one shows what it could not store.
 */
export function useStoreBeforeRelease(store: FormStore): void {
  const lock = use(FormLockContext);
  useEffect(() => {
    lostForm.set({ form: null });
    const stop = lock?.beforeRelease(async () => {
      if (store.isSaveDue) store.saveNow();
      await store.files.untilStored();
    });
    return () => {
      stop?.();
      if (lock?.getState() === "elsewhere") lostForm.set({ form: store });
    };
  }, [lock, store]);
}
