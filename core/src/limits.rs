//! Every limit of a profile. The rules check by these numbers, and the form shows them.
//!
//! Lengths count the Unicode scalar values of the trimmed text, and bounds are inclusive. The numbers
//! are the product's own decisions unless a comment names another source.

/// The largest accepted JSON text, in bytes (256 KiB). The longest valid payload has about 20 KiB.
pub const MAX_DOCUMENT_BYTES: usize = 256 * 1024;

/// The smallest and largest accepted length, value or count, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The smallest accepted length, value or count.
    pub min: i32,
    /// The largest accepted length, value or count.
    pub max: i32,
}

const fn limits(min: i32, max: i32) -> Limits {
    Limits { min, max }
}

/// Characters of a nickname.
pub const NICKNAME: Limits = limits(1, 20);
/// Characters of a real name.
pub const NAME: Limits = limits(1, 50);
/// Characters of a job title.
pub const OCCUPATION: Limits = limits(1, 50);
/// Characters of an achievement.
pub const ACHIEVEMENT: Limits = limits(0, 200);
/// Body height in centimetres, for a person and for a condition's bound.
pub const HEIGHT_CM: Limits = limits(120, 230);
/// Age in whole calendar years, for a person and for a condition's bound.
pub const AGE_YEARS: Limits = limits(18, 99);
/// A condition's bound on yearly income, in 10,000s of the deployment's currency.
pub const INCOME_10K: Limits = limits(1, 100_000);
/// Characters of a school's name.
pub const SCHOOL: Limits = limits(0, 100);
/// Characters of the self-description.
pub const ABOUT_ME: Limits = limits(10, 1000);
/// Characters of the optional long texts.
pub const LONG_TEXT: Limits = limits(0, 500);
/// Characters of an address.
pub const ADDRESS: Limits = limits(0, 200);
/// Characters of a link.
pub const LINK: Limits = limits(0, 500);
/// Degrees north, from pole to pole.
pub const LATITUDE: Limits = limits(-90, 90);
/// Degrees east, from date line to date line.
pub const LONGITUDE: Limits = limits(-180, 180);
/// Kilometres to the people whom a member is shown. The rules accept 0 (any distance) too.
pub const RECOMMEND_DISTANCE_KM: Limits = limits(10, 500);
/// The value of `recommendDistanceKm` that stands for any distance, and its default.
pub const ANY_DISTANCE: i32 = 0;
/// Tags of one group.
pub const TAGS: Limits = limits(0, 10);
/// Tags about having children: the plan is a single choice.
pub const FERTILITY_PLANS: Limits = limits(1, 1);
/// Photos of a profile.
pub const PHOTOS: Limits = limits(1, 6);
/// Days from today to the end of a pause of introductions.
pub const PAUSE_DAYS: Limits = limits(1, 366);
/// Changes of one preference in [`PREFERENCE_CHANGE_DAYS`]. With more, a member could find out another
/// member's facts by changing one condition after the other.
pub const PREFERENCE_CHANGES: usize = 3;
/// The days in which a preference can be changed [`PREFERENCE_CHANGES`] times.
pub const PREFERENCE_CHANGE_DAYS: i64 = 7;
/// Changes of the place in [`PLACE_CHANGE_DAYS`]. With more, a member could move around and learn from the
/// introductions where others live.
pub const PLACE_CHANGES: usize = 3;
/// The days in which the place can be changed [`PLACE_CHANGES`] times.
pub const PLACE_CHANGE_DAYS: i64 = 7;
/// Proposals of reviewed changes in [`PROPOSAL_DAYS`]. A person needs a few, and each proposal is work for a reviewer.
pub const PROPOSALS: u64 = 20;
/// The days in which a member can make [`PROPOSALS`].
pub const PROPOSAL_DAYS: i64 = 7;
/// The lowest number of people that a member sees. In a smaller group, most people could be accounts of the member who
/// looks.
pub const FIRST_SHOWN_COUNT: u32 = 20;
/// Days for which a member sees the same circle with the same wishes. Each new count would have other offsets.
pub const CIRCLE_DAYS: i64 = 7;
/// Matching conditions of a profile: one of each type.
pub const CONDITIONS: Limits = limits(0, 9);
/// Introductions that may wait for a member's answer. A member with this many gets no new introductions.
pub const WAITING_INTRODUCTIONS: u16 = 8;
/// Days in which both members can answer an introduction.
pub const ANSWER_DAYS: i64 = 7;
/// Days since a member last opened the app, after which the member is not introduced.
pub const ABSENCE_DAYS: i64 = 14;
/// Characters of the note that goes with a yes.
pub const ANSWER_NOTE: Limits = limits(0, 300);
/// Characters of a note in a conversation.
pub const NOTE: Limits = limits(1, 500);
/// Notes that a member may send in 24 hours, to all matches together.
pub const NOTES_PER_DAY: u64 = 200;
/// Characters of the link to a LINE contact.
pub const CONTACT: Limits = limits(0, 100);
/// Days after both members of a match have offered their LINE contacts, after which the app asks each
/// whether they met.
pub const ASK_IF_MET_DAYS: i64 = 14;
/// Characters of the note of a report.
pub const REPORT_NOTE: Limits = limits(1, 500);
/// Characters of a reviewer's note to a member, which is a remark beside the text of the reason's code and is read on a
/// phone.
pub const REVIEW_NOTE: usize = 500;
/// The most reasons in one decision.
pub const REVIEW_REASONS: usize = 20;
/// Characters of the name of an employer that is not in the catalogue.
pub const UNLISTED_EMPLOYER: usize = 100;
/// Characters of a reviewer's name. Other reviewers read it in a line of the queue.
pub const REVIEWER_NAME: Limits = limits(1, 40);
/// Characters of an appeal.
pub const APPEAL_TEXT: Limits = limits(1, 1000);
/// Days in which a member can appeal against a rejection. After them, the server deletes the account.
pub const APPEAL_DAYS: i64 = 180;
/// Cases that a reviewer may hold at the same time: one is on the screen, and two wait in other tabs.
pub const CLAIMS_AT_ONCE: usize = 3;
/// Hours for which a reviewer may hold a case, however often the reviewer renews the claim. No reviewer reads one
/// profile for longer.
pub const CLAIM_HOURS: i64 = 2;
/// Different cases that a reviewer may claim in an hour. A reviewer who gives each case a minute decides 60.
pub const CLAIMS_PER_HOUR: u64 = 120;
/// Photos and documents that a reviewer may open in an hour. A profile has eight at most, six photos and two documents,
/// and a reviewer who reads a profile in two minutes decides 30 an hour.
pub const OPENINGS_PER_HOUR: u64 = 240;
/// Reports that a member may send in 24 hours.
pub const REPORTS_PER_DAY: u64 = 20;
