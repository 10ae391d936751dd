//! The OpenAPI document, from which clients generate their types.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use enmusubi_core::language::Language;
use enmusubi_core::profile;
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::OpenApi;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::Object;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::server::Server;
use utoipa::openapi::tag::{Tag, TagBuilder};
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder, Schema};

use super::field_schema::{allow_null, allow_null_parts, field_schema, open_lists};
use crate::http::calls::{JOURNEYS, Journey, Paths, is_outside};

/// Paths are relative to the base of the API, which the operator chooses.
#[derive(OpenApi)]
#[openapi(
    info(title = "Enmusubi", description = "The registration flow and the calls of registered members."),
    servers((url = "/api", description = "API_SERVER_PATH")),
    // utoipa does not find the types of parameters in a query.
    components(schemas(Language)),
)]
struct Document;

/// Returns the document but for the schemas that core makes.
fn document() -> utoipa::openapi::OpenApi {
    let mut document = Document::openapi().merge_from(Paths::openapi());
    add_security_schemes(&mut document);
    document.tags = Some(JOURNEYS.iter().map(tag_of).collect());
    let busy = unavailable();
    for (path, item) in &mut document.paths.paths {
        let operations = [
            &mut item.get,
            &mut item.post,
            &mut item.put,
            &mut item.delete,
        ];
        for operation in operations.into_iter().flatten() {
            describe(operation);
            let responses = &mut operation.responses.responses;
            responses.insert("503".to_owned(), busy.clone().into());
            if is_outside(path) {
                operation.servers = Some(vec![Server::new("/")]);
            }
        }
    }
    document
}

fn tag_of(journey: &Journey) -> Tag {
    TagBuilder::new()
        .name(journey.title)
        .description(Some(journey.description))
        .build()
}

/// Gives a call its summary, and its journey as its tag.
fn describe(operation: &mut Operation) {
    for journey in JOURNEYS {
        for (id, summary) in journey.calls {
            if operation.operation_id.as_deref() == Some(id) {
                operation.tags = Some(vec![journey.title.to_owned()]);
                operation.summary = Some((*summary).to_owned());
            }
        }
    }
}

/// The answer that every call may give: the server may be overloaded, whatever the client calls.
fn unavailable() -> Response {
    let body = Content::new(Some(Ref::from_schema_name("ErrorResponse")));
    ResponseBuilder::new()
        .description("The service is not available. `Retry-After` says when to try again")
        .content("application/json", body)
        .build()
}

fn add_security_schemes(document: &mut utoipa::openapi::OpenApi) {
    let components = document.components.get_or_insert_default();
    let id_token = ApiKey::Header(ApiKeyValue::new("X-Line-Id-Token"));
    components.add_security_scheme("idToken", SecurityScheme::ApiKey(id_token));
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    let reviewer = ApiKey::Cookie(ApiKeyValue::new("enmusubi_review"));
    components.add_security_scheme("reviewer", SecurityScheme::ApiKey(reviewer));
}

/// The document as clients get it. utoipa's types hold neither `if` nor `const`, so the schemas of a
/// profile are JSON that core makes.
#[derive(Serialize)]
struct PublishedDocument {
    #[serde(flatten)]
    document: utoipa::openapi::OpenApi,
    components: PublishedComponents,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PublishedComponents {
    schemas: BTreeMap<String, PublishedSchema>,
    security_schemes: BTreeMap<String, RefOr<SecurityScheme>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum PublishedSchema {
    Declared(Box<RefOr<Schema>>),
    FromCore(Value),
}

impl PublishedDocument {
    fn new() -> Self {
        let mut document = document();
        let mut components = document.components.take().unwrap_or_default();
        let mut from_core = profile_schemas(&components.schemas);
        // The conditions in core's schema describe this type without a reference.
        components.schemas.remove("ConditionValue");
        let schemas = components.schemas.into_iter().map(|(name, declared)| {
            let schema = match from_core.remove(name.as_str()) {
                Some(schema) => PublishedSchema::FromCore(schema),
                None => PublishedSchema::Declared(Box::new(declared)),
            };
            (name, schema)
        });
        Self {
            components: PublishedComponents {
                schemas: schemas.collect(),
                security_schemes: components.security_schemes,
            },
            document,
        }
    }
}

/// Returns the schemas that follow from core's table of fields, by name.
///
/// A registration has the whole of core's JSON Schema: limits, lists of words and ids, and the conditions between
/// fields. A resubmission has some fields of a registration. A member's own profile is an answer, so it has every field
/// and leaves out the lists of a catalogue: with them, a client that was generated before a city was added would refuse
/// the profile of a member who lives there.
fn profile_schemas(declared: &BTreeMap<String, RefOr<Schema>>) -> BTreeMap<&'static str, Value> {
    let core = &profile::json_schema();
    let fields = Fields { declared, core };
    let registration = json!({
        "type": "object",
        "description": "A whole form. The server also checks the rules that a schema cannot express: ages, \
            the order of two bounds, uploads and mailboxes, and that the password is the account. It \
            reads numbers as text, text with white space around it, and null in the place of an optional field, too.",
        "properties": fields.of("UserProfileCreate"),
        "required": core["required"],
        "allOf": core["allOf"],
    });
    let mut resubmission = fields.some(
        "ResubmissionRequest",
        "Some fields of a profile. None of them is `account` or `password`. Null empties an optional field.",
    );
    allow_null(&mut resubmission, &core["required"]);
    let mut preferences = fields.some(
        "PreferencesRequest",
        "The fields of a profile that say whom the member would like to meet. Null empties an optional field.",
    );
    allow_null(&mut preferences, &core["required"]);
    let mut reviewed = fields.some(
        "ReviewedFields",
        "Some of the fields whose change a reviewer checks. In a request, null empties an optional field.",
    );
    // An answer has this schema too, and may hold a city of a later catalogue.
    open_lists(&mut reviewed);
    let texts = fields.of_an_answer(
        "ProfileTexts",
        "The texts and tags of a profile. A request has some of them, an answer all. In a request, null \
            empties an optional field.",
    );
    let mut own = fields.of_an_answer(
        "OwnProfile",
        "A profile without the members that the server does not return.",
    );
    own["required"] = json!(fields.object("OwnProfile").required);
    let mut condition = core["properties"]["valueItem"]["items"].clone();
    condition["description"] =
        json!("A matching condition. A request may have null for an absent part.");
    allow_null_parts(&mut condition);
    BTreeMap::from([
        ("UserProfileCreate", registration),
        ("ResubmissionRequest", resubmission),
        ("PreferencesRequest", preferences),
        (
            "PlaceRequest",
            fields.some("PlaceRequest", "The place of a member."),
        ),
        ("ReviewedFields", reviewed),
        ("ProfileTexts", texts),
        ("OwnProfile", own),
        ("Condition", condition),
    ])
}

/// The fields of a profile as the handlers declare them, and as core describes them.
struct Fields<'a> {
    declared: &'a BTreeMap<String, RefOr<Schema>>,
    core: &'a Value,
}

impl Fields<'_> {
    fn object(&self, name: &str) -> &Object {
        match self.declared.get(name) {
            Some(RefOr::T(Schema::Object(object))) => object,
            _ => unreachable!("{name} is an object of the document"),
        }
    }

    /// Returns core's schema of each field of an object.
    fn of(&self, name: &str) -> Map<String, Value> {
        let properties = self.object(name).properties.iter();
        let fields = properties.map(|(field, declared)| {
            let schema = field_schema(declared, &self.core["properties"][field]);
            (field.clone(), schema)
        });
        fields.collect()
    }

    /// Returns the schema of an object that may have any of its fields.
    fn some(&self, name: &str, description: &str) -> Value {
        json!({ "type": "object", "description": description, "properties": self.of(name) })
    }

    /// Returns the schema of an answer, which may hold a tag or a city of a later catalogue.
    fn of_an_answer(&self, name: &str, description: &str) -> Value {
        let mut fields = self.of(name);
        fields.values_mut().for_each(open_lists);
        json!({ "type": "object", "description": description, "properties": fields })
    }
}

/// The document does not change while the server runs.
static JSON: LazyLock<String> = LazyLock::new(|| {
    let mut json = serde_json::to_string_pretty(&PublishedDocument::new())
        .unwrap_or_else(|error| unreachable!("the document is made of plain text: {error}"));
    json.push('\n');
    json
});

/// Returns the document as the server serves it and as the repository holds it.
pub fn openapi_json() -> &'static str {
    &JSON
}

#[cfg(test)]
mod tests;
