//! The tables of this room, with their columns.

use crate::clock::Millis;
use crate::store::connection::ids::AccountId;
use crate::store::connection::tables::tables;

tables! {
    /// A file in the file store, with the user who uploaded it.
    upload = "upload" {
        #[sea_orm(primary_key, auto_increment = false)]
        name: String,
        /// Empty for an orphaned file, whose deletion has begun.
        line_user_id: String,
        /// The word of a `Purpose`.
        purpose: String,
        /// The fact that a document proves. `None` until a profile or a proposal attaches it, and for a photo.
        proof_of: Option<String>,
        media_type: String,
        width: i32,
        height: i32,
        thumbhash: String,
        size_bytes: i64,
        /// The keyed hash of a document, until the file is orphaned. `None` for a photo.
        evidence_hash: Option<String>,
        created_at_ms: Millis,
        /// The moment when a profile attached the file. The server deletes an unattached file after a day.
        attached_at_ms: Option<Millis>,
    }

    /// A photo of a profile. The first has position 0.
    photo = "photo" {
        #[sea_orm(primary_key)]
        id: i64,
        account_id: AccountId,
        #[sea_orm(unique)]
        file_id: String,
        position: i32,
    }

    /// A verification document, which only reviewers see.
    document = "document" {
        #[sea_orm(primary_key)]
        id: i64,
        account_id: AccountId,
        #[sea_orm(unique)]
        file_id: String,
        /// The moment of the review's decision, from which the days until deletion count.
        decided_at_ms: Option<Millis>,
    }
}
