/** The address after LINE's login. */
import { describe, expect, it } from "vitest";
import { removeLoginParameters } from "./login-parameters";

function afterForgetting(place: string): string {
  window.history.replaceState(null, "", place);
  removeLoginParameters();
  return window.location.pathname + window.location.search + window.location.hash;
}

describe("the address after a login", () => {
  it("is exactly the address of before the login", () => {
    const answer = "code=x&state=y&liffClientId=1&liffRedirectUri=http%3A%2F%2Fa%2F";
    expect(afterForgetting(`/profile?a=%20b&${answer}&c#d`)).toBe("/profile?a=%20b&c#d");
    expect(afterForgetting(`/?${answer}`)).toBe("/");
  });

  it("loses a refusal, which would fail the next start too", () => {
    const refusal = "error=access_denied&error_description=no&state=y&liffOAuth2Error=true";
    expect(afterForgetting(`/register?page=life&${refusal}`)).toBe("/register?page=life");
  });

  it("keeps parameters of the same names if they are not from LINE", () => {
    expect(afterForgetting("/?code=x&state=y#z")).toBe("/?code=x&state=y#z");
  });
});
