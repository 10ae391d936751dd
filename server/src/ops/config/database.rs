//! Checks the URL of the database.

use secrecy::SecretString;

use super::{ConfigError, Settings};
use crate::store;

const WANTED: &str =
    "a URL such as sqlite://data/enmusubi.db or postgres://user:password@host/database";

impl Settings {
    pub(super) fn database_url(&self) -> Result<SecretString, ConfigError> {
        let name = "DATABASE_URL";
        let url = self.database_url.as_deref().unwrap_or_default();
        if !store::is_database_url(url) {
            return Err(ConfigError::url_must_be(name, url, WANTED));
        }
        if let Some(rest) = url.strip_prefix("sqlite:") {
            // With another parameter, the database would vanish when the server stops, be read-only, or
            // need a library that is absent, and SQLite would create the file before it says so.
            let parameters = rest
                .split_once('?')
                .map_or("", |(_, parameters)| parameters);
            if !matches!(parameters, "" | "mode=rw" | "mode=rwc") {
                let problem = "where no parameter but mode=rwc may follow. Leave out what follows \
                               the ?";
                return Err(ConfigError::refused(name, url, problem));
            }
            refuse_misread_path(name, url, rest.strip_prefix("//").unwrap_or(rest))?;
        }
        Ok(SecretString::from(url))
    }
}

/// Refuses a path that begins with a host or a home, which would be a folder named `localhost` or `~`.
pub(super) fn refuse_misread_path(
    name: &'static str,
    url: &str,
    path: &str,
) -> Result<(), ConfigError> {
    let first = path.split('/').next().unwrap_or_default();
    if first.eq_ignore_ascii_case("localhost") || first.starts_with('~') {
        let problem = format!(
            "where {first} would be a folder of that name. Write the whole path after three slashes"
        );
        return Err(ConfigError::refused(name, url, &problem));
    }
    Ok(())
}
