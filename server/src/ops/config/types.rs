//! The types of the settings: each reads what an operator wrote, and shows its value without secrets.

use std::marker::PhantomData;
use std::net::SocketAddr;
use std::path::PathBuf;

use chrono::NaiveTime;
use chrono_tz::Tz;
use lettre::message::Mailbox;
use secrecy::SecretString;
use url::Url;

use super::{AgeProofSetting, ConfigError, LogFormat, TrustedProxies, web_address};

/// The part of a declaration that reading needs.
pub struct Declaration {
    /// The key of the setting.
    pub(super) name: &'static str,
    /// The end of the sentence "it must be …", or empty if the type knows it.
    pub(super) wanted: &'static str,
    /// The condition that a text meets besides its type.
    pub(super) allows: fn(&str) -> bool,
}

/// The value or its error, or nothing if a required setting is absent.
pub(super) type Reading<T> = Option<Result<T, ConfigError>>;

/// The type of a setting, as its declaration names it.
pub trait SettingType {
    /// The form in which the flags, the variables and the file have the setting.
    type Written;
    /// The value for the server.
    type Value;
    /// True if a text may hold a secret.
    const IS_SECRET: bool = false;

    /// Reads what the operator wrote.
    fn read(written: Option<Self::Written>, declaration: &Declaration) -> Reading<Self::Value>;

    /// Returns the value without secrets, or nothing if the setting is absent.
    fn show(value: &Self::Value) -> Option<String>;
}

/// A setting that may be absent.
impl<T: SettingType> SettingType for Option<T> {
    type Written = T::Written;
    type Value = Option<T::Value>;
    const IS_SECRET: bool = T::IS_SECRET;

    fn read(written: Option<T::Written>, declaration: &Declaration) -> Reading<Option<T::Value>> {
        Some(T::read(written, declaration).transpose())
    }

    fn show(value: &Option<T::Value>) -> Option<String> {
        value.as_ref().and_then(T::show)
    }
}

/// The reason why a type refuses a text: the text is not what the declaration wants, or the clause that
/// follows the text in the error.
pub(super) type Refusal = Option<String>;

/// A type of a setting that the operator writes as one text.
pub trait TextType {
    /// The value for the server.
    type Value;
    /// True if a text may hold a secret.
    const IS_SECRET: bool = false;
    /// Makes the error from the name, the text and what is wanted. It decides about repeating the text.
    const MUST_BE: fn(&str, &str, &str) -> ConfigError = ConfigError::must_be;

    /// Reads a text.
    fn parse(text: &str) -> Result<Self::Value, Refusal>;

    /// Returns the value without secrets.
    fn show(value: &Self::Value) -> String;

    /// Returns the end of the sentence "it must be …", for a declaration without one.
    fn wanted() -> String {
        String::new()
    }
}

impl<T: TextType> SettingType for T {
    type Written = String;
    type Value = T::Value;
    const IS_SECRET: bool = <T as TextType>::IS_SECRET;

    fn read(written: Option<String>, declaration: &Declaration) -> Reading<T::Value> {
        let text = written?;
        let name = declaration.name;
        let refusal = match T::parse(&text) {
            Ok(value) if (declaration.allows)(&text) => return Some(Ok(value)),
            Ok(_) => None,
            Err(refusal) => refusal,
        };
        Some(Err(match (refusal, declaration.wanted) {
            (Some(clause), _) => ConfigError::refused(name, &text, &clause),
            (None, "") => T::MUST_BE(name, &text, &T::wanted()),
            (None, wanted) => T::MUST_BE(name, &text, wanted),
        }))
    }

    fn show(value: &T::Value) -> Option<String> {
        Some(<T as TextType>::show(value))
    }
}

/// Makes settings of types that the parsers of the flags and of the file read themselves.
macro_rules! plain_types {
    ($($type:ty: $show:expr;)+) => {$(
        impl SettingType for $type {
            type Written = Self;
            type Value = Self;

            fn read(written: Option<Self>, _: &Declaration) -> Reading<Self> {
                written.map(Ok)
            }

            fn show(value: &Self) -> Option<String> {
                Some(($show)(value))
            }
        }
    )+};
}

plain_types! {
    bool: ToString::to_string;
    PathBuf: |path: &PathBuf| path.display().to_string();
}

/// Makes text types of a function that reads and one that shows.
macro_rules! text_types {
    ($($type:ty: $parse:expr, $show:expr;)+) => {$(
        impl TextType for $type {
            type Value = Self;

            fn parse(text: &str) -> Result<Self, Refusal> {
                let parse: fn(&str) -> Option<Self> = $parse;
                parse(text).ok_or(None)
            }

            fn show(value: &Self) -> String {
                let show: fn(&Self) -> String = $show;
                show(value)
            }
        }
    )+};
}

text_types! {
    String: |text| Some(text.to_owned()), Self::clone;
    SocketAddr: |text| text.parse().ok(), Self::to_string;
    Tz: |text| text.parse().ok(), Self::to_string;
    Mailbox: |text| text.parse().ok(), Self::to_string;
    TrustedProxies: |text| text.parse().ok(), Self::to_string;
    NaiveTime: time_of_day, |time| time.format("%H:%M").to_string();
}

/// Returns true for letters, digits and these signs, at least one.
pub(super) fn is_name(text: &str, signs: &[u8]) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || signs.contains(&byte);
    !text.is_empty() && text.bytes().all(is_allowed)
}

pub(super) fn is_visible(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn time_of_day(text: &str) -> Option<NaiveTime> {
    let time = NaiveTime::parse_from_str(text, "%H:%M").ok();
    // chrono also accepts one digit, as in 9:5.
    time.filter(|time| time.format("%H:%M").to_string() == text)
}

/// The URL of a web address.
impl TextType for Url {
    type Value = Self;
    const MUST_BE: fn(&str, &str, &str) -> ConfigError = ConfigError::url_must_be;

    fn parse(text: &str) -> Result<Self, Refusal> {
        web_address::parse(text).ok_or(None)
    }

    fn show(url: &Self) -> String {
        url.to_string()
    }
}

impl TextType for SecretString {
    type Value = Self;
    const IS_SECRET: bool = true;
    const MUST_BE: fn(&str, &str, &str) -> ConfigError = ConfigError::secret_must_be;

    fn parse(text: &str) -> Result<Self, Refusal> {
        Ok(Self::from(text))
    }

    fn show(_: &Self) -> String {
        "***".to_owned()
    }
}

/// A whole number from `MIN` to `MAX`.
pub struct Whole<T, const MIN: u32, const MAX: u32>(PhantomData<T>);

impl<T: TryFrom<u32> + ToString, const MIN: u32, const MAX: u32> TextType for Whole<T, MIN, MAX> {
    type Value = T;

    fn parse(text: &str) -> Result<T, Refusal> {
        let number = text.trim().parse().ok();
        let number = number.filter(|number| (MIN..=MAX).contains(number));
        number.and_then(|it| T::try_from(it).ok()).ok_or(None)
    }

    fn show(value: &T) -> String {
        value.to_string()
    }

    fn wanted() -> String {
        format!("a whole number from {MIN} to {MAX}")
    }
}

/// Makes text types of two words and their meaning.
macro_rules! words {
    ($($type:ty, $value:ty: $first:literal => $one:expr, $second:literal => $other:expr;)+) => {$(
        impl TextType for $type {
            type Value = $value;

            fn parse(text: &str) -> Result<$value, Refusal> {
                match text {
                    $first => Ok($one),
                    $second => Ok($other),
                    _ => Err(None),
                }
            }

            fn show(value: &$value) -> String {
                let word = if *value == $one { $first } else { $second };
                word.to_owned()
            }

            fn wanted() -> String {
                concat!($first, " or ", $second).to_owned()
            }
        }
    )+};
}

/// `on` or `off`.
pub struct Switch;
/// `true` or `false`, and no other word that the parser of the file would take for them.
pub struct TrueOrFalse;

words! {
    Switch, bool: "on" => true, "off" => false;
    TrueOrFalse, bool: "true" => true, "false" => false;
    AgeProofSetting, Self: "off" => Self::Off, "required" => Self::Required;
    LogFormat, Self: "compact" => Self::Compact, "json" => Self::Json;
}
