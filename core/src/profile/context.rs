//! The context of a check: the date, the uploads, the confirmed mailboxes and the proof of age.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

/// The facts from outside that the rules depend on.
#[derive(Debug, Clone, Copy)]
pub struct CheckContext<'a> {
    /// The calendar date on which ages are counted: the device's for the form, the deployment's for the
    /// server, which decides.
    pub today: NaiveDate,
    /// The uploads that count as present.
    pub uploads: Uploads<'a>,
    /// The work mailboxes that are confirmed.
    pub mailboxes: Mailboxes<'a>,
    /// The rule about the proof of age.
    pub age_proof: AgeProof,
}

/// The facts from outside for a check that may lack the date.
#[derive(Clone, Copy)]
pub(super) struct World<'c> {
    /// The date on which ages are counted. Without a date, no age is checked.
    pub(super) today: Option<NaiveDate>,
    pub(super) uploads: Uploads<'c>,
    pub(super) mailboxes: Mailboxes<'c>,
    pub(super) age_proof: AgeProof,
}

impl<'c> From<&CheckContext<'c>> for World<'c> {
    fn from(context: &CheckContext<'c>) -> Self {
        Self {
            today: Some(context.today),
            uploads: context.uploads,
            mailboxes: context.mailboxes,
            age_proof: context.age_proof,
        }
    }
}

/// The uploads that count as present.
#[derive(Debug, Clone, Copy)]
pub enum Uploads<'a> {
    /// The form while the person fills it: a picked file (`{"picked":true}`) counts as present, and so
    /// does every name.
    Pending,
    /// The form when it submits: every file must have a name, and every name counts as present.
    Named,
    /// The server: the names of this account's uploads, by the use that they may have. Any other name is
    /// `upload_missing`.
    Owned(&'a BTreeMap<FileUse, BTreeSet<String>>),
}

/// The use of an uploaded file. A file has one use for as long as it exists: the server deletes a file when its use is
/// over, and a second use would keep it longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileUse {
    /// A picture that other members see.
    Photo,
    /// Evidence of the employment, for reviewers.
    Employment,
    /// Evidence of the age, for reviewers.
    Age,
}

impl Uploads<'_> {
    /// Returns true if an upload of this name that may have this use counts as present.
    pub(crate) fn has(self, name: &str, file_use: FileUse) -> bool {
        match self {
            Uploads::Pending | Uploads::Named => true,
            Uploads::Owned(uploads) => uploads
                .get(&file_use)
                .is_some_and(|names| names.contains(name)),
        }
    }
}

/// The work mailboxes that are confirmed.
#[derive(Debug, Clone, Copy)]
pub enum Mailboxes<'a> {
    /// The form, which does not know the confirmed mailboxes and leaves the rule to the server.
    Unchecked,
    /// The server: the ids of the employers at which this account has confirmed a mailbox.
    Confirmed(&'a BTreeSet<String>),
}

/// The rule about the proof of age, which each deployment chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgeProof {
    /// The deployment asks for no document.
    Off,
    /// A profile needs a document, unless a reviewer has checked its birthday before.
    Required {
        /// The birthday that a reviewer has checked. `None` for a new member.
        checked: Option<NaiveDate>,
    },
}

impl AgeProof {
    /// Returns true if a profile with this birthday needs a document that a reviewer has not seen yet.
    pub fn is_needed_for(self, birthday: NaiveDate) -> bool {
        match self {
            Self::Off => false,
            Self::Required { checked } => checked != Some(birthday),
        }
    }
}
