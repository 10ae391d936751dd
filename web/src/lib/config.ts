/** The public part of the deployment's configuration. */
import { timeLimit } from "./time-limit";

/** What the server tells every page about its deployment. */
export interface PublicConfig {
  lineBotId: string;
  liffId: string;
  mockEnable: boolean;
  apiServerPath: string;
  buildId: string;
  /** Whether this deployment can send codes to work mailboxes; a server from before says nothing. */
  workEmail?: boolean;
}

const patienceMs = 15_000;

let config: PublicConfig | undefined;

/** Asks once, before anything else. */
export async function fetchConfig(): Promise<PublicConfig> {
  const answer = await fetch("/config.json", { signal: timeLimit(patienceMs) });
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}`);
  config = (await answer.json()) as PublicConfig;
  return config;
}

/** The configuration, once the start-up has it. */
export function publicConfig(): PublicConfig {
  if (!config) throw new Error("the configuration is asked for before it was fetched");
  return config;
}

/** The configuration, or null before it was fetched. */
export function findConfig(): PublicConfig | null {
  return config ?? null;
}

/** LINE's page on which a person adds the official account as a friend. */
export function addFriendUrl(): string {
  return `https://line.me/R/ti/p/${encodeURIComponent(publicConfig().lineBotId)}`;
}
