//! The operator's commands about reviewers.

use enmusubi_core::review::ReviewerRole::{Lead, Reviewer};
use enmusubi_server::features::reviewer::{ReviewerCommand, ReviewerError};

use super::{Console, acts};
use crate::suite::prelude::*;

async fn refused(console: &Console, command: ReviewerCommand) -> String {
    let reviewers = &console.app.running.app.reviewers;
    let refused: ReviewerError = reviewers.run(command).await.unwrap_err();
    refused.to_string()
}

fn add(name: &str, member: Option<String>) -> ReviewerCommand {
    ReviewerCommand::Add {
        name: name.to_owned(),
        role: Reviewer,
        member,
    }
}

#[tokio::test]
async fn the_list_has_names_roles_and_passkeys() {
    let console = Console::start().await;
    assert_eq!(console.run(ReviewerCommand::List).await, "No reviewers.");
    console.add("佐藤 リタ", Lead).await;
    console.app.member(&person(1)).await;
    console.run(add("a\u{202e}b", Some(person(1)))).await;
    let gone = console.app.member(&person(2)).await;
    console.run(add("Gone", Some(person(2)))).await;
    console.app.delete_account(&gone).await;
    console.reviewer("Ralf", Reviewer, 1).await;
    let name = "Ralf".to_owned();
    console.reviewer("Removed", Reviewer, 2).await;
    let removed = "Removed".to_owned();
    console.run(ReviewerCommand::Remove { name: removed }).await;
    let list = console.run(ReviewerCommand::List).await;
    let mut lines: Vec<_> = list.lines().collect();
    // The order of the databases differs for letters of different scripts.
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "Gone (REVIEWER, no passkey, was a member and deleted the account, added 2026-11-21T04:00:00.000Z)",
            "Ralf (REVIEWER, passkey, added 2026-11-21T04:00:00.000Z)",
            "a\\u{202e}b (REVIEWER, no passkey, member, added 2026-11-21T04:00:00.000Z)",
            "佐藤 リタ (LEAD, no passkey, added 2026-11-21T04:00:00.000Z)",
        ]
    );
    console.run(ReviewerCommand::Link { name }).await;
    assert_eq!(acts(&console).await.last().unwrap(), "cli REVIEWER_LINK");
}

#[tokio::test]
async fn a_name_is_taken_once_and_an_unknown_one_is_an_error() {
    let console = Console::start().await;
    console.add("Rita", Reviewer).await;
    let acts_before = acts(&console).await;
    let taken = refused(&console, add("Rita", None)).await;
    assert_eq!(taken, "there is a reviewer Rita already");
    let name = || "x\u{1b}[2J".to_owned();
    for command in [
        ReviewerCommand::Link { name: name() },
        ReviewerCommand::Remove { name: name() },
        ReviewerCommand::Member {
            name: name(),
            user_id: person(9),
        },
    ] {
        let unknown = refused(&console, command).await;
        assert_eq!(unknown, "there is no reviewer x\\u{1b}[2J");
    }
    let stranger = refused(&console, add("Ralf", Some(person(9)))).await;
    assert_eq!(stranger, format!("there is no account of {}", person(9)));
    let member = ReviewerCommand::Member {
        name: "Rita".to_owned(),
        user_id: person(9),
    };
    let stranger = refused(&console, member).await;
    assert_eq!(stranger, format!("there is no account of {}", person(9)));
    assert_eq!(acts(&console).await, acts_before);
}
