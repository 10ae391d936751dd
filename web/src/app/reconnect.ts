/** While the server is out of reach, asks again: soon at first, then ever more rarely. */
import { identifyMember } from "../person/identify-member";
import { getSession, subscribeSession } from "../session/session";

const firstDelayMs = 2_000;
const longestDelayMs = 60_000;

/** Keeps asking until someone answers; `onAnswer` then draws what has changed. Gives what stops it. */
export function keepReconnecting(onAnswer: () => void): () => void {
  let delayMs = firstDelayMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    timer = undefined;
    // Changes the session on its way, which is no news yet.
    await identifyMember();
    isAsking = false;
    if (isLost()) {
      delayMs = Math.min(delayMs * 2, longestDelayMs);
      wait();
    } else {
      delayMs = firstDelayMs;
      onAnswer();
    }
  };
  const wait = () => {
    if (isLost() && !isAsking && timer === undefined) {
      timer = setTimeout(() => void ask(), delayMs);
    }
  };
  const unsubscribe = subscribeSession(wait);
  const onOnline = () => {
    if (isLost()) void ask();
  };
  window.addEventListener("online", onOnline);
  wait();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener("online", onOnline);
  };
}

const isLost = () => getSession().registration === "unreachable";
