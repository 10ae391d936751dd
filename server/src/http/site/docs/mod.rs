//! `/docs` shows the OpenAPI document to people. The page has no script, so that it needs no exception
//! from the content security policy.
//!
//! The page has 200 kB, or 26 kB compressed. Swagger UI would add 1.4 MB to the program and have each reader
//! load 1.7 MB of scripts and styles. The utoipa crates for Scalar, Redoc and `RapiDoc` load their viewer
//! from other hosts.

mod markup;
mod schema;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use maud::{DOCTYPE, Markup, html};
use poem::{IntoResponse, handler};
use serde_json::{Map, Value};

use self::markup::{description, text, with_code};
use self::schema::{definition, type_of};
use crate::http::calls::{JOURNEYS, Journey};
use crate::http::openapi::openapi_json;

const STYLE: &str = include_str!("docs.css");

/// The document does not change while the server runs.
static PAGE: LazyLock<String> = LazyLock::new(|| {
    let document = serde_json::from_str(openapi_json()).unwrap_or_default();
    page(&document).into_string()
});

#[handler]
pub(super) fn get_docs() -> impl IntoResponse {
    PAGE.as_str().with_content_type("text/html; charset=utf-8")
}

#[handler]
pub(super) fn get_style() -> impl IntoResponse {
    STYLE.with_content_type("text/css; charset=utf-8")
}

/// A path with one of its methods.
struct Operation<'a> {
    method: &'a str,
    path: &'a str,
    value: &'a Value,
}

impl Operation<'_> {
    fn id(&self) -> &str {
        text(&self.value["operationId"])
    }
}

fn page(document: &Value) -> Markup {
    let operations = operations(document);
    let schemas = document["components"]["schemas"].as_object();
    let title = format!("{} API", text(&document["info"]["title"]));
    // Links are relative, because the public URL may have a path.
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="stylesheet" href="docs.css";
            }
            body {
                header {
                    h1 { (title) }
                    (description(&document["info"]))
                    p {
                        "Version " (text(&document["info"]["version"])) ". Paths are below "
                        code { (text(&document["servers"][0]["url"])) }
                        ", or below the path that the deployment has chosen. For programs: "
                        a href="openapi.json" { "openapi.json" } "."
                    }
                }
                nav aria-label="Calls" {
                    @for journey in JOURNEYS {
                        p { (journey.title) }
                        ul {
                            @for operation in of_journey(journey, &operations) {
                                li {
                                    a href={ "#" (operation.id()) } {
                                        (method(operation)) " " code { (breakable(operation.path)) }
                                        span.summary { (text(&operation.value["summary"])) }
                                    }
                                }
                            }
                        }
                    }
                }
                main {
                    h2 { "Authentication" }
                    (schemes(&document["components"]["securitySchemes"]))
                    @for journey in JOURNEYS {
                        h2 { (journey.title) }
                        p { (with_code(journey.description)) }
                        @for operation in of_journey(journey, &operations) { (call(operation)) }
                    }
                    h2 { "Schemas" }
                    @for (name, schema) in schemas.into_iter().flatten() { (definition(name, schema)) }
                }
            }
        }
    }
}

fn operations(document: &Value) -> Vec<Operation<'_>> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flatten();
        methods.map(move |(method, value)| Operation {
            method,
            path,
            value,
        })
    });
    operations
        .filter(|it| it.value["operationId"].is_string())
        .collect()
}

/// Returns the calls of a journey in the order in which a client makes them.
fn of_journey<'a>(
    journey: &'a Journey,
    operations: &'a [Operation<'a>],
) -> impl Iterator<Item = &'a Operation<'a>> {
    let find = move |id: &str| operations.iter().find(|operation| operation.id() == id);
    journey.calls.iter().filter_map(move |(id, _)| find(id))
}

fn method(operation: &Operation<'_>) -> Markup {
    html! { span.method { (operation.method.to_uppercase()) } }
}

/// Allows line breaks after the slashes of a long path.
fn breakable(path: &str) -> Markup {
    html! {
        @for (index, part) in path.split('/').enumerate() {
            @if index > 0 { "/" wbr; }
            (part)
        }
    }
}

fn schemes(schemes: &Value) -> Markup {
    html! {
        dl {
            @for (name, scheme) in schemes.as_object().into_iter().flatten() {
                dt id={ "scheme-" (name) } { code { (name) } }
                dd {
                    @if scheme["type"] == "apiKey" {
                        "Header " code { (text(&scheme["name"])) } "."
                    } @else {
                        "Header " code { "Authorization: Bearer …" } "."
                    }
                    " " (description(scheme))
                }
            }
        }
    }
}

fn call(operation: &Operation<'_>) -> Markup {
    let value = operation.value;
    let parameters: Vec<&Value> = value["parameters"]
        .as_array()
        .into_iter()
        .flatten()
        .collect();
    html! {
        section id=(operation.id()) {
            h3 { (method(operation)) " " code { (breakable(operation.path)) } }
            p.id { (operation.id()) }
            @if let Some(summary) = value["summary"].as_str() { p { (summary) } }
            (description(value))
            (security(&value["security"]))
            @if !parameters.is_empty() {
                h4 { "Parameters" }
                dl {
                    @for parameter in parameters {
                        dt {
                            code { (text(&parameter["name"])) } " "
                            span.note {
                                (text(&parameter["in"]))
                                @if parameter["required"] == true { ", required" }
                            }
                        }
                        dd { (type_of(&parameter["schema"])) " " (description(parameter)) }
                    }
                }
            }
            @if value["requestBody"].is_object() {
                h4 { "Body" }
                (description(&value["requestBody"]))
                (content(&value["requestBody"]["content"]))
            }
            h4 { "Responses" }
            dl {
                @for (status, response) in value["responses"].as_object().into_iter().flatten() {
                    dt { code { (status) } }
                    dd { (content(&response["content"])) (description(response)) }
                }
            }
        }
    }
}

/// Lists the authentication schemes of a call, of which a client uses one.
fn security(requirements: &Value) -> Markup {
    let names = requirements.as_array().into_iter().flatten();
    let names: Vec<&String> = names
        .filter_map(Value::as_object)
        .flat_map(Map::keys)
        .collect();
    html! {
        p {
            "Authentication: "
            @if names.is_empty() { "none" }
            @for (index, name) in names.iter().enumerate() {
                @if index > 0 { " or " }
                a href={ "#scheme-" (name) } { (name) }
            }
            "."
        }
    }
}

fn content(content: &Value) -> Markup {
    html! {
        @for (media_type, body) in content.as_object().into_iter().flatten() {
            p {
                code { (media_type) }
                @if body["schema"].is_object() { ": " (type_of(&body["schema"])) }
            }
        }
        @if content.is_null() { p { "No body." } }
    }
}
