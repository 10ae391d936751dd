/** Stores a text while a member types it, so that the text survives the closing of its box, the page and the app. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { patientPolicy, retry } from "#/lib/retry";
import { currentAccount, useOwned } from "#/session/session";
import { reportWrite, unsent } from "#/storage/account-store";

/** The time between a key press and the storing of the text. Without it, each key would write to the database. */
const storeAfterMs = 300;

export const yesDraftId = (introductionId: string) => `yes:${introductionId}`;

interface UnsentText {
  text: string;
  /** False if the text will not survive the closing of the page. */
  isStored: boolean;
  setText: (text: string) => void;
  /** Stores the text at once, unless the latest change is stored already. */
  storeNow: () => void;
  /** Empties the box, because its text is being sent. The text stays stored until `deleteStored()`. */
  empty: () => void;
  /** Deletes the stored text after it was sent, unless the member is already typing the next text. */
  deleteStored: () => void;
}

const isNoSentText = () => false;

/**
 * Stores the text under `id` a moment after each change. The box does not show a stored text for which `isSent` returns
 * true, because that text is being sent already.
 */
export function useUnsentText(
  id: string,
  isSent: (text: string) => boolean = isNoSentText,
): UnsentText {
  const { userId } = useOwned(currentAccount);
  const [text, setShown] = useState("");
  const [isWritten, setWritten] = useState(true);
  /** True while the text cannot be read from the database. Writing the next text may succeed all the same. */
  const [isSilent, setSilent] = useState(false);
  const latest = useRef("");
  const sent = useRef(new Set<string>());
  /** False until the earlier texts are read. Before that, a write to `id` would replace an earlier text. */
  const isKnown = useRef(false);
  /** The end of the name of a temporary record, in which the text is stored while `isKnown` is false. */
  const [ownName] = useState(() => crypto.randomUUID());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (changed: string) => {
    latest.current = changed;
    setShown(changed);
  };
  const stopTimer = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const store = (account = userId, name = id) => {
    if (timer.current === undefined) return;
    stopTimer();
    const target = isKnown.current ? name : `${name}:${ownName}`;
    reportWrite(unsent.write(account, target, latest.current), setWritten);
  };
  const takeStored = useEffectEvent((all: ReadonlyMap<string, unknown>) => {
    isKnown.current = true;
    setSilent(false);
    const own = `${id}:${ownName}`;
    const others = [...all].filter(([name]) => name.startsWith(`${id}:`) && name !== own);
    const isToKeep = (other: unknown) =>
      typeof other === "string" && !sent.current.has(other) && !isSent(other);
    const texts = [all.get(id), ...others.map(([, other]) => other)].filter(isToKeep);
    const merged = [...new Set([...texts, latest.current])].filter(Boolean).join("\n");
    if (merged !== latest.current) show(merged);
    stopTimer();
    if (merged === "" || merged === all.get(id)) setWritten(true);
    else reportWrite(unsent.write(userId, id, merged), setWritten);
    const gone = others.map(([name]) => name);
    // Keep the record while its text is being sent, because `deleteStored()` deletes it later. Also keep the record
    // if the outbox has the note only in memory, because the note would not survive a reload.
    const isOver = merged === "" && unsent.isDurable;
    if (sent.current.size === 0) gone.push(own, ...(isOver ? [id] : []));
    void unsent.delete(userId, gone);
  });
  const storeAtEnd = useEffectEvent(store);
  useEffect(() => {
    isKnown.current = false;
    const closed = new AbortController();
    const { signal } = closed;
    const read = () => unsent.readAll(userId);
    retry(read, { policy: patientPolicy, signal, onWait: () => setSilent(true) })
      .then(takeStored)
      // `retry()` rejects only when the box is closed.
      .catch(() => undefined);
    // A phone may end a hidden page without another event, so store the text when the page is hidden. The `pagehide`
    // listener captures the event, to run before the listener that closes the database.
    const storeAtOnce = () => storeAtEnd(userId, id);
    document.addEventListener("visibilitychange", storeAtOnce);
    window.addEventListener("pagehide", storeAtOnce, true);
    return () => {
      closed.abort();
      document.removeEventListener("visibilitychange", storeAtOnce);
      window.removeEventListener("pagehide", storeAtOnce, true);
      storeAtOnce();
    };
  }, [userId, id]);
  // The browser may store the text some time after it refused to do so. Then remove the warning.
  useEffect(() => unsent.subscribe(() => unsent.isDurable && setWritten(true)), []);
  const deleteStored = async () => {
    if (latest.current !== "") return;
    const stored = await unsent.read(userId, id).catch(() => null);
    // Another box may have stored a newer text in this record. Do not delete that text.
    const isOwn = stored === null ? isKnown.current : sent.current.has(String(stored));
    await unsent.delete(userId, [`${id}:${ownName}`, ...(isOwn ? [id] : [])]);
  };
  return {
    text,
    isStored: isWritten && !isSilent,
    setText: (changed) => {
      show(changed);
      // Do not restart a running timer, or nothing is stored while the member types without a pause.
      timer.current ??= setTimeout(store, storeAfterMs);
    },
    storeNow: () => store(),
    empty: () => {
      store();
      sent.current.add(latest.current);
      show("");
    },
    deleteStored: () => void deleteStored(),
  };
}
