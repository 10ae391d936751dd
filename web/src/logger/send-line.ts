/** Sends a log line to the server, and never makes a failure of its own known to anyone but the console. */
import { findConfig } from "../lib/config";

/** After a refusal or a failure nothing is sent for so long. */
const pauseMs = 30_000;

let silentUntilMs = 0;

/** Without configuration, or while pausing, the line stays on this device. */
export async function sendLine(level: string, message: string): Promise<void> {
  const config = findConfig();
  if (!config || Date.now() < silentUntilMs) return;
  try {
    const answer = await fetch(`${config.apiServerPath}/logger`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ message, level }),
      // The page may be on its way out because of what is told.
      keepalive: true,
    });
    if (!answer.ok) throw new Error(`the logger answered ${answer.status}`);
  } catch (error) {
    silentUntilMs = Date.now() + pauseMs;
    console.warn("a log line could not be sent", error);
  }
}
