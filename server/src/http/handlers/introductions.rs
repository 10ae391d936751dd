//! `/introductions`: the people to whom a member was introduced, and the member's answers.

use std::sync::Arc;

use enmusubi_core::json::Json as JsonValue;
use enmusubi_core::limits::{ANSWER_NOTE, Limits};
use enmusubi_core::matching::affinity::DistanceBand;
use enmusubi_core::matching::index::ShownCircle;
use enmusubi_core::service::Answer;
use enmusubi_core::vocabulary::{word_schemas, word_type};
use enmusubi_core::{ConditionType, UserProfileCreate};
use poem::handler;
use poem::web::{Data, Json, Path};
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{OneOfBuilder, Type};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::user::PhotoResponse;
use crate::app::App;
use crate::clock::Millis;
use crate::error::Result;
use crate::features::introduction::{IntroductionsNow, Person, ShownIntroduction};
use crate::features::profile_text::{CARD, optional_words};
use crate::http::auth::ApprovedCaller;
use crate::http::error_response::ErrorResponse;
use crate::http::members::{FromMembers, Members, lines, word};
use crate::http::request_body::JsonRequest;

/// The answer to an introduction.
#[derive(ToSchema)]
pub(crate) struct AnswerRequest {
    answer: Answer,
    /// An answer to the other person's question, of at most 300 characters. It goes with a yes only.
    note: Option<String>,
}

impl FromMembers for AnswerRequest {
    fn from_members(members: &mut Members<'_>) -> Option<Self> {
        let answer = members.read("answer", word);
        let limits = match answer {
            Some(Answer::No) => Limits { min: 0, max: 0 },
            _ => ANSWER_NOTE,
        };
        let note = members.read("note", |note| lines(note, limits));
        Some(Self {
            answer: answer?,
            note: note?,
        })
    }
}

/// The result of an answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AnswerResponse {
    /// The id of the match if both have said yes, and null otherwise.
    #[schema(required)]
    match_id: Option<String>,
}

/// The introductions of a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IntroductionsResponse {
    /// The day of the latest daily set: `YYYY-MM-DD`.
    #[schema(format = Date)]
    day: String,
    /// The time of the next daily set: RFC 3339, in UTC.
    #[schema(value_type = String, format = DateTime)]
    next_at: Millis,
    /// The introductions that are not over and not a match: those without an answer first, and then the oldest
    /// first.
    introductions: Vec<IntroductionResponse>,
    /// Null until the member's first set, and while eight introductions wait for the member's answer.
    #[schema(required)]
    circle: Option<CircleResponse>,
}

/// An introduction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IntroductionResponse {
    introduction_id: String,
    /// The day of its set: `YYYY-MM-DD`.
    #[schema(format = Date)]
    day: String,
    /// The end of the time for an answer: RFC 3339, in UTC.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Millis,
    /// The member's own answer.
    #[schema(required)]
    answer: Option<Answer>,
    person: PersonCard,
    why: WhyResponse,
}

/// The reasons for an introduction. The person has no condition that the member does not meet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WhyResponse {
    /// The member's own conditions, which the person met on the day of the set.
    conditions: Vec<ConditionType>,
    /// The tags that both have.
    shared_tag_ids: Vec<i32>,
    distance_band: DistanceBand,
}

/// Another member, as far as members see each other.
#[derive(Debug, Serialize)]
pub(crate) struct PersonCard {
    #[serde(flatten)]
    answers: CardAnswers,
    #[serde(flatten)]
    facts: CardFacts,
}

/// Another member, as far as members see each other.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CardFacts {
    /// The age in whole years.
    age: u32,
    photos: Vec<PhotoResponse>,
    /// True if a reviewer has accepted the evidence of the employment, which every approved member has.
    employer_verified: bool,
    /// The employer's name, if the person shows it.
    #[schema(required)]
    employer_name: Option<&'static str>,
}

/// A profile, of which JSON has only the answers that core shows to other members.
#[derive(Debug)]
struct CardAnswers(UserProfileCreate);

impl Serialize for CardAnswers {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_map(CARD.iter().map(|field| {
            let answer = self.0.get(*field);
            let is_empty = answer.as_text() == Some("") && optional_words(*field).is_some();
            (field, if is_empty { JsonValue::Null } else { answer })
        }))
    }
}

impl PartialSchema for PersonCard {
    fn schema() -> RefOr<Schema> {
        let mut schema = CardFacts::schema();
        if let RefOr::T(Schema::Object(card)) = &mut schema
            && let RefOr::T(Schema::Object(mut profile)) = UserProfileCreate::schema()
        {
            for field in CARD.iter() {
                let name = field.to_string();
                let declared = profile.properties.remove(&name);
                let answer = optional_words(*field).map(word_or_null).or(declared);
                card.properties.extend(answer.map(|it| (name.clone(), it)));
                card.required.push(name);
            }
        }
        schema
    }
}

impl ToSchema for PersonCard {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        CardFacts::schemas(schemas);
        UserProfileCreate::schemas(schemas);
        schemas.extend(word_schemas());
    }
}

/// Returns the schema of a choice that is null for none.
fn word_or_null(words: &[&str]) -> RefOr<Schema> {
    let null = ObjectBuilder::new().schema_type(Type::Null);
    let list = word_type(words).map(Ref::from_schema_name);
    let ways = list
        .into_iter()
        .fold(OneOfBuilder::new(), OneOfBuilder::item);
    RefOr::T(ways.item(null).into())
}

/// The number of people who fit the member and whom the member fits. For seven days, the same wishes have the same
/// numbers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CircleResponse {
    size: CircleSize,
    /// The conditions of the member without which the circle would be larger. Empty unless the size is a number.
    without: Vec<WithoutResponse>,
}

/// A number of people.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum CircleSize {
    /// The number, rounded down to 20, 50, 100, 200, 500 and so on, at steps that only the server knows.
    Rounded(u32),
    /// A number that is too small to be shown: below 20, or below 50 and a step that only the server knows.
    Few(Few),
}

/// A number that is too small to be shown: below 20, or below 50 and a step that only the server knows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) enum Few {
    #[serde(rename = "fewer than 20")]
    FewerThan20,
}

/// A condition of the member that leaves people out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WithoutResponse {
    r#type: ConditionType,
    /// The people whom the circle would have in addition, rounded as its size.
    more: u32,
}

impl IntroductionsResponse {
    fn new(app: &App, now: IntroductionsNow) -> Json<Self> {
        let introductions = now.introductions.into_iter();
        Json(Self {
            day: now.day.to_string(),
            next_at: Millis::from(now.next_at),
            introductions: introductions
                .map(|introduction| IntroductionResponse::new(app, introduction))
                .collect(),
            circle: now.circle.map(CircleResponse::new),
        })
    }
}

impl IntroductionResponse {
    fn new(app: &App, introduction: ShownIntroduction) -> Self {
        Self {
            introduction_id: introduction.id,
            day: introduction.day.to_string(),
            expires_at: introduction.expires_at_ms,
            answer: introduction.answer,
            person: PersonCard::new(app, introduction.person),
            why: WhyResponse {
                conditions: introduction.conditions,
                shared_tag_ids: introduction.shared_tag_ids,
                distance_band: introduction.distance_band,
            },
        }
    }
}

impl PersonCard {
    /// Takes from a profile only what members may see of each other.
    pub(super) fn new(app: &App, person: Person) -> Self {
        let photos = person.photos.into_iter();
        Self {
            answers: CardAnswers(person.profile),
            facts: CardFacts {
                age: person.age,
                photos: photos.map(|photo| PhotoResponse::new(app, photo)).collect(),
                employer_verified: true,
                employer_name: person.employer_name,
            },
        }
    }
}

impl CircleResponse {
    fn new(circle: ShownCircle) -> Self {
        let without = circle.without.into_iter();
        Self {
            size: circle
                .size
                .map_or(CircleSize::Few(Few::FewerThan20), CircleSize::Rounded),
            without: without
                .map(|(r#type, more)| WithoutResponse { r#type, more })
                .collect(),
        }
    }
}

#[utoipa::path(
    get, path = "/introductions", security(("bearer" = [])),
    responses(
        (status = 200, body = IntroductionsResponse),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn list_introductions(
    Data(app): Data<&Arc<App>>,
    caller: ApprovedCaller,
) -> Result<Json<IntroductionsResponse>> {
    let introductions = app.introductions.list(&caller.line_user_id).await?;
    Ok(IntroductionsResponse::new(app, introductions))
}

#[utoipa::path(
    put, path = "/introductions/{introductionId}/answer",
    params(("introductionId" = String, Path)), request_body = AnswerRequest, security(("bearer" = [])),
    responses(
        (
            status = 200, body = AnswerResponse,
            description = "The same answer again changes nothing. A null does not say whether the other \
                person said no or has not answered",
        ),
        (
            status = "4XX", body = ErrorResponse,
            description = "E008 unless the profile is approved. E003 for an introduction that is over, that was \
                withdrawn, or that the member does not have. E004 after another answer; a no may become a yes \
                until the next daily set",
        ),
    ),
)]
#[handler]
pub(crate) async fn answer_introduction(
    Data(app): Data<&Arc<App>>,
    Path(introduction_id): Path<String>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, AnswerRequest>,
) -> Result<Json<AnswerResponse>> {
    let AnswerRequest { answer, note } = body;
    let note = note.unwrap_or_default();
    let is_match = app
        .introductions
        .answer(&caller.line_user_id, &introduction_id, answer, &note)
        .await?;
    Ok(Json(AnswerResponse {
        match_id: is_match.then_some(introduction_id),
    }))
}

#[cfg(test)]
mod tests {
    use enmusubi_tests::answer::answer_cases;
    use serde_json::Value;

    use super::*;
    use crate::http::members::testing::read;

    #[test]
    fn answers_match_the_vectors() {
        let cases = answer_cases();
        assert!(cases.len() >= 18, "only {} cases", cases.len());
        for case in cases {
            let body = Value::Object(case.document()).to_string();
            let answer = read::<AnswerRequest>(&body);
            let answer = answer.map(|it| [it.answer.to_string(), it.note.unwrap_or_default()]);
            assert_eq!(answer, case.read().ok_or(case.errors), "{}", case.name);
        }
    }
}
