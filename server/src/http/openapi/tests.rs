//! Tests of the published document.

use super::*;
use crate::http::field_schema::remove_unicode_patterns;

fn schemas() -> Value {
    let document: Value = serde_json::from_str(openapi_json()).unwrap();
    document["components"]["schemas"].clone()
}

#[test]
fn a_registration_has_the_schema_of_the_core() {
    let schemas = schemas();
    let (api, mut core) = (&schemas["UserProfileCreate"], profile::json_schema());
    for keyword in ["type", "required", "allOf"] {
        assert_eq!(api[keyword], core[keyword], "{keyword}");
    }
    let fields = core["properties"].as_object_mut().unwrap();
    assert_eq!(api["properties"].as_object().unwrap().len(), fields.len());
    for (field, core) in fields {
        let mut api = api["properties"][field].clone();
        let named = |schema: &Value| {
            let name = schema["$ref"].as_str()?.rsplit('/').next()?;
            Some(schemas[name].clone())
        };
        if let Some(named) = named(&api) {
            assert_eq!(named["enum"], core["enum"], "{field}");
            assert_eq!(api["description"], core["description"], "{field}");
            continue;
        }
        if let Some(mut named) = named(&api["items"]) {
            named.as_object_mut().unwrap().remove("description");
            api["items"] = named;
        }
        remove_unicode_patterns(core);
        if field == "valueItem" {
            allow_null_parts(&mut core["items"]);
        }
        assert_eq!(api, *core, "{field}");
    }
}

#[test]
fn every_schema_of_a_profile_has_the_limits_of_the_core() {
    let schemas = schemas();
    for (field, keyword, limit) in [
        ("nickname", "minLength", 1),
        ("nickname", "maxLength", 20),
        ("height", "minimum", 120),
        ("photoNameList", "minItems", 1),
        ("photoNameList", "maxItems", 6),
    ] {
        for name in ["UserProfileCreate", "OwnProfile", "ResubmissionRequest"] {
            let schema = &schemas[name]["properties"][field];
            assert_eq!(schema[keyword], limit, "{name} {field} {keyword}");
        }
    }
    for name in ["UserProfileCreate", "OwnProfile", "ResubmissionRequest"] {
        let fields = &schemas[name]["properties"];
        let distance = json!([
            { "const": 0 }, { "type": "integer", "minimum": 10, "maximum": 500 },
        ]);
        assert_eq!(
            fields["recommendDistanceKm"]["anyOf"][0], distance[0],
            "{name}"
        );
        assert_eq!(
            fields["recommendDistanceKm"]["anyOf"][1], distance[1],
            "{name}"
        );
        let link = json!([
            { "const": "" }, { "type": "string", "minLength": 0, "maxLength": 500 },
        ]);
        assert_eq!(fields["reviewLink"]["anyOf"][0], link[0], "{name}");
        assert_eq!(fields["reviewLink"]["anyOf"][1], link[1], "{name}");
        assert_eq!(fields["nickname"]["pattern"], Value::Null, "{name}");
        let document = r"^[0-9a-f]{32}\.(?:jpg|png|webp|pdf)$";
        let pattern = &fields["verifyTempFileName"]["anyOf"][1]["pattern"];
        assert_eq!(pattern, document, "{name}");
    }
}

#[test]
fn only_a_request_lists_the_ids_of_a_catalogue() {
    let schemas = schemas();
    for name in ["UserProfileCreate", "ResubmissionRequest"] {
        let fields = &schemas[name]["properties"];
        assert!(fields["city"]["enum"].is_array(), "{name}");
        assert!(fields["petTagIds"]["items"]["enum"].is_array(), "{name}");
    }
    let fields = &schemas["OwnProfile"]["properties"];
    assert_eq!(fields["city"]["type"], "string");
    assert_eq!(fields["petTagIds"]["items"], json!({ "type": "integer" }));
}
