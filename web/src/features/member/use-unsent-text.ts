/** A text that a member is typing. It survives the closing of its box, of the page and of the app. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { patientPolicy, retry } from "../../lib/retry";
import { currentAccount, useOwned } from "../../session/session";
import { unsent } from "../../storage/account-store";

/** Each key would otherwise write to the database. */
const storeAfterMs = 300;

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

/** Returns the text of the record `id`, which is stored a moment after each change. */
export function useUnsentText(id: string): UnsentText {
  const { userId } = useOwned(currentAccount);
  const [text, setShown] = useState("");
  const [isStored, setStored] = useState(true);
  const latest = useRef("");
  /** False while the database has not said whether it has a text from before. */
  const isKnown = useRef(false);
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
    void unsent.write(account, name, latest.current).then(setStored);
  };
  const storeLater = () => {
    // A timer that each key starts again would store nothing while the member types without a pause.
    timer.current ??= setTimeout(() => {
      // The text from before is still to come, and this one would replace it.
      if (isKnown.current) store();
    }, storeAfterMs);
  };
  const takeStored = useEffectEvent((stored: unknown) => {
    isKnown.current = true;
    if (typeof stored === "string" && stored !== "" && stored !== latest.current) {
      show([stored, latest.current].filter(Boolean).join("\n"));
    }
    store();
  });
  const storeAtEnd = useEffectEvent(store);
  useEffect(() => {
    isKnown.current = false;
    const closed = new AbortController();
    const { signal } = closed;
    const read = () => unsent.read(userId, id);
    retry(read, { policy: patientPolicy, signal, onWait: () => setStored(false) })
      .then(takeStored)
      // Only the end of the box ends the loop with an error.
      .catch(() => undefined);
    // A phone may end the page without another event.
    const storeAtOnce = () => storeAtEnd(userId, id);
    document.addEventListener("visibilitychange", storeAtOnce);
    return () => {
      closed.abort();
      document.removeEventListener("visibilitychange", storeAtOnce);
      storeAtOnce();
    };
  }, [userId, id]);
  return {
    text,
    isStored,
    setText: (changed) => {
      show(changed);
      storeLater();
    },
    storeNow: () => store(),
    empty: () => {
      stopTimer();
      show("");
    },
    deleteStored: () => {
      if (latest.current === "") void unsent.delete(userId, [id]);
    },
  };
}
