//! Holds the page for operators, the dashboard and the alerts against the table of metrics.

use std::collections::BTreeSet;

use super::JobName;
use super::names::{Kind, METRICS, Metric};

const PAGE: &str = include_str!("../../../../docs/monitoring/README.md");
const DASHBOARD: &str = include_str!("../../../../docs/monitoring/dashboard.json");
const ALERTS: &str = include_str!("../../../../docs/monitoring/alerts.yml");
const ALERT_TESTS: &str = include_str!("../../../../docs/monitoring/alerts-test.yml");

/// The labels that Prometheus adds.
const ADDED: [&str; 3] = ["instance", "job", "le"];

const fn is_of_a_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Returns the metric whose samples have this name.
fn metric_of(name: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|metric| {
        let parts = ["_bucket", "_sum", "_count"];
        let is_part = |part| name.strip_suffix(part) == Some(metric.name);
        name == metric.name
            || metric.kind == Kind::Histogram && parts.iter().any(|part| is_part(*part))
    })
}

/// Returns each name of a metric in a text, with the text after it.
fn names_in(text: &str) -> Vec<(&str, &str)> {
    let starts = text
        .match_indices("enmusubi_")
        .chain(text.match_indices("process_"))
        .map(|(start, _)| start)
        .filter(|start| !text[..*start].ends_with(is_of_a_name));
    let named = starts.map(|start| {
        let rest = &text[start..];
        rest.split_at(
            rest.find(|letter| !is_of_a_name(letter))
                .unwrap_or(rest.len()),
        )
    });
    // The log names the server's crate in the same way.
    named
        .filter(|(name, _)| *name != "enmusubi_server")
        .collect()
}

/// Returns the labels of a selector such as `{code="E500",route!~"/a|/b"}`.
fn labels_of(selector: &str) -> Vec<&str> {
    let outside_of_texts = selector.split('"').step_by(2);
    let names = outside_of_texts.flat_map(|part| part.split(|letter| !is_of_a_name(letter)));
    names.filter(|name| !name.is_empty()).collect()
}

/// Returns the names and labels that a file uses and the server does not have.
fn unknown_in(text: &str) -> Vec<String> {
    // In JSON, a quotation mark within a text has a backslash.
    let text = text.replace("\\\"", "\"");
    let mut unknown = Vec::new();
    for (name, rest) in names_in(&text) {
        let Some(metric) = metric_of(name) else {
            unknown.push(name.to_owned());
            continue;
        };
        let selector = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let labels = selector.map_or_else(Vec::new, |(selector, _)| labels_of(selector));
        let is_known = |label: &&str| metric.labels.contains(label) || ADDED.contains(label);
        let others = labels.into_iter().filter(|label| !is_known(label));
        unknown.extend(others.map(|label| format!("{name}: {label}")));
    }
    let all: BTreeSet<&str> = METRICS
        .iter()
        .flat_map(|metric| metric.labels.iter().copied())
        .chain(ADDED)
        .collect();
    for (_, rest) in text.split(" by (").skip(1).map(|rest| ("", rest)) {
        let labels = labels_of(rest.split(')').next().unwrap_or_default());
        let others = labels.into_iter().filter(|label| !all.contains(label));
        unknown.extend(others.map(|label| format!("by: {label}")));
    }
    unknown
}

#[test]
fn the_dashboard_and_the_alerts_use_only_metrics_of_the_server() {
    for (file, text) in [
        ("dashboard", DASHBOARD),
        ("alerts", ALERTS),
        ("tests of the alerts", ALERT_TESTS),
    ] {
        assert!(names_in(text).len() > 5, "{file}");
        assert_eq!(unknown_in(text), [""; 0], "{file}");
    }
    let wrong = r#"sum by (person) (rate(enmusubi_notes_total{author="1"}[5m])) + enmusubi_loves"#;
    let found = [
        "enmusubi_notes_total: author",
        "enmusubi_loves",
        "by: person",
    ];
    assert_eq!(unknown_in(wrong), found);
}

#[test]
fn the_dashboard_is_json_and_shows_each_metric_that_the_page_promises() {
    let dashboard: serde_json::Value = serde_json::from_str(DASHBOARD).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let ids: BTreeSet<_> = panels.iter().map(|panel| panel["id"].as_u64()).collect();
    assert_eq!(ids.len(), panels.len(), "each panel has an id of its own");
    let shown = names_in(DASHBOARD).into_iter();
    let shown: BTreeSet<_> = shown
        .filter_map(|(name, _)| metric_of(name))
        .map(|metric| metric.name)
        .collect();
    let left_out: Vec<_> = METRICS
        .iter()
        .map(|metric| metric.name)
        .filter(|name| !shown.contains(name))
        .collect();
    assert_eq!(left_out, [""; 0]);
}

#[test]
fn the_page_has_a_row_for_each_metric() {
    for metric in METRICS {
        let labels: Vec<_> = metric
            .labels
            .iter()
            .map(|label| format!("`{label}`"))
            .collect();
        let row = format!(
            "| `{}` | {} | {} |",
            metric.name,
            labels.join(", "),
            metric.about
        );
        assert!(PAGE.contains(&row), "missing: {row}");
    }
    assert_eq!(unknown_in(PAGE), [""; 0]);
}

#[test]
fn the_page_has_a_row_for_each_job() {
    for job in JobName::ALL {
        let row = format!("\n| `{}` | ", job.as_str());
        assert!(PAGE.contains(&row), "missing: {row}");
    }
}

#[test]
fn each_alert_has_a_reason_and_a_section_that_says_what_to_do() {
    let alerts = ALERTS
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- alert: "));
    let alerts: Vec<_> = alerts.collect();
    assert!(alerts.len() > 5);
    for word in ["summary:", "description:", "severity:"] {
        assert_eq!(ALERTS.matches(word).count(), alerts.len(), "{word}");
    }
    for alert in &alerts {
        assert!(PAGE.contains(&format!("\n### {alert}\n")), "{alert}");
    }
    let sections = PAGE
        .lines()
        .filter_map(|line| line.strip_prefix("### Enmusubi"));
    assert_eq!(sections.count(), alerts.len(), "a section without an alert");
}
