//! Reads the settings: flags over the environment over `enmusubi.toml` over the defaults.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Write as _};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::parser::ValueSource;
use config::{File, FileFormat, Map, Source as _, Value, ValueKind};

use super::{Config, ConfigError, MailConfig, Problems, Settings, StorageConfig};

/// The file in the working directory of the server. It may be absent.
pub(super) const FILE_NAME: &str = "enmusubi.toml";

/// The origin of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Flag,
    Environment,
    File,
    Default,
}

/// The values of the flags and of the environment, by the id of the setting.
#[derive(Debug, Clone, Default)]
pub struct Given(BTreeMap<String, (Source, OsString)>);

impl Given {
    /// Takes each setting from its flag, or from its variable if the flag is absent or empty. An empty
    /// variable counts as absent: compose files and shells leave out a value that way.
    pub fn new(flags: &ArgMatches, variable: impl Fn(&OsStr) -> Option<OsString>) -> Self {
        let given = Settings::declared().into_iter().filter_map(|arg| {
            let id = arg.get_id().as_str();
            let is_flag = flags.value_source(id) == Some(ValueSource::CommandLine);
            let flag = flags
                .get_raw(id)
                .filter(|_| is_flag)
                .and_then(Iterator::last);
            let flag = flag.map(|text| (Source::Flag, text.to_owned()));
            let variable = arg.get_env().and_then(&variable);
            let variable = variable.map(|text| (Source::Environment, text));
            let mut values = flag.into_iter().chain(variable);
            let value = values.find(|(_, text)| !text.is_empty())?;
            Some((id.to_owned(), value))
        });
        Self(given.collect())
    }
}

/// A configuration and the origin of each value.
#[derive(Debug)]
pub struct Loaded {
    /// The configuration.
    pub config: Config,
    /// The settings that the operator gave.
    sources: BTreeMap<String, Source>,
    file: PathBuf,
}

impl Loaded {
    /// Loads the configuration from `given`, the file in the working directory and the defaults.
    pub fn load(given: &Given) -> Result<Self, Problems> {
        Self::load_over(given, Path::new(FILE_NAME))
    }

    /// [`Loaded::load`] with the file at `path`.
    pub(super) fn load_over(given: &Given, path: &Path) -> Result<Self, Problems> {
        let text = read(path).map_err(ConfigError::File)?;
        let file = parse(&text)?;
        let (settings, sources) = merge(given, file)?;
        Ok(Self {
            config: settings.check_all()?,
            sources,
            file: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
        })
    }
}

/// The effective values without secrets, below their origin. The text could be used as a file of
/// variables.
impl fmt::Display for Loaded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut unused = self.sources.clone();
        let mut groups = BTreeMap::<Source, String>::new();
        for (key, value) in self.config.values() {
            let source = unused.remove(key).unwrap_or(Source::Default);
            let group = groups.entry(source).or_insert_with(|| match source {
                Source::Flag => "# From flags:".to_owned(),
                Source::Environment => "# From environment variables:".to_owned(),
                Source::File => format!("# From {}:", self.file.display()),
                Source::Default => "# Defaults:".to_owned(),
            });
            write!(group, "\n{}={value}", key.to_uppercase())?;
        }
        let mut parts: Vec<String> = groups.into_values().collect();
        if !unused.is_empty() {
            let names: Vec<_> = unused.keys().map(|id| id.to_uppercase()).collect();
            let names = names.join(", ");
            parts.push(format!(
                "# Set, but without effect beside the other settings: {names}"
            ));
        }
        formatter.write_str(&parts.join("\n\n"))
    }
}

/// The settings that identify the app at LINE. `config check` prints them first and in this order.
const FIRST: [&str; 5] = [
    "liff_id",
    "line_channel_id",
    "line_channel_secret",
    "line_bot_id",
    "line_api_base",
];

impl Config {
    /// Returns the key and the value of each setting that has an effect.
    pub(super) fn values(&self) -> Vec<(&'static str, String)> {
        let mut values = self.shown();
        values.retain(|(key, _)| self.has_effect(key));
        let place = |key| FIRST.iter().position(|first| *first == key);
        values.sort_by_key(|(key, _)| place(*key).unwrap_or(FIRST.len()));
        values
    }

    fn has_effect(&self, key: &str) -> bool {
        match key {
            "line_messages_per_month" | "line_contact" => self.line.has_messages(),
            "mail_from" => matches!(self.mail, MailConfig::Smtp { .. }),
            "aws_allow_http" => {
                matches!(&self.storage, StorageConfig::Bucket(bucket) if bucket.is_http())
            }
            _ if key == "liff_id" || key.starts_with("line_") => !self.line.is_mock(),
            _ => true,
        }
    }
}

/// Reads the file. Returns no text if there is nothing at the path, and the problem if the file cannot
/// be read: a server that went on without its settings would begin an empty database.
fn read(path: &Path) -> Result<String, String> {
    // This does not follow a link, so the server refuses a link that leads nowhere.
    let found = fs::symlink_metadata(path).map(drop);
    if found.is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        return Ok(String::new());
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err("it is a folder".to_owned()),
        // Reading a pipe would wait for ever.
        Ok(found) if !found.is_file() => {
            Err("it is no regular file. Put a text file in its place, or remove it".to_owned())
        }
        Ok(_) => fs::read_to_string(path).map_err(|error| problem_of_reading(&error)),
        Err(error) => Err(problem_of_reading(&error)),
    }
}

pub(super) fn problem_of_reading(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => {
            "the server's user may not read it. Change its owner or its permissions, or remove it"
                .to_owned()
        }
        ErrorKind::NotFound => {
            "it is a link that leads nowhere. Correct the link or remove it".to_owned()
        }
        ErrorKind::InvalidData => "it is not text in UTF-8. Save it as UTF-8".to_owned(),
        _ => format!("it cannot be read ({error}). Correct or remove it"),
    }
}

/// Reads the text of the file and leaves out the empty values. Refuses wrong values here, even if a flag
/// or a variable takes their place.
fn parse(text: &str) -> Result<Map<String, Value>, Problems> {
    let file_error = |error| ConfigError::File(problem_of(&error));
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut table = File::from_str(text, FileFormat::Toml)
        .collect()
        .map_err(file_error)?;
    table.retain(|_, value| value.kind != ValueKind::String(String::new()));
    let mut problems = Problems::default();
    let declared = Settings::declared();
    let is_setting = |key: &str| declared.iter().any(|arg| arg.get_id() == key);
    let mut unknown: Vec<String> = table.keys().cloned().collect();
    unknown.retain(|key| !is_setting(key));
    unknown.sort();
    for key in unknown {
        table.remove(&key);
        problems.refuse::<()>(ConfigError::File(format!(
            "unknown field `{key}`. Settings have the names that `enmusubi-server --help` shows, in \
             lower case and with _ for -"
        )));
    }
    problems.note(Settings::from_table(table.clone()).map_err(file_error));
    problems.or(table)
}

/// Describes the file's problem in one line that repeats none of its values, because they may be secret.
fn problem_of(error: &config::ConfigError) -> String {
    let text = error.to_string();
    // The parser of TOML names the place, then shows the line that it cannot read, then gives the reason.
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    match lines.next_back() {
        Some(reason) => format!("{first}: {reason}"),
        None => first.to_owned(),
    }
}

/// Puts the values of `given` over those of the file.
fn merge(
    given: &Given,
    mut table: Map<String, Value>,
) -> Result<(Settings, BTreeMap<String, Source>), Problems> {
    let mut problems = Problems::default();
    let from_file = table.keys().map(|id| (id.clone(), Source::File));
    let mut sources: BTreeMap<String, Source> = from_file.collect();
    for (id, (source, text)) in &given.0 {
        sources.insert(id.clone(), *source);
        let value = problems.note(value_of(id, text));
        table.extend(value.map(|value| (id.clone(), value)));
    }
    let settings = Settings::from_table(problems.or(table)?);
    let settings = settings.map_err(|error| ConfigError::File(problem_of(&error)))?;
    Ok((settings, sources))
}

/// Reads the text of a flag or a variable as the value that the file would give.
fn value_of(id: &str, text: &OsStr) -> Result<Value, ConfigError> {
    let text = text.to_str();
    let text = text.ok_or_else(|| ConfigError::NotText(id.to_uppercase()))?;
    // The file may say `yes` and the like too.
    if id == "mock_enable" && !matches!(text, "true" | "false") {
        return Err(ConfigError::must_be("MOCK_ENABLE", text, "true or false"));
    }
    Ok(Value::new(None, text))
}
