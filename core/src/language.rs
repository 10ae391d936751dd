//! The languages of the service.

words! {
    /// A language in which the service speaks to people, as a BCP 47 tag.
    Language {
        /// Chinese in traditional characters, as in Taiwan.
        TraditionalChinese = "zh-TW",
        /// Japanese.
        Japanese = "ja",
        /// English.
        English = "en",
    }
}

impl Language {
    /// Returns the first of the wanted languages that the service speaks. `tags` are BCP 47 tags (such as `ja-JP`) in
    /// the order of preference, as `navigator.languages` of a browser has them; all variants of Chinese get traditional
    /// characters. A person whose languages the service lacks gets English. A person who names no language gets
    /// Chinese, which most members speak.
    ///
    /// ```
    /// use enmusubi_core::language::Language;
    ///
    /// assert_eq!(Language::choose(["ko-KR", "ja-JP", "en"]), Language::Japanese);
    /// assert_eq!(Language::choose(["ko-KR"]), Language::English);
    /// assert_eq!(Language::choose([]), Language::TraditionalChinese);
    /// ```
    pub fn choose<'tag>(tags: impl IntoIterator<Item = &'tag str>) -> Self {
        let mut fallback = Self::TraditionalChinese;
        for tag in tags {
            match tag
                .split('-')
                .next()
                .map(str::to_ascii_lowercase)
                .as_deref()
            {
                None | Some("") => {}
                Some("zh") => return Self::TraditionalChinese,
                Some("ja") => return Self::Japanese,
                Some("en") => return Self::English,
                Some(_) => fallback = Self::English,
            }
        }
        fallback
    }
}

#[cfg(test)]
mod tests {
    use super::Language::{self, English, Japanese, TraditionalChinese};

    #[test]
    fn a_person_whose_languages_are_missing_gets_english() {
        for (tags, language) in [
            (&[][..], TraditionalChinese),
            (&[""], TraditionalChinese),
            (&["zh-CN"], TraditionalChinese),
            (&["JA-jp"], Japanese),
            (&["ko-KR", "ja"], Japanese),
            (&["", "en"], English),
            (&["ko"], English),
            (&["th-TH", "id"], English),
            (&["jav"], English),
        ] {
            assert_eq!(Language::choose(tags.iter().copied()), language, "{tags:?}");
        }
    }
}
