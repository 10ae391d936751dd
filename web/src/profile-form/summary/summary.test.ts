import { i18n } from "@lingui/core";
import { beforeAll, expect, test, vi } from "vitest";
import type { Core, ProfileDraft } from "#/core/core";
import { loadCore } from "#/core/load";
import type { Language } from "#/i18n/languages";
import { activate, loadNamespaces } from "#/i18n/load";
import { text } from "#/i18n/use-text";
import * as config from "#/lib/config";
import { testConfig } from "#/lib/config.testing";
import type { FieldName } from "#/profile-form/answers/page-table";
import { shortenAddress, summarize } from "./summary";

let core: Core;
beforeAll(async () => {
  vi.spyOn(config, "findConfig").mockReturnValue({ ...testConfig, incomeCurrency: "TWD" });
  core = await loadCore();
  await activate("en");
  await loadNamespaces("register", "vocabulary");
});

async function answer(field: FieldName, draft: ProfileDraft, language: Language = "en") {
  if (i18n.locale !== language) await activate(language);
  const files = { nPhotos: 0, documentLabel: "" };
  return summarize({ t: text, core, draft, files }, [field])[0]?.text;
}

const conditions: ProfileDraft = {
  valueItem: [
    { type: "AGE", from: "28", to: "４０" },
    { type: "HEIGHT", from: 160, to: 0 },
    { type: "INCOME", from: "", to: "150" },
    { type: "EDUCATION", value: "BACHELOR" },
    { type: "SMOKE", value: false },
    { type: "DRINK", selected: false, value: true },
    { type: "TATTOO" },
  ],
};

test.each<[Language, string[]]>([
  [
    "en",
    [
      "Age: 28 – 40 years",
      "Height: 160 cm or more",
      "Yearly income: NT$1.5M or less",
      "Education: Bachelor’s degree or more",
      "Smoking: No",
    ],
  ],
  [
    "ja",
    [
      "年齢：28〜40歳",
      "身長：160 cm以上",
      "年収：150万新台湾ドル以下",
      "学歴：大学以上",
      "喫煙：なし",
    ],
  ],
  [
    "zh-TW",
    [
      "年齡：28 到 40 歲",
      "身高：160 公分以上",
      "年收入：新台幣 150 萬元以下",
      "學歷：大學以上",
      "抽菸習慣：無",
    ],
  ],
])(
  "%s: the summary lists the conditions as sentences and leaves out those that are off or empty",
  async (...[language, lines]) => {
    expect(await answer("valueItem", conditions, language)).toBe(lines.join("\n"));
  },
);

test.each<[FieldName, ProfileDraft, string]>([
  ["birthday", { birthday: "1994-02-28" }, "February 28, 1994"],
  ["birthday", { birthday: "1994-2" }, "1994-2"],
  ["height", { height: "１６５" }, "165 cm"],
  ["height", { height: "tall" }, "tall"],
  ["recommendDistanceKm", {}, "No limit"],
  ["recommendDistanceKm", { recommendDistanceKm: "0" }, "No limit"],
  ["recommendDistanceKm", { recommendDistanceKm: 50 }, "50 km"],
  ["incomeRange", { incomeRange: "FROM_150_TO_200" }, "NT$1.5M–2M"],
  ["smoke", { smoke: "true" }, "Yes"],
  ["city", { city: "TW-TPE" }, "Taipei City"],
  ["hobbyTagIds", { hobbyTagIds: ["301", 302] }, "Travel, Cooking"],
  ["fertilityPlanTagIds", { fertilityPlanTagIds: 502 }, "Open to children"],
  ["photoNameList", {}, ""],
  ["nickname", { nickname: "مريم" }, "مريم"],
])("the summary of %s for %j is %j", async (field, draft, read) => {
  expect(await answer(field, draft)).toBe(read);
});

test("the summary names the work mailbox only for that method", () => {
  const files = { nPhotos: 0, documentLabel: "" };
  const linesOf = (draft: ProfileDraft, mailbox?: string) =>
    summarize({ t: text, core, draft, files, ...(mailbox ? { mailbox } : {}) }, ["verifyMethod"]);
  const byMail = { verifyMethod: "WORK_EMAIL" } as const;
  expect(linesOf(byMail, "m…@ibm.com").at(-1)).toMatchObject({ text: "m…@ibm.com" });
  expect(linesOf({ verifyMethod: "LINK" }, "m…@ibm.com")).toHaveLength(1);
  expect(linesOf(byMail)).toHaveLength(1);
});

test.each([
  ["me@ibm.com", "m…@ibm.com"],
  ["mei.lin+work@tw.ibm.com", "m…@tw.ibm.com"],
  ["林@example.com", "林…@example.com"],
])("the address %s is shortened to %s", (address, short) => {
  expect(shortenAddress(address)).toBe(short);
});
