//! `/_ipx/{modifiers}/{fileId}` sends a photo in another size or format. The signature of the photo's own
//! URL is valid for it, too.

use std::sync::Arc;

use poem::http::{StatusCode, header};
use poem::web::headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use poem::web::{Data, Path, Query};
use poem::{Request, Response, handler};

use crate::app::App;
use crate::error::{Error, Result};
use crate::http::error_response::ErrorResponse;
use crate::http::handlers::files::{SignatureQuery, kept_by_device, send_file};
use crate::http::middleware::client_address::client_prefix_of;
use crate::http::middleware::rate_limit::{self, NewVariantLimit};

#[utoipa::path(
    get, path = "/_ipx/{modifiers}/{fileId}", operation_id = "show_image",
    description = "A photo in another size or format; beside the base of the API and not below it. \
        Never larger than it is stored: a box beyond that is taken smaller in its own shape. A client \
        that asks for many variants that are not made yet, of one photo or of many, gets E005.",
    params(
        ("modifiers" = String, Path, description = "`_`, or some of these between commas: \
            `f_` jpeg, png or webp; `w_`, `h_` or `s_` (both, as `360x360`) one of the sizes that \
            are offered; `fit_` cover (default), contain, fill, inside or outside; `q_` 1 to 100, \
            of which the nearest of 50, 75, 80 and 90 is taken; `b_` the colour of the ground: ffffff, \
            000000 or faf6f1; `blur_` 3, 5 or 10"),
        ("fileId" = String, Path),
        ("exp" = String, Query, description = "As in the photo's own URL"),
        ("sig" = String, Query, description = "As in the photo's own URL"),
    ),
    responses(
        (status = 200, content_type = "image/*", description = "The picture"),
        (status = 304, description = "The picture is the one of `If-None-Match`"),
        (status = "4XX", body = ErrorResponse),
        (status = 503, body = ErrorResponse),
    ),
)]
#[handler]
pub(in crate::http) async fn show_image(
    Data(app): Data<&Arc<App>>,
    Data(new_variants): Data<&Arc<NewVariantLimit>>,
    Path((modifiers, file_id)): Path<(String, String)>,
    query: poem::Result<Query<SignatureQuery>>,
    request: &Request,
) -> Result<Response> {
    rate_limit::check_address(request)?;
    let signature = SignatureQuery::read(query)?;
    let variant = app
        .pictures
        .find_variant(&modifiers, &file_id, &signature)
        .await?;
    let tag = format!("\"{}\"", variant.tag());
    let response = Response::builder()
        .header(header::ETAG, &tag)
        .header(header::CACHE_CONTROL, kept_by_device(app, &signature))
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
        return Ok(send_file(response, file));
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
