//! Lists of tags and of photos.

use std::borrow::Cow;
use std::slice;

use super::scalar::{self, Fault, Read, is_blank};
use super::{Reader, Uploads, not_too_many};
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

/// The items of a list; an empty one is not given.
pub(super) fn items<'d>(field: Field, raw: &'d Json<'d>) -> Read<&'d [Json<'d>]> {
    let is_single_choice = field == Field::FertilityPlanTagIds;
    match raw {
        Json::List(items) if items.is_empty() => Ok(None),
        Json::List(items) => Ok(Some(items)),
        _ if is_blank(raw) => Ok(None),
        // The form's single choice may come as the bare id.
        Json::Number(_) | Json::Text(_) if is_single_choice => Ok(Some(slice::from_ref(raw))),
        _ => Err(Fault::new(FieldErrorCode::WrongType)),
    }
}

impl<'d> Reader<'d, '_> {
    /// The ids of tags of the field's group.
    pub(super) fn tags(
        &mut self,
        field: Field,
        raw: &'d Json<'d>,
        limits: Limits,
    ) -> Read<Answer<'d>> {
        let Some(items) = items(field, raw)? else {
            return Ok(None);
        };
        not_too_many(items.len(), limits)?;
        let mut ids = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            match tag(field, item, &ids) {
                Ok(id) => ids.push(id),
                Err(fault) => self.note(FieldPath::item(field, index), fault),
            }
        }
        Ok(Some(Answer::Tags(ids)))
    }

    /// The names of the photos in their order; empty slots are skipped, and all empty is not given.
    pub(super) fn photos(
        &mut self,
        field: Field,
        raw: &'d Json<'d>,
        limits: Limits,
    ) -> Read<Answer<'d>> {
        let slots = items(field, raw)?.unwrap_or_default();
        let n_taken = slots.iter().filter(|slot| !is_blank(slot)).count();
        if n_taken == 0 {
            return Ok(None);
        }
        not_too_many(n_taken, limits)?;
        let mut names = Vec::with_capacity(n_taken);
        for (index, slot) in slots.iter().enumerate() {
            if is_blank(slot) {
                continue;
            }
            if let Err(fault) = self.photo(slot, &mut names) {
                self.note(FieldPath::item(field, index), fault);
            }
        }
        Ok(Some(Answer::Names(names)))
    }

    /// Adds the name in a slot. There is none yet where the file is picked and uploaded later.
    fn photo(&self, slot: &'d Json<'d>, names: &mut Vec<Cow<'d, str>>) -> Result<(), Fault> {
        let uploads = self.context.uploads;
        if is_picked(slot) {
            let is_later = matches!(uploads, Uploads::Pending);
            return Fault::unless(is_later, FieldErrorCode::UploadMissing);
        }
        if let Some(name) = scalar::text(slot, Lines::One)? {
            Fault::unless(rules::is_photo_name(&name), FieldErrorCode::UploadName)?;
            Fault::unless(!names.contains(&name), FieldErrorCode::Duplicate)?;
            let is_there = uploads.has(&name);
            names.push(name);
            Fault::unless(is_there, FieldErrorCode::UploadMissing)?;
        }
        Ok(())
    }
}

fn tag(field: Field, raw: &Json<'_>, before: &[i32]) -> Result<i32, Fault> {
    let id = scalar::integer(raw)?.ok_or(Fault::new(FieldErrorCode::WrongType))?;
    Fault::unless(catalogue::is_tag(field, id), FieldErrorCode::UnknownTag)?;
    Fault::unless(!before.contains(&id), FieldErrorCode::Duplicate)?;
    Ok(id)
}
