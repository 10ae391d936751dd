//! Tags and photos.

use std::fmt::Write as _;

use enmusubi_core::{Field, catalogue};
use fastrand::Rng;

use crate::choice::{one_in, pick, several};
use crate::{hostile, numbers, texts, words};

const PHOTO_EXTENSIONS: [&str; 3] = ["jpg", "png", "webp"];
const DOCUMENT_EXTENSIONS: [&str; 4] = ["jpg", "png", "webp", "pdf"];

/// Writes the values of a list, with commas between them.
pub(crate) fn list<T>(
    rng: &mut Rng,
    items: &[T],
    out: &mut String,
    mut write: impl FnMut(&mut Rng, &T, &mut String),
) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(rng, item, out);
    }
    out.push(']');
}

/// Writes tags of the field's group, each once.
pub(crate) fn tags(rng: &mut Rng, field: Field, out: &mut String) {
    let ids = catalogue::tag_ids(field);
    if field == Field::FertilityPlanTagIds {
        let id = pick(rng, ids);
        if one_in(rng, 3) {
            return numbers::whole(rng, id, out);
        }
        return list(rng, &[id], out, |rng, id, out| {
            numbers::whole(rng, *id, out);
        });
    }
    let how_many = if one_in(rng, 12) { 10..=10 } else { 0..=4 };
    let chosen = several(rng, ids, how_many);
    list(rng, &chosen, out, |rng, id, out| {
        numbers::whole(rng, *id, out);
    });
}

/// Writes a tag twice, tags of another group or of none, too many tags, or values that are no tags.
pub(crate) fn hostile_tags(rng: &mut Rng, field: Field, out: &mut String) {
    let ids = catalogue::tag_ids(field);
    let mut chosen = several(rng, ids, 0..=5);
    match rng.u32(..6) {
        0 => chosen.extend(chosen.first().copied()),
        1 => chosen.extend([pick(rng, ids); 2]),
        2 => chosen.extend(several(rng, catalogue::tag_ids(Field::HobbyTagIds), 1..=3)),
        3 => chosen.extend(ids.iter().cycle().take(rng.usize(5..14))),
        4 => chosen.push(pick(rng, &[0, -1, 1, 999, 100, 502, i32::MAX])),
        _ => {
            chosen.push(0);
            return list(rng, &chosen, out, |rng, id, out| match rng.u32(..4) {
                0 => hostile::value(rng, out),
                1 => numbers::hostile(rng, 101, 600, out),
                _ => numbers::whole(rng, *id, out),
            });
        }
    }
    rng.shuffle(&mut chosen);
    list(rng, &chosen, out, |rng, id, out| {
        numbers::whole(rng, *id, out);
    });
}

/// Writes one to six photos, with empty slots between them.
pub(crate) fn photos(rng: &mut Rng, out: &mut String) {
    let n_photos = pick(rng, &[1, 1, 2, 3, 6]);
    let mut slots: Vec<bool> = vec![true; n_photos];
    slots.resize(n_photos + pick(rng, &[0, 0, 0, 1, 4]), false);
    rng.shuffle(&mut slots);
    list(rng, &slots, out, |rng, is_taken, out| {
        if *is_taken {
            let name = format!("{:032x}.{}", rng.u128(..), pick(rng, &PHOTO_EXTENSIONS));
            texts::padded(rng, &name, out);
        } else {
            out.push_str(pick(rng, &["null", "\"\"", "\" \"", "\"\u{3000}\\t\""]));
        }
    });
}

/// Writes too many photos or none, a photo twice, picked files, or values that are no photos.
pub(crate) fn hostile_photos(rng: &mut Rng, out: &mut String) {
    let n_slots = pick(rng, &[0, 1, 1, 2, 3, 6, 7, 12]);
    let twice = words::upload_name(rng, &PHOTO_EXTENSIONS);
    list(rng, &vec![(); n_slots], out, |rng, (), out| {
        match rng.u32(..8) {
            0 => texts::padded(rng, &twice, out),
            1 => out.push_str("null"),
            2 => out.push_str(PICKED[0]),
            3 => out.push_str(pick(rng, &PICKED)),
            4 => hostile::value(rng, out),
            5 => words::hostile_upload_name(rng, out),
            _ => {
                let name = words::upload_name(rng, &PHOTO_EXTENSIONS);
                texts::padded(rng, &name, out);
            }
        }
    });
}

/// Writes the name of an uploaded document.
pub(crate) fn document(rng: &mut Rng, out: &mut String) {
    let name = words::upload_name(rng, &DOCUMENT_EXTENSIONS);
    texts::padded(rng, &name, out);
}

/// Writes a document where the method needs none, a picked file, or an invalid name.
pub(crate) fn hostile_document(rng: &mut Rng, out: &mut String) {
    match rng.u32(..4) {
        0 => document(rng, out),
        1 => out.push_str(pick(rng, &PICKED)),
        2 => {
            let _ = write!(out, "[{}]", PICKED[0]);
        }
        _ => words::hostile_upload_name(rng, out),
    }
}

/// Files picked in the form, and similar values.
const PICKED: [&str; 8] = [
    r#"{"picked":true}"#,
    r#"{"picked":true,"name":"a.jpg"}"#,
    r#"{"picked":false,"picked":true}"#,
    r#"{"picked":true,"picked":false}"#,
    r#"{"picked":"true"}"#,
    r#"{"picked":1}"#,
    r#"{"Picked":true}"#,
    r#"{"p\u0069cked":true}"#,
];
