/** The public part of the configuration of a deployment. */
import { timeLimit, within } from "./time-limit";

declare global {
  interface Window {
    /** True if the browser is older than those of `vite/browsers.ts`: `public/start.js` has said so. */
    isTooOld?: boolean;
  }
}

export interface PublicConfig {
  lineBotId: string;
  liffId: string;
  mockEnable: boolean;
  apiServerPath: string;
  buildId: string;
  /** True if the deployment can send codes to work mailboxes; an older server leaves it out. */
  workEmail?: boolean;
  /** True if each new member proves the age with a document; an older server leaves it out. */
  ageProof?: boolean;
  /** True if members get messages in LINE about their news; an older server leaves it out. */
  lineMessages?: boolean;
  /** A mail address or an https URL at which people can write to us; absent where we answer in LINE's own chat. */
  contact?: string;
  /** The currency of incomes, a code of ISO 4217; an older server leaves it out. */
  incomeCurrency?: string;
}

const timeoutMs = 15_000;

let config: PublicConfig | undefined;

/** Loads the configuration. The start-up calls it once, before everything else. */
export async function loadConfig(): Promise<PublicConfig> {
  const written = document.getElementById("config")?.textContent;
  config = written ? (JSON.parse(written) as PublicConfig) : await request();
  return config;
}

/** Requests the configuration for the HTML of a development server, into which our server writes nothing. */
async function request(): Promise<PublicConfig> {
  const answer = await fetch("/config.json", { signal: timeLimit(timeoutMs) });
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}`);
  return (await within(timeoutMs, answer.json())) as PublicConfig;
}

/** Returns the configuration that the start-up has loaded. */
export function publicConfig(): PublicConfig {
  if (!config) throw new Error("the start-up has not loaded the configuration yet");
  return config;
}

/** Returns the configuration, or null before the start-up has loaded it. */
export function findConfig(): PublicConfig | null {
  return config ?? null;
}

/** Returns the address of LINE's page on which a person adds the official account as a friend. */
export function addFriendUrl(): string {
  return `https://line.me/R/ti/p/${encodeURIComponent(publicConfig().lineBotId)}`;
}
