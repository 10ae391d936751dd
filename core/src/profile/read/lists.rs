//! Lists of tags and of photos.

use std::collections::BTreeSet;

use super::scalar::{self, Value};
use super::{Reading, Uploads};
use crate::catalogue;
use crate::error::{FieldError, FieldErrorCode, FieldPath};
use crate::field::Field;
use crate::json::Json;
use crate::profile::limits::{FERTILITY_PLANS, Limits, PHOTOS, TAGS};
use crate::profile::rules::{PHOTO_EXTENSIONS, is_upload_name};
use crate::text::Lines;

/// Stands for a verification document that was picked and not uploaded yet. A valid name that no
/// upload has; it is left out of the payload.
pub(in crate::profile) const PICKED_DOCUMENT: &str = "00000000000000000000000000000000.pdf";

/// A file chosen in the form and not uploaded yet.
pub(super) fn is_picked(raw: &Json) -> bool {
    matches!(raw, Json::Object(members) if members.get("picked") == Some(&Json::Bool(true)))
}

impl Reading<'_> {
    /// The ids of a group's tags, at most [`TAGS`].
    pub(super) fn tags(&mut self, field: Field) -> Option<Vec<i32>> {
        let items = self.items(field)?.to_vec();
        self.tag_items(field, &items, TAGS)
    }

    /// The one tag of a single choice, as a list or as the bare id.
    pub(super) fn single_tag(&mut self, field: Field) -> Option<Vec<i32>> {
        let items = match self.member(field) {
            bare @ (Json::Number(_) | Json::Text(_)) if !is_blank(bare) => vec![bare.clone()],
            _ => self.items(field)?.to_vec(),
        };
        self.tag_items(field, &items, FERTILITY_PLANS)
    }

    /// The names of the photos in their order; empty slots are skipped. `None` where none is left.
    pub(super) fn photos(&mut self, field: Field, uploads: Uploads<'_>) -> Option<Vec<String>> {
        let slots: Vec<(usize, Json)> = self
            .items(field)?
            .iter()
            .enumerate()
            .filter(|(_, slot)| !is_blank(slot))
            .map(|(index, slot)| (index, slot.clone()))
            .collect();
        if slots.len() > PHOTOS.max {
            self.errors.push(FieldError::too_many(field, PHOTOS.max));
            return None;
        }
        let mut names = Vec::new();
        for (index, slot) in &slots {
            let path = FieldPath::item(field, *index);
            if is_picked(slot) {
                if !matches!(uploads, Uploads::Pending) {
                    self.note(path, FieldErrorCode::UploadMissing);
                }
                continue;
            }
            let name = scalar::text(slot, Lines::One).and_then(|name| {
                if !is_upload_name(&name, PHOTO_EXTENSIONS) {
                    Value::Refused(FieldErrorCode::UploadName)
                } else if names.contains(&name) {
                    Value::Refused(FieldErrorCode::Duplicate)
                } else {
                    Value::Is(name)
                }
            });
            if let Some(name) = self.keep(path, name) {
                if !uploads.has(&name) {
                    self.note(path, FieldErrorCode::UploadMissing);
                }
                names.push(name);
            }
        }
        (!slots.is_empty()).then_some(names)
    }

    /// The items of a list; an empty one is not given.
    pub(crate) fn items(&mut self, field: Field) -> Option<&[Json]> {
        if !matches!(self.member(field), Json::List(_)) && !is_blank(self.member(field)) {
            self.note(field, FieldErrorCode::WrongType);
        }
        match self.member(field) {
            Json::List(items) if !items.is_empty() => Some(items),
            _ => None,
        }
    }

    fn tag_items(
        &mut self,
        field: Field,
        items: &[Json],
        limits: Limits<usize>,
    ) -> Option<Vec<i32>> {
        if items.len() > limits.max {
            self.errors.push(FieldError::too_many(field, limits.max));
            return None;
        }
        let mut ids = BTreeSet::new();
        let mut tags = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let id = match scalar::integer(item) {
                Value::Absent => Value::Refused(FieldErrorCode::WrongType),
                other => other.and_then(|id| match catalogue::find_tag(field, id) {
                    None => Value::Refused(FieldErrorCode::UnknownTag),
                    Some(id) if !ids.insert(id) => Value::Refused(FieldErrorCode::Duplicate),
                    Some(id) => Value::Is(id),
                }),
            };
            tags.extend(self.keep(FieldPath::item(field, index), id));
        }
        Some(tags)
    }
}

/// Nothing there: `null` or blank text.
fn is_blank(raw: &Json) -> bool {
    match raw {
        Json::Null => true,
        Json::Text(text) => text.trim().is_empty(),
        _ => false,
    }
}
