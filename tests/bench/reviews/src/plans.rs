//! The plans by which PostgreSQL ran the statements, from its log.

use std::collections::BTreeMap;

use enmusubi_tests::postgres::Cluster;

use crate::Failure;

/// Each execution of a statement puts its plan into the log.
pub(crate) const SETTINGS: [&str; 4] = [
    "shared_preload_libraries=auto_explain",
    "auto_explain.log_min_duration=0",
    "auto_explain.log_analyze=on",
    "auto_explain.log_timing=off",
];

/// The executions of one statement.
#[derive(Default)]
struct Executions {
    n: usize,
    slowest_ms: f64,
    slowest_plan: String,
}

pub(crate) fn log(cluster: &Cluster) -> Result<String, Failure> {
    Ok(std::fs::read_to_string(
        cluster.folder().join("data").join("log"),
    )?)
}

/// Prints each statement of the log with its slowest plan, the slowest statement first.
#[expect(clippy::print_stdout, reason = "the user asked for the plans")]
pub(crate) fn print(log: &str) {
    let mut statements: BTreeMap<&str, Executions> = BTreeMap::new();
    // The duration of an execution stands before this text, and the statement with its plan after it.
    let parts: Vec<&str> = log.split(" ms  plan:\n\tQuery Text: ").collect();
    for pair in parts.windows(2) {
        let [before, behind] = pair else { continue };
        let Some((statement, rest)) = behind.split_once('\n') else {
            continue;
        };
        let duration = before.rsplit_once("duration: ");
        let ms = duration.and_then(|(_, ms)| ms.parse().ok()).unwrap_or(0.0);
        let lines = rest.lines().take_while(|line| line.starts_with('\t'));
        let executions = statements.entry(statement).or_default();
        executions.n += 1;
        if ms >= executions.slowest_ms {
            executions.slowest_ms = ms;
            executions.slowest_plan = lines.collect::<Vec<_>>().join("\n");
        }
    }
    let mut statements: Vec<_> = statements.into_iter().collect();
    statements.sort_by(|(_, one), (_, other)| other.slowest_ms.total_cmp(&one.slowest_ms));
    for (statement, executions) in statements {
        println!(
            "\n{statement}\n  {} times, {:.1} ms at most",
            executions.n, executions.slowest_ms
        );
        println!("{}", executions.slowest_plan);
    }
}
