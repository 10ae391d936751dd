//! Counts the circles: the members to whom a member could still be introduced.
//!
//! A circle leaves out members whom the job would never introduce to the viewer. Otherwise an attacker could fill a
//! circle with accounts of their own until the facts of one person decide what the count shows, and read one fact after
//! the other.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;
use enmusubi_core::matching::index::{Circle, Index, MemberId, Viewer};

use super::partners::Partners;
use super::population::Population;
use super::propose::{may_be_introduced, on_all_cores};
use crate::store::AccountId;
use crate::store::meeting::introduction::candidate::Candidate;

/// The members who may count for a viewer, before those with the viewer's own employer are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// For a viewer who does not hide: all members, except those who hide and whose employer is unknown.
    Open,
    /// All members who do not hide, for a viewer who does not hide and whose employer is unknown.
    OpenUnknown,
    /// For a viewer who hides: all members whose employer is known, or no member at all if the viewer's employer is
    /// unknown.
    Hidden,
}

impl Scope {
    const ALL: [Self; 3] = [Self::Open, Self::OpenUnknown, Self::Hidden];

    const fn of(viewer: &Candidate) -> Self {
        match (viewer.hides_from_colleagues, &viewer.employer) {
            (true, _) => Self::Hidden,
            (false, Some(_)) => Self::Open,
            (false, None) => Self::OpenUnknown,
        }
    }

    const fn has(self, member: &Candidate) -> bool {
        match self {
            Self::Open => !member.hides_from_colleagues || member.employer.is_some(),
            Self::OpenUnknown => !member.hides_from_colleagues,
            Self::Hidden => member.employer.is_some(),
        }
    }
}

/// The members of one set, prepared for counting.
pub(super) struct Circles {
    population: Arc<Population>,
    today: NaiveDate,
    /// The index of each [`Scope`]. `None` if the index of the population has only members of the scope.
    indexes: [OnceLock<Option<Index>>; Scope::ALL.len()],
    /// The slots of the members of each employer.
    colleagues: HashMap<String, Vec<u32>>,
}

impl Circles {
    pub(super) fn new(population: Arc<Population>, today: NaiveDate) -> Self {
        let mut colleagues: HashMap<String, Vec<u32>> = HashMap::new();
        if population
            .indexed()
            .any(|(_, member)| member.hides_from_colleagues)
        {
            for (slot, member) in population.indexed() {
                if let Some(employer) = &member.employer {
                    colleagues.entry(employer.clone()).or_default().push(slot);
                }
            }
        }
        Self {
            population,
            today,
            indexes: Default::default(),
            colleagues,
        }
    }

    /// Returns the circles of the members at these slots by account, counted on all cores. `partners` has the partners
    /// of each member.
    pub(super) fn count(
        &self,
        slots: &[u32],
        partners: &Partners,
    ) -> Vec<(AccountId, Option<Circle>)> {
        let of_slot = |slot: &u32| Some((*slot, &self.population.member(*slot)?.candidate));
        let mut circles = Vec::new();
        for scope in Scope::ALL {
            let is_of_scope =
                |slot: &&u32| of_slot(slot).is_some_and(|(_, it)| Scope::of(it) == scope);
            let slots: Vec<u32> = slots.iter().filter(is_of_scope).copied().collect();
            if slots.is_empty() {
                continue;
            }
            let index = self.index(scope);
            circles.extend(on_all_cores(&slots, |slots| {
                let viewers: Vec<(u32, &Candidate)> = slots.iter().filter_map(of_slot).collect();
                self.count_in(index, &viewers, partners)
            }));
        }
        circles
    }

    fn count_in(
        &self,
        index: &Index,
        viewers: &[(u32, &Candidate)],
        partners: &Partners,
    ) -> Vec<(AccountId, Option<Circle>)> {
        let searches: Vec<Viewer<'_>> = viewers
            .iter()
            .map(|(slot, it)| Viewer::new(Some(MemberId(*slot)), &it.person, self.today))
            .collect();
        let mut circles = index.circles(&searches);
        for ((slot, viewer), circle) in viewers.iter().zip(&mut circles) {
            self.leave_out_the_impossible(viewer, partners.of(*slot), circle);
        }
        let ids = viewers.iter().map(|(_, it)| it.account_id);
        ids.zip(circles.into_iter().map(Some)).collect()
    }

    /// Takes the viewer's partners and colleagues out of the circle.
    fn leave_out_the_impossible(&self, viewer: &Candidate, partners: &[u32], circle: &mut Circle) {
        if viewer.hides_from_colleagues && viewer.employer.is_none() {
            *circle = Circle::default();
            return;
        }
        let mut leave_out = |member: &Candidate| {
            circle.leave_out(&viewer.person, &member.person, self.today);
        };
        for partner in partners {
            let partner = self.population.find_indexed(*partner);
            // The other partners are not in the circle, or leave it with the colleagues.
            if let Some(partner) = partner.filter(|it| may_be_introduced(viewer, it)) {
                leave_out(partner);
            }
        }
        let employer = viewer.employer.as_ref();
        let colleagues = employer.and_then(|employer| self.colleagues.get(employer));
        for slot in colleagues.into_iter().flatten() {
            let colleague = self.population.find_indexed(*slot);
            let is_viewer = |it: &&Candidate| it.account_id == viewer.account_id;
            if let Some(colleague) =
                colleague.filter(|it| !is_viewer(it) && !may_be_introduced(viewer, it))
            {
                leave_out(colleague);
            }
        }
    }

    /// Returns the index of the members of this scope, which the first call builds.
    fn index(&self, scope: Scope) -> &Index {
        let all = &self.population;
        let of_scope = self.indexes[scope as usize].get_or_init(|| {
            if all.indexed().all(|(_, member)| scope.has(member)) {
                return None;
            }
            let mut index = Index::new();
            for (slot, member) in all.indexed().filter(|(_, member)| scope.has(member)) {
                index.insert(MemberId(slot), &member.person);
            }
            Some(index)
        });
        of_scope.as_ref().unwrap_or(&all.index)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use enmusubi_core::ConditionType;
    use enmusubi_core::matching::affinity::TagSet;
    use enmusubi_core::matching::{Mismatch, matches, mismatches};
    use enmusubi_population::{Resident, TODAY};

    use super::*;
    use crate::clock::Millis;

    /// Returns a member. Every fifth member hides, every seventh has an unknown employer, and the rest have one of
    /// three employers.
    fn candidate(resident: Resident) -> Candidate {
        let id = resident.account_id;
        let employer = ["google", "apple", "meta"][id as usize % 3];
        Candidate {
            account_id: AccountId(id.into()),
            person: resident.person,
            tags: TagSet::default(),
            employer: (!id.is_multiple_of(7)).then(|| employer.to_owned()),
            hides_from_colleagues: id.is_multiple_of(5),
            waits_since_ms: Millis(0),
            served_day: None,
        }
    }

    /// Returns the circle by definition: everybody to whom the viewer could still be introduced.
    fn by_definition(
        viewer: &Candidate,
        others: &[Candidate],
        known: &HashSet<AccountId>,
    ) -> Circle {
        let mut circle = Circle::default();
        let is_possible = |other: &&Candidate| {
            other.account_id != viewer.account_id
                && !known.contains(&other.account_id)
                && may_be_introduced(viewer, other)
                && matches(&other.person, &viewer.person, TODAY)
        };
        for other in others.iter().filter(is_possible) {
            let reasons = mismatches(&viewer.person, &other.person, TODAY);
            circle.size += u32::from(reasons.is_empty());
            for kind in ConditionType::ALL {
                let is_only_reason = reasons[..] == [Mismatch::Condition(*kind)];
                circle.without[*kind as usize] += u32::from(is_only_reason);
            }
        }
        circle
    }

    #[test]
    fn a_circle_has_exactly_those_who_could_still_be_introduced() {
        let candidates: Vec<Candidate> = Resident::crowd(600).map(candidate).collect();
        let have_met = |one: AccountId, other: AccountId| (one.0 + other.0) % 4 == 1;
        let ids = || candidates.iter().map(|it| it.account_id);
        let known: HashMap<AccountId, HashSet<AccountId>> = ids()
            .map(|one| (one, ids().filter(|other| have_met(one, *other)).collect()))
            .collect();
        let pairs = known
            .iter()
            .flat_map(|(one, others)| others.iter().map(|other| (*one, *other)));
        let pairs: Vec<(AccountId, AccountId)> = pairs.collect();
        let population = Population::of(candidates.iter().cloned());
        let slots: Vec<u32> = population.iter().map(|(slot, _)| slot).collect();
        let mut partners = Partners::default();
        partners.add(&population, &slots, &pairs);
        let circles = Circles::new(Arc::new(population), TODAY);
        let counted = circles.count(&slots, &partners).into_iter();
        let counted: HashMap<AccountId, Option<Circle>> = counted.collect();
        assert_eq!(counted.len(), candidates.len());
        let mut total = 0;
        for viewer in &candidates {
            let known = &known[&viewer.account_id];
            let expected = by_definition(viewer, &candidates, known);
            assert_eq!(counted[&viewer.account_id], Some(expected), "{viewer:?}");
            total += expected.size;
        }
        assert!(total > 500, "{total}");
    }
}
