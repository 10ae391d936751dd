//! Places as cells: squares of a grid, to which coordinates are rounded. The server never stores exact coordinates, and
//! other members never see a number.
//! [`parse_profile`](crate::parse_profile) does not round: before a server stores a profile, the server replaces the
//! coordinates by the [`centre`](Cell::centre) of [`cell_of`].
//!
//! ```
//! use enmusubi_core::place::{Cell, distance_km};
//!
//! // A phone sends the centre of its cell, and not the place where it is.
//! let home = Cell::from_coordinates(25.0339, 121.5645);
//! let (latitude, longitude) = home.centre();
//! assert_eq!(format!("{latitude:.3} {longitude:.3}"), "25.025 121.575");
//! assert_eq!(Cell::from_coordinates(latitude, longitude), home);
//!
//! // Two people are as far apart as the centres of their cells.
//! let work = Cell::from_coordinates(24.7814, 121.0187);
//! assert_eq!(distance_km(home, work).round(), 62.0);
//! assert_eq!(distance_km(home, home), 0.0);
//! ```

use crate::catalogue;
use crate::profile::UserProfileCreate;

/// Cells per degree; a cell is about 5.6 km from south to north.
const CELLS_PER_DEGREE: f64 = 20.0;

/// The mean radius of the earth in kilometres (IUGG R1).
const EARTH_RADIUS_KM: f64 = 6371.0088;

/// A square of the grid with sides of a twentieth of a degree. It is about 5.6 km high, and as wide at the equator; at
/// 35 degrees north it is about 4.6 km wide. See the example of the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row, from −1800 (south pole) to 1799.
    pub row: i32,
    /// The column, from −3600 (date line) to 3599.
    pub column: i32,
}

impl Cell {
    /// Returns the cell of a point in degrees. A point beyond an edge belongs to the last cell.
    pub fn from_coordinates(latitude: f64, longitude: f64) -> Self {
        Self {
            row: index(latitude, 1800),
            column: index(longitude, 3600),
        }
    }

    /// Returns the middle of the cell, in degrees (latitude, longitude). A caller must not show a more exact place.
    pub fn centre(self) -> (f64, f64) {
        let middle = |index: i32| (2.0 * f64::from(index) + 1.0) / (2.0 * CELLS_PER_DEGREE);
        (middle(self.row), middle(self.column))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates, and is clamped anyway"
)]
fn index(degrees: f64, bound: i32) -> i32 {
    (libm::floor(degrees * CELLS_PER_DEGREE) as i32).clamp(-bound, bound - 1)
}

/// Returns the cell of a profile: of its coordinates, or else of its city in the
/// [catalogue](crate::catalogue::find_city). A profile that was never checked may have neither; its cell is the one at
/// 0° north and 0° east.
pub fn cell_of(profile: &UserProfileCreate) -> Cell {
    let city = || catalogue::find_city(&profile.city).map(|city| (city.latitude, city.longitude));
    let (latitude, longitude) = profile
        .latitude
        .zip(profile.longitude)
        .or_else(city)
        .unwrap_or_default();
    Cell::from_coordinates(latitude, longitude)
}

/// Returns the coordinates that stand for a stored cell in a payload: its centre, or `None` for the city's
/// own cell. [`cell_of`] a profile with these coordinates is the stored cell again.
///
/// ```
/// use enmusubi_core::place::{Cell, coordinates_of};
///
/// let taipei = Cell::from_coordinates(25.04, 121.56);
/// assert_eq!(coordinates_of(taipei, "TW-TPE"), None);
/// assert_eq!(coordinates_of(taipei, "TW-KHH"), Some(taipei.centre()));
/// ```
pub fn coordinates_of(cell: Cell, city: &str) -> Option<(f64, f64)> {
    let of_city = catalogue::find_city(city)
        .map(|city| Cell::from_coordinates(city.latitude, city.longitude));
    (of_city != Some(cell)).then(|| cell.centre())
}

/// Returns the great-circle distance between the centres of two cells, in kilometres (haversine). `libm`
/// gives the same bits on every target. See the example of the [module](self).
pub fn distance_km(a: Cell, b: Cell) -> f64 {
    let ((from_latitude, from_longitude), (to_latitude, to_longitude)) = (a.centre(), b.centre());
    let half_chord = |degrees: f64| {
        let sine = libm::sin(degrees.to_radians() / 2.0);
        sine * sine
    };
    let along = half_chord(to_latitude - from_latitude);
    let across = half_chord(to_longitude - from_longitude);
    let parallels = libm::cos(from_latitude.to_radians()) * libm::cos(to_latitude.to_radians());
    let chord = (along + parallels * across).clamp(0.0, 1.0);
    2.0 * EARTH_RADIUS_KM * libm::asin(libm::sqrt(chord))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edges_of_the_map_have_cells() {
        assert_eq!(
            Cell::from_coordinates(90.0, 180.0),
            Cell {
                row: 1799,
                column: 3599
            }
        );
        assert_eq!(
            Cell::from_coordinates(-90.0, -180.0),
            Cell {
                row: -1800,
                column: -3600
            }
        );
    }

    #[test]
    fn snapping_twice_is_snapping_once() {
        for row in -1800..1800 {
            let cell = Cell {
                row,
                column: row * 2,
            };
            let (latitude, longitude) = cell.centre();
            assert_eq!(Cell::from_coordinates(latitude, longitude), cell);
        }
    }

    #[test]
    fn a_cell_has_coordinates_unless_it_is_the_citys() {
        let taipei = Cell {
            row: 500,
            column: 2431,
        };
        assert_eq!(coordinates_of(taipei, "TW-TPE"), None);
        for city in ["TW-KHH", "nowhere"] {
            let (latitude, longitude) = coordinates_of(taipei, city).unwrap();
            assert_eq!(Cell::from_coordinates(latitude, longitude), taipei);
        }
    }

    #[test]
    fn taipei_to_tokyo_is_about_2100_km() {
        let taipei = Cell::from_coordinates(25.04, 121.56);
        let tokyo = Cell::from_coordinates(35.69, 139.69);
        let distance = distance_km(taipei, tokyo);
        assert!((distance - 2100.0).abs() < 20.0, "{distance}");
        assert!((distance_km(tokyo, taipei) - distance).abs() < 1e-9);
        assert!(distance_km(taipei, taipei).abs() < f64::EPSILON);
    }
}
