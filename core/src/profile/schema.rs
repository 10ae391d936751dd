//! The payload as JSON Schema, for those who are not in Rust: made from the same table the rules are
//! checked by.

use serde_json::{Map, Value, json};

use super::limits::Limits;
use super::rules::{DOCUMENT_EXTENSIONS, PHOTO_EXTENSIONS};
use super::table::{Kind, TABLE};
use crate::catalogue::{city_codes, employer_ids, tag_ids};
use crate::condition::{ConditionKind, ConditionType};
use crate::field::Field;
use crate::vocabulary::{Education, VerifyMethod};

/// What text must not hold: category Cc, and bidirectional overrides and isolates.
const HIDDEN: &str = r"\p{Cc}\u202A-\u202E\u2066-\u2069";

/// A character that a reader can see, anywhere in the text.
const VISIBLE: &str = r"[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]";

/// A [JSON Schema](https://json-schema.org/draft/2020-12) of `UserProfileCreate` as it is encoded.
///
/// It is stricter than the reader where that is lenient (numbers as text, text that is not trimmed),
/// and what it accepts breaks no rule but those a schema cannot say: that the password is the
/// account, ages, the order of two bounds, the length of a host, and what only the server knows of
/// uploads and mailboxes.
pub fn json_schema() -> Value {
    let properties: Map<String, Value> = TABLE
        .iter()
        .map(|rule| {
            let mut schema = schema_of(rule.field, rule.kind, rule.required);
            schema["description"] = json!(rule.field.about());
            (rule.field.as_str().to_owned(), schema)
        })
        .collect();
    let required = TABLE.iter().filter(|rule| rule.required);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "UserProfileCreate",
        "type": "object",
        "properties": properties,
        "required": required.map(|rule| rule.field.as_str()).collect::<Vec<_>>(),
        "allOf": across_fields(),
    })
}

fn schema_of(field: Field, kind: Kind, is_required: bool) -> Value {
    let or_empty = |schema: Value| {
        if is_required {
            schema
        } else {
            json!({ "anyOf": [{ "const": "" }, schema] })
        }
    };
    match kind {
        Kind::Account | Kind::Password => text(r"^U[0-9a-f]{32}$"),
        Kind::Line(limits) => length(&trimmed(""), limits),
        Kind::VisibleLine(limits) => {
            let mut schema = length(&trimmed(""), limits);
            schema["allOf"] = json!([{ "pattern": VISIBLE }]);
            schema
        }
        Kind::Lines(limits) => length(&trimmed(r"|\n"), limits),
        Kind::Word(words) => or_empty(json!({ "enum": words })),
        Kind::Integer(limits) => between("integer", limits),
        Kind::IntegerOrZero(limits) => json!({ "anyOf": [
            { "const": 0 }, between("integer", limits),
        ] }),
        Kind::Birthday(_) => json!({
            "type": "string", "format": "date", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Degrees { limits, .. } => json!({ "anyOf": [
            { "type": "null" }, between("number", limits),
        ] }),
        Kind::City => json!({ "enum": city_codes() }),
        Kind::Employer => or_empty(json!({ "enum": employer_ids() })),
        Kind::Link(limits) => or_empty(length(PUBLIC_HTTPS, limits)),
        Kind::Document => or_empty(text(&upload_name(DOCUMENT_EXTENSIONS))),
        Kind::Tags(limits) => list(&json!({ "enum": tag_ids(field) }), limits),
        Kind::Photos(limits) => list(&text(&upload_name(PHOTO_EXTENSIONS)), limits),
        Kind::Conditions(limits) => conditions(limits),
    }
}

/// `https://`, two or more labels of which the last is no number, and what follows the host.
const PUBLIC_HTTPS: &str = concat!(
    r"^[Hh][Tt][Tt][Pp][Ss]://",
    r"(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.)+",
    r"(?!(?:[0-9]+|0[Xx][0-9A-Fa-f]*)(?:[/?#]|$))",
    r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?",
    r"(?:[/?#][^\p{White_Space}\p{Cc}\u202A-\u202E\u2066-\u2069\\]*)?$",
);

fn text(pattern: &str) -> Value {
    json!({ "type": "string", "pattern": pattern })
}

/// Lengths are counted in characters, which JSON Schema counts as we do.
fn length(pattern: &str, limits: Limits) -> Value {
    let Limits { min, max } = limits;
    json!({ "type": "string", "minLength": min, "maxLength": max, "pattern": pattern })
}

/// Text without white space at its ends and without hidden characters, but for those named.
fn trimmed(besides: &str) -> String {
    let end = format!(r"[^\p{{White_Space}}{HIDDEN}]");
    format!("^(?:{end}(?:(?:[^{HIDDEN}]{besides})*{end})?)?$")
}

fn upload_name(extensions: &[&str]) -> String {
    format!(r"^[0-9a-f]{{32}}\.(?:{})$", extensions.join("|"))
}

fn between(number_type: &str, limits: Limits) -> Value {
    json!({ "type": number_type, "minimum": limits.min, "maximum": limits.max })
}

fn list(items: &Value, limits: Limits) -> Value {
    json!({
        "type": "array", "items": items, "uniqueItems": true,
        "minItems": limits.min, "maxItems": limits.max,
    })
}

fn conditions(limits: Limits) -> Value {
    let types = || ConditionType::ALL.iter().copied();
    let once = types().map(|condition_type| {
        let is_this = json!({ "properties": { "type": { "const": condition_type } } });
        json!({ "contains": is_this, "minContains": 0, "maxContains": 1 })
    });
    let mut schema = list(
        &json!({ "oneOf": types().map(condition).collect::<Vec<_>>() }),
        limits,
    );
    schema["allOf"] = once.collect();
    schema
}

fn condition(condition_type: ConditionType) -> Value {
    let value = match condition_type.kind() {
        ConditionKind::Range(kind) => {
            let bound = json!({ "anyOf": [
                { "const": 0 }, between("integer", kind.limits()),
            ] });
            return json!({
                "type": "object",
                "properties": {
                    "type": { "const": condition_type }, "from": bound, "to": bound, "value": false,
                    "selected": { "const": true },
                },
                "required": ["type"],
            });
        }
        ConditionKind::Education => json!({ "enum": Education::WORDS }),
        ConditionKind::Flag(_) => json!({ "type": "boolean" }),
    };
    json!({
        "type": "object",
        "properties": {
            "type": { "const": condition_type }, "value": value, "from": false, "to": false,
            "selected": { "const": true },
        },
        "required": ["type", "value"],
    })
}

/// The rules over several fields: coordinates in pairs, and what each proof of employment needs.
fn across_fields() -> Vec<Value> {
    let given = |field: Field| json!({ "required": [field.as_str()] });
    let is_text = |field: Field| {
        json!({
            "properties": { field.as_str(): { "minLength": 1 } }, "required": [field.as_str()],
        })
    };
    let is_number = |field: Field| {
        json!({
            "properties": { field.as_str(): { "type": "number" } }, "required": [field.as_str()],
        })
    };
    let method_is = |method: VerifyMethod| {
        json!({
            "properties": { Field::VerifyMethod.as_str(): { "const": method } },
            "required": [Field::VerifyMethod.as_str()],
        })
    };
    let (latitude, longitude) = (is_number(Field::Latitude), is_number(Field::Longitude));
    let mut rules =
        vec![json!({ "if": latitude, "then": longitude, "else": { "not": longitude } })];
    for (method, proof) in [
        (VerifyMethod::WorkEmail, Field::EmployerId),
        (VerifyMethod::Link, Field::ReviewLink),
        (VerifyMethod::Document, Field::VerifyTempFileName),
    ] {
        rules.push(json!({ "if": method_is(method), "then": is_text(proof) }));
    }
    rules.push(json!({
        "if": {
            "not": method_is(VerifyMethod::Document),
            "allOf": [given(Field::VerifyMethod)],
        },
        "then": { "properties": { Field::VerifyTempFileName.as_str(): { "const": "" } } },
    }));
    rules
}
