//! The snapshot of a reported member, on which the reviewer decides whatever the member changes later.

use chrono::NaiveDate;
use serde_json::{Map, Value, json};

use super::Pair;
use crate::error::{Error, Result};
use crate::features::introduction::Person;
use crate::features::profile_text::CARD;
use crate::store::Transaction;
use crate::store::meeting::conversation::note::{self, NoteRange};
use crate::store::meeting::conversation::{self, OwnMatch};

/// The latest notes of a conversation that go into a snapshot.
const NOTES: u64 = 100;

/// Returns the card and the names of the photos of the other member and, for a match, the notes of both members. Before
/// a match, the reporter has seen no note of the other member.
///
/// The card and the photos are the current ones. If the pair is out of sight, the reporter has not seen later changes
/// of them, so the snapshot has a mark, and only reviewers read it.
pub(super) async fn take(
    transaction: &Transaction,
    pair: &Pair,
    today: NaiveDate,
) -> Result<Value> {
    let own = &pair.own;
    let mut snapshot = json!({});
    if !pair.is_in_sight {
        snapshot["isOutOfSight"] = true.into();
    }
    let found = conversation::find_recorded(transaction, own.account_id, &own.public_id).await?;
    if let Some(OwnMatch {
        yes_note,
        others_yes_note,
        ..
    }) = found
    {
        snapshot["answers"] = json!({ "reporter": yes_note, "reported": others_yes_note });
        let notes = note::list(transaction, own.id, NoteRange::Latest, NOTES).await?;
        let notes = notes.into_iter().map(|note| {
            let is_reporters = note.author_id == own.account_id;
            let author = if is_reporters { "reporter" } else { "reported" };
            let sent_at = note.sent_at_ms.rfc_3339();
            json!({ "author": author, "text": note.text, "sentAt": sent_at })
        });
        snapshot["notes"] = notes.collect::<Vec<_>>().into();
    }
    let person = Person::new(pair.other.clone(), today);
    let photos = person.photos.iter().map(|photo| photo.file_id.as_str());
    snapshot["photos"] = photos.collect::<Vec<_>>().into();
    let mut profile = serde_json::to_value(&person.profile).map_err(Error::internal)?;
    let shown = CARD
        .iter()
        .map(|field| (field.to_string(), profile[field.as_str()].take()));
    let mut card: Map<String, Value> = shown.collect();
    card.insert("age".to_owned(), person.age.into());
    card.insert("employerName".to_owned(), person.employer_name.into());
    snapshot["person"] = card.into();
    Ok(snapshot)
}
