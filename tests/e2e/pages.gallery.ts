/** Pictures of every page and dialog, in each language and colour scheme, on a phone and on a desktop. */
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { components } from "../../web/src/api/schema";
import base from "../vectors/base.json" with { type: "json" };
import { openDevice } from "./browser";
import { launchIn, openLiffView } from "./devices";
import { type PageId, pageIds } from "./filled-form";
import { galleryOf, locales, shoot } from "./gallery";
import { newPerson } from "./members";
import { type Mock, withMock } from "./mock";
import { drawPicture, madeUpFile } from "./pictures";
import { withServers } from "./stage";

/** Answers to every question, with long texts. */
const filled = {
  ...base,
  achievement: "三項專利",
  address: "大安區和平東路一段",
  school: "國立臺灣大學",
  personalityTagIds: [101, 102, 103],
  hobbyTagIds: [301, 302],
  datingQuestion: "山か海か、どちらが好きですか？",
  dailyLife: "Early to bed, early to rise, and a long walk with the dog in between.",
  surprisePoint: "我會自己做麵包。",
  mbti: "INFJ",
  recommendDistanceKm: 50,
  valueItem: [
    { type: "AGE", selected: true, from: 28, to: 40 },
    { type: "HEIGHT", selected: true, from: 160, to: 0 },
    { type: "INCOME", selected: true, from: 100, to: 300 },
    { type: "EDUCATION", selected: true, value: "BACHELOR" },
    { type: "SMOKE", selected: true, value: false },
  ],
  employerId: "google",
  verifyDescription: "I work in the Taipei office.",
  feedback: "謝謝",
};

type Action = components["schemas"]["CaseAction"];
type Reason = components["schemas"]["Reason"];

/** Answers that break rules on every page that has any. */
const wrong = {
  nickname: "a".repeat(21),
  birthday: "1990-02-30",
  height: "99",
  achievement: "三".repeat(201),
  aboutMe: "短い",
  recommendDistanceKm: "5",
  valueItem: [
    { type: "AGE", selected: true, from: "40", to: "30" },
    { type: "HEIGHT", selected: true, from: "abc", to: "" },
    { type: "EDUCATION", selected: true },
  ],
  verifyMethod: "LINK",
  reviewLink: "http://私のページ",
  hobbyTagIds: [301, 302, 303, 304, 305, 306, 307, 308, 309, 310],
};

for (const language of ["en", "zh-TW", "ja"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    const prefix = `${language}-${colorScheme}`;
    const options = { locale: locales[language], colorScheme };

    /** Returns the steps that lead to the pictures of a page. */
    const prepare = async (page: Page, url: string) => {
      const { t, button, take } = await galleryOf(page, language, prefix);
      const dialog = page.getByRole("dialog");
      const shootDialog = async (name: string) => {
        await dialog.getByRole("heading").first().waitFor();
        await take(name, dialog);
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
      };
      const openPage = async (id: PageId) => {
        await page.goto(`${url}/register?page=${id}`);
        await page.locator("form").waitFor();
      };
      const submit = page.locator("footer button[type=submit]");
      const writeDraft = (answers: object) =>
        page.evaluate((given) => {
          const key = Object.keys(localStorage).find((name) => name.endsWith(":draft")) ?? "";
          const stored = JSON.parse(localStorage.getItem(key) ?? "{}");
          const { account, password } = stored;
          localStorage.setItem(key, JSON.stringify({ ...stored, ...given, account, password }));
        }, answers);
      const agree = async () => {
        await page.goto(`${url}/register`);
        await button("shell.first.start").click();
        await button("register.welcome.begin").click();
        await page.locator("form").waitFor();
      };
      const addPhotos = async () => {
        await openPage("photos");
        const file = page.locator("main input[type=file]").first();
        const first = await drawPicture(page, "a.jpg", "image/jpeg", 5);
        await file.setInputFiles([first, await drawPicture(page, "b.jpg", "image/jpeg", 7)]);
        await page.locator("main [data-photo] img").nth(1).waitFor();
      };
      return {
        t,
        button,
        take,
        shootDialog,
        openPage,
        submit,
        writeDraft,
        agree,
        addPhotos,
      };
    };

    withMock(`gallery of the form, ${prefix}`, async ({ browser, mock }) => {
      const { url } = mock;
      await mock.change({ start: { member: "newcomer" } });
      const { context, page } = await openDevice(browser, options);
      const steps = await prepare(page, url);
      const { t, button, take, shootDialog, openPage, submit, writeDraft } = steps;
      await page.goto(`${url}/register`);
      await page.locator("#loading").waitFor({ state: "hidden" });
      await take("welcome");
      await page.getByRole("link", { name: t("shell.first.policy") }).click();
      await shootDialog("policy");
      await button("shell.first.start").click();
      await button("register.welcome.begin").waitFor();
      await take("welcome-facts");
      await button("register.welcome.begin").click();
      await page.locator("form").waitFor();
      await openPage("check");
      await submit.click();
      await page.waitForURL(/page=you/);
      await openPage("check");
      await take("check-empty");
      for (const id of pageIds) {
        if (id === "check") continue;
        await openPage(id);
        await take(`${id}-empty`);
        if (id === "tags") continue;
        await submit.click();
        await page.locator('main a[href^="#field-"]').first().waitFor();
        await take(`${id}-open`);
      }
      await openPage("you");
      await writeDraft(wrong);
      for (const id of pageIds) {
        if (id === "marriage" || id === "photos" || id === "check") continue;
        await openPage(id);
        if (id !== "tags") {
          await submit.click();
          await page.locator('main a[href^="#field-"]').first().waitFor();
        }
        await take(`${id}-wrong`);
      }
      await openPage("check");
      await submit.click();
      await page.waitForURL(/page=you/);
      await page.goBack();
      await page.locator("main dl").first().waitFor();
      await take("check-wrong");
      await openPage("photos");
      const pictures = page.locator("main input[type=file]").first();
      await pictures.setInputFiles(madeUpFile("notes.jpg", "Buy milk and bread."));
      await page.locator('[id="field-photoNameList[0]-error"]').waitFor();
      await take("photos-wrong");
      await writeDraft({ birthday: `${new Date().getFullYear() - 12}-02-28` });
      await openPage("you");
      await submit.click();
      await button("register.underAge.correct").waitFor();
      await take("under-age");
      await button("register.underAge.forget").click();
      await shootDialog("under-age-dialog");

      await openPage("you");
      await writeDraft(filled);
      await openPage("photos");
      await page.getByRole("button", { name: t("register.photo.remove", { number: "1" }) }).click();
      await steps.addPhotos();
      for (const id of pageIds) {
        await openPage(id);
        await take(`${id}-filled`);
      }
      await button("register.preview.title").click();
      await shootDialog("preview-dialog");
      await openPage("life");
      await button("register.location.ask").click();
      await page.getByText(t("register.location.denied")).first().waitFor();
      await take("life-location-denied");
      await openPage("photos");
      await button("register.photo.edit", { number: "1" }).click();
      await shootDialog("photo-dialog");
      await button("register.photo.edit", { number: "1" }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("register.photo.crop") })
        .click();
      await page.getByRole("dialog").getByRole("slider").waitFor();
      await shootDialog("crop-dialog");
      await page.getByRole("button", { name: t("register.photo.remove", { number: "2" }) }).click();
      await take("toast", page.getByRole("status").last());
      await button("register.photo.undo").click();

      await openPage("verification");
      await page.getByRole("radio").nth(1).check();
      const document = page.locator("main input[type=file]");
      await document.setInputFiles(join(import.meta.dirname, "contract.pdf"));
      await page.getByRole("img", { name: t("register.document.isReady") }).waitFor();
      await take("verification-document");
      await page.getByRole("radio").nth(0).check();
      await take("verification-email");
      await page.locator("#field-employerId").click();
      await shootDialog("employer-dialog");
      await page.locator("#field-workEmail").fill("mei@google.com");
      await button("register.workEmail.send").click();
      await page.getByLabel(t("register.workEmail.code"), { exact: true }).waitFor();
      await take("verification-code");
      await page.getByLabel(t("register.workEmail.code"), { exact: true }).fill("111111");
      await take("verification-code-wrong");
      await page.getByRole("radio").nth(2).check();

      await page.goto(`${url}/register`);
      await page.locator("main h1").waitFor();
      await take("welcome-back");
      await button("register.back.startOver").click();
      await shootDialog("start-over-dialog");
      const other = await context.newPage();
      await other.goto(`${url}/register?page=you`);
      await other.getByRole("button", { name: t("register.elsewhere.continue") }).waitFor();
      await shoot(other, prefix, "elsewhere");
      await other.close();
      await openPage("check");
      await page.waitForLoadState("networkidle");
      await context.setOffline(true);
      await submit.click();
      await page.getByText(t("register.sending.offline")).first().waitFor();
      await take("sending-offline");
      await page.route("**/api/user-profile", (route) => route.abort());
      await context.setOffline(false);
      await page.getByText(t("register.sending.unreachable")).first().waitFor();
      await take("sending-unreachable");
      await context.close();
    });

    /** Registers a person, and returns the steps of their pictures. */
    const openMember = async (browser: Browser, mock: Mock) => {
      const { url } = mock;
      await mock.change({ start: { member: "newcomer" } });
      const { context, page } = await openDevice(browser, options);
      const steps = await prepare(page, url);
      await steps.agree();
      await steps.writeDraft(filled);
      await steps.addPhotos();
      await steps.openPage("check");
      await steps.submit.click();
      await page.waitForURL(`${url}/`);
      const takeBoth = async (name: string) => {
        for (const [kind, path] of [
          ["home", "/"],
          ["profile", "/profile"],
        ]) {
          await page.goto(`${url}${path}`);
          await page.locator("main h1").waitFor();
          await page.waitForLoadState("networkidle");
          await steps.take(`${kind}-${name}`);
        }
      };
      const decide = (action: Action, ...reasons: Reason[]) =>
        mock.change({ decision: { action, reasons } });
      return { context, page, ...steps, takeBoth, decide };
    };

    withMock(`gallery of members, ${prefix}`, async ({ browser, mock }) => {
      const { url } = mock;
      const rejected = await openMember(browser, mock);
      const blurred = { path: "photoNameList", code: "other", note: "照片看不清楚。" };
      await rejected.decide("REJECT", blurred);
      await rejected.takeBoth("rejected");
      await rejected.button("rights.appeal").click();
      const words = rejected.page.getByRole("dialog").getByRole("textbox");
      await words.fill("照片是上個月拍的。");
      await rejected.shootDialog("appeal-dialog");
      await rejected.button("rights.appeal").click();
      await rejected.button("rights.appeal.send").click();
      await rejected.button("rights.appeal").waitFor({ state: "hidden" });
      await rejected.takeBoth("appealed");
      await rejected.decide("REJECT", blurred);
      await rejected.takeBoth("rejected-finally");
      await rejected.context.close();
      const { context, page, t, button, take, shootDialog, openPage, submit, takeBoth, decide } =
        await openMember(browser, mock);
      await takeBoth("pending");
      await page
        .locator("main input[type=file]")
        .first()
        .setInputFiles(await drawPicture(page, "me.jpg", "image/jpeg", 6));
      await shootDialog("avatar-dialog");
      await button("rights.delete").click();
      await shootDialog("delete-dialog");
      await button("rights.logout").click();
      await shootDialog("logout-everywhere-dialog");
      await button("profile.logout").click();
      await shootDialog("logout-dialog");
      await button("profile.takeBack").click();
      await shootDialog("take-back-dialog");
      await decide(
        "ASK_FOR_INFO",
        { path: "aboutMe", code: "incomplete", note: "請多寫一點你的週末。" },
        {
          path: "photoNameList[0]",
          code: "unclear",
          note: "顔がよく見える写真をお願いします。",
        },
        { path: "reviewLink", code: "unclear", note: "The page does not show your name." },
      );
      await takeBoth("needs-info");
      for (const id of ["about", "photos", "verification", "check"] as const) {
        await openPage(id);
        await take(`resubmission-${id}`);
      }
      await openPage("about");
      await page.getByRole("textbox").first().fill("On Saturdays I hike, on Sundays I bake.");
      await openPage("check");
      await submit.click();
      await page.waitForURL(`${url}/profile`);
      await page.waitForLoadState("networkidle");
      await decide("APPROVE");
      await takeBoth("approved");
      await decide("SUSPEND", { path: "nickname", code: "other", note: "暱稱不適合。" });
      await takeBoth("suspended");
      await decide("APPROVE");
      await page.goto(`${url}/nowhere`);
      await page.locator("main h1").waitFor();
      await take("not-found");
      await page.goto(`${url}/dev`);
      await page.locator("main h1").waitFor();
      await take("dev");
      await page.goto(`${url}/profile`);
      await button("rights.delete").click();
      await page.getByRole("dialog").getByRole("checkbox").check();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("rights.delete.confirm") })
        .click();
      await page.getByRole("heading", { name: t("rights.farewell.title") }).waitFor();
      await take("farewell");
      await context.close();
    });

    withServers(`gallery of strangers, ${prefix}`, async ({ browser, line, lineServer }) => {
      const looks = {
        friend: { isFriend: false },
        "start-failed": { faults: [{ call: "/friendship", status: 500 }] },
        "wrong-clock": { idTokenFault: "expired" },
      } as const;
      const reset = () =>
        line.control({
          reset: true,
          endpointUrl: `${lineServer.url}/`,
          withheldApis: ["multipleLiffTransition"],
        });
      const shootLook = async (name: string, path = "") => {
        const { context, page } = await openLiffView(browser, line, options);
        if (name === "newcomer") {
          await page.route(`${lineServer.url}/api/**`, (route) => route.abort());
        }
        await launchIn(page, line, path);
        await page.locator("h1").first().waitFor();
        await page.locator("#loading").waitFor({ state: "hidden" });
        await page.waitForLoadState("networkidle");
        await shoot(page, prefix, name);
        await context.close();
      };
      for (const [name, change] of Object.entries(looks)) {
        await reset();
        await line.control({ person: newPerson(), ...structuredClone(change) } as never);
        await shootLook(name);
      }
      await reset();
      await line.control({ person: newPerson() });
      await shootLook("newcomer");
    });
  }
}
