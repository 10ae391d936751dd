//! The paths of the web app's files and icons. A page view loads dozens of them.

use poem::Response;

/// The pattern of the files of the web app, and of its page.
pub(crate) const FILES: &str = "/*path";
/// The pattern of the icons.
pub(crate) const ICONS: &str = "/_icon/:file_name";

/// Returns true if the response is a file or an icon, and neither a page (HTML) nor an error. The route may
/// begin with any base path.
pub(crate) fn is_asset(route: &str, response: &Response) -> bool {
    let is_page = response
        .content_type()
        .is_some_and(|media_type| media_type.starts_with("text/html"));
    let is_file = route.ends_with(FILES) && !is_page;
    (is_file || route.ends_with(ICONS)) && response.status().as_u16() < 400
}
