//! Serves the files of the built web app. Other paths get its page, in the language of the browser, with the status
//! 404, which shows that the page does not exist. The pages of the reviewers' console are below `/review`; they get
//! `review.html` in its place, with headers of their own.
//!
//! poem answers conditions and ranges, and hyper drops the body of a response to `HEAD`. This file
//! checks the path, chooses the compressed variant and sets the cache headers.
//!
//! `ServeDir` of tower-http 0.7 would replace only [`choose`] and [`send`], about 50 lines. It serves
//! `app.js.br` as a file of its own and needs an adapter, because its body is not `Sync` and poem's has
//! to be. The compression layer beside it answers `*;q=0` with 406, and leaves a strong `ETag` on text
//! that it has compressed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use poem::http::{Method, StatusCode, header};
use poem::web::StaticFileRequest;
use poem::{Endpoint, FromRequest as _, IntoResponse, Request, Response};
use url::form_urlencoded;

use super::build::Build;
use super::encoding::{self, ContentCoding};
use super::page_config::PageConfig;
use super::shell::Pages;
use crate::http::middleware::security::console_headers;

/// The routes of the web app, which get `index.html` with the status 200.
const PAGES: [&str; 12] = [
    "",
    "dev",
    "friend",
    "matches",
    "news",
    "news/messages",
    "preferences",
    "privacy",
    "profile",
    "profile/edit",
    "register",
    "safety",
];
/// The route below which each conversation has a page of its own. Only the API knows which conversations exist.
const CONVERSATIONS: &str = "matches/";
/// The path of the privacy policy.
const POLICY: &str = "policy";
/// The first segment of the paths of the console.
const CONSOLE: &str = "review";
/// The routes of the console, without their first segment.
const CONSOLE_PAGES: [&str; 4] = ["", "enrol", "sign-in", "statistics"];
/// The route below which each case has a page of its own, without its first segment.
const CASES: &str = "cases/";
/// The `Cache-Control` of a file whose content never changes.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// The `Cache-Control` of all other files: the browser asks each time, and mostly gets a 304.
const REVALIDATE: &str = "no-cache";

/// The folder of the built web app.
pub(super) struct WebApp {
    root: PathBuf,
    /// The members' pages.
    members: Pages,
    /// The privacy policy, which needs no script.
    policy: Pages,
    /// The pages of the reviewers' console.
    console: Pages,
    build: Arc<Build>,
    config: Arc<PageConfig>,
}

/// The file that the server sends for a path: the requested one, or a compressed variant of it.
struct ChosenFile {
    path: PathBuf,
    content_type: String,
    n_bytes: u64,
    /// The coding in which the build has compressed the file.
    coding: Option<ContentCoding>,
    /// The codings in which the server may compress the file itself, the preferred one first.
    possible_codings: Vec<ContentCoding>,
}

impl WebApp {
    pub(super) fn new(root: PathBuf, build: Arc<Build>, config: Arc<PageConfig>) -> Self {
        Self {
            members: Pages::in_each_language(&root, "index.html"),
            policy: Pages::in_each_language(&root, "policy.html"),
            console: Pages::in_one_file(&root, "review.html"),
            root,
            build,
            config,
        }
    }

    /// Sends a page of the members, or the page for a path that does not exist.
    async fn page(&self, request: &Request, status: StatusCode) -> poem::Result<Response> {
        let config = self.config.public().await;
        self.members.send(request, &config, status).await
    }

    async fn policy_page(&self, request: &Request) -> poem::Result<Response> {
        let config = self.config.public().await;
        self.policy.send(request, &config, StatusCode::OK).await
    }

    /// Sends a page of the console, or the page for a path that does not exist.
    async fn console_page(&self, request: &Request, page: &str) -> poem::Result<Response> {
        let status = if is_console_page(page) {
            StatusCode::OK
        } else {
            StatusCode::NOT_FOUND
        };
        let config = self.config.public().await;
        let response = self.console.send(request, &config, status).await?;
        Ok(with_console_headers(response))
    }
}

impl Endpoint for WebApp {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Err(StatusCode::METHOD_NOT_ALLOWED.into());
        }
        let path = request.uri().path().trim_matches('/');
        if is_page(path) {
            return self.page(&request, StatusCode::OK).await;
        }
        if path == POLICY {
            return self.policy_page(&request).await;
        }
        if let Some(page) = console_page_of(path) {
            return self.console_page(&request, page).await;
        }
        let file = match path_of(&self.root, path) {
            Some(file) if self.members.has(&file) => {
                return self.page(&request, StatusCode::OK).await;
            }
            Some(file) if self.policy.has(&file) => {
                return self.policy_page(&request).await;
            }
            Some(file) if self.console.has(&file) => {
                return self.console_page(&request, "").await;
            }
            Some(file) => choose(&request, &file).await,
            None => None,
        };
        match file {
            Some(file) => {
                let query = request.uri().query().unwrap_or_default();
                let cache_control = cache_control(&self.build, path, query).await;
                send(&request, file, cache_control).await
            }
            None => self.page(&request, StatusCode::NOT_FOUND).await,
        }
    }
}

/// Returns the file of a path, or `None` if the path leaves the folder.
fn path_of(root: &Path, path: &str) -> Option<PathBuf> {
    let mut file = root.to_owned();
    for segment in path.split('/') {
        let name = percent_decode_str(segment).decode_utf8().ok()?;
        let is_name = !["", ".", ".."].contains(&&*name) && !name.contains(['/', '\\', '\0']);
        if !is_name {
            return None;
        }
        file.push(&*name);
    }
    // A compressed variant is not a file of its own.
    let is_compressed = [ContentCoding::Brotli, ContentCoding::Gzip]
        .iter()
        .any(|coding| path.ends_with(coding.suffix()));
    (!is_compressed).then_some(file)
}

/// Returns the value of `Cache-Control` for a path.
async fn cache_control(build: &Build, path: &str, query: &str) -> &'static str {
    let is_payload = path.split('/').next_back() == Some("_payload.json");
    let is_immutable = if is_payload {
        // The page asks for the data of its own build. During a rolling update it may ask an instance
        // that has the data of another build, which a browser must not keep under this URL.
        let build_id = build.id().await;
        form_urlencoded::parse(query.as_bytes())
            .any(|(name, value)| name == "v" && value == build_id)
    } else {
        // These names hold a hash of the content, or the version of the package that the file is from.
        path.starts_with("assets/") || path.starts_with("builds/meta/")
    };
    if is_immutable { IMMUTABLE } else { REVALIDATE }
}

fn is_page(path: &str) -> bool {
    let is_id = |id: &str| {
        let is_in_id = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        !id.is_empty() && id.bytes().all(is_in_id)
    };
    PAGES.contains(&path) || path.strip_prefix(CONVERSATIONS).is_some_and(is_id)
}

/// Returns the part of a path below the path of the console, or `None` for another path.
fn console_page_of(path: &str) -> Option<&str> {
    match path.strip_prefix(CONSOLE)? {
        "" => Some(""),
        rest => rest.strip_prefix('/'),
    }
}

fn is_console_page(page: &str) -> bool {
    let is_number = |id: &str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    CONSOLE_PAGES.contains(&page) || page.strip_prefix(CASES).is_some_and(is_number)
}

/// Sets the headers of the console's pages. A 304 has them too: a browser replaces the headers that it
/// has stored with those of a 304.
fn with_console_headers(mut response: Response) -> Response {
    for (name, value) in console_headers() {
        response.headers_mut().insert(name, value);
    }
    response
}

/// Chooses the compressed variant of a file that the client prefers, or the file itself. Returns `None`
/// if the file does not exist.
async fn choose(request: &Request, file: &Path) -> Option<ChosenFile> {
    let n_bytes = size_of(file).await?;
    let codings = encoding::accepted_codings(request.headers());
    let content_type = content_type_of(file);
    for coding in &codings {
        let mut name = OsString::from(file);
        name.push(coding.suffix());
        let path = PathBuf::from(name);
        if let Some(n_bytes) = size_of(&path).await {
            return Some(ChosenFile {
                path,
                content_type,
                n_bytes,
                coding: Some(*coding),
                possible_codings: Vec::new(),
            });
        }
    }
    Some(ChosenFile {
        path: file.to_owned(),
        content_type,
        n_bytes,
        coding: None,
        possible_codings: codings,
    })
}

/// Returns `None` if the path is not a file.
async fn size_of(path: &Path) -> Option<u64> {
    let metadata = tokio::fs::metadata(path).await.ok()?;
    metadata.is_file().then_some(metadata.len())
}

/// Sends a file, or the part of it that the conditions and the range of the request ask for.
async fn send(
    request: &Request,
    file: ChosenFile,
    cache_control: &'static str,
) -> poem::Result<Response> {
    let mut response = StaticFileRequest::from_request_without_body(request)
        .await?
        .create_response(&file.path, true, false)?
        .with_content_type(&file.content_type)
        .with_header(header::CACHE_CONTROL, cache_control)
        .into_response();
    encoding::set_headers(&mut response, file.coding);
    Ok(encoding::compress(
        response,
        file.n_bytes,
        &file.possible_codings,
    ))
}

fn content_type_of(file: &Path) -> String {
    let guess = mime_guess::from_path(file).first_or_octet_stream();
    if guess.type_() == "text" {
        format!("{guess}; charset=utf-8")
    } else {
        guess.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_files_that_never_change_are_cached_as_immutable() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("builds")).unwrap();
        let manifest = folder.path().join("builds/latest.json");
        std::fs::write(manifest, r#"{"id":"0a1b2c"}"#).unwrap();
        let build = Build::new(folder.path());
        for (path, query) in [
            ("assets/app-0a1b2c.js", ""),
            ("builds/meta/0a1b2c.json", ""),
            ("_payload.json", "v=0a1b2c"),
            ("register/_payload.json", "a=b&v=0a1b2c"),
        ] {
            assert_eq!(
                cache_control(&build, path, query).await,
                IMMUTABLE,
                "{path}?{query}"
            );
        }
        for (path, query) in [
            ("index.html", ""),
            ("logo.svg", "v=1"),
            ("builds/latest.json", "v=1"),
            ("_payload.json", ""),
            ("_payload.json", "v=3d4e5f"),
            ("register/_payload.json", "v"),
            ("register/_payload.json", "v=0a1b2"),
            ("register/_payload.json", "v=0a1b2c3"),
            ("register/_payload.json", "version=0a1b2c"),
            ("x_payload.json", "v=0a1b2c"),
            ("assets/_payload.json", ""),
        ] {
            assert_eq!(
                cache_control(&build, path, query).await,
                REVALIDATE,
                "{path}?{query}"
            );
        }
    }

    #[test]
    fn a_path_cannot_leave_the_folder() {
        let root = Path::new("web/dist");
        assert_eq!(
            path_of(root, "a%20b/c.js"),
            Some(PathBuf::from("web/dist/a b/c.js"))
        );
        for path in [
            "", ".", "..", "../a", "a/../b", "a/./b", "%2e%2e/a", "a//b", "..%2fa", "a%2fb",
            "..\\a", "%5c", "a%00", "%ff", "a.js.br", "a.js.gz",
        ] {
            assert_eq!(path_of(root, path), None, "{path}");
        }
    }
}
