//! The mailboxes that prove an employment, and the form of a confirmation code.
//!
//! A person who reads mail at a host that only the people of an employer have works there. This module checks the text
//! that a member types: the employer, the address, and the code. The rest is the work of a back end. It mails a
//! random code, lets the member try a few codes within some minutes, and then counts the employer as confirmed for the
//! account ([`CheckContext::for_server`](crate::CheckContext::for_server) takes the confirmed employers).
//!
//! ```
//! use enmusubi_core::json::Json;
//! use enmusubi_core::work_email::{WorkEmail, parse_confirmation_code, parse_work_email};
//!
//! // 1. The member names the employer and the address; the back end mails a code to it.
//! let email = parse_work_email(&Json::text("google"), &Json::text(" Mei+Lin@Mail.Google.com "));
//! let email: WorkEmail = email.expect("an address at the employer");
//! assert_eq!(email.address(), ("mei+lin", "mail.google.com"));
//! assert_eq!(email.employer_id(), "google");
//! // 2. One mailbox confirms one account, so the back end stores a hash of this text.
//! assert_eq!(email.mailbox(), "mei@mail.google.com");
//! // 3. The member types the code, which the back end compares with the mailed one.
//! assert_eq!(parse_confirmation_code(&Json::text("１２３ 456")).as_deref(), Ok("123456"));
//!
//! // Every customer of Google can have such an address, so it proves nothing.
//! let errors = parse_work_email(&Json::text("google"), &Json::text("mei@gmail.com")).unwrap_err();
//! assert_eq!(errors[0].to_string(), "email: email_domain");
//! ```

mod address;
mod code;
mod open_hosts;

pub use code::{CODE_DIGITS, parse_confirmation_code};

use thiserror::Error;

use crate::catalogue;
use crate::error::FieldErrorCode;
use address::Address;
use lenient_json::{Json, Lines};

words! {
    /// The fields of a confirmation, in the order of their errors.
    WorkEmailField {
        /// The employer, by its id in the list.
        EmployerId = "employerId",
        /// The address of the member's mailbox there.
        Email = "email",
        /// The code that was mailed to it.
        Code = "code",
    }
}

/// A broken rule of these fields. None of the rules has limits. The example of the [module](self) shows one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{field}: {code}")]
pub struct WorkEmailError {
    /// The field.
    pub field: WorkEmailField,
    /// The rule.
    pub code: FieldErrorCode,
}

/// A mailbox at one of the employers, in lower case and plain letters. [`parse_work_email`] makes it; see the example
/// of the [module](self).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkEmail {
    employer_id: &'static str,
    address: Address,
}

impl WorkEmail {
    /// Returns the employer's id in the [list](crate::catalogue::employers).
    pub const fn employer_id(&self) -> &'static str {
        self.employer_id
    }

    /// Returns the address for mail: its local part and its domain.
    pub fn address(&self) -> (&str, &str) {
        (self.address.local(), self.address.domain())
    }

    /// Returns the address without its `+tag`, which is the same for every tag. Other aliases of a mailbox differ. A back end compares
    /// it, so that one mailbox does not confirm several accounts.
    pub fn mailbox(&self) -> String {
        [self.address.mailbox_name(), "@", self.address.domain()].concat()
    }
}

/// Reads an employer and an address at it, or returns every broken rule. See the example of the [module](self).
///
/// Full-width letters become ASCII and capitals become small. The domain must be one of the employer's
/// ([`Employer::domains`](crate::catalogue::Employer::domains)) or below it, and no host at which customers or the
/// public have mailboxes.
///
/// # Errors
/// Returns one error for each wrong field, the employer first:
/// - [`FieldErrorCode::Required`], [`WrongType`](FieldErrorCode::WrongType) or
///   [`ControlCharacter`](FieldErrorCode::ControlCharacter) for a value that is blank, no text, or not one plain line;
/// - [`UnknownValue`](FieldErrorCode::UnknownValue) for an employer that is not in the list;
/// - [`Email`](FieldErrorCode::Email) for text that is no address in ASCII;
/// - [`EmailDomain`](FieldErrorCode::EmailDomain) for an address that proves nothing about the employer.
pub fn parse_work_email(
    employer_id: &Json<'_>,
    email: &Json<'_>,
) -> Result<WorkEmail, Vec<WorkEmailError>> {
    let employer = read(employer_id, |id| {
        catalogue::employer_domains(id).ok_or(FieldErrorCode::UnknownValue)
    });
    let address = read(email, |text| {
        Address::parse(text).ok_or(FieldErrorCode::Email)
    });
    let (employer_id, address) = match (employer, address) {
        (Ok((employer_id, domains)), Ok(address)) => {
            if open_hosts::is_closed(address.domain(), domains) {
                return Ok(WorkEmail {
                    employer_id,
                    address,
                });
            }
            (None, Some(FieldErrorCode::EmailDomain))
        }
        (employer, address) => (employer.err(), address.err()),
    };
    let error = |field| move |code| WorkEmailError { field, code };
    let mut errors = Vec::with_capacity(2);
    errors.extend(employer_id.map(error(WorkEmailField::EmployerId)));
    errors.extend(address.map(error(WorkEmailField::Email)));
    Err(errors)
}

/// Reads required text with `parse`.
fn read<T>(
    raw: &Json<'_>,
    parse: impl FnOnce(&str) -> Result<T, FieldErrorCode>,
) -> Result<T, FieldErrorCode> {
    let text = lenient_json::text(raw, Lines::One)?;
    parse(&text.ok_or(FieldErrorCode::Required)?)
}
