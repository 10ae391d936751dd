//! The OpenAPI document, from which clients generate their types.

use std::slice;
use std::sync::LazyLock;

use enmusubi_core::profile;
use serde_json::Value;
use utoipa::openapi::schema::ArrayItems;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::server::Server;
use utoipa::openapi::{Content, Ref, RefOr, ResponseBuilder, Schema};
use utoipa::{Modify, Number, OpenApi};

use super::handlers::{
    client_log, export, mock, pictures, route_rules, upload, user, user_profile, work_email,
};

/// Paths are relative to the base of the API, which the operator chooses.
#[derive(OpenApi)]
#[openapi(
    info(title = "Enmusubi", description = "The registration flow and the calls of registered members."),
    servers((url = "/api", description = "API_SERVER_PATH")),
    paths(
        user_profile::create_user_profile,
        user_profile::update_avatar,
        user_profile::resubmit_user_profile,
        user::create_registration,
        user::create_session,
        user::delete_session,
        user::delete_all_sessions,
        user::delete_user,
        export::create_export_link,
        export::fetch_export,
        user::get_my_info,
        user::find_review_status,
        upload::upload_temp_file,
        pictures::fetch_file,
        pictures::show_image,
        client_log::create_log_line,
        route_rules::find_route_rule,
        work_email::create_work_email_code,
        work_email::confirm_work_email,
        mock::create_id_token,
        mock::list_mails,
    ),
    modifiers(&SecuritySchemes, &OutsideBase, &Unavailable, &ProfileLimits)
)]
struct Document;

/// Adds E503 to every call: the server may be overloaded, whatever the client calls.
struct Unavailable;

impl Modify for Unavailable {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let body = Content::new(Some(Ref::from_schema_name("ErrorResponse")));
        let busy = ResponseBuilder::new()
            .description("The service is not available. `Retry-After` says when to try again")
            .content("application/json", body)
            .build();
        for item in document.paths.paths.values_mut() {
            let operations = [
                &mut item.get,
                &mut item.post,
                &mut item.put,
                &mut item.delete,
            ];
            for operation in operations.into_iter().flatten() {
                let responses = &mut operation.responses.responses;
                responses.insert("503".to_owned(), busy.clone().into());
            }
        }
    }
}

/// Names the server of the paths that stand beside the API and not below it.
struct OutsideBase;

impl Modify for OutsideBase {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        for (path, item) in &mut document.paths.paths {
            if let Some(operation) = item.get.as_mut().filter(|_| path.starts_with("/_ipx/")) {
                operation.servers = Some(vec![Server::new("/")]);
            }
        }
    }
}

struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let id_token = ApiKey::Header(ApiKeyValue::new("X-Line-Id-Token"));
        components.add_security_scheme("idToken", SecurityScheme::ApiKey(id_token));
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    }
}

/// Gives the fields of a profile the descriptions and limits that core's JSON Schema has.
///
/// It leaves out the lists of words and ids: the types that clients generate would change with every
/// entry of a catalogue.
struct ProfileLimits;

impl Modify for ProfileLimits {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let core = profile::json_schema();
        let components = document.components.get_or_insert_default();
        for name in ["UserProfileCreate", "OwnProfile", "ResubmissionRequest"] {
            let schema = components.schemas.get_mut(name);
            let Some(RefOr::T(Schema::Object(object))) = schema else {
                unreachable!("{name} is an object of the document");
            };
            for (field, schema) in &mut object.properties {
                limit(schema, &core["properties"][field]);
            }
        }
    }
}

fn limit(schema: &mut RefOr<Schema>, core: &Value) {
    let description = core["description"].as_str().map(str::to_owned);
    let count = |limit: i64| usize::try_from(limit).ok().filter(|limit| *limit > 0);
    let number = |limit: i64| Some(Number::Int(isize::try_from(limit).ok()?));
    match schema {
        RefOr::Ref(reference) => {
            reference.description = description.unwrap_or_default();
        }
        RefOr::T(Schema::Object(object)) => {
            object.description = description;
            object.minimum = lowest(core, "minimum").and_then(number);
            object.maximum = highest(core, "maximum").and_then(number);
            object.min_length = lowest(core, "minLength").and_then(count);
            object.max_length = highest(core, "maxLength").and_then(count);
            object.pattern = pattern(core);
        }
        RefOr::T(Schema::Array(array)) => {
            array.description = description;
            array.min_items = lowest(core, "minItems").and_then(count);
            array.max_items = highest(core, "maxItems").and_then(count);
            array.unique_items = core["uniqueItems"] == true;
            if let ArrayItems::RefOrSchema(items) = &mut array.items
                && let RefOr::T(Schema::Object(item)) = &mut **items
            {
                item.pattern = pattern(&core["items"]);
            }
        }
        RefOr::T(_) => {}
    }
}

/// Returns the lowest limit that a value of any alternative may reach.
fn lowest(core: &Value, keyword: &str) -> Option<i64> {
    limits(core, keyword)?.into_iter().min()
}

/// Returns the highest limit that a value of any alternative may reach.
fn highest(core: &Value, keyword: &str) -> Option<i64> {
    limits(core, keyword)?.into_iter().max()
}

/// Returns the limits of all alternatives, or `None` if one of them has no limit of this kind.
fn limits(core: &Value, keyword: &str) -> Option<Vec<i64>> {
    let limits = alternatives(core).map(|alternative| match &alternative["const"] {
        Value::Number(number) if keyword.ends_with("imum") => number.as_i64(),
        Value::String(text) if keyword.ends_with("Length") => i64::try_from(text.len()).ok(),
        _ => alternative[keyword].as_i64(),
    });
    limits.collect()
}

/// Returns a pattern that all alternatives match. Leaves out patterns with Unicode properties, which
/// Python's and Go's regular expressions do not know by these names.
fn pattern(core: &Value) -> Option<String> {
    let patterns: Option<Vec<&str>> = alternatives(core)
        .map(|alternative| match &alternative["const"] {
            Value::String(text) if text.is_empty() => Some("^$"),
            _ => alternative["pattern"].as_str(),
        })
        .collect();
    let pattern = patterns?.join("|");
    (!pattern.is_empty() && !pattern.contains(r"\p")).then_some(pattern)
}

/// Lists the alternatives of a schema except `null`, or the schema itself if it has none.
fn alternatives(core: &Value) -> impl Iterator<Item = &Value> {
    let listed = core["anyOf"]
        .as_array()
        .map_or(slice::from_ref(core), Vec::as_slice);
    listed
        .iter()
        .filter(|alternative| alternative["type"] != "null")
}

/// The document does not change while the server runs.
static JSON: LazyLock<String> = LazyLock::new(|| {
    let mut json = Document::openapi()
        .to_pretty_json()
        .unwrap_or_else(|error| unreachable!("the document is made of plain text: {error}"));
    json.push('\n');
    json
});

/// Returns the document as the server serves it and as the repository holds it.
pub fn openapi_json() -> &'static str {
    &JSON
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_document_is_the_one_that_the_server_serves() {
        let committed = include_str!("../../openapi.json");
        assert!(
            committed == openapi_json(),
            "run: enmusubi-server openapi > server/openapi.json"
        );
    }

    #[test]
    fn the_fields_of_a_profile_have_the_limits_of_the_core() {
        let document: Value = serde_json::from_str(openapi_json()).unwrap();
        let schemas = &document["components"]["schemas"];
        for (field, keyword, limit) in [
            ("nickname", "minLength", 1),
            ("nickname", "maxLength", 20),
            ("reviewLink", "maxLength", 500),
            ("height", "minimum", 120),
            ("recommendDistanceKm", "minimum", 0),
            ("recommendDistanceKm", "maximum", 500),
            ("photoNameList", "minItems", 1),
            ("photoNameList", "maxItems", 6),
        ] {
            for name in ["UserProfileCreate", "OwnProfile", "ResubmissionRequest"] {
                let schema = &schemas[name]["properties"][field];
                assert_eq!(schema[keyword], limit, "{name} {field} {keyword}");
            }
        }
        let profile = &schemas["UserProfileCreate"]["properties"];
        assert_eq!(profile["latitude"]["maximum"], 90);
        assert_eq!(profile["mbti"]["maxLength"], Value::Null);
        assert_eq!(profile["nickname"]["pattern"], Value::Null);
        let document = r"^$|^[0-9a-f]{32}\.(?:jpg|png|webp|pdf)$";
        assert_eq!(profile["verifyTempFileName"]["pattern"], document);
    }
}
