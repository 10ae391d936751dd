//! The index beside SQLite and beside the definition of a match.

use std::error::Error;
use std::io::{Write as _, stdout};
use std::time::{Duration, Instant};

use enmusubi_core::matching::index::{Circle, Found, Index, MemberId, Viewer};
use enmusubi_core::matching::{Person, mutual_match};
use fastrand::Rng;
use rustix::time::{ClockId, clock_gettime};

use crate::sqlite::Table;
use enmusubi_population::{Population, TODAY, tags};

/// The searches whose times are measured, for each kind of viewer.
const N_SEARCHES: usize = 2000;
/// SQLite takes about a hundred times as long.
const N_SQLITE_SEARCHES: usize = 60;
const N_EXACT_VIEWERS: usize = 10_000;
/// The members with whom each of these viewers is compared, beside the members who were found.
const N_COMPARED: usize = 2000;

/// The people of one population, with their tags and the index.
struct Members {
    people: Vec<Person>,
    tags: Vec<u64>,
    index: Index,
}

/// Measures an index of `n_members`, and prints the figures.
pub(crate) fn run(n_members: u32) -> Result<(), Box<dyn Error>> {
    let mut out = stdout();
    let mut population = Population::new();
    let people: Vec<Person> = (0..n_members).map(|_| population.person()).collect();
    let tags = tags(n_members);
    let start = Instant::now();
    let mut index = Index::new();
    for (id, person) in (0..).zip(&people) {
        index.insert(MemberId(id), person);
    }
    let built = start.elapsed();
    #[expect(clippy::cast_precision_loss, reason = "far below 2⁵²")]
    let bytes = index.heap_bytes() as f64 / f64::from(n_members);
    writeln!(
        out,
        "{n_members} members: index built in {built:.2?}, {bytes:.1} bytes a member (aim: at most 40)"
    )?;
    let members = Members {
        people,
        tags,
        index,
    };
    let is_large = n_members > 2_000_000;
    let table = if is_large {
        None
    } else {
        let people = members.people.iter().zip(members.tags.iter().copied());
        Some(Table::new(people)?)
    };
    for has_limit in [false, true] {
        measure(&members, table.as_ref(), has_limit)?;
    }
    if !is_large {
        check_exactness(&members)?;
    }
    Ok(())
}

/// Measures the searches of viewers with or without a limit of distance.
fn measure(
    members: &Members,
    table: Option<&Table>,
    has_limit: bool,
) -> Result<(), Box<dyn Error>> {
    let mut out = stdout();
    let mut random = Rng::with_seed(1);
    let mut times = Vec::new();
    let mut cpu_times = Vec::new();
    let mut without_circle = Vec::new();
    let mut of_both = (Vec::new(), Vec::new());
    while times.len() < N_SEARCHES {
        let id = random.usize(..members.people.len());
        let viewer = &members.people[id];
        if (viewer.wishes.recommend_distance_km != 0) != has_limit {
            continue;
        }
        let (start, cpu_start) = (Instant::now(), cpu_time());
        let (circle, best) = best_50(members, id);
        times.push(start.elapsed());
        cpu_times.push(cpu_time().saturating_sub(cpu_start));
        let cpu_start = cpu_time();
        let n_found = count(members, id);
        without_circle.push(cpu_time().saturating_sub(cpu_start));
        if n_found != circle.size {
            return Err(format!("{n_found} and {circle:?} differ").into());
        }
        if let Some(table) = table
            && of_both.0.len() < N_SQLITE_SEARCHES
        {
            of_both.0.extend(times.last());
            let start = Instant::now();
            let (mut count, mut scores) = table.search(viewer, members.tags[id])?;
            of_both.1.push(start.elapsed());
            // SQLite also finds the viewer, if the viewer fits the viewer's own wishes.
            if mutual_match(viewer, viewer, TODAY) {
                count -= 1;
                scores = Vec::new();
            }
            let expected: Vec<u64> = best.iter().map(|(score, _)| *score).collect();
            let is_same =
                count == circle.size as usize && (scores.is_empty() || scores == expected);
            if !is_same {
                return Err(format!("SQLite differs: {count} and {circle:?}").into());
            }
        }
    }
    let name = if has_limit {
        "with a limit"
    } else {
        "without a limit of distance"
    };
    writeln!(
        out,
        "count, circle and best 50, {name}: p50 {:.2?}, p95 {:.2?} ({N_SEARCHES} viewers)",
        percentile(&mut times, 50),
        percentile(&mut times, 95),
    )?;
    writeln!(
        out,
        "  seconds of the processor: p50 {:.2?}, p95 {:.2?}; a count without the circle: p50 {:.2?}, p95 {:.2?}",
        percentile(&mut cpu_times, 50),
        percentile(&mut cpu_times, 95),
        percentile(&mut without_circle, 50),
        percentile(&mut without_circle, 95),
    )?;
    if table.is_some() {
        let (ours, theirs) = (
            percentile(&mut of_both.0, 50),
            percentile(&mut of_both.1, 50),
        );
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        writeln!(
            out,
            "  SQLite, count and best 50 of the same viewers: p50 {theirs:.2?} against {ours:.2?}, {ratio:.0} times as long (aim: at least 30)",
        )?;
    }
    Ok(())
}

fn best_50(members: &Members, id: usize) -> (Circle, Vec<(u64, Found)>) {
    let number = u32::try_from(id).map(MemberId).ok();
    let viewer = Viewer::new(number, &members.people[id], TODAY);
    let mine = members.tags[id];
    let score = |found: Found| mine & members.tags[found.member.0 as usize];
    members.index.search_best(&viewer, 50, score)
}

/// Counts the members who fit, without the circle.
fn count(members: &Members, id: usize) -> u32 {
    let number = u32::try_from(id).map(MemberId).ok();
    let viewer = Viewer::new(number, &members.people[id], TODAY);
    let mut n_found = 0;
    members
        .index
        .search_nearest(&viewer, usize::MAX, |_| n_found += 1);
    n_found
}

/// Returns the time that this thread has used a processor. Other programs on the machine hardly change it.
fn cpu_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(now).unwrap_or_default()
}

/// Compares the index with the definition, and prints the number of differences.
fn check_exactness(members: &Members) -> Result<(), Box<dyn Error>> {
    let mut random = Rng::with_seed(2);
    let mut n_differences = 0_usize;
    let mut n_compared = 0_usize;
    let mut is_found = vec![false; members.people.len()];
    for _ in 0..N_EXACT_VIEWERS {
        let id = random.usize(..members.people.len());
        let person = &members.people[id];
        let viewer = Viewer::new(u32::try_from(id).map(MemberId).ok(), person, TODAY);
        let mut found = Vec::new();
        members
            .index
            .search(&viewer, |it| found.push(it.member.0 as usize));
        for other in &found {
            is_found[*other] = true;
            n_differences += usize::from(!mutual_match(person, &members.people[*other], TODAY));
        }
        for _ in 0..N_COMPARED {
            let other = random.usize(..members.people.len());
            let matches = other != id && mutual_match(person, &members.people[other], TODAY);
            n_differences += usize::from(matches != is_found[other]);
        }
        n_compared += found.len() + N_COMPARED;
        for other in found {
            is_found[other] = false;
        }
    }
    writeln!(
        stdout(),
        "exactness: {N_EXACT_VIEWERS} viewers, {n_compared} pairs compared with mutual_match, {n_differences} differences"
    )?;
    if n_differences > 0 {
        return Err("the index differs from the definition".into());
    }
    Ok(())
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times
        .get(times.len() * percent / 100)
        .copied()
        .unwrap_or_default()
}
