//! No two rooms of the server import each other, directly or through further rooms.

use std::collections::{BTreeMap, BTreeSet};

use crate::files::{File, check_none, sources_below};

/// The imports of rooms from other rooms.
type Arrows = BTreeMap<String, BTreeSet<String>>;

#[test]
fn the_rooms_of_the_server_form_no_circle() {
    for (folder, path, relative) in [
        ("server/src/", "crate::", None),
        ("server/src/features/", "crate::features::", None),
        ("server/src/store/", "crate::store::", None),
        (
            "server/src/features/review/",
            "crate::features::review::",
            Some("super::"),
        ),
    ] {
        let files = sources_below(folder, &[".rs"]);
        let arrows = arrows_of(&files, folder, path, relative);
        assert!(arrows.len() > 5, "{folder}: {arrows:?}");
        check_none("imports form a circle", &circle_of(arrows));
    }
}

/// Returns the arrows between the rooms of a folder, without those of tests. Files in the folder itself may also name
/// another room by a relative path.
fn arrows_of(files: &[File], folder: &str, path: &str, relative: Option<&str>) -> Arrows {
    let mut arrows = Arrows::new();
    for file in files {
        let place = &file.path[folder.len()..];
        let room = place.split('/').next().unwrap();
        let is_in_folder = room == place;
        let room = room.trim_end_matches(".rs");
        if ["lib", "main", "mod", "testing"].contains(&room) || place.contains("test") {
            continue;
        }
        let text = file.text.split("#[cfg(test)]\nmod ").next().unwrap();
        let relative = relative.filter(|_| is_in_folder);
        let seen = arrows.entry(room.to_owned()).or_default();
        for prefix in [Some(path), relative].into_iter().flatten() {
            seen.extend(names_after(prefix, text));
        }
    }
    let rooms: BTreeSet<String> = arrows.keys().cloned().collect();
    for (room, seen) in &mut arrows {
        seen.retain(|other| other != room && rooms.contains(other));
    }
    arrows
}

/// Returns the first name of each path that begins with `prefix`, and of each in its braces.
fn names_after(prefix: &str, text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let code = text.lines().filter(|line| !line.trim().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    for (start, _) in code.match_indices(prefix) {
        let is_whole = !code[..start].ends_with([':', '_']);
        let rest = &code[start + prefix.len()..];
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
            // The rest of a path names no room of this folder.
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
        file("c.rs", "#[cfg(test)]\nmod tests { use crate::a::A; }"),
    ];
    let arrows = arrows_of(&files, "src/", "crate::", None);
    assert!(arrows["a"].contains("b") && arrows["b"].contains("c"));
    assert_eq!(circle_of(arrows), Vec::<String>::new());
    files.push(file("c/d.rs", "fn d() { crate::a::go() }"));
    let arrows = arrows_of(&files, "src/", "crate::", None);
    assert_eq!(circle_of(arrows).len(), 3);
}
