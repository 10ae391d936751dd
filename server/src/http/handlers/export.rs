//! `/user/export`: everything we hold of a person, for them to keep.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat};
use poem::http::header;
use poem::web::{Data, Json, Query};
use poem::{Body, IntoResponse as _, Request, Response, handler};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Error, Result};
use crate::features::export::{self, Link};
use crate::features::session;
use crate::features::signed_url::Signature;
use crate::http::auth::{Accepts, prove};
use crate::http::error_response::ErrorResponse;
use crate::http::middleware::answer_budget::StreamBuffer;
use crate::http::middleware::rate_limit;

/// Where the export can be fetched for some minutes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportLinkResponse {
    /// A signed path that expires: for a browser in which the person is not logged in.
    pub(crate) url: String,
    /// RFC 3339, in UTC.
    #[schema(format = DateTime)]
    pub(crate) expires_at: String,
}

/// The proof in the link. Text, because whatever is wrong with it is told in one way.
#[derive(Debug, Deserialize)]
pub(crate) struct LinkQuery {
    session: Option<String>,
    exp: Option<String>,
    sig: Option<String>,
}

impl LinkQuery {
    /// `None` when it is no whole one.
    fn link(self) -> Option<Link> {
        Some(Link {
            session: self.session?,
            signature: Signature {
                expires_at_s: self.exp?.parse().ok()?,
                mac: self.sig?,
            },
        })
    }
}

#[utoipa::path(
    post, path = "/user/export", operation_id = "create_export_link", security(("bearer" = [])),
    responses((status = 200, body = ExportLinkResponse), (status = "4XX", body = ErrorResponse)),
)]
#[handler]
pub(crate) async fn create_export_link(
    Data(app): Data<&Arc<App>>,
    request: &Request,
) -> Result<Json<ExportLinkResponse>> {
    let caller = prove(app, request, Accepts::Session).await?;
    let session = caller.session.ok_or_else(session::unknown)?;
    let Link { session, signature } = app.exports.sign_link(&session);
    let expires_at = DateTime::from_timestamp(signature.expires_at_s, 0)
        .ok_or_else(|| Error::internal("a link outlives the calendar"))?
        .to_rfc3339_opts(SecondsFormat::Millis, true);
    let url = format!(
        "{}/user/export?session={session}&exp={}&sig={}",
        app.config.api_path(),
        signature.expires_at_s,
        signature.mac
    );
    Ok(Json(ExportLinkResponse { url, expires_at }))
}

#[utoipa::path(
    get, path = "/user/export", operation_id = "fetch_export",
    params(
        ("session" = Option<String>, Query, description = "With `exp` and `sig`: a link, in place of the bearer"),
        ("exp" = Option<String>, Query, description = "Unix time after which the link is of no use"),
        ("sig" = Option<String>, Query, description = "The proof that we made the link"),
    ),
    security(("bearer" = []), ()),
    responses(
        (status = 200, content_type = "application/zip",
            description = "`profile.json` with all we hold, and the files in `photos/` and `documents/`"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn fetch_export(
    Data(app): Data<&Arc<App>>,
    request: &Request,
    query: poem::Result<Query<LinkQuery>>,
) -> Result<Response> {
    let is_by_link = request.uri().query().is_some_and(|text| !text.is_empty());
    let line_user_id = if is_by_link {
        rate_limit::check_address(request)?;
        let link = query.ok().and_then(|Query(query)| query.link());
        app.exports
            .authenticate_link(&link.ok_or_else(export::no_such_export)?)
            .await?
    } else {
        prove(app, request, Accepts::Session).await?.line_user_id
    };
    let export = app.exports.export(&line_user_id).await?;
    let name = format!("enmusubi-export-{}.zip", export.made_on);
    let mut response = Response::builder()
        .header(header::CONTENT_TYPE, "application/zip")
        .header(
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        )
        // An answer that breaks off is then told from a whole one: poem ends both alike.
        .header(header::CONTENT_LENGTH, export.size_bytes)
        .body(Body::from_bytes_stream(export.chunks))
        .into_response();
    response.set_data(StreamBuffer(export.buffered_bytes));
    Ok(response)
}
