/** A text that a member is typing. It survives the closing of its box, of the page and of the app. */
import { useEffect, useRef, useState } from "react";
import { getLiffUser } from "../../liff/liff";
import { readUnsent, removeUnsent, writeUnsent } from "../../storage/unsent";

/** Each key would otherwise write to the database. */
const storeAfterMs = 300;

interface UnsentText {
  text: string;
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
  const { userId } = getLiffUser();
  const [text, setShown] = useState("");
  const latest = useRef("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (changed: string) => {
    latest.current = changed;
    setShown(changed);
  };
  const stopTimer = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const store = () => {
    if (timer.current === undefined) return;
    stopTimer();
    void writeUnsent(userId, id, latest.current);
  };
  useEffect(() => {
    void readUnsent(userId, id).then((stored) => {
      if (typeof stored === "string" && latest.current === "") show(stored);
    });
    // A phone may end the page without another event.
    document.addEventListener("visibilitychange", store);
    return () => {
      document.removeEventListener("visibilitychange", store);
      store();
    };
  }, [userId, id]);
  return {
    text,
    setText: (changed) => {
      show(changed);
      // A timer that each key starts again would store nothing while the member types without a pause.
      timer.current ??= setTimeout(store, storeAfterMs);
    },
    storeNow: store,
    empty: () => {
      stopTimer();
      show("");
    },
    deleteStored: () => {
      if (latest.current === "") void removeUnsent(userId, id);
    },
  };
}
