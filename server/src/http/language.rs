//! The language in which the server speaks to a caller. Calls of the page send the language of the app, which may
//! differ from the language of the browser. Requests for a page itself send that of the browser.

use enmusubi_core::language::Language;
use poem::Request;
use poem::http::header;

use crate::http::weighted_list;

/// Returns the language that `Accept-Language` prefers, as [`Language::choose`] does. Returns `None` if the header
/// names no language.
pub(crate) fn language_of(request: &Request) -> Option<Language> {
    best_of(request.header(header::ACCEPT_LANGUAGE)?)
}

/// Chooses among the languages by their weight, and by their order if they weigh the same (RFC 9110, 12.5.4).
fn best_of(list: &str) -> Option<Language> {
    let mut wanted: Vec<(String, f32)> = weighted_list::items_of(list)
        .filter(|(tag, weight)| *weight > 0.0 && !matches!(tag.as_str(), "" | "*"))
        .collect();
    wanted.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let tags = wanted.iter().map(|(tag, _)| tag.as_str());
    (!wanted.is_empty()).then(|| Language::choose(tags))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_with_the_highest_weight_is_preferred() {
        let (english, japanese) = (Some(Language::English), Some(Language::Japanese));
        let chinese = Some(Language::TraditionalChinese);
        for (list, language) in [
            ("", None),
            ("en", english),
            ("ja", japanese),
            ("JA-jp", japanese),
            ("zh-TW", chinese),
            ("zh-Hant-TW,zh;q=0.9,en;q=0.8", chinese),
            ("zh-CN", chinese),
            ("en;q=0.2, ja;q=0.9", japanese),
            ("fr, ja;q=0.5, en;q=0.5", japanese),
            ("ja;q=0, en;q=0.1", english),
            ("ja;q=0", None),
            ("*", None),
            ("fr-FR, *;q=0.5", english),
            ("ko, ja;q=0.5", japanese),
            ("jav, enm", english),
            (";;,,", None),
            ("ja;q=NaN, zh;q=0.1", chinese),
            ("ja;Q=0.1, zh;q = 0.2", chinese),
            ("ja;q=x, zh;q=0.1", chinese),
        ] {
            assert_eq!(best_of(list), language, "{list}");
        }
    }
}
