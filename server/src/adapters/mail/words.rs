//! The sentences of the mails, in each language of the app.
//!
//! A mail says neither what the app is for nor which employer it is about: who reads along in a
//! company's mailbox learns that somebody asked for a code.

/// A language we write in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Language {
    #[default]
    English,
    Japanese,
    TraditionalChinese,
}

impl Language {
    /// The language for the first part of a language tag, in lower case: Chinese of any kind is written
    /// in the signs we have.
    pub(crate) fn find(primary: &str) -> Option<Self> {
        match primary {
            "en" => Some(Self::English),
            "ja" => Some(Self::Japanese),
            "zh" => Some(Self::TraditionalChinese),
            _ => None,
        }
    }
}

/// Subject and text of the mail that brings a code.
pub(crate) fn confirmation_code(language: Language, code: &str) -> (String, String) {
    match language {
        Language::English => (
            format!("Your code: {code}"),
            format!(
                "Your code is {code}\n\nIt can be used once, within 15 minutes.\n\n\
                 If you did not ask for it, you can ignore this mail. Give the code to nobody.\n"
            ),
        ),
        Language::Japanese => (
            format!("確認コード：{code}"),
            format!(
                "確認コードは {code} です。\n\n有効期限は 15 分で、一度だけ使えます。\n\n\
                 お心当たりのない場合は、このメールを無視してください。コードは誰にも教えないでください。\n"
            ),
        ),
        Language::TraditionalChinese => (
            format!("驗證碼：{code}"),
            format!(
                "您的驗證碼是 {code}\n\n請在 15 分鐘內使用，限用一次。\n\n\
                 如果您沒有要求驗證碼，請忽略這封郵件。請勿將驗證碼告訴任何人。\n"
            ),
        ),
    }
}
