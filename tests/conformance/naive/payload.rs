//! The conditions that an accepted payload fulfils on the wire.

use serde_json::Value;

use super::date::{Day, age, day};
use super::link::is_link;
use super::oracle::{is_line_user_id, is_upload_name};
use super::table::{
    EDUCATION, EMPLOYERS, FLAG_TYPES, FLAGS, LINES, RANGE_TYPES, TEXTS, WORDS, tags,
};
use super::value::{Read, text};

const OTHERS: [&str; 10] = [
    "account",
    "password",
    "height",
    "birthday",
    "latitude",
    "longitude",
    "recommendDistanceKm",
    "employerId",
    "reviewLink",
    "verifyTempFileName",
];
const TAGS: [&str; 5] = [
    "personalityTagIds",
    "exerciseTagIds",
    "hobbyTagIds",
    "marriageTypeTagIds",
    "petTagIds",
];
const LISTS: [&str; 3] = ["fertilityPlanTagIds", "photoNameList", "valueItem"];

/// Returns the violations of an accepted payload. The list is empty if the payload is right.
pub(crate) fn broken_rules(payload: &Value, today: Day) -> Vec<String> {
    let mut broken = Vec::new();
    let mut must = |holds: bool, rule: &str| {
        if !holds {
            broken.push(rule.to_owned());
        }
    };
    let at = |field: &str| &payload[field];
    let text_at = |field: &str| payload[field].as_str().unwrap_or("\0");
    let is_whole = |value: &Value, min: i64, max: i64| {
        value
            .as_i64()
            .is_some_and(|number| (min..=max).contains(&number))
    };

    must(
        has_exactly_the_fields(payload),
        "has exactly the known fields",
    );
    must(
        is_line_user_id(text_at("account")),
        "account is a LINE user id",
    );
    must(at("password") == at("account"), "password is the account");
    for (field, min, max) in TEXTS {
        let text = text_at(field);
        must(
            is_normalised(text, LINES.contains(&field)),
            &format!("{field} is normalised"),
        );
        let n_characters = i64::try_from(text.chars().count()).unwrap();
        must(n_characters >= min, &format!("{field} is long enough"));
        must(n_characters <= max, &format!("{field} is short enough"));
    }
    for (field, list, required) in WORDS.iter() {
        let word = text_at(field).to_owned();
        let is_left_out = word.is_empty() && !required;
        must(
            is_left_out || list.contains(&word),
            &format!("{field} is a word"),
        );
    }
    must(
        is_whole(at("height"), 120, 230),
        "height is between 120 and 230",
    );
    let years = day(text_at("birthday")).map(|birthday| age(birthday, today));
    must(matches!(years, Some(18..=99)), "age is between 18 and 99");
    for field in FLAGS {
        must(at(field).is_boolean(), &format!("{field} is a boolean"));
    }
    for field in TAGS {
        must(
            are_tags(field, at(field), 0, 10),
            &format!("{field} are at most ten tags"),
        );
    }
    let plan = at("fertilityPlanTagIds");
    must(
        are_tags("fertilityPlanTagIds", plan, 1, 1),
        "there is one fertility plan",
    );
    must(
        is_place(at("latitude"), at("longitude")),
        "coordinates come in pairs on the globe",
    );
    let distance = at("recommendDistanceKm");
    must(
        is_whole(distance, 0, 0) || is_whole(distance, 10, 500),
        "the distance is 0 or between 10 and 500",
    );
    verification_rules(payload, &mut must);
    must(
        are_photos(at("photoNameList")),
        "there are one to six different photos",
    );
    must(
        are_conditions(at("valueItem")),
        "conditions are valid, each type once",
    );
    broken
}

fn verification_rules(payload: &Value, must: &mut impl FnMut(bool, &str)) {
    let text_at = |field: &str| payload[field].as_str().unwrap_or("\0");
    let (method, employer) = (text_at("verifyMethod"), text_at("employerId"));
    let (link, upload) = (text_at("reviewLink"), text_at("verifyTempFileName"));
    let is_known = EMPLOYERS.contains(&employer.to_owned());
    must(
        employer.is_empty() || is_known,
        "the employer is one of the list",
    );
    must(
        method != "WORK_EMAIL" || is_known,
        "a work mail names its employer",
    );
    let is_fine = is_normalised(link, false) && is_link(link) && link.chars().count() <= 500;
    must(link.is_empty() || is_fine, "the link is valid");
    must(
        method != "LINK" || !link.is_empty(),
        "the method LINK has a link",
    );
    let is_upload = is_upload_name(upload, &["jpg", "png", "webp", "pdf"]);
    must(upload.is_empty() || is_upload, "the document is an upload");
    must(
        (method == "DOCUMENT") != upload.is_empty(),
        "only the method DOCUMENT has an upload",
    );
    let photos = payload["photoNameList"].as_array();
    must(
        !photos.is_some_and(|photos| photos.contains(&payload["verifyTempFileName"])),
        "no photo is the document",
    );
}

fn has_exactly_the_fields(payload: &Value) -> bool {
    let mut known: Vec<&str> = TEXTS.iter().map(|(field, ..)| *field).collect();
    known.extend(WORDS.iter().map(|(field, ..)| *field));
    known.extend(FLAGS.iter().chain(&OTHERS).chain(&TAGS).chain(&LISTS));
    known.sort_unstable();
    let mut found: Vec<&str> = payload
        .as_object()
        .map(|members| members.keys().map(String::as_str).collect())
        .unwrap_or_default();
    found.sort_unstable();
    found == known
}

/// Returns whether a text is trimmed and has no forbidden character, so that it reads as itself.
fn is_normalised(line: &str, may_have_lines: bool) -> bool {
    let read = text(Some(&Value::from(line)), may_have_lines);
    line.is_empty() || read == Read::Is(line.to_owned())
}

fn are_different(items: &[Value]) -> bool {
    (0..items.len()).all(|index| !items[..index].contains(&items[index]))
}

fn are_tags(field: &str, value: &Value, min: usize, max: usize) -> bool {
    let known = tags(field);
    value.as_array().is_some_and(|ids| {
        (min..=max).contains(&ids.len())
            && are_different(ids)
            && ids
                .iter()
                .all(|id| id.as_i64().is_some_and(|id| known.contains(&id)))
    })
}

fn is_place(latitude: &Value, longitude: &Value) -> bool {
    let is_within = |value: &Value, bound: f64| {
        value
            .as_f64()
            .is_some_and(|degrees| -bound <= degrees && degrees <= bound)
    };
    (latitude.is_null() && longitude.is_null())
        || (is_within(latitude, 90.0) && is_within(longitude, 180.0))
}

fn are_photos(value: &Value) -> bool {
    value.as_array().is_some_and(|names| {
        (1..=6).contains(&names.len())
            && are_different(names)
            && names.iter().all(|name| {
                name.as_str()
                    .is_some_and(|name| is_upload_name(name, &["jpg", "png", "webp"]))
            })
    })
}

fn are_conditions(value: &Value) -> bool {
    value.as_array().is_some_and(|conditions| {
        let types: Vec<Value> = conditions
            .iter()
            .map(|condition| condition["type"].clone())
            .collect();
        conditions.len() <= 9 && are_different(&types) && conditions.iter().all(is_condition)
    })
}

fn is_condition(condition: &Value) -> bool {
    let (Some(members), Some(kind)) = (condition.as_object(), condition["type"].as_str()) else {
        return false;
    };
    let has_just = |names: &[&str]| {
        members.len() == names.len() && names.iter().all(|name| members.contains_key(*name))
    };
    if let Some((_, min, max)) = RANGE_TYPES.iter().find(|(name, ..)| *name == kind) {
        let (Some(from), Some(to)) = (condition["from"].as_i64(), condition["to"].as_i64()) else {
            return false;
        };
        let is_bound = |bound: i64| bound == 0 || (*min <= bound && bound <= *max);
        let asks_something = from != 0 || to != 0;
        let is_in_order = from == 0 || to == 0 || from <= to;
        return has_just(&["type", "from", "to"])
            && is_bound(from)
            && is_bound(to)
            && asks_something
            && is_in_order;
    }
    let value = &condition["value"];
    let is_value = if kind == "EDUCATION" {
        value
            .as_str()
            .is_some_and(|level| EDUCATION.contains(&level))
    } else {
        FLAG_TYPES.contains(&kind) && value.is_boolean()
    };
    has_just(&["type", "value"]) && is_value
}
