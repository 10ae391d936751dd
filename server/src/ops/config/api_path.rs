//! Checks that the API's path is no address that the server or the web app already answers.

use super::types::{Refusal, is_name};

/// The first segments of the addresses that the server answers beside the API, and of the pages and
/// files of every build of the web app.
const OWN_SEGMENTS: [&str; 25] = [
    "_icon",
    "_ipx",
    "_payload.json",
    "assets",
    "builds",
    "config.json",
    "dev",
    "docs",
    "docs.css",
    "friend",
    "healthz",
    "index.html",
    "line",
    "matches",
    "news",
    "openapi.json",
    "policy",
    "preferences",
    "privacy",
    "profile",
    "readyz",
    "register",
    "review",
    "review.html",
    "safety",
];

/// Returns the path without the slash at its end.
pub(super) fn parse(text: &str) -> Result<String, Refusal> {
    let path = text.strip_suffix('/').unwrap_or(text);
    let segments = path.strip_prefix('/').map(|path| path.split('/'));
    // A router reads `:` and `*` as patterns, and clients rewrite `.`, `..` and escapes.
    let is_plain = |segment: &str| !segment.starts_with('.') && is_name(segment, b"-_.");
    if !segments.is_some_and(|mut segments| segments.all(is_plain)) {
        return Err(None);
    }
    if OWN_SEGMENTS.contains(&first_segment(path)) {
        let clause =
            "which is one of the server's own paths or below one. Choose another, such as /api";
        return Err(Some(clause.to_owned()));
    }
    Ok(path.to_owned())
}

/// Returns the text between the first two slashes of a checked path.
pub(super) fn first_segment(path: &str) -> &str {
    path.split('/').nth(1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_its_own_is_accepted_with_or_without_a_slash_at_its_end() {
        for (text, path) in [
            ("/api", "/api"),
            ("/v1/", "/v1"),
            ("/api/v1.2", "/api/v1.2"),
            ("/api/healthz", "/api/healthz"),
            ("/documents", "/documents"),
            ("/_api", "/_api"),
        ] {
            assert_eq!(parse(text).ok().as_deref(), Some(path));
        }
    }

    #[test]
    fn every_path_of_the_site_is_refused() {
        let site = concat!(
            include_str!("../../http/site/mod.rs"),
            include_str!("../../http/middleware/health_paths.rs"),
            include_str!("../../http/middleware/asset_paths.rs"),
        );
        let mut paths: Vec<String> = site
            .split("\"/")
            .skip(1)
            .filter_map(|rest| rest.split(['/', '"']).next())
            .filter(|segment| !segment.starts_with('*'))
            .map(str::to_owned)
            .collect();
        let pages = include_str!("../../http/site/web_app.rs");
        let pages = pages.split_once("const PAGES").unwrap().1;
        let pages = pages.split_once("= [").unwrap().1.split_once(']').unwrap();
        paths.extend(pages.0.split('"').skip(1).step_by(2).map(str::to_owned));
        paths.extend(["review", "review.html"].map(str::to_owned));
        assert!(paths.len() > 12, "{paths:?}");
        for segment in paths.iter().filter(|segment| !segment.is_empty()) {
            for path in [format!("/{segment}"), format!("/{segment}/api")] {
                let refused = parse(&path);
                let is_own = |clause: &str| clause.contains("own paths");
                assert!(
                    matches!(refused, Err(Some(clause)) if is_own(&clause)),
                    "{path}"
                );
            }
        }
    }
}
