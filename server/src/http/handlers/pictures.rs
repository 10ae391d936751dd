//! `GET /file/fetch/{fileId}` and `GET /_ipx/{modifiers}/{fileId}`: stored pictures, and variants of them
//! in another size or format.
//!
//! The signature in the URL is the only credential, so that an `<img>` element can show the picture.

use std::sync::Arc;

use poem::http::{StatusCode, header};
use poem::web::headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use poem::web::{Data, Path, Query};
use poem::{Body, FromRequest, Request, RequestBody, Response, ResponseBuilder, handler};
use serde::Deserialize;

use crate::adapters::storage::FileStream;
use crate::app::App;
use crate::error::{Error, Result};
use crate::features::photo;
use crate::features::signed_url::Signature;
use crate::http::error_response::ErrorResponse;
use crate::http::middleware::client_address::client_prefix_of;
use crate::http::middleware::rate_limit::{self, NewVariantLimit};

/// The signature in the URL of a picture. Extracting it counts the request for its address. A URL without a readable
/// signature gets E003.
pub(crate) struct SignedUrl(Signature);

/// Texts, because the server gives the same answer to every signature that is not valid.
#[derive(Debug, Deserialize)]
struct SignatureQuery {
    exp: Option<String>,
    sig: Option<String>,
}

impl<'a> FromRequest<'a> for SignedUrl {
    async fn from_request(request: &'a Request, body: &mut RequestBody) -> poem::Result<Self> {
        rate_limit::check_address(request)?;
        let query = Query::<SignatureQuery>::from_request(request, body).await;
        let query = query.ok();
        let signature = query.and_then(|Query(it)| Signature::from_query(it.exp, it.sig));
        Ok(Self(signature.ok_or_else(photo::no_such_file)?))
    }
}

#[utoipa::path(
    get, path = "/file/fetch/{fileId}",
    params(
        ("fileId" = String, Path),
        ("exp" = String, Query, description = "The Unix time, in seconds, at which the URL expires"),
        ("sig" = String, Query, description = "The server's signature of the URL"),
    ),
    responses(
        (status = 200, content_type = "image/*", description = "The picture"),
        (status = "4XX", body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn fetch_file(
    Data(app): Data<&Arc<App>>,
    Path(file_id): Path<String>,
    SignedUrl(signature): SignedUrl,
) -> Result<Response> {
    let (media_type, file) = app.pictures.fetch(&file_id, &signature).await?;
    let disposition = if media_type.starts_with("image/") {
        "inline"
    } else {
        "attachment"
    };
    let response = Response::builder()
        .header(header::CONTENT_TYPE, media_type)
        .header(header::CONTENT_DISPOSITION, disposition)
        .header(header::CACHE_CONTROL, cache_control(app, &signature));
    Ok(stream_file(response, file))
}

#[utoipa::path(
    get, path = "/_ipx/{modifiers}/{fileId}",
    description = "A photo in another size or format. This path stands beside the base of the API and not \
        below it. The server never enlarges a photo: it shrinks a box that is larger than the photo, and \
        keeps the shape of the box. E005 refuses a client that asks for many variants that the server \
        has not made yet, of one photo or of many.",
    params(
        ("modifiers" = String, Path, description = "`_`, or some of these, separated by commas: \
            `f_` jpeg, png or webp; `w_`, `h_` or `s_` (both, as `360x360`) one of the offered sizes; \
            `fit_` cover (default), contain, fill, inside or outside; `q_` 1 to 100, rounded to the \
            nearest of 50, 75, 80 and 90; `b_` the background colour: ffffff, 000000 or faf6f1; \
            `blur_` 3, 5 or 10"),
        ("fileId" = String, Path),
        ("exp" = String, Query, description = "As in the URL of the photo itself"),
        ("sig" = String, Query, description = "As in the URL of the photo itself"),
    ),
    responses(
        (status = 200, content_type = "image/*", description = "The picture"),
        (status = 304, description = "The client already has this picture: `If-None-Match` names it"),
        (status = "4XX", body = ErrorResponse),
        (status = 503, body = ErrorResponse),
    ),
)]
#[handler]
pub(crate) async fn show_image(
    Data(app): Data<&Arc<App>>,
    Data(new_variants): Data<&Arc<NewVariantLimit>>,
    Path((modifiers, file_id)): Path<(String, String)>,
    SignedUrl(signature): SignedUrl,
    request: &Request,
) -> Result<Response> {
    let variant = app
        .pictures
        .find_variant(&modifiers, &file_id, &signature)
        .await?;
    let tag = format!("\"{}\"", variant.tag());
    let response = Response::builder()
        .header(header::ETAG, &tag)
        .header(header::CACHE_CONTROL, cache_control(app, &signature))
        .header("Cross-Origin-Resource-Policy", "same-origin");
    let etag: ETag = tag.parse().map_err(|_| Error::internal("an entity tag"))?;
    let held = request.headers().typed_get::<IfNoneMatch>();
    if held.is_some_and(|held| !held.precondition_passes(&etag)) {
        return Ok(response.status(StatusCode::NOT_MODIFIED).finish());
    }
    let response = response
        .header(header::CONTENT_TYPE, variant.media_type())
        .header(header::CONTENT_DISPOSITION, "inline");
    if let Some(file) = app.pictures.open_unchanged(&variant).await? {
        return Ok(stream_file(response, file));
    }
    let bytes = if let Some(bytes) = app.pictures.find_made_variant(&variant).await? {
        bytes
    } else {
        new_variants.check(request, variant.file_id())?;
        app.pictures
            .make_variant(&variant, client_prefix_of(request))
            .await?
    };
    Ok(response.body(bytes))
}

/// Ends a response with a stored file, which the server reads while it sends it.
fn stream_file(response: ResponseBuilder, file: FileStream) -> Response {
    response
        // Without the length a client takes a response that breaks off for a whole one.
        .header(header::CONTENT_LENGTH, file.size_bytes)
        .body(Body::from_bytes_stream(file.chunks))
}

/// Lets the viewer's device keep the picture until its URL expires. The picture at a URL never changes,
/// so the device need not ask again. After that the next URL is a different one, and a longer time would
/// only leave a photo of a person on the device.
fn cache_control(app: &App, signature: &Signature) -> String {
    let max_age_s = signature.left_s(&app.clock).max(0);
    format!("private, max-age={max_age_s}, immutable")
}
