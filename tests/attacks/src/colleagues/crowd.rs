//! The members among whom the attack looks for colleagues, and the rule by which they may be introduced.

use std::collections::HashSet;

use enmusubi_core::catalogue::employers;
use enmusubi_core::matching::mutual_match;
use enmusubi_population::{Resident, TODAY};

pub(super) const N_MEMBERS: u32 = 2_000;
/// The number of employers. It is small, so that there are many colleagues.
pub(super) const N_EMPLOYERS: usize = 4;

/// The members, as the attack made them.
pub(super) struct Crowd {
    pub(super) residents: Vec<Resident>,
    /// The members who hide from colleagues.
    pub(super) hide: HashSet<u32>,
}

impl Crowd {
    /// Makes members of whom 10 % hide, and 20 % have an employer that is not in the list.
    pub(super) fn new() -> Self {
        let mut random = fastrand::Rng::with_seed(20_261_121);
        let mut hide = HashSet::new();
        let mut residents: Vec<Resident> = Resident::crowd(N_MEMBERS).collect();
        for resident in &mut residents {
            if random.u8(0..100) < 10 {
                hide.insert(resident.account_id);
            }
            resident.employer_id = if random.u8(0..100) < 20 {
                String::new()
            } else {
                employers()[random.usize(..N_EMPLOYERS)].id.into()
            };
        }
        Self { residents, hide }
    }

    pub(super) fn of(&self, account_id: u32) -> &Resident {
        &self.residents[account_id as usize - 1]
    }

    pub(super) fn has_same_employer(&self, one: u32, other: u32) -> bool {
        let (one, other) = (&self.of(one).employer_id, &self.of(other).employer_id);
        !one.is_empty() && one == other
    }

    pub(super) fn has_unknown_employer(&self, one: u32, other: u32) -> bool {
        self.of(one).employer_id.is_empty() || self.of(other).employer_id.is_empty()
    }

    /// The rule, without the server's code: no member with the same or an unknown employer is introduced to one who
    /// hides, in either direction.
    pub(super) fn forbids(&self, one: u32, other: u32) -> bool {
        let may_be_colleagues =
            self.has_same_employer(one, other) || self.has_unknown_employer(one, other);
        may_be_colleagues && (self.hide.contains(&one) || self.hide.contains(&other))
    }

    /// Counts the pairs that match mutually on the first day, and the pairs among them that the rule forbids.
    pub(super) fn count_possible(&self) -> (usize, usize) {
        let (mut n_mutual, mut n_forbidden) = (0, 0);
        for (n, one) in self.residents.iter().enumerate() {
            for other in &self.residents[n + 1..] {
                if mutual_match(&one.person, &other.person, TODAY) {
                    n_mutual += 1;
                    n_forbidden += usize::from(self.forbids(one.account_id, other.account_id));
                }
            }
        }
        (n_mutual, n_forbidden)
    }
}
