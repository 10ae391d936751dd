//! The texts in LINE, in each language of the app.
//!
//! A locked screen shows the summary only. No text names a person, an employer or the purpose of the app.

use enmusubi_core::language::Language;
use enmusubi_core::service::MessageTopic;
use serde_json::{Value, json};

/// The language of a person whose client has named none.
pub(super) const FALLBACK: Language = Language::TraditionalChinese;

/// Returns the message about these topics, or a general one without topics. Its button opens this address.
pub(super) fn news(language: Language, topics: &[MessageTopic], url: &str) -> Value {
    let mut lines: Vec<_> = topics
        .iter()
        .map(|topic| line_of(language, *topic))
        .collect();
    if lines.is_empty() {
        lines.push(several(language));
    }
    let summary = match lines.as_slice() {
        [line] => line,
        _ => several(language),
    };
    with_button(language, summary, &lines, url)
}

/// Returns the greeting of a new friend, which opens the app.
pub(super) fn welcome(language: Language, url: &str) -> Value {
    let greeting = match language {
        Language::English => "Thank you for adding us. You can open the app here.",
        Language::Japanese => "友だち追加ありがとうございます。こちらからアプリを開けます。",
        Language::TraditionalChinese => "感謝你加入好友。你可以在這裡開啟 App。",
    };
    with_button(language, greeting, &[greeting], url)
}

/// Returns the answer to a text: it says where to write.
pub(super) fn where_to_write(language: Language, contact: &str) -> Value {
    let text = match language {
        Language::English => {
            format!("Nobody reads messages here. Please write to us at {contact}")
        }
        Language::Japanese => format!(
            "このトークへのメッセージは確認しておりません。お問い合わせは次の連絡先へお願いします：{contact}"
        ),
        Language::TraditionalChinese => {
            format!("我們不會查看這裡的訊息。如需協助，請透過以下方式聯絡我們：{contact}")
        }
    };
    json!({ "type": "text", "text": text })
}

const fn line_of(language: Language, topic: MessageTopic) -> &'static str {
    match (language, topic) {
        (Language::English, MessageTopic::Review) => "There is news from us.",
        (Language::English, MessageTopic::Match) => "Good news is waiting for you.",
        (Language::English, MessageTopic::Note) => "You have a new message.",
        (Language::English, MessageTopic::Introductions) => "There is something new for you today.",
        (Language::Japanese, MessageTopic::Review) => "運営からのお知らせがあります。",
        (Language::Japanese, MessageTopic::Match) => "うれしいお知らせがあります。",
        (Language::Japanese, MessageTopic::Note) => "新しいメッセージがあります。",
        (Language::Japanese, MessageTopic::Introductions) => "今日の新着があります。",
        (Language::TraditionalChinese, MessageTopic::Review) => "我們有新的通知給你。",
        (Language::TraditionalChinese, MessageTopic::Match) => "有好消息等著你。",
        (Language::TraditionalChinese, MessageTopic::Note) => "你有新訊息。",
        (Language::TraditionalChinese, MessageTopic::Introductions) => "今天有新內容等你查看。",
    }
}

const fn several(language: Language) -> &'static str {
    match language {
        Language::English => "You have news.",
        Language::Japanese => "新しいお知らせがあります。",
        Language::TraditionalChinese => "你有新的通知。",
    }
}

const fn open(language: Language) -> &'static str {
    match language {
        Language::English => "Open",
        Language::Japanese => "開く",
        Language::TraditionalChinese => "開啟",
    }
}

/// Returns a bubble with these lines and a button. LINE shows the summary on a locked screen and in the list of chats.
fn with_button(language: Language, summary: &str, lines: &[&str], url: &str) -> Value {
    let lines: Vec<_> = lines
        .iter()
        .map(|line| json!({ "type": "text", "text": line, "wrap": true }))
        .collect();
    let action = json!({ "type": "uri", "label": open(language), "uri": url });
    json!({
        "type": "flex",
        "altText": summary,
        "contents": {
            "type": "bubble",
            "body": { "type": "box", "layout": "vertical", "spacing": "md", "contents": lines },
            "footer": {
                "type": "box",
                "layout": "vertical",
                "contents": [{ "type": "button", "style": "primary", "action": action }],
            },
        },
    })
}
