/** LINE's proof ended in the middle of things: one login renews it, and a second refusal says so. */
import { useEffect, useState } from "react";
import { retryLineLogin } from "../person/line-login-retry";
import { StartFailed } from "./start-failed";

const failure = { step: "proof", error: new Error("LINE's proof was refused") } as const;

export function Refused() {
  const [isLeaving, setLeaving] = useState(true);
  useEffect(() => setLeaving(retryLineLogin()), []);
  return isLeaving ? null : <StartFailed {...failure} />;
}
