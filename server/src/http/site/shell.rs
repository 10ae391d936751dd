//! The HTML of the web app. The server writes the configuration into it, so that the page starts without
//! another request.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

use poem::http::{StatusCode, header};
use poem::web::headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use poem::{IntoResponse, Request, Response};

use super::encoding;
use super::page_config::PublicConfig;

/// Sends an HTML file with the configuration, compressed as the client prefers. Answers 404 if the web
/// app is not built: the API works without it.
pub(super) async fn send(
    request: &Request,
    file: &Path,
    config: &PublicConfig<'_>,
    status: StatusCode,
) -> poem::Result<Response> {
    let html = tokio::fs::read_to_string(file).await;
    let html = html.map_err(|_| poem::Error::from(StatusCode::NOT_FOUND))?;
    let html = with_config(&html, config).map_err(poem::error::InternalServerError)?;
    let tag = tag_of(&html);
    let n_bytes = html.len() as u64;
    // A 304 would hide another status than 200.
    let is_known = status == StatusCode::OK
        && request
            .headers()
            .typed_get::<IfNoneMatch>()
            .is_some_and(|tags| !tags.precondition_passes(&tag));
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let html = html.with_content_type("text/html; charset=utf-8");
        html.with_status(status).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(
        header::CACHE_CONTROL,
        header::HeaderValue::from_static("no-cache"),
    );
    headers.typed_insert(tag);
    encoding::set_headers(&mut response, None);
    let codings = encoding::accepted_codings(request.headers());
    Ok(encoding::compress(response, n_bytes, &codings))
}

/// Returns the HTML with the configuration at the end of its head, as a block of data that the policy
/// for scripts lets through.
fn with_config(html: &str, config: &PublicConfig<'_>) -> serde_json::Result<String> {
    // A `<` in a setting could end the block.
    let json = serde_json::to_string(config)?.replace('<', r"\u003c");
    let block = format!(r#"<script type="application/json" id="config">{json}</script></head>"#);
    Ok(html.replacen("</head>", &block, 1))
}

/// Returns a tag of the content, which is weak because a compressed answer has the same one.
fn tag_of(html: &str) -> ETag {
    let mut hasher = DefaultHasher::new();
    html.hash(&mut hasher);
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    tag.parse().expect("hexadecimal digits in quotes are a tag")
}
