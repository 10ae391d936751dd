//! The OpenAPI document: what the calls look like, for clients that generate their types.

use std::sync::LazyLock;

use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::server::Server;
use utoipa::openapi::{Content, Ref, ResponseBuilder};
use utoipa::{Modify, OpenApi};

use super::handlers::{
    client_log, export, files, mock, resubmission, route_rules, user, user_profile, work_email,
};

/// Paths are relative to the base of the API, which a deployment chooses.
#[derive(OpenApi)]
#[openapi(
    info(title = "Enmusubi", description = "The register flow and what follows it."),
    servers((url = "/api", description = "API_SERVER_PATH")),
    paths(
        user_profile::create_user_profile,
        user_profile::update_avatar,
        resubmission::resubmit_user_profile,
        user::create_registration,
        user::create_session,
        user::delete_session,
        user::delete_all_sessions,
        user::delete_user,
        export::create_export_link,
        export::fetch_export,
        user::get_my_info,
        user::find_review_status,
        files::upload_temp_file,
        files::fetch_file,
        super::site::images::show_image,
        client_log::create_log_line,
        route_rules::find_route_rule,
        work_email::create_work_email_code,
        work_email::confirm_work_email,
        mock::create_id_token,
        mock::list_mails,
    ),
    modifiers(&Proofs, &OutsideBase, &Unavailable)
)]
struct Document;

/// Whatever is asked, there may be too much to do for now.
struct Unavailable;

impl Modify for Unavailable {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let body = Content::new(Some(Ref::from_schema_name("ErrorResponse")));
        let busy = ResponseBuilder::new()
            .description("Not now: `Retry-After` tells when")
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

/// What is beside the API and not below it.
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

struct Proofs;

impl Modify for Proofs {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let id_token = ApiKey::Header(ApiKeyValue::new("X-Line-Id-Token"));
        components.add_security_scheme("idToken", SecurityScheme::ApiKey(id_token));
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    }
}

pub(crate) fn document() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

/// The document does not change while the server runs.
static JSON: LazyLock<String> = LazyLock::new(|| {
    let mut json = document()
        .to_pretty_json()
        .unwrap_or_else(|error| unreachable!("the document is made of plain text: {error}"));
    json.push('\n');
    json
});

/// The document as it is served and committed.
pub fn openapi_json() -> &'static str {
    &JSON
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_document_is_the_one_we_serve() {
        let committed = include_str!("../../openapi.json");
        assert!(
            committed == openapi_json(),
            "run: enmusubi-server openapi > server/openapi.json"
        );
    }
}
