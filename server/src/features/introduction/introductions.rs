//! A member's introductions: the list, and the answers.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use enmusubi_core::catalogue::find_employer;
use enmusubi_core::matching::affinity::{DistanceBand, TagSet};
use enmusubi_core::matching::index::ShownCircle;
use enmusubi_core::service::Answer;
use enmusubi_core::service::NewsKind;
use enmusubi_core::{ConditionType, UserProfileCreate};

use super::circle_memory::CircleMemory;
use super::pair::{LockedPair, ask_if_room_again, lock_pair};
use super::schedule::{latest_set, next_set};
use crate::clock::{Clock, Millis};
use crate::error::{Error, ErrorCode, Result};
use crate::features::standing::get_approved;
use crate::ops::metrics;
use crate::store::file::photo::StoredPhoto;
use crate::store::meeting::introduction::{self, OwnIntroduction, Shown, state};
use crate::store::member::{self, ShownMember};
use crate::store::news::NewEntry;
use crate::store::{self, AccountId, Database};

/// Reads and answers introductions.
#[derive(Debug, Clone)]
pub(crate) struct Introductions {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    pub(crate) time_zone: Tz,
    /// The time of the daily set.
    pub(crate) introduction_time: NaiveTime,
}

/// The introductions of a member at one moment.
#[derive(Debug)]
pub(crate) struct IntroductionsNow {
    /// The day of the latest set.
    pub(crate) day: NaiveDate,
    pub(crate) next_at: DateTime<Utc>,
    pub(crate) introductions: Vec<ShownIntroduction>,
    /// `None` until the member's first set, and while eight introductions wait for the member's answer.
    pub(crate) circle: Option<ShownCircle>,
}

/// An introduction with the other person.
#[derive(Debug)]
pub(crate) struct ShownIntroduction {
    pub(crate) id: String,
    pub(crate) day: NaiveDate,
    pub(crate) expires_at_ms: Millis,
    pub(crate) answer: Option<Answer>,
    pub(crate) person: Person,
    /// The member's conditions, which the person met when they were introduced.
    pub(crate) conditions: Vec<ConditionType>,
    pub(crate) shared_tag_ids: Vec<i32>,
    pub(crate) distance_band: DistanceBand,
}

/// Another member, as far as members may see each other.
#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) profile: UserProfileCreate,
    pub(crate) age: u32,
    pub(crate) photos: Vec<StoredPhoto>,
    /// The employer's name, if the person shows it and it is in the list.
    pub(crate) employer_name: Option<&'static str>,
}

impl Introductions {
    /// Returns the introductions of a member that are neither over nor a match, those without an answer first. Returns
    /// E008 unless the member is approved.
    pub(crate) async fn list(&self, line_user_id: &str) -> Result<IntroductionsNow> {
        let reads = &self.database.reads;
        let now = self.clock.now();
        let account = get_approved(store::account::find(reads, line_user_id).await?)?;
        let open = introduction::list_open(reads, account.id, Millis::from(now)).await?;
        let mut ids: Vec<AccountId> = open.iter().map(|it| it.other_id).collect();
        ids.push(account.id);
        let mut members = member::find_shown(reads, &ids).await?;
        let me = members.remove(&account.id).ok_or_else(account_is_gone)?;
        let state = state::find(reads, account.id).await?;
        let (day, _) = latest_set(now, self.introduction_time, self.time_zone);
        Ok(IntroductionsNow {
            day,
            next_at: next_set(now, self.introduction_time, self.time_zone),
            introductions: self.describe_all(open, &me.profile, &mut members),
            circle: CircleMemory::parse(state.circle).shown(),
        })
    }

    /// Stores a member's answer with its note, which is empty without one, and returns true if both members have now
    /// said yes. A repeated answer changes nothing. Returns E003 if the member has no such introduction or the introduction
    /// is over, and E004 for an answer that differs from the stored one; only a no may become a yes until the next
    /// daily set.
    pub(crate) async fn answer(
        &self,
        line_user_id: &str,
        introduction_id: &str,
        answer: Answer,
        note: &str,
    ) -> Result<bool> {
        let now = self.clock.now();
        let now_ms = Millis::from(now);
        let transaction = store::begin(&self.database).await?;
        let LockedPair { account, own } = lock_pair(
            &transaction,
            line_user_id,
            introduction_id,
            Shown::Any,
            now_ms,
        )
        .await?;
        if own.answer == Some(answer) && own.note == note {
            transaction.commit().await?;
            return Ok(own.matched_at_ms.is_some());
        }
        if own.answer.is_some() && !self.may_become_yes(&own, answer, now) {
            return Err(Error::from(ErrorCode::Conflict));
        }
        introduction::set_answer(&transaction, &own, answer, note, now_ms).await?;
        let others = introduction::find_others_answer(&transaction, &own).await?;
        let is_match = answer == Answer::Yes && others == Some(Answer::Yes);
        if is_match {
            introduction::set_matched(&transaction, &own, now_ms).await?;
            // Only the other member gets news: the caller reads of the match in the answer to this call.
            let entry = NewEntry {
                account_id: own.other_id,
                kind: NewsKind::Match,
                subject: own.public_id.clone(),
            };
            store::news::insert_all(&transaction, [entry], now_ms).await?;
        }
        if own.answer.is_none() {
            let (day, _) = latest_set(now, self.introduction_time, self.time_zone);
            ask_if_room_again(&transaction, account.id, day, now_ms).await?;
        }
        transaction.commit().await?;
        metrics::answered_introduction(answer, is_match);
        Ok(is_match)
    }

    fn may_become_yes(&self, own: &OwnIntroduction, answer: Answer, now: DateTime<Utc>) -> bool {
        let is_no = own.answer == Some(Answer::No);
        let answered_at = own.answered_at_ms.map(Millis::time);
        is_no
            && answer == Answer::Yes
            && answered_at
                .is_some_and(|at| next_set(at, self.introduction_time, self.time_zone) > now)
    }

    fn describe_all(
        &self,
        introductions: Vec<OwnIntroduction>,
        me: &UserProfileCreate,
        members: &mut HashMap<AccountId, ShownMember>,
    ) -> Vec<ShownIntroduction> {
        let today = self.clock.today(self.time_zone);
        let my_tags = TagSet::of(me);
        // Skip a member whose account was deleted between the two reads.
        let with_member = introductions
            .into_iter()
            .filter_map(|own| members.remove(&own.other_id).map(|member| (own, member)));
        with_member
            .map(|(own, member)| ShownIntroduction {
                day: own.day,
                expires_at_ms: own.expires_at_ms,
                answer: own.answer,
                conditions: conditions_of(own.conditions),
                shared_tag_ids: my_tags.shared(TagSet::of(&member.profile)).ids(),
                distance_band: own.distance_band,
                person: Person::new(member, today),
                id: own.public_id,
            })
            .collect()
    }
}

impl Person {
    pub(crate) fn new(member: ShownMember, today: NaiveDate) -> Self {
        let ShownMember {
            profile,
            photos,
            setting,
        } = member;
        let employer = find_employer(&profile.employer_id).filter(|_| setting.show_employer);
        Self {
            age: today.years_since(profile.birthday).unwrap_or_default(),
            employer_name: employer.map(|employer| employer.name),
            photos,
            profile,
        }
    }
}

/// Returns the types of conditions whose bits are set.
pub(crate) fn conditions_of(bits: i32) -> Vec<ConditionType> {
    let has = |kind: &&ConditionType| bits >> **kind as u32 & 1 == 1;
    ConditionType::ALL.iter().filter(has).copied().collect()
}

fn account_is_gone() -> Error {
    Error::internal("an account without a profile")
}
