import { expect, it } from "vitest";
import { redact } from "./redact";

const lineId = `U${"0123456789abcdef".repeat(2)}`;

it.each([
  ["a LINE id", `no profile for ${lineId}`, "no profile for [line id]"],
  ["an ID token", "refused eyJhbGciOi.eyJzdWIi.c2ln here", "refused [token] here"],
  ["a bearer", "sent Bearer abc-DEF_123 to it", "sent [token] to it"],
  ["a session token", `found ${"aB3_".repeat(11)}`, "found [token]"],
  ["an e-mail address", "from mei.chen@example.com.tw!", "from [e-mail]!"],
  [
    "the query of an address",
    "at https://app.example/profile?code=secret&x=1 today",
    "at https://app.example/profile?… today",
  ],
  [
    "the fragment of an address",
    "at https://app.example/#access_token=secret",
    "at https://app.example/?…",
  ],
  ["line ends", "one\r\ntwo\u0000three", "one two three"],
])("removes %s", (_, message, expected) => {
  expect(redact(message)).toBe(expected);
});

it("keeps an ordinary sentence as it is", () => {
  const sentence = "TypeError: Cannot read properties of undefined (reading 'photos')";
  expect(redact(sentence)).toBe(sentence);
});

it("cuts a message that is too long for the server, which counts bytes", () => {
  expect(redact("word ".repeat(1000))).toHaveLength(1000);
  expect(redact("照 ".repeat(1000))).toBe("照 ".repeat(250));
  const body = JSON.stringify({ level: "error", message: redact('"'.repeat(5000)) });
  expect(body.length).toBeLessThanOrEqual(2048);
});
