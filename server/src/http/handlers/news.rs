//! `/news`: the events that the app shows to a member.

use std::sync::Arc;

use enmusubi_core::review::{ChangeOutcome, Reason, ReviewStatus};
use enmusubi_core::service::NewsKind;
use poem::handler;
use poem::http::StatusCode;
use poem::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::line_message::{QUIET_FROM, QUIET_UNTIL};
use crate::features::news::Item;
use crate::http::auth::ApprovedCaller;
use crate::http::error_response::ErrorResponse;
use crate::http::members::{FromMembers, Members, flag, line, required};
use crate::http::request_body::JsonRequest;
use crate::store::line::contact::{Contact, MessageChoices};

/// The news of a member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewsResponse {
    /// At most 100 entries, the newest first.
    news: Vec<NewsEntry>,
}

/// An entry of the news.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewsEntry {
    news_id: String,
    kind: NewsKind,
    /// RFC 3339, in UTC.
    #[schema(format = DateTime)]
    at: String,
    is_read: bool,
    /// The match, with `MATCH` and `NOTE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    match_id: Option<String>,
    /// The day of the set (`YYYY-MM-DD`), with `INTRODUCTIONS`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Date)]
    day: Option<String>,
    /// The status after the decision, with `REVIEW_DECIDED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    review_status: Option<ReviewStatus>,
    /// The reviewer's decision, with `CHANGE_DECIDED`.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<ChangeOutcome>,
    /// The reviewer's reasons, with `WARNED` and `CONTENT_REMOVED`. A path may be empty: the reason is about no field.
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<Reason>>,
}

/// The news that a member has read.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct ReadNewsRequest {
    /// The newest entry that the member has read. All older ones count as read, too.
    news_id: String,
}

impl FromMembers for ReadNewsRequest {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let news_id = members.read("newsId", |id| required(line(id)?))?;
        Some(Self { news_id })
    }
}

/// The topics about which a member wants messages in LINE.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each topic is a choice of its own"
)]
pub(crate) struct MessageChoicesBody {
    /// Decisions of reviewers.
    reviews: bool,
    matches: bool,
    notes: bool,
    introductions: bool,
    /// False if the member has blocked the official account or is not its friend, as far as the server knows. Null if it
    /// does not know. The server ignores this field and the two below in a request.
    #[schema(required = false, read_only)]
    is_reachable: Option<bool>,
    /// The time of day from which the server sends no messages (`HH:MM`), in the time zone of the deployment.
    #[schema(required = false, read_only)]
    quiet_from: String,
    /// The time of day from which it sends again.
    #[schema(required = false, read_only)]
    quiet_until: String,
}

impl MessageChoicesBody {
    fn new(contact: Contact) -> Json<Self> {
        let choices = contact.choices;
        Json(Self {
            reviews: choices.reviews,
            matches: choices.matches,
            notes: choices.notes,
            introductions: choices.introductions,
            is_reachable: contact.is_reachable,
            quiet_from: QUIET_FROM.format("%H:%M").to_string(),
            quiet_until: QUIET_UNTIL.format("%H:%M").to_string(),
        })
    }
}

impl FromMembers for MessageChoices {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let names = ["reviews", "matches", "notes", "introductions"];
        let [reviews, matches, notes, introductions] = names.map(|name| members.read(name, flag));
        Some(Self {
            reviews: reviews?,
            matches: matches?,
            notes: notes?,
            introductions: introductions?,
        })
    }
}

impl NewsEntry {
    fn new(Item { entry, reasons }: Item) -> Result<Self> {
        let subject_of = |kinds: &[NewsKind]| {
            Some(entry.subject.clone()).filter(|_| kinds.contains(&entry.kind))
        };
        let status = subject_of(&[NewsKind::ReviewDecided]);
        let outcome = subject_of(&[NewsKind::ChangeDecided]);
        Ok(Self {
            kind: entry.kind,
            at: entry.created_at_ms.rfc_3339(),
            is_read: entry.read_at_ms.is_some(),
            match_id: subject_of(&[NewsKind::Match, NewsKind::Note]),
            day: subject_of(&[NewsKind::Introductions]),
            review_status: status
                .map(|word| word.parse())
                .transpose()
                .map_err(Error::internal)?,
            outcome: outcome
                .map(|word| word.parse())
                .transpose()
                .map_err(Error::internal)?,
            reasons,
            news_id: entry.public_id,
        })
    }
}

#[utoipa::path(
    get, path = "/news", security(("bearer" = [])),
    responses(
        (status = 200, body = NewsResponse),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn list_news(
    Data(app): Data<&Arc<App>>,
    caller: ApprovedCaller,
) -> Result<Json<NewsResponse>> {
    let entries = app.news.list(&caller.line_user_id).await?;
    let news = entries.into_iter().map(NewsEntry::new);
    Ok(Json(NewsResponse {
        news: news.collect::<Result<_>>()?,
    }))
}

#[utoipa::path(
    put, path = "/news/read",
    request_body = ReadNewsRequest, security(("bearer" = [])),
    responses(
        (status = 204, description = "The entry and all older ones are read"),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved. E003 for an entry that the member does not have",
        ),
    ),
)]
#[handler]
pub(crate) async fn mark_news_read(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, ReadNewsRequest>,
) -> Result<StatusCode> {
    app.news
        .mark_read(&caller.line_user_id, &body.news_id)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(
    get, path = "/news/messages", security(("bearer" = [])),
    responses(
        (status = 200, body = MessageChoicesBody),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn get_message_choices(
    Data(app): Data<&Arc<App>>,
    caller: ApprovedCaller,
) -> Result<Json<MessageChoicesBody>> {
    let contact = app.message_choices.get(&caller.line_user_id).await?;
    Ok(MessageChoicesBody::new(contact))
}

#[utoipa::path(
    put, path = "/news/messages",
    request_body = MessageChoicesBody, security(("bearer" = [])),
    responses(
        (status = 200, body = MessageChoicesBody),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn update_message_choices(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, MessageChoices>,
) -> Result<Json<MessageChoicesBody>> {
    let contact = app.message_choices.put(&caller.line_user_id, body).await?;
    Ok(MessageChoicesBody::new(contact))
}

#[cfg(test)]
mod tests {
    use enmusubi_core::service::MessageTopic;
    use enmusubi_tests::messages::message_cases;
    use serde_json::Value;

    use super::*;
    use crate::http::members::testing::read;

    #[test]
    fn choices_match_the_vectors() {
        let cases = message_cases();
        assert!(cases.len() >= 9, "only {} cases", cases.len());
        for case in cases {
            let sent = case.document();
            match read::<MessageChoices>(&Value::Object(sent.clone()).to_string()) {
                Ok(choices) => {
                    assert!(case.errors.is_empty(), "{}", case.name);
                    for (name, topic) in [
                        ("reviews", MessageTopic::Review),
                        ("matches", MessageTopic::Match),
                        ("notes", MessageTopic::Note),
                        ("introductions", MessageTopic::Introductions),
                    ] {
                        assert_eq!(sent[name], choices.want(topic), "{}", case.name);
                    }
                }
                Err(errors) => assert_eq!(errors, case.errors, "{}", case.name),
            }
        }
    }
}
