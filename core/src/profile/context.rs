//! The context of a check: the date, the uploads, the confirmed mailboxes and the proof of age.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;

/// The facts from outside that the rules depend on.
///
/// A server makes one with [`for_server`](Self::for_server), which checks every rule but the proof of age: a server
/// that asks for one adds [`with_age_proof`](Self::with_age_proof). A form, or a tool that reads
/// files, makes one with [`for_form`](Self::for_form), which takes any file name and any mailbox.
///
/// ```
/// use std::collections::{BTreeMap, BTreeSet};
///
/// use chrono::NaiveDate;
/// use enmusubi_core::{AgeProof, CheckContext, FileUse, Uploads};
///
/// let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
///
/// let photo = "11111111111111111111111111111111.jpg".to_owned();
/// let uploads = BTreeMap::from([(FileUse::Photo, BTreeSet::from([photo]))]);
/// let employers = BTreeSet::from(["google".to_owned()]);
/// let on_the_server = CheckContext::for_server(today, &uploads, &employers)
///     .with_age_proof(AgeProof::Required { checked: None });
///
/// let before_sending = CheckContext::for_form(today).with_uploads(Uploads::Named);
/// # assert_eq!(on_the_server.today, before_sending.today);
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CheckContext<'a> {
    /// The calendar date on which ages are counted: the device's for the form, and for the server,
    /// which decides, the one in the time zone of its members.
    pub today: NaiveDate,
    /// The uploads that count as present.
    pub uploads: Uploads<'a>,
    /// The work mailboxes that are confirmed.
    pub mailboxes: Mailboxes<'a>,
    /// The rule about the proof of age.
    pub age_proof: AgeProof,
}

impl<'a> CheckContext<'a> {
    /// Makes the context of a server, which decides: `today` in the time zone of its members, the names of the
    /// files that this account has uploaded, by the use that they may have, and the ids of the employers at which
    /// this account has confirmed a mailbox. The server asks for no proof of age:
    /// [`with_age_proof`](Self::with_age_proof) changes that.
    pub const fn for_server(
        today: NaiveDate,
        uploads: &'a BTreeMap<FileUse, BTreeSet<String>>,
        mailboxes: &'a BTreeSet<String>,
    ) -> Self {
        Self {
            today,
            uploads: Uploads::Owned(uploads),
            mailboxes: Mailboxes::Confirmed(mailboxes),
            age_proof: AgeProof::Off,
        }
    }

    /// Makes the context of a form that a person fills: `today` on the device, picked files and every file name count
    /// as present, and mailboxes are left to the server. **A server that used it would accept the files of other
    /// people.**
    pub const fn for_form(today: NaiveDate) -> Self {
        Self {
            today,
            uploads: Uploads::Pending,
            mailboxes: Mailboxes::Unchecked,
            age_proof: AgeProof::Off,
        }
    }

    /// Returns the context with other uploads.
    #[must_use]
    pub const fn with_uploads(self, uploads: Uploads<'a>) -> Self {
        Self { uploads, ..self }
    }

    /// Returns the context with other mailboxes.
    #[must_use]
    pub const fn with_mailboxes(self, mailboxes: Mailboxes<'a>) -> Self {
        Self { mailboxes, ..self }
    }

    /// Returns the context with another rule about the proof of age.
    #[must_use]
    pub const fn with_age_proof(self, age_proof: AgeProof) -> Self {
        Self { age_proof, ..self }
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

/// The work mailboxes that are confirmed. [`CheckContext`] has an example.
#[derive(Debug, Clone, Copy)]
pub enum Mailboxes<'a> {
    /// The form, which does not know the confirmed mailboxes and leaves the rule to the server.
    Unchecked,
    /// The server: the ids of the employers at which this account has confirmed a mailbox.
    Confirmed(&'a BTreeSet<String>),
}

/// The rule about the proof of age, which each server chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgeProof {
    /// The server asks for no document.
    Off,
    /// A profile needs a document, unless a reviewer has checked its birthday before.
    Required {
        /// The birthday that a reviewer has checked. `None` for a new member.
        checked: Option<NaiveDate>,
    },
}

impl AgeProof {
    /// Returns true if a profile with this birthday needs a document that a reviewer has not seen yet.
    ///
    /// ```
    /// use chrono::NaiveDate;
    /// use enmusubi_core::AgeProof;
    ///
    /// let birthday = NaiveDate::from_ymd_opt(1992, 3, 8).unwrap();
    /// assert!(AgeProof::Required { checked: None }.is_needed_for(birthday));
    /// assert!(!AgeProof::Required { checked: Some(birthday) }.is_needed_for(birthday));
    /// assert!(!AgeProof::Off.is_needed_for(birthday));
    /// ```
    pub fn is_needed_for(self, birthday: NaiveDate) -> bool {
        match self {
            Self::Off => false,
            Self::Required { checked } => checked != Some(birthday),
        }
    }
}
