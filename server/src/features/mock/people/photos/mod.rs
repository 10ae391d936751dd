//! The photos of made-up people: drawn faces and places, so that no viewer takes them for photos of real people.
//!
//! The files have 600 × 800 pixels, and 600 kB together at most.

use enmusubi_core::Gender;
use enmusubi_image::{Kind, Modifiers, Rejected, render};

/// A WebP file.
pub(super) type Photo = &'static [u8];

/// The number of women's faces, and of men's: half of the people of a call, so that fifty people of all genders have
/// fifty faces. It is no multiple of four, because every fourth person does not fit the member, and those would share a
/// few faces.
const N_FACES: usize = 25;
/// The encoder quality of the JPEG files. The server encodes every upload again, so this loses little.
const QUALITY: u8 = 90;

macro_rules! files {
    ($name:literal: $($number:literal)+) => {
        [$(include_bytes!(concat!($name, "-", $number, ".webp"))),+]
    };
}

static WOMEN: [Photo; N_FACES] = files!("woman":
    "01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11" "12" "13"
    "14" "15" "16" "17" "18" "19" "20" "21" "22" "23" "24" "25");
static MEN: [Photo; N_FACES] = files!("man":
    "01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11" "12" "13"
    "14" "15" "16" "17" "18" "19" "20" "21" "22" "23" "24" "25");
/// Every second woman again, before another background.
static WOMEN_AGAIN: [Photo; N_FACES.div_ceil(2)] = files!("woman-again":
    "01" "03" "05" "07" "09" "11" "13" "15" "17" "19" "21" "23" "25");
static MEN_AGAIN: [Photo; N_FACES.div_ceil(2)] = files!("man-again":
    "01" "03" "05" "07" "09" "11" "13" "15" "17" "19" "21" "23" "25");
/// Hills, the sea, a cup on a table and a street in the evening, four times in this order: any four neighbours differ.
static PLACES: [Photo; 16] = files!("place":
    "01" "02" "03" "04" "05" "06" "07" "08" "09" "10" "11" "12" "13" "14" "15" "16");

/// Returns the photos of a person in the order of the profile, five at least: the face, for half of the faces a second
/// photo of it, and four places.
///
/// `number` counts the people of this gender from 0 on, and `first` is the place of the first person in the lists.
/// Numbers near each other give different faces. Non-binary people get the faces that women and men of the group get
/// last. A face that comes again shows its second photo first.
pub(super) fn photos_of(gender: Gender, number: usize, first: usize) -> Vec<Photo> {
    let (is_woman, turn, face) = match gender {
        Gender::Female => (true, number, first + number),
        Gender::Male => (false, number, first + number),
        Gender::NonBinary => {
            let turn = number / 2;
            let face = first + N_FACES - 1 - turn % N_FACES;
            (number.is_multiple_of(2), turn, face)
        }
    };
    let (faces, again) = if is_woman {
        (&WOMEN, &WOMEN_AGAIN)
    } else {
        (&MEN, &MEN_AGAIN)
    };
    let face = face % N_FACES;
    let mut photos = vec![faces[face]];
    photos.extend(face.is_multiple_of(2).then(|| again[face / 2]));
    let n_shown = photos.len();
    photos.rotate_left(turn / N_FACES % n_shown);
    // People with neighbouring numbers share no place.
    let place = first + 5 * number;
    photos.extend((place..place + 4).map(|place| PLACES[place % PLACES.len()]));
    photos
}

/// Returns the photo as a file that the server accepts as an upload. This takes some milliseconds of processor time.
pub(super) fn to_jpeg(photo: Photo) -> Result<Vec<u8>, Rejected> {
    let modifiers = Modifiers {
        format: Some(Kind::Jpeg),
        quality: Some(QUALITY),
        ..Modifiers::NONE
    };
    render(photo, Kind::Webp, &modifiers)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use enmusubi_image::{Use, clean};

    use super::*;

    #[test]
    fn the_files_are_small_and_become_pictures_that_the_server_accepts() {
        let faces = WOMEN.into_iter().chain(MEN);
        let again = WOMEN_AGAIN.into_iter().chain(MEN_AGAIN);
        let files: Vec<Photo> = faces.chain(again).chain(PLACES).collect();
        assert!(files.iter().map(|file| file.len()).sum::<usize>() <= 600_000);
        for file in files {
            let jpeg = to_jpeg(file).unwrap();
            assert_eq!(Kind::of(&jpeg), Some(Kind::Jpeg));
            let cleaned = clean(&jpeg, Kind::Jpeg, Use::Photo).unwrap();
            assert_eq!((cleaned.width, cleaned.height), (600, 800));
        }
    }

    #[test]
    fn a_profile_shows_no_picture_twice_and_four_different_places() {
        for gender in Gender::ALL {
            for number in 0..60 {
                let photos = photos_of(*gender, number, 17);
                assert!((5..=6).contains(&photos.len()));
                let places = photos[photos.len() - 4..].iter();
                let kinds =
                    places.map(|place| PLACES.iter().position(|it| it == place).unwrap() % 4);
                assert_eq!(kinds.collect::<HashSet<_>>().len(), 4);
                assert_eq!(photos.iter().collect::<HashSet<_>>().len(), photos.len());
            }
        }
    }

    #[test]
    fn half_of_the_faces_have_a_second_photo_which_comes_first_the_second_time() {
        let of = |number| photos_of(Gender::Female, number, 0);
        assert_eq!([of(0).len(), of(1).len()], [6, 5]);
        assert_eq!(of(0)[..2], [WOMEN[0], WOMEN_AGAIN[0]]);
        assert_eq!(of(N_FACES)[..2], [WOMEN_AGAIN[0], WOMEN[0]]);
        assert_eq!(of(N_FACES + 1)[0], WOMEN[1]);
    }
}
