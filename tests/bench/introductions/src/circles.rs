//! The circles of all members, counted together, beside a search for each.

use std::error::Error;
use std::io::{Write as _, stdout};
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use enmusubi_core::matching::Person;
use enmusubi_core::matching::index::{Circle, Index, MemberId, Viewer};
use fastrand::Rng;

use enmusubi_population::{Population, TODAY};

/// The members whose circles are counted together, as the server does.
const N_TOGETHER: usize = 100_000;
/// The searches that are timed and compared with the counts.
const N_SEARCHES: usize = 500;

/// Counts the circles of `n_members` on all cores, and prints the figures.
pub(crate) fn run(n_members: u32) -> Result<(), Box<dyn Error>> {
    let mut out = stdout();
    let mut population = Population::new();
    let people: Vec<Person> = (0..n_members).map(|_| population.person()).collect();
    let mut index = Index::new();
    for (id, person) in (0..).zip(&people) {
        index.insert(MemberId(id), person);
    }
    let n_cores = thread::available_parallelism().map_or(1, NonZero::get);
    let start = Instant::now();
    let mut circles = Vec::new();
    for ids in (0..n_members).collect::<Vec<_>>().chunks(N_TOGETHER) {
        circles.extend(on_cores(ids, n_cores, |ids| {
            index.circles(&viewers(ids, &people))
        }));
    }
    let together = start.elapsed();
    writeln!(
        out,
        "{n_members} circles on {n_cores} cores: {together:.2?}, {:.1?} of both cores for each",
        per_member(together, n_members)
    )?;
    let mut random = Rng::with_seed(3);
    let ids: Vec<u32> = (0..N_SEARCHES).map(|_| random.u32(..n_members)).collect();
    let start = Instant::now();
    let searched = on_cores(&ids, n_cores, |ids| {
        let viewers = viewers(ids, &people);
        viewers
            .iter()
            .map(|viewer| index.search(viewer, |_| ()))
            .collect()
    });
    let each = start.elapsed();
    for (id, circle) in ids.iter().zip(searched) {
        if circles[*id as usize] != circle {
            return Err(format!("the circles of member {id} differ").into());
        }
    }
    let each = per_member(each, u32::try_from(N_SEARCHES)?);
    let ratio = each.as_secs_f64() / per_member(together, n_members).as_secs_f64();
    writeln!(
        out,
        "{N_SEARCHES} searches give the same circles: {each:.1?} for each, {ratio:.1} times as long"
    )?;
    Ok(())
}

fn viewers<'a>(ids: &[u32], people: &'a [Person]) -> Vec<Viewer<'a>> {
    ids.iter()
        .map(|id| Viewer::new(Some(MemberId(*id)), &people[*id as usize], TODAY))
        .collect()
}

fn per_member(elapsed: Duration, n_members: u32) -> Duration {
    elapsed / n_members.max(1)
}

fn on_cores(
    ids: &[u32],
    n_cores: usize,
    count: impl Fn(&[u32]) -> Vec<Circle> + Sync,
) -> Vec<Circle> {
    thread::scope(|scope| {
        let parts: Vec<_> = ids
            .chunks(ids.len().div_ceil(n_cores).max(1))
            .map(|ids| scope.spawn(|| count(ids)))
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap_or_default())
            .collect()
    })
}
