//! The size of a variant, and the part of it that the picture covers.

use enmusubi_image::Kind;
use image::ImageFormat;

use super::render::rendered;
use super::{encoded, picture};

/// Returns the size of a variant on white ground, and the size of the part that is not white.
fn sizes_of(source: (u32, u32), modifiers: &str) -> [(u32, u32); 2] {
    let bytes = encoded(&picture(source.0, source.1), ImageFormat::Png);
    let made = rendered(&bytes, Kind::Png, &format!("{modifiers}b_ffffff")).to_rgb8();
    let (width, height) = made.dimensions();
    let is_shown = |x, y| made.get_pixel(x, y).0 != [255; 3];
    let n_columns = (0..width).filter(|x| is_shown(*x, height / 2)).count();
    let n_rows = (0..height).filter(|y| is_shown(width / 2, *y)).count();
    let shown = [n_columns, n_rows].map(|n| u32::try_from(n).unwrap());
    [(width, height), (shown[0], shown[1])]
}

#[test]
fn one_side_gives_the_other_and_no_picture_is_enlarged() {
    for (modifiers, size) in [
        ("", (800, 400)),
        ("w_180,", (180, 90)),
        ("h_180,", (360, 180)),
        ("w_1440,", (800, 400)),
        ("h_10,", (20, 10)),
    ] {
        assert_eq!(sizes_of((800, 400), modifiers), [size; 2], "{modifiers}");
    }
}

#[test]
fn each_fit_uses_the_box_of_both_sides_in_its_own_way() {
    for (modifiers, ground, shown) in [
        ("s_180,fit_inside,", (180, 90), (180, 90)),
        ("s_180,fit_outside,", (360, 180), (360, 180)),
        ("s_180,fit_fill,", (180, 180), (180, 180)),
        ("s_180,fit_contain,", (180, 180), (180, 90)),
        ("s_180,fit_cover,", (180, 180), (180, 180)),
        ("s_1440,fit_inside,", (800, 400), (800, 400)),
        ("s_1440,fit_outside,", (800, 400), (800, 400)),
        ("s_1440,fit_fill,", (400, 400), (400, 400)),
        ("s_1440,fit_contain,", (400, 400), (400, 200)),
        ("s_1440,fit_cover,", (400, 400), (400, 400)),
        ("s_1440x360,fit_cover,", (800, 200), (800, 200)),
    ] {
        assert_eq!(
            sizes_of((800, 400), modifiers),
            [ground, shown],
            "{modifiers}"
        );
    }
}

#[test]
fn a_line_of_pixels_stays_one_pixel_high() {
    assert_eq!(sizes_of((2048, 1), "s_360,fit_inside,")[0], (360, 1));
    assert_eq!(sizes_of((2048, 1), "s_360,")[0], (1, 1));
}
