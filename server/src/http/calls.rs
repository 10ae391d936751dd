//! The calls of the API: the journeys of its clients, each with its calls in the order in which a client makes them. A
//! call is written here once; its method, its path and its answers are those that its handler declares for OpenAPI. Only
//! the route of `show_image` is in `http/site`, because the path stands beside the API.

use std::sync::Arc;

use poem::endpoint::BoxEndpoint;
use poem::http::Method;
use poem::{EndpointExt as _, Response};
use utoipa::openapi::path::HttpMethod;
use utoipa::{OpenApi, Path};

use crate::http::handlers::{
    appeal, client_log, export, introductions, matches, mock, news, notes, pictures, preferences,
    privacy, profile_changes, review_case, review_claim, review_queue, reviewer, route_rules,
    safety, upload, user, user_profile, work_email,
};
use crate::http::middleware::rate_limit::{RateLimit, RateLimits};

/// The journey whose calls exist only with the mock.
const MOCK: &str = "Developing";
/// The call whose number at a time is bounded.
pub(super) const UPLOAD: &str = "upload_temp_file";
/// The path of the only call that stands beside the API and not below it.
const PICTURES: &str = "/_ipx/";

/// A part of what clients do.
pub(super) struct Journey {
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    /// The id and the summary of each call.
    pub(super) calls: &'static [(&'static str, &'static str)],
}

/// A call with the handler that answers it.
pub(super) struct Call {
    /// The id of the operation.
    pub(super) id: &'static str,
    pub(super) method: Method,
    /// The path below the base of the API, in poem's syntax.
    pub(super) path: String,
    pub(super) endpoint: BoxEndpoint<'static, Response>,
    journey: &'static str,
}

impl Call {
    /// Returns false for a picture, which the site serves, and for the calls of the mock without the mock.
    pub(super) fn is_below_the_api(&self, has_mock: bool) -> bool {
        !is_outside(&self.path) && (has_mock || self.journey != MOCK)
    }
}

/// Returns true if the path stands beside the API.
pub(super) fn is_outside(path: &str) -> bool {
    path.starts_with(PICTURES)
}

/// Returns the path in poem's syntax. Its parameters are in snake case, because operators read the path in the metrics.
fn path_of<P: Path>() -> String {
    let mut path = String::new();
    let mut is_parameter = false;
    for character in P::path().chars() {
        match character {
            '{' | '}' => {
                is_parameter = character == '{';
                path.extend(is_parameter.then_some(':'));
            }
            capital if capital.is_ascii_uppercase() && is_parameter => {
                path.extend(['_', capital.to_ascii_lowercase()]);
            }
            other => path.push(other),
        }
    }
    path
}

fn method_of<P: Path>() -> Method {
    match P::methods().as_slice() {
        [HttpMethod::Get] => Method::GET,
        [HttpMethod::Post] => Method::POST,
        [HttpMethod::Put] => Method::PUT,
        [HttpMethod::Delete] => Method::DELETE,
        _ => unreachable!("a call has one of these four methods"),
    }
}

/// Declares the journeys. A call is its handler, the field of [`RateLimits`] that bounds it, and its summary.
macro_rules! journeys {
    ($(
        $title:expr, $description:literal {
            $($module:ident::$handler:ident, $limit:ident, $summary:literal;)*
        }
    )*) => {
        /// The paths of the document, and the schemas to which they refer.
        #[derive(OpenApi)]
        #[openapi(paths($($($module::$handler,)*)*))]
        pub(super) struct Paths;

        pub(super) const JOURNEYS: &[Journey] = &[$(
            Journey {
                title: $title,
                description: $description,
                calls: &[$((stringify!($handler), $summary),)*],
            },
        )*];

        /// Returns all calls.
        pub(super) fn calls(limits: &RateLimits) -> Vec<Call> {
            pastey::paste! {
                vec![$($(
                    Call {
                        id: stringify!($handler),
                        method: method_of::<$module::[<__path_ $handler>]>(),
                        path: path_of::<$module::[<__path_ $handler>]>(),
                        endpoint: limited($module::$handler, &limits.$limit),
                        journey: $title,
                    },
                )*)*]
            }
        }
    };
}

fn limited(
    handler: impl poem::Endpoint + 'static,
    limit: &Arc<RateLimit>,
) -> BoxEndpoint<'static, Response> {
    handler.data(limit.clone()).map_to_response().boxed()
}

journeys! {
    "Registering", "From the first call of a LINE user to a form that waits for its review." {
        user::create_registration, registration, "Gives a LINE user without an account a registration token";
        upload::upload_temp_file, upload, "Uploads a photo or a document for a form";
        work_email::create_work_email_code, work_email, "Mails a code to a mailbox at the employer";
        work_email::confirm_work_email, confirmation, "Confirms a mailbox with the mailed code";
        user_profile::create_user_profile, registration, "Registers a profile";
    }
    "Waiting for the review", "What a member does until a reviewer has approved the profile." {
        user::find_review_status, review_status, "Returns the state of the review, and whether the member took the profile back";
        user_profile::resubmit_user_profile, registration, "Sends fields again, after a reviewer asked or the member took the profile back";
        user_profile::take_back_user_profile, registration, "Takes a waiting profile back, to change it";
        appeal::appeal_against_rejection, registration, "Asks for a second review after a rejection";
    }
    "Sessions", "How a registered member is known." {
        user::create_session, login, "Logs a member in with an ID token of LINE";
        user::get_my_info, others, "Returns the member's account and profile, and the place in the queue while it waits";
        user::delete_session, others, "Ends the session";
        user::delete_all_sessions, others, "Ends all sessions and registration tokens of the member";
    }
    "Meeting people", "Introductions, matches and conversations of approved members." {
        introductions::list_introductions, others, "Lists the people to whom the member is introduced now";
        introductions::answer_introduction, others, "Answers an introduction with yes or no";
        pictures::show_image, pictures, "Sends a photo in another size or format to anyone who has its signed URL";
        pictures::fetch_file, pictures, "Sends a stored file to anyone who has its signed URL";
        matches::list_matches, others, "Lists the people with whom both said yes";
        matches::update_match_contact, others, "Offers the member's LINE link to a match, or takes it back";
        matches::tell_if_met, others, "Says whether the two have met";
        matches::leave_match, others, "Leaves a match";
        notes::list_notes, notes, "Lists the notes of a conversation";
        notes::create_note, notes, "Sends a note";
        notes::mark_notes_read, others, "Marks the notes as read up to a number";
        news::list_news, others, "Lists what has happened for the member";
        news::mark_news_read, others, "Marks the news as read up to an entry";
        news::get_message_choices, others, "Returns the news about which LINE sends the member a message";
        news::update_message_choices, others, "Chooses the news about which LINE sends the member a message";
    }
    "Changing a profile", "What an approved member changes, at once or after a review." {
        user_profile::update_profile_texts, others, "Changes texts and tags at once";
        user_profile::update_avatar, avatar, "Chooses one of the photos as the avatar";
        profile_changes::get_profile_changes, others, "Returns the change that waits for a review, or its outcome";
        profile_changes::propose_profile_changes, others, "Proposes a change of fields that a reviewer checks";
        profile_changes::withdraw_profile_changes, others, "Withdraws the change that waits for a review";
        profile_changes::update_place, others, "Moves the member to another place";
        preferences::get_preferences, others, "Returns whom the member wants to meet";
        preferences::update_preferences, others, "Changes whom the member wants to meet";
    }
    "Safety and rights", "Privacy, blocks, reports, the export and the deletion." {
        privacy::get_privacy, others, "Returns the member's privacy settings";
        privacy::update_privacy, others, "Changes the privacy settings";
        safety::list_blocks, others, "Lists the people whom the member has blocked";
        safety::create_block, others, "Blocks a person";
        safety::delete_block, others, "Ends a block";
        safety::create_report, others, "Reports a person to the reviewers";
        export::create_export_link, export, "Makes a link to all data that the server holds of the member";
        export::fetch_export, export, "Downloads all data that the server holds of the member";
        user::delete_user, others, "Deletes the account and its data";
    }
    "Reviewing", "The console of the reviewers." {
        reviewer::begin_enrolment, reviewer_login, "Begins the enrolment of a passkey with a link of an operator";
        reviewer::enrol, reviewer_login, "Enrols a passkey with a link of an operator";
        reviewer::begin_reviewer_session, reviewer_login, "Begins a login with a passkey";
        reviewer::create_reviewer_session, reviewer_login, "Logs a reviewer in with a passkey";
        reviewer::get_reviewer_session, others, "Returns the reviewer of the session";
        reviewer::delete_reviewer_session, others, "Logs the reviewer out";
        review_queue::count_cases, others, "Counts the open cases by kind";
        review_queue::list_cases, others, "Lists the cases that the reviewer may decide";
        review_queue::claim_next_case, others, "Claims the next case of the queue";
        review_claim::claim_case, others, "Claims a certain case";
        review_claim::renew_claim, others, "Keeps a claim for longer";
        review_claim::release_case, others, "Gives a case back to the queue";
        review_case::find_case, others, "Returns a case, and its facts to the reviewer who has claimed it";
        review_case::open_evidence, others, "Shows a file of a claimed case, and records that";
        review_claim::decide_case, others, "Decides a claimed case";
        review_claim::undo_decision, others, "Undoes a decision that has not taken effect";
        review_queue::find_statistics, others, "Returns the numbers of the last days to a lead";
    }
    "The app itself", "What the page asks of its own server." {
        route_rules::find_route_rule, others, "Returns the redirect of a path of the app, if it has one";
        client_log::create_log_line, logger, "Logs a line of the page";
    }
    MOCK, "Stands in for LINE and for a mail server. These calls exist with `MOCK_ENABLE` only." {
        mock::create_id_token, others, "Signs an ID token as LINE would";
        mock::list_mails, others, "Lists the mails that the server would have sent";
        mock::make_people, others, "Makes people whom a member can meet";
        mock::get_clock, others, "Returns the time of the server";
        mock::set_clock, others, "Moves the time of the server";
    }
}
