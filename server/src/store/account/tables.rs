//! The tables of this room, with their columns.

use enmusubi_core::review::ReviewStatus;

use crate::clock::Millis;
use crate::store::account::session::TokenKind;
use crate::store::connection::ids::AccountId;
use crate::store::connection::tables::tables;

tables! {
    /// A registered LINE user and the state of the review.
    account = "account" {
        #[sea_orm(primary_key)]
        id: AccountId,
        #[sea_orm(unique)]
        line_user_id: String,
        review_status: ReviewStatus,
        appealed: bool,
        created_at_ms: Millis,
        /// The name of the user's avatar.
        avatar_file_id: Option<String>,
        /// The time at which the user last opened the app, exact to a day.
        opened_at_ms: Millis,
        /// The language in which the user last opened the app, as a BCP 47 tag.
        language: Option<String>,
    }

    /// A session or a registration token, without the token itself.
    session = "session" {
        /// SHA-256 of the token, in base64url.
        #[sea_orm(primary_key, auto_increment = false)]
        token_hash: String,
        kind: TokenKind,
        line_user_id: String,
        /// The hash of the first token of this login. All renewals of a login share it and are revoked
        /// together.
        family: String,
        login_at_ms: Millis,
        /// The moment when the server issued this token.
        issued_at_ms: Millis,
        expires_at_ms: Millis,
        /// The moment when a newer token replaced this one.
        renewed_at_ms: Option<Millis>,
        revoked_at_ms: Option<Millis>,
    }

    /// A member's choices about being introduced and being seen.
    member_setting = "member_setting" {
        #[sea_orm(primary_key, auto_increment = false)]
        account_id: AccountId,
        paused_until_ms: Option<Millis>,
        hide_from_colleagues: bool,
        show_employer: bool,
        read_receipts: bool,
    }

    /// A change of a preference or of the place, with the value before it.
    preference_change = "preference_change" {
        #[sea_orm(primary_key)]
        id: i64,
        account_id: AccountId,
        /// The field's name in the payload, or the name of the place.
        field: String,
        value_before: Json,
        changed_at_ms: Millis,
    }

    /// A stored response for a request that the client may send again.
    idempotency = "idempotency" {
        #[sea_orm(primary_key)]
        id: i64,
        line_user_id: String,
        key: String,
        body_hash: String,
        status: i32,
        body: String,
        created_at_ms: Millis,
    }

    /// A confirmed mailbox at an employer. No table has the address of the mailbox.
    work_email = "work_email" {
        /// A keyed hash of the address. Each mailbox belongs to one user.
        #[sea_orm(primary_key, auto_increment = false)]
        mailbox_hash: String,
        line_user_id: String,
        employer_id: String,
        /// The moment when the mailbox expires, unless an account uses it.
        expires_at_ms: Millis,
        /// The account that uses the mailbox.
        account_id: Option<AccountId>,
    }

    /// The newest code that the server mailed for a LINE user, without the code itself.
    work_email_code = "work_email_code" {
        #[sea_orm(primary_key, auto_increment = false)]
        line_user_id: String,
        mailbox_hash: String,
        employer_id: String,
        /// A keyed hash of the code and the three columns above.
        code_hash: String,
        n_failures: i32,
        expires_at_ms: Millis,
        /// The expiry of the confirmation, once the code has confirmed its mailbox.
        confirmed_until_ms: Option<Millis>,
        /// The idempotency key of the request that confirmed the mailbox, if the request had one.
        confirm_key: Option<String>,
    }

    /// The moments when codes were sent for an account or to a mailbox, and when wrong codes were tried.
    work_email_limit = "work_email_limit" {
        /// The kind of count, with the LINE user id, the keyed hash of the mailbox, or both.
        #[sea_orm(primary_key, auto_increment = false)]
        subject: String,
        /// The moments as a JSON list.
        counted_at_ms: String,
        touched_at_ms: Millis,
    }
}
