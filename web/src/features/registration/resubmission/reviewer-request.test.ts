import { beforeAll, describe, expect, it } from "vitest";
import type { Core, ProfileDraft } from "#/core/core";
import { loadCore } from "#/core/load";
import { coreForFields } from "#/profile-form/answers/core-for-fields";
import { completeDraft } from "#/profile-form/made-up.testing";
import { payloadOf } from "./reviewer-request";

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});

const today = "2026-03-01";
const sent = `${"1".repeat(32)}.pdf`;
const stored = { verifyTempFileName: sent, city: completeDraft.city as string };
const coreFor = (...fields: string[]) =>
  coreForFields(
    core,
    () => fields,
    (draft) => payloadOf(draft, fields, stored),
  );

describe("coreForFields", () => {
  it("finds the errors of these fields, and no others", () => {
    const draft = { ...completeDraft, nickname: "", aboutMe: "" };
    expect(
      coreFor("aboutMe")
        .checkProfile(draft, today)
        ?.fields.map(({ path }) => path),
    ).toEqual(["aboutMe"]);
    expect(coreFor("mbti").checkProfile(draft, today)).toBeNull();
  });

  it("sends these fields and no others, and leaves out empty photo slots", () => {
    const draft = {
      ...completeDraft,
      photoNameList: [null, "a.jpg", null, { picked: true }],
    } as unknown as ProfileDraft;
    expect(coreFor("aboutMe", "photoNameList").parseProfile(draft, today).payload).toEqual({
      aboutMe: completeDraft.aboutMe,
      photoNameList: ["a.jpg", { picked: true }],
    });
  });

  it("sends a field that the person emptied, and not one that this device does not know", () => {
    const draft = { ...completeDraft, school: "", latitude: undefined } as unknown as ProfileDraft;
    expect(coreFor("school", "latitude").parseProfile(draft, today).payload).toEqual({
      school: "",
    });
  });

  it("sends a document only if it is another one", () => {
    const payloadWith = (verifyTempFileName: string) =>
      coreFor("verifyTempFileName").parseProfile({ ...completeDraft, verifyTempFileName }, today)
        .payload;
    expect(payloadWith(sent)).toEqual({});
    expect(payloadWith("other.pdf")).toEqual({ verifyTempFileName: "other.pdf" });
  });

  it("removes the stored place of a person who names another city", () => {
    const payloadIn = (city: string, place: object = {}) =>
      coreFor("city", "latitude", "longitude").parseProfile(
        { ...completeDraft, city, ...place } as ProfileDraft,
        today,
      ).payload;
    expect(payloadIn(stored.city)).toEqual({ city: stored.city });
    const gone = { latitude: null, longitude: null };
    expect(payloadIn("JP-TYO")).toEqual({ city: "JP-TYO", ...gone });
    const place = { latitude: 35.675, longitude: 139.775 };
    expect(payloadIn("JP-TYO", place)).toEqual({ city: "JP-TYO", ...place });
  });

  it("removes the stored place of a person who removes it in the form", () => {
    const draft = { ...completeDraft, latitude: null, longitude: null };
    expect(coreFor("city", "latitude", "longitude").parseProfile(draft, today).payload).toEqual({
      city: stored.city,
      latitude: null,
      longitude: null,
    });
    expect(coreFor("city").parseProfile(draft, today).payload).toEqual({ city: stored.city });
  });
});
