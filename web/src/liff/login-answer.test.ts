/** The address after LINE's login has answered. */
import { describe, expect, it } from "vitest";
import { forgetLoginAnswer } from "./login-answer";

function afterForgetting(place: string): string {
  window.history.replaceState(null, "", place);
  forgetLoginAnswer();
  return window.location.pathname + window.location.search + window.location.hash;
}

describe("the address after a login", () => {
  it("is the one that was asked for, to the letter", () => {
    const answer = "code=x&state=y&liffClientId=1&liffRedirectUri=http%3A%2F%2Fa%2F";
    expect(afterForgetting(`/profile?a=%20b&${answer}&c#d`)).toBe("/profile?a=%20b&c#d");
    expect(afterForgetting(`/?${answer}`)).toBe("/");
  });

  it("holds no refusal any more, which would fail the next start too", () => {
    const refusal = "error=access_denied&error_description=no&state=y&liffOAuth2Error=true";
    expect(afterForgetting(`/register?page=life&${refusal}`)).toBe("/register?page=life");
  });

  it("keeps parameters of the same names where LINE has not answered", () => {
    expect(afterForgetting("/?code=x&state=y#z")).toBe("/?code=x&state=y#z");
  });
});
