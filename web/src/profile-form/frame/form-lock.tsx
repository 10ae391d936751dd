/** Shows a form in only one window. Any other window says that the form is open, and offers to take it over. */
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useText } from "#/i18n/use-text";
import { createStore, useStore } from "#/lib/store";
import { TabLock, type TabLockState } from "#/lib/tab-lock";
import { unmountAllOverlays } from "#/overlays/overlays";
import type { AnswersStore } from "#/profile-form/answers/answers-store";
import type { FieldName } from "#/profile-form/answers/page-table";
import { summarize } from "#/profile-form/summary/summary";
import { onStoredElsewhere } from "#/storage/local";
import {
  emptiedRecord,
  limitWrites,
  listNewerRecords,
  putNewerRecordsAside,
  recordKey,
} from "#/storage/records";
import { Banner } from "#/ui/banner";
import { Button } from "#/ui/button";
import { Page } from "#/ui/page";
import { NewerDraftScreen } from "./newer-draft-screen";

/** The lock of the form around a component. Null in tests that show a form without a lock. */
export const FormLockContext = createContext<TabLock | null>(null);

/** Requests the lock of this account's form while the component is mounted. Only the window with the lock may store. */
export function useFormLock(account: string): { lock: TabLock; state: TabLockState } {
  const lock = useMemo(() => new TabLock(`form:${account}`), [account]);
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
    // Close open dialogs, because they would change answers and photos that the other window now edits.
    if (state === "elsewhere") unmountAllOverlays();
  }, [state]);
  return { lock, state };
}

export function isOwner(state: TabLockState): boolean {
  return state === "owned" || state === "unsupported";
}

interface OneWindowProps {
  account: string;
  /** The content to show until the browser has reported whether another window has the lock. */
  pending: ReactNode;
  children: ReactNode;
}

/**
 * Shows its children only in the window that has the lock of this account's form. If a newer build stored the form,
 * the person first chooses between an update of the app and a new form.
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
  return <NewerDraftScreen onStartNew={startNew} />;
}

export function ElsewhereScreen({ lock }: { lock: TabLock }) {
  const t = useText();
  const state = useSyncExternalStore(lock.subscribe, lock.getState);
  return (
    <Page
      title={t("register.elsewhere.title")}
      actions={
        <Button isBusy={state === "waiting"} onClick={() => lock.takeOver()}>
          {t("register.elsewhere.continue")}
        </Button>
      }
    >
      <p className="text-lg">{t("register.elsewhere.text")}</p>
      <UnsavedAnswers />
    </Page>
  );
}

/** The form that another window took over from this window. The form may have answers that are not stored. */
const lostForm = createStore<{ form: AnswersStore | null }>({ form: null });

/** Shows the answers that this window could not store before another window took the form over. */
function UnsavedAnswers() {
  const t = useText();
  const { form } = useStore(lostForm);
  if (!form) return null;
  const { core, state } = form;
  const nPhotos = form.files?.countUnread() ?? 0;
  const files = { nPhotos, documentLabel: "" };
  const fields = form.unsavedFields() as FieldName[];
  if (nPhotos > 0) fields.push("photoNameList");
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

const answerRecords = ["draft", "resubmission", "editedFacts", "editedTexts"] as const;

/**
 * Protects the answers of an open form against other windows. A window that hung may overwrite the answers before it
 * notices that it has lost the lock, so this window stores its answers again. If this window loses the lock,
 * `ElsewhereScreen` shows the answers that are not stored.
 */
export function useKeepAnswers(account: string, store: AnswersStore): void {
  const lock = use(FormLockContext);
  useEffect(() => {
    if (!lock) return;
    const isOwned = () => lock.getState() === "owned";
    const saveAnswers = () => {
      lock.giveWay();
      if (isOwned() && store.hasChanged) store.saveNow();
    };
    const saveOrder = (text: string) => {
      // Do not store the order if another window deleted the form, because the server has it or the account is gone.
      if (isOwned() && text !== emptiedRecord) store.files?.saveAgain();
    };
    lostForm.set({ form: null });
    const stops = [
      ...answerRecords.map((name) => onStoredElsewhere(recordKey(account, name), saveAnswers)),
      onStoredElsewhere(recordKey(account, "photos"), saveOrder),
    ];
    return () => {
      for (const stop of stops) stop();
      if (lock.getState() === "elsewhere") lostForm.set({ form: store });
    };
  }, [account, lock, store]);
}
