//! The people to whom some members may not be introduced, because they were introduced before or a block keeps them
//! apart.

use super::population::Population;
use crate::error::Result;
use crate::store::meeting::block;
use crate::store::meeting::introduction::limits::list_partners;
use crate::store::{AccountId, ReadPool};

/// The number of members whose partners one statement reads.
const CHUNK: usize = 1000;

/// The partners of some members, as slots of one population. The slots are sorted numbers in one array, because a set
/// for each member would need more memory than the population.
#[derive(Debug, Default)]
pub(super) struct Partners {
    /// The slots of the members, sorted.
    members: Vec<u32>,
    /// For each member, the end of the member's part of `slots`. The part begins where the part of the member before
    /// ends.
    ends: Vec<usize>,
    /// The slots of the partners, sorted for each member.
    slots: Vec<u32>,
}

impl Partners {
    /// Reads the partners of these members.
    pub(super) async fn read(
        reads: &ReadPool,
        population: &Population,
        members: &[u32],
    ) -> Result<Self> {
        let mut members = members.to_vec();
        members.sort_unstable();
        let mut all = Self::default();
        for members in members.chunks(CHUNK) {
            let ids: Vec<AccountId> = members
                .iter()
                .filter_map(|slot| population.account(*slot))
                .collect();
            let mut pairs = list_partners(reads, &ids).await?;
            pairs.extend(block::list_barred(reads, &ids).await?);
            all.add(population, members, &pairs);
        }
        Ok(all)
    }

    /// Adds members with their pairs, in each of which the member's account comes first. `members` must be sorted, and
    /// above the slots of earlier calls. Leaves out the pairs of other members, and pairs with people outside the
    /// population.
    pub(super) fn add(
        &mut self,
        population: &Population,
        members: &[u32],
        pairs: &[(AccountId, AccountId)],
    ) {
        let slots_of = |(one, other): &(AccountId, AccountId)| {
            let one = population.slot(*one)?;
            Some((one, population.slot(*other)?))
        };
        let mut pairs: Vec<(u32, u32)> = pairs.iter().filter_map(slots_of).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for member in members {
            let start = pairs.partition_point(|(one, _)| one < member);
            let of_member = pairs[start..].iter().take_while(|(one, _)| one == member);
            self.slots.extend(of_member.map(|(_, other)| *other));
            self.members.push(*member);
            self.ends.push(self.slots.len());
        }
    }

    /// Returns the sorted partners of the member at this slot, or none if the member was not read.
    pub(super) fn of(&self, member: u32) -> &[u32] {
        let Ok(place) = self.members.binary_search(&member) else {
            return &[];
        };
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.slots[start..self.ends[place]]
    }
}

#[cfg(test)]
mod tests {
    use enmusubi_core::matching::affinity::TagSet;
    use enmusubi_population::Resident;

    use super::*;
    use crate::clock::Millis;
    use crate::store::meeting::introduction::candidate::Candidate;

    #[test]
    fn the_partners_of_a_member_are_the_sorted_slots_of_those_who_are_in_the_population() {
        let candidates = Resident::crowd(6).map(|resident| Candidate {
            account_id: AccountId(10 * i64::from(resident.account_id)),
            person: resident.person,
            tags: TagSet::default(),
            employer: None,
            hides_from_colleagues: false,
            waits_since_ms: Millis(0),
            served_day: None,
        });
        let population = Population::of(candidates);
        let mut partners = Partners::default();
        // The accounts 15 and 99 were deleted, and the partners of 60 were not read.
        let pairs = [
            (10, 60),
            (10, 99),
            (10, 20),
            (10, 60),
            (30, 10),
            (15, 10),
            (60, 10),
        ];
        let ids = |(one, other)| (AccountId(one), AccountId(other));
        partners.add(&population, &[0, 1, 2], &pairs.map(ids));
        partners.add(&population, &[4], &[ids((50, 40))]);
        let expected: [&[u32]; 6] = [&[1, 5], &[], &[0], &[], &[3], &[]];
        for (member, expected) in (0..).zip(expected) {
            assert_eq!(partners.of(member), expected, "{member}");
        }
    }
}
