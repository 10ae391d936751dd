//! Every limit of a profile and of a member. This crate checks a profile by these numbers, and a form shows them; a
//! back end that has members, introductions and reviewers takes the other numbers from here.
//!
//! Lengths count the Unicode scalar values of the trimmed text, and bounds are inclusive. The numbers
//! are the product's own decisions unless a comment names another source.
//!
//! The comments use some words of the service. A *deployment* is one installation of the service with its own settings.
//! An *introduction* shows two members to each other; a yes of both makes it a *match*. The *circle* of a member is the
//! number of people whom the member may meet. A *case* is one thing that a reviewer decides, such as a registration. A
//! reviewer *claims* a case before deciding it, so that no other reviewer works on it.
//!
//! ```
//! use enmusubi_core::limits::{ABOUT_ME, HEIGHT_CM, Limits};
//!
//! /// The attributes with which a form shows limits before a person types.
//! fn attributes(limits: Limits) -> String {
//!     format!(r#"min="{}" max="{}""#, limits.min, limits.max)
//! }
//! assert_eq!(attributes(HEIGHT_CM), r#"min="120" max="230""#);
//!
//! let typed = "愛".repeat(1000);
//! let length = i32::try_from(typed.chars().count()).unwrap_or(i32::MAX);
//! assert!((ABOUT_ME.min..=ABOUT_ME.max).contains(&length), "not counted in bytes");
//! ```

/// The largest accepted JSON text, in bytes (256 KiB). The longest valid payload has about 20 KiB; the rest is room for
/// escapes, white space and drafts with answers that are too long, while one request still takes little memory.
pub const MAX_DOCUMENT_BYTES: usize = 256 * 1024;

/// The smallest and largest accepted length, value or count, both inclusive. The example of the [module](self) shows
/// them in a form.
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

/// Characters of a nickname, which other members see as a heading. At least one of them must be visible.
pub const NICKNAME: Limits = limits(1, 20);
/// Characters of a real name, which no other member sees. At least one of them must be visible.
pub const NAME: Limits = limits(1, 50);
/// Characters of a job title, one line of a form.
pub const OCCUPATION: Limits = limits(1, 50);
/// Characters of an achievement, an optional text of several lines.
pub const ACHIEVEMENT: Limits = limits(0, 200);
/// Body height in centimetres, for a person and for a condition's bound. The range refuses mistyped
/// numbers such as 17 or 1700; a person who is shorter or taller cannot register with the true height. Both numbers fit
/// into a byte, in which [`Index`](crate::matching::index::Index) stores a height.
pub const HEIGHT_CM: Limits = limits(120, 230);
/// Age in whole calendar years, for a person and for a condition's bound. The service is for adults: Japan's law on
/// services that introduce people to each other excludes people under 18. The maximum refuses a mistyped year of birth,
/// and with it a person of 100 years or more.
pub const AGE_YEARS: Limits = limits(18, 99);
/// A condition's bound on yearly income, in 10,000s of the deployment's currency. The highest bracket of
/// [`IncomeRange`](crate::IncomeRange) begins at 500, so every bound from there on accepts or refuses the same people;
/// the maximum only keeps the number short.
pub const INCOME_10K: Limits = limits(1, 100_000);
/// Characters of a school's name, one line of a form.
pub const SCHOOL: Limits = limits(0, 100);
/// Characters of the self-description. The text is required, and the minimum keeps a single word from filling it.
pub const ABOUT_ME: Limits = limits(10, 1000);
/// Characters of each optional long text: the three answers that other members read, the feedback to the service, and
/// the description of a proof of employment.
pub const LONG_TEXT: Limits = limits(0, 500);
/// Characters of an address, an optional line that no other member sees.
pub const ADDRESS: Limits = limits(0, 200);
/// Characters of the link to a page that proves an employment.
pub const LINK: Limits = limits(0, 500);
/// Degrees north, from pole to pole.
pub const LATITUDE: Limits = limits(-90, 90);
/// Degrees east, from date line to date line.
pub const LONGITUDE: Limits = limits(-180, 180);
/// Kilometres to the people to whom a member is introduced. The rules accept 0 (any distance) too. A place is known to
/// the cell, which is up to 5.6 km wide, so a distance below the minimum would mean little.
/// Beyond the maximum, a member chooses any distance.
pub const RECOMMEND_DISTANCE_KM: Limits = limits(10, 500);
/// The value of `recommendDistanceKm` that stands for any distance, and its default.
pub const ANY_DISTANCE: i32 = 0;
/// Tags of one group, such as hobbies. The score of two people counts at most three shared tags of a group
/// ([`score`](crate::matching::affinity::score)), so more tags gain little.
pub const TAGS: Limits = limits(0, 10);
/// Tags about having children: the plan is a single choice.
pub const FERTILITY_PLANS: Limits = limits(1, 1);
/// Photos of a profile. The form has six places for them, and other members see at least one.
pub const PHOTOS: Limits = limits(1, 6);
/// Days from today to the end of a pause of introductions: at least until tomorrow, at most a leap year. A member who
/// wants a longer pause takes one without an end.
pub const PAUSE_DAYS: Limits = limits(1, 366);
/// Changes of one preference in [`PREFERENCE_CHANGE_DAYS`]: of the wanted gender, of the conditions together, or of the
/// distance. With more, a member could find out another member's facts by changing one condition after the other.
pub const PREFERENCE_CHANGES: usize = 3;
/// The days in which a preference can be changed [`PREFERENCE_CHANGES`] times. Changes take effect with the set of
/// introductions that is made each day, so at most three of seven sets are made with a changed wish.
pub const PREFERENCE_CHANGE_DAYS: i64 = 7;
/// Changes of the place in [`PLACE_CHANGE_DAYS`]. With more, a member could move around and learn from the
/// introductions where others live.
pub const PLACE_CHANGES: usize = 3;
/// The days in which the place can be changed [`PLACE_CHANGES`] times: a member who moves around to find another tries
/// three cells a week.
pub const PLACE_CHANGE_DAYS: i64 = 7;
/// Proposals of an approved member in [`PROPOSAL_DAYS`]: new facts or photos, which a reviewer checks. A person needs a
/// few, and each proposal is work for a reviewer.
pub const PROPOSALS: u64 = 20;
/// The days in which a member can make [`PROPOSALS`]: as many as [`PREFERENCE_CHANGE_DAYS`].
pub const PROPOSAL_DAYS: i64 = 7;
/// The lowest number of people that a member sees, by [`shown_count`](crate::matching::shown_count). In a smaller
/// group, most people could be accounts of the member who looks.
pub const FIRST_SHOWN_COUNT: u32 = 20;
/// Days for which a member sees the same circle with the same wishes and place. Each new count is rounded with another
/// secret offset, so a member who compared many counts of the same question would find out the exact number. The
/// days are as many as [`PREFERENCE_CHANGE_DAYS`].
pub const CIRCLE_DAYS: i64 = 7;
/// Matching conditions of a profile: at most one of each type of [`ConditionType`](crate::ConditionType).
pub const CONDITIONS: Limits = limits(0, 9);
/// Introductions that may wait for a member's answer. A member with this many gets no new introductions.
pub const WAITING_INTRODUCTIONS: u16 = 8;
/// Days in which both members can answer an introduction. After them it ends for both. A member who opens the app once
/// a week can answer each.
pub const ANSWER_DAYS: i64 = 7;
/// Days since a member last opened the app, after which the member is not introduced: twice [`ANSWER_DAYS`]. An
/// introduction to a person who has left would only wait until it ends.
pub const ABSENCE_DAYS: i64 = 14;
/// Characters of the note that goes with a yes: a short answer to the question of the other's profile.
pub const ANSWER_NOTE: Limits = limits(0, 300);
/// Characters of a note, which is a text in the conversation of a match. It may have several lines.
pub const NOTE: Limits = limits(1, 500);
/// Notes that a member may send in 24 hours, to all matches together. The limit bounds the stored rows, and the
/// attention that one member can demand of the others.
pub const NOTES_PER_DAY: u64 = 200;
/// Characters of the link to a LINE contact: `https://line.me/ti/p/` and a code, or `~` and a LINE ID. (LINE is the
/// messenger in which the service runs.) 79 characters are left for the code.
pub const CONTACT: Limits = limits(0, 100);
/// Days after both members of a match have offered their LINE contacts, after which the app asks each
/// whether they met: time enough for two weekends.
pub const ASK_IF_MET_DAYS: i64 = 14;
/// Characters of the note of a report, which a reviewer reads beside what the report keeps of the reported member. Only
/// the category `OTHER` requires a note.
pub const REPORT_NOTE: Limits = limits(1, 500);
/// Characters of a reviewer's note to a member, which is a remark beside the text of the reason's code and is read on a
/// phone.
pub const REVIEW_NOTE: usize = 500;
/// The most reasons in one decision. A reviewer who finds more faults asks about the rest in the next round.
pub const REVIEW_REASONS: usize = 20;
/// Characters of the name of an employer that is not in the catalogue, which a reviewer copies from the evidence.
pub const UNLISTED_EMPLOYER: usize = 100;
/// Characters of a reviewer's name. Other reviewers read it in a line of the queue.
pub const REVIEWER_NAME: Limits = limits(1, 40);
/// Characters of an appeal, which another reviewer reads.
pub const APPEAL_TEXT: Limits = limits(1, 1000);
/// Days in which a member can appeal against a rejection, about six months. After them, the server deletes the account,
/// so its data stays no longer than an appeal may need it.
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
/// Reports that a member may send in 24 hours. Each report is work for a reviewer, and a member has a few new
/// introductions a day.
pub const REPORTS_PER_DAY: u64 = 20;
