//! The command line beside the console: both decide by the same rules, and no case is decided twice.

use enmusubi_core::limits::{REVIEW_NOTE, REVIEW_REASONS};
use enmusubi_core::review::{AuditAction, CaseAction, CaseDecision, CaseKind, Reason};
use enmusubi_server::features::review::{Decision, ReviewError, Subject};
use enmusubi_server::features::reviewer::ReviewerCommand;

use super::super::review::reason;
use super::super::{audit, profile_changes};
use super::*;
use crate::suite::prelude::*;

/// Decides about the profile of a member as a person of this name at the command line.
async fn decide_as(
    desk: &Desk,
    name: &str,
    n: u32,
    decision: CaseDecision,
) -> Result<(), ReviewError> {
    let decision = Decision {
        decision,
        birthday: None,
        actor: name.to_owned(),
    };
    let subject = Subject::Profile(person(n));
    let reviews = &desk.app().running.app.reviews;
    reviews.decide(&subject, &decision).await
}

/// Returns an approval of the evidence in the usual profile, which is a link.
fn approval_of_a_link() -> CaseDecision {
    CaseDecision {
        employer_id: "google".to_owned(),
        ..CaseDecision::new(CaseAction::Approve, Vec::new())
    }
}

fn rejection_for(reasons: Vec<Reason>) -> CaseDecision {
    CaseDecision::new(CaseAction::Reject, reasons)
}

fn unclear() -> Vec<Reason> {
    vec![reason("aboutMe", "unclear", "")]
}

async fn show(desk: &Desk, subject: Subject) -> String {
    let reviews = &desk.app().running.app.reviews;
    reviews.show(&subject).await.unwrap()
}

/// An act on one case: of Rita in the console, or of Ann and Bob at the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    RitaClaims,
    RitaDecides,
    RitaUndoes,
    RitaReleases,
    AnnClaims,
    AnnDecides,
    AnnReleases,
    BobDecides,
    /// The time of a decision passes.
    TimePasses,
}

use Step::*;

/// The acts, in the order of the columns of [`TABLE`].
const ACTS: [Step; 8] = [
    RitaClaims,
    RitaDecides,
    RitaUndoes,
    RitaReleases,
    AnnClaims,
    AnnDecides,
    AnnReleases,
    BobDecides,
];

/// The acts before, and then the result of each act: `ok`, or the name of the holder in a refusal, or `no` in a refusal
/// without a holder.
const TABLE: [(&[Step], [&str; 8]); 9] = [
    (&[], ["ok", "no", "no", "no", "ok", "ok", "no", "ok"]),
    (
        &[RitaClaims],
        ["ok", "ok", "Rita", "ok", "Rita", "Rita", "Rita", "Rita"],
    ),
    (
        &[RitaClaims, RitaReleases],
        ["ok", "no", "no", "no", "ok", "ok", "no", "ok"],
    ),
    (
        &[RitaClaims, RitaDecides],
        ["Rita", "Rita", "ok", "Rita", "Rita", "Rita", "Rita", "Rita"],
    ),
    (
        &[RitaClaims, RitaDecides, RitaUndoes],
        ["ok", "ok", "Rita", "ok", "Rita", "Rita", "Rita", "Rita"],
    ),
    (
        &[RitaClaims, RitaDecides, TimePasses],
        ["Rita", "Rita", "Rita", "Rita", "no", "no", "no", "no"],
    ),
    (
        &[AnnClaims],
        ["ann", "ann", "ann", "ann", "ok", "ok", "ok", "ann"],
    ),
    (
        &[AnnClaims, AnnReleases],
        ["ok", "no", "no", "no", "ok", "ok", "no", "ok"],
    ),
    (
        &[AnnDecides],
        ["ann", "ann", "ann", "ann", "no", "no", "no", "no"],
    ),
];

/// A case, with the latest claim of Rita.
struct OneCase<'a> {
    desk: &'a Desk,
    n: u32,
    id: i64,
    claim: Value,
}

impl OneCase<'_> {
    /// Returns `ok`, or the name in the refusal.
    async fn act(&mut self, step: Step) -> String {
        let Self {
            desk, n, id, claim, ..
        } = self;
        let (reviews, rita) = (&desk.app().running.app.reviews, &desk.rita);
        let told = |result: Result<(), ReviewError>| match result {
            Ok(()) => "ok".to_owned(),
            Err(ReviewError::Taken(standing)) => {
                let name = standing.holder.or(standing.decided_by);
                name.unwrap_or_else(|| "no".to_owned())
            }
            Err(ReviewError::Forbidden(_)) => "no".to_owned(),
            Err(other) => panic!("{step:?}: {other}"),
        };
        let answer = match step {
            RitaClaims => desk.claim(rita, *id).await,
            RitaDecides => desk.decide(rita, claim, super::approval()).await,
            RitaUndoes => desk.undo(rita, *id).await,
            RitaReleases => desk.release(rita, claim, None).await,
            AnnClaims => {
                let claimed = reviews.claim_profile(&person(*n), "ann").await;
                return told(claimed.map(drop));
            }
            AnnReleases => return told(reviews.release_profile(&person(*n), "ann").await),
            AnnDecides => return told(decide_as(desk, "ann", *n, approval_of_a_link()).await),
            BobDecides => return told(decide_as(desk, "bob", *n, approval_of_a_link()).await),
            TimePasses => {
                desk.take_effect().await;
                return "ok".to_owned();
            }
        };
        if answer.status < 300 {
            if matches!(step, RitaClaims | RitaUndoes) {
                *claim = answer.json();
            }
            return "ok".to_owned();
        }
        let refused = answer.refused("E004");
        let case = &refused["case"];
        let name = case["holder"].as_str().or(case["decidedBy"].as_str());
        name.unwrap_or("no").to_owned()
    }
}

#[tokio::test]
async fn console_and_command_line_make_one_decision_and_tell_the_other_who_has_the_case() {
    let desk = Desk::open().await;
    let mut n = 0;
    for (before, expected) in TABLE {
        for (step, expected) in ACTS.into_iter().zip(expected) {
            n += 1;
            let (_, id) = desk.waiting(n).await;
            let claim = json!({ "id": id, "fence": 0, "version": 1 });
            let desk = &desk;
            let mut case = OneCase { desk, n, id, claim };
            for step in before {
                assert_eq!(case.act(*step).await, "ok", "{before:?}");
            }
            assert_eq!(case.act(step).await, expected, "{step:?} after {before:?}");
            // A reviewer holds three cases at most.
            desk.release(&desk.rita, &case.claim, None).await;
        }
    }
    desk.take_effect().await;
    let approvals = "SELECT COUNT(*) FROM review_event WHERE action = 'APPROVE'";
    let approved = "SELECT COUNT(*) FROM account WHERE review_status = 'APPROVED'";
    let number = |sql| desk.app().number(sql);
    assert_eq!(number(approvals).await, number(approved).await);
    audit::verify(desk.app(), None).await.unwrap();
}

#[tokio::test]
async fn of_two_who_decide_at_the_same_time_one_is_told_of_the_other() {
    let desk = Desk::open().await;
    for n in 1..=10 {
        let (session, id) = desk.waiting(n).await;
        let (claimed, decided) = futures_util::join!(
            desk.claim(&desk.rita, id),
            decide_as(&desk, "ann", n, approval_of_a_link()),
        );
        assert_ne!(claimed.status == 200, decided.is_ok(), "round {n}");
        if let Err(refused) = decided {
            let refused = refused.to_string();
            assert!(refused.starts_with("Rita has claimed"), "{refused}");
            assert_eq!(desk.status(&session).await, "IN_REVIEW", "round {n}");
            // A reviewer holds three cases at most.
            desk.release(&desk.rita, &claimed.json(), None).await;
        } else {
            let refused = claimed.refused("E004");
            assert_eq!(refused["case"]["decidedBy"], "ann");
            assert_eq!(desk.status(&session).await, "APPROVED", "round {n}");
        }
    }
}

#[tokio::test]
async fn an_approval_names_the_employer_of_the_document_or_the_link() {
    let desk = Desk::open().await;
    let (session, id) = desk.waiting(1).await;
    let unnamed = CaseDecision::new(CaseAction::Approve, Vec::new());
    let refused = decide_as(&desk, "ann", 1, unnamed).await.unwrap_err();
    let refused = refused.to_string();
    assert!(refused.contains("--employer ID"), "{refused}");
    assert!(refused.contains("--employer-name NAME"), "{refused}");
    let unknown = CaseDecision {
        employer_id: "no-such".to_owned(),
        ..approval_of_a_link()
    };
    let refused = decide_as(&desk, "ann", 1, unknown).await.unwrap_err();
    assert!(refused.to_string().contains("not in the catalogue"));
    // A refused decision leaves no claim behind.
    assert_eq!(desk.status(&session).await, "PENDING");
    assert!(desk.acts("CLAIM").await.is_empty());
    decide_as(&desk, "ann", 1, approval_of_a_link())
        .await
        .unwrap();
    let info = desk.app().my_info(&session).await.ok();
    assert_eq!(info["profile"]["employerId"], "google");
    let rows = audit::export(desk.app(), None).await;
    for action in [AuditAction::Decide, AuditAction::Apply] {
        let row = rows.iter().find(|row| row["action"] == action.as_str());
        let row = row.unwrap();
        let detail = row["detail"].as_str().unwrap();
        assert!(detail.contains(r#""employerId":"google""#), "{row}");
        assert_eq!((&row["actor"], &row["caseId"]), (&json!("cli"), &json!(id)));
    }
}

#[tokio::test]
async fn a_decision_follows_the_limits_of_the_console() {
    let desk = Desk::open().await;
    let (session, _) = desk.waiting(1).await;
    let long = "愛".repeat(REVIEW_NOTE + 1);
    let no_field = "reason 1 names no field";
    for (decision, sentence) in [
        (
            rejection_for(vec![reason("aboutMe", "other", &long)]),
            "the note of reason 1 is longer than 500",
        ),
        (
            rejection_for(vec![reason("aboutMe", "unclear", ""); REVIEW_REASONS + 1]),
            "at most 20 reasons",
        ),
        (rejection_for(Vec::new()), "needs a --reason"),
        (rejection_for(vec![reason("aboutMe", "other", " ")]), "note"),
        (
            rejection_for(vec![reason("shoeSize", "unclear", "")]),
            no_field,
        ),
        (
            CaseDecision::new(
                CaseAction::AskForInfo,
                vec![reason("account", "unclear", "")],
            ),
            no_field,
        ),
    ] {
        let refused = decide_as(&desk, "ann", 1, decision).await;
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(sentence), "{sentence:?} in {refused:?}");
    }
    assert_eq!(desk.status(&session).await, "PENDING");
    decided(desk.app(), &person(1), ReviewAction::Approve, "").await;
    let reviews = &desk.app().running.app.reviews;
    for reasons in [
        Vec::new(),
        vec![reason("aboutMe", "other", &long)],
        vec![reason("aboutMe", "unclear", ""); REVIEW_REASONS + 1],
    ] {
        let refused = reviews.suspend(&person(1), reasons, "ann").await;
        assert!(matches!(refused, Err(ReviewError::Broken(_))));
    }
    assert_eq!(desk.status(&session).await, "APPROVED");
}

/// The person who rejects, the person who wants to decide the appeal, and true if these are two different people.
const APPEALS: [(&str, &str, bool); 6] = [
    ("ann", "bob", true),
    ("ann", "ann", false),
    ("command-line", "command-line", false),
    ("Rita", "Rita", false),
    ("Rita in the console", "Rita", false),
    ("Rita in the console", "Ralf", true),
];

#[tokio::test]
async fn an_appeal_is_for_another_person_than_the_one_who_rejected() {
    let desk = Desk::open().await;
    let reviews = &desk.app().running.app.reviews;
    for (n, (rejecter, other, is_another)) in (1..).zip(APPEALS) {
        let (session, id) = desk.waiting(n).await;
        if rejecter == "Rita in the console" {
            let claim = desk.claimed(&desk.rita, id).await;
            let rejected = desk.decide(&desk.rita, &claim, rejection()).await;
            rejected.ok();
            desk.take_effect().await;
        } else {
            let rejected = decide_as(&desk, rejecter, n, rejection_for(unclear())).await;
            rejected.unwrap();
        }
        reviews.appeal(&person(n), "It is me.").await.unwrap();
        let appeal = *desk.queue(&desk.lead).await.last().unwrap();
        let is_open_to_rita = desk.queue(&desk.rita).await.contains(&appeal);
        assert_eq!(is_open_to_rita, !rejecter.starts_with("Rita"), "{rejecter}");
        let decided = decide_as(&desk, other, n, approval_of_a_link()).await;
        if is_another {
            decided.unwrap();
            continue;
        }
        let refused = decided.unwrap_err().to_string();
        let sentence = format!("{other} may not decide about this: an appeal is for another");
        assert!(refused.starts_with(&sentence), "{refused}");
        // The bar outlives the appeal, which the member takes back.
        let path = "/api/user-profile/withdrawal";
        let taken_back = desk.app().post(path, &session, &json!({})).await;
        taken_back.ok();
        let path = "/api/user-profile/resubmission";
        let body = json!({ "height": 165 });
        desk.app().put(path, &session, &body).await.ok();
        for result in [
            decide_as(&desk, other, n, approval_of_a_link()).await,
            reviews.claim_profile(&person(n), other).await.map(drop),
        ] {
            assert!(matches!(result, Err(ReviewError::Barred(_))), "{rejecter}");
        }
    }
}

#[tokio::test]
async fn a_name_of_a_reviewer_does_not_decide_about_people_whom_the_reviewer_knows() {
    let desk = Desk::open().await;
    let (session, _) = desk.waiting(1).await;
    let command = ReviewerCommand::Add {
        name: "Mia".to_owned(),
        role: ReviewerRole::Reviewer,
        member: Some(person(1)),
    };
    desk.console.run(command).await;
    let refused = decide_as(&desk, "Mia", 1, approval_of_a_link()).await;
    assert!(matches!(refused, Err(ReviewError::Barred(_))));
    assert_eq!(desk.status(&session).await, "PENDING");
    decide_as(&desk, "ann", 1, approval_of_a_link())
        .await
        .unwrap();
}

#[tokio::test]
async fn approvals_of_the_command_line_get_second_looks_by_others() {
    let all = |settings: &mut Settings| settings.second_look_percent = Some("100".to_owned());
    let desk = Desk::open_with(all).await;
    for (n, name, is_open_to_rita) in [(1, "ann", true), (2, "Rita", false)] {
        desk.waiting(n).await;
        decide_as(&desk, name, n, approval_of_a_link())
            .await
            .unwrap();
        let second = *desk.queue(&desk.ralf).await.last().unwrap();
        let case = desk.case(&desk.ralf, second).await;
        assert_eq!(case["summary"]["isSecondLook"], true);
        let is_open = desk.queue(&desk.rita).await.contains(&second);
        assert_eq!(is_open, is_open_to_rita, "{name}");
    }
}

#[tokio::test]
async fn each_link_to_evidence_on_a_terminal_is_an_opening_in_the_log() {
    let desk = Desk::open().await;
    let app = desk.app();
    let id_token = app.id_token(&person(1));
    let badge = app.document(&id_token).await;
    let body = app.profile_of(&person(1)).await.with_document(&badge);
    let created = app.create_user_profile(&id_token, &body.build()).await;
    created.expect(201);
    let shown = show(&desk, Subject::Profile(person(1))).await;
    assert!(shown.contains(&badge), "{shown}");
    let opened = ["cli verifyTempFileName", "cli photoNameList[0]"];
    assert_eq!(desk.acts("OPEN_EVIDENCE").await, opened);
    decided(app, &person(1), ReviewAction::Approve, "").await;
    let session = app.session(&person(1)).await;
    let photo = app.photo(&session).await;
    let body = json!({ "photoNameList": [photo] });
    let proposed = profile_changes::propose(app, &session, &body).await;
    proposed.expect(202);
    let change = profile_changes::only_id(app).await;
    let shown = show(&desk, Subject::Change(change)).await;
    let links = shown.matches("/file/fetch/").count();
    let ids: Vec<String> = desk.acts("OPEN_EVIDENCE").await.split_off(2);
    assert!(ids.contains(&"cli photoNameList[0]".to_owned()), "{ids:?}");
    assert!(
        ids.contains(&"cli now.photoNameList[0]".to_owned()),
        "{ids:?}"
    );
    // The document is in the file store, and the photos have URLs.
    assert_eq!(links + 1, ids.len(), "{shown}");
}

#[tokio::test]
async fn each_link_to_a_reported_photo_on_a_terminal_is_an_opening_in_the_log() {
    let couple = Couple::introduced().await;
    let Couple { app, man, id, .. } = &couple;
    let body = json!({ "introductionId": id, "category": "PHOTO" });
    app.post("/api/reports", man, &body).await.expect(204);
    let reviews = &app.running.app.reviews;
    let listed = reviews.list_of_kind(CaseKind::Report).await;
    let listed = listed.unwrap();
    let line = listed.lines().nth(1).unwrap();
    let report = line.split_whitespace().next().unwrap().to_owned();
    let shown = reviews.show(&Subject::Report(report)).await.unwrap();
    let rows = audit::export(app, None).await;
    let opened = rows.iter().filter(|row| row["action"] == "OPEN_EVIDENCE");
    let opened: Vec<&Value> = opened.map(|row| &row["subject"]).collect();
    assert_eq!(opened, ["report.photos[0]"]);
    assert_eq!(shown.matches("/file/fetch/").count(), opened.len());
}
