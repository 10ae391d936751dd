//! The rules of the web app that its compiler does not hold: rooms, routes and sentences.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use crate::files::{File, check_none, sources_below};

/// The rooms of `web/src`, floor by floor from the bottom. A room imports only from floors below its own.
const FLOORS: [&[&str]; 14] = [
    &["lib"],
    &["core", "logger", "navigation", "pictures", "storage"],
    &["ui"],
    &["image", "logos", "session", "version"],
    &["i18n"],
    &["liff", "toasts"],
    &["api", "overlays"],
    &["person"],
    &["guards", "member"],
    &["profile-form"],
    &["features"],
    &["pages"],
    &["routes"],
    &["app", "console"],
];

/// The features, floor by floor from the bottom. What many of them share is in rooms below `features`.
const FEATURES: [&[&str]; 3] = [
    &[
        "conversation",
        "edit",
        "friend",
        "language",
        "news",
        "policy",
        "profile",
        "safety",
        "settings",
    ],
    &["dev", "home", "introductions", "rights"],
    &["registration"],
];

/// The rooms that only the members' app loads: LINE's SDK, the session of a member, the members' pages.
const MEMBERS_ROOMS: [&str; 7] = [
    "app", "guards", "liff", "pages", "person", "routes", "session",
];

/// Attributes that a browser shows or a screen reader says.
const SPOKEN: [&str; 4] = ["alt", "aria-label", "placeholder", "title"];

/// Returns the sources of the web app, without tests and their helpers.
fn sources() -> Vec<File> {
    let mut files = sources_below("web/src/", &[".ts", ".tsx"]);
    files.retain(|file| {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        !name.contains(".test.") && !file.path.contains("testing") && !name.ends_with(".d.ts")
    });
    files
}

/// Returns the lines of code with their numbers, without comments.
fn code(file: &File) -> impl Iterator<Item = (usize, &str)> {
    let lines = file.text.lines().enumerate();
    lines
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| {
            !["//", "*", "/*", "{/*"]
                .iter()
                .any(|mark| line.starts_with(mark))
        })
        .map(|(number, line)| (number, line.split(" //").next().unwrap_or(line)))
}

/// Returns the texts between quotes of a line.
fn literals(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find(['"', '\'', '`']) {
        let (_, opened) = rest.split_at(start);
        let quote = &opened[..1];
        let Some((literal, after)) = opened[1..].split_once(quote) else {
            break;
        };
        found.push(literal);
        rest = after;
    }
    found
}

/// Returns the room of a path below `house`, or nothing for a file that lies beside the rooms.
fn room_in<'path>(house: &str, path: &'path str) -> Option<&'path str> {
    let (room, _) = path.strip_prefix(house)?.split_once('/')?;
    Some(room)
}

/// Returns the room of a path below `web/src`.
fn room_of(path: &str) -> Option<&str> {
    room_in("web/src/", path)
}

/// Returns true if the text of an import is a file of ours, and not a package.
fn is_path(text: &str) -> bool {
    text.starts_with("./") || text.starts_with("../") || text.starts_with("#/")
}

/// Returns the path that an import means: `#/` is `web/src`, and a dot is the importer's folder.
fn resolve(importer: &str, import: &str) -> String {
    if let Some(path) = import.strip_prefix("#/") {
        return format!("web/src/{path}");
    }
    let folder = Path::new(importer).parent().unwrap();
    let mut path = PathBuf::new();
    for part in folder.join(import).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path.to_str().unwrap().to_owned()
}

/// Returns the paths that a file imports when it runs. An import of types is gone by then.
fn imports_of(file: &File) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_type = false;
    for (_, line) in code(file) {
        is_type |= line.starts_with("import type ") || line.starts_with("export type {");
        let paths = literals(line).into_iter().filter(|text| is_path(text));
        let paths: Vec<String> = paths.map(|path| resolve(&file.path, path)).collect();
        let ends = line.contains(" from ") || line.ends_with(';');
        if !is_type {
            found.extend(paths);
        }
        is_type &= !ends;
    }
    found
}

/// Returns the sources that an entry of the build loads, directly or through other sources, at once or later.
fn loaded_by(entry: &str) -> BTreeSet<String> {
    let files: BTreeMap<String, File> = sources()
        .into_iter()
        .map(|file| (file.path.clone(), file))
        .collect();
    let mut loaded = BTreeSet::new();
    let mut waiting = vec![entry.to_owned()];
    while let Some(path) = waiting.pop() {
        let endings = ["", ".ts", ".tsx"];
        let found = endings.map(|ending| format!("{path}{ending}"));
        let Some(file) = found.iter().find_map(|path| files.get(path)) else {
            continue;
        };
        if loaded.insert(file.path.clone()) {
            waiting.extend(imports_of(file));
        }
    }
    loaded
}

/// Returns the imports between rooms of `house` that do not lead to a lower floor, and the rooms without a floor.
fn imports_not_downwards(house: &str, floors: &[&[&str]]) -> Vec<String> {
    let floor_of = |room: &str| floors.iter().position(|floor| floor.contains(&room));
    let mut found = Vec::new();
    for file in sources() {
        let Some(room) = room_in(house, &file.path) else {
            continue;
        };
        let Some(floor) = floor_of(room) else {
            found.push(format!("{}: the room {room} has no floor", file.path));
            continue;
        };
        for (number, line) in code(&file) {
            let imports = line.contains("import") || line.starts_with("} from");
            for import in literals(line).into_iter().filter(|text| is_path(text)) {
                let target = resolve(&file.path, import);
                // The types of the OpenAPI document stand above no room: they do not exist at run time.
                let is_document = target == "web/src/api/schema";
                let other = room_in(house, &target)
                    .filter(|other| imports && !is_document && *other != room);
                if other.is_some_and(|other| floor_of(other).is_none_or(|below| below >= floor)) {
                    found.push(format!("{}:{number}: {target}", file.path));
                }
            }
        }
    }
    found
}

/// Returns true if the text looks like a sentence: its first word begins with a letter, and its second with a
/// lower-case one.
fn is_sentence(text: &str) -> bool {
    let mut words = text.split(' ').filter(|word| !word.is_empty());
    let starts = words
        .next()
        .is_some_and(|word| word.starts_with(char::is_alphabetic));
    starts
        && words
            .next()
            .is_some_and(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
}

fn is_east_asian(c: char) -> bool {
    ('\u{3040}'..='\u{9fff}').contains(&c)
}

/// Returns the texts of a line of JSX that the page would show.
fn jsx_texts(line: &str) -> Vec<&str> {
    let is_text = |text: &&str| !text.contains(['{', '}', '=', ';', '(', ')', '<', '>', '|', '"']);
    let between = line
        .split('>')
        .skip(1)
        .filter_map(|part| part.split_once('<').map(|(text, _)| text));
    let is_whole = line.starts_with(|c: char| c.is_ascii_uppercase()) && !line.contains(':');
    let whole = is_whole.then_some(line);
    between.chain(whole).filter(is_text).collect()
}

#[test]
fn rooms_of_the_web_import_only_from_floors_below() {
    check_none(
        "a room imports only from floors below its own",
        &imports_not_downwards("web/src/", &FLOORS),
    );
    check_none(
        "a feature imports only from floors of features below its own",
        &imports_not_downwards("web/src/features/", &FEATURES),
    );
}

#[test]
fn an_import_of_another_folder_starts_at_the_root() {
    let mut found = Vec::new();
    for file in sources_below("web/src/", &[".ts", ".tsx"]) {
        for (number, line) in code(&file) {
            // A glob of Vite is relative to its file.
            let is_glob = line.contains("import.meta.glob");
            let is_import = !is_glob && (line.contains(" from ") || line.contains("import"));
            let paths = literals(line).into_iter();
            found.extend(
                paths
                    .filter(|path| is_import && path.starts_with("../"))
                    .map(|path| resolve(&file.path, path))
                    .filter(|target| target.starts_with("web/src/"))
                    .map(|target| format!("{}:{number}: {target}", file.path)),
            );
        }
    }
    check_none("an import of another folder is written #/…", &found);
}

#[test]
fn the_console_and_the_members_app_load_nothing_of_each_other() {
    let members = loaded_by("web/src/main.ts");
    let console = loaded_by("web/src/console/main.tsx");
    for (loaded, known) in [
        (&members, "web/src/pages/profile-page.tsx"),
        (&members, "web/src/liff/sdk.ts"),
        (&console, "web/src/console/case/case-desk.tsx"),
        (&console, "web/src/ui/button.tsx"),
    ] {
        assert!(loaded.contains(known), "{known} is not found");
    }
    let is_of_console =
        |path: &&String| path.starts_with("web/src/console/") || path.contains("/api/review-");
    let is_of_members = |path: &&String| {
        let is_client = path.as_str() == "web/src/api/client.ts";
        is_client || room_of(path).is_some_and(|room| MEMBERS_ROOMS.contains(&room))
    };
    let mut found: Vec<String> = members.iter().filter(is_of_console).cloned().collect();
    found.extend(console.iter().filter(is_of_members).cloned());
    check_none(
        "the console and the members' app load nothing of each other",
        &found,
    );
}

#[test]
fn the_style_sheet_of_the_console_has_the_classes_of_all_that_it_draws() {
    let style_sheet = sources_below("web/src/console/console.css", &[".css"]);
    let sources: Vec<&str> = style_sheet[0]
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("@source \"")?.strip_suffix("\";"))
        .collect();
    let is_covered = |path: &str| {
        let path = path.replacen("web/src/console/", "./", 1);
        let path = path.replacen("web/src/", "../", 1);
        let is_within = |source: &&str| {
            path.strip_prefix(source).is_some_and(|rest| {
                rest.is_empty() || source.ends_with('/') || rest.starts_with('/')
            })
        };
        sources.iter().any(is_within)
    };
    let loaded = loaded_by("web/src/console/main.tsx");
    let is_drawn = |path: &&String| Path::new(path).extension().is_some_and(|it| it == "tsx");
    let drawn = loaded.iter().filter(is_drawn);
    let found: Vec<String> = drawn.filter(|path| !is_covered(path)).cloned().collect();
    assert!(is_covered("web/src/console/frame.tsx") && is_covered("web/src/ui/button.tsx"));
    check_none(
        "web/src/console/console.css names the sources of its classes with @source",
        &found,
    );
}

#[test]
fn only_the_table_of_paths_spells_a_route() {
    let table = sources_below("web/src/lib/paths.ts", &[".ts"]);
    let routes: Vec<String> = code(&table[0])
        .flat_map(|(_, line)| literals(line))
        .filter(|text| text.len() > 1 && text.starts_with('/'))
        .map(str::to_owned)
        .collect();
    assert!(routes.len() > 3, "the table has its routes: {routes:?}");
    let is_route = |text: &&str| {
        let path = text.split(['?', '#', '$']).next().unwrap_or(text);
        routes.iter().any(|route| {
            path.strip_prefix(route.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    let mut found = Vec::new();
    for file in sources() {
        if file.path == "web/src/lib/paths.ts" {
            continue;
        }
        // The compiler checks the path of a call against the OpenAPI document. A call may have the words of a page.
        let is_call = |line: &str| {
            let methods = ["GET", "POST", "PUT", "DELETE"];
            file.path.starts_with("web/src/api/")
                && methods
                    .iter()
                    .any(|it| line.contains(&format!("client.{it}(")))
        };
        for (number, line) in code(&file) {
            if !is_call(line) && literals(line).iter().any(is_route) {
                found.push(format!("{}:{number}: {line}", file.path));
            }
        }
    }
    check_none("only web/src/lib/paths.ts spells a route", &found);
}

#[test]
fn only_the_messages_hold_sentences() {
    let mut found = Vec::new();
    for file in sources() {
        if file.path.starts_with("web/src/i18n/") {
            continue;
        }
        for (number, line) in code(&file) {
            // Errors and log lines are for developers.
            let is_internal = line.contains("Error(") || line.contains("logger.");
            let capital = |text: &&str| text.starts_with(|c: char| c.is_ascii_uppercase());
            let is_literal = !is_internal
                && literals(line)
                    .iter()
                    .filter(|text| capital(text))
                    .any(|text| is_sentence(text));
            let is_spoken = SPOKEN.iter().any(|name| {
                line.split_once(&format!("{name}=\""))
                    .is_some_and(|(_, value)| value.starts_with(char::is_alphabetic))
            });
            let is_shown = file.path.contains(".tsx")
                && jsx_texts(line).iter().any(|text| is_sentence(text.trim()));
            if is_literal || is_spoken || is_shown || line.chars().any(is_east_asian) {
                found.push(format!("{}:{number}: {line}", file.path));
            }
        }
    }
    check_none("only web/src/i18n holds sentences", &found);
}
