/** Renews LINE's ID token by one more login, if the server refuses it while pages are open. */
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
