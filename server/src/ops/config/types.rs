//! The types of the settings: each reads what an operator wrote, and shows its value without secrets.

use std::marker::PhantomData;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use chrono::NaiveTime;
use chrono_tz::Tz;
use lettre::message::Mailbox;
use secrecy::SecretString;
use url::Url;

use super::database::{self, without_password};
use super::{
    AgeProofSetting, ConfigError, LogFormat, StorageConfig, TrustedProxies, api_path, mail,
    storage, web_address,
};

/// The type of a setting, as its declaration names it.
pub trait SettingType {
    /// The form in which the flags, the variables and the file have the setting.
    type Written;
    /// The value for the server.
    type Value;
    /// True if the setting may hold a secret.
    const IS_SECRET: bool = false;

    /// Reads what the operator wrote.
    fn read(written: Self::Written, declaration: &Declaration) -> Result<Self::Value, ConfigError>;

    /// Returns the value without secrets, or nothing if the setting is absent.
    fn show(value: &Self::Value) -> Option<String>;

    /// Returns the value of a setting that is absent, unless the server needs one.
    fn absent() -> Option<Self::Value> {
        None
    }
}

/// The part of a declaration that reading needs.
pub struct Declaration {
    /// The key of the setting.
    pub(super) name: &'static str,
    /// The end of the sentence "it must be …".
    pub(super) wanted: &'static str,
    /// The condition that a text meets besides its type.
    pub(super) allows: fn(&str) -> bool,
}

/// The reason why a type refuses a text: a clause that follows the text in the error, or none if the text
/// is just not what the declaration wants.
pub(super) type Refusal = Option<String>;

impl Declaration {
    /// Reads a text. `must_be` makes the error of the name, the text and what is wanted.
    fn read<T>(
        &self,
        text: &str,
        parse: fn(&str) -> Result<T, Refusal>,
        must_be: fn(&str, &str, &str) -> ConfigError,
    ) -> Result<T, ConfigError> {
        match parse(text) {
            Ok(value) if (self.allows)(text) => Ok(value),
            Err(Some(clause)) => Err(ConfigError::refused(self.name, text, &clause)),
            _ => Err(must_be(self.name, text, self.wanted)),
        }
    }
}

/// A setting that may be absent.
impl<T: SettingType> SettingType for Option<T> {
    type Written = T::Written;
    type Value = Option<T::Value>;
    const IS_SECRET: bool = T::IS_SECRET;

    fn read(written: T::Written, declaration: &Declaration) -> Result<Self::Value, ConfigError> {
        T::read(written, declaration).map(Some)
    }

    fn show(value: &Self::Value) -> Option<String> {
        value.as_ref().and_then(T::show)
    }

    fn absent() -> Option<Self::Value> {
        Some(None)
    }
}

/// Makes types of settings that are one text. For each: the type of the value, the error, true if the
/// text may hold a secret, and the functions that read and show it.
macro_rules! text_types {
    ($($type:ty => $value:ty, $must_be:ident, $is_secret:literal: $parse:expr, $show:expr;)+) => {$(
        impl SettingType for $type {
            type Written = String;
            type Value = $value;
            const IS_SECRET: bool = $is_secret;

            fn read(text: String, declaration: &Declaration) -> Result<$value, ConfigError> {
                declaration.read(&text, $parse, ConfigError::$must_be)
            }

            fn show(value: &$value) -> Option<String> {
                let show: fn(&$value) -> String = $show;
                Some(show(value))
            }
        }
    )+};
}

/// A path for the API.
pub struct ApiPath;
/// The URL of a database.
pub struct DatabaseUrl;
/// The URL of a mail server.
pub struct SmtpUrl;
/// `on` or `off`.
pub struct Switch;
/// `true` or `false`, and no other word that the parser of the file would take for them.
pub struct TrueOrFalse;

const SWITCH: [(&str, bool); 2] = [("on", true), ("off", false)];
const TRUE_OR_FALSE: [(&str, bool); 2] = [("true", true), ("false", false)];
const AGE_PROOF: [(&str, AgeProofSetting); 2] = [
    ("off", AgeProofSetting::Off),
    ("required", AgeProofSetting::Required),
];
const LOG_FORMAT: [(&str, LogFormat); 2] =
    [("compact", LogFormat::Compact), ("json", LogFormat::Json)];

text_types! {
    String => Self, must_be, false: from_text, Self::clone;
    SocketAddr => Self, must_be, false: from_text, Self::to_string;
    Tz => Self, must_be, false: from_text, Self::to_string;
    Mailbox => Self, must_be, false: from_text, Self::to_string;
    TrustedProxies => Self, must_be, false: from_text, Self::to_string;
    NaiveTime => Self, must_be, false: time_of_day, |time| time.format("%H:%M").to_string();
    Switch => bool, must_be, false: |text| meaning(SWITCH, text), |it| word(SWITCH, it);
    TrueOrFalse => bool, must_be, false: |text| meaning(TRUE_OR_FALSE, text), bool::to_string;
    AgeProofSetting => Self, must_be, false: |text| meaning(AGE_PROOF, text), |it| word(AGE_PROOF, it);
    LogFormat => Self, must_be, false: |text| meaning(LOG_FORMAT, text), |it| word(LOG_FORMAT, it);
    ApiPath => String, must_be, false: api_path::parse, String::clone;
    Url => Self, url_must_be, false: web_address::parse, Self::to_string;
    StorageConfig => Self, url_must_be, false: storage::parse, Self::to_string;
    DatabaseUrl => SecretString, url_must_be, true: database::parse, without_password;
    SmtpUrl => SecretString, secret_must_be, true: mail::parse, without_password;
    SecretString => Self, secret_must_be, true: |text| Ok(text.into()), |_| "***".to_owned();
}

fn from_text<T: FromStr>(text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|_| None)
}

fn time_of_day(text: &str) -> Result<NaiveTime, Refusal> {
    let time = NaiveTime::parse_from_str(text, "%H:%M").ok();
    // chrono also accepts one digit, as in 9:5.
    time.filter(|time| time.format("%H:%M").to_string() == text)
        .ok_or(None)
}

fn meaning<T>(words: [(&str, T); 2], text: &str) -> Result<T, Refusal> {
    let found = words.into_iter().find(|(word, _)| *word == text);
    found.map(|(_, value)| value).ok_or(None)
}

fn word<T: PartialEq>(words: [(&str, T); 2], value: &T) -> String {
    let [(first, one), (second, _)] = words;
    (if *value == one { first } else { second }).to_owned()
}

/// A whole number from `MIN` to `MAX`.
pub struct Whole<T, const MIN: u32, const MAX: u32>(PhantomData<T>);

impl<T: TryFrom<u32> + ToString, const MIN: u32, const MAX: u32> SettingType
    for Whole<T, MIN, MAX>
{
    type Written = String;
    type Value = T;

    fn read(text: String, declaration: &Declaration) -> Result<T, ConfigError> {
        let number = text.trim().parse().ok();
        let number = number.filter(|number| (MIN..=MAX).contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| {
                let wanted = match declaration.wanted {
                    "" => format!("a whole number from {MIN} to {MAX}"),
                    wanted => wanted.to_owned(),
                };
                ConfigError::must_be(declaration.name, &text, &wanted)
            })
    }

    fn show(value: &T) -> Option<String> {
        Some(value.to_string())
    }
}

/// Makes types of settings that the parsers of the flags and of the file read themselves.
macro_rules! plain_types {
    ($($type:ty: $show:expr;)+) => {$(
        impl SettingType for $type {
            type Written = Self;
            type Value = Self;

            fn read(written: Self, _: &Declaration) -> Result<Self, ConfigError> {
                Ok(written)
            }

            fn show(value: &Self) -> Option<String> {
                let show: fn(&Self) -> String = $show;
                Some(show(value))
            }
        }
    )+};
}

plain_types! {
    bool: Self::to_string;
    PathBuf: |path| path.display().to_string();
}

/// Returns true for letters, digits and these signs, at least one.
pub(super) fn is_name(text: &str, signs: &[u8]) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || signs.contains(&byte);
    !text.is_empty() && text.bytes().all(is_allowed)
}

pub(super) fn is_visible(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic())
}
