//! The image proxy's function, called over pipes: `bench-images FOLDER` writes the photos into the
//! folder, then reads lines `FILE MODIFIERS OUT` and answers each with the nanoseconds it took.
//!
//! `bench-images compare A B` prints the similarity of two pictures: PSNR in dB and SSIM.

use std::error::Error;
use std::fs;
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::path::Path;
use std::time::Instant;

use enmusubi_image::{Kind, Modifiers, Use, clean, render};
use image::{GrayImage, Rgb, RgbImage};

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["compare", a, b] => compare(a, b),
        [folder] => {
            write_photos(Path::new(folder))?;
            answer()
        }
        _ => Err("expected a folder".into()),
    }
}

/// Writes a photo of 12 megapixels as a phone takes it, and the same photo as the server stores it.
fn write_photos(folder: &Path) -> Outcome {
    let (large, stored) = (folder.join("12-megapixels.jpg"), folder.join("stored.jpg"));
    let mut bytes = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 92);
    photo(4032, 3024).write_with_encoder(encoder)?;
    let cleaned = clean(&bytes, Kind::Jpeg, Use::Photo).map_err(|why| format!("{why:?}"))?;
    fs::write(large, bytes)?;
    fs::write(stored, cleaned.bytes)?;
    Ok(())
}

fn answer() -> Outcome {
    let mut answers = stdout();
    writeln!(answers, "ready")?;
    for line in stdin().lock().lines() {
        let line = line?;
        let [file, modifiers, out] = line.split(' ').collect::<Vec<_>>()[..] else {
            return Err("FILE MODIFIERS OUT".into());
        };
        let bytes = fs::read(file)?;
        let modifiers = Modifiers::parse(modifiers).map_err(|error| error.cause)?;
        let started = Instant::now();
        let made = render(&bytes, Kind::Jpeg, &modifiers).map_err(|why| format!("{why:?}"))?;
        let elapsed = started.elapsed();
        fs::write(out, made)?;
        writeln!(answers, "{}", elapsed.as_nanos())?;
    }
    Ok(())
}

/// Draws hills of decreasing sizes with edges and grain, which compress about like a photo of a
/// landscape.
fn photo(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let at = |octave: u32, seed: u32| {
            let cell = 1024_u32 >> octave;
            f64::from(smooth(x, y, cell, seed + octave)) / f64::from(1_u32 << octave)
        };
        let detail: f64 = (3..9).map(|octave| at(octave, 50)).sum();
        let edge = if smooth(x, y, 384, 99) > 150.0 {
            30.0
        } else {
            0.0
        };
        Rgb([0, 10, 20].map(|seed| {
            let ground: f64 = (0..3).map(|octave| at(octave, seed)).sum();
            let value = ground * 0.45 + detail * 0.9 + edge;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the value fits into a byte"
            )]
            let byte = value.clamp(0.0, 255.0) as u8;
            byte
        }))
    })
}

/// Returns random values at the corners of cells, and interpolated ones between them, from 0 to 255.
fn smooth(x: u32, y: u32, cell: u32, seed: u32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a position in a picture")]
    let part = |at: u32| {
        let part = (at % cell) as f32 / cell as f32;
        part * part * (3.0 - 2.0 * part)
    };
    let corner = |x: u32, y: u32| {
        let mixed = (x.wrapping_mul(0x9E37_79B9) ^ y.wrapping_mul(0x85EB_CA6B))
            .wrapping_add(seed.wrapping_mul(0xC2B2_AE35));
        let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D);
        f32::from(((mixed ^ (mixed >> 13)) >> 8).to_le_bytes()[0])
    };
    let (left, top) = (x / cell, y / cell);
    let between = |a: f32, b: f32, part: f32| a + (b - a) * part;
    let row = |y: u32| between(corner(left, y), corner(left + 1, y), part(x));
    between(row(top), row(top + 1), part(y))
}

fn compare(a: &str, b: &str) -> Outcome {
    let open = |path: &str| image::open(path).map(|picture| picture.to_luma8());
    let (a, b) = (open(a)?, open(b)?);
    if a.dimensions() != b.dimensions() {
        return Err("the pictures differ in size".into());
    }
    let mut answers = stdout();
    writeln!(answers, "{:.2} {:.4}", psnr(&a, &b), ssim(&a, &b))?;
    Ok(())
}

fn psnr(a: &GrayImage, b: &GrayImage) -> f64 {
    let squares = a
        .iter()
        .zip(b.iter())
        .map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2));
    let mean = squares.sum::<f64>() / f64::from(a.width() * a.height());
    10.0 * (255.0_f64.powi(2) / mean).log10()
}

/// Returns the mean over windows of 8 by 8 pixels, at a distance of 4 pixels (Wang et al. 2004).
fn ssim(a: &GrayImage, b: &GrayImage) -> f64 {
    let (c1, c2) = ((0.01 * 255.0_f64).powi(2), (0.03 * 255.0_f64).powi(2));
    let (mut sum, mut n_windows) = (0.0, 0.0);
    for top in (0..a.height() - 8).step_by(4) {
        for left in (0..a.width() - 8).step_by(4) {
            let (mut sums, mut squares) = ([0.0; 2], [0.0; 3]);
            for (x, y) in (0..64).map(|n| (left + n % 8, top + n / 8)) {
                let [p, q] = [a, b].map(|picture| f64::from(picture.get_pixel(x, y)[0]));
                sums = [sums[0] + p, sums[1] + q];
                squares = [squares[0] + p * p, squares[1] + q * q, squares[2] + p * q];
            }
            let [mean_a, mean_b] = sums.map(|sum| sum / 64.0);
            let spread = squares[0] / 64.0 - mean_a * mean_a + squares[1] / 64.0 - mean_b * mean_b;
            let together = squares[2] / 64.0 - mean_a * mean_b;
            sum += (2.0 * mean_a * mean_b + c1) * (2.0 * together + c2)
                / ((mean_a * mean_a + mean_b * mean_b + c1) * (spread + c2));
            n_windows += 1.0;
        }
    }
    sum / n_windows
}
