import { beforeAll, describe, expect, it } from "vitest";
import type { Core, ProfileDraft } from "../../../core/core";
import { loadCore } from "../../../core/load";
import { completeDraft } from "../form/testing";
import { coreAsking } from "./asking-core";

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});

const today = "2026-03-01";
const sent = `${"1".repeat(32)}.pdf`;
const asking = (...fields: string[]) => coreAsking(core, fields, sent);

describe("the core of someone who is asked for a few fields", () => {
  it("finds what is wrong with them, and nothing else", () => {
    const draft = { ...completeDraft, nickname: "", aboutMe: "" };
    expect(
      asking("aboutMe")
        .checkProfile(draft, today)
        ?.fields.map(({ path }) => path),
    ).toEqual(["aboutMe"]);
    expect(asking("mbti").checkProfile(draft, today)).toBeNull();
  });

  it("sends them and no others, and leaves out empty photo slots", () => {
    const draft = {
      ...completeDraft,
      photoNameList: [null, "a.jpg", null, { picked: true }],
    } as unknown as ProfileDraft;
    expect(asking("aboutMe", "photoNameList").parseProfile(draft, today).payload).toEqual({
      aboutMe: completeDraft.aboutMe,
      photoNameList: ["a.jpg", { picked: true }],
    });
  });

  it("sends what was emptied, and not what this device does not know", () => {
    const draft = { ...completeDraft, school: "", latitude: undefined } as ProfileDraft;
    expect(asking("school", "latitude").parseProfile(draft, today).payload).toEqual({ school: "" });
  });

  it("sends a document only when it is another one", () => {
    const payloadWith = (verifyTempFileName: string) =>
      asking("verifyTempFileName").parseProfile({ ...completeDraft, verifyTempFileName }, today)
        .payload;
    expect(payloadWith(sent)).toEqual({});
    expect(payloadWith("other.pdf")).toEqual({ verifyTempFileName: "other.pdf" });
  });
});
