//! The files of `tests/vectors/matching`: matches between people, their locations, pairs, and the
//! counts of people that a member sees.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::base;

/// A condition, a person, and whether the person satisfies the condition.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SatisfiesCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The date for counting ages.
    #[serde(default = "usual_today")]
    pub today: String,
    /// The condition, as on the wire.
    pub condition: Value,
    /// Members of the base to set.
    pub person: Map<String, Value>,
    /// True if the person satisfies the condition.
    pub satisfied: bool,
}

/// Two people, and the mismatches between them.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MutualCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The date for counting ages.
    #[serde(default = "usual_today")]
    pub today: String,
    /// The members of the base payload to change for person `a`.
    pub a: Map<String, Value>,
    /// The members of the base payload to change for person `b`.
    pub b: Map<String, Value>,
    /// The reasons of `a` against `b`, in this order: `GENDER`, the types of the conditions that
    /// fail, `DISTANCE`.
    pub a_against_b: Vec<String>,
    /// The reasons of `b` against `a`, in the same order.
    pub b_against_a: Vec<String>,
}

/// A point or a person, and its cell.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlaceCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// Latitude and longitude in degrees.
    pub at: Option<(f64, f64)>,
    /// Members of the base to set, if the case has a person and no point.
    pub person: Option<Map<String, Value>>,
    /// Row and column.
    pub cell: (i32, i32),
    /// The centre of the cell, in degrees.
    pub centre: (f64, f64),
}

/// Two cells and the distance between their centres.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DistanceCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// Row and column.
    pub from: (i32, i32),
    /// Row and column.
    pub to: (i32, i32),
    /// The distance in kilometres, computed with fifty digits.
    pub km: f64,
}

/// Members and edges, and the pairs that are chosen whatever the seed is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairingCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The capacity and the days of waiting of each member.
    pub members: Vec<(u16, u32)>,
    /// Two positions and the score of each edge.
    pub edges: Vec<(u32, u32, u32)>,
    /// The pairs in the order in which they are chosen.
    pub pairs: Vec<(u32, u32)>,
}

/// A count of people, and the number that a member sees.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountCase {
    /// A sentence that says what the case shows.
    pub name: String,
    /// The number of people.
    pub count: u32,
    /// The share of a step's width by which the number is shown later, in units of 2⁻³².
    pub offset: u32,
    /// The shown number, if there is one.
    pub shown: Option<u32>,
}

/// Returns the base payload with these members set, as JSON text.
///
/// # Panics
/// Panics if the base is invalid.
pub fn patched_base(patch: &Map<String, Value>) -> String {
    let mut members = base();
    members.extend(patch.clone());
    Value::Object(members).to_string()
}

fn usual_today() -> String {
    "2026-11-21".to_owned()
}

/// Returns the cases of conditions and people.
pub fn satisfies_cases() -> Vec<SatisfiesCase> {
    read(
        "satisfies",
        include_str!("../../vectors/matching/satisfies.json"),
    )
}

/// Returns the cases of two people.
pub fn mutual_cases() -> Vec<MutualCase> {
    read("mutual", include_str!("../../vectors/matching/mutual.json"))
}

/// Returns the cases of points, people and their cells.
pub fn place_cases() -> Vec<PlaceCase> {
    read("place", include_str!("../../vectors/matching/place.json"))
}

/// Returns the cases of distances between cells.
pub fn distance_cases() -> Vec<DistanceCase> {
    read(
        "distance",
        include_str!("../../vectors/matching/distance.json"),
    )
}

/// Returns the cases of members, edges and pairs.
pub fn pairing_cases() -> Vec<PairingCase> {
    read(
        "pairing",
        include_str!("../../vectors/matching/pairing.json"),
    )
}

/// Returns the cases of counts of people.
pub fn count_cases() -> Vec<CountCase> {
    read(
        "shown-count",
        include_str!("../../vectors/matching/shown-count.json"),
    )
}

fn read<T: DeserializeOwned>(name: &str, json: &str) -> Vec<T> {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("matching/{name}.json: {error}"))
}
