import { beforeEach, expect, test } from "vitest";
import { readText, writeJson } from "../../storage/local";
import { forgetLeftovers } from "./forget-leftovers";

const ming = `U${"1".repeat(32)}`;
const hua = `U${"2".repeat(32)}`;

beforeEach(() => localStorage.clear());

test("the form of someone who is registered by now goes, with all that belongs to it", async () => {
  writeJson("registerForm", { account: ming });
  writeJson("outbox", { userId: ming });
  writeJson("profilePhotos", { userId: ming, photos: [] });
  await forgetLeftovers(ming);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("the form of someone else on the device stays", async () => {
  writeJson("registerForm", { account: hua });
  writeJson("registerFormAside", [{ userId: ming, texts: {} }]);
  await forgetLeftovers(ming);
  expect(readText("registerForm")).toContain(hua);
  expect(readText("registerFormAside")).toBeNull();
});
