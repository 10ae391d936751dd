//! The example `check_lines`, called without a process of its own.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails, and says where"
)]

use std::io::{self, BufReader, Read};
use std::process::ExitCode;

use chrono::NaiveDate;
use serde_json::{Value, json};

#[path = "../examples/check_lines/lines.rs"]
mod lines;
#[path = "../examples/check_lines/program.rs"]
mod program;

const PAYLOAD: &str = r#"{"account": "U0123456789abcdef0123456789abcdef", "password": "U0123456789abcdef0123456789abcdef", "nickname": "Mei", "name": "Mei Lin", "gender": "FEMALE", "matchGender": "MALE", "occupationType": "DESIGN", "occupation": "Designer", "height": 163, "incomeRange": "UNDISCLOSED", "birthday": "1992-03-08", "education": "BACHELOR", "marriageRecord": false, "hasChildren": false, "smoke": false, "tattoo": false, "drink": true, "aboutMe": "Tea, hills and quiet weekends.", "fertilityPlanTagIds": [501], "city": "TW-TPE", "verifyMethod": "LINK", "reviewLink": "https://www.example.com/mei", "photoNameList": ["11111111111111111111111111111111.jpg"]}"#;

/// Returns the output of the program and its exit code.
fn run(arguments: &[&str], input: impl Read) -> (String, ExitCode) {
    let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
    let mut output = Vec::new();
    let clock = || NaiveDate::from_ymd_opt(2026, 11, 21);
    let code = program::run(&arguments, clock, BufReader::new(input), &mut output).unwrap();
    (String::from_utf8(output).unwrap(), code)
}

#[test]
fn valid_records_are_only_counted() {
    let input = format!("{PAYLOAD}\r\n\n{PAYLOAD}");
    let (output, code) = run(&[], input.as_bytes());
    assert_eq!(output, "2 records, 0 refused\n");
    assert_eq!(code, ExitCode::SUCCESS);
}

#[test]
fn an_invalid_record_is_reported_by_its_line_with_every_broken_rule() {
    let bad = PAYLOAD
        .replace("163", "300")
        .replace(r#""nickname": "Mei""#, r#""nickname": """#);
    let input = format!("{PAYLOAD}\n\n{bad}\nnot JSON\n");
    let (output, code) = run(&[], input.as_bytes());
    assert_eq!(
        output,
        "line 3: nickname required, height range min=120 max=230\n\
         line 4: E009\n\
         3 records, 2 refused\n"
    );
    assert_eq!(code, ExitCode::from(1));
}

#[test]
fn the_report_can_be_json() {
    let bad = PAYLOAD.replace("163", "300");
    let (output, code) = run(&["--json"], format!("{bad}\n").as_bytes());
    let told: Vec<Value> = output.lines().map(|line| line.parse().unwrap()).collect();
    let error = json!({"path": "height", "code": "range", "params": {"min": 120, "max": 230}});
    assert_eq!(
        told,
        [
            json!({"line": 1, "code": "E002", "fields": [error]}),
            json!({"records": 1, "refused": 1}),
        ]
    );
    assert_eq!(code, ExitCode::from(1));
}

#[test]
fn ages_are_counted_on_the_given_day() {
    let (output, _) = run(&["2009-12-31"], PAYLOAD.as_bytes());
    assert_eq!(
        output,
        "line 1: birthday under_age min=18\n1 records, 1 refused\n"
    );
}

#[test]
fn a_line_longer_than_a_document_is_refused_and_the_next_is_read() {
    let endless = io::repeat(b' ').take(64 * 1024 * 1024);
    let rest = format!("\n{PAYLOAD}");
    let (output, code) = run(&[], endless.chain(rest.as_bytes()));
    assert_eq!(output, "line 1: E006\n2 records, 1 refused\n");
    assert_eq!(code, ExitCode::from(1));
}

#[test]
fn the_longest_line_is_a_document_of_the_longest_length() {
    let longest =
        PAYLOAD.to_owned() + &" ".repeat(enmusubi_core::MAX_DOCUMENT_BYTES - PAYLOAD.len());
    let input = format!("{longest}\n{longest} \n");
    let (output, _) = run(&[], input.as_bytes());
    assert_eq!(output, "line 2: E006\n2 records, 1 refused\n");
}

#[test]
fn unknown_arguments_are_errors() {
    let clock = || NaiveDate::from_ymd_opt(2026, 11, 21);
    for arguments in [
        ["--xml", ""],
        ["2026-02-30", "--json"],
        ["2026-11-21", "2026-11-22"],
    ] {
        let arguments = arguments.map(str::to_owned);
        assert!(program::run(&arguments, clock, io::empty(), io::sink()).is_err());
    }
}
