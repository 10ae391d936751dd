//! The texts of the mails, in each language of the app.
//!
//! A mail names neither the purpose of the app nor the employer. A colleague who can read the mailbox
//! learns only that someone requested a code.

use enmusubi_core::language::Language;

/// Returns the subject and the text of the mail with a confirmation code.
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
