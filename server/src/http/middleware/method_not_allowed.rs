//! The methods that a path supports. RFC 9110 requires a response with the status 405 to list them.

use std::collections::HashMap;
use std::sync::LazyLock;

use poem::http::HeaderValue;
use utoipa::openapi::path::PathItem;

use crate::http::openapi;

/// The methods of all paths outside the API, which clients can only read.
const READ: &str = "GET, HEAD";

/// The methods by path. A path begins below the base of the API, and its parameters have no names.
static METHODS_BY_PATH: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let paths = openapi::document().paths.paths;
    let calls = paths
        .iter()
        .map(|(path, item)| (without_names(path), methods_of(item)));
    calls.collect()
});

/// Returns the value of `Allow` for a route. Calls of the API have `api_path` before their pattern.
pub(crate) fn allowed_methods(route: &str, api_path: &str) -> HeaderValue {
    let call = route
        .strip_prefix(api_path)
        .and_then(|path| METHODS_BY_PATH.get(&without_names(path)));
    let methods = call.map_or(READ, String::as_str);
    HeaderValue::from_str(methods).unwrap_or_else(|_| HeaderValue::from_static(READ))
}

fn methods_of(item: &PathItem) -> String {
    let methods = [
        (&item.get, READ),
        (&item.post, "POST"),
        (&item.put, "PUT"),
        (&item.delete, "DELETE"),
    ];
    let present = methods.iter().filter(|(operation, _)| operation.is_some());
    let names: Vec<&str> = present.map(|(_, name)| *name).collect();
    names.join(", ")
}

/// Replaces parameters with `*`. A parameter is `{name}` in the document, and `:name` in the routes.
fn without_names(path: &str) -> String {
    let segments = path.split('/').map(|segment| {
        let is_parameter = segment.starts_with([':', '{']);
        if is_parameter { "*" } else { segment }
    });
    segments.collect::<Vec<_>>().join("/")
}
