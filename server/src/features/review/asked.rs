//! What a reviewer's reasons ask the user for.

use enmusubi_core::{Field, asked_fields};

use crate::store::review::Reason;

/// The fields that may be sent again for these reasons, in the order of the form.
pub(crate) fn asked_by(reasons: &[Reason]) -> Vec<Field> {
    asked_fields(reasons.iter().map(|reason| reason.path.as_str()))
}
