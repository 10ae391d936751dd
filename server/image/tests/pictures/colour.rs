//! Pictures whose colour profile is another one than sRGB, and profiles that are hostile.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{ImageEncoder as _, Rgba, RgbaImage};

use super::*;

/// The red, green and blue of a profile, each as the XYZ of the light D50.
type Primaries = [[f64; 3]; 3];
const SRGB: Primaries = [
    [0.43607, 0.22249, 0.01392],
    [0.38515, 0.71687, 0.09708],
    [0.14307, 0.06061, 0.71410],
];
const DISPLAY_P3: Primaries = [
    [0.51512, 0.24120, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.15710, 0.06657, 0.78407],
];
const ADOBE_RGB: Primaries = [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
];
/// The primaries of sRGB with red and green swapped.
const SWAPPED: Primaries = [SRGB[1], SRGB[0], SRGB[2]];

/// Makes a profile with these primaries and the gamma 563/256 for all three.
fn profile(primaries: Primaries) -> Vec<u8> {
    let mut data = Vec::new();
    let mut tags = 6_u32.to_be_bytes().to_vec();
    let start = 128 + 4 + 6 * 12;
    for (name, [x, y, z]) in [b"rXYZ", b"gXYZ", b"bXYZ"].into_iter().zip(primaries) {
        tags.extend(tag(*name, start + data.len(), 20));
        data.extend(b"XYZ \0\0\0\0");
        #[expect(clippy::cast_possible_truncation, reason = "the numbers are below 1")]
        let fixed = [x, y, z].map(|it| (it * 65_536.0).round() as i32);
        data.extend(fixed.into_iter().flat_map(i32::to_be_bytes));
    }
    for name in [b"rTRC", b"gTRC", b"bTRC"] {
        tags.extend(tag(*name, start + data.len(), 14));
    }
    data.extend(b"curv\0\0\0\0\0\0\0\x01\x02\x33\0\0");
    let mut bytes = vec![0; 128];
    let length = u32::try_from(start + data.len()).unwrap();
    for (place, value) in [
        (0, length.to_be_bytes()),
        (8, *b"\x02\x40\0\0"),
        (12, *b"mntr"),
        (16, *b"RGB "),
        (20, *b"XYZ "),
        (36, *b"acsp"),
        (68, 63_190_u32.to_be_bytes()),
        (72, 65_536_u32.to_be_bytes()),
        (76, 54_061_u32.to_be_bytes()),
    ] {
        bytes[place..place + 4].copy_from_slice(&value);
    }
    [bytes, tags, data].concat()
}

fn tag(name: [u8; 4], offset: usize, length: u32) -> Vec<u8> {
    let offset = u32::try_from(offset).unwrap();
    [name, offset.to_be_bytes(), length.to_be_bytes()].concat()
}

/// Makes a picture of one colour with a profile.
fn coloured(kind: Kind, colour: [u8; 3], profile: Vec<u8>) -> Vec<u8> {
    let picture = DynamicImage::from(RgbImage::from_pixel(16, 16, Rgb(colour)));
    with_profile(&picture, kind, profile)
}

fn with_profile(picture: &DynamicImage, kind: Kind, profile: Vec<u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    match kind {
        Kind::Jpeg => {
            let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 100);
            encoder.set_icc_profile(profile).unwrap();
            picture.write_with_encoder(encoder).unwrap();
        }
        Kind::Png => {
            let mut encoder = PngEncoder::new(&mut bytes);
            encoder.set_icc_profile(profile).unwrap();
            picture.write_with_encoder(encoder).unwrap();
        }
        Kind::Webp => unreachable!("no upload is a WebP"),
    }
    bytes
}

fn cleaned_colour(bytes: &[u8], kind: Kind) -> [u8; 3] {
    let made = cleaned(bytes, kind).unwrap();
    let picture = image::load_from_memory(&made.bytes).unwrap();
    picture.to_rgb8().get_pixel(8, 8).0
}

fn is_near(found: [u8; 3], expected: [u8; 3]) -> bool {
    let pairs = found.into_iter().zip(expected);
    pairs.into_iter().all(|(a, b)| a.abs_diff(b) <= 3)
}

/// The expected colours follow from the formulas of the profiles and of sRGB, as browsers compute them.
#[test]
fn a_picture_is_stored_in_the_colours_that_a_browser_shows() {
    for (name, primaries, expected) in [
        (
            "sRGB",
            SRGB,
            [
                [129, 129, 129],
                [201, 100, 46],
                [57, 161, 90],
                [221, 12, 12],
            ],
        ),
        (
            "Display P3",
            DISPLAY_P3,
            [[129, 129, 129], [216, 93, 24], [0, 164, 81], [242, 0, 0]],
        ),
        (
            "Adobe RGB",
            ADOBE_RGB,
            [[129, 129, 129], [227, 100, 42], [0, 161, 85], [255, 12, 12]],
        ),
        (
            "swapped channels",
            SWAPPED,
            [
                [129, 129, 129],
                [100, 201, 46],
                [161, 57, 90],
                [12, 221, 12],
            ],
        ),
    ] {
        let given = [
            [128, 128, 128],
            [200, 100, 50],
            [60, 160, 90],
            [220, 20, 20],
        ];
        for (given, expected) in given.into_iter().zip(expected) {
            for (_, kind) in FORMATS {
                let bytes = coloured(kind, given, profile(primaries));
                let found = cleaned_colour(&bytes, kind);
                assert!(
                    is_near(found, expected),
                    "{name} {kind:?} {given:?}: {found:?}"
                );
            }
        }
    }
}

#[test]
fn a_converted_picture_keeps_its_alpha() {
    let picture = DynamicImage::from(RgbaImage::from_pixel(16, 16, Rgba([200, 100, 50, 77])));
    let bytes = with_profile(&picture, Kind::Png, profile(DISPLAY_P3));
    let made = cleaned(&bytes, Kind::Png).unwrap();
    let shown = image::load_from_memory(&made.bytes).unwrap().to_rgba8();
    let [red, green, blue, alpha] = shown.get_pixel(8, 8).0;
    assert!(is_near([red, green, blue], [216, 93, 24]));
    assert_eq!(alpha, 77);
}

/// Returns the profile with other bytes at a place.
fn with_bytes(place: usize, bytes: &[u8]) -> Vec<u8> {
    let mut changed = profile(DISPLAY_P3);
    changed[place..place + bytes.len()].copy_from_slice(bytes);
    changed
}

#[test]
fn a_profile_that_says_nothing_about_red_green_and_blue_is_ignored() {
    let mut large = profile(DISPLAY_P3);
    large.resize(2 * 1024 * 1024, 0);
    for (name, profile) in [
        ("no bytes", Vec::new()),
        ("no profile", b"Display P3".to_vec()),
        ("half a profile", profile(DISPLAY_P3)[..150].to_vec()),
        ("a profile for ink", with_bytes(16, b"CMYK")),
        ("a profile for grey", with_bytes(16, b"GRAY")),
        ("a place behind the end", with_bytes(136, &[0xFF; 4])),
        ("many tags", with_bytes(128, &[0xFF; 4])),
        ("a long curve", with_bytes(272, &[0xFF; 4])),
        ("a huge profile", large),
    ] {
        for (_, kind) in FORMATS {
            let bytes = coloured(kind, [200, 100, 50], profile.clone());
            let found = cleaned_colour(&bytes, kind);
            assert!(is_near(found, [200, 100, 50]), "{name} {kind:?}: {found:?}");
        }
    }
}

#[test]
fn a_profile_of_other_channels_than_the_picture_is_ignored() {
    let grey = DynamicImage::from(image::GrayImage::from_pixel(16, 16, image::Luma([100])));
    for kind in [Kind::Jpeg, Kind::Png] {
        let bytes = with_profile(&grey, kind, profile(SWAPPED));
        let found = cleaned_colour(&bytes, kind);
        assert!(is_near(found, [100, 100, 100]), "{kind:?}: {found:?}");
    }
}

#[test]
fn no_byte_of_a_profile_makes_a_picture_unreadable_or_slow() {
    let plain = profile(ADOBE_RGB);
    let started = Instant::now();
    for place in 0..plain.len() {
        for byte in [0x00, 0x7F, 0x80, 0xFF] {
            let mut changed = plain.clone();
            changed[place] = byte;
            let bytes = coloured(Kind::Png, [200, 100, 50], changed);
            assert!(cleaned(&bytes, Kind::Png).is_ok(), "{place} {byte}");
        }
    }
    // The 1,200 pictures take two seconds without optimisation.
    assert!(started.elapsed() < Duration::from_mins(2));
}
