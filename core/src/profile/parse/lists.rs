//! Reads lists of tags and of photos.

use std::borrow::Cow;
use std::slice;

use lenient_json::{Json, is_blank};

use super::bounds::not_too_many;
use super::scalar::{Read, line};
use crate::catalogue;
use crate::error::{FieldError, FieldErrorCode, FieldPath, Violation};
use crate::field::Field;
use crate::limits::Limits;
use crate::profile::context::{FileUse, Uploads};
use crate::profile::field_spec::FieldType;
use crate::profile::parsed::Answer;
use crate::profile::rules;

/// Returns true for a file that the person picked and the form has not uploaded yet.
pub(super) fn is_picked(raw: &Json<'_>) -> bool {
    raw.get("picked") == Some(&Json::Bool(true))
}

/// Reads the items of a list. An empty list counts as not given.
pub(in crate::profile) fn items<'d>(raw: &'d Json<'d>) -> Read<&'d [Json<'d>]> {
    match raw {
        Json::List(items) if items.is_empty() => Ok(None),
        Json::List(items) => Ok(Some(items)),
        _ if is_blank(raw) => Ok(None),
        _ => Err(Violation::new(FieldErrorCode::WrongType)),
    }
}

/// Reads the items of a list, or the only item without a list, as a number or text.
fn items_or_one<'d>(raw: &'d Json<'d>) -> Read<&'d [Json<'d>]> {
    match raw {
        Json::Number(_) | Json::Text(_) if !is_blank(raw) => Ok(Some(slice::from_ref(raw))),
        _ => items(raw),
    }
}

/// Reads the items of a field of tags. A field with a single tag may have the tag without a list.
pub(in crate::profile) fn tag_items<'d>(
    field_type: FieldType,
    raw: &'d Json<'d>,
) -> Read<&'d [Json<'d>]> {
    match field_type {
        FieldType::SingleTag(_) => items_or_one(raw),
        _ => items(raw),
    }
}

/// Reads the ids of tags of the field's group.
pub(super) fn tags<'d>(
    field: Field,
    items: Option<&[Json<'_>]>,
    limits: Limits,
    errors: &mut Vec<FieldError>,
) -> Read<Answer<'d>> {
    let Some(items) = items else {
        return Ok(None);
    };
    not_too_many(items.len(), limits)?;
    let mut ids = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        match tag(field, item, &ids) {
            Ok(id) => ids.push(id),
            Err(violation) => errors.push(violation.at(FieldPath::item(field, index))),
        }
    }
    Ok(Some(Answer::Tags(ids)))
}

/// Reads the names of the photos in their order. Empty slots do not count, and a list of empty slots
/// counts as not given. `other_files` are the names of files in other fields, which no slot may have.
pub(super) fn photos<'d>(
    field: Field,
    slots: Option<&'d [Json<'d>]>,
    limits: Limits,
    uploads: Uploads<'_>,
    other_files: &[Cow<'d, str>],
    errors: &mut Vec<FieldError>,
) -> Read<Answer<'d>> {
    let slots = slots.unwrap_or_default();
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
        if let Err(violation) = photo(slot, uploads, other_files, &mut names) {
            errors.push(violation.at(FieldPath::item(field, index)));
        }
    }
    Ok(Some(Answer::Names(names)))
}

/// Adds the name in a slot. A picked file that is uploaded later has no name yet.
fn photo<'d>(
    slot: &'d Json<'d>,
    uploads: Uploads<'_>,
    other_files: &[Cow<'d, str>],
    names: &mut Vec<Cow<'d, str>>,
) -> Result<(), Violation> {
    if is_picked(slot) {
        let is_pending = matches!(uploads, Uploads::Pending);
        return Violation::unless(is_pending, FieldErrorCode::UploadMissing);
    }
    if let Some(name) = line(slot)? {
        Violation::unless(rules::is_photo_name(&name), FieldErrorCode::UploadName)?;
        let is_twice = names.contains(&name) || other_files.contains(&name);
        Violation::unless(!is_twice, FieldErrorCode::Duplicate)?;
        let is_present = uploads.has(&name, FileUse::Photo);
        names.push(name);
        Violation::unless(is_present, FieldErrorCode::UploadMissing)?;
    }
    Ok(())
}

/// Reads the id of a tag, which any group may have.
pub(in crate::profile) fn tag_id(raw: &Json<'_>) -> Result<i32, Violation> {
    lenient_json::integer(raw)?.ok_or(Violation::new(FieldErrorCode::WrongType))
}

fn tag(field: Field, raw: &Json<'_>, before: &[i32]) -> Result<i32, Violation> {
    let id = tag_id(raw)?;
    Violation::unless(catalogue::is_tag(field, id), FieldErrorCode::UnknownTag)?;
    Violation::unless(!before.contains(&id), FieldErrorCode::Duplicate)?;
    Ok(id)
}
