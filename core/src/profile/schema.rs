//! The payload as JSON Schema, for clients that are not in Rust. It is made from the table of fields by
//! which the parser checks.

use serde_json::{Map, Value, json};

use super::field_spec::{FIELDS, FieldSpec, FieldType, Presence, field_spec};
use super::rules::{DOCUMENT_EXTENSIONS, PHOTO_EXTENSIONS};
use crate::catalogue::{city_codes, employer_ids, tag_ids};
use crate::condition::ConditionKind;
use crate::field::Field;
use crate::limits::Limits;
use crate::vocabulary::{ConditionType, Education, VerifyMethod};

/// The characters that no text may hold: category Cc, and bidirectional overrides and isolates.
const HIDDEN: &str = r"\p{Cc}\u202A-\u202E\u2066-\u2069";

/// A character that a reader can see, at any place in the text.
const VISIBLE: &str = r"[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]";

/// Returns a [JSON Schema](https://json-schema.org/draft/2020-12) of an encoded `UserProfileCreate`.
///
/// The schema refuses the forms that the parser reads leniently: numbers as text, and text that is not
/// trimmed. A document that it accepts can break only the rules that a schema cannot express: that the
/// password is the account, ages, the order of two bounds, the length of a host, a file in two fields, and the
/// server's rules on uploads, mailboxes and the proof of age. A validator must check `format` to refuse dates such as
/// `2026-02-30`.
///
/// ```
/// use enmusubi_core::profile::json_schema;
///
/// let schema = json_schema();
/// assert_eq!(schema["properties"]["height"]["maximum"], 230);
/// println!("{schema:#}");
/// ```
pub fn json_schema() -> Value {
    let properties: Map<String, Value> = FIELDS
        .iter()
        .map(|spec| (spec.field.as_str().to_owned(), field_schema(spec.field)))
        .collect();
    let is_required = |spec: &&FieldSpec| spec.presence == Presence::Required;
    let required = FIELDS.iter().filter(is_required);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "UserProfileCreate",
        "type": "object",
        "properties": properties,
        "required": required.map(|spec| spec.field.as_str()).collect::<Vec<_>>(),
        "allOf": across_fields(),
    })
}

/// Returns the schema of one field, as it stands under `properties` of [`json_schema`]. A description of
/// an API can merge it into the schema of the same field.
pub fn field_schema(field: Field) -> Value {
    let mut schema = schema_of(field_spec(field));
    schema["description"] = json!(field.about());
    schema
}

fn schema_of(spec: &FieldSpec) -> Value {
    let or_empty = |schema: Value| match spec.presence {
        Presence::Required => schema,
        _ => json!({ "anyOf": [{ "const": "" }, schema] }),
    };
    match spec.field_type {
        FieldType::Account => text(r"^U[0-9a-f]{32}$"),
        FieldType::SameAs(other) => schema_of(field_spec(other)),
        FieldType::Line(limits) => length(&trimmed(""), limits),
        FieldType::VisibleLine(limits) => {
            let mut schema = length(&trimmed(""), limits);
            schema["allOf"] = json!([{ "pattern": VISIBLE }]);
            schema
        }
        FieldType::Lines(limits) => length(&trimmed(r"|\n"), limits),
        FieldType::Word(words) => or_empty(json!({ "enum": words })),
        FieldType::VerifyMethod { .. } => json!({ "enum": VerifyMethod::WORDS }),
        FieldType::Integer(limits) => between("integer", limits),
        FieldType::IntegerOrZero(limits) => json!({ "anyOf": [
            { "const": 0 }, between("integer", limits),
        ] }),
        FieldType::Birthday(_) => json!({
            "type": "string", "format": "date", "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        }),
        FieldType::Flag => json!({ "type": "boolean" }),
        FieldType::Degrees { limits, .. } => json!({ "anyOf": [
            { "type": "null" }, between("number", limits),
        ] }),
        FieldType::City => json!({ "enum": city_codes() }),
        FieldType::Employer => or_empty(json!({ "enum": employer_ids() })),
        FieldType::Link(limits) => or_empty(length(PUBLIC_HTTPS, limits)),
        FieldType::Document(_) => or_empty(text(&upload_name(DOCUMENT_EXTENSIONS))),
        FieldType::Tags(limits) | FieldType::SingleTag(limits) => {
            list(&json!({ "enum": tag_ids(spec.field) }), limits)
        }
        FieldType::Photos(limits) => list(&text(&upload_name(PHOTO_EXTENSIONS)), limits),
        FieldType::Conditions(limits) => conditions(limits),
    }
}

/// `https://`, then two or more labels of which the last is no number, then path, query and fragment.
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

/// Limits the number of characters, which JSON Schema counts in Unicode scalar values too.
fn length(pattern: &str, limits: Limits) -> Value {
    let Limits { min, max } = limits;
    json!({ "type": "string", "minLength": min, "maxLength": max, "pattern": pattern })
}

/// Matches text without white space at its ends and without hidden characters, except the given ones.
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

/// Returns the rules over several fields: coordinates come in pairs, and each way to prove the
/// employment needs a field of its own.
fn across_fields() -> Vec<Value> {
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
    let pairs = FIELDS.iter().filter_map(|spec| match spec.field_type {
        // List each pair once.
        FieldType::Degrees { other, .. } if spec.field < other => {
            let (one, other) = (is_number(spec.field), is_number(other));
            Some(json!({ "if": one, "then": other, "else": { "not": other } }))
        }
        _ => None,
    });
    let needed = FIELDS.iter().filter_map(|spec| match spec.presence {
        Presence::RequiredWith(method) | Presence::OnlyWith(method) => {
            Some(json!({ "if": method_is(method), "then": is_text(spec.field) }))
        }
        // A schema does not know what the server asks for.
        Presence::Required | Presence::Optional | Presence::WithAgeProof { .. } => None,
    });
    pairs.chain(needed).collect()
}
