//! Makes people around a member, so that a newcomer with the mock has people to meet. The made-up people register and
//! are approved as all members are, and only their LINE user ids distinguish them.

mod ids;
mod invent;
mod photos;
#[cfg(test)]
mod tests;
mod texts;

use std::sync::Arc;

use chrono_tz::Tz;
use enmusubi_core::language::Language;
use enmusubi_core::review::{AgeDocument, AgeEvidence, CaseAction, CaseDecision, ReviewStatus};
use enmusubi_core::{JsonDocument, UserProfileCreate, VerifyMethod};
use fastrand::Rng;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use self::ids::Group;
use self::invent::Surroundings;
use self::photos::Photo;
use crate::clock::{Clock, DAY_MS};
use crate::error::{Error, ErrorCode, Result};
use crate::features::account::Accounts;
use crate::features::age_proof::{AgeProofs, evidence_of};
use crate::features::conversation::Conversations;
use crate::features::introduction::Introductions;
use crate::features::photo::{Purpose, Uploads};
use crate::features::registration::Registrations;
use crate::features::review::{Decision, ReviewError, Reviews, Subject};
use crate::features::standing::not_registered;
use crate::features::submission::Submission;
use crate::store::account::AccountRow;
use crate::store::{self, Database};

pub(super) use ids::{ALL, MadeUpId};
pub(super) use texts::Texts;

/// The name of the reviewer who approves with the mock.
const REVIEWER: &str = "mock";
/// The name of the employer that the reviewer reads where the profile names none.
const NO_EMPLOYER: &str = "-";
/// The people who are made at the same time. More would only wait for the same processors.
const AT_ONCE: usize = 4;

/// Makes people, and answers in their names.
#[derive(Debug)]
pub(crate) struct MadeUpPeople {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
    pub(crate) time_zone: Tz,
    pub(crate) age_proofs: AgeProofs,
    pub(crate) uploads: Uploads,
    pub(crate) registrations: Arc<Registrations>,
    pub(crate) reviews: Reviews,
    pub(crate) accounts: Accounts,
    pub(crate) introductions: Introductions,
    pub(crate) conversations: Conversations,
    /// Lets one call at a time make people. Two calls for one member would give the same ids.
    pub(crate) making: Mutex<()>,
}

/// The people that the server has made.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PeopleResponse)]
pub(crate) struct MadePeople {
    /// The number of new people.
    #[serde(rename = "people")]
    pub(crate) n_people: u32,
    /// True if the call has also approved the member's profile.
    #[serde(rename = "approved")]
    pub(crate) has_approved: bool,
}

impl MadeUpPeople {
    /// Makes people around a member. The first call for a member makes the same people on every machine, and later
    /// calls make other people. Approves the member too, if the profile waits for a reviewer. Returns E003 without an
    /// account, and E008 if the profile can be approved only after a step of its member.
    pub(crate) async fn make(
        &self,
        line_user_id: &str,
        n_people: u32,
        language: Language,
    ) -> Result<MadePeople> {
        let _guard = self.making.lock().await;
        let reads = &self.database.reads;
        let account = store::account::find(reads, line_user_id).await?;
        let account = account.ok_or_else(not_registered)?;
        let has_approved = match account.review.status {
            ReviewStatus::Approved => false,
            ReviewStatus::Pending | ReviewStatus::InReview => true,
            ReviewStatus::NeedsInfo | ReviewStatus::Rejected | ReviewStatus::Suspended => {
                return Err(Error::from(ErrorCode::Forbidden));
            }
        };
        let profile = store::profile::get_in_its_place(reads, account.id, line_user_id).await?;
        let rule = self.age_proofs.rule_for(reads, account.id).await?;
        let evidence = evidence_of(&profile, rule);
        if has_approved && evidence == AgeEvidence::Missing {
            return Err(Error::from(ErrorCode::Forbidden));
        }
        let has_proof = evidence == AgeEvidence::Waiting;
        let surroundings = Surroundings::new(profile.clone(), self.clock.today(self.time_zone));
        let group = Group::of(line_user_id);
        let (first, end) = group.range();
        let latest = store::account::find_last_between(reads, &first, &end).await?;
        let latest = latest.and_then(|id| MadeUpId::parse(&id));
        let begin = latest.map_or(1, |id| id.number + 1);
        stream::iter(begin..begin + n_people)
            .map(|number| self.make_one(&surroundings, group, MadeUpId { number, language }))
            .buffer_unordered(AT_ONCE)
            .try_collect::<()>()
            .await?;
        if has_approved {
            // The member comes last: the circle of a member is counted with the first set, and once a day.
            self.approve(line_user_id, &profile, has_proof).await?;
        }
        Ok(MadePeople {
            n_people,
            has_approved,
        })
    }

    async fn make_one(&self, around: &Surroundings, group: Group, id: MadeUpId) -> Result<()> {
        let mut random = Rng::with_seed(group.seed(id.number));
        let line_user_id = group.line_user_id(id);
        let mut profile = around.invent(id, &line_user_id, &mut random)?;
        let (gender, number) = around.gender_of(id.number);
        let mut photos = photos::photos_of(gender, number, group.first_face()).into_iter();
        for photo in photos.by_ref().take(random.usize(1..=4)) {
            let name = self.upload(&line_user_id, Purpose::Photo, photo).await?;
            profile.photo_name_list.push(name);
        }
        if self.age_proofs.is_required
            && let Some(photo) = photos.next()
        {
            profile.age_proof_file_name =
                self.upload(&line_user_id, Purpose::Document, photo).await?;
        }
        self.register(&line_user_id, &profile).await?;
        let has_proof = self.age_proofs.is_required;
        self.approve(&line_user_id, &profile, has_proof).await
    }

    /// Uploads a photo, and returns its name.
    async fn upload(&self, line_user_id: &str, purpose: Purpose, photo: Photo) -> Result<String> {
        // Other requests of this thread would wait for the conversion.
        let file = spawn_blocking(|| photos::to_jpeg(photo))
            .await
            .map_err(Error::internal)?
            .map_err(|_| Error::internal("a photo of a made-up person is broken"))?;
        Ok(self.uploads.accept(line_user_id, purpose, file).await?.name)
    }

    async fn register(&self, line_user_id: &str, profile: &UserProfileCreate) -> Result<()> {
        let body = serde_json::to_vec(profile).map_err(Error::internal)?;
        let submission = Submission {
            line_user_id,
            document: &JsonDocument::parse(&body)?,
            bytes: &body,
            idempotency_key: None,
        };
        self.registrations.register(submission, None).await?;
        Ok(())
    }

    /// Approves a profile as its evidence says. `has_proof` is true if a proof of age waits to be seen.
    async fn approve(
        &self,
        line_user_id: &str,
        profile: &UserProfileCreate,
        has_proof: bool,
    ) -> Result<()> {
        let mut decision = CaseDecision::new(CaseAction::Approve, Vec::new());
        if profile.verify_method != VerifyMethod::WorkEmail {
            decision.employer_id.clone_from(&profile.employer_id);
            if profile.employer_id.is_empty() {
                NO_EMPLOYER.clone_into(&mut decision.employer_name);
            }
        }
        decision.age_document = has_proof.then_some(AgeDocument::Other);
        let decision = Decision {
            decision,
            birthday: has_proof.then_some(profile.birthday),
            actor: REVIEWER.to_owned(),
        };
        let subject = Subject::Profile(line_user_id.to_owned());
        let decided = self.reviews.decide(&subject, &decision).await;
        match decided {
            Ok(()) => Ok(()),
            Err(ReviewError::Failed(error)) => Err(error),
            Err(ReviewError::UnknownUser(_)) => Err(not_registered()),
            Err(
                ReviewError::Forbidden(_)
                | ReviewError::Changed
                | ReviewError::Taken(_)
                | ReviewError::OtherBirthday(_),
            ) => Err(Error::from(ErrorCode::Conflict)),
            Err(other) => Err(Error::internal(other)),
        }
    }

    /// Opens the app for all made-up people who have not opened it for a day: members who stay away for two weeks are
    /// not introduced.
    pub(super) async fn open_app(&self) -> Result<()> {
        let people = self.list().await?;
        self.open_app_for(&people).await
    }

    pub(super) async fn open_app_for(&self, people: &[AccountRow]) -> Result<()> {
        let yesterday_ms = self.clock.now_ms() - DAY_MS;
        for person in people.iter().filter(|it| it.opened_at_ms <= yesterday_ms) {
            self.accounts
                .require_approved(&person.line_user_id, None)
                .await?;
        }
        Ok(())
    }

    /// Returns the made-up people whose profiles are approved.
    pub(super) async fn list(&self) -> Result<Vec<AccountRow>> {
        let (from, to) = ALL;
        store::account::list_approved_between(&self.database.reads, from, to).await
    }
}
