//! The answers of a case in words, with the earlier answer of each field that has changed.

use chrono::NaiveDate;
use enmusubi_core::Field;
use serde::Serialize;
use utoipa::ToSchema;

use super::material::ComparedProfiles;
use crate::features::profile_text::{PAGES, Words};

/// The answers of one page of the form.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FactSection {
    /// The name of the page.
    pub(super) page: &'static str,
    pub(super) heading: String,
    pub(super) rows: Vec<Fact>,
}

/// An answer in words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Fact {
    pub(super) field: Field,
    pub(super) label: String,
    /// May have several lines.
    pub(super) text: String,
    /// The earlier answer of a field that has changed, which may be empty. Null for all other fields.
    #[schema(required)]
    pub(super) before: Option<String>,
}

/// Returns the pages of the form with the answers that are not empty, now or before.
pub(super) fn sections_of(
    compared: &ComparedProfiles,
    words: Words<'_>,
    today: NaiveDate,
) -> Vec<FactSection> {
    let ComparedProfiles {
        before,
        now,
        changed,
    } = compared;
    let fact_of = |field: &Field| {
        let text = words.text_of(*field, now, today);
        let is_changed = changed.contains(field);
        let before = is_changed.then(|| words.text_of(*field, before, today));
        let is_empty = text.is_empty() && before.as_ref().is_none_or(String::is_empty);
        (!is_empty).then(|| Fact {
            field: *field,
            label: words.label_of(*field),
            text,
            before,
        })
    };
    let pages = PAGES.iter().map(|(page, fields)| FactSection {
        page,
        heading: words.word(&format!("register.page.{page}")),
        rows: fields.iter().filter_map(fact_of).collect(),
    });
    pages.filter(|section| !section.rows.is_empty()).collect()
}
