//! The files of the built web app; every other path gets the shell, which shows that there is no
//! such page.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use poem::http::{Method, StatusCode, header};
use poem::web::StaticFileRequest;
use poem::{Endpoint, FromRequest as _, IntoResponse, Request, Response};
use url::form_urlencoded;

use super::build::Build;
use super::encoding::{self, Coding};

/// The routes of the web app that answer the shell with 200.
const PAGES: [&str; 5] = ["", "friend", "profile", "register", "dev"];
/// What has this name never changes.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// To be asked for again each time; the answer is mostly that nothing changed.
const ASK_AGAIN: &str = "no-cache";

/// The folder of the built web app.
pub(crate) struct WebApp {
    root: PathBuf,
    build: Arc<Build>,
}

/// A file as it is sent.
struct Sent {
    path: PathBuf,
    content_type: String,
    n_bytes: u64,
    /// How it was compressed at build time.
    stored_as: Option<Coding>,
    /// How it may be compressed on the way.
    codings: Vec<Coding>,
}

impl WebApp {
    pub(crate) const fn new(root: PathBuf, build: Arc<Build>) -> Self {
        Self { root, build }
    }

    async fn page(&self, request: &Request) -> poem::Result<Response> {
        match choose(request, &self.root.join("index.html")).await {
            Some(shell) => send(request, shell, ASK_AGAIN).await,
            // The web app is not built: the API works all the same.
            None => Err(StatusCode::NOT_FOUND.into()),
        }
    }

    /// The shell whole: that the page is not there is no reason to say that nothing changed.
    async fn not_found(&self, request: &Request) -> poem::Result<Response> {
        let no_such_page = || poem::Error::from(StatusCode::NOT_FOUND);
        let shell = choose(request, &self.root.join("index.html")).await;
        let shell = shell.ok_or_else(no_such_page)?;
        let html = tokio::fs::read(&shell.path)
            .await
            .map_err(|_| no_such_page())?;
        let response = html
            .with_status(StatusCode::NOT_FOUND)
            .with_content_type(&shell.content_type)
            .into_response();
        Ok(finish(response, &shell, ASK_AGAIN))
    }

    /// Where the file of an address would be; nowhere when the address leaves the folder.
    fn path_of(&self, path: &str) -> Option<PathBuf> {
        let mut file = self.root.clone();
        for segment in path.split('/') {
            let name = percent_decode_str(segment).decode_utf8().ok()?;
            let is_name = !["", ".", ".."].contains(&&*name) && !name.contains(['/', '\\', '\0']);
            if !is_name {
                return None;
            }
            file.push(&*name);
        }
        // What was compressed for another file is no file of its own.
        let is_compressed = [Coding::Brotli, Coding::Gzip]
            .iter()
            .any(|coding| path.ends_with(coding.suffix()));
        (!is_compressed).then_some(file)
    }

    /// How long a browser may keep the file of an address.
    async fn kept(&self, path: &str, query: &str) -> &'static str {
        let is_payload = path.split('/').next_back() == Some("_payload.json");
        let is_forever = if is_payload {
            // The page asks for the data of its own build, and while copies are replaced one after
            // another it may ask a copy that has those of another build.
            let build_id = self.build.id().await;
            form_urlencoded::parse(query.as_bytes())
                .any(|(name, value)| name == "v" && value == build_id)
        } else {
            // These names hold a hash of the content.
            path.starts_with("assets/") || path.starts_with("builds/meta/")
        };
        if is_forever { FOREVER } else { ASK_AGAIN }
    }
}

impl Endpoint for WebApp {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Err(StatusCode::METHOD_NOT_ALLOWED.into());
        }
        let path = request.uri().path().trim_matches('/');
        if PAGES.contains(&path) {
            return self.page(&request).await;
        }
        let file = match self.path_of(path) {
            Some(file) => choose(&request, &file).await,
            None => None,
        };
        match file {
            Some(file) => {
                let query = request.uri().query().unwrap_or_default();
                let kept = self.kept(path, query).await;
                send(&request, file, kept).await
            }
            None => self.not_found(&request).await,
        }
    }
}

/// The file itself or a compressed one beside it, whichever the client likes best.
async fn choose(request: &Request, file: &Path) -> Option<Sent> {
    let n_bytes = size_of(file).await?;
    let codings = encoding::accepted(request.headers());
    let content_type = content_type_of(file);
    for coding in &codings {
        let mut name = OsString::from(file);
        name.push(coding.suffix());
        let path = PathBuf::from(name);
        if let Some(n_bytes) = size_of(&path).await {
            return Some(Sent {
                path,
                content_type,
                n_bytes,
                stored_as: Some(*coding),
                codings: Vec::new(),
            });
        }
    }
    Some(Sent {
        path: file.to_owned(),
        content_type,
        n_bytes,
        stored_as: None,
        codings,
    })
}

/// None where there is no file.
async fn size_of(path: &Path) -> Option<u64> {
    let metadata = tokio::fs::metadata(path).await.ok()?;
    metadata.is_file().then_some(metadata.len())
}

/// Answers conditions and ranges too.
async fn send(request: &Request, file: Sent, kept: &'static str) -> poem::Result<Response> {
    let response = StaticFileRequest::from_request_without_body(request)
        .await?
        .create_response(&file.path, true, false)?
        .with_content_type(&file.content_type)
        .into_response();
    Ok(finish(response, &file, kept))
}

fn finish(response: Response, file: &Sent, kept: &'static str) -> Response {
    let mut response = response
        .with_header(header::CACHE_CONTROL, kept)
        .into_response();
    encoding::mark(&mut response, file.stored_as);
    encoding::compress(response, file.n_bytes, &file.codings)
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

    fn web_app(root: &Path) -> WebApp {
        WebApp::new(root.to_owned(), Arc::new(Build::new(root)))
    }

    #[tokio::test]
    async fn only_names_that_never_change_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("builds")).unwrap();
        let manifest = folder.path().join("builds/latest.json");
        std::fs::write(manifest, r#"{"id":"0a1b2c"}"#).unwrap();
        let web = web_app(folder.path());
        for (path, query) in [
            ("assets/app-0a1b2c.js", ""),
            ("builds/meta/0a1b2c.json", ""),
            ("_payload.json", "v=0a1b2c"),
            ("register/_payload.json", "a=b&v=0a1b2c"),
        ] {
            assert_eq!(web.kept(path, query).await, FOREVER, "{path}?{query}");
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
            assert_eq!(web.kept(path, query).await, ASK_AGAIN, "{path}?{query}");
        }
    }

    #[test]
    fn no_address_leaves_the_folder() {
        let web = web_app(Path::new("web/dist"));
        assert_eq!(
            web.path_of("a%20b/c.js"),
            Some(PathBuf::from("web/dist/a b/c.js"))
        );
        for path in [
            "", ".", "..", "../a", "a/../b", "a/./b", "%2e%2e/a", "a//b", "..%2fa", "a%2fb",
            "..\\a", "%5c", "a%00", "%ff", "a.js.br", "a.js.gz",
        ] {
            assert_eq!(web.path_of(path), None, "{path}");
        }
    }
}
