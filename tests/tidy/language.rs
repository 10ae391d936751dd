//! The language of comments and documents: full sentences, plain words, and no reference to a file
//! that is not there.

use std::collections::BTreeSet;

use crate::comments::{Comment, comments_of, openings_of};
use crate::files::{File, check_none, files_below, paths_below};

/// The first words that a doc comment never has, because they open a clause without a subject.
const HEADLESS: &[&str] = &[
    "As",
    "Else",
    "How",
    "Kept",
    "Made",
    "Nobody",
    "Of",
    "One",
    "Otherwise",
    "So",
    "Taken",
    "That",
    "Told",
    "What",
    "Whatever",
    "Where",
    "Wherever",
    "Whether",
    "Which",
    "Whichever",
    "Who",
    "Whoever",
    "Whom",
    "Whose",
    "Why",
];

/// The first words that are right if a comma and a main clause follow: "If the file is gone,
/// answers E003."
const NEEDS_A_COMMA: &[&str] = &[
    "After", "Although", "Because", "Before", "Behind", "Between", "Beyond", "By", "For", "From",
    "If", "In", "On", "Once", "Since", "To", "Under", "Unless", "Until", "When", "While", "With",
    "Without",
];

/// Words that hide the subject, or that the field has a better word for.
///
/// A `#` stands for a number.
const BANNED: &[(&str, &str)] = &[
    (
        "whoever",
        "name the actor: the caller, the client, the operator",
    ),
    ("whomever", "name the person"),
    ("whosoever", "name the actor"),
    (
        "nobody",
        "say \"no caller\", \"no person\", or name what fails",
    ),
    ("nobody's", "say \"unattached\" or \"orphaned\""),
    ("somebody", "name the actor"),
    ("somebody's", "name the owner"),
    ("anybody", "name the actor"),
    ("anybody's", "name the owner"),
    ("one's", "name the owner"),
    ("anew", "say \"again\" or \"new\""),
    ("twin", "say \"concurrent duplicate\" or \"counterpart\""),
    ("twins", "say \"concurrent duplicates\" or \"counterparts\""),
    ("told by", "name what shows it"),
    ("is told", "say who says what to whom"),
    ("are told", "say who says what to whom"),
    ("was told", "say who said what to whom"),
    ("were told", "say who said what to whom"),
    ("is asked", "say who asks whom for what"),
    ("are asked", "say who asks whom for what"),
    ("so many", "give the number its name"),
    ("as it is", "say \"unchanged\""),
    ("for good", "say \"permanently\""),
    ("for want of", "say \"without\""),
    ("noughts", "say \"zeros\""),
    ("untaken", "say \"unattached\""),
    ("mend", "say \"fix\" or \"repair\""),
    ("mends", "say \"fixes\" or \"repairs\""),
    ("mended", "say \"fixed\" or \"repaired\""),
    ("good token", "say \"valid token\""),
    ("bad token", "say \"invalid token\""),
    ("copy of the server", "say \"instance\""),
    ("copies of the server", "say \"instances\""),
    ("the seed,", "cite a file of this repository"),
    ("the seed says", "cite a file of this repository"),
    ("the seed's", "cite a file of this repository"),
    ("in the seed", "cite a file of this repository"),
    ("the API page", "cite a file of this repository"),
    ("page of the API", "cite a file of this repository"),
    ("issue #", "say what the issue says"),
    ("journey #", "name the journey by its purpose"),
    (
        "section #",
        "cite a file of this repository, or an RFC with its number",
    ),
];

fn check(rule: &str, find: impl Fn(&File) -> Vec<String>) {
    let files = files_below("");
    let found: Vec<String> = files.iter().flat_map(find).collect();
    check_none(rule, &found);
}

/// Returns the complaint about the opening of a doc comment, if there is one.
fn fault_of_opening(paragraph: &str) -> Option<String> {
    let first: String = paragraph
        .chars()
        .take_while(|letter| letter.is_alphanumeric() || *letter == '\'')
        .collect();
    if HEADLESS.contains(&first.as_str()) {
        return Some(format!("opens with \"{first}\""));
    }
    let sentence = paragraph.split(". ").next().unwrap_or(paragraph);
    (NEEDS_A_COMMA.contains(&first.as_str()) && !sentence.contains(','))
        .then(|| format!("opens with \"{first}\" and has no comma before a main clause"))
}

/// Returns the banned words of a line, each with the advice.
fn banned_words_of(line: &str) -> Vec<String> {
    let cites_a_standard = line.contains("RFC");
    let found = BANNED.iter().filter(|(phrase, _)| {
        !(cites_a_standard && phrase.starts_with("section")) && contains_phrase(line, phrase)
    });
    found
        .map(|(phrase, advice)| format!("\"{phrase}\": {advice}"))
        .collect()
}

fn contains_phrase(line: &str, phrase: &str) -> bool {
    let line = line.to_lowercase();
    let phrase = phrase.to_lowercase();
    let (words, needs_a_number) = match phrase.strip_suffix('#') {
        Some(words) => (words, true),
        None => (phrase.as_str(), false),
    };
    let is_word = |letter: char| letter.is_alphanumeric() || "_-'’".contains(letter);
    line.match_indices(words).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + words.len()..].chars().next();
        !before.is_some_and(is_word)
            && if needs_a_number {
                after.is_some_and(|letter| letter.is_ascii_digit())
            } else {
                !after.is_some_and(is_word)
            }
    })
}

/// The folders in which a path is checked even if it names no file ending.
const FOLDERS: &[&str] = &[
    "core/src/",
    "docs/",
    "fuzz/",
    "server/src/",
    "server/tests/",
    "tests/",
    "wasm/src/",
    "web/src/",
];
const ENDINGS: &[&str] = &[".md", ".rs", ".ts", ".tsx", ".mjs", ".py", ".sh", ".toml"];
/// The folders that builds write and git ignores, and the settings file of an operator.
const NOT_COMMITTED: &[&str] = &[
    "target/",
    "web/dist/",
    "wasm/pkg/",
    "node_modules/",
    "fuzz/artifacts/",
    "enmusubi.toml/",
];

/// Returns the files that a line names and that are not in the repository.
fn missing_files_of(line: &str, folder: &str, paths: &BTreeSet<String>) -> Vec<String> {
    let is_of_a_path =
        |letter: char| letter.is_ascii_alphanumeric() || "_-./*<>{}$@~".contains(letter);
    line.split(|letter| !is_of_a_path(letter))
        .map(|token| token.trim_end_matches('.'))
        .filter(|token| names_a_file(token))
        .filter(|token| !is_there(token.trim_start_matches("./"), folder, paths))
        .map(str::to_owned)
        .collect()
}

fn names_a_file(token: &str) -> bool {
    // An address has two slashes after its `:`.
    let is_an_address = token.starts_with("//");
    let is_a_placeholder =
        |part: &str| part.len() > 1 && part.chars().all(|letter| letter.is_ascii_uppercase());
    let is_a_pattern =
        token.contains(['*', '<', '{', '$', '@', '~']) || token.split('/').any(is_a_placeholder);
    let has_a_name = |ending: &&str| token.len() > ending.len() && token.ends_with(*ending);
    !is_an_address
        && !is_a_pattern
        && (ENDINGS.iter().any(has_a_name)
            || FOLDERS.iter().any(|folder| token.starts_with(folder)))
}

fn is_there(token: &str, folder: &str, paths: &BTreeSet<String>) -> bool {
    let mut from_folder: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in token.split('/') {
        match part {
            ".." => drop(from_folder.pop()),
            "." | "" => {}
            name => from_folder.push(name),
        }
    }
    let from_folder = from_folder.join("/");
    let token = token.trim_end_matches('/');
    let below = format!("{token}/");
    let inner = format!("/{token}");
    NOT_COMMITTED.iter().any(|path| below.contains(path))
        || paths.iter().any(|path| {
            path == token
                || *path == from_folder
                || path.starts_with(&below)
                || path.starts_with(&format!("{from_folder}/"))
                || path.ends_with(&inner)
        })
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[test]
fn a_doc_comment_opens_with_a_noun_or_a_verb() {
    let rule = format!(
        "Open a doc comment with the noun that it names, or with a verb (\"Returns …\", \"True if …\"). \
         Never open with {}. After {} a comma and a main clause must follow",
        HEADLESS.join(", "),
        NEEDS_A_COMMA.join(", ")
    );
    check(&rule, |file| {
        let faults = openings_of(file)
            .into_iter()
            .filter_map(|Comment { line, text }| {
                let fault = fault_of_opening(&text)?;
                Some(format!("{}:{line}: {fault}: {text}", file.path))
            });
        faults.collect()
    });
}

#[test]
fn comments_and_documents_use_plain_words() {
    check("Say who does what, in the words of the field", |file| {
        let lines = comments_of(file).into_iter();
        lines
            .flat_map(|Comment { line, text }| {
                let faults = banned_words_of(&text).into_iter();
                faults.map(move |fault| format!("{}:{line}: {fault}", file.path))
            })
            .collect()
    });
}

#[test]
fn comments_and_documents_name_files_that_are_there() {
    let paths: BTreeSet<String> = paths_below("").into_iter().collect();
    check("Name only files of this repository", |file| {
        let lines = comments_of(file).into_iter();
        lines
            .flat_map(|Comment { line, text }| {
                let missing = missing_files_of(&text, folder_of(&file.path), &paths).into_iter();
                missing.map(move |name| format!("{}:{line}: {name}", file.path))
            })
            .collect()
    });
}

#[test]
fn a_headless_opening_is_found_and_a_full_one_passes() {
    for bad in [
        "What the server answers.",
        "Whether it is late.",
        "One answer.",
        "If it is late.",
        "For each round.",
    ] {
        assert!(fault_of_opening(bad).is_some(), "{bad}");
    }
    for good in [
        "Returns what the server answers.",
        "True if the session has ended.",
        "If the file is gone, answers E012.",
        "`What` is the name of the type.",
        "Ones and zeros.",
    ] {
        assert_eq!(fault_of_opening(good), None, "{good}");
    }
}

#[test]
fn a_banned_word_is_found_and_its_neighbours_pass() {
    for bad in [
        "Whoever asks waits.",
        "as in issue 17",
        "(Section 4.2)",
        "a twin, late",
        "the seed, in short",
        "Nobody's file",
    ] {
        assert_eq!(banned_words_of(bad).len(), 1, "{bad}");
    }
    for good in [
        "RFC 9110, section 15.5.1",
        "an issue of taste",
        "the seeds of chance",
        "amended",
        "twin-set",
    ] {
        assert_eq!(banned_words_of(good), Vec::<String>::new(), "{good}");
    }
}

#[test]
fn a_missing_file_is_found_and_the_others_pass() {
    let paths = ["docs/a.md", "server/src/main.rs", "tests/README.md"];
    let paths: BTreeSet<String> = paths.map(str::to_owned).into();
    for bad in [
        "see docs/b.md.",
        "`server/src/lost.rs`",
        "[x](../lost.md)",
        "core/src/field",
    ] {
        assert_eq!(missing_files_of(bad, "docs", &paths).len(), 1, "{bad}");
    }
    for good in [
        "see docs/a.md, and a.md",
        "[tests](../tests/README.md#run)",
        "in server/src and main.rs",
        "https://example.com/docs/b.md",
        "each docs/*.md",
        "target/debug/x.toml",
        "text/html",
        "fuzz/corpus/TARGET",
        "core/profile",
    ] {
        assert_eq!(
            missing_files_of(good, "docs", &paths),
            Vec::<String>::new(),
            "{good}"
        );
    }
}
