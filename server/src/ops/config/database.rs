//! The URL of the database.

use secrecy::{ExposeSecret as _, SecretString};
use url::Url;

use super::types::Refusal;
use crate::store;

/// Reads `sqlite://…` or `postgres://…`, which may hold a password.
pub(super) fn parse(url: &str) -> Result<SecretString, Refusal> {
    if !store::is_database_url(url) {
        return Err(None);
    }
    if let Some(rest) = url.strip_prefix("sqlite:") {
        let parameters = rest.split_once('?').map_or("", |(_, after)| after);
        // With another parameter, the database would vanish when the server stops, be read-only, or
        // need a library that is absent, and SQLite would create the file before it says so.
        if !matches!(parameters, "" | "mode=rw" | "mode=rwc") {
            let clause = "where no parameter but mode=rwc may follow. Leave out what follows the ?";
            return Err(Some(clause.to_owned()));
        }
        refuse_misread_path(rest.strip_prefix("//").unwrap_or(rest))?;
    }
    Ok(SecretString::from(url))
}

/// Refuses a path that begins with a host or a home, which would be a folder named `localhost` or `~`.
pub(super) fn refuse_misread_path(path: &str) -> Result<(), Refusal> {
    let first = path.split('/').next().unwrap_or_default();
    if first.eq_ignore_ascii_case("localhost") || first.starts_with('~') {
        return Err(Some(format!(
            "where {first} would be a folder of that name. Write the whole path after three slashes"
        )));
    }
    Ok(())
}

/// Returns the URL with `***` in place of its password.
pub(crate) fn without_password(url: &SecretString) -> String {
    let text = url.expose_secret();
    if text.starts_with("sqlite:") {
        return text.to_owned();
    }
    let Ok(mut url) = Url::parse(text) else {
        // The password may be anywhere in it.
        return "***".to_owned();
    };
    if url.password().is_some() {
        // This cannot fail: a URL with a password has a host.
        let _ = url.set_password(Some("***"));
    }
    if url.query_pairs().any(|(name, _)| name == "password") {
        // PostgreSQL's URLs may hold it here too.
        url.set_query(Some("***"));
    }
    url.to_string()
}
