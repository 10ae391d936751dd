//! Draws the photos of made-up people. They are flat illustrations, so that no viewer takes them for photos of real
//! people. The same seed draws the same picture.

mod canvas;
mod hair;
mod person;
mod scene;

pub use person::Figure;

use fastrand::Rng;
use thiserror::Error;

use canvas::Canvas;

/// The width of a picture, in pixels.
pub const WIDTH: u16 = 600;
/// The height of a picture, in pixels.
pub const HEIGHT: u16 = 800;

/// A picture that could not be drawn. This would be a mistake in this crate.
#[derive(Debug, Error)]
#[error("a picture could not be drawn")]
pub struct NotDrawn;

/// Draws a made-up person and returns the JPEG file. The seed of the person decides the face, the hair and the clothes,
/// and the number of the photo decides the background.
pub fn portrait(person: u64, photo: u64, figure: Figure) -> Result<Vec<u8>, NotDrawn> {
    let mut canvas = Canvas::new().ok_or(NotDrawn)?;
    let mut background = Rng::with_seed(person ^ photo.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    person::draw(&mut canvas, Rng::with_seed(person), &mut background, figure).ok_or(NotDrawn)?;
    canvas.into_jpeg()
}

/// Draws a place without people, and returns the JPEG file.
pub fn scene(seed: u64) -> Result<Vec<u8>, NotDrawn> {
    let mut canvas = Canvas::new().ok_or(NotDrawn)?;
    scene::draw(&mut canvas, &mut Rng::with_seed(seed)).ok_or(NotDrawn)?;
    canvas.into_jpeg()
}

#[cfg(test)]
mod tests {
    use enmusubi_image::{Kind, Use, clean};

    use super::*;

    #[test]
    fn every_picture_is_one_that_the_server_accepts() {
        let figures = [Figure::Woman, Figure::Man, Figure::Any];
        for (seed, figure) in (0..60).zip(figures.into_iter().cycle()) {
            for picture in [portrait(seed, 1, figure), scene(seed)] {
                let picture = picture.unwrap();
                assert_eq!(Kind::of(&picture), Some(Kind::Jpeg));
                let cleaned = clean(&picture, Kind::Jpeg, Use::Photo).unwrap();
                assert_eq!((cleaned.width, cleaned.height), (600, 800));
            }
        }
    }

    #[test]
    fn the_same_seed_draws_the_same_picture_and_another_draws_another() {
        let draw = |person, photo| portrait(person, photo, Figure::Woman).unwrap();
        assert_eq!(draw(1, 1), draw(1, 1));
        assert_ne!(draw(1, 1), draw(1, 2));
        assert_ne!(draw(1, 1), draw(2, 1));
        assert_eq!(scene(1).unwrap(), scene(1).unwrap());
    }
}
