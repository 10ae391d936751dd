/** The public part of the server's configuration. */
import { timeLimit, within } from "./time-limit";

declare global {
  interface Window {
    /**
     * True if the browser is older than `vite/browsers.ts` allows. `public/start.js` then shows a message that asks for
     * an update.
     */
    isTooOld?: boolean;
  }
}

export interface PublicConfig {
  lineBotId: string;
  liffId: string;
  mockEnable: boolean;
  apiServerPath: string;
  buildId: string;
  /**
   * True if the server can send codes to work mailboxes. An older server sends neither this flag nor the two flags
   * below.
   */
  workEmail?: boolean;
  /** True if each new member must prove the age with a document. */
  ageProof?: boolean;
  /** True if members get messages in LINE about their news. */
  lineMessages?: boolean;
  /**
   * A mail address or an https URL at which people can write to the operator. Absent if people write in LINE's chat.
   */
  contact?: string;
  /** The currency of incomes, a code of ISO 4217. An older server does not send this property. */
  incomeCurrency?: string;
}

const timeoutMs = 15_000;

let config: PublicConfig | undefined;

/** Loads the configuration. The start-up must call this function first, because all other code needs the result. */
export async function loadConfig(): Promise<PublicConfig> {
  const written = document.getElementById("config")?.textContent;
  config = written ? (JSON.parse(written) as PublicConfig) : await request();
  return config;
}

/** Requests the configuration, because the HTML of a development server does not contain it. */
async function request(): Promise<PublicConfig> {
  const answer = await fetch("/config.json", { signal: timeLimit(timeoutMs) });
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}`);
  return (await within(timeoutMs, answer.json())) as PublicConfig;
}

export function publicConfig(): PublicConfig {
  if (!config) throw new Error("the start-up has not loaded the configuration yet");
  return config;
}

export function findConfig(): PublicConfig | null {
  return config ?? null;
}

export function addFriendUrl(): string {
  return `https://line.me/R/ti/p/${encodeURIComponent(publicConfig().lineBotId)}`;
}
