//! The expected answer to a document, in the order of the table of fields.

use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::conditions::conditions;
use super::date::{Day, age, day};
use super::link::is_link;
use super::lists::{fertility_plan, photos, tags};
use super::table::{EMPLOYERS, FLAGS, LINES, TEXTS, VERIFY_METHOD, WORDS};
use super::value::{Read, flag, integer, is_visible, number, text};

/// Returns the answer to a document. Every upload name counts as an existing upload, and mailboxes
/// are not checked.
pub(crate) fn expected_answer(document: &Map<String, Value>, today: Day) -> Answer {
    let mut answer = Answer::default();
    let at = |field: &str| document.get(field);
    let say = &mut answer;

    let account = line_of(at("account"));
    line_user_id(say, at("account"));
    password(say, at("password"), account.as_deref());
    visible_text(say, "nickname", at("nickname"));
    visible_text(say, "name", at("name"));
    word(say, "gender", at("gender"));
    word(say, "matchGender", at("matchGender"));
    word(say, "occupationType", at("occupationType"));
    plain_text(say, "occupation", at("occupation"));
    plain_text(say, "achievement", at("achievement"));
    height(say, at("height"));
    word(say, "incomeRange", at("incomeRange"));
    birthday(say, at("birthday"), today);
    plain_text(say, "school", at("school"));
    word(say, "education", at("education"));
    for field in FLAGS {
        yes_or_no(say, field, at(field));
    }
    plain_text(say, "aboutMe", at("aboutMe"));
    tags(say, "personalityTagIds", at("personalityTagIds"));
    tags(say, "exerciseTagIds", at("exerciseTagIds"));
    tags(say, "hobbyTagIds", at("hobbyTagIds"));
    tags(say, "marriageTypeTagIds", at("marriageTypeTagIds"));
    fertility_plan(say, at("fertilityPlanTagIds"));
    tags(say, "petTagIds", at("petTagIds"));
    plain_text(say, "datingQuestion", at("datingQuestion"));
    plain_text(say, "dailyLife", at("dailyLife"));
    plain_text(say, "surprisePoint", at("surprisePoint"));
    word(say, "city", at("city"));
    plain_text(say, "address", at("address"));
    degrees(say, "latitude", at("latitude"), at("longitude"), 90);
    degrees(say, "longitude", at("longitude"), at("latitude"), 180);
    distance(say, at("recommendDistanceKm"));
    plain_text(say, "feedback", at("feedback"));
    word(say, "mbti", at("mbti"));
    word(say, "verifyMethod", at("verifyMethod"));
    let method = text(at("verifyMethod"), false);
    let has_method = |name: &str| method == Read::Is(name.to_owned());
    let has_other_method = |name: &str| {
        let others = VERIFY_METHOD.iter().filter(|other| **other != name);
        others.copied().any(has_method)
    };
    employer(say, at("employerId"), has_method("WORK_EMAIL"));
    if has_other_method("LINK") {
        say.keep("reviewLink", "");
    } else {
        review_link(say, at("reviewLink"), has_method("LINK"));
    }
    let mut document = None;
    if has_other_method("DOCUMENT") {
        say.keep("verifyTempFileName", "");
    } else {
        document = line_of(at("verifyTempFileName"));
        let photos = at("photoNameList").and_then(Value::as_array);
        let photos = photos.into_iter().flatten();
        let photos: Vec<_> = photos.filter_map(|slot| line_of(Some(slot))).collect();
        let upload = at("verifyTempFileName");
        verification(say, upload, has_method("DOCUMENT"), &photos);
    }
    plain_text(say, "verifyDescription", at("verifyDescription"));
    photos(say, at("photoNameList"), document.as_deref());
    conditions(say, at("valueItem"));
    answer
}

/// Returns the text of a value, even if the rest of the value is wrong.
fn line_of(value: Option<&Value>) -> Option<String> {
    match text(value, false) {
        Read::Is(line) => Some(line),
        _ => None,
    }
}

fn is_hexadecimal(text: &str) -> bool {
    text.len() == 32 && text.chars().all(|c| "0123456789abcdef".contains(c))
}

/// Returns whether this is the name of an upload with one of these endings.
pub(super) fn is_upload_name(name: &str, endings: &[&str]) -> bool {
    match name.split_once('.') {
        Some((stem, ending)) => is_hexadecimal(stem) && endings.contains(&ending),
        None => false,
    }
}

pub(super) fn is_line_user_id(id: &str) -> bool {
    id.strip_prefix('U').is_some_and(is_hexadecimal)
}

fn line_user_id(say: &mut Answer, value: Option<&Value>) {
    match text(value, false) {
        Read::Absent => say.error("account", "required"),
        Read::Wrong(code) => say.error("account", code),
        Read::Is(id) if !is_line_user_id(&id) => say.error("account", "line_user_id"),
        Read::Is(id) => say.keep("account", id),
    }
}

fn password(say: &mut Answer, value: Option<&Value>, account: Option<&str>) {
    match text(value, false) {
        Read::Absent => say.error("password", "required"),
        Read::Wrong(code) => say.error("password", code),
        Read::Is(id) if Some(id.as_str()) != account => say.error("password", "mismatch"),
        Read::Is(id) => say.keep("password", id),
    }
}

fn plain_text(say: &mut Answer, field: &str, value: Option<&Value>) {
    let (_, min, max) = *TEXTS.iter().find(|(name, _, _)| *name == field).unwrap();
    match text(value, LINES.contains(&field)) {
        Read::Absent if min > 0 => say.error(field, "required"),
        Read::Absent => say.keep(field, ""),
        Read::Wrong(code) => say.error(field, code),
        Read::Is(text) => {
            let n_characters = i64::try_from(text.chars().count()).unwrap();
            if n_characters < min || n_characters > max {
                say.error_with(field, "length", &json!({ "min": min, "max": max }));
            } else {
                say.keep(field, text);
            }
        }
    }
}

/// Reads a plain text that must have a visible character.
fn visible_text(say: &mut Answer, field: &str, value: Option<&Value>) {
    let n_errors = say.errors.len();
    plain_text(say, field, value);
    let is_hidden = line_of(value).is_some_and(|text| !text.chars().any(is_visible));
    if say.errors.len() == n_errors && is_hidden {
        say.error(field, "invisible");
    }
}

fn word(say: &mut Answer, field: &str, value: Option<&Value>) {
    let (_, words, required) = WORDS.iter().find(|(name, ..)| *name == field).unwrap();
    match text(value, false) {
        Read::Absent if *required => say.error(field, "required"),
        Read::Absent => say.keep(field, ""),
        Read::Wrong(code) => say.error(field, code),
        Read::Is(word) if !words.contains(&word) => say.error(field, "unknown_value"),
        Read::Is(word) => say.keep(field, word),
    }
}

/// Returns an integer as the payload has it.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the range was checked before"
)]
pub(super) fn whole(number: f64) -> i64 {
    number as i64
}

fn height(say: &mut Answer, value: Option<&Value>) {
    match integer(value) {
        Read::Absent => say.error("height", "required"),
        Read::Wrong(code) => say.error("height", code),
        Read::Is(cm) if !(120.0..=230.0).contains(&cm) => say.range("height", 120, 230),
        Read::Is(cm) => say.keep("height", whole(cm)),
    }
}

fn birthday(say: &mut Answer, value: Option<&Value>, today: Day) {
    match text(value, false) {
        Read::Absent => say.error("birthday", "required"),
        Read::Wrong(code) => say.error("birthday", code),
        Read::Is(text) => match day(&text).map(|birthday| age(birthday, today)) {
            None => say.error("birthday", "date"),
            Some(..18) => say.error_with("birthday", "under_age", &json!({ "min": 18 })),
            Some(18..=99) => say.keep("birthday", text),
            Some(_) => say.error_with("birthday", "over_age", &json!({ "max": 99 })),
        },
    }
}

fn yes_or_no(say: &mut Answer, field: &str, value: Option<&Value>) {
    match flag(value) {
        Read::Absent => say.error(field, "required"),
        Read::Wrong(code) => say.error(field, code),
        Read::Is(flag) => say.keep(field, flag),
    }
}

fn degrees(
    say: &mut Answer,
    field: &str,
    value: Option<&Value>,
    other: Option<&Value>,
    bound: i16,
) {
    match number(value) {
        Read::Absent if number(other) != Read::Absent => say.error(field, "incomplete_pair"),
        Read::Absent => say.keep(field, Value::Null),
        Read::Wrong(code) => say.error(field, code),
        Read::Is(degrees) if degrees.abs() > f64::from(bound) => {
            say.range(field, i64::from(-bound), i64::from(bound));
        }
        Read::Is(degrees) => say.keep(field, degrees),
    }
}

fn distance(say: &mut Answer, value: Option<&Value>) {
    let field = "recommendDistanceKm";
    match integer(value) {
        Read::Absent => say.keep(field, 0),
        Read::Wrong(code) => say.error(field, code),
        Read::Is(km) if whole(km) == 0 || (10.0..=500.0).contains(&km) => {
            say.keep(field, whole(km));
        }
        Read::Is(_) => say.range(field, 10, 500),
    }
}

fn employer(say: &mut Answer, value: Option<&Value>, required: bool) {
    match text(value, false) {
        Read::Absent if required => say.error("employerId", "required"),
        Read::Absent => say.keep("employerId", ""),
        Read::Wrong(code) => say.error("employerId", code),
        Read::Is(id) if !EMPLOYERS.contains(&id) => say.error("employerId", "unknown_value"),
        Read::Is(id) => say.keep("employerId", id),
    }
}

fn review_link(say: &mut Answer, value: Option<&Value>, required: bool) {
    match text(value, false) {
        Read::Absent if required => say.error("reviewLink", "required"),
        Read::Absent => say.keep("reviewLink", ""),
        Read::Wrong(code) => say.error("reviewLink", code),
        Read::Is(link) if link.chars().count() > 500 => {
            say.error_with("reviewLink", "length", &json!({ "min": 0, "max": 500 }));
        }
        Read::Is(link) if !is_link(&link) => say.error("reviewLink", "url"),
        Read::Is(link) => say.keep("reviewLink", link),
    }
}

fn verification(say: &mut Answer, value: Option<&Value>, required: bool, photos: &[String]) {
    let field = "verifyTempFileName";
    match text(value, false) {
        Read::Absent if required => say.error(field, "required"),
        Read::Absent => say.keep(field, ""),
        Read::Wrong(code) => say.error(field, code),
        Read::Is(name) if !is_upload_name(&name, &["jpg", "png", "webp", "pdf"]) => {
            say.error(field, "upload_name");
        }
        Read::Is(name) if photos.contains(&name) => say.error(field, "duplicate"),
        Read::Is(name) => say.keep(field, name),
    }
}
