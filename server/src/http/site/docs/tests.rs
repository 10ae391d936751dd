//! The page holds the whole document, and nothing a browser would run.

use super::*;

fn document() -> Value {
    serde_json::from_str(openapi_json()).unwrap()
}

#[test]
fn every_call_and_every_shape_has_its_place_on_the_page() {
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
fn every_link_leads_somewhere() {
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
fn nothing_on_the_page_needs_a_looser_policy() {
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
fn a_description_is_text_and_no_markup() {
    let markup = with_code("a <b> `c < d` & `e");
    let told = markup.into_string();
    assert_eq!(
        told,
        "a &lt;b&gt; <code>c &lt; d</code> &amp; <code>e</code>"
    );
}
