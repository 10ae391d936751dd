//! The HTML of the web app. The server writes the configuration into it, so that the page starts without
//! another request, and allows its inline styles and scripts by their hashes.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use enmusubi_core::language::Language;
use poem::http::{HeaderValue, StatusCode, header};
use poem::web::headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use poem::{IntoResponse, Request, Response};

use super::encoding;
use super::page_config::PublicConfig;
use crate::error::Error;
use crate::http::language::language_of;
use crate::http::middleware::security::page_policy;

/// A page that the build has written in each language, as `index.html` and `index.ja.html`, or in one file.
pub(super) struct Pages {
    /// The page in the language of people who name none, and in each language that has no file.
    first: Shell,
    others: Vec<(Language, Shell)>,
}

impl Pages {
    /// Returns the page whose file is `name` in `root`, and which needs no other language.
    pub(super) fn in_one_file(root: &Path, name: &str) -> Self {
        Self {
            first: Shell::new(root.join(name)),
            others: Vec::new(),
        }
    }

    /// Returns the page with a file for each language. `name` has no language in it, such as `index.html`.
    pub(super) fn in_each_language(root: &Path, name: &str) -> Self {
        let first = Language::choose([]);
        let others = Language::ALL.iter().filter(|language| **language != first);
        let shell_of = |language: &Language| {
            let file = root.join(name).with_extension(format!("{language}.html"));
            (*language, Shell::new(file))
        };
        Self {
            others: others.map(shell_of).collect(),
            ..Self::in_one_file(root, name)
        }
    }

    /// Returns true for the file of one of the languages, which must not be sent without the configuration.
    pub(super) fn has(&self, file: &Path) -> bool {
        self.first.file == file || self.others.iter().any(|(_, shell)| shell.file == file)
    }

    /// Sends the HTML with the configuration, compressed and in the language that the client prefers. Answers
    /// 404 if the web app is not built: the API works without it.
    pub(super) async fn send(
        &self,
        request: &Request,
        config: &PublicConfig<'_>,
        status: StatusCode,
    ) -> poem::Result<Response> {
        let html = self.read_for(request).await?;
        let mut response = respond(&html, request, config, status)?;
        if !self.others.is_empty() {
            let vary = HeaderValue::from_static("accept-encoding, accept-language");
            response.headers_mut().insert(header::VARY, vary);
        }
        Ok(response)
    }

    async fn read_for(&self, request: &Request) -> poem::Result<String> {
        let language = language_of(request);
        let first = self.first.read().await?;
        let other = self.others.iter().find(|(of, _)| Some(*of) == language);
        let Some((_, shell)) = other else {
            return Ok(first);
        };
        // A deployment may write or remove the files one after the other. Pages of an earlier build name its scripts.
        let translated = shell.read().await.ok();
        let current = translated.filter(|html| build_of(html) == build_of(&first));
        Ok(current.unwrap_or(first))
    }
}

/// An HTML file of the built web app.
struct Shell {
    file: PathBuf,
    /// The last complete content, for the moments in which a deployment writes the file.
    last: Mutex<Option<String>>,
}

impl Shell {
    const fn new(file: PathBuf) -> Self {
        Self {
            file,
            last: Mutex::new(None),
        }
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

/// Returns the id of the build that the HTML names, or `None` if the HTML is not of a build.
fn build_of(html: &str) -> Option<&str> {
    let (_, rest) = html.split_once("name=\"build-id\" content=\"")?;
    Some(rest.split_once('"')?.0)
}

/// Answers with the HTML and the configuration, or with 304 if the client has both.
fn respond(
    html: &str,
    request: &Request,
    config: &PublicConfig<'_>,
    status: StatusCode,
) -> poem::Result<Response> {
    let page = with_config(html, config).map_err(poem::error::InternalServerError)?;
    let tag = tag_of(&page);
    let n_bytes = page.len() as u64;
    // A 304 would hide another status than 200.
    let is_known = status == StatusCode::OK
        && request
            .headers()
            .typed_get::<IfNoneMatch>()
            .is_some_and(|tags| !tags.precondition_passes(&tag));
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let page = page.with_content_type("text/html; charset=utf-8");
        page.with_status(status).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.typed_insert(tag);
    let [styles, scripts] = ["style", "script"].map(|element| inline_hashes(html, element));
    if !(styles.is_empty() && scripts.is_empty()) {
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            page_policy(&styles, &scripts),
        );
    }
    encoding::set_headers(&mut response, None);
    let codings = encoding::accepted_codings(request.headers());
    Ok(encoding::compress(response, n_bytes, &codings))
}

/// Returns the sources of the policy that allow the HTML's own `<style>` or `<script>` without attributes.
fn inline_hashes(html: &str, element: &str) -> String {
    let (start, end) = (format!("<{element}>"), format!("</{element}>"));
    let parts = html.split(&start).skip(1);
    let contents = parts.filter_map(|part| Some(part.split_once(&end)?.0));
    let sources = contents.map(|content| {
        let hash = STANDARD.encode(digest(&SHA256, content.as_bytes()));
        format!(" 'sha256-{hash}'")
    });
    sources.collect::<Vec<_>>().concat()
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
