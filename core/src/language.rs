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
