//! A valid payload for tests, and the context in which it is checked.

use chrono::NaiveDate;

use super::context::{CheckContext, Uploads};

pub(super) const PROFILE: &str = r#"{
    "account":"U0123456789abcdef0123456789abcdef",
    "password":"U0123456789abcdef0123456789abcdef",
    "nickname":"A","name":"B","gender":"FEMALE","matchGender":"ANY",
    "occupationType":"OTHER","occupation":"C","height":170,"incomeRange":"UNDISCLOSED",
    "birthday":"2000-01-01","education":"MASTER","marriageRecord":false,"hasChildren":false,
    "smoke":false,"tattoo":false,"drink":false,"aboutMe":"Ten characters.",
    "fertilityPlanTagIds":[501],"city":"TW-TPE","latitude":25.025,"longitude":121.575,
    "mbti":"INTJ","verifyMethod":"DOCUMENT",
    "verifyTempFileName":"fedcba9876543210fedcba9876543210.pdf",
    "photoNameList":["0123456789abcdef0123456789abcdef.jpg"],
    "valueItem":[{"type":"HEIGHT","from":160},{"type":"SMOKE","value":false}]
}"#;

/// Returns the context of a check on 1 January of this year.
pub(super) fn in_year(year: i32) -> CheckContext<'static> {
    CheckContext::for_form(NaiveDate::from_ymd_opt(year, 1, 1).unwrap())
        .with_uploads(Uploads::Named)
}
