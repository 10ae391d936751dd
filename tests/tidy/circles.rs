//! No two rooms of the server import each other, directly or through further rooms.

use std::collections::{BTreeMap, BTreeSet};

use crate::files::{File, check_none, sources_below};

/// The imports of rooms from other rooms.
type Arrows = BTreeMap<String, BTreeSet<String>>;

#[test]
fn the_rooms_of_the_server_form_no_circle() {
    for (folder, path) in [
        ("server/src/", "crate::"),
        ("server/src/features/", "crate::features::"),
        ("server/src/store/", "crate::store::"),
        ("server/src/features/review/", "crate::features::review::"),
    ] {
        let files = sources_below(folder, &[".rs"]);
        let arrows = arrows_of(&files, folder, path);
        assert!(arrows.len() > 5, "{folder}: {arrows:?}");
        check_none("imports form a circle", &circle_of(arrows));
    }
}

/// Returns the arrows between the rooms of a folder, without the arrows of tests. A file whose module is a room may
/// also name another room by a relative path.
fn arrows_of(files: &[File], folder: &str, path: &str) -> Arrows {
    let mut arrows = Arrows::new();
    for file in files {
        let place = file.path[folder.len()..].trim_end_matches(".rs");
        let parts: Vec<&str> = place.split('/').collect();
        let room = parts[0];
        let is_test = parts
            .iter()
            .any(|it| ["tests", "testing", "plans"].contains(it));
        if ["lib", "main", "mod"].contains(&room) || is_test {
            continue;
        }
        let is_room = parts.len() == 1 || parts[1..] == ["mod"];
        let relative = is_room.then_some("super::");
        let code = without_tests(&file.text);
        let seen = arrows.entry(room.to_owned()).or_default();
        for prefix in [Some(path), relative].into_iter().flatten() {
            seen.extend(names_after(prefix, &code));
        }
    }
    let rooms: BTreeSet<String> = arrows.keys().cloned().collect();
    for (room, seen) in &mut arrows {
        seen.retain(|other| other != room && rooms.contains(other));
    }
    arrows
}

/// Returns the text without comments and without the modules of tests, which end at a bracket in the first column.
fn without_tests(text: &str) -> String {
    let mut code = String::new();
    let mut is_test = false;
    for line in text.lines().filter(|line| !line.trim().starts_with("//")) {
        is_test |= line == "#[cfg(test)]";
        if !is_test {
            code.push_str(line);
            code.push('\n');
        }
        let is_end = line == "}" || line.ends_with(';') || line.ends_with(" }");
        is_test &= line.starts_with(' ') || !is_end;
    }
    code
}

/// Returns the first name of each path that begins with `prefix`, and of each in its braces.
fn names_after(prefix: &str, text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (start, _) in text.match_indices(prefix) {
        let is_whole = !text[..start].ends_with([':', '_']);
        let rest = &text[start + prefix.len()..];
        let mut depth = 0;
        let mut name = String::new();
        for character in rest.chars().filter(|_| is_whole) {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                'a'..='z' | '_' | '0'..='9' if depth <= 1 => {
                    name.push(character);
                    continue;
                }
                _ => {}
            }
            // Within braces, the later names of a path are taken too. They can only add an arrow.
            if !name.is_empty() && (depth == 0 || [',', ':', '}', '{'].contains(&character)) {
                names.push(std::mem::take(&mut name));
            }
            if depth == 0 || character == ';' {
                break;
            }
        }
    }
    names
}

/// Returns the arrows that are left when each room that imports no other one has gone.
fn circle_of(mut arrows: Arrows) -> Vec<String> {
    loop {
        let rooms: BTreeSet<String> = arrows.keys().cloned().collect();
        for seen in arrows.values_mut() {
            seen.retain(|room| rooms.contains(room));
        }
        let n_rooms = arrows.len();
        arrows.retain(|_, seen| !seen.is_empty());
        if arrows.len() == n_rooms {
            break;
        }
    }
    let left = arrows.into_iter();
    left.map(|(room, seen)| format!("{room} -> {seen:?}"))
        .collect()
}

#[test]
fn a_circle_is_found_and_a_chain_is_not() {
    let file = |path: &str, text: &str| File {
        path: format!("src/{path}"),
        text: text.to_owned(),
    };
    let mut files = vec![
        file("a.rs", "use crate::{b::B, error::Error};\n// crate::c::C"),
        file("b/mod.rs", "use crate::c::{self, C};"),
        file(
            "c.rs",
            "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\nuse super::e::E;",
        ),
        file("e.rs", "#[cfg(test)]\nmod tests;"),
    ];
    let arrows = arrows_of(&files, "src/", "crate::");
    assert!(arrows["a"].contains("b") && arrows["b"].contains("c") && arrows["c"].contains("e"));
    assert_eq!(circle_of(arrows), Vec::<String>::new());
    files.push(file("c/d.rs", "fn d() { crate::a::go() }"));
    let arrows = arrows_of(&files, "src/", "crate::");
    assert_eq!(circle_of(arrows).len(), 3);
}
