//! Text of the OpenAPI document as HTML.

use maud::{Markup, PreEscaped, html};
use serde_json::Value;

/// Returns the text of a JSON string, or an empty text.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Shows the description of an object, if it has one.
pub(super) fn description(value: &Value) -> Markup {
    html! {
        @if let Some(description) = value["description"].as_str() {
            p { (with_code(description)) }
        }
    }
}

/// Marks text between backticks as code, and escapes all text.
pub(super) fn with_code(text: &str) -> Markup {
    let parts: Vec<String> = text
        .split('`')
        .enumerate()
        .map(|(index, part)| {
            let markup = if index % 2 == 1 {
                html! { code { (part) } }
            } else {
                html! { (part) }
            };
            markup.into_string()
        })
        .collect();
    PreEscaped(parts.concat())
}
