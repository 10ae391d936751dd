//! Every number that a member finds in the answers to all calls that only read.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::world::{Caller, Result, World};

/// The numbers by their places in the answers. A place without a number has none.
pub(crate) type Numbers = BTreeMap<String, f64>;

/// The description of all calls, so that a new call is read without a change here.
const OPENAPI: &str = include_str!("../../../server/openapi.json");

/// Returns the calls that a member can make with a session alone.
pub(crate) fn calls() -> Result<Vec<String>> {
    let document: Value = serde_json::from_str(OPENAPI)?;
    let paths = document["paths"].as_object().ok_or("no paths")?;
    let reads = paths.iter().filter(|(_, methods)| {
        let read = &methods["get"];
        let needs_session = read["security"]
            .as_array()
            .is_some_and(|ways| ways.iter().any(|way| way["bearer"].is_array()));
        needs_session && read["parameters"].is_null()
    });
    Ok(reads.map(|(path, _)| path.clone()).collect())
}

/// Reads all answers.
pub(crate) async fn read(world: &World, caller: &Caller, calls: &[String]) -> Result<Numbers> {
    let mut numbers = Numbers::new();
    for path in calls {
        let answer = world.get(caller, path).await?.expect(200)?;
        walk(path, &answer, &mut numbers);
    }
    Ok(numbers)
}

/// Collects the numbers below a place. Leaves out the entries of lists that have an id: such an entry is about one
/// person whom the member has met, and not about many people.
fn walk(place: &str, value: &Value, numbers: &mut Numbers) {
    match value {
        Value::Number(number) => {
            numbers.insert(place.to_owned(), number.as_f64().unwrap_or_default());
        }
        Value::Object(members) => {
            for (name, member) in members {
                walk(&format!("{place}.{name}"), member, numbers);
            }
        }
        Value::Array(entries) => {
            for (position, entry) in entries.iter().enumerate() {
                let members = entry.as_object();
                if members.is_some_and(|it| it.keys().any(|name| name.ends_with("Id"))) {
                    continue;
                }
                // A word names the entry, such as the type of a condition: its position depends on the other entries.
                let word = members.and_then(|it| it.values().find_map(Value::as_str));
                let name = word.map_or_else(|| position.to_string(), str::to_owned);
                walk(&format!("{place}[{name}]"), entry, numbers);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}
