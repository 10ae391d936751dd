//! The tables of this room, with their columns.

use enmusubi_core::review::ReviewerRole;

use crate::clock::Millis;
use crate::store::connection::ids::{AccountId, ReviewerId};
use crate::store::connection::tables::tables;

tables! {
    /// A person who reviews members.
    reviewer = "reviewer" {
        #[sea_orm(primary_key)]
        id: ReviewerId,
        name: String,
        role: ReviewerRole,
        /// The account of the reviewer as a member.
        member_id: Option<AccountId>,
        /// The keyed hash of the person who is that member. The hash stays when the account is deleted.
        member_hash: Option<String>,
        /// The random bytes by which authenticators know the reviewer, in base64url.
        #[sea_orm(unique)]
        user_handle: String,
        added_at_ms: Millis,
        removed_at_ms: Option<Millis>,
    }

    /// A link with which a reviewer registers a passkey, without the token in it.
    reviewer_link = "reviewer_link" {
        /// SHA-256 of the token, in base64url.
        #[sea_orm(primary_key, auto_increment = false)]
        token_hash: String,
        reviewer_id: ReviewerId,
        expires_at_ms: Millis,
        used_at_ms: Option<Millis>,
    }

    /// The passkey of a reviewer.
    reviewer_passkey = "reviewer_passkey" {
        /// The id that the authenticator chose, in base64url.
        #[sea_orm(primary_key, auto_increment = false)]
        credential_id: String,
        reviewer_id: ReviewerId,
        /// The public key with the authenticator's extensions, as `webauthn_rp` encodes them.
        public_key: Vec<u8>,
        /// The latest signature counter of the authenticator, or 0 if it has none.
        sign_count: i64,
        /// True if the passkey may be on several devices. An authenticator never changes this flag.
        is_backup_eligible: bool,
        created_at_ms: Millis,
        last_used_at_ms: Option<Millis>,
    }

    /// A session of a reviewer, without the token itself.
    reviewer_session = "reviewer_session" {
        /// SHA-256 of the token, in base64url.
        #[sea_orm(primary_key, auto_increment = false)]
        token_hash: String,
        reviewer_id: ReviewerId,
        created_at_ms: Millis,
        /// The time of the latest call, exact to a minute.
        last_seen_at_ms: Millis,
        revoked_at_ms: Option<Millis>,
    }

    /// A challenge that has opened a session of a reviewer, and can open no other session.
    reviewer_used_challenge = "reviewer_used_challenge" {
        /// The challenge, in hexadecimal digits.
        #[sea_orm(primary_key, auto_increment = false)]
        challenge: String,
        expires_at_ms: Millis,
    }
}
