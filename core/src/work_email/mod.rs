//! The mailboxes that prove an employment, and the form of a confirmation code.
//!
//! This module checks the text that a member types. The server finds out whether the mailbox belongs to
//! the member.

mod address;
mod code;
mod open_hosts;

pub use code::{CODE_DIGITS, parse_confirmation_code};

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

/// A broken rule of these fields. None of the rules has limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkEmailError {
    /// The field.
    pub field: WorkEmailField,
    /// The rule.
    pub code: FieldErrorCode,
}

/// A mailbox at one of the employers, in lower case and plain letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkEmail {
    employer_id: &'static str,
    address: Address,
}

impl WorkEmail {
    /// Returns the employer's id in the list.
    pub const fn employer_id(&self) -> &'static str {
        self.employer_id
    }

    /// Returns the address for mail: its local part and its domain.
    pub fn address(&self) -> (&str, &str) {
        (self.address.local(), self.address.domain())
    }

    /// Returns the address without its `+tag`, which is the same for all addresses of one mailbox.
    pub fn mailbox(&self) -> String {
        [self.address.mailbox_name(), "@", self.address.domain()].concat()
    }
}

/// Reads an employer and an address at it, or returns every broken rule.
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
