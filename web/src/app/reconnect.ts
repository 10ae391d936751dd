/** While the server is out of reach, asks again: soon at first, then ever more rarely. */
import { getSession, subscribeSession } from "../session/session";
import { recognise } from "./recognise";

const firstDelayMs = 2_000;
const longestDelayMs = 60_000;

/** Keeps asking until someone answers; `onAnswer` then draws what has changed. Gives what stops it. */
export function keepReconnecting(onAnswer: () => void): () => void {
  let delayMs = firstDelayMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    clearTimeout(timer);
    timer = undefined;
    await recognise();
    if (getSession().registration !== "unreachable") {
      delayMs = firstDelayMs;
      onAnswer();
      return;
    }
    delayMs = Math.min(delayMs * 2, longestDelayMs);
    wait();
  };
  const wait = () => {
    const isLost = getSession().registration === "unreachable";
    if (isLost && timer === undefined) timer = setTimeout(() => void ask(), delayMs);
  };
  const unsubscribe = subscribeSession(wait);
  const onOnline = () => {
    if (getSession().registration === "unreachable") void ask();
  };
  window.addEventListener("online", onOnline);
  wait();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener("online", onOnline);
  };
}
