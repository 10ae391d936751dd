//! Declares every setting once. The flags, the variables, the keys of the file, the defaults, the help,
//! `docs/configuration.md`, the errors about single values and the lines of `config check` follow from
//! the declarations.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use chrono::NaiveTime;
use chrono_tz::Tz;
use clap::builder::Resettable;
use clap::{Arg, Args, Command, value_parser};
use config::{Map, Value};
use enmusubi_core::line::LiffId;
use lettre::message::Mailbox;
use secrecy::SecretString;
use serde::Deserialize;
use url::Url;

use super::line::is_contact;
use super::mail::is_hard_to_guess;
use super::types::{
    ApiPath, DatabaseUrl, Declaration, SettingType, SmtpUrl, Switch, TrueOrFalse, Whole, is_name,
    is_visible,
};
use super::web_address::is_https_or_local;
use super::{
    AgeProofSetting, LineConfig, LogFormat, MailConfig, Problems, RouteRules, StorageConfig,
    TrustedProxies,
};

pub(super) const ENDPOINT_WANTED: &str = "an https URL without credentials, query and fragment, or \
                                          such an http URL beside AWS_ALLOW_HTTP=true";
pub(super) const MAIL_FROM_WANTED: &str = "an e-mail address, such as no-reply@example.com";

/// Makes the structs of the settings. A flag, a variable and a key of the file have the name of the
/// field, in the spelling of each.
///
/// The first paragraph of a comment is the help. The others are only in the document. A default that
/// depends on other settings stands in brackets at the end of the first paragraph.
///
/// A declaration has the type, the default, a condition that the text meets besides, and the end of the
/// sentence "it must be …". A whole number may leave out that end. The rest of the server sees the
/// settings with `pub` as fields of `Config`, and the others through its methods and its fields `line`, `storage` and
/// `mail`.
macro_rules! settings {
    ($($heading:literal: {
        $($(#[doc = $doc:literal])+ $visible:vis $name:ident: $type:ty $(= $default:literal)?
            $(where $condition:expr)? $(, $wanted:expr)?;)+
    })+) => {
        /// The settings as the operator wrote them, not yet checked.
        #[derive(Debug, Clone, Default, Args, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Settings {
            $($(
                $(#[doc = $doc])+
                #[arg(
                    long, env, global = true, help_heading = $heading,
                    hide_env_values = <$type as SettingType>::IS_SECRET
                    $(, default_value = $default)?
                )]
                pub $name: Option<<$type as SettingType>::Written>,
            )+)+
        }

        /// The values, each read by itself. A value is missing if it is wrong, or if its default depends
        /// on other settings.
        pub(super) struct Values {
            $($(pub(super) $name: Option<<$type as SettingType>::Value>,)+)+
        }

        /// The checked settings. A server can start with them.
        #[derive(Debug, Clone)]
        pub struct Config {
            $($($(#[doc = $doc])+ $visible $name: <$type as SettingType>::Value,)+)+
            /// The issuer of ID tokens: LINE or the mock.
            pub line: LineConfig,
            /// The place of users' files.
            pub storage: StorageConfig,
            /// The destination of mail.
            pub mail: MailConfig,
        }

        impl Settings {
            /// Reads each setting, or its declared default, by itself.
            pub(super) fn read(self, problems: &mut Problems) -> Values {
                Values { $($($name: {
                    let declaration = Declaration {
                        name: stringify!($name),
                        wanted: [$($wanted,)? ""][0],
                        allows: [$($condition as fn(&str) -> bool,)? |_: &str| true][0],
                    };
                    match self.$name$(.or_else(|| $default.parse().ok()))? {
                        Some(written) => problems.note(<$type as SettingType>::read(written, &declaration)),
                        None => <$type as SettingType>::absent(),
                    }
                },)+)+ }
            }
        }

        impl Values {
            /// Returns the configuration, or nothing if a value is missing.
            pub(super) fn into_config(
                self,
                line: LineConfig,
                storage: StorageConfig,
                mail: MailConfig,
            ) -> Option<Config> {
                Some(Config { $($($name: self.$name?,)+)+ line, storage, mail })
            }
        }

        impl Config {
            /// Returns the key of each setting that has a value, and the value without secrets.
            pub(super) fn shown(&self) -> Vec<(&'static str, String)> {
                let shown = [
                    $($((stringify!($name), <$type as SettingType>::show(&self.$name)),)+)+
                ];
                shown.into_iter().filter_map(|(key, value)| Some((key, value?))).collect()
            }
        }
    };
}

settings! {
    "LINE": {
        /// LIFF app, such as `1234567890-AbcdEfgh`; required without `MOCK_ENABLE`
        ///
        /// It must belong to `LINE_CHANNEL_ID`: LINE puts the number of the channel in front of the `-`.
        liff_id: Option<String> where |id: &str| id.parse::<LiffId>().is_ok(),
            "the id of a LIFF app, such as 1234567890-AbcdEfgh";
        /// LINE Login channel of the LIFF app, such as `1234567890`; required without `MOCK_ENABLE`
        ///
        /// The server accepts only ID tokens that LINE issued for this channel.
        line_channel_id: Option<String> where |id: &str| id.bytes().all(|it| it.is_ascii_digit()),
            "the number of a LINE Login channel, such as 1234567890";
        /// LINE official account, such as `@123abcde`; required without `MOCK_ENABLE`
        ///
        /// The page asks people to add this account as a friend.
        line_bot_id: Option<String> where |id: &str| id.strip_prefix('@').is_some_and(|id| is_name(id, b"-_.")),
            "the basic id of a LINE official account, such as @123abcde";
        /// Secret of the channel
        ///
        /// With it, the server withdraws the app's permission at LINE when a person deletes their
        /// account. Without it, the page asks the person to do so.
        line_channel_secret: Option<SecretString> where |it: &str| is_name(it, b""),
            "the letters and digits that LINE shows for the channel";
        /// Access token of the Messaging API channel of the official account
        ///
        /// With it and `LINE_MESSAGING_CHANNEL_SECRET`, members get messages in LINE about their news. Without them, they
        /// find the news in the app only. The channel must belong to the same provider as `LINE_CHANNEL_ID`, because
        /// LINE's user ids differ between providers.
        line_channel_access_token: Option<SecretString> where is_visible,
            "the letters, digits and signs that LINE shows for the channel";
        /// Secret of the Messaging API channel
        ///
        /// LINE signs each event that it sends to `/line/webhook` with this secret.
        line_messaging_channel_secret: Option<SecretString> where |it: &str| is_name(it, b""),
            "the letters and digits that LINE shows for the channel";
        /// Largest number of messages in LINE in a month
        ///
        /// The default is that of LINE's free plan. When half of them are sent, messages about introductions end. Those
        /// about notes end at three quarters, and those about matches at nine tenths. The server also asks LINE how many
        /// messages are left.
        line_messages_per_month: Whole<u32, 0, 1_000_000_000> = "200";
        /// Place where people can write to you: a mail address or an https URL
        ///
        /// The server names it to people who write to the official account, and the privacy policy names it. Without
        /// it, the server does not answer, and you can answer in LINE's own chat.
        line_contact: Option<String> where is_contact,
            "a mail address or an https URL, such as help@example.com";
        /// Address of LINE's API: an https URL, or an http URL of this machine
        line_api_base: Url = "https://api.line.me" where is_https_or_local,
            "an https URL without credentials, query and fragment, or such an http URL of this \
             machine; leave it out to use LINE's own API";
        /// `true` replaces LINE by a mock that signs ID tokens itself
        ///
        /// The mock lets everyone in. Therefore the server refuses it beside `LINE_CHANNEL_ID`, with a
        /// `LISTEN` that is no loopback address, and with an https `PUBLIC_BASE_URL` of another
        /// machine. It warns of an http one. `./just run` and `./just dev` set it.
        mock_enable: bool = "false";
    }
    "Addresses": {
        /// Address and port of the server
        pub listen: SocketAddr = "127.0.0.1:8080", "an IP address with a port, such as 127.0.0.1:8080";
        /// Address at which users reach the server, at the root of a host [default: from `LISTEN`]
        ///
        /// The server speaks plain HTTP: put a proxy with TLS in front of it for an https address. The
        /// server refuses an address with a path, because the page works only at the root of a host.
        pub public_base_url: Url, "an http or https URL without credentials, query and fragment, such as \
             https://enmusubi.example.com";
        /// Path of the API
        pub api_server_path: ApiPath = "/api",
            "a path such as /api, of letters, digits and - _ . between single slashes";
        /// Proxies in front: addresses or blocks such as `10.0.0.0/8,::1`, separated by commas
        ///
        /// The server believes an `X-Forwarded-For`, an `X-Request-Id` (a UUID) and a `traceparent`
        /// only from these proxies. Without this setting, all clients behind one proxy share the rate
        /// limits of one address.
        pub trusted_proxies: TrustedProxies,
            "IPv4 or IPv6 addresses or blocks of them (not all), separated by commas, such as \
             10.0.0.0/8,::1";
        /// Folder of the built web app
        pub web_root: PathBuf = "web/dist";
        /// Redirects: in the file `[[route_rules]]` with `path`, `to` and `status_code`, elsewhere a JSON list of
        /// the same
        ///
        /// A `path` is a path of the app, and `/**` at its end stands for everything below. `to` is a
        /// path of the app or an https URL. The `status_code` is 301, 302 (the default), 303, 307 or
        /// 308.
        pub route_rules: RouteRules,
            "a JSON list of rules with path, to and, if wanted, status_code, such as \
             [{\"path\":\"/old/**\",\"to\":\"/\",\"status_code\":302}]";
    }
    "Data": {
        /// Database: `sqlite://…` or `postgres://…`
        pub database_url: DatabaseUrl = "sqlite://data/enmusubi.db",
            "a URL such as sqlite://data/enmusubi.db or postgres://user:password@host/database";
        /// Place of users' files: `file://…` or `s3://bucket/prefix`
        ///
        /// The server reads the name of a folder literally, without a host, `~` or escapes such
        /// as `%20`: `file://data/blobs` is below the working directory, and `file:///srv/blobs` is
        /// not.
        storage_url: StorageConfig = "file://data/blobs", "file://folder or s3://bucket/prefix";
        /// Address of an S3-compatible store [default: Amazon's]
        aws_endpoint: Option<Url>, ENDPOINT_WANTED;
        /// `true` allows an http URL in `AWS_ENDPOINT`
        aws_allow_http: TrueOrFalse = "false", "true or false";
        /// Region of the bucket [default: `us-east-1`]
        aws_region: Option<String> where |it: &str| is_name(it, b"-_"), "the name of a region, such as us-east-1";
        /// Id of the access key for the bucket
        ///
        /// Without a key, the server takes its identity from the other `AWS_…` variables, such as those
        /// of roles and token files.
        aws_access_key_id: Option<String> where is_visible, "letters, digits and signs without a space";
        /// Secret of the access key
        aws_secret_access_key: Option<SecretString> where is_visible,
            "letters, digits and signs without a space";
        /// Memory for photos in other sizes, in megabytes; with 0 the server stores no such picture
        ///
        /// The default has room for more than a thousand pictures.
        pub image_cache_mb: Whole<u64, 0, 1_000_000> = "64",
            "a whole number from 0, which keeps no picture, to 1000000";
        /// Time zone of the calendar that decides how old a person is
        ///
        /// The server sends no messages in LINE from 21:00 to 09:00 in this zone.
        pub time_zone: Tz = "Asia/Taipei", "a name of the time zone database, such as Asia/Taipei";
        /// Time of day at which members get their introductions, in that time zone: `HH:MM`
        pub introduction_time: NaiveTime = "12:00", "a time of day such as 12:00";
        /// Most introductions of a member on a day, from 0 to 50; with 0 the server introduces no one
        pub introductions_per_day: Whole<u16, 0, 50> = "5";
        /// Percent of approvals that a second reviewer decides again, without seeing the first decision
        pub second_look_percent: Whole<u8, 0, 100> = "5";
        /// `off`, or `required` if each new member must prove the age with a photo of a document
        ///
        /// Reviewers see the photo, and their decision deletes it. The server keeps the birthday that was checked, the
        /// kind of the document and the time. The law of Japan requires such a check: see
        /// [docs/line-setup.md](line-setup.md). With several instances, set it once all of them have this version.
        pub age_proof: AgeProofSetting = "off", "off or required";
        /// Currency of incomes: a code of ISO 4217, such as `TWD` or `JPY`
        ///
        /// The form shows it with each bracket. Set it once: the server stores a bracket without its
        /// currency.
        // Browsers format every code of this shape. They write an unknown one unchanged.
        pub income_currency: String = "TWD"
            where |it: &str| it.len() == 3 && it.bytes().all(|it| it.is_ascii_uppercase()),
            "a currency code of three capital letters, such as TWD or JPY";
        /// `on` or `off`: with SQLite, registrations that arrive together share a commit
        ///
        /// `off` is for benchmarks.
        pub group_commit: Switch = "on", "on or off";
    }
    "Mail": {
        /// Mail server for the codes of work e-mail: `smtps://user:password@host` or
        /// `smtp://user:password@host:587?tls=required`
        ///
        /// The server sends mail without encryption only to `smtp://` on this machine. Without this
        /// setting, people cannot confirm an employment by work e-mail. With the mock, the server prints
        /// the mail and shows it at `/dev`.
        smtp_url: Option<SmtpUrl>,
            "smtps://user:password@host, smtp://user:password@host?tls=required, or without \
             encryption smtp://127.0.0.1:port on this machine only";
        /// Sender of the mail, such as `no-reply@example.com`; required with `SMTP_URL`
        mail_from: Option<Mailbox>, MAIL_FROM_WANTED;
        /// Key of the hashes of work mailboxes: 32 random characters or more
        ///
        /// With it, a leaked database alone does not reveal whose mailboxes it contains. All instances
        /// of the server need the same key. Set it once: after a change the server no longer knows
        /// which mailboxes are in use.
        pub work_email_key: Option<SecretString> where is_hard_to_guess,
            "32 random characters or more, such as `openssl rand -hex 32` makes";
    }
    "Limits": {
        /// Requests under way at once
        ///
        /// The server answers one more with E503 at once. A request counts until its answer has been
        /// sent. One address may hold a quarter of the requests, the uploads and the connections,
        /// unless `RATE_LIMIT` is `off`. The server does not count the connections of
        /// `TRUSTED_PROXIES` by address.
        pub max_requests: Whole<usize, 1, 1_000_000> = "1024";
        /// Uploads among these requests [default: `64`, or `MAX_REQUESTS` if that is less]
        ///
        /// Each may hold 15 MiB in memory.
        pub max_uploads: Whole<usize, 1, 1_000_000>;
        /// Open connections; the server closes one more
        ///
        /// The process needs as many file descriptors.
        pub max_connections: Whole<usize, 1, 1_000_000> = "8192";
        /// Seconds that a request may take, and one more for each 4 KiB of its body
        ///
        /// An upload gets more only as long as it arrives at 32 kB a second, and five minutes at most.
        /// An answer may take as long, and a second more for each 1,000 bytes that the client takes.
        pub(super) request_timeout: Whole<u64, 1, 1_000_000> = "60";
        /// `on` or `off`: limits how often a client may call
        ///
        /// `off` is for tests and benchmarks. It also lifts the share of one address of the requests,
        /// the uploads and the connections.
        pub rate_limit: Switch = "on", "on or off";
    }
    "Metrics, traces and log": {
        /// Address and port of the metrics for Prometheus; without it the server counts nothing
        ///
        /// Prometheus reads them at `/metrics`. Keep the address from the public.
        pub metrics_listen: Option<SocketAddr>, "an IP address with a port, such as 127.0.0.1:9464";
        /// OpenTelemetry collector, such as `http://127.0.0.1:4318`
        ///
        /// The server sends a span of each request by OTLP over HTTP: the method, the pattern of the
        /// path, the status, the time, the error code and the request id, and nothing about a person.
        /// `OTEL_EXPORTER_OTLP_HEADERS` holds the headers that a collector wants for access.
        pub otlp_endpoint: Option<Url>,
            "an http or https URL without credentials, query and fragment, such as \
             http://127.0.0.1:4318";
        /// Format of the log: `compact` or `json`
        ///
        /// Each line of a request has the id that the answer carries as `X-Request-Id`.
        pub log_format: LogFormat = "compact", "compact or json";
    }
}

impl Settings {
    /// Returns the declarations. Their ids are the keys of the file.
    pub(crate) fn declared() -> Vec<Arg> {
        let command = Self::augment_args(Command::new("settings"));
        command.get_arguments().cloned().collect()
    }

    /// Returns the flags of a command, with the short help. They accept any bytes, because a flag that
    /// is wrong is refused like a variable that is wrong.
    pub(crate) fn flags() -> impl Iterator<Item = Arg> {
        let flags = Self::declared().into_iter();
        flags.map(|arg| {
            arg.value_parser(value_parser!(OsString))
                .long_help(Resettable::Reset)
        })
    }

    /// Reads the settings from a table like that of the file.
    pub(super) fn from_table(table: Map<String, Value>) -> Result<Self, config::ConfigError> {
        Value::new(None, table).try_deserialize()
    }
}
