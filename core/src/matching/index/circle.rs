//! The number of people whom a viewer may meet, and for each condition of the viewer the number of people whom this
//! condition alone rules out.

use chrono::NaiveDate;

use crate::matching::shown_count;
use crate::matching::{Mismatch, Person, matches, mismatches};
use crate::vocabulary::ConditionType;

/// The number of members who fit a viewer, and of the members who would fit without one of the viewer's conditions. See
/// the example of the [module](super).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Circle {
    /// The members who fit the viewer and whom the viewer fits.
    pub size: u32,
    /// For each condition, in the order of [`ConditionType::ALL`]: the members who would fit as well if the viewer did
    /// not have the condition. The number is 0 for a condition that the viewer does not have.
    pub without: [u32; ConditionType::ALL.len()],
}

/// The counts of a circle as its viewer sees them. [`Circle::shown`] makes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownCircle {
    /// The people who fit, or `None` for too few.
    pub size: Option<u32>,
    /// For each of the viewer's conditions, the people whom this condition alone rules out. Conditions that rule out
    /// too few people are missing.
    pub without: Vec<(ConditionType, u32)>,
}

impl Circle {
    /// Returns the counts as the viewer sees them. `offset` returns a secret number for the size and for each
    /// condition; see [`shown_count`].
    ///
    /// `without` is empty if `size` is `None`, that is, if too few people meet all wishes together. Otherwise, a viewer
    /// could add a condition that no member meets, and count all people who meet the other conditions without ever
    /// being introduced to one of them.
    ///
    /// ```
    /// use enmusubi_core::ConditionType;
    /// use enmusubi_core::matching::index::Circle;
    ///
    /// let mut circle = Circle { size: 130, ..Circle::default() };
    /// circle.without[ConditionType::Smoke as usize] = 60;
    /// circle.without[ConditionType::Height as usize] = 7;
    /// // A back end returns a secret number for each question; with 0, the steps are the numbers themselves.
    /// let shown = circle.shown(|_| 0);
    /// assert_eq!((shown.size, shown.without), (Some(100), vec![(ConditionType::Smoke, 50)]));
    /// ```
    pub fn shown(&self, offset: impl Fn(Option<ConditionType>) -> u32) -> ShownCircle {
        let size = shown_count(self.size, offset(None));
        let kinds = ConditionType::ALL.iter().filter(|_| size.is_some());
        let more = |kind| shown_count(self.without(kind), offset(Some(kind)));
        ShownCircle {
            size,
            without: kinds
                .filter_map(|kind| Some((*kind, more(*kind)?)))
                .collect(),
        }
    }

    /// Returns the number of members who would fit as well if the viewer did not have this condition.
    pub const fn without(&self, condition: ConditionType) -> u32 {
        self.without[condition as usize]
    }

    /// Takes one of the counted members out again, for example because the viewer knows this member already. `viewer`
    /// and `member` are the people, and `today` the day, of the count. A member who could not have been counted changes
    /// nothing. The caller passes each member of the index at most once, because the circle has only numbers.
    pub fn leave_out(&mut self, viewer: &Person, member: &Person, today: NaiveDate) {
        if !matches(member, viewer, today) {
            return;
        }
        let count = match mismatches(viewer, member, today)[..] {
            [] => &mut self.size,
            [only @ Mismatch::Condition(condition), ref others @ ..]
                if others.iter().all(|other| *other == only) =>
            {
                &mut self.without[condition as usize]
            }
            _ => return,
        };
        *count = count.saturating_sub(1);
    }

    /// Counts members who fail only this condition of the viewer.
    pub(super) const fn add(&mut self, condition: ConditionType, n_members: u32) {
        self.without[condition as usize] += n_members;
    }
}
