//! The circles that a member has seen. With the same wishes, a member sees the same counts for seven days. Without this
//! rule, each day and each change back and forth would show a new count of slightly different people.

use aws_lc_rs::hmac;
use chrono::NaiveDate;
use enmusubi_core::ConditionType;
use enmusubi_core::condition::Condition;
use enmusubi_core::limits::CIRCLE_DAYS;
use enmusubi_core::matching::Person;
use enmusubi_core::matching::index::{Circle, ShownCircle};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::store::AccountId;

/// The stored circles of a member.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct CircleMemory {
    /// The counts of the latest set. `None` if the member has no circle now.
    latest: Option<Counts>,
    /// The circles of the last days, the oldest first.
    seen: Vec<SeenCircle>,
}

/// A circle that was counted on a day.
#[derive(Debug, Serialize, Deserialize)]
struct SeenCircle {
    day: NaiveDate,
    /// A hash of the wishes and the place for which the circle was counted.
    wishes: String,
    #[serde(flatten)]
    counts: Counts,
}

/// Counts as the member sees them. A count that is not shown is 0.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Counts {
    size: u32,
    /// The counts of the conditions, in the order of [`ConditionType::ALL`]. A version of the server with fewer
    /// conditions stored fewer counts.
    without: Vec<u32>,
}

impl CircleMemory {
    /// Parses the stored memory. Returns an empty memory before the first set, and for a row that this version cannot
    /// read: one such row must not keep all members from their introductions.
    pub(crate) fn parse(stored: Option<Value>) -> Self {
        let parsed = stored.map(serde_json::from_value).transpose();
        let read = parsed.inspect_err(|error| tracing::error!(%error, "a circle cannot be read"));
        read.ok().flatten().unwrap_or_default()
    }

    /// Returns the circle that the member sees, or `None` if the member has none now.
    pub(crate) fn shown(&self) -> Option<ShownCircle> {
        self.latest.as_ref().map(Into::into)
    }

    /// Returns the circles of the last days with the days on which they were counted.
    pub(crate) fn seen(&self) -> impl Iterator<Item = (NaiveDate, ShownCircle)> {
        self.seen.iter().map(|it| (it.day, (&it.counts).into()))
    }

    /// Hides the circle until the next set.
    pub(super) fn hide(&mut self) {
        self.latest = None;
    }

    /// Shows the circle that was counted on this day, or the circle of an earlier day with the same wishes.
    pub(super) fn show(
        &mut self,
        key: &hmac::Key,
        day: NaiveDate,
        (account_id, person): (AccountId, &Person),
        circle: &Circle,
    ) {
        self.seen
            .retain(|it| (day - it.day).num_days() < CIRCLE_DAYS);
        let wishes = hash_of_wishes(key, person);
        let same = self.seen.iter().find(|it| it.wishes == wishes);
        self.latest = Some(if let Some(same) = same {
            same.counts.clone()
        } else {
            let offset = |number: Option<ConditionType>| {
                let number = number.map_or("SIZE", ConditionType::as_str);
                let name = format!("circle {account_id} {day} {wishes} {number}");
                let tag = hmac::sign(key, name.as_bytes());
                u32::from_be_bytes(tag.as_ref().first_chunk().copied().unwrap_or_default())
            };
            let counts = Counts::from(&circle.shown(offset));
            self.seen.push(SeenCircle {
                day,
                wishes,
                counts: counts.clone(),
            });
            counts
        });
    }

    pub(super) fn to_json(&self) -> Value {
        json!(self)
    }
}

/// Returns a hash of all that a member can change at any time and that decides who fits.
fn hash_of_wishes(key: &hmac::Key, person: &Person) -> String {
    let Person { facts, wishes } = person;
    let mut conditions = wishes.conditions.clone();
    conditions.sort_by_key(|condition: &Condition| condition.condition_type());
    let all = json!([
        wishes.match_gender,
        conditions,
        wishes.recommend_distance_km,
        facts.cell.row,
        facts.cell.column,
    ]);
    let tag = hmac::sign(key, format!("wishes {all}").as_bytes());
    hex::encode(&tag.as_ref()[..16])
}

impl From<&ShownCircle> for Counts {
    fn from(circle: &ShownCircle) -> Self {
        let mut without = vec![0; ConditionType::ALL.len()];
        for (kind, more) in &circle.without {
            without[*kind as usize] = *more;
        }
        Self {
            size: circle.size.unwrap_or_default(),
            without,
        }
    }
}

impl From<&Counts> for ShownCircle {
    fn from(counts: &Counts) -> Self {
        let stored = counts.without.iter().copied();
        let without = ConditionType::ALL.iter().copied().zip(stored);
        Self {
            size: (counts.size > 0).then_some(counts.size),
            without: without.filter(|(_, more)| *more > 0).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::Days;
    use enmusubi_core::Gender;
    use enmusubi_core::condition::FlagType;
    use enmusubi_core::place::Cell;
    use enmusubi_population::{Resident, TODAY};

    use super::*;

    fn key() -> hmac::Key {
        hmac::Key::new(hmac::HMAC_SHA256, &[7; 32])
    }

    fn viewer() -> Person {
        let cell = Cell {
            row: 500,
            column: 2431,
        };
        Resident::plain(1, Gender::Male, cell).person
    }

    fn smoking(value: bool) -> Condition {
        Condition::Flag {
            kind: FlagType::Smoke,
            value,
        }
    }

    const fn circle(size: u32, without_height: u32) -> Circle {
        let mut circle = Circle {
            size,
            without: [0; ConditionType::ALL.len()],
        };
        circle.without[ConditionType::Height as usize] = without_height;
        circle
    }

    /// A member whose circles are stored and read again from one day to the next.
    struct Member {
        person: Person,
        stored: Option<Value>,
    }

    impl Member {
        fn see(&mut self, n_days: u64, circle: &Circle) -> Option<u32> {
            let mut memory = CircleMemory::parse(self.stored.take());
            memory.show(
                &key(),
                TODAY + Days::new(n_days),
                (AccountId(1), &self.person),
                circle,
            );
            let shown = memory.shown().unwrap();
            self.stored = Some(memory.to_json());
            shown.size
        }
    }

    fn member() -> Member {
        Member {
            person: viewer(),
            stored: None,
        }
    }

    #[test]
    fn the_same_wishes_have_the_same_circle_for_seven_days() {
        let mut member = member();
        assert_eq!(member.see(0, &circle(0, 0)), None);
        for day in 1..7 {
            assert_eq!(member.see(day, &circle(5000, 0)), None, "day {day}");
        }
        assert!(member.see(7, &circle(5000, 0)) >= Some(2000));
    }

    #[test]
    fn a_member_who_changes_the_wishes_back_and_forth_sees_the_circle_of_before() {
        let mut member = member();
        assert_eq!(member.see(0, &circle(0, 0)), None);
        member.person.wishes.conditions = vec![smoking(true)];
        assert!(member.see(1, &circle(5000, 0)) >= Some(2000));
        member.person.wishes.conditions = vec![];
        assert_eq!(member.see(2, &circle(5000, 0)), None);
        member.person.wishes.conditions = vec![smoking(true)];
        assert!(member.see(6, &circle(0, 0)) >= Some(2000));
        member.person.facts.cell.row += 1;
        assert_eq!(member.see(6, &circle(0, 0)), None, "another place");
    }

    #[test]
    fn a_member_who_had_no_circle_for_a_day_sees_the_circle_of_before() {
        let mut member = member();
        assert_eq!(member.see(0, &circle(0, 0)), None);
        let mut memory = CircleMemory::parse(member.stored.take());
        memory.hide();
        assert_eq!(memory.shown(), None);
        member.stored = Some(memory.to_json());
        assert_eq!(member.see(2, &circle(5000, 0)), None);
    }

    #[test]
    fn members_days_and_wishes_have_steps_of_their_own() {
        let shown = |day: u64, account_id: AccountId, wishes: &[Condition]| {
            let mut person = viewer();
            person.wishes.conditions = wishes.to_vec();
            let mut memory = CircleMemory::default();
            let day = TODAY + Days::new(day);
            memory.show(&key(), day, (account_id, &person), &circle(35, 75));
            memory.shown().unwrap()
        };
        let always = |circles: Vec<ShownCircle>| circles.iter().all(|it| *it == circles[0]);
        assert!(!always(
            (0..20).map(|day| shown(day, AccountId(1), &[])).collect()
        ));
        assert!(!always(
            (0..20).map(|id| shown(0, AccountId(id), &[])).collect()
        ));
        let of_height = |from| Condition::Range {
            kind: enmusubi_core::condition::RangeType::Height,
            from,
            to: 0,
        };
        let heights = (150..170).map(|from| shown(0, AccountId(1), &[of_height(from)]));
        assert!(!always(heights.collect()));
    }

    #[test]
    fn what_another_version_stored_is_read_as_far_as_it_can_be() {
        let fewer = json!({ "latest": { "size": 200, "without": [0, 50] }, "seen": [] });
        let shown = CircleMemory::parse(Some(fewer)).shown().unwrap();
        assert_eq!(shown.size, Some(200));
        assert_eq!(shown.without, [(ConditionType::ALL[1], 50)]);
        for unreadable in [
            json!(7),
            json!({ "latest": { "size": "many" }, "seen": [] }),
        ] {
            assert_eq!(CircleMemory::parse(Some(unreadable)).shown(), None);
        }
    }
}
