/** Logs in to LINE once more if the server refuses LINE's ID token while a page is open. */
import { useEffect, useState } from "react";
import { retryLineLogin } from "#/person/line-login-retry";
import { StartFailed } from "./start-failed";

const failure = {
  step: "proof",
  error: new Error("the server refused LINE's ID token"),
} as const;

export function Refused() {
  const [isLeaving, setLeaving] = useState(true);
  useEffect(() => setLeaving(retryLineLogin()), []);
  return isLeaving ? null : <StartFailed {...failure} />;
}
