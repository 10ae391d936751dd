//! Checks that the page shows the whole document, and that a browser has nothing to run.

use super::markup::with_code;
use super::*;

fn document() -> Value {
    serde_json::from_str(openapi_json()).unwrap()
}

#[test]
fn the_page_shows_every_call_and_every_schema() {
    let document = document();
    let page = &*PAGE;
    let calls = operations(&document);
    assert!(calls.len() > 10);
    for call in &calls {
        let id = call.id();
        assert!(page.contains(&format!("<section id=\"{id}\">")), "{id}");
        assert!(page.contains(&format!("href=\"#{id}\"")), "{id}");
        for parameter in call.value["parameters"].as_array().into_iter().flatten() {
            let name = text(&parameter["name"]);
            assert!(
                page.contains(&format!("<code>{name}</code>")),
                "{id} {name}"
            );
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(
            page.contains(&format!("<section id=\"shape-{name}\">")),
            "{name}"
        );
        for property in schema["properties"].as_object().into_iter().flatten() {
            assert!(
                page.contains(&format!("<code>{}</code>", property.0)),
                "{name}"
            );
        }
    }
}

#[test]
fn every_link_has_a_target() {
    let page = &*PAGE;
    let links: Vec<&str> = page
        .split("href=\"#")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(links.len() > 50);
    for link in links {
        assert!(page.contains(&format!("id=\"{link}\"")), "{link}");
    }
}

#[test]
fn the_page_has_nothing_that_the_policy_blocks() {
    for word in [
        "<script",
        "<style",
        " style=\"",
        " onclick",
        "http://",
        "https://",
    ] {
        assert!(!PAGE.contains(word), "{word}");
    }
}

#[test]
fn a_description_is_escaped_except_for_code_between_backticks() {
    let markup = with_code("a <b> `c < d` & `e");
    let html = markup.into_string();
    assert_eq!(
        html,
        "a &lt;b&gt; <code>c &lt; d</code> &amp; <code>e</code>"
    );
}
