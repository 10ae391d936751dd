//! Cells and distances, for any point and at every border.

use enmusubi_core::place::{Cell, distance_km};
use proptest::prelude::*;
use proptest::sample::select;

use super::config;
use super::people::cell;

const HALF_CIRCUMFERENCE_KM: f64 = 6371.0088 * core::f64::consts::PI;

/// Computes the distance from the angle between two directions from the centre of the earth,
/// without a haversine.
pub(super) fn naive_distance_km(a: Cell, b: Cell) -> f64 {
    let direction = |cell: Cell| {
        let latitude = f64::from(2 * cell.row + 1) / 40.0;
        let longitude = f64::from(2 * cell.column + 1) / 40.0;
        let (up, out) = latitude.to_radians().sin_cos();
        let (left, ahead) = longitude.to_radians().sin_cos();
        [out * ahead, out * left, up]
    };
    let ([ax, ay, az], [bx, by, bz]) = (direction(a), direction(b));
    let cross = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    let sine = cross.iter().map(|part| part * part).sum::<f64>().sqrt();
    6371.0088 * sine.atan2(ax * bx + ay * by + az * bz)
}

/// Generates degrees anywhere, close to a border, or beyond the edges of the map.
fn degrees(bound: i32) -> impl Strategy<Value = f64> {
    let edge = f64::from(bound);
    let hair = select(vec![0.0, 1e-9, -1e-9]);
    prop_oneof![
        4 => -edge..=edge,
        4 => (-20 * bound..=20 * bound, hair).prop_map(|(border, hair)| f64::from(border) / 20.0 + hair),
        1 => -2.0 * edge..=2.0 * edge,
        1 => select(vec![-0.0, f64::MAX, f64::MIN, f64::MIN_POSITIVE, -5e-324, edge, -edge]),
    ]
}

/// Returns whether the cell of this index has these degrees, or is the last one before degrees
/// beyond the map.
fn is_within(degrees: f64, index: i32, bound: i32) -> bool {
    let (from, to) = (f64::from(index) / 20.0, f64::from(index + 1) / 20.0);
    let is_first = index == -bound && degrees < from;
    let is_last = index == bound - 1 && degrees >= to;
    (from <= degrees && degrees < to) || is_first || is_last
}

proptest! {
    #![proptest_config(config(4096))]

    #[test]
    fn a_point_and_the_centre_of_its_cell_are_in_that_cell(
        latitude in degrees(90),
        longitude in degrees(180),
    ) {
        let cell = Cell::from_coordinates(latitude, longitude);
        prop_assert!((-1800..1800).contains(&cell.row) && (-3600..3600).contains(&cell.column));
        prop_assert!(is_within(latitude, cell.row, 1800), "{cell:?}");
        prop_assert!(is_within(longitude, cell.column, 3600), "{cell:?}");
        let (latitude, longitude) = cell.centre();
        prop_assert!(latitude.abs() < 90.0 && longitude.abs() < 180.0);
        prop_assert!(is_within(latitude, cell.row, 1800) && is_within(longitude, cell.column, 3600));
        prop_assert_eq!(Cell::from_coordinates(latitude, longitude), cell);
    }

    #[test]
    fn the_distance_equals_the_naive_distance(a in cell(), b in cell()) {
        let (km, naive_km) = (distance_km(a, b), naive_distance_km(a, b));
        // Near the antipode the haversine loses half its digits.
        let digits = if naive_km > 19_900.0 { 1e-7 } else { 1e-9 };
        prop_assert!((km - naive_km).abs() <= naive_km * digits, "{km} {naive_km}");
    }

    #[test]
    fn the_distance_is_symmetric(a in cell(), b in cell()) {
        let km = distance_km(a, b);
        prop_assert_eq!(km.to_bits(), distance_km(b, a).to_bits());
        prop_assert!((0.0..=HALF_CIRCUMFERENCE_KM).contains(&km), "{km}");
        // The two nearest different cells are neighbours at a pole.
        prop_assert_eq!(km < 0.002, a == b);
    }

    #[test]
    fn the_triangle_inequality_holds(a in cell(), b in cell(), by in cell()) {
        let (straight, detour) = (distance_km(a, b), distance_km(a, by) + distance_km(by, b));
        prop_assert!(straight <= detour + 1e-3, "{straight} {detour}");
    }
}

#[test]
fn every_border_belongs_to_the_cell_to_its_north_or_east() {
    for border in -3600..3600 {
        let degrees = f64::from(border) / 20.0;
        assert_eq!(Cell::from_coordinates(0.0, degrees).column, border);
        assert_eq!(
            Cell::from_coordinates(degrees, 0.0).row,
            border.clamp(-1800, 1799)
        );
    }
}
