//! The files of `tests/vectors/matching`: who fits whom, and where people stand.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::base;

/// A condition, a person, and whether the one satisfies the other.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SatisfiesCase {
    /// A sentence that says what is told.
    pub name: String,
    /// The date ages are counted on.
    #[serde(default = "usual_today")]
    pub today: String,
    /// The condition, as on the wire.
    pub condition: Value,
    /// Members of the base to set.
    pub person: Map<String, Value>,
    /// Whether the person satisfies the condition.
    pub satisfied: bool,
}

/// Two people, and what each has against the other.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MutualCase {
    /// A sentence that says what is told.
    pub name: String,
    /// The date ages are counted on.
    #[serde(default = "usual_today")]
    pub today: String,
    /// Members of the base to set for the first.
    pub a: Map<String, Value>,
    /// Members of the base to set for the second.
    pub b: Map<String, Value>,
    /// `GENDER`, the types of the conditions that fail, `DISTANCE`: in this order.
    pub a_against_b: Vec<String>,
    /// The same for the other side.
    pub b_against_a: Vec<String>,
}

/// A point or a person, and the cell it stands in.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlaceCase {
    /// A sentence that says what is told.
    pub name: String,
    /// Latitude and longitude in degrees.
    pub at: Option<(f64, f64)>,
    /// Members of the base to set, where it is a person and no point.
    pub person: Option<Map<String, Value>>,
    /// Row and column.
    pub cell: (i32, i32),
    /// The middle of the cell, in degrees.
    pub centre: (f64, f64),
}

/// Two cells and the way between their centres.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DistanceCase {
    /// A sentence that says what is told.
    pub name: String,
    /// Row and column.
    pub from: (i32, i32),
    /// Row and column.
    pub to: (i32, i32),
    /// Kilometres, worked out with fifty digits.
    pub km: f64,
}

/// The base payload with these members set, as JSON text.
///
/// # Panics
/// When the base is not what it should be.
pub fn patched_base(patch: &Map<String, Value>) -> String {
    let mut members = base();
    members.extend(patch.clone());
    Value::Object(members).to_string()
}

fn usual_today() -> String {
    "2026-11-21".to_owned()
}

/// Conditions against facts.
pub fn satisfies_cases() -> Vec<SatisfiesCase> {
    read(
        "satisfies",
        include_str!("../vectors/matching/satisfies.json"),
    )
}

/// Two people.
pub fn mutual_cases() -> Vec<MutualCase> {
    read("mutual", include_str!("../vectors/matching/mutual.json"))
}

/// Points, people and their cells.
pub fn place_cases() -> Vec<PlaceCase> {
    read("place", include_str!("../vectors/matching/place.json"))
}

/// Cells and how far apart they are.
pub fn distance_cases() -> Vec<DistanceCase> {
    read(
        "distance",
        include_str!("../vectors/matching/distance.json"),
    )
}

fn read<T: DeserializeOwned>(name: &str, json: &str) -> Vec<T> {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("matching/{name}.json: {error}"))
}
