//! A member's choices about being introduced and being seen.

use chrono::NaiveDate;
use lenient_json::Json;

use crate::JsonDocument;
use crate::body::{BodyError, read_flag};
use crate::error::{FieldErrorCode, Params, Violation};
use crate::limits::PAUSE_DAYS;
use crate::profile::parse_date;

words! {
    /// The fields of the choices, in the order of their errors.
    PrivacyField {
        /// The end of the pause: a day, `FOREVER`, or null for a member who has not paused.
        PausedUntil = "pausedUntil",
        /// True if people with the same employer, or an unknown one, are not introduced.
        HideFromColleagues = "hideFromColleagues",
        /// True if other members see the employer's name.
        ShowEmployer = "showEmployer",
        /// True if a partner sees up to where the member has read, if both chose it.
        ReadReceipts = "readReceipts",
    }
}

/// A pause without an end, on the wire.
pub const FOREVER: &str = "FOREVER";

/// The time during which a member is introduced to no other member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pause {
    /// The member has not paused.
    #[default]
    None,
    /// The member is introduced again from this day on.
    Until(NaiveDate),
    /// The member is introduced again after ending the pause.
    Forever,
}

/// A member's choices. The default holds for a member who has chosen nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PrivacySettings {
    /// The pause.
    pub pause: Pause,
    /// True if people with the same employer, or an unknown one, are not introduced.
    pub hide_from_colleagues: bool,
    /// True if other members see the employer's name.
    pub show_employer: bool,
    /// True if a partner sees up to where the member has read, if both chose it.
    pub read_receipts: bool,
}

/// A broken rule of the choices. For a pause of the wrong length, it has the accepted days from today.
pub type PrivacyError = BodyError<PrivacyField>;

impl PrivacySettings {
    /// Reads all four choices, or returns every broken rule. The end of a pause lies 1 to 366 days after
    /// `today` ([`PAUSE_DAYS`]).
    pub fn parse(document: JsonDocument<'_>, today: NaiveDate) -> Result<Self, Vec<PrivacyError>> {
        let document = document.into_json();
        let member = |field: PrivacyField| document.get(field.as_str());
        let mut settings = Self::default();
        let mut errors = Vec::new();
        for field in PrivacyField::ALL {
            let value = member(*field);
            let checked = match field {
                PrivacyField::PausedUntil => settings.set_pause(value, today),
                PrivacyField::HideFromColleagues => {
                    read_flag(value).map(|flag| settings.hide_from_colleagues = flag)
                }
                PrivacyField::ShowEmployer => {
                    read_flag(value).map(|flag| settings.show_employer = flag)
                }
                PrivacyField::ReadReceipts => {
                    read_flag(value).map(|flag| settings.read_receipts = flag)
                }
            };
            let error = |violation| BodyError::new(*field, violation);
            errors.extend(checked.err().map(error));
        }
        if errors.is_empty() {
            Ok(settings)
        } else {
            Err(errors)
        }
    }

    fn set_pause(&mut self, value: Option<&Json<'_>>, today: NaiveDate) -> Result<(), Violation> {
        self.pause = match value {
            None => return Err(Violation::new(FieldErrorCode::Required)),
            Some(Json::Null) => Pause::None,
            Some(Json::Text(word)) if word == FOREVER => Pause::Forever,
            Some(Json::Text(text)) => Pause::Until(end_of_pause(text, today)?),
            Some(_) => return Err(Violation::new(FieldErrorCode::WrongType)),
        };
        Ok(())
    }
}

fn end_of_pause(text: &str, today: NaiveDate) -> Result<NaiveDate, Violation> {
    let day = parse_date(text).ok_or(Violation::new(FieldErrorCode::Date))?;
    let days = day.signed_duration_since(today).num_days();
    if (i64::from(PAUSE_DAYS.min)..=i64::from(PAUSE_DAYS.max)).contains(&days) {
        Ok(day)
    } else {
        Err(Violation {
            code: FieldErrorCode::Range,
            params: Params::between(PAUSE_DAYS.min, PAUSE_DAYS.max),
        })
    }
}
