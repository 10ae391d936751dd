/** A text that a member is typing. It survives the closing of its box, of the page and of the app. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { patientPolicy, retry } from "#/lib/retry";
import { currentAccount, useOwned } from "#/session/session";
import { reportWrite, unsent } from "#/storage/account-store";

/** Each key would otherwise write to the database. */
const storeAfterMs = 300;

/** The id of the record with the note of a yes that is not confirmed yet. */
export const yesDraftId = (introductionId: string) => `yes:${introductionId}`;

interface UnsentText {
  text: string;
  /** False if the text will not survive the closing of the page. */
  isStored: boolean;
  /** Changes the text, and stores it a moment later. */
  setText: (text: string) => void;
  /** Stores the text at once if that moment has not come yet. */
  storeNow: () => void;
  /** Empties the text and leaves the stored one. */
  empty: () => void;
  /** Deletes the stored text, unless the member is typing the next one already. */
  deleteStored: () => void;
}

const isNoSentText = () => false;

/**
 * Returns the text of the record `id`, which is stored a moment after each change. `isSent` says of a stored text
 * whether it is on its way already.
 */
export function useUnsentText(
  id: string,
  isSent: (text: string) => boolean = isNoSentText,
): UnsentText {
  const { userId } = useOwned(currentAccount);
  const [text, setShown] = useState("");
  const [isWritten, setWritten] = useState(true);
  /** True while the device does not give its texts back. It may take the next one all the same. */
  const [isSilent, setSilent] = useState(false);
  const latest = useRef("");
  /** The texts that this box has given away. */
  const sent = useRef(new Set<string>());
  /** False while the database has not said which texts it has from before. They must not be replaced. */
  const isKnown = useRef(false);
  /** Until then, the text has a record of its own, whose name begins with `id`. */
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
    // A text that was given away stays until `deleteStored`, and while only memory has the note.
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
      // Only the end of the box ends the loop with an error.
      .catch(() => undefined);
    // A phone may end the page without another event. At a `pagehide`, the text comes before the database closes.
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
  // The browser may take the text later.
  useEffect(() => unsent.subscribe(() => unsent.isDurable && setWritten(true)), []);
  const deleteStored = async () => {
    if (latest.current !== "") return;
    const stored = await unsent.read(userId, id).catch(() => null);
    // Another box may have stored the next text since.
    const isOwn = stored === null ? isKnown.current : sent.current.has(String(stored));
    await unsent.delete(userId, [`${id}:${ownName}`, ...(isOwn ? [id] : [])]);
  };
  return {
    text,
    isStored: isWritten && !isSilent,
    setText: (changed) => {
      show(changed);
      // A timer that each key starts again would store nothing while the member types without a pause.
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
