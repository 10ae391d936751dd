//! `/user/export`: a ZIP with all data that the server holds of a member.

use std::sync::Arc;

use poem::http::header;
use poem::web::{Data, Json, Query};
use poem::{Body, FromRequest, IntoResponse as _, Request, RequestBody, Response, handler};
use serde::{Deserialize, Serialize};
use url::form_urlencoded;
use utoipa::ToSchema;

use enmusubi_core::language::Language;

use crate::app::App;
use crate::clock::Millis;
use crate::error::Result;
use crate::features::export::{self, Link};
use crate::features::signed_url::Signature;
use crate::http::auth::{SessionCaller, authenticate};
use crate::http::error_response::ErrorResponse;
use crate::http::middleware::answer_budget::StreamBuffer;
use crate::http::middleware::rate_limit;

/// A link to the export that works for some minutes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportLinkResponse {
    /// A signed path that expires, for a browser in which the member is not logged in.
    pub(crate) url: String,
    /// RFC 3339, in UTC.
    #[schema(format = DateTime)]
    pub(crate) expires_at: String,
}

/// The language of the page in the export.
pub(crate) struct PageLanguage(Language);

#[derive(Debug, Deserialize)]
struct LanguageQuery {
    #[serde(default)]
    lang: String,
}

impl<'a> FromRequest<'a> for PageLanguage {
    /// Never refuses, because no export may fail over the language of its page.
    async fn from_request(request: &'a Request, body: &mut RequestBody) -> poem::Result<Self> {
        let query = Query::<LanguageQuery>::from_request(request, body).await;
        let tag = query.map(|Query(query)| query.lang).unwrap_or_default();
        Ok(Self(Language::choose([&*tag])))
    }
}

#[utoipa::path(
    post, path = "/user/export", security(("bearer" = [])),
    params(("lang" = Option<String>, Query, description = "The language of `profile.html`: `zh-TW`, `ja` or `en`. Any other tag gets `en`, and none gets `zh-TW`")),
    responses((status = 200, body = ExportLinkResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) fn create_export_link(
    Data(app): Data<&Arc<App>>,
    caller: SessionCaller,
    PageLanguage(language): PageLanguage,
) -> Json<ExportLinkResponse> {
    let SessionCaller { session } = caller;
    let Link { session, signature } = app.exports.sign_link(&session);
    let expires_at = Millis(signature.expires_at_s.saturating_mul(1_000)).rfc_3339();
    let url = format!(
        "{}/user/export?session={session}&exp={}&sig={}&lang={language}",
        app.config.api_path(),
        signature.expires_at_s,
        signature.mac
    );
    Json(ExportLinkResponse { url, expires_at })
}

/// The authority with which a client fetches an export.
pub(crate) enum ExportAuthority {
    /// A link. `None` if the server cannot read its query.
    Link(Option<Link>),
    Session(SessionCaller),
}

/// Texts, because the server gives the same answer to every link that is not valid.
#[derive(Debug, Deserialize)]
struct LinkQuery {
    session: Option<String>,
    exp: Option<String>,
    sig: Option<String>,
}

impl LinkQuery {
    fn link(self) -> Option<Link> {
        Some(Link {
            session: self.session?,
            signature: Signature::from_query(self.exp, self.sig)?,
        })
    }
}

impl<'a> FromRequest<'a> for ExportAuthority {
    async fn from_request(request: &'a Request, body: &mut RequestBody) -> poem::Result<Self> {
        let query = request.uri().query().unwrap_or_default();
        let mut parts = form_urlencoded::parse(query.as_bytes());
        if parts.all(|(name, _)| name == "lang") {
            return Ok(Self::Session(authenticate(request).await?));
        }
        rate_limit::check_address(request)?;
        let query = Query::<LinkQuery>::from_request(request, body).await;
        Ok(Self::Link(query.ok().and_then(|Query(query)| query.link())))
    }
}

#[utoipa::path(
    get, path = "/user/export",
    params(
        ("session" = Option<String>, Query, description = "A link, with `exp` and `sig`, instead of a bearer token"),
        ("exp" = Option<String>, Query, description = "The Unix time, in seconds, at which the link expires"),
        ("sig" = Option<String>, Query, description = "The server's signature of the link"),
        ("lang" = Option<String>, Query, description = "The language of `profile.html`: `zh-TW`, `ja` or `en`. Any other tag gets `en`, and none gets `zh-TW`"),
    ),
    security(("bearer" = []), ()),
    responses(
        (status = 200, content_type = "application/zip",
            description = "`profile.json` with all data of the member, `profile.html` with the same to read, and the files in `photos/` and `documents/`"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn fetch_export(
    Data(app): Data<&Arc<App>>,
    authority: ExportAuthority,
    PageLanguage(language): PageLanguage,
) -> Result<Response> {
    let line_user_id = match authority {
        ExportAuthority::Link(link) => {
            let link = link.ok_or_else(export::no_such_export)?;
            app.exports.authenticate_link(&link).await?
        }
        ExportAuthority::Session(caller) => caller.session.line_user_id,
    };
    let export = app.exports.export(&line_user_id, language).await?;
    let name = format!("enmusubi-export-{}.zip", export.made_on);
    let mut response = Response::builder()
        .header(header::CONTENT_TYPE, "application/zip")
        .header(
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        )
        // With the length a client can tell a response that breaks off from a whole one. poem ends both
        // in the same way.
        .header(header::CONTENT_LENGTH, export.size_bytes)
        .body(Body::from_bytes_stream(export.chunks))
        .into_response();
    response.set_data(StreamBuffer(export.buffered_bytes));
    Ok(response)
}
