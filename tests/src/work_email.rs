//! The files of `tests/vectors/work-email`: addresses of mailboxes at work, and the codes mailed there.

use serde::Deserialize;
use serde_json::Value;

/// An employer with an address, and what comes of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddressCase {
    /// A sentence that says what is told.
    pub name: String,
    /// The employer as it was sent.
    pub employer_id: Value,
    /// The address as it was sent; `FILL` stands for letters.
    email: Value,
    /// How long the letters make the address.
    #[serde(default)]
    fill_to: usize,
    /// What comes of them.
    pub expect: AddressExpectation,
}

/// What comes of an employer and an address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum AddressExpectation {
    /// A mailbox of the employer.
    Mailbox {
        /// Where mail is sent to.
        address: String,
        /// What tells it from another.
        mailbox: String,
    },
    /// Field and code of each broken rule.
    Broken {
        /// In this order.
        errors: Vec<[String; 2]>,
    },
    /// `accepted`, where the address is too long to be written out.
    Word(String),
}

/// A code as it was typed, and what comes of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CodeCase {
    /// A sentence that says what is told.
    pub name: String,
    /// What was sent; `FILL` stands for letters.
    code: Value,
    /// How long the letters make it.
    #[serde(default)]
    fill_to: usize,
    /// What comes of it.
    pub expect: CodeExpectation,
}

/// What comes of a code.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CodeExpectation {
    /// It can be the one that was mailed.
    Digits(String),
    /// It cannot, for this code of an error.
    Refused(String),
}

impl AddressCase {
    /// The address as it was sent.
    pub fn email(&self) -> Value {
        filled(&self.email, self.fill_to)
    }

    /// The same case with another address.
    #[must_use]
    pub fn with_email(self, email: &str) -> Self {
        Self {
            email: Value::from(email),
            ..self
        }
    }
}

impl CodeCase {
    /// What was typed.
    pub fn code(&self) -> Value {
        filled(&self.code, self.fill_to)
    }
}

/// Letters in the place of `FILL`, with a dot after every 50th, so that a domain of them is one.
fn filled(value: &Value, fill_to: usize) -> Value {
    match value.as_str() {
        Some(text) if fill_to > 0 => {
            let n_missing = fill_to + "FILL".len() - text.len();
            let letter = |at| {
                if at % 51 == 50 && at + 1 < n_missing {
                    '.'
                } else {
                    'a'
                }
            };
            let fill: String = (0..n_missing).map(letter).collect();
            Value::from(text.replace("FILL", &fill))
        }
        _ => value.clone(),
    }
}

/// Addresses.
///
/// # Panics
/// When the file is not what it should be, as the function below.
pub fn address_cases() -> Vec<AddressCase> {
    read(include_str!("../vectors/work-email/address.json"))
}

/// Codes.
pub fn code_cases() -> Vec<CodeCase> {
    read(include_str!("../vectors/work-email/code.json"))
}

fn read<T: serde::de::DeserializeOwned>(json: &str) -> Vec<T> {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("vectors of work e-mail: {error}"))
}
