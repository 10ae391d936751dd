//! The counts as lines for a person.

use std::fmt::{self, Display, Formatter, Result};

use super::{DayReport, Report, Waiting};
use crate::store::counts::ByWord;

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "Counts of {} (days in {})", self.at, self.time_zone)?;
        writeln!(
            f,
            "Accounts that were deleted do not count, nor does what they left.\n"
        )?;
        words(
            f,
            "accounts",
            Some(self.accounts.values().sum()),
            &self.accounts,
        )?;
        words(f, "introductions", Some(self.introductions), &self.answers)?;
        line(
            f,
            "matches",
            self.matches.all,
            &format!("open {}", self.matches.open),
        )?;
        line(f, "notes", self.notes, "")?;
        let sent = &self.line_messages;
        let name = format!("LINE {}", sent.month);
        words(f, &name, u64::try_from(sent.all).ok(), &sent.outcomes)?;
        words(f, "appeals", None, &self.appeals)?;
        words(f, "reports", None, &self.reports)?;
        for (purpose, files) in &self.files {
            let rest = format!("{} bytes, unattached {}", files.bytes, files.unattached);
            line(f, &format!("files: {purpose}"), files.count, &rest)?;
        }
        waiting(f, &self.waiting)?;
        days(f, &self.days)
    }
}

/// Writes the table of what waits.
fn waiting(f: &mut Formatter<'_>, queues: &[Waiting]) -> Result {
    writeln!(
        f,
        "\n{:<14}{:>10}{:>10}  oldest",
        "waiting", "count", "overdue"
    )?;
    for queue in queues {
        let Waiting {
            queue: name,
            count,
            overdue,
            oldest_seconds,
        } = queue;
        let oldest = if *count == 0 {
            "-".to_owned()
        } else {
            age(*oldest_seconds)
        };
        writeln!(f, "{name:<14}{count:>10}{overdue:>10}  {oldest}")?;
    }
    Ok(())
}

/// Writes the table of days.
fn days(f: &mut Formatter<'_>, days: &[DayReport]) -> Result {
    let heads = ["accounts", "introduced", "yes", "no", "matches", "notes"];
    write!(f, "\n{:<14}", "day")?;
    row(f, &heads)?;
    for day in days {
        write!(f, "\n{:<14}", day.day.to_string())?;
        row(
            f,
            &[
                day.registrations,
                day.introductions,
                day.yes,
                day.no,
                day.matches,
                day.notes,
            ],
        )?;
    }
    Ok(())
}

/// Writes a count, and the counts of its words.
fn words(f: &mut Formatter<'_>, name: &str, all: Option<u64>, words: &ByWord) -> Result {
    let all = all.unwrap_or_else(|| words.values().sum());
    let parts: Vec<String> = words
        .iter()
        .map(|(word, n)| format!("{word} {n}"))
        .collect();
    line(f, name, all, &parts.join(", "))
}

fn line(f: &mut Formatter<'_>, name: &str, n: u64, rest: &str) -> Result {
    let text = format!("{name:<16}{n:>10}  {rest}");
    writeln!(f, "{}", text.trim_end())
}

fn row<T: Display>(f: &mut Formatter<'_>, cells: &[T; 6]) -> fmt::Result {
    cells.iter().try_for_each(|cell| write!(f, "{cell:>12}"))
}

/// Returns a duration in its two largest units.
fn age(seconds: u64) -> String {
    let (days, hours, minutes) = (seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes} min {} s", seconds % 60),
        (0, _) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}
