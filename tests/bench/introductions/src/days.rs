//! Thirty days of introductions: who gets how many, and who waits.

use std::collections::HashSet;
use std::error::Error;
use std::io::{Write as _, stdout};
use std::time::{Duration, Instant};

use enmusubi_core::matching::Person;
use enmusubi_core::matching::index::{Index, MemberId, Viewer};
use enmusubi_core::matching::pairing::{Edge, Member, pair};

use enmusubi_population::{Population, TODAY, tags};

const PER_DAY: u16 = 5;
const N_DAYS: u32 = 30;
/// The new candidates that the first step looks for. The second step looks for all candidates, for the members who got
/// no introduction.
const N_CANDIDATES: usize = 30;

/// The members, and their introductions until now.
struct Members {
    people: Vec<Person>,
    tags: Vec<u64>,
    index: Index,
    met: Vec<HashSet<u32>>,
    waiting_days: Vec<u32>,
}

/// The counts of one day.
#[derive(Default)]
struct Day {
    n_pairs: usize,
    /// Members with a partner who is possible and new.
    n_with_partner: usize,
    /// The members with such a partner who got at least one introduction.
    n_introduced: usize,
    /// The members without an introduction whose possible partners are all full.
    n_forbidden: usize,
    elapsed: Duration,
}

/// Simulates the days and prints the figures.
pub(crate) fn run(n_members: u32) -> Result<(), Box<dyn Error>> {
    let mut out = stdout();
    let mut members = Members::new(n_members);
    writeln!(
        out,
        "{N_DAYS} days, {n_members} members, at most {PER_DAY} introductions a day"
    )?;
    let mut longest_wait = vec![0; members.people.len()];
    for day in 1..=N_DAYS {
        let counts = members.introduce(u64::from(day));
        let without = counts.n_with_partner - counts.n_introduced;
        if day == 1 || day % 5 == 0 {
            writeln!(
                out,
                "day {day}: {} pairs in {:.1?}; {} members have a new possible partner, {} of them got an introduction ({:.2} %), {without} did not, of whom {} have only full partners",
                counts.n_pairs,
                counts.elapsed,
                counts.n_with_partner,
                counts.n_introduced,
                percent(counts.n_introduced, counts.n_with_partner),
                counts.n_forbidden,
            )?;
        }
        if without != counts.n_forbidden {
            return Err("a member with a free possible partner got no introduction".into());
        }
        for (longest, days) in longest_wait.iter_mut().zip(&members.waiting_days) {
            *longest = (*longest).max(*days);
        }
    }
    let totals: Vec<u32> = members
        .met
        .iter()
        .map(|met| u32::try_from(met.len()))
        .collect::<Result<_, _>>()?;
    writeln!(
        out,
        "introductions of a member in {N_DAYS} days: {}",
        distribution(totals)
    )?;
    writeln!(
        out,
        "longest wait of a member in days: {}",
        distribution(longest_wait)
    )?;
    Ok(())
}

impl Members {
    fn new(n_members: u32) -> Self {
        let mut population = Population::new();
        let people: Vec<Person> = (0..n_members).map(|_| population.person()).collect();
        let mut index = Index::new();
        for (id, person) in (0..).zip(&people) {
            index.insert(MemberId(id), person);
        }
        Self {
            tags: tags(n_members),
            met: vec![HashSet::new(); people.len()],
            waiting_days: vec![0; people.len()],
            index,
            people,
        }
    }

    fn introduce(&mut self, day: u64) -> Day {
        let start = Instant::now();
        let everybody: Vec<u32> = (0..).zip(&self.people).map(|(id, _)| id).collect();
        let mut capacities = vec![PER_DAY; self.people.len()];
        let edges = self.edges(&everybody, N_CANDIDATES);
        let mut pairs = self.pair(&capacities, &edges, day);
        for (a, b) in &pairs {
            capacities[*a as usize] -= 1;
            capacities[*b as usize] -= 1;
        }
        // Members who got no introduction are compared with everybody else.
        let empty = |id: &u32| capacities[*id as usize] == PER_DAY;
        let empty: Vec<u32> = everybody.into_iter().filter(empty).collect();
        let all_edges = self.edges(&empty, usize::MAX);
        let more = self.pair(&capacities, &all_edges, day);
        for (a, b) in &more {
            capacities[*a as usize] -= 1;
            capacities[*b as usize] -= 1;
        }
        pairs.extend(more);
        let elapsed = start.elapsed();

        let mut has_partner = vec![false; self.people.len()];
        let mut has_free_partner = vec![false; self.people.len()];
        for edge in edges.iter().chain(&all_edges) {
            for (one, other) in [(edge.a, edge.b), (edge.b, edge.a)] {
                has_partner[one as usize] = true;
                has_free_partner[one as usize] |= capacities[other as usize] > 0;
            }
        }
        let mut counts = Day {
            n_pairs: pairs.len(),
            elapsed,
            ..Day::default()
        };
        for (id, capacity) in capacities.iter().enumerate() {
            let is_introduced = *capacity < PER_DAY;
            counts.n_introduced += usize::from(is_introduced);
            counts.n_with_partner += usize::from(has_partner[id]);
            let is_empty = has_partner[id] && !is_introduced;
            counts.n_forbidden += usize::from(is_empty && !has_free_partner[id]);
            self.waiting_days[id] = if is_introduced {
                0
            } else {
                self.waiting_days[id] + 1
            };
        }
        for (a, b) in pairs {
            self.met[a as usize].insert(b);
            self.met[b as usize].insert(a);
        }
        counts
    }

    fn pair(&self, capacities: &[u16], edges: &[Edge], seed: u64) -> Vec<(u32, u32)> {
        let member = |(capacity, waiting_days): (&u16, &u32)| Member {
            capacity: *capacity,
            waiting_days: *waiting_days,
        };
        let members: Vec<Member> = capacities
            .iter()
            .zip(&self.waiting_days)
            .map(member)
            .collect();
        pair(&members, edges, seed)
    }

    /// Returns the edges of these members to people whom they have not met, on two threads.
    fn edges(&self, ids: &[u32], n_candidates: usize) -> Vec<Edge> {
        let half = ids.len().div_ceil(2).max(1);
        std::thread::scope(|scope| {
            let threads: Vec<_> = ids
                .chunks(half)
                .map(|ids| scope.spawn(move || self.edges_of_some(ids, n_candidates)))
                .collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().unwrap_or_default())
                .collect()
        })
    }

    fn edges_of_some(&self, ids: &[u32], n_candidates: usize) -> Vec<Edge> {
        let mut edges = Vec::new();
        for id in ids {
            let met = &self.met[*id as usize];
            let viewer = Viewer::new(Some(MemberId(*id)), &self.people[*id as usize], TODAY);
            let enough = n_candidates.saturating_add(met.len());
            self.index.search_nearest(&viewer, enough, |found| {
                let other = found.member.0;
                if !met.contains(&other) {
                    let shared = self.tags[*id as usize] & self.tags[other as usize];
                    let waiting =
                        self.waiting_days[*id as usize] + self.waiting_days[other as usize];
                    let near = [10, 25, 50, 100]
                        .iter()
                        .filter(|km| found.distance_km <= **km)
                        .count();
                    let score =
                        10 * shared.count_ones() + 5 * waiting + u32::try_from(near).unwrap_or(0);
                    edges.push(Edge {
                        a: *id,
                        b: other,
                        score,
                    });
                }
            });
        }
        edges
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "far below 2⁵²")]
    let (part, whole) = (part as f64, whole.max(1) as f64);
    100.0 * part / whole
}

/// Describes some numbers by their percentiles.
fn distribution(mut numbers: Vec<u32>) -> String {
    numbers.sort_unstable();
    let at = |percent: usize| {
        let place = (numbers.len() * percent / 100).min(numbers.len().saturating_sub(1));
        numbers.get(place).copied().unwrap_or_default()
    };
    let zero = numbers.iter().filter(|number| **number == 0).count();
    format!(
        "least {}, p5 {}, p25 {}, p50 {}, p75 {}, p95 {}, most {}; 0 for {zero}",
        at(0),
        at(5),
        at(25),
        at(50),
        at(75),
        at(95),
        at(100)
    )
}
