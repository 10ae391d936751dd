//! A table of the waits for each act.

use std::time::Duration;

const BUDGET: Duration = Duration::from_millis(20);

/// The waits for one act.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) waits: Vec<Duration>,
}

#[expect(clippy::print_stdout, reason = "the user asked for the table")]
pub(crate) fn print(title: &str, rows: Vec<Row>) {
    println!("\n{title}");
    println!("{:<58} {:>10} {:>10}", "", "p50", "p95");
    for Row { name, mut waits } in rows {
        waits.sort_unstable();
        let at = |percent: usize| waits[(waits.len() * percent / 100).min(waits.len() - 1)];
        let ms = |wait: Duration| format!("{:.1} ms", wait.as_secs_f64() * 1000.0);
        let verdict = if at(95) <= BUDGET { "" } else { "  missed" };
        println!("{name:<58} {:>10} {:>10}{verdict}", ms(at(50)), ms(at(95)));
    }
}
