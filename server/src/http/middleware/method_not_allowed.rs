//! Which methods a path answers, for whoever used another one: RFC 9110 wants it told with a 405.

use std::collections::HashMap;
use std::sync::LazyLock;

use poem::http::HeaderValue;
use utoipa::openapi::path::PathItem;

use crate::http::openapi;

/// Of whatever is no call of the API: files and facts, which are only read.
const READ: &str = "GET, HEAD";

/// By the path below the API's base, without the names of its parameters.
static CALLS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let paths = openapi::document().paths.paths;
    let calls = paths
        .iter()
        .map(|(path, item)| (without_names(path), methods_of(item)));
    calls.collect()
});

/// The methods of a route, by its pattern below `api_path`.
pub(crate) fn allowed(route: &str, api_path: &str) -> HeaderValue {
    let call = route
        .strip_prefix(api_path)
        .and_then(|path| CALLS.get(&without_names(path)));
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
    let there = methods.iter().filter(|(operation, _)| operation.is_some());
    let names: Vec<&str> = there.map(|(_, name)| *name).collect();
    names.join(", ")
}

/// `/a/{b}` in the document is `/a/:b` among the routes.
fn without_names(path: &str) -> String {
    let segments = path.split('/').map(|segment| {
        let is_parameter = segment.starts_with([':', '{']);
        if is_parameter { "*" } else { segment }
    });
    segments.collect::<Vec<_>>().join("/")
}
