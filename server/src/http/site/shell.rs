//! The HTML of the web app. The server writes the configuration into it, so that the page starts without
//! another request.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use poem::http::{StatusCode, header};
use poem::web::headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use poem::{IntoResponse, Request, Response};

use super::encoding;
use super::page_config::PublicConfig;
use crate::error::Error;

/// An HTML file of the built web app.
pub(super) struct Shell {
    file: PathBuf,
    /// The last complete content, for the moments in which a deployment writes the file.
    last: Mutex<Option<String>>,
}

impl Shell {
    pub(super) const fn new(file: PathBuf) -> Self {
        Self {
            file,
            last: Mutex::new(None),
        }
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Sends the HTML with the configuration, compressed as the client prefers. Answers 404 if the web app
    /// is not built: the API works without it.
    pub(super) async fn send(
        &self,
        request: &Request,
        config: &PublicConfig<'_>,
        status: StatusCode,
    ) -> poem::Result<Response> {
        let html = with_config(&self.read().await?, config);
        let html = html.map_err(poem::error::InternalServerError)?;
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

    /// Returns the content of the file, or the last complete content.
    async fn read(&self) -> poem::Result<String> {
        let read = tokio::fs::read(&self.file).await;
        let is_missing = matches!(&read, Err(error) if error.kind() == ErrorKind::NotFound);
        let html = read.ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let whole = html.filter(|html| html.contains("</html>"));
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if whole.is_some() {
            last.clone_from(&whole);
        }
        last.clone().ok_or_else(|| {
            if is_missing {
                return StatusCode::NOT_FOUND.into();
            }
            let cause = "The page is being replaced. Try again in a moment.";
            Error::unavailable(cause, "the HTML of the web app is not whole").into()
        })
    }
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
#[expect(clippy::expect_used, reason = "hexadecimal digits in quotes are a tag")]
fn tag_of(html: &str) -> ETag {
    let mut hasher = DefaultHasher::new();
    html.hash(&mut hasher);
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    tag.parse().expect("the tag is well formed")
}
