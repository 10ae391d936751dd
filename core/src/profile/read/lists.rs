//! Lists of tags and of photos.

use std::borrow::Cow;
use std::slice;

use super::scalar::{self, Fault, Value, is_blank};
use super::{Reader, Uploads, too_many};
use crate::catalogue;
use crate::error::{FieldErrorCode, FieldPath};
use crate::field::Field;
use crate::json::Json;
use crate::profile::answers::Answer;
use crate::profile::limits::Limits;
use crate::profile::rules;
use crate::text::Lines;

/// A file chosen in the form and not uploaded yet.
pub(super) fn is_picked(raw: &Json<'_>) -> bool {
    raw.get("picked") == Some(&Json::Bool(true))
}

impl<'d> Reader<'d, '_> {
    /// The items of a list; an empty one is not given.
    pub(super) fn items(&self, field: Field, raw: &'d Json<'d>) -> Value<&'d [Json<'d>]> {
        let is_single_choice = field == Field::FertilityPlanTagIds;
        match raw {
            Json::List(items) if items.is_empty() => Value::Absent,
            Json::List(items) => Value::Is(items),
            _ if is_blank(raw) => Value::Absent,
            // The form's single choice may come as the bare id.
            Json::Number(_) | Json::Text(_) if is_single_choice => {
                Value::Is(slice::from_ref(raw))
            }
            _ => Value::Refused(Fault::new(FieldErrorCode::WrongType)),
        }
    }

    /// The ids of tags of the field's group.
    pub(super) fn tags(
        &mut self,
        field: Field,
        raw: &'d Json<'d>,
        limits: Limits,
    ) -> Value<Answer<'d>> {
        self.items(field, raw)
            .check(|items| too_many(items.len(), limits))
            .map(|items| {
                let mut ids = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    match tag(field, item, &ids) {
                        Value::Is(id) => ids.push(id),
                        Value::Refused(fault) => self.note(FieldPath::item(field, index), fault),
                        Value::Absent => {}
                    }
                }
                Answer::Tags(ids)
            })
    }

    /// The names of the photos in their order; empty slots are skipped, and all empty is not given.
    pub(super) fn photos(
        &mut self,
        field: Field,
        raw: &'d Json<'d>,
        limits: Limits,
    ) -> Value<Answer<'d>> {
        let taken = |slots: &'d [Json<'d>]| {
            slots
                .iter()
                .enumerate()
                .filter(|(_, slot)| !is_blank(slot))
        };
        self.items(field, raw).and_then(|slots| {
            let n_taken = taken(slots).count();
            if n_taken == 0 {
                return Value::Absent;
            }
            if let Some(fault) = too_many(n_taken, limits) {
                return Value::Refused(fault);
            }
            let mut names = Vec::with_capacity(n_taken);
            for (index, slot) in taken(slots) {
                let path = FieldPath::item(field, index);
                match photo(slot, &names, self.context.uploads) {
                    Value::Is(name) => {
                        if !self.context.uploads.has(&name) {
                            self.note(path, Fault::new(FieldErrorCode::UploadMissing));
                        }
                        names.push(name);
                    }
                    Value::Refused(fault) => self.note(path, fault),
                    Value::Absent => {}
                }
            }
            Value::Is(Answer::Names(names))
        })
    }
}

fn tag(field: Field, raw: &Json<'_>, before: &[i32]) -> Value<i32> {
    let id = match scalar::integer(raw) {
        Value::Absent => Value::Refused(Fault::new(FieldErrorCode::WrongType)),
        id => id,
    };
    id.require(
        |id| catalogue::is_tag(field, *id),
        FieldErrorCode::UnknownTag,
    )
    .require(|id| !before.contains(id), FieldErrorCode::Duplicate)
}

/// The name in a slot; none yet where the file is picked and will be uploaded later.
fn photo<'d>(
    slot: &'d Json<'_>,
    before: &[Cow<'_, str>],
    uploads: Uploads<'_>,
) -> Value<Cow<'d, str>> {
    if is_picked(slot) {
        return match uploads {
            Uploads::Pending => Value::Absent,
            _ => Value::Refused(Fault::new(FieldErrorCode::UploadMissing)),
        };
    }
    scalar::text(slot, Lines::One)
        .require(|name| rules::is_photo_name(name), FieldErrorCode::UploadName)
        .require(|name| !before.contains(name), FieldErrorCode::Duplicate)
}
