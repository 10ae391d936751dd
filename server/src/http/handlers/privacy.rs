//! `/privacy`: the member's choices about being introduced and being seen.

use std::sync::Arc;

use bytes::Bytes;
use chrono::NaiveDate;
use enmusubi_core::JsonDocument;
use enmusubi_core::error::{FieldErrorCode, Violation};
use enmusubi_core::json::Json as JsonValue;
use enmusubi_core::limits::PAUSE_DAYS;
use enmusubi_core::profile::{number_within, parse_date};
use poem::web::{Data, Json};
use poem::{Request, handler};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::Result;
use crate::features::introduction::{FOREVER, Pause, PrivacySettings};
use crate::http::auth::{ApprovedCaller, app_of};
use crate::http::error_response::ErrorResponse;
use crate::http::members::{Members, flag, read_members};
use crate::http::request_body::{FromBody, JsonRequest, MAX_SMALL_BYTES};

/// The choices of a member. A request needs all of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PrivacyBody {
    /// The day on which the member's pause ends (`YYYY-MM-DD`, 1 to 366 days from today), `FOREVER` for a
    /// pause without an end, or null for a member who has not paused.
    #[schema(required)]
    paused_until: Option<String>,
    /// True if people with the same employer, or an unknown one, are not introduced. It does not end earlier
    /// introductions.
    hide_from_colleagues: bool,
    /// True if other members see the employer's name.
    show_employer: bool,
    /// True if a partner sees up to where the member has read, if both chose it.
    read_receipts: bool,
}

impl PrivacyBody {
    fn new(settings: PrivacySettings) -> Json<Self> {
        Json(Self {
            paused_until: match settings.pause {
                Pause::None => None,
                Pause::Until(day) => Some(day.to_string()),
                Pause::Forever => Some(FOREVER.to_owned()),
            },
            hide_from_colleagues: settings.hide_from_colleagues,
            show_employer: settings.show_employer,
            read_receipts: settings.read_receipts,
        })
    }
}

impl FromBody for PrivacySettings {
    const MAX_BYTES: usize = MAX_SMALL_BYTES;

    fn from_body(head: &Request, bytes: Bytes) -> Result<Self> {
        let today = app_of(head)?.privacy.today();
        read_members(JsonDocument::parse(&bytes)?, |members| {
            read_settings(members, today)
        })
    }
}

/// Reads all four choices. The end of a pause lies 1 to 366 days after `today` ([`PAUSE_DAYS`]).
fn read_settings(members: &mut Members<'_>, today: NaiveDate) -> Option<PrivacySettings> {
    let pause = members.read("pausedUntil", |end| read_pause(end, today));
    let names = ["hideFromColleagues", "showEmployer", "readReceipts"];
    let [hide_from_colleagues, show_employer, read_receipts] =
        names.map(|name| members.read(name, flag));
    Some(PrivacySettings {
        pause: pause?,
        hide_from_colleagues: hide_from_colleagues?,
        show_employer: show_employer?,
        read_receipts: read_receipts?,
    })
}

fn read_pause(value: Option<&JsonValue<'_>>, today: NaiveDate) -> Result<Pause, Violation> {
    match value {
        None => Err(Violation::new(FieldErrorCode::Required)),
        Some(JsonValue::Null) => Ok(Pause::None),
        Some(JsonValue::Text(word)) if word == FOREVER => Ok(Pause::Forever),
        Some(JsonValue::Text(text)) => Ok(Pause::Until(end_of_pause(text, today)?)),
        Some(_) => Err(Violation::new(FieldErrorCode::WrongType)),
    }
}

fn end_of_pause(text: &str, today: NaiveDate) -> Result<NaiveDate, Violation> {
    let day = parse_date(text).ok_or(Violation::new(FieldErrorCode::Date))?;
    let days = day.signed_duration_since(today).num_days();
    number_within(i32::try_from(days).unwrap_or(i32::MAX), PAUSE_DAYS)?;
    Ok(day)
}

#[utoipa::path(
    get, path = "/privacy", security(("bearer" = [])),
    responses(
        (status = 200, body = PrivacyBody, description = "A pause that is over is null"),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn get_privacy(
    Data(app): Data<&Arc<App>>,
    caller: ApprovedCaller,
) -> Result<Json<PrivacyBody>> {
    let settings = app.privacy.get(&caller.line_user_id).await?;
    Ok(PrivacyBody::new(settings))
}

#[utoipa::path(
    put, path = "/privacy", request_body = PrivacyBody,
    security(("bearer" = [])),
    responses(
        (status = 200, body = PrivacyBody),
        (status = "4XX", body = ErrorResponse, description = "E008 unless the profile is approved"),
    ),
)]
#[handler]
pub(crate) async fn update_privacy(
    Data(app): Data<&Arc<App>>,
    JsonRequest { caller, body }: JsonRequest<ApprovedCaller, PrivacySettings>,
) -> Result<Json<PrivacyBody>> {
    app.privacy.put(&caller.line_user_id, body).await?;
    Ok(PrivacyBody::new(body))
}

#[cfg(test)]
mod tests {
    use enmusubi_tests::privacy::privacy_cases;
    use serde_json::Value;

    use super::*;
    use crate::http::members::testing::read_with;

    #[test]
    fn choices_match_the_vectors() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        let cases = privacy_cases();
        assert!(cases.len() >= 17, "only {} cases", cases.len());
        for case in cases {
            let sent = Value::Object(case.document());
            match read_with(&sent.to_string(), |members| read_settings(members, today)) {
                Ok(settings) => {
                    assert!(case.errors.is_empty(), "{}", case.name);
                    let Json(written) = PrivacyBody::new(settings);
                    for (name, value) in serde_json::to_value(written).unwrap().as_object().unwrap()
                    {
                        assert_eq!(sent[name], *value, "{}", case.name);
                    }
                }
                Err(errors) => assert_eq!(errors, case.errors, "{}", case.name),
            }
        }
    }
}
