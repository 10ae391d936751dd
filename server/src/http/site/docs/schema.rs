//! Shows JSON Schemas as HTML: the type of a value in one line, and the properties of a schema.

use maud::{Markup, html};
use serde_json::Value;

use super::markup::{description, text};

/// The keywords of JSON Schema that a line mentions, and their text.
const LIMITS: [(&str, &str); 8] = [
    ("minimum", "at least "),
    ("maximum", "at most "),
    ("minLength", "characters at least "),
    ("maxLength", "characters at most "),
    ("minItems", "items at least "),
    ("maxItems", "items at most "),
    ("pattern", "pattern "),
    ("default", "default "),
];

/// Shows a named schema, with an anchor.
pub(super) fn definition(name: &str, schema: &Value) -> Markup {
    let properties = schema["properties"].as_object();
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    html! {
        section id={ "shape-" (name) } {
            h3 { code { (name) } }
            (description(schema))
            @if let Some(properties) = properties {
                dl {
                    @for (name, property) in properties {
                        dt {
                            code { (name) }
                            @if !required.contains(&name.as_str()) { " " span.note { "optional" } }
                        }
                        dd { (type_of(property)) " " (description(property)) }
                    }
                }
            } @else {
                p { (type_of(schema)) }
            }
        }
    }
}

/// Shows the type of a value: a link to a named schema, one value, a choice, or a type with its limits.
/// Conditions between fields are left out, because the descriptions of the fields state them.
pub(super) fn type_of(schema: &Value) -> Markup {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return html! { a href={ "#shape-" (name) } { (name) } };
    }
    if let Some(value) = schema.get("const") {
        return html! { code { (value) } };
    }
    let choices = ["oneOf", "anyOf", "allOf"]
        .iter()
        .find_map(|word| schema[*word].as_array());
    if let Some(choices) = choices.filter(|_| schema["type"].is_null()) {
        return html! {
            @for (index, choice) in choices.iter().enumerate() {
                @if index > 0 { " or " }
                (type_of(choice))
            }
        };
    }
    if let Some(words) = schema["enum"].as_array() {
        return html! {
            @for (index, word) in words.iter().enumerate() {
                @if index > 0 { ", " }
                code { (plain(word)) }
            }
        };
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.iter().map(text).collect(),
        Value::String(name) => vec![name.as_str()],
        _ => vec!["anything"],
    };
    html! {
        span.type {
            (types.join(" or "))
            @if let Some(format) = schema["format"].as_str() { " (" (format) ")" }
        }
        @if schema["items"].is_object() { " of " (type_of(&schema["items"])) }
        (members(schema))
        @for (key, words) in LIMITS {
            @if is_limit(key, &schema[key]) { ", " (words) (plain(&schema[key])) }
        }
    }
}

/// Returns false for a keyword that is absent or allows every length.
fn is_limit(key: &str, value: &Value) -> bool {
    let is_length = key.ends_with("Length") || key.ends_with("Items");
    let allows_all = is_length && *value == 0;
    !value.is_null() && !allows_all
}

/// Shows the members of an object that has no name. A schema of `false` forbids a member.
fn members(schema: &Value) -> Markup {
    let members = schema["properties"].as_object().into_iter().flatten();
    let allowed = members.filter(|(_, member)| **member != false);
    html! {
        @for (index, (name, member)) in allowed.enumerate() {
            @if index == 0 { " with " } @else { ", " }
            code { (name) } ": " (type_of(member))
        }
    }
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
