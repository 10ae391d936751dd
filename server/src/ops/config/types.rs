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

/// The type of a setting, as its declaration names it.
pub trait SettingType {
    /// The form in which the flags, the variables and the file have the setting.
    type Written;
    /// The value for the server.
    type Value;
    /// True if a text may hold a secret.
    const IS_SECRET: bool = false;

    /// Reads what the operator wrote. Returns nothing if a required setting is absent.
    fn read(
        written: Option<Self::Written>,
        declaration: &Declaration,
    ) -> Option<Result<Self::Value, ConfigError>>;

    /// Returns the value without secrets, or nothing if the setting is absent.
    fn show(value: &Self::Value) -> Option<String>;
}

/// A setting that may be absent.
impl<T: SettingType> SettingType for Option<T> {
    type Written = T::Written;
    type Value = Option<T::Value>;
    const IS_SECRET: bool = T::IS_SECRET;

    fn read(
        written: Option<T::Written>,
        declaration: &Declaration,
    ) -> Option<Result<Option<T::Value>, ConfigError>> {
        Some(T::read(written, declaration).transpose())
    }

    fn show(value: &Option<T::Value>) -> Option<String> {
        value.as_ref().and_then(T::show)
    }
}

/// The reason why a type refuses a text.
pub enum Refusal {
    /// The text is not what the declaration wants.
    Unwanted,
    /// The clause follows the text in the error.
    Clause(String),
}

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

    fn read(
        written: Option<String>,
        declaration: &Declaration,
    ) -> Option<Result<T::Value, ConfigError>> {
        let text = written?;
        let &Declaration {
            name,
            wanted,
            allows,
        } = declaration;
        let refusal = match T::parse(&text) {
            Ok(value) if allows(&text) => return Some(Ok(value)),
            Ok(_) => Refusal::Unwanted,
            Err(refusal) => refusal,
        };
        Some(Err(match refusal {
            Refusal::Unwanted if wanted.is_empty() => T::MUST_BE(name, &text, &T::wanted()),
            Refusal::Unwanted => T::MUST_BE(name, &text, wanted),
            Refusal::Clause(clause) => ConfigError::refused(name, &text, &clause),
        }))
    }

    fn show(value: &T::Value) -> Option<String> {
        Some(<T as TextType>::show(value))
    }
}

/// Makes settings of types that the parser of flags and of the file reads itself.
macro_rules! parsed_with_the_file {
    ($($type:ty: $show:expr;)+) => {$(
        impl SettingType for $type {
            type Written = Self;
            type Value = Self;

            fn read(written: Option<Self>, _: &Declaration) -> Option<Result<Self, ConfigError>> {
                written.map(Ok)
            }

            fn show(value: &Self) -> Option<String> {
                Some(($show)(value))
            }
        }
    )+};
}

parsed_with_the_file! {
    bool: ToString::to_string;
    PathBuf: |path: &PathBuf| path.display().to_string();
}

/// Makes settings of types that the standard traits read and show.
macro_rules! with_standard_traits {
    ($($type:ty),+) => {$(
        impl TextType for $type {
            type Value = Self;

            fn parse(text: &str) -> Result<Self, Refusal> {
                text.parse().map_err(|_| Refusal::Unwanted)
            }

            fn show(value: &Self) -> String {
                value.to_string()
            }
        }
    )+};
}

with_standard_traits!(String, SocketAddr, Tz, Mailbox, TrustedProxies);

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

/// The URL of a web address.
impl TextType for Url {
    type Value = Self;
    const MUST_BE: fn(&str, &str, &str) -> ConfigError = ConfigError::url_must_be;

    fn parse(text: &str) -> Result<Self, Refusal> {
        web_address::parse(text).ok_or(Refusal::Unwanted)
    }

    fn show(value: &Self) -> String {
        value.to_string()
    }
}

/// A time of day in hours and minutes.
impl TextType for NaiveTime {
    type Value = Self;

    fn parse(text: &str) -> Result<Self, Refusal> {
        let time = Self::parse_from_str(text, "%H:%M").ok();
        // chrono also accepts one digit, as in 9:5.
        time.filter(|time| <Self as TextType>::show(time) == text)
            .ok_or(Refusal::Unwanted)
    }

    fn show(value: &Self) -> String {
        value.format("%H:%M").to_string()
    }
}

/// A whole number between two bounds, which belong to it.
pub struct Whole<T, const MIN: u32, const MAX: u32>(PhantomData<T>);

impl<T: TryFrom<u32> + ToString, const MIN: u32, const MAX: u32> TextType for Whole<T, MIN, MAX> {
    type Value = T;

    fn parse(text: &str) -> Result<T, Refusal> {
        let number = text.trim().parse().ok();
        let number = number.filter(|number| (MIN..=MAX).contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or(Refusal::Unwanted)
    }

    fn show(value: &T) -> String {
        value.to_string()
    }

    fn wanted() -> String {
        format!("a whole number from {MIN} to {MAX}")
    }
}

/// A choice between two words.
pub trait Words {
    /// The meaning of a word.
    type Value: Copy + PartialEq;
    /// Each word and its meaning.
    const WORDS: [(&'static str, Self::Value); 2];
}

impl<T: Words> TextType for T {
    type Value = T::Value;

    fn parse(text: &str) -> Result<T::Value, Refusal> {
        let found = T::WORDS.into_iter().find(|(word, _)| *word == text);
        found.map(|(_, value)| value).ok_or(Refusal::Unwanted)
    }

    fn show(value: &T::Value) -> String {
        let found = T::WORDS.into_iter().find(|(_, it)| it == value);
        found.map_or_else(String::new, |(word, _)| word.to_owned())
    }

    fn wanted() -> String {
        T::WORDS.map(|(word, _)| word).join(" or ")
    }
}

/// `on` or `off`.
pub struct Switch;

impl Words for Switch {
    type Value = bool;
    const WORDS: [(&'static str, bool); 2] = [("on", true), ("off", false)];
}

/// `true` or `false`, and no other word that the parser of the file would take for them.
pub struct TrueOrFalse;

impl Words for TrueOrFalse {
    type Value = bool;
    const WORDS: [(&'static str, bool); 2] = [("true", true), ("false", false)];
}

impl Words for AgeProofSetting {
    type Value = Self;
    const WORDS: [(&'static str, Self); 2] = [("off", Self::Off), ("required", Self::Required)];
}

impl Words for LogFormat {
    type Value = Self;
    const WORDS: [(&'static str, Self); 2] = [("compact", Self::Compact), ("json", Self::Json)];
}
