//! The tables of this room, with their columns.

use enmusubi_core::matching::affinity::DistanceBand;
use enmusubi_core::service::Answer;

use crate::clock::Millis;
use crate::store::connection::ids::{AccountId, IntroductionId};
use crate::store::connection::tables::tables;

tables! {
    /// Two members who were introduced to each other.
    introduction = "introduction" {
        #[sea_orm(primary_key)]
        id: IntroductionId,
        /// The random name on the wire.
        #[sea_orm(unique)]
        public_id: String,
        /// The account with the lower id.
        low_id: AccountId,
        high_id: AccountId,
        created_at_ms: Millis,
        distance_band: DistanceBand,
        /// The time at which both members had said yes.
        matched_at_ms: Option<Millis>,
    }

    /// The state of a member in the job that makes the introductions.
    introduction_member = "introduction_member" {
        #[sea_orm(primary_key, auto_increment = false)]
        account_id: AccountId,
        /// The day of the latest set for which the job looked for introductions of the member.
        served_day: Option<Date>,
        /// The time of the member's latest introduction.
        introduced_at_ms: Option<Millis>,
        /// The counts of the people whom the member may meet, as the member has seen them in the last days.
        circle: Option<Json>,
    }

    /// A member who has become available, and should not wait for the next daily set.
    introduction_request = "introduction_request" {
        #[sea_orm(primary_key, auto_increment = false)]
        account_id: AccountId,
        asked_at_ms: Millis,
    }

    /// A daily set that is complete.
    introduction_set = "introduction_set" {
        #[sea_orm(primary_key, auto_increment = false)]
        day: Date,
        finished_at_ms: Millis,
    }

    /// An introduction as one of the two members has it.
    introduction_side = "introduction_side" {
        #[sea_orm(primary_key, auto_increment = false)]
        introduction_id: IntroductionId,
        #[sea_orm(primary_key, auto_increment = false)]
        account_id: AccountId,
        /// The account of the other member.
        other_id: AccountId,
        /// The day of the set.
        day: Date,
        /// The end of the time for an answer.
        expires_at_ms: Millis,
        /// The types of the member's conditions at the time of the introduction, one bit for each.
        conditions: i32,
        /// `YES` or `NO`.
        answer: Option<Answer>,
        answered_at_ms: Option<Millis>,
        /// The note that goes with a yes, or empty.
        note: String,
        /// The time at which one of the two blocked or reported the other member, or left their match.
        ended_at_ms: Option<Millis>,
    }

    /// A match as one of the two members has it.
    match_side = "match_side" {
        #[sea_orm(primary_key, auto_increment = false)]
        introduction_id: IntroductionId,
        #[sea_orm(primary_key, auto_increment = false)]
        account_id: AccountId,
        /// The account of the other member.
        other_id: AccountId,
        /// The time at which both members had said yes.
        matched_at_ms: Millis,
        /// The number of the latest note, or 0. Both sides have the same number.
        last_number: i64,
        /// The number of the latest note that the member has read, or 0.
        read_number: i64,
        /// The link to the member's LINE contact that the member offers, or empty.
        contact: String,
        /// The time at which the member offered the link.
        contact_at_ms: Option<Millis>,
        /// True if the member has answered the question whether the two met.
        has_told_if_met: bool,
        /// The time at which one of the two left, blocked or reported.
        ended_at_ms: Option<Millis>,
    }

    /// The number of members who gave an answer to "did you meet?".
    meeting_answer = "meeting_answer" {
        /// `YES` or `NO`.
        #[sea_orm(primary_key, auto_increment = false)]
        answer: String,
        n_members: i64,
    }

    /// A note in the conversation of a match.
    note = "note" {
        #[sea_orm(primary_key, auto_increment = false)]
        introduction_id: IntroductionId,
        /// The position in the conversation, from 1 on.
        #[sea_orm(primary_key, auto_increment = false)]
        number: i64,
        author_id: AccountId,
        text: String,
        sent_at_ms: Millis,
        /// The idempotency key of the request. A member uses a key once.
        key: Option<String>,
    }

    /// A block: two people who are not introduced to each other again.
    block = "block" {
        #[sea_orm(primary_key)]
        id: i64,
        /// The random name on the wire.
        #[sea_orm(unique)]
        public_id: String,
        /// The present account of the person who blocks.
        blocker_id: Option<AccountId>,
        /// The present account of the blocked person.
        blocked_id: Option<AccountId>,
        /// The keyed hash of the LINE user id of the person who blocks.
        blocker_hash: String,
        /// The keyed hash of the LINE user id of the blocked person.
        blocked_hash: String,
        /// The nickname of the blocked person at the time of the block. Empty after one of the two deleted the account.
        nickname: String,
        created_at_ms: Millis,
    }
}
