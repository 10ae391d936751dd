//! The settings as they are written: each may come as a flag, from the environment or a file.

use std::any::TypeId;
use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use serde::Deserialize;

use super::{ConfigError, RouteRulesSetting};

/// Each value as it was given, not yet checked; absent means the default.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Address of the app [default: 127.0.0.1:8080]
    #[arg(long, env = "LISTEN", global = true)]
    pub listen: Option<String>,
    /// Address of the metrics for Prometheus, another one than LISTEN [default: none, and no metrics]
    #[arg(long, env = "METRICS_LISTEN", global = true)]
    pub metrics_listen: Option<String>,
    /// OpenTelemetry collector that takes spans by OTLP over HTTP [default: none]; wants a build with
    /// the feature `otel`
    #[arg(long, env = "OTLP_ENDPOINT", global = true)]
    pub otlp_endpoint: Option<String>,
    /// `sqlite://…` or `postgres://…` [default: `sqlite://data/enmusubi.db`]
    #[arg(long, env = "DATABASE_URL", global = true, hide_env_values = true)]
    pub database_url: Option<String>,
    /// `file://…` or `s3://bucket/prefix` [default: `file://data/blobs`]
    #[arg(long, env = "STORAGE_URL", global = true)]
    pub storage_url: Option<String>,
    /// Address of an S3-compatible store [default: Amazon's]
    #[arg(long, env = "AWS_ENDPOINT", global = true)]
    pub aws_endpoint: Option<String>,
    /// `true` lets `AWS_ENDPOINT` be an http URL [default: false]
    #[arg(long, env = "AWS_ALLOW_HTTP", global = true)]
    pub aws_allow_http: Option<String>,
    /// Region of the bucket [default: us-east-1]
    #[arg(long, env = "AWS_REGION", global = true)]
    pub aws_region: Option<String>,
    /// Names the key that the store knows us by
    #[arg(long, env = "AWS_ACCESS_KEY_ID", global = true)]
    pub aws_access_key_id: Option<String>,
    /// Belongs to the key; without both, the other `AWS_…` variables say who we are
    #[arg(
        long,
        env = "AWS_SECRET_ACCESS_KEY",
        global = true,
        hide_env_values = true
    )]
    pub aws_secret_access_key: Option<String>,
    /// The folder of pictures made in other sizes [default: image-cache, beside the stored files]
    #[arg(long, env = "IMAGE_CACHE_DIR", global = true, value_parser = folder())]
    pub image_cache_dir: Option<PathBuf>,
    /// How many megabytes of them are kept, 0 for none [default: 256]
    #[arg(long, env = "IMAGE_CACHE_MB", global = true)]
    pub image_cache_mb: Option<String>,
    /// Where users reach the app; its path is the app's base [default: from LISTEN]
    #[arg(long, env = "PUBLIC_BASE_URL", global = true)]
    pub public_base_url: Option<String>,
    /// Base of the API [default: /api]
    #[arg(long, env = "API_SERVER_PATH", global = true)]
    pub api_server_path: Option<String>,
    /// Sign ID tokens without LINE; only on a loopback address [default: false]
    #[arg(
        long,
        env = "MOCK_ENABLE",
        global = true,
        value_parser = Text.try_map(|text| is_true(&text)),
        default_value = "",
        hide_default_value = true
    )]
    pub mock_enable: Switch,
    /// The LIFF app
    #[arg(long, env = "LIFF_ID", global = true)]
    pub liff_id: Option<String>,
    /// The channel of the LIFF app
    #[arg(long, env = "LINE_CHANNEL_ID", global = true)]
    pub line_channel_id: Option<String>,
    /// Its secret: withdraws at LINE what a person allowed, when they delete their account
    #[arg(
        long,
        env = "LINE_CHANNEL_SECRET",
        global = true,
        hide_env_values = true
    )]
    pub line_channel_secret: Option<String>,
    /// The bot strangers are asked to add as a friend
    #[arg(long, env = "LINE_BOT_ID", global = true)]
    pub line_bot_id: Option<String>,
    /// Where LINE's API is [default: LINE's own]
    #[arg(long, env = "LINE_API_BASE", global = true)]
    pub line_api_base: Option<String>,
    /// `smtps://user:password@host` or `smtp://…?tls=required`: delivers the codes of work e-mail
    #[arg(long, env = "SMTP_URL", global = true, hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Whom mail comes from, such as `no-reply@example.com`
    #[arg(long, env = "MAIL_FROM", global = true)]
    pub mail_from: Option<String>,
    /// Mixed into the hashes of work mailboxes; set it once, the same for every copy
    #[arg(long, env = "WORK_EMAIL_KEY", global = true, hide_env_values = true)]
    pub work_email_key: Option<String>,
    /// Whose calendar `today` is [default: Asia/Taipei]
    #[arg(long, env = "TIME_ZONE", global = true)]
    pub time_zone: Option<String>,
    /// `on` or `off` [default: on]
    #[arg(long, env = "RATE_LIMIT", global = true)]
    pub rate_limit: Option<String>,
    /// `on` or `off` [default: on]: with SQLite, registrations that come together share a commit
    #[arg(long, env = "GROUP_COMMIT", global = true)]
    pub group_commit: Option<String>,
    /// Requests under way at once; more are told to come back [default: 1024]
    #[arg(long, env = "MAX_REQUESTS", global = true)]
    pub max_requests: Option<String>,
    /// Uploads among them, of up to 15 MiB each [default: 64]
    #[arg(long, env = "MAX_UPLOADS", global = true)]
    pub max_uploads: Option<String>,
    /// Open connections; more are closed [default: 8192]
    #[arg(long, env = "MAX_CONNECTIONS", global = true)]
    pub max_connections: Option<String>,
    /// Seconds that a request may take, and one more for each 4 KiB of its body [default: 60]
    #[arg(long, env = "REQUEST_TIMEOUT", global = true)]
    pub request_timeout: Option<String>,
    /// The proxies in front: addresses or blocks such as `10.0.0.0/8`, separated by commas [default: none]
    #[arg(long, env = "TRUSTED_PROXIES", global = true)]
    pub trusted_proxies: Option<String>,
    /// Redirects: `[[route_rules]]` with `path`, `to` and `status_code`; here the same as a JSON list
    #[arg(long, env = "ROUTE_RULES", global = true, value_parser = Text.map(RouteRulesSetting::Json))]
    pub route_rules: Option<RouteRulesSetting>,
    /// The folder of the built web app [default: web/dist]
    #[arg(long, env = "WEB_ROOT", global = true, value_parser = folder())]
    pub web_root: Option<PathBuf>,
    /// `compact` or `json` [default: compact]
    #[arg(long, env = "LOG_FORMAT", global = true)]
    pub log_format: Option<String>,
}

/// True, false, or left open. The name hides the `Option` from clap, so that an empty text can be read
/// as a value left open too.
type Switch = Option<bool>;

/// Reads a text, and names the setting if the value is none; clap's own parser does not.
#[derive(Clone)]
struct Text;

impl TypedValueParser for Text {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let name = arg.map(|arg| arg.get_id().as_str().to_uppercase());
        OsStringValueParser::new()
            .try_map(move |value| {
                let name = name.clone().unwrap_or_default();
                value.into_string().map_err(|_| ConfigError::NotText(name))
            })
            .parse_ref(command, arg, value)
    }
}

/// Lets [`Text`] read every setting that is a plain text.
pub(crate) fn read_text(arg: Arg) -> Arg {
    if arg.get_value_parser().type_id() == TypeId::of::<String>() {
        arg.value_parser(Text)
    } else {
        arg
    }
}

/// Reads a folder, which may be empty: that is a value left open, as it is for the other settings.
fn folder() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// Reads `MOCK_ENABLE` of the environment or a flag.
fn is_true(text: &str) -> Result<Switch, ConfigError> {
    match text {
        "true" => Ok(Some(true)),
        "false" => Ok(Some(false)),
        "" => Ok(None),
        _ => Err(ConfigError::must_be("MOCK_ENABLE", text, "true or false")),
    }
}
