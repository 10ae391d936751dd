//! The files of `tests/vectors/profile`, compiled in, because a browser cannot read files.

use crate::case::Case;

/// A file of cases.
#[derive(Debug, Clone, Copy)]
pub struct Topic {
    /// The file's name without its ending.
    pub name: &'static str,
    /// The content of the file.
    pub json: &'static str,
}

macro_rules! topics {
    ($($name:literal),+ $(,)?) => {
        /// Returns every topic.
        pub const fn topics() -> &'static [Topic] {
            &[$(Topic {
                name: $name,
                json: include_str!(concat!("../../vectors/profile/", $name, ".json")),
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

/// Returns the cases of a topic.
///
/// # Panics
/// Panics if the topic does not exist, or its file is invalid.
pub fn cases(name: &str) -> Vec<Case> {
    let topic = topics()
        .iter()
        .find(|topic| topic.name == name)
        .unwrap_or_else(|| panic!("no vectors about {name}"));
    serde_json::from_str(topic.json).unwrap_or_else(|error| panic!("{name}.json: {error}"))
}
