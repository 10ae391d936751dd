//! Lays flags and environment over the file.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use config::{File, FileFormat, Source as _, Value, ValueKind};

use super::{Config, ConfigError, Settings};

/// The file beside which the server is started; it need not be there.
pub(super) const FILE_NAME: &str = "enmusubi.toml";

impl Config {
    /// The effective configuration: `given` (flags, then environment) over the file in the working
    /// directory over the defaults.
    pub fn load(given: Settings) -> Result<Self, ConfigError> {
        Self::load_over(given, Path::new(FILE_NAME))
    }

    /// [`Config::load`] with the file at `path`.
    pub fn load_over(given: Settings, path: &Path) -> Result<Self, ConfigError> {
        let text = read(path).map_err(ConfigError::File)?;
        let file = parse(&text).map_err(|error| ConfigError::File(problem_of(&error)))?;
        given.or(file).check()
    }
}

/// Reads the file. Returns no text if there is nothing at the path, and the problem if the file cannot
/// be read: a server that went on without its settings would begin an empty database.
fn read(path: &Path) -> Result<String, String> {
    // This does not follow a link, so a link that leads nowhere is refused and not taken for absent.
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

fn problem_of_reading(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => {
            "the server's user may not read it. Change its owner or its \
                                        permissions, or remove it"
                .to_owned()
        }
        ErrorKind::NotFound => {
            "it is a link that leads nowhere. Correct the link or remove it".to_owned()
        }
        ErrorKind::InvalidData => "it is not text in UTF-8. Save it as UTF-8".to_owned(),
        _ => format!("it cannot be read ({error}). Mend or remove it"),
    }
}

fn parse(text: &str) -> Result<Settings, config::ConfigError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut table = File::from_str(text, FileFormat::Toml).collect()?;
    // `mock_enable` is no text after this, so `Settings::or` could not see that it was left open.
    table.retain(|_, value| value.kind != ValueKind::String(String::new()));
    Value::new(None, table).try_deserialize()
}

/// Describes the file's problem in one line that repeats none of its values, because they may be secret.
fn problem_of(error: &config::ConfigError) -> String {
    let text = error.to_string();
    // The parser of TOML says where, then shows the line that it cannot read, then says why.
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let problem = match lines.next_back() {
        Some(reason) => format!("{first}: {reason}"),
        None => first.to_owned(),
    };
    match problem.split_once(", expected one of") {
        Some((unknown, _)) => format!(
            "{unknown}. Settings have the names that `enmusubi-server --help` shows, in lower case \
             and with _ for -"
        ),
        None => problem,
    }
}

impl Settings {
    /// Takes from `other` what this one leaves open.
    pub(crate) fn or(self, other: Self) -> Self {
        // An empty variable is how compose files and shells leave a value open.
        let text = |mine: Option<String>, theirs: Option<String>| {
            let is_given = |value: &String| !value.is_empty();
            mine.filter(is_given).or(theirs.filter(is_given))
        };
        let folder = |mine: Option<PathBuf>, theirs: Option<PathBuf>| {
            let is_given = |path: &PathBuf| !path.as_os_str().is_empty();
            mine.filter(is_given).or(theirs.filter(is_given))
        };
        Self {
            listen: text(self.listen, other.listen),
            metrics_listen: text(self.metrics_listen, other.metrics_listen),
            otlp_endpoint: text(self.otlp_endpoint, other.otlp_endpoint),
            database_url: text(self.database_url, other.database_url),
            storage_url: text(self.storage_url, other.storage_url),
            aws_endpoint: text(self.aws_endpoint, other.aws_endpoint),
            aws_allow_http: text(self.aws_allow_http, other.aws_allow_http),
            aws_region: text(self.aws_region, other.aws_region),
            aws_access_key_id: text(self.aws_access_key_id, other.aws_access_key_id),
            aws_secret_access_key: text(self.aws_secret_access_key, other.aws_secret_access_key),
            image_cache_dir: folder(self.image_cache_dir, other.image_cache_dir),
            image_cache_mb: text(self.image_cache_mb, other.image_cache_mb),
            public_base_url: text(self.public_base_url, other.public_base_url),
            api_server_path: text(self.api_server_path, other.api_server_path),
            mock_enable: self.mock_enable.or(other.mock_enable),
            liff_id: text(self.liff_id, other.liff_id),
            line_channel_id: text(self.line_channel_id, other.line_channel_id),
            line_channel_secret: text(self.line_channel_secret, other.line_channel_secret),
            line_bot_id: text(self.line_bot_id, other.line_bot_id),
            line_api_base: text(self.line_api_base, other.line_api_base),
            smtp_url: text(self.smtp_url, other.smtp_url),
            mail_from: text(self.mail_from, other.mail_from),
            work_email_key: text(self.work_email_key, other.work_email_key),
            time_zone: text(self.time_zone, other.time_zone),
            rate_limit: text(self.rate_limit, other.rate_limit),
            group_commit: text(self.group_commit, other.group_commit),
            max_requests: text(self.max_requests, other.max_requests),
            max_uploads: text(self.max_uploads, other.max_uploads),
            max_connections: text(self.max_connections, other.max_connections),
            request_timeout: text(self.request_timeout, other.request_timeout),
            trusted_proxies: text(self.trusted_proxies, other.trusted_proxies),
            route_rules: self
                .route_rules
                .filter(|rules| !rules.is_blank())
                .or(other.route_rules),
            web_root: folder(self.web_root, other.web_root),
            log_format: text(self.log_format, other.log_format),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mock() -> Settings {
        Settings {
            mock_enable: Some(true),
            ..Settings::default()
        }
    }

    #[test]
    fn what_is_given_wins_over_the_file_and_the_file_over_the_default() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("enmusubi.toml");
        std::fs::write(
            &path,
            "listen = \"127.0.0.1:7001\"\ntime_zone = \"Asia/Tokyo\"\n",
        )
        .unwrap();
        let given = Settings {
            listen: Some("127.0.0.1:7002".to_owned()),
            ..mock()
        };
        let config = Config::load_over(given, &path).unwrap();
        assert_eq!(config.listen.port(), 7002);
        assert_eq!(config.time_zone, chrono_tz::Asia::Tokyo);
        assert_eq!(config.api_server_path, "/api");
    }

    #[test]
    fn a_file_that_cannot_be_used_is_refused_in_one_sentence_without_its_secrets() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("enmusubi.toml");
        for (text, begin) in [
            (
                "listn = \"127.0.0.1:7001\"",
                "enmusubi.toml cannot be used: unknown field `listn`. Settings have the names that ",
            ),
            (
                "work_email_key = \"hunter2",
                "enmusubi.toml cannot be used: TOML parse error at line 1, column ",
            ),
            (
                "work_email_key = [\"hunter2\"]",
                "enmusubi.toml cannot be used: invalid type: sequence, expected a string",
            ),
            (
                "mock_enable = \"maybe\"",
                "enmusubi.toml cannot be used: invalid type: string \"maybe\", expected a boolean",
            ),
            (
                "mock_enable = true\ntime_zone = \"Mars\"",
                "TIME_ZONE is Mars, but it must be ",
            ),
        ] {
            std::fs::write(&path, format!("{text}\n")).unwrap();
            let given = Settings {
                listen: Some("127.0.0.1:8080".to_owned()),
                ..Settings::default()
            };
            let sentence = Config::load_over(given, &path).unwrap_err().to_string();
            assert!(sentence.starts_with(begin), "{sentence}");
            assert!(
                !sentence.contains(['\n']) && sentence.ends_with('.'),
                "{sentence}"
            );
            assert!(!sentence.contains("hunter2"), "{sentence}");
        }
        let sentence = Config::load_over(mock(), folder.path()).unwrap_err();
        assert_eq!(
            sentence.to_string(),
            "enmusubi.toml cannot be used: it is a folder."
        );
    }

    #[test]
    fn a_text_that_is_no_toml_is_refused_with_its_line_column_and_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("enmusubi.toml");
        for (text, problem) in [
            (
                "work_email_key = hunter2",
                "line 1, column 18: string values must be quoted, expected literal string",
            ),
            (
                "listen = \"127.0.0.1:1\"\nwork_email_key = \"hunter2\n",
                "line 2, column 26: invalid basic string, expected `\"`",
            ),
            (
                "listen = \"a\"\nlisten = \"hunter2\"",
                "line 2, column 1: duplicate key",
            ),
        ] {
            fs::write(&path, text).unwrap();
            let sentence = Config::load_over(mock(), &path).unwrap_err().to_string();
            let begin = "enmusubi.toml cannot be used: TOML parse error at";
            assert_eq!(sentence, format!("{begin} {problem}."));
        }
    }

    #[test]
    fn a_file_that_is_there_and_cannot_be_read_is_not_taken_for_absent() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("enmusubi.toml");
        let refusal = || Config::load_over(mock(), &path).unwrap_err().to_string();
        std::os::unix::fs::symlink(folder.path().join("missing"), &path).unwrap();
        assert_eq!(
            refusal(),
            "enmusubi.toml cannot be used: it is a link that leads nowhere. Correct the link or \
             remove it."
        );
        fs::remove_file(&path).unwrap();
        let mode = rustix::fs::Mode::RUSR;
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
        assert_eq!(
            refusal(),
            "enmusubi.toml cannot be used: it is no regular file. Put a text file in its place, or \
             remove it."
        );
        fs::remove_file(&path).unwrap();
        fs::write(&path, b"time_zone = \"\xff\"\n").unwrap();
        assert_eq!(
            refusal(),
            "enmusubi.toml cannot be used: it is not text in UTF-8. Save it as UTF-8."
        );
        // The tests may run as a user who may read everything.
        let error = io::Error::from(ErrorKind::PermissionDenied);
        assert!(problem_of_reading(&error).starts_with("the server's user may not read it"));
    }

    #[test]
    fn a_file_of_another_name_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("enmusubi.toml");
        fs::write(folder.path().join("enmusubi.toml.toml"), "nonsense").unwrap();
        assert!(Config::load_over(mock(), &path).is_ok());
    }

    #[test]
    fn a_file_may_open_with_a_byte_order_mark() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("enmusubi.toml");
        fs::write(&path, "\u{feff}time_zone = \"Asia/Tokyo\"").unwrap();
        let config = Config::load_over(mock(), &path).unwrap();
        assert_eq!(config.time_zone, chrono_tz::Asia::Tokyo);
    }

    #[test]
    fn route_rules_come_from_the_file_unless_others_are_given() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("enmusubi.toml");
        let file = "[[route_rules]]\npath = \"/old/**\"\nto = \"/profile\"\nstatus_code = 301\n\
                    [[route_rules]]\npath = \"/shop\"\nto = \"https://example.com/\"\n";
        std::fs::write(&path, file).unwrap();
        for (given, found) in [
            (None, Some(("/profile", 301))),
            (Some(""), Some(("/profile", 301))),
            (Some("[]"), None),
            (Some(r#"[{"path":"/old/a","to":"/"}]"#), Some(("/", 302))),
        ] {
            let given = Settings {
                route_rules: given.map(|json| json.parse().unwrap()),
                ..mock()
            };
            let config = Config::load_over(given, &path).unwrap();
            let rule = config.route_rules.find("/old/a");
            assert_eq!(rule.map(|rule| (rule.to.as_str(), rule.status_code)), found);
        }
        std::fs::write(&path, "[[route_rules]]\npath = \"/a\"\nto = \"/a\"\n").unwrap();
        assert!(matches!(
            Config::load_over(mock(), &path),
            Err(ConfigError::RouteRule { .. })
        ));
    }

    #[test]
    fn an_empty_value_is_left_open() {
        let given = Settings {
            listen: Some(String::new()),
            ..mock()
        };
        let config = Config::load_over(given, Path::new("no-such-file.toml")).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("enmusubi.toml");
        std::fs::write(
            &path,
            "listen = \"\"\nweb_root = \"\"\nmock_enable = \"\"\n",
        )
        .unwrap();
        let config = Config::load_over(mock(), &path).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.web_root, Path::new("web/dist"));
    }
}
