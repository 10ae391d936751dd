//! The context of a case, for the core.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use enmusubi_conformance::{Case, UploadsGiven};
use enmusubi_core::{CheckContext, FileUse, Mailboxes, Uploads};

/// Owns the values that a [`CheckContext`] borrows.
pub(crate) struct World {
    today: NaiveDate,
    uploads: UploadsGiven,
    held: BTreeMap<FileUse, BTreeSet<String>>,
    mailboxes: Option<BTreeSet<String>>,
}

impl World {
    pub(crate) fn of(case: &Case) -> Self {
        let names: BTreeSet<String> = match &case.uploads {
            UploadsGiven::Held(names) => names.iter().cloned().collect(),
            UploadsGiven::Pending | UploadsGiven::Named => BTreeSet::new(),
        };
        let uses = [FileUse::Photo, FileUse::Employment, FileUse::Age];
        let held = uses.map(|file_use| (file_use, names.clone())).into();
        Self {
            today: case.today.parse().unwrap(),
            uploads: case.uploads.clone(),
            held,
            mailboxes: case.mailboxes.clone().map(BTreeSet::from_iter),
        }
    }

    pub(crate) fn context(&self) -> CheckContext<'_> {
        let uploads = match self.uploads {
            UploadsGiven::Pending => Uploads::Pending,
            UploadsGiven::Named => Uploads::Named,
            UploadsGiven::Held(_) => Uploads::Owned(&self.held),
        };
        let mailboxes = self.mailboxes.as_ref();
        CheckContext::for_form(self.today)
            .with_uploads(uploads)
            .with_mailboxes(mailboxes.map_or(Mailboxes::Unchecked, Mailboxes::Confirmed))
    }
}
