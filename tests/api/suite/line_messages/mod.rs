//! Messages in LINE about news, and the events of the official account.

mod budget;
mod check;
mod choices;
mod failures;
mod sending;
mod shares;
mod webhook;

use enmusubi_line_platform::{CHANNEL_ACCESS_TOKEN, Change, Fault, MESSAGING_SECRET};

use crate::suite::prelude::*;

const LIFF_URL: &str = "https://liff.line.me/1234567890-abcdefgh";

pub(crate) fn with_messages(settings: &mut Settings) {
    settings.line_channel_access_token = Some(CHANNEL_ACCESS_TOKEN.to_owned());
    settings.line_messaging_channel_secret = Some(MESSAGING_SECRET.to_owned());
    settings.line_contact = Some("help@example.com".to_owned());
}

async fn start() -> TestApp {
    TestApp::start_with(with_messages).await
}

async fn start_with_limit(per_month: u32) -> TestApp {
    TestApp::start_with(|settings| {
        with_messages(settings);
        settings.line_messages_per_month = Some(per_month.to_string());
    })
    .await
}

/// A message as the person sees it: the text on a locked screen, all lines, and the page that it opens.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    to: String,
    summary: String,
    lines: Vec<String>,
    path: String,
}

/// Sends what is due. Returns all messages that LINE has accepted.
async fn pushed(app: &TestApp) -> Vec<Seen> {
    app.running
        .app
        .line_messages
        .as_ref()
        .unwrap()
        .send_due()
        .await
        .unwrap();
    let pushed = app.line.records().pushed.into_iter();
    let seen = pushed.map(|push| {
        let [message] = push.messages.as_slice() else {
            panic!("a push has one message")
        };
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let lines = &message["contents"]["body"]["contents"];
        let action = &message["contents"]["footer"]["contents"][0]["action"];
        let url = text(&action["uri"]);
        Seen {
            to: push.to,
            summary: text(&message["altText"]),
            lines: lines
                .as_array()
                .unwrap()
                .iter()
                .map(|line| text(&line["text"]))
                .collect(),
            path: url.strip_prefix(LIFF_URL).unwrap().to_owned(),
        }
    });
    seen.collect()
}

/// Sends what is due. Returns the number of messages that LINE has accepted.
async fn n_pushed(app: &TestApp) -> usize {
    pushed(app).await.len()
}

/// Makes people unreachable: they have blocked the account, or are not its friends.
fn set_unreachable(app: &TestApp, people: &[String]) {
    app.line.change(Change {
        unreachable: Some(people.to_vec()),
        ..Change::default()
    });
}

/// All calls of the Messaging API fail. Signing in with LINE works.
fn official_account_down() -> Fault {
    Fault {
        call: "/v2/bot".to_owned(),
        ..Fault::everything_down()
    }
}
