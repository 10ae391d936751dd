import { afterEach, expect, it, vi } from "vitest";
import { clearSession, setReviewStatus, setUserInfo } from "#/session/session";
import { watchApproval } from "./watch-approval";

const member = { userId: "U1", nickname: "小美", reviewStatus: "PENDING" } as const;

afterEach(clearSession);

it("tells of an approval and of its end, and of no other change", () => {
  setUserInfo(member);
  const onChange = vi.fn();
  const stop = watchApproval(onChange);
  setReviewStatus("IN_REVIEW");
  expect(onChange).not.toHaveBeenCalled();
  setReviewStatus("APPROVED");
  expect(onChange).toHaveBeenCalledTimes(1);
  setUserInfo({ ...member, reviewStatus: "APPROVED" });
  expect(onChange).toHaveBeenCalledTimes(1);
  setReviewStatus("SUSPENDED");
  expect(onChange).toHaveBeenCalledTimes(2);
  stop();
  setReviewStatus("APPROVED");
  expect(onChange).toHaveBeenCalledTimes(2);
});
