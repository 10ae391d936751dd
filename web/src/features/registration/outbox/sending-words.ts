/** What the sending screen says and offers in each state of the outbox. */
import type { TextValues } from "../../../i18n/use-text";
import type { OutboxState } from "./outbox-states";

/** What a person can do about it besides waiting. */
export type SendingAction = "tryNow" | "here" | "login";

export interface SendingWords {
  /** Read out when it changes, so that nothing in it ticks. */
  text: { id: string; values?: TextValues };
  /** The second line, in smaller letters. */
  advice?: string;
  action?: SendingAction;
  /** From 0 to 1; null while nothing moves. */
  fraction: number | null;
}

/** Of the way, so much are the uploads; the rest is the ticket before and the profile after them. */
const uploadsFrom = 0.1;
const uploadsTo = 0.85;

/** What the words depend on besides the state. */
export interface SendingFacts {
  /** The device itself says that it has no network. */
  isOffline: boolean;
  /** A document goes along, which is no picture. */
  hasDocument: boolean;
}

export function sendingWords(
  state: OutboxState,
  { isOffline, hasDocument }: SendingFacts,
): SendingWords {
  switch (state.step) {
    case "elsewhere":
      return { text: { id: "register.sending.elsewhere" }, action: "here", fraction: null };
    case "uploading": {
      const { number, total, fraction } = state;
      const uploaded = (number - 1 + fraction) / total;
      const id = `register.sending.${hasDocument ? "uploadingFile" : "uploading"}`;
      return {
        text: { id, values: { number, total } },
        fraction: uploadsFrom + (uploadsTo - uploadsFrom) * uploaded,
      };
    }
    case "sending":
      return { text: { id: "register.sending.sending" }, fraction: 0.9 };
    case "waiting":
      return { ...waitingWords(state.code, isOffline), action: "tryNow", fraction: null };
    case "needsLogin":
      return {
        text: { id: "register.sending.needsLogin" },
        advice: "register.sending.loginAdvice",
        action: "login",
        fraction: null,
      };
    case "stuck":
      return {
        text: { id: "register.sending.stuck" },
        advice: `failure.${state.code}`,
        action: "tryNow",
        fraction: null,
      };
    default:
      return { text: { id: "register.sending.preparing" }, fraction: uploadsFrom / 2 };
  }
}

function waitingWords(
  code: string | null,
  isOffline: boolean,
): Pick<SendingWords, "text" | "advice"> {
  if (code !== null) {
    return { text: { id: "register.sending.busy" }, advice: `failure.${code}` };
  }
  return { text: { id: `register.sending.${isOffline ? "offline" : "unreachable"}` } };
}
