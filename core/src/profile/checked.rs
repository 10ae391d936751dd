//! The mark of a value that breaks no rule.

use core::fmt;
use core::ops::Deref;

use serde::{Serialize, Serializer};

use super::{CheckContext, UserProfileCreate, parse};
use crate::error::Rejection;
use crate::field::Field;

/// A value that broke no rule in the context of its check.
///
/// Only [`parse_profile`](crate::parse_profile), [`JsonDocument::parse_profile`](crate::JsonDocument::parse_profile)
/// and [`UserProfileCreate::check`] make one, so a function that takes a `&Checked<UserProfileCreate>` cannot be called
/// with a profile that was never checked. The context decides what the mark is worth: after
/// [`CheckContext::for_form`], the files may be those of another account.
///
/// The value can be read and not changed. It can be taken out with
/// [`into_inner`](Self::into_inner), and is an unchecked value from then on. Serde writes it as the value, and does not
/// read it back: what comes from outside is checked again.
///
/// ```
/// use enmusubi_core::{Checked, UserProfileCreate};
///
/// fn store(profile: &Checked<UserProfileCreate>) -> String {
///     format!("INSERT … {}", profile.nickname)
/// }
/// ```
#[derive(Clone, PartialEq)]
pub struct Checked<T>(T);

impl<T> Checked<T> {
    /// Marks a value whose rules the caller has checked.
    pub(crate) const fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns the value without the mark.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Checked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> AsRef<T> for Checked<T> {
    fn as_ref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for Checked<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<T: Serialize> Serialize for Checked<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl UserProfileCreate {
    /// Checks every rule of a profile that serde or a program made, and returns a copy as
    /// [`parse_profile`](crate::parse_profile) would have made it, with trimmed texts.
    ///
    /// ```
    /// use chrono::NaiveDate;
    /// use enmusubi_core::{CheckContext, Checked, Rejection, UserProfileCreate};
    ///
    /// fn receive(body: UserProfileCreate, context: &CheckContext<'_>) -> Result<String, Rejection> {
    ///     let profile: Checked<UserProfileCreate> = body.check(context)?;
    ///     Ok(profile.into_inner().nickname)
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidFields`](crate::RejectionCode::InvalidFields), with all broken rules at once.
    pub fn check(&self, context: &CheckContext<'_>) -> Result<Checked<Self>, Rejection> {
        let values = self.to_values();
        parse::fields(Field::ALL, |field| &values[field as usize], context)
            .map_err(Rejection::invalid)?
            .into_create()
    }
}
