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
    /// Returns the language for the first part of a language tag, in lower case. All variants of Chinese
    /// get traditional characters.
    pub fn find(primary: &str) -> Option<Self> {
        match primary {
            "en" => Some(Self::English),
            "ja" => Some(Self::Japanese),
            "zh" => Some(Self::TraditionalChinese),
            _ => None,
        }
    }
}
