//! The schemas of a profile's fields, as core has them, for the OpenAPI document.

use serde_json::{Map, Value, json};
use utoipa::openapi::schema::ArrayItems;
use utoipa::openapi::{RefOr, Schema};

/// Returns core's schema of a field, with references to the types that this document names.
pub(super) fn field_schema(declared: &RefOr<Schema>, core: &Value) -> Value {
    let mut schema = core.clone();
    match declared {
        RefOr::Ref(named) => {
            return json!({ "$ref": named.ref_location, "description": core["description"] });
        }
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &array.items
                && let RefOr::Ref(named) = &**items
            {
                schema["items"] = json!({ "$ref": named.ref_location });
            }
        }
        RefOr::T(_) => {}
    }
    remove_unicode_patterns(&mut schema);
    schema
}

/// Removes the patterns with Unicode properties. Python's and Go's regular expressions do not know them
/// by these names, so that clients in these languages could not be generated.
pub(super) fn remove_unicode_patterns(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.retain(|name, value| {
                name != "pattern" || !value.as_str().is_some_and(|it| it.contains(r"\p"))
            });
            members.values_mut().for_each(remove_unicode_patterns);
            members.retain(|name, value| {
                let is_empty = |it: &Value| it.as_object().is_some_and(Map::is_empty);
                name != "allOf" || !value.as_array().is_some_and(|all| all.iter().all(is_empty))
            });
        }
        Value::Array(items) => items.iter_mut().for_each(remove_unicode_patterns),
        _ => {}
    }
}

/// Replaces lists of values by their type.
pub(super) fn open_lists(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if let Some(list) = members.remove("enum") {
                let is_text = list[0].is_string();
                let value_type = if is_text { "string" } else { "integer" };
                members.insert("type".to_owned(), json!(value_type));
            }
            members.values_mut().for_each(open_lists);
        }
        Value::Array(items) => items.iter_mut().for_each(open_lists),
        _ => {}
    }
}
