//! Tests the texts for the reviewer's terminal.

use enmusubi_core::review::CaseAction;
use enmusubi_core::{JsonDocument, UserProfileCreate, VerifyMethod};
use serde_json::Value;

use super::*;
use crate::clock::HOUR_MS;
use crate::store::account::work_email::mailbox::{self, Mailbox};
use crate::testing::{UNCLEAR, USER, World, form, submission};

/// Stores another profile in the place of the registered one.
async fn change(world: &World, change: impl FnOnce(&mut UserProfileCreate)) {
    let database = &world.app.database;
    let member = store::member::find(&database.reads, USER).await;
    let mut member = member.unwrap().unwrap();
    change(&mut member.profile);
    let transaction = store::begin(database).await.unwrap();
    let updated = store::profile::update(&transaction, member.account.id, &member.profile).await;
    updated.unwrap();
    transaction.commit().await.unwrap();
}

/// Confirms a mailbox at the employer for the registered account.
async fn confirm_mailbox(world: &World, employer_id: &str) {
    let database = &world.app.database;
    let account = store::account::find(&database.reads, USER).await;
    let account_id = account.unwrap().unwrap().id;
    let now_ms = world.app.clock.now_ms();
    let mailbox = Mailbox {
        hash: "hash",
        line_user_id: USER,
        employer_id,
        expires_at_ms: now_ms + HOUR_MS,
    };
    let transaction = store::begin(database).await.unwrap();
    assert!(mailbox::claim(&transaction, mailbox, now_ms).await.unwrap());
    let attached = mailbox::attach(&transaction, account_id, USER, employer_id, now_ms).await;
    attached.unwrap();
    transaction.commit().await.unwrap();
}

async fn decide(world: &World, action: CaseAction, reasons: &[(&str, &str, &str)]) {
    let decided = crate::testing::decide(&world.app, USER, action, reasons).await;
    decided.unwrap();
}

async fn show(world: &World) -> String {
    let subject = Subject::Profile(USER.to_owned());
    world.app.reviews.show(&subject).await.unwrap()
}

/// Returns the text with the random names of files and the signatures of their URLs left out.
fn without_names(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once("http://") {
        Some((label, _)) => format!("{label}URL"),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the text beside a label, up to the query of a URL.
fn text_beside(shown: &str, label: &str) -> Option<String> {
    let found = shown.lines().find_map(|line| {
        let text = line.strip_prefix("  ")?.strip_prefix(label)?;
        text.starts_with(' ').then(|| text.trim_start())
    })?;
    Some(found.split('?').next().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn a_reviewer_sees_the_photos_and_the_chosen_avatar() {
    let world = World::open().await;
    let app = &world.app;
    let photo = world.register().await;
    let shown = show(&world).await;
    let origin = app.config.public_base_url.origin().ascii_serialization();
    let fetch = format!("{origin}{}/file/fetch", app.config.api_path());
    assert_eq!(
        text_beside(&shown, "Photo 1"),
        Some(format!("{fetch}/{photo}"))
    );
    assert_eq!(text_beside(&shown, "Avatar"), None);
    let other = world.upload_photo().await;
    app.accounts.choose_avatar(USER, &other).await.unwrap();
    let shown = show(&world).await;
    assert_eq!(
        text_beside(&shown, "Avatar"),
        Some(format!("{fetch}/{other}"))
    );
}

#[tokio::test]
async fn a_profile_is_shown_in_the_order_and_the_words_of_the_form() {
    let world = World::open().await;
    world.register().await;
    change(&world, |profile| {
        profile.about_me = "Tea, hills and more.\nStatus      Approved (APPROVED)".to_owned();
        profile.personality_tag_ids = vec![102, 101];
        profile.verify_method = VerifyMethod::WorkEmail;
        profile.employer_id = "google".to_owned();
        profile.review_link = String::new();
        profile.feedback = "A pleasant form.".to_owned();
    })
    .await;
    confirm_mailbox(&world, "google").await;
    world.pass(3 * HOUR_MS);
    let shown = show(&world).await;
    let expected = "\
U0123456789abcdef0123456789abcdef

Review
  Member   U0123456789abcdef0123456789abcdef
  Status   Waiting for review (PENDING)
  Case     REGISTRATION, OPEN (1)
  Waiting  for 3 h, since 2026-11-18 11:06 UTC

Verification
  How to verify  Work email
  Employer       Google

Who you are
  Nickname   小明
  Full name  王小明
  Gender     Man
  Birthday   1990-05-17, 36 years old today

Looks and lifestyle
  Height                         170 cm
  City                           Taipei City, Taiwan
  Do you smoke?                  No
  Do you drink alcohol?          Yes
  Do you have any tattoos?       No
  Have you been married before?  No
  Do you have children?          No

Work and education
  Field of work    Software and systems engineering
  Job title        工程師
  Yearly income    TWD 1M–1.5M
  Education level  Master’s degree

Personality and hobbies
  Personality  Outgoing, Calm

About you
  About me  Tea, hills and more.
            Status      Approved (APPROVED)

Marriage plans
  Plans for children  Wants children

Who you’re looking for
  Looking for       Women
  Maximum distance  No limit

Check your answers
  Anything you’d like to tell us  A pleasant form.

Evidence
  Employer  To approve, name the one that you read in the evidence: --employer or --employer-name
  Mailbox   Confirmed at Google

Files, unless the member has deleted them
  Photo 1  URL";
    assert_eq!(without_names(&shown), expected);
}

#[tokio::test]
async fn a_mailbox_at_another_employer_is_not_shown_as_confirmed() {
    let world = World::open().await;
    world.register().await;
    change(&world, |profile| {
        profile.verify_method = VerifyMethod::WorkEmail;
        profile.employer_id = "apple".to_owned();
    })
    .await;
    confirm_mailbox(&world, "google").await;
    let shown = show(&world).await;
    assert_eq!(
        text_beside(&shown, "Mailbox").as_deref(),
        Some("Not confirmed")
    );
}

#[tokio::test]
async fn a_pdf_of_an_earlier_version_has_a_warning() {
    for ending in ["png", "pdf"] {
        let world = World::open().await;
        let app = &world.app;
        let (photo, uploaded) = (world.upload_photo().await, world.upload_document().await);
        let document = uploaded.replace("png", ending);
        let sql = format!("UPDATE upload SET name = '{document}' WHERE name = '{uploaded}'");
        app.database.writes.execute_unprepared(&sql).await.unwrap();
        let mut form: Value = serde_json::from_str(&form(&photo)).unwrap();
        form["verifyMethod"] = "DOCUMENT".into();
        form["verifyTempFileName"] = document.as_str().into();
        form["reviewLink"] = "".into();
        world.register_with(&form.to_string()).await;
        let shown = show(&world).await;
        let path = format!("{}/{document}", app.config.storage);
        let lines: Vec<&str> = shown.lines().collect();
        let at = lines.iter().position(|line| line.ends_with(&path)).unwrap();
        assert!(lines[at].starts_with("  Document "), "{shown}");
        let warning = "A stranger uploaded this file: open it in a viewer without scripts.";
        let is_warned = lines[at + 1].trim_start() == warning;
        assert_eq!(is_warned, ending == "pdf", "{shown}");
        assert!(shown.contains("--employer or --employer-name"), "{shown}");
    }
}

#[tokio::test]
async fn the_earlier_steps_and_answers_stay_after_a_resubmission() {
    let world = World::open().await;
    world.register().await;
    let reasons = [
        ("aboutMe", "incomplete", "Your weekends?"),
        ("photoNameList[0]", "unclear", ""),
    ];
    decide(&world, CaseAction::AskForInfo, &reasons).await;
    let shown = show(&world).await;
    assert_eq!(text_beside(&shown, "Waiting"), None);
    assert!(
        shown.ends_with(
            "\n  2026-11-18T11:06:40.000Z          ASK_FOR_INFO by rita\
             \n  About me                          incomplete: Your weekends?\
             \n  Photos of you (photoNameList[0])  unclear"
        ),
        "{shown}"
    );

    world.pass(HOUR_MS);
    let body = r#"{"aboutMe":"On Saturdays I hike."}"#;
    let document = JsonDocument::parse(body.as_bytes()).unwrap();
    let sent = submission(&document, body, None);
    world.app.resubmissions.resubmit(sent).await.unwrap();

    world.pass(HOUR_MS);
    let shown = show(&world).await;
    for (label, text) in [
        ("Status", "Waiting for review (PENDING)"),
        ("Waiting", "for 1 h, since 2026-11-18 12:06 UTC"),
        ("2026-11-18T12:06:40.000Z", "RESUBMIT by the member"),
        ("About me", "On Saturdays I hike."),
        ("  before", "喜歡爬山、咖啡與安靜的週末早晨。"),
    ] {
        assert_eq!(text_beside(&shown, label).as_deref(), Some(text), "{label}");
    }
    assert!(shown.contains("  ASK_FOR_INFO by rita\n"), "{shown}");
}

#[tokio::test]
async fn the_reviewer_reads_the_words_of_an_appeal_and_no_control_character_of_them() {
    let world = World::open().await;
    world.register().await;
    decide(&world, CaseAction::Reject, UNCLEAR).await;
    let reviews = &world.app.reviews;
    let text = "It is me.\nStatus  Approved \u{202e}";
    reviews.appeal(USER, text).await.unwrap();
    let shown = show(&world).await;
    let words = text_beside(&shown, "Their words").unwrap();
    assert_eq!(words, "It is me.");
    assert!(
        shown.contains("\n               Status  Approved \\u{202e}"),
        "{shown}"
    );
}
