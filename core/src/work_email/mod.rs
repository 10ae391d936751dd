//! Which mailboxes prove where somebody works, and what a confirmation code looks like.
//!
//! Whether a mailbox is theirs is for a server to find out; this is about what they type.

mod address;
mod code;
mod open_hosts;

pub use code::{CODE_DIGITS, parse_confirmation_code};

use crate::catalogue;
use crate::error::FieldErrorCode;
use crate::json::Json;
use crate::text::{self, Lines};
use address::Address;

words! {
    /// What is asked of somebody who wants to confirm a mailbox, in the order errors are listed.
    WorkEmailField {
        /// The employer, by its id in the list.
        EmployerId = "employerId",
        /// The address of their mailbox there.
        Email = "email",
        /// The code that was mailed to it.
        Code = "code",
    }
}

/// A broken rule of these fields; none of them has limits to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkEmailError {
    /// Where.
    pub field: WorkEmailField,
    /// Which rule.
    pub code: FieldErrorCode,
}

/// A mailbox at one of the employers, in lower case and plain letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkEmail {
    employer_id: &'static str,
    address: Address,
}

impl WorkEmail {
    /// The employer's id in the list.
    pub const fn employer_id(&self) -> &'static str {
        self.employer_id
    }

    /// Where mail is sent to: what stands before the at sign, and the domain.
    pub fn address(&self) -> (&str, &str) {
        (self.address.local(), self.address.domain())
    }

    /// What tells one mailbox from another: the address without its `+tag`.
    pub fn mailbox(&self) -> String {
        [self.address.mailbox_name(), "@", self.address.domain()].concat()
    }
}

/// Reads an employer and an address of it, or tells every broken rule.
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

/// Text that has to be there, and what `parse` makes of it.
fn read<T>(
    raw: &Json<'_>,
    parse: impl FnOnce(&str) -> Result<T, FieldErrorCode>,
) -> Result<T, FieldErrorCode> {
    let text = match raw {
        Json::Null => return Err(FieldErrorCode::Required),
        Json::Text(text) => text::normalise(text),
        _ => return Err(FieldErrorCode::WrongType),
    };
    if text.is_empty() {
        return Err(FieldErrorCode::Required);
    }
    if text::has_hidden_control(&text, Lines::One) {
        return Err(FieldErrorCode::ControlCharacter);
    }
    parse(&text)
}
