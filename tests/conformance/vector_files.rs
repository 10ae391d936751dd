//! The files of vectors, checked against `tests/vectors/schema.json`: each is of the form of its kind.

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors")
}

fn read(path: &str) -> Value {
    let text = fs::read_to_string(folder().join(path)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the path of every file of vectors from their folder.
fn paths() -> Vec<String> {
    let mut paths = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(within) = folders.pop() {
        for entry in fs::read_dir(folder().join(&within)).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{within}{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                folders.push(path + "/");
            } else if is_json(&path) && path != "schema.json" {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths
}

fn is_json(path: &str) -> bool {
    Path::new(path).extension() == Some("json".as_ref())
}

/// Returns true if the path is that of the map, in which a star stands for the name of a file.
fn is_named(path: &str, of_map: &str) -> bool {
    of_map
        .split_once('*')
        .map_or(path == of_map, |(before, after)| {
            let name = path
                .strip_prefix(before)
                .and_then(|rest| rest.strip_suffix(after));
            name.is_some_and(|name| !name.contains('/'))
        })
}

/// Returns the kind of a file, if there is exactly one.
fn kind_of<'a>(path: &str, files: &'a Map<String, Value>) -> Option<&'a str> {
    let mut kinds = files.iter().filter(|(named, _)| is_named(path, named));
    let (_, kind) = kinds.next()?;
    kinds.next().is_none().then(|| kind.as_str().unwrap())
}

fn validator_of(kind: &str, schema: &Value) -> Validator {
    let definitions = &schema["$defs"];
    assert!(definitions[kind].is_object(), "{kind} has no definition");
    let schema = json!({ "$ref": format!("#/$defs/{kind}"), "$defs": definitions });
    jsonschema::draft202012::new(&schema).unwrap()
}

#[test]
fn every_file_is_of_the_form_of_its_kind() {
    let schema = read("schema.json");
    let files = schema["x-files"].as_object().unwrap();
    let paths = paths();
    for path in &paths {
        let kind = kind_of(path, files).unwrap_or_else(|| panic!("schema.json names no {path}"));
        let faults: Vec<String> = validator_of(kind, &schema)
            .iter_errors(&read(path))
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{path}:\n{}", faults.join("\n"));
    }
    for named in files.keys() {
        let is_there = paths.iter().any(|path| is_named(path, named));
        assert!(is_there, "schema.json names {named}, which is not there");
    }
}

#[test]
fn a_file_without_a_kind_is_refused() {
    let schema = read("schema.json");
    let files = schema["x-files"].as_object().unwrap();
    assert_eq!(kind_of("profile/words.json", files), Some("profile"));
    for path in ["words.json", "profile/more/words.json", "matching/new.json"] {
        assert_eq!(kind_of(path, files), None, "{path}");
    }
}

#[test]
fn a_case_with_a_misspelt_member_is_refused() {
    let schema = read("schema.json");
    let files = schema["x-files"].as_object().unwrap();
    let mut n_refused = 0;
    for path in paths() {
        let validator = validator_of(kind_of(&path, files).unwrap(), &schema);
        let cases = read(&path);
        let Some(case) = cases.get(0).and_then(Value::as_object) else {
            continue;
        };
        for name in case.keys() {
            let mut misspelt = case.clone();
            let value = misspelt.remove(name).unwrap();
            misspelt.insert(format!("{name}x"), value);
            assert!(!validator.is_valid(&json!([misspelt])), "{path}: {name}");
            n_refused += 1;
        }
    }
    assert!(n_refused > 70, "{n_refused}");
}
