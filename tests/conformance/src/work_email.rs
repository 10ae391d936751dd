//! The files of `tests/vectors/work-email`: work addresses, and the codes mailed to them.

use serde::Deserialize;
use serde_json::Value;

/// An employer with an address, and the expected result.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddressCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The employer as it was sent.
    pub employer_id: Value,
    /// The address as it was sent. `FILL` stands for letters.
    email: Value,
    /// The length to which the letters fill up the address.
    #[serde(default)]
    fill_to: usize,
    /// The expected result.
    pub expect: AddressExpectation,
}

/// The expected result of an employer and an address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum AddressExpectation {
    /// A mailbox of the employer.
    Mailbox {
        /// The address for sending mail.
        address: String,
        /// The identity of the mailbox, which is the same for all its spellings.
        mailbox: String,
    },
    /// Field and code of each violation.
    Broken {
        /// The errors, in this order.
        errors: Vec<[String; 2]>,
    },
    /// The word `accepted`, if the address is too long to be written out.
    Word(String),
}

/// A typed code, and the expected result.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CodeCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The code as it was sent. `FILL` stands for letters.
    code: Value,
    /// The length to which the letters fill up the code.
    #[serde(default)]
    fill_to: usize,
    /// The expected result.
    pub expect: CodeExpectation,
}

/// The expected result of a code.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CodeExpectation {
    /// The code is valid and has these digits.
    Digits(String),
    /// The code is invalid, with this error code.
    Refused(String),
}

impl AddressCase {
    /// Returns the address as it was sent.
    pub fn email(&self) -> Value {
        filled(&self.email, self.fill_to)
    }

    /// Returns the same case with another address.
    #[must_use]
    pub fn with_email(self, email: &str) -> Self {
        Self {
            email: Value::from(email),
            ..self
        }
    }
}

impl CodeCase {
    /// Returns the code as it was typed.
    pub fn code(&self) -> Value {
        filled(&self.code, self.fill_to)
    }
}

/// Replaces `FILL` with letters, with a dot after every 50th, so that they can be a domain.
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

/// Returns the cases of addresses.
///
/// # Panics
/// Panics if the file is invalid, like the function below.
pub fn address_cases() -> Vec<AddressCase> {
    read(include_str!("../../vectors/work-email/address.json"))
}

/// Returns the cases of codes.
pub fn code_cases() -> Vec<CodeCase> {
    read(include_str!("../../vectors/work-email/code.json"))
}

fn read<T: serde::de::DeserializeOwned>(json: &str) -> Vec<T> {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("vectors of work e-mail: {error}"))
}
