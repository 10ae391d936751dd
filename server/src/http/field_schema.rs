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

/// Lets the schema of a request accept null in the place of an optional field. Core reads null as an empty answer.
pub(super) fn allow_null(request: &mut Value, required: &Value) {
    let is_required = |name: &str| {
        required
            .as_array()
            .is_some_and(|all| all.contains(&name.into()))
    };
    let fields = request["properties"].as_object_mut().into_iter().flatten();
    for (_, schema) in fields.filter(|(name, _)| !is_required(name)) {
        let null = json!({ "type": "null" });
        match schema.get_mut("anyOf").and_then(Value::as_array_mut) {
            Some(ways) if ways.contains(&null) => {}
            Some(ways) => ways.push(null),
            None => schema["type"] = json!([schema["type"], "null"]),
        }
    }
}

/// Lets the schema of a condition accept null in the place of a part that it may lack. Core reads null as absent.
///
/// Core also accepts null for a part that the condition cannot have, but the schema still refuses it: openapi-fetch
/// takes a field that is always null for one that only answers have.
pub(super) fn allow_null_parts(condition: &mut Value) {
    let ways = condition["oneOf"].as_array_mut().into_iter().flatten();
    for way in ways {
        for (name, part) in way["properties"].as_object_mut().into_iter().flatten() {
            if name == "selected" {
                *part = json!({ "enum": [true, null] });
            } else if let Some(bounds) = part.get_mut("anyOf").and_then(Value::as_array_mut) {
                bounds.push(json!({ "type": "null" }));
            }
        }
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

#[cfg(test)]
mod tests {
    use enmusubi_core::profile;

    use super::*;

    #[test]
    fn a_request_may_have_null_for_the_optional_fields() {
        let core = profile::json_schema();
        let mut request = core.clone();
        allow_null(&mut request, &core["required"]);
        let allows_null = |field: &str| {
            let schema = &request["properties"][field];
            let is_null = |way: &&Value| way["type"] == "null";
            let ways = schema["anyOf"].as_array().into_iter().flatten();
            let n_ways = ways.filter(is_null).count();
            let types = schema["type"].as_array();
            n_ways == 1 || types.is_some_and(|types| types.contains(&json!("null")))
        };
        for field in [
            "valueItem",
            "recommendDistanceKm",
            "school",
            "latitude",
            "mbti",
        ] {
            assert!(allows_null(field), "{field}");
        }
        for field in ["matchGender", "height", "photoNameList", "aboutMe"] {
            assert!(!allows_null(field), "{field}");
        }
    }

    #[test]
    fn a_condition_may_have_null_for_the_parts_that_it_may_lack() {
        let core = profile::json_schema();
        let mut condition = core["properties"]["valueItem"]["items"].clone();
        allow_null_parts(&mut condition);
        let null = json!({ "type": "null" });
        let height = &condition["oneOf"][0]["properties"];
        assert_eq!(height["from"]["anyOf"][2], null);
        assert_eq!(height["value"], false);
        assert_eq!(height["selected"], json!({ "enum": [true, null] }));
        let education = &condition["oneOf"][3]["properties"];
        assert_eq!(education["from"], false);
        // A condition without bounds needs its value.
        let value = &core["properties"]["valueItem"]["items"]["oneOf"][3]["properties"]["value"];
        assert_eq!(&education["value"], value);
    }
}
