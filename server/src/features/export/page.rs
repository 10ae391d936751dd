//! `profile.html`: the stored data of a person as a page, for people who do not read JSON.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use enmusubi_core::language::Language;
use enmusubi_core::review::{Reason, ReviewAction, field_of};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::data::ZipEntry;
use crate::clock::Millis;
use crate::features::photo::Purpose;
use crate::features::profile_text::{Section, Words, employer_name};
use crate::store::person::PersonalData;
use crate::store::review::PastStep;

/// The page loads nothing from a network and runs no script, whatever a person typed into the profile.
const POLICY: &str = "default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'";

const STYLE: &str = "
    :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
    body { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1rem; overflow-wrap: anywhere }
    h1 { font-size: 1.5rem } h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
    dl { margin: 0 } dt { opacity: .7; font-size: .875rem } dd { margin: 0 0 .75rem; white-space: pre-line }
    img { width: 9rem; aspect-ratio: 3 / 4; object-fit: cover; border-radius: .5rem; margin: 0 .5rem .5rem 0 }
    ul { padding-left: 1.25rem }";

/// The sentences of the page that the form does not have.
struct Sentences {
    title: &'static str,
    intro: &'static str,
    made_at: &'static str,
    registered: &'static str,
    status: &'static str,
    documents: &'static str,
    other_files: &'static str,
    review: &'static str,
    taken_back: &'static str,
    age_checked: &'static str,
    mailboxes: &'static str,
    mailbox_note: &'static str,
    logins: &'static str,
    logged_in: &'static str,
    valid_until: &'static str,
}

const CHINESE: Sentences = Sentences {
    title: "你的 Enmusubi 資料",
    intro: "這裡有你的回答、檔案和審核紀錄。我們保存的所有資料都在同一個資料夾的 profile.json，供程式讀取。",
    made_at: "匯出時間",
    registered: "註冊時間",
    status: "審核狀態",
    documents: "證明文件",
    other_files: "其他檔案",
    review: "審核紀錄",
    taken_back: "由你取回",
    age_checked: "年齡確認",
    mailboxes: "公司信箱",
    mailbox_note: "我們只知道這個信箱屬於哪家公司，不保存地址本身。",
    logins: "登入紀錄",
    logged_in: "登入",
    valid_until: "有效至",
};

const JAPANESE: Sentences = Sentences {
    title: "Enmusubiに保存されているデータ",
    intro: "回答、ファイル、審査の記録をまとめました。保存しているすべてのデータは、同じフォルダのprofile.json（プログラム用）に入っています。",
    made_at: "書き出し日時",
    registered: "登録日時",
    status: "審査の状況",
    documents: "証明書類",
    other_files: "その他のファイル",
    review: "審査の記録",
    taken_back: "ご自身で取り下げ",
    age_checked: "年齢確認",
    mailboxes: "会社のメールアドレス",
    mailbox_note: "どの会社のメールかだけを記録し、アドレスそのものは保存していません。",
    logins: "ログインの記録",
    logged_in: "ログイン",
    valid_until: "有効期限",
};

const ENGLISH: Sentences = Sentences {
    title: "Your data at Enmusubi",
    intro: "These are your answers, your files and the history of your review. The file profile.json in the same folder has everything that we store, for programs.",
    made_at: "Exported",
    registered: "Registered",
    status: "Review",
    documents: "Documents",
    other_files: "Other files",
    review: "History of your review",
    taken_back: "Taken back by you",
    age_checked: "Age checked",
    mailboxes: "Work mailboxes",
    mailbox_note: "We know which employer this mailbox belongs to. We do not store its address.",
    logins: "Logins",
    logged_in: "logged in",
    valid_until: "valid until",
};

/// Writes dates and times as the operator's time zone has them.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageClock {
    pub(super) now: DateTime<Utc>,
    pub(super) today: NaiveDate,
    pub(super) time_zone: Tz,
}

impl PageClock {
    fn time(self, at_ms: Millis) -> String {
        let local = at_ms.time().with_timezone(&self.time_zone);
        format!("{} ({})", local.format("%Y-%m-%d %H:%M"), self.time_zone)
    }
}

/// Returns the page in the language of the words, with relative links to the files.
pub(super) fn page_of(
    person: &PersonalData,
    files: &[ZipEntry<'_>],
    words: Words<'_>,
    clock: PageClock,
) -> String {
    let language = words.language;
    let say = match language {
        Language::TraditionalChinese => &CHINESE,
        Language::Japanese => &JAPANESE,
        Language::English => &ENGLISH,
    };
    let latest = person.review.last();
    let status = match latest.filter(|step| step.to == person.account.review_status) {
        Some(step) => state_after(step, words, say),
        None => words.word(&format!(
            "vocabulary.reviewStatus.{}",
            person.account.review_status
        )),
    };
    let sections = words.summary(&person.profile, clock.today);
    let sections = sections.iter().map(|(_, section)| section);
    let markup = html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (say.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (say.title) }
                p { (say.intro) }
                dl {
                    (row(say.made_at, &clock.time(Millis::from(clock.now))))
                    (row(say.registered, &clock.time(person.account.created_at_ms)))
                    (row(say.status, &status))
                    @if let Some(check) = person.age_check {
                        @let document = words.word(&format!("vocabulary.ageDocument.{}", check.document));
                        (row(say.age_checked, &format!("{document}, {}", clock.time(check.checked_at_ms))))
                    }
                }
                (photos(person, files, words))
                @for section in sections { (answers(section)) }
                (documents(person, files, say))
                (history(&person.review, words, say, clock))
                (mailboxes(person, say, clock))
                (logins(person, say, clock))
            }
        }
    };
    markup.into_string()
}

fn row(label: &str, text: &str) -> Markup {
    html! { dt { (label) } dd { (text) } }
}

fn answers(section: &Section) -> Markup {
    html! {
        @if !section.rows.is_empty() {
            h2 { (section.heading) }
            dl { @for answer in &section.rows { (row(&answer.label, &answer.text)) } }
        }
    }
}

fn photos(person: &PersonalData, files: &[ZipEntry<'_>], words: Words<'_>) -> Markup {
    let shown = person.photos.iter().filter_map(|name| {
        let found = files.iter().find(|named| named.file.name == *name);
        found.map(|named| &named.path)
    });
    html! {
        h2 { (words.word("register.page.photos")) }
        @for (path, number) in shown.zip(1..) {
            @let label = words.word_with("register.photo.label", "number", &number.to_string());
            a href=(path) { img src=(path) alt=(label); }
        }
    }
}

fn documents(person: &PersonalData, files: &[ZipEntry<'_>], say: &Sentences) -> Markup {
    let is_profile_photo = |named: &&ZipEntry<'_>| person.photos.contains(&named.file.name);
    let is_document = |named: &&ZipEntry<'_>| named.file.purpose == Purpose::Document.as_str();
    let others = files.iter().filter(|named| !is_profile_photo(named));
    let (documents, others): (Vec<_>, Vec<_>) = others.partition(is_document);
    html! {
        (list_of_files(say.documents, &documents))
        (list_of_files(say.other_files, &others))
    }
}

fn list_of_files(heading: &str, files: &[&ZipEntry<'_>]) -> Markup {
    html! {
        @if !files.is_empty() {
            h2 { (heading) }
            ul { @for named in files { li { a href=(named.path) { (named.path) } } } }
        }
    }
}

fn history(steps: &[PastStep], words: Words<'_>, say: &Sentences, clock: PageClock) -> Markup {
    html! {
        @if !steps.is_empty() {
            h2 { (say.review) }
            ul {
                @for step in steps {
                    li {
                        (clock.time(step.at_ms)) " "
                        (state_after(step, words, say))
                        @if !step.reasons.is_empty() {
                            ul { @for reason in &step.reasons { li { (reason_text(reason, words)) } } }
                        }
                    }
                }
            }
        }
    }
}

fn state_after(step: &PastStep, words: Words<'_>, say: &Sentences) -> String {
    if step.action == ReviewAction::TakeBack.as_str() {
        return say.taken_back.to_owned();
    }
    words.word(&format!("vocabulary.reviewStatus.{}", step.to))
}

fn reason_text(reason: &Reason, words: Words<'_>) -> String {
    let label = field_of(&reason.path).map_or_else(|| reason.path.clone(), |it| words.label_of(it));
    let why = words.word(&format!("vocabulary.reasonCode.{}", reason.code));
    let line = words.word_with("register.answer", "name", &label);
    format!("{} {}", line.replace("{value}", &why), reason.note)
}

fn mailboxes(person: &PersonalData, say: &Sentences, clock: PageClock) -> Markup {
    html! {
        @if !person.mailboxes.is_empty() {
            h2 { (say.mailboxes) }
            p { (say.mailbox_note) }
            ul {
                @for mailbox in &person.mailboxes {
                    li {
                        (employer_name(&mailbox.employer_id)) ", "
                        (say.valid_until) " " (clock.time(mailbox.expires_at_ms))
                    }
                }
            }
        }
    }
}

fn logins(person: &PersonalData, say: &Sentences, clock: PageClock) -> Markup {
    html! {
        @if !person.logins.is_empty() {
            h2 { (say.logins) }
            ul {
                @for login in &person.logins {
                    @let ends_at_ms = login.revoked_at_ms.unwrap_or(login.expires_at_ms);
                    li {
                        (say.logged_in) " " (clock.time(login.login_at_ms)) ", "
                        (say.valid_until) " " (clock.time(ends_at_ms))
                    }
                }
            }
        }
    }
}
