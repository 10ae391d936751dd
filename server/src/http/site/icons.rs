//! `/_icon/{prefix}.json?icons=a,b`: a few icons of a set, in the shape of Iconify's API.

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

/// More than any page shows.
const MAX_ICONS: usize = 50;
/// An icon that changes gets another build of the page, which asks for it again.
const A_DAY: &str = "public, max-age=86400";
/// While copies are replaced one after another, another one may have what this one lacks.
const NOT_AT_ALL: &str = "no-store";

/// Which icons are asked for.
#[derive(Debug, Deserialize)]
pub(crate) struct IconsQuery {
    icons: Option<String>,
}

/// A set of icons as it is stored; what else it says of itself nobody asks for here.
#[derive(Debug, Deserialize)]
struct IconSet {
    prefix: String,
    icons: Map<String, Value>,
    #[serde(default)]
    aliases: Map<String, Value>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// What all icons of a set have in common.
const COMMON: [&str; 5] = ["lastModified", "left", "top", "width", "height"];

/// The icons that were asked for.
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
pub(crate) async fn list_icons(
    Data(app): Data<&Arc<App>>,
    Path(file_name): Path<String>,
    query: poem::Result<Query<IconsQuery>>,
    request: &Request,
) -> Result<Response> {
    let prefix = file_name.strip_suffix(".json").ok_or_else(no_such_set)?;
    let asked = query.ok().and_then(|Query(query)| query.icons);
    let asked: Vec<&str> = asked.as_deref().unwrap_or_default().split(',').collect();
    if asked.len() > MAX_ICONS || !asked.iter().chain([&prefix]).all(|name| is_name(name)) {
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
    let picked = set.pick(&asked);
    let kept = if picked.not_found.is_empty() {
        A_DAY
    } else {
        NOT_AT_ALL
    };
    let body = serde_json::to_vec(&picked).map_err(Error::internal)?;
    let n_bytes = body.len() as u64;
    let mut response = body
        .with_content_type("application/json")
        .with_header(header::CACHE_CONTROL, kept)
        .into_response();
    encoding::mark(&mut response, None);
    let codings = encoding::accepted(request.headers());
    Ok(encoding::compress(response, n_bytes, &codings))
}

impl IconSet {
    fn pick(self, names: &[&str]) -> IconsResponse {
        let mut picked = IconsResponse {
            prefix: self.prefix.clone(),
            icons: Map::new(),
            aliases: Map::new(),
            not_found: BTreeSet::new(),
            common: Map::new(),
        };
        for name in names {
            if !self.pick_one(name, &mut picked) {
                picked.not_found.insert((*name).to_owned());
            }
        }
        picked.common = self.rest;
        picked
            .common
            .retain(|name, _| COMMON.contains(&name.as_str()));
        picked
    }

    /// The icon of this name, or the aliases that lead from it to one.
    fn pick_one(&self, name: &str, picked: &mut IconsResponse) -> bool {
        let mut aliases = Map::new();
        let mut name = name;
        loop {
            if let Some(icon) = self.icons.get(name) {
                picked.icons.insert(name.to_owned(), icon.clone());
                picked.aliases.extend(aliases);
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
