//! Tags and photos.

use serde_json::{Value, json};

use super::answer::Answer;
use super::oracle::{is_upload_name, whole};
use super::table;
use super::value::{Read, integer, text};

/// Returns the items of a list, if it is there. Adds the errors of the list as a whole.
fn items(
    say: &mut Answer,
    field: &str,
    value: Option<&Value>,
    required: bool,
) -> Option<Vec<Value>> {
    let is_nothing = match value {
        None => true,
        Some(Value::Array(items)) => items.is_empty(),
        Some(other) => text(Some(other), false) == Read::Absent,
    };
    match value {
        _ if is_nothing && required => {
            say.error(field, "required");
            None
        }
        _ if is_nothing => {
            say.keep(field, json!([]));
            None
        }
        Some(Value::Array(items)) => Some(items.clone()),
        _ => {
            say.error(field, "wrong_type");
            None
        }
    }
}

pub(super) fn tags(say: &mut Answer, field: &str, value: Option<&Value>) {
    if let Some(items) = items(say, field, value, false) {
        tag_items(say, field, &items, 10);
    }
}

/// Reads the only list that must have one tag, and that may be a bare tag instead.
pub(super) fn fertility_plan(say: &mut Answer, value: Option<&Value>) {
    let field = "fertilityPlanTagIds";
    let bare = match value {
        Some(Value::Number(_)) => value.cloned(),
        Some(Value::String(_)) if integer(value) != Read::Absent => value.cloned(),
        _ => None,
    };
    if let Some(bare) = bare {
        tag_items(say, field, &[bare], 1);
    } else if let Some(items) = items(say, field, value, true) {
        tag_items(say, field, &items, 1);
    }
}

fn tag_items(say: &mut Answer, field: &str, items: &[Value], max: usize) {
    if items.len() > max {
        say.error_with(field, "too_many", &json!({ "max": max }));
        return;
    }
    let known = table::tags(field);
    let mut taken: Vec<i64> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let path = format!("{field}[{index}]");
        match integer(Some(item)) {
            Read::Absent => say.error(&path, "wrong_type"),
            Read::Wrong(code) => say.error(&path, code),
            Read::Is(id) if !known.contains(&whole(id)) => say.error(&path, "unknown_tag"),
            Read::Is(id) if taken.contains(&whole(id)) => say.error(&path, "duplicate"),
            Read::Is(id) => taken.push(whole(id)),
        }
    }
    say.keep(field, taken);
}

/// Reads the photos. None of them may be the document of the employment, if there is one.
pub(super) fn photos(say: &mut Answer, value: Option<&Value>, document: Option<&str>) {
    let field = "photoNameList";
    let Some(slots) = items(say, field, value, true) else {
        return;
    };
    let is_empty = |slot: &Value| text(Some(slot), false) == Read::Absent;
    let n_filled = slots.iter().filter(|slot| !is_empty(slot)).count();
    if n_filled == 0 {
        say.error(field, "required");
        return;
    }
    if n_filled > 6 {
        say.error_with(field, "too_many", &json!({ "max": 6 }));
        return;
    }
    let mut taken: Vec<String> = Vec::new();
    for (index, slot) in slots.iter().enumerate() {
        let path = format!("{field}[{index}]");
        match text(Some(slot), false) {
            Read::Absent => {}
            // A picked file without an upload is an error once the form is sent.
            Read::Wrong(_) if slot["picked"] == true => say.error(&path, "upload_missing"),
            Read::Wrong(code) => say.error(&path, code),
            Read::Is(name) if !is_upload_name(&name, &["jpg", "png", "webp"]) => {
                say.error(&path, "upload_name");
            }
            Read::Is(name) if taken.contains(&name) => say.error(&path, "duplicate"),
            Read::Is(name) if document == Some(&name) => say.error(&path, "duplicate"),
            Read::Is(name) => taken.push(name),
        }
    }
    say.keep(field, taken);
}

/// Returns the rows of conditions, if they can be read.
pub(super) fn condition_items(say: &mut Answer, value: Option<&Value>) -> Option<Vec<Value>> {
    items(say, "valueItem", value, false)
}
