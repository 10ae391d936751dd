//! The calls of the OpenAPI document with a valid request for each, and the roles in which a caller makes them.

use enmusubi_core::review::ReviewerRole;
use reqwest::RequestBuilder;
use reqwest::multipart::{Form, Part};

use super::picture;
use super::profile::ProfileBuilder;
use super::reviewers::{Console, ORIGIN};
use super::work_email::Office;
use crate::suite::prelude::*;

/// The id of a case that does not exist.
const NO_CASE: &str = "999999";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A caller without credentials.
    Anonymous,
    /// A caller with credentials that expired.
    Expired,
    /// A caller with an ID token and without an account.
    Stranger,
    /// A caller with a registration token and without an account.
    RegistrationToken,
    /// An approved member who requests data of another person.
    Other,
    Pending,
    NeedsInfo,
    Approved,
    Rejected,
    Suspended,
    /// A reviewer with the cookie of a session.
    Reviewer,
    /// A reviewer with the role of a lead.
    Lead,
}

use Role::{
    Anonymous, Approved, Expired, Lead, NeedsInfo, Other, Pending, RegistrationToken, Rejected,
    Reviewer, Stranger, Suspended,
};

/// A call of the OpenAPI document.
#[derive(Clone)]
pub(crate) struct Operation {
    pub(crate) id: String,
    pub(crate) method: Method,
    pub(crate) path: String,
    /// The kinds of credentials of the document: `idToken`, `bearer` or `reviewer`.
    pub(crate) credentials: Vec<String>,
    pub(crate) has_json_body: bool,
}

impl Operation {
    pub(crate) fn takes(&self, credentials: &str) -> bool {
        self.credentials.iter().any(|it| it == credentials)
    }

    /// True if a member makes the call with a session, false if it takes an ID token.
    pub(crate) fn takes_session(&self) -> bool {
        // The bearer token of the registration is a registration token, of a person without an account.
        self.takes("bearer") && self.id != "create_user_profile"
    }

    /// Returns the role of a caller whose valid request the server takes.
    pub(crate) fn role(&self) -> Role {
        match self.id.as_str() {
            "create_user_profile" | "create_registration" => Stranger,
            "resubmit_user_profile" => NeedsInfo,
            "take_back_user_profile" => Pending,
            "appeal_against_rejection" => Rejected,
            _ if self.takes("reviewer") => Reviewer,
            _ => Approved,
        }
    }
}

/// A caller, and the person that the call is about.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) credentials: Credentials,
    /// The value of the header `Cookie`, or empty.
    pub(crate) cookie: String,
    /// The person whose account and files the call names: the caller, except for [`Other`].
    pub(crate) subject: String,
    pub(crate) photo: String,
}

pub(crate) fn operations() -> Vec<Operation> {
    let text = std::fs::read_to_string("../server/openapi.json").unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let Some(id) = operation["operationId"].as_str() else {
                continue;
            };
            let credentials = operation["security"].as_array().into_iter().flatten();
            let credentials = credentials.flat_map(|it| it.as_object().unwrap().keys().cloned());
            let contents = &operation["requestBody"]["content"];
            operations.push(Operation {
                id: id.to_owned(),
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                credentials: credentials.collect(),
                has_json_body: contents.get("application/json").is_some(),
            });
        }
    }
    operations
}

/// Makes a new person in this role, and another person for the role [`Other`].
pub(crate) async fn caller(app: &TestApp, role: Role, operation: &Operation, n: u32) -> Caller {
    let (me, other) = (person(2 * n), person(2 * n + 1));
    let subject = if role == Other { &other } else { &me };
    let photo = app.photo(&app.id_token(subject)).await;
    if role == Other {
        app.member(&other).await;
    }
    // The state of an account with an expired session would allow the call.
    let state = match operation.role() {
        state @ (Pending | NeedsInfo | Rejected) if role == Expired => state,
        _ if role == Expired => Approved,
        _ => role,
    };
    let actions: &[ReviewAction] = match state {
        Anonymous | Stranger | RegistrationToken | Expired | Pending | Reviewer | Lead => &[],
        NeedsInfo => &[ReviewAction::AskForInfo],
        Approved | Other => &[ReviewAction::Approve],
        Rejected => &[ReviewAction::Reject],
        Suspended => &[ReviewAction::Approve, ReviewAction::Suspend],
    };
    let has_account = !matches!(
        role,
        Anonymous | Stranger | RegistrationToken | Reviewer | Lead
    );
    if has_account {
        app.member(&me).await;
    }
    for action in actions {
        decided(app, &me, *action, "photoNameList").await;
    }
    let credentials = match role {
        Anonymous | Reviewer | Lead => Credentials::None,
        RegistrationToken => app.registration_token(&me).await,
        Stranger => app.id_token(&me),
        _ if operation.takes_session() || operation.takes("reviewer") => app.session(&me).await,
        _ => app.id_token(&me),
    };
    let cookie = match role {
        Reviewer => signed_in(app, ReviewerRole::Reviewer, n).await,
        Lead => signed_in(app, ReviewerRole::Lead, n).await,
        _ => String::new(),
    };
    Caller {
        credentials,
        cookie,
        subject: subject.clone(),
        photo,
    }
}

/// Adds a reviewer who signs in, and returns the cookie.
async fn signed_in(app: &TestApp, role: ReviewerRole, n: u32) -> String {
    let console = Console { app };
    let id = n.try_into().unwrap();
    let name = format!("Reviewer {n}");
    console.reviewer(&name, role, id).await.cookie
}

/// Returns the path of the valid request of a call.
pub(crate) fn path_of(operation: &Operation, Caller { subject, photo, .. }: &Caller) -> String {
    match operation.id.as_str() {
        "show_image" => format!("/_ipx/w_320/{photo}?exp=9999999999&sig=x"),
        "fetch_file" => format!("/api/file/fetch/{photo}?exp=9999999999&sig=x"),
        "find_route_rule" => "/api/route-rules?path=/".to_owned(),
        "create_id_token" => format!("/api/mock/id-token?userId={subject}"),
        "find_case" => format!("/api/review/cases/{NO_CASE}?language=en"),
        _ => {
            let path = operation.path.replace("{userId}", subject);
            // No member has this block.
            let path = path.replace("{blockId}", subject);
            // No member has this introduction.
            let path = path.replace("{introductionId}", subject);
            let path = path.replace("{caseId}", NO_CASE);
            // No member has this match.
            format!("/api{}", path.replace("{matchId}", subject))
        }
    }
}

/// Builds the valid request of a call.
pub(crate) fn request(app: &TestApp, operation: &Operation, caller: &Caller) -> RequestBuilder {
    let Caller {
        credentials,
        cookie,
        subject,
        photo,
    } = caller;
    let path = path_of(operation, caller);
    let request = app.request(operation.method.clone(), &path, credentials);
    let request = request.header("Origin", ORIGIN).header("Cookie", cookie);
    let body = match operation.id.as_str() {
        "upload_temp_file" => {
            let file = Part::bytes(picture::jpeg()).file_name("me.jpg");
            return request.multipart(Form::new().part("file", file));
        }
        "create_user_profile" => ProfileBuilder::new(subject, photo).build(),
        "create_session" => json!({ "account": subject, "password": subject }),
        "create_registration" => json!({ "account": subject }),
        "update_avatar" => json!({ "avatar": photo }),
        "resubmit_user_profile" => json!({ "photoNameList": [photo] }),
        "create_log_line" => json!({ "message": "hello", "level": "info" }),
        "create_work_email_code" => {
            json!({ "employerId": "google", "email": format!("{subject}@google.com") })
        }
        "create_block" => json!({ "matchId": subject }),
        "create_report" => json!({ "matchId": subject, "category": "PHOTO" }),
        "confirm_work_email" => json!({ "code": "123456" }),
        "update_profile_texts" => json!({ "dailyLife": "Tea and hills." }),
        "answer_introduction" => json!({ "answer": "YES" }),
        "update_match_contact" => json!({ "line": null }),
        "tell_if_met" => json!({ "met": true }),
        "create_note" => json!({ "text": "Hello" }),
        "mark_notes_read" => json!({ "noteId": 1 }),
        "mark_news_read" => json!({ "newsId": "00000000-0000-4000-8000-000000000000" }),
        "propose_profile_changes" => json!({ "height": 181 }),
        "appeal_against_rejection" => json!({ "text": "Please look again." }),
        "update_place" => json!({ "latitude": 24.9, "longitude": 121.2 }),
        "update_preferences" => json!({ "matchGender": "ANY" }),
        "update_privacy" => json!({
            "pausedUntil": null, "hideFromColleagues": true, "showEmployer": false,
            "readReceipts": false,
        }),
        "update_message_choices" => json!({
            "reviews": true, "matches": true, "notes": false, "introductions": false,
        }),
        "make_people" => json!({ "userId": subject, "count": 1, "language": "en" }),
        "set_clock" => json!({ "aheadMinutes": 1 }),
        "begin_enrolment" => json!({ "token": "x" }),
        "enrol" => json!({ "token": "x", "credential": {} }),
        "create_reviewer_session" => json!({ "credential": {} }),
        "renew_claim" | "release_case" => json!({ "fence": 1 }),
        "decide_case" => json!({ "fence": 1, "version": 1, "action": "APPROVE" }),
        "open_evidence" => json!({ "fence": 1, "file": "photoNameList[0]" }),
        "show_image"
        | "get_clock"
        | "list_cases"
        | "count_cases"
        | "claim_next_case"
        | "find_statistics"
        | "find_case"
        | "claim_case"
        | "undo_decision"
        | "begin_reviewer_session"
        | "get_reviewer_session"
        | "delete_reviewer_session"
        | "list_introductions"
        | "list_matches"
        | "leave_match"
        | "list_notes"
        | "list_news"
        | "get_preferences"
        | "get_privacy"
        | "get_message_choices"
        | "get_profile_changes"
        | "withdraw_profile_changes"
        | "fetch_file"
        | "find_route_rule"
        | "create_id_token"
        | "list_mails"
        | "delete_user"
        | "list_blocks"
        | "delete_block"
        | "fetch_export"
        | "create_export_link"
        | "delete_session"
        | "delete_all_sessions"
        | "take_back_user_profile"
        | "get_my_info"
        | "find_review_status" => return request,
        unknown => panic!("{unknown} is a call without a request in this test"),
    };
    request.json(&body)
}

/// Returns the status of a success, or the code of an error, which also has the right status and a cause.
#[track_caller]
pub(crate) fn outcome(answer: Answer) -> String {
    if answer.status < 400 {
        return answer.status.to_string();
    }
    let code = answer.json()["code"].as_str().unwrap().to_owned();
    answer.refused(&code);
    code
}

/// Starts a server with a console, employers and mails.
pub(crate) async fn office() -> Office {
    Office::open_with(|settings| settings.public_base_url = Some(ORIGIN.to_owned())).await
}
