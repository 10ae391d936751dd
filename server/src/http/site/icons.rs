//! `/_icon/{prefix}.json?icons=a,b` sends a few icons of a set, in the format of Iconify's API.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::sync::Arc;

use poem::http::header;
use poem::web::{Data, Path, Query};
use poem::{IntoResponse, Request, Response, handler};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::encoding;
use crate::app::App;
use crate::error::{Error, Result};

/// The largest number of icons in a request. No page shows as many.
const MAX_ICONS: usize = 50;
/// The `Cache-Control` of a complete response. Icons change only with a new build of the page.
const CACHE_FOR_A_DAY: &str = "public, max-age=86400";
/// The `Cache-Control` of a response without some of the icons. During a rolling update, another
/// instance may have them.
const DO_NOT_CACHE: &str = "no-store";

#[derive(Debug, Deserialize)]
pub(super) struct IconsQuery {
    icons: Option<String>,
}

/// A set of icons in a file. The response leaves out the properties of the file that it does not need.
#[derive(Debug, Deserialize)]
struct IconSet {
    prefix: String,
    icons: Map<String, Value>,
    #[serde(default)]
    aliases: Map<String, Value>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// The properties that all icons of a set share.
const COMMON: [&str; 5] = ["lastModified", "left", "top", "width", "height"];

/// The requested icons of a set.
#[derive(Debug, Serialize)]
struct IconsResponse {
    prefix: String,
    icons: Map<String, Value>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    aliases: Map<String, Value>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    not_found: BTreeSet<String>,
    #[serde(flatten)]
    common: Map<String, Value>,
}

#[handler]
pub(super) async fn list_icons(
    Data(app): Data<&Arc<App>>,
    Path(file_name): Path<String>,
    query: poem::Result<Query<IconsQuery>>,
    request: &Request,
) -> Result<Response> {
    let prefix = file_name.strip_suffix(".json").ok_or_else(no_such_set)?;
    let names = query.ok().and_then(|Query(query)| query.icons);
    let names: Vec<&str> = names.as_deref().unwrap_or_default().split(',').collect();
    if names.len() > MAX_ICONS || !names.iter().chain([&prefix]).all(|name| is_name(name)) {
        return Err(Error::malformed(
            "There should be names of icons, 50 at most.",
        ));
    }
    let path = app.config.web_root.join("_icon").join(&file_name);
    let bytes = tokio::fs::read(path)
        .await
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => no_such_set(),
            _ => Error::internal(error),
        })?;
    let set: IconSet = serde_json::from_slice(&bytes).map_err(Error::internal)?;
    let icons = set.select(&names);
    let cache_control = if icons.not_found.is_empty() {
        CACHE_FOR_A_DAY
    } else {
        DO_NOT_CACHE
    };
    let body = serde_json::to_vec(&icons).map_err(Error::internal)?;
    let n_bytes = body.len() as u64;
    let mut response = body
        .with_content_type("application/json")
        .with_header(header::CACHE_CONTROL, cache_control)
        .into_response();
    encoding::set_headers(&mut response, None);
    let codings = encoding::accepted_codings(request.headers());
    Ok(encoding::compress(response, n_bytes, &codings))
}

impl IconSet {
    fn select(self, names: &[&str]) -> IconsResponse {
        let mut response = IconsResponse {
            prefix: self.prefix.clone(),
            icons: Map::new(),
            aliases: Map::new(),
            not_found: BTreeSet::new(),
            common: Map::new(),
        };
        for name in names {
            if !self.add_icon(name, &mut response) {
                response.not_found.insert((*name).to_owned());
            }
        }
        response.common = self.rest;
        response
            .common
            .retain(|name, _| COMMON.contains(&name.as_str()));
        response
    }

    /// Adds the icon of this name and the aliases that lead to it. Returns whether the icon exists.
    fn add_icon(&self, name: &str, response: &mut IconsResponse) -> bool {
        let mut aliases = Map::new();
        let mut name = name;
        loop {
            if let Some(icon) = self.icons.get(name) {
                response.icons.insert(name.to_owned(), icon.clone());
                response.aliases.extend(aliases);
                return true;
            }
            let Some(alias) = self.aliases.get(name) else {
                return false;
            };
            let parent = alias.get("parent").and_then(Value::as_str);
            let is_new = aliases.insert(name.to_owned(), alias.clone()).is_none();
            match parent.filter(|_| is_new) {
                Some(parent) => name = parent,
                None => return false,
            }
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn no_such_set() -> Error {
    Error::not_found("There is no such set of icons.")
}
