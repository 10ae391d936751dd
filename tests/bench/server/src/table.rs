//! A table of medians over the rounds, with the ratios between contenders.

use std::time::Duration;

use crate::load::Outcome;

/// A contender's figures.
pub(crate) struct Row {
    name: &'static str,
    per_second: f64,
    p50: Option<Duration>,
    p99: Option<Duration>,
    /// The processor time of each request, in seconds.
    cost: f64,
    /// The speed of the first contender relative to this one, and the aim.
    ratio: Option<(f64, f64)>,
}

impl Row {
    pub(crate) fn of(
        name: &'static str,
        rounds: &[Outcome],
        beside: Option<(&[Outcome], f64)>,
    ) -> Self {
        let ratio = beside.map(|(first, wanted)| {
            // Compare within a round: other load of the machine affects both contenders.
            let pairs = first.iter().zip(rounds);
            let ratios = pairs.map(|(first, this)| rate_of(first) / rate_of(this));
            (median(ratios.collect()), wanted)
        });
        Self {
            name,
            per_second: median(rounds.iter().map(rate_of).collect()),
            p50: wait(rounds, 0.5),
            p99: wait(rounds, 0.99),
            cost: median(rounds.iter().map(cost_of).collect()),
            ratio,
        }
    }
}

#[expect(clippy::print_stdout, reason = "the user asked for the table")]
pub(crate) fn print(title: &str, rows: &[Row]) {
    println!("\n{title}");
    println!(
        "{:<36} {:>10} {:>9} {:>9} {:>10}  ratio of the first to this",
        "", "a second", "p50", "p99", "processor"
    );
    for row in rows {
        let ratio = row.ratio.map_or(String::new(), |(ratio, wanted)| {
            let verdict = if ratio >= wanted { "met" } else { "missed" };
            format!("{ratio:.2} (aim {wanted}: {verdict})")
        });
        let ms = |wait: Option<Duration>| {
            wait.map_or(String::new(), |wait| {
                format!("{:.1} ms", wait.as_secs_f64() * 1000.0)
            })
        };
        println!(
            "{:<36} {:>10.0} {:>9} {:>9} {:>7.0} µs  {ratio}",
            row.name,
            row.per_second,
            ms(row.p50),
            ms(row.p99),
            row.cost * 1e6
        );
    }
}

#[expect(clippy::cast_precision_loss, reason = "some thousands")]
fn rate_of(outcome: &Outcome) -> f64 {
    outcome.n_requests as f64 / outcome.elapsed.as_secs_f64()
}

#[expect(clippy::cast_precision_loss, reason = "some thousands")]
fn cost_of(outcome: &Outcome) -> f64 {
    outcome.processor_time.as_secs_f64() / outcome.n_requests as f64
}

/// Returns the median over the rounds of a quantile of each round.
fn wait(rounds: &[Outcome], quantile: f64) -> Option<Duration> {
    let waits = rounds.iter().map(|round| at(&round.waits, quantile));
    let seconds: Option<Vec<f64>> = waits.map(|wait| Some(wait?.as_secs_f64())).collect();
    seconds.map(|seconds| Duration::from_secs_f64(median(seconds)))
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an index into some thousands"
)]
pub(crate) fn at(sorted: &[Duration], quantile: f64) -> Option<Duration> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get((last as f64 * quantile) as usize).copied()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
