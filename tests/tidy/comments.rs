//! The comments of a file, found line by line.

use crate::files::File;

/// A line of a comment or of a document, or the first paragraph of a doc comment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Comment {
    /// The number of the line, from 1.
    pub(crate) line: usize,
    /// The text without the marks of a comment.
    pub(crate) text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Rust,
    Slashes,
    Hashes,
    Markdown,
}

fn syntax_of(path: &str) -> Option<Syntax> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match (name, ending) {
        (_, "rs") => Some(Syntax::Rust),
        (_, "ts" | "tsx" | "mjs" | "js" | "css") => Some(Syntax::Slashes),
        ("justfile" | "just" | "run" | "Dockerfile", _)
        | (_, "toml" | "sh" | "py" | "just" | "yaml" | "yml") => Some(Syntax::Hashes),
        (_, "md") => Some(Syntax::Markdown),
        _ => None,
    }
}

/// Returns each line of prose: comments of source files, and documents without their blocks of code.
pub(crate) fn comments_of(file: &File) -> Vec<Comment> {
    let Some(syntax) = syntax_of(&file.path) else {
        return Vec::new();
    };
    let mut is_in_block = false;
    let mut is_in_code = false;
    let mut found = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let trimmed = line.trim();
        let text = match syntax {
            Syntax::Markdown => {
                let is_fence = trimmed.starts_with("```");
                is_in_code ^= is_fence;
                (!is_in_code && !is_fence).then_some(trimmed)
            }
            Syntax::Hashes if trimmed.starts_with("#!") => None,
            Syntax::Hashes => after_mark(trimmed, "#"),
            Syntax::Rust | Syntax::Slashes if is_in_block || trimmed.starts_with("/*") => {
                is_in_block = !trimmed.ends_with("*/");
                Some(trimmed.trim_matches(['/', '*', ' ']))
            }
            Syntax::Rust | Syntax::Slashes => after_mark(trimmed, "//"),
        };
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            found.push(Comment {
                line: index + 1,
                text: text.to_owned(),
            });
        }
    }
    found
}

/// Returns the comment of a line of code.
///
/// A mark within a string is no comment: an odd number of quotes stands before it.
fn after_mark<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    let start = if line.starts_with(mark) {
        0
    } else {
        let start = line.find(&format!(" {mark} "))? + 1;
        let n_quotes = line[..start].matches(['"', '`']).count();
        if n_quotes % 2 == 1 {
            return None;
        }
        start
    };
    Some(line[start..].trim_start_matches(['/', '#', '!', ' ']))
}

/// Returns the first paragraph of each doc comment: `///`, `//!`, and `/**` in TypeScript.
pub(crate) fn openings_of(file: &File) -> Vec<Comment> {
    match syntax_of(&file.path) {
        Some(Syntax::Rust) => rust_openings(&file.text),
        Some(Syntax::Slashes) => block_openings(&file.text),
        _ => Vec::new(),
    }
}

fn rust_openings(text: &str) -> Vec<Comment> {
    let mark_of = |line: &str| {
        ["///", "//!"]
            .into_iter()
            .find(|mark| line.starts_with(mark))
    };
    let lines = text.lines().map(str::trim).enumerate();
    openings(lines.map(|(index, line)| {
        let mark = mark_of(line);
        (
            index + 1,
            mark,
            mark.map_or("", |mark| line[mark.len()..].trim()),
        )
    }))
}

fn block_openings(text: &str) -> Vec<Comment> {
    let mut is_in_block = false;
    let lines = text.lines().map(str::trim).enumerate();
    openings(lines.map(|(index, line)| {
        is_in_block |= line.starts_with("/**");
        let mark = is_in_block.then_some("/**");
        if line.ends_with("*/") {
            is_in_block = false;
        }
        (index + 1, mark, line.trim_matches(['/', '*', ' ']))
    }))
}

/// Joins the first paragraph of each run of lines that have the same mark.
fn openings<'a>(
    lines: impl Iterator<Item = (usize, Option<&'static str>, &'a str)>,
) -> Vec<Comment> {
    let mut found: Vec<Comment> = Vec::new();
    let mut last_mark = None;
    let mut is_open = false;
    for (line, mark, text) in lines {
        if mark.is_some() && mark != last_mark {
            found.push(Comment {
                line,
                text: String::new(),
            });
            is_open = true;
        }
        last_mark = mark;
        let Some(comment) = found.last_mut().filter(|_| is_open && mark.is_some()) else {
            continue;
        };
        if text.is_empty() {
            is_open = comment.text.is_empty();
        } else {
            let gap = if comment.text.is_empty() { "" } else { " " };
            comment.text = format!("{}{gap}{text}", comment.text);
        }
    }
    found
}

fn file(path: &str, text: &str) -> File {
    File {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}

fn texts(comments: Vec<Comment>) -> Vec<String> {
    comments.into_iter().map(|comment| comment.text).collect()
}

#[test]
fn comments_are_found_and_strings_are_not() {
    let rust = "/// A doc.\nlet a = \"// no\"; // yes\nlet b = \"a // b\";\n/* block\n * more */\n";
    assert_eq!(
        texts(comments_of(&file("a.rs", rust))),
        ["A doc.", "yes", "block", "more"]
    );
    let shell = "#!/bin/sh\n# first\nrun # second\necho \"a # b\"\n";
    assert_eq!(
        texts(comments_of(&file("a.sh", shell))),
        ["first", "second"]
    );
    let markdown = "A line.\n```\n# code\n```\nAnother.\n";
    assert_eq!(
        texts(comments_of(&file("a.md", markdown))),
        ["A line.", "Another."]
    );
    assert_eq!(comments_of(&file("a.json", "// no")), []);
}

#[test]
fn each_doc_comment_opens_once_and_with_its_whole_paragraph() {
    let rust = "//! The file,\n//! in two lines.\n//!\n//! More.\n\n/// A type.\nstruct A;\n/// Another.\n";
    let openings = openings_of(&file("a.rs", rust));
    assert_eq!(openings[1].line, 6);
    assert_eq!(
        texts(openings),
        ["The file, in two lines.", "A type.", "Another."]
    );
    let typescript = "/** A. */\nconst a = 1;\n/**\n * B,\n * too.\n *\n * More.\n */\n";
    assert_eq!(
        texts(openings_of(&file("a.ts", typescript))),
        ["A.", "B, too."]
    );
}
