//! The files of `tests/vectors/profile`, built in so that they exist in a browser too.

use crate::case::Case;

/// One file of cases.
#[derive(Debug, Clone, Copy)]
pub struct Topic {
    /// The file's name without its ending.
    pub name: &'static str,
    /// What is in it.
    pub json: &'static str,
}

macro_rules! topics {
    ($($name:literal),+ $(,)?) => {
        /// Every topic.
        pub const fn topics() -> &'static [Topic] {
            &[$(Topic {
                name: $name,
                json: include_str!(concat!("../vectors/profile/", $name, ".json")),
            }),+]
        }
    };
}

topics![
    "birthday",
    "conditions",
    "document",
    "identity",
    "numbers",
    "photos",
    "place",
    "several",
    "tags",
    "text",
    "verification",
    "words",
];

/// The cases of one topic.
///
/// # Panics
/// When there is no such topic, or its file is not what it should be.
pub fn cases(name: &str) -> Vec<Case> {
    let topic = topics()
        .iter()
        .find(|topic| topic.name == name)
        .unwrap_or_else(|| panic!("no vectors about {name}"));
    serde_json::from_str(topic.json).unwrap_or_else(|error| panic!("{name}.json: {error}"))
}
