//! A made-up person: head and shoulders before a plain background.

use fastrand::Rng;
use tiny_skia::PathBuilder;

use crate::canvas::{Canvas, Rgb, path};
use crate::{HEIGHT, WIDTH};

/// The kinds of figures, which decide among which shapes of hair the seed chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// A woman.
    Woman,
    /// A man.
    Man,
    /// A person with any of the shapes.
    Any,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hair {
    Short,
    SidePart,
    Cropped,
    Curly,
    Bun,
    Bob,
    Long,
    Wavy,
}

impl Figure {
    const fn hair(self) -> &'static [Hair] {
        use Hair::{Bob, Bun, Cropped, Curly, Long, Short, SidePart, Wavy};
        match self {
            Self::Woman => &[Bob, Long, Wavy, Bun, SidePart, Curly],
            Self::Man => &[Short, SidePart, Cropped, Curly],
            Self::Any => &[Short, SidePart, Curly, Bun, Bob, Wavy],
        }
    }
}

/// The upper and the lower colour of the backgrounds.
const BACKGROUNDS: [(u32, u32); 10] = [
    (0xf9_d9_c6, 0xf2_a9_9b),
    (0xcf_e8_ef, 0x8f_bf_d4),
    (0xe5_e3_f7, 0xae_a6_dd),
    (0xd9_ee_d8, 0x93_c7_a4),
    (0xfb_ea_c4, 0xf0_bf_74),
    (0xf8_d7_e3, 0xdf_93_b4),
    (0xd5_ec_e8, 0x79_b8_b1),
    (0xe9_e2_d6, 0xc2_ae_93),
    (0xd7_e0_f7, 0x8d_a3_dc),
    (0xf3_e0_d2, 0xd3_9c_7d),
];
const SKINS: [u32; 6] = [
    0xf9_dc_c4, 0xf4_cd_ac, 0xea_ba_94, 0xf6_d3_b8, 0xdd_a7_7e, 0xc6_8d_66,
];
const HAIRS: [u32; 7] = [
    0x22_1d_26, 0x33_29_2c, 0x4a_35_2d, 0x6b_46_35, 0x8a_5c_40, 0x2a_2b_3d, 0x5c_3a_3f,
];
const CLOTHES: [u32; 9] = [
    0x3f_5f_7f, 0x7a_4f_64, 0x4c_7a_68, 0xc8_6b_58, 0xe0_a6_4f, 0x57_53_7e, 0xf4_f1_ea, 0x8b_a6_7a,
    0x2f_36_4a,
];

/// The middle of the picture.
const MIDDLE: f32 = 300.0;
/// The height of the middle of the head.
const HEAD: f32 = 345.0;

struct Look {
    skin: Rgb,
    hair_color: Rgb,
    hair: Hair,
    clothes: Rgb,
    /// Half of the width of the head.
    width: f32,
    /// Half of its height.
    height: f32,
}

/// Draws a person. `of_person` decides the look, and `of_photo` the background.
pub(crate) fn draw(
    canvas: &mut Canvas,
    mut of_person: Rng,
    of_photo: &mut Rng,
    figure: Figure,
) -> Option<()> {
    let random = &mut of_person;
    let look = Look {
        skin: Rgb(*random.choice(&SKINS)?),
        hair_color: Rgb(*random.choice(&HAIRS)?),
        hair: *random.choice(figure.hair())?,
        clothes: Rgb(*random.choice(&CLOTHES)?),
        width: between(random, 112.0, 126.0),
        height: between(random, 142.0, 156.0),
    };
    background(canvas, of_photo)?;
    hair_behind(canvas, &look)?;
    body(canvas, &look, random)?;
    head(canvas, &look, random)?;
    hair_before(canvas, &look)?;
    if random.u8(..10) < 3 {
        glasses(canvas, look.hair_color.darker())?;
    }
    Some(())
}

fn background(canvas: &mut Canvas, random: &mut Rng) -> Option<()> {
    let (top, bottom) = *random.choice(&BACKGROUNDS)?;
    let (top, bottom) = (Rgb(top), Rgb(bottom));
    canvas.gradient(0.0, HEIGHT.into(), top, bottom)?;
    for _ in 0..3 {
        let at = (between(random, 0.0, 600.0), between(random, 60.0, 560.0));
        let radius = between(random, 60.0, 210.0);
        canvas.haze(at, (radius, radius), Rgb(0xff_ff_ff), 46)?;
    }
    Some(())
}

fn body(canvas: &mut Canvas, look: &Look, random: &mut Rng) -> Option<()> {
    let shoulder = between(random, 215.0, 245.0);
    let shoulders = path(|to| {
        to.move_to(MIDDLE - shoulder - 20.0, HEIGHT.into());
        to.cubic_to(
            MIDDLE - shoulder,
            650.0,
            MIDDLE - shoulder + 60.0,
            612.0,
            MIDDLE - 66.0,
            588.0,
        );
        to.line_to(MIDDLE + 66.0, 588.0);
        to.cubic_to(
            MIDDLE + shoulder - 60.0,
            612.0,
            MIDDLE + shoulder,
            650.0,
            MIDDLE + shoulder + 20.0,
            HEIGHT.into(),
        );
        to.close();
    })?;
    canvas.fill(&shoulders, look.clothes);
    let shade = look.skin.darker();
    let (left, right) = (MIDDLE - 47.0, MIDDLE + 47.0);
    canvas.block((left, 440.0), (right, 625.0), 40.0, look.skin)?;
    // The shadow of the chin.
    canvas.haze((MIDDLE, 478.0), (46.0, 58.0), shade, 120)?;
    match random.u8(..3) {
        0 => {
            // A round neck.
            canvas.ellipse((MIDDLE, 592.0), (72.0, 40.0), look.skin)?;
            let edge = path(|to| {
                to.move_to(MIDDLE - 74.0, 586.0);
                to.quad_to(MIDDLE, 682.0, MIDDLE + 74.0, 586.0);
            })?;
            canvas.line(&edge, 9.0, look.clothes.darker(), 255);
        }
        1 => {
            // A collar.
            for side in [-1.0, 1.0] {
                let half = path(|to| {
                    to.move_to(MIDDLE + side * 40.0, 556.0);
                    to.line_to(MIDDLE + side * 96.0, 606.0);
                    to.line_to(MIDDLE + side * 52.0, 676.0);
                    to.line_to(MIDDLE, 626.0);
                    to.close();
                })?;
                canvas.fill(&half, look.clothes.lighter());
            }
        }
        _ => {
            // A high neck.
            let (left, right) = (MIDDLE - 62.0, MIDDLE + 62.0);
            canvas.block((left, 540.0), (right, 628.0), 26.0, look.clothes.lighter())?;
        }
    }
    Some(())
}

fn head(canvas: &mut Canvas, look: &Look, random: &mut Rng) -> Option<()> {
    let Look {
        skin,
        width,
        height,
        ..
    } = *look;
    for side in [-1.0, 1.0] {
        let ear = (MIDDLE + side * width, HEAD + 22.0);
        canvas.ellipse(ear, (20.0, 30.0), skin.darker().mixed(skin, 120))?;
    }
    canvas.ellipse((MIDDLE, HEAD), (width, height), skin)?;
    let ink = Rgb(0x33_2b_33);
    let eye = between(random, 46.0, 52.0);
    let is_smiling_with_eyes = random.u8(..4) == 0;
    for side in [-1.0, 1.0] {
        let x = MIDDLE + side * eye;
        canvas.haze(
            (x + side * 14.0, HEAD + 56.0),
            (26.0, 15.0),
            Rgb(0xe8_7f_78),
            60,
        )?;
        let brow = path(|to| {
            to.move_to(x - 21.0, HEAD - 32.0);
            to.quad_to(x, HEAD - 44.0, x + 21.0, HEAD - 32.0);
        })?;
        canvas.line(&brow, 6.5, look.hair_color, 235);
        if is_smiling_with_eyes {
            let arc = path(|to| {
                to.move_to(x - 15.0, HEAD + 12.0);
                to.quad_to(x, HEAD - 8.0, x + 15.0, HEAD + 12.0);
            })?;
            canvas.line(&arc, 6.5, ink, 255);
        } else {
            canvas.ellipse((x, HEAD + 4.0), (9.5, 12.0), ink)?;
            canvas.ellipse((x + 3.0, HEAD), (3.2, 3.6), Rgb(0xff_ff_ff))?;
        }
    }
    let nose = path(|to| {
        to.move_to(MIDDLE + 2.0, HEAD + 20.0);
        to.quad_to(MIDDLE + 14.0, HEAD + 47.0, MIDDLE - 5.0, HEAD + 46.0);
    })?;
    canvas.line(&nose, 5.0, skin.darker(), 200);
    let (corner, depth) = (between(random, 26.0, 38.0), between(random, 18.0, 30.0));
    let mouth = path(|to| {
        to.move_to(MIDDLE - corner, HEAD + 78.0);
        to.quad_to(MIDDLE, HEAD + 78.0 + depth, MIDDLE + corner, HEAD + 78.0);
    })?;
    canvas.line(&mouth, 6.5, Rgb(0xa8_4a_4a), 235);
    Some(())
}

/// Draws the part of the hair that the shoulders and the head cover.
fn hair_behind(canvas: &mut Canvas, look: &Look) -> Option<()> {
    let color = look.hair_color.darker();
    let (out, top) = (look.width + 34.0, HEAD - look.height - 26.0);
    let (left, right) = (MIDDLE - out, MIDDLE + out);
    match look.hair {
        Hair::Bob => canvas.block((left, top), (right, HEAD + 172.0), 120.0, color)?,
        Hair::Long => canvas.block((left, top), (right, HEAD + 330.0), 110.0, color)?,
        Hair::Wavy => {
            canvas.block((left, top), (right, HEAD + 190.0), 120.0, color)?;
            for step in 0..5_u8 {
                let y = HEAD + 40.0 + 52.0 * f32::from(step);
                for side in [-1.0, 1.0] {
                    let sway = if step % 2 == 0 { 10.0 } else { -8.0 };
                    canvas.ellipse(
                        (MIDDLE + side * (out - 24.0 + sway), y),
                        (46.0, 48.0),
                        color,
                    )?;
                }
            }
        }
        Hair::Bun => {
            canvas.ellipse((MIDDLE, top - 18.0), (58.0, 54.0), color)?;
        }
        Hair::Short | Hair::SidePart | Hair::Cropped | Hair::Curly => {}
    }
    Some(())
}

/// Draws the part of the hair above the forehead.
fn hair_before(canvas: &mut Canvas, look: &Look) -> Option<()> {
    let color = look.hair_color;
    let (width, top) = (look.width + 10.0, HEAD - look.height);
    match look.hair {
        Hair::Curly => {
            for step in 0..=8_u8 {
                // Along a half circle, from the left temple to the right one.
                let angle = std::f32::consts::PI * f32::from(step) / 8.0;
                let x = MIDDLE - (width - 6.0) * angle.cos();
                let y = HEAD - 34.0 - (look.height - 26.0) * angle.sin();
                let radius = if step % 2 == 0 { 47.0 } else { 41.0 };
                canvas.ellipse((x, y), (radius, radius), color)?;
            }
            canvas.ellipse((MIDDLE, top + 34.0), (width - 26.0, 46.0), color)?;
        }
        Hair::Short => cap(canvas, look, -28.0, -58.0, 0.0)?,
        Hair::Cropped => cap(canvas, look, -62.0, -76.0, 0.0)?,
        Hair::SidePart => cap(canvas, look, -6.0, -84.0, 74.0)?,
        Hair::Bun => cap(canvas, look, -16.0, -92.0, 0.0)?,
        Hair::Bob => {
            cap(canvas, look, 30.0, -46.0, 0.0)?;
            strands(canvas, look, 118.0)?;
        }
        Hair::Long => {
            cap(canvas, look, 10.0, -84.0, -52.0)?;
            strands(canvas, look, 190.0)?;
        }
        Hair::Wavy => {
            cap(canvas, look, 10.0, -78.0, 40.0)?;
            strands(canvas, look, 140.0)?;
        }
    }
    Some(())
}

/// Draws hair over the upper half of the head. It ends at the height `side` at the temples and `forehead` in the
/// middle, both from the middle of the head, and the part is at `part` from the middle.
fn cap(canvas: &mut Canvas, look: &Look, side: f32, forehead: f32, part: f32) -> Option<()> {
    let width = look.width + 12.0;
    let top = HEAD - look.height - 26.0;
    let cap = path(|to: &mut PathBuilder| {
        to.move_to(MIDDLE - width, HEAD + side);
        to.cubic_to(
            MIDDLE - width - 12.0,
            top + 56.0,
            MIDDLE - 92.0,
            top,
            MIDDLE,
            top,
        );
        to.cubic_to(
            MIDDLE + 92.0,
            top,
            MIDDLE + width + 12.0,
            top + 56.0,
            MIDDLE + width,
            HEAD + side,
        );
        to.quad_to(
            MIDDLE + width - 22.0,
            HEAD + forehead + 8.0,
            MIDDLE + part,
            HEAD + forehead - 8.0,
        );
        to.quad_to(
            MIDDLE - width + 22.0,
            HEAD + forehead + 8.0,
            MIDDLE - width,
            HEAD + side,
        );
        to.close();
    })?;
    canvas.fill(&cap, look.hair_color);
    let shine = path(|to| {
        to.move_to(MIDDLE - 78.0, top + 62.0);
        to.quad_to(MIDDLE - 40.0, top + 26.0, MIDDLE + 14.0, top + 26.0);
    })?;
    canvas.line(&shine, 9.0, Rgb(0xff_ff_ff), 34);
    Some(())
}

/// Draws a strand of hair at each side of the face, down to a distance from the middle of the head.
fn strands(canvas: &mut Canvas, look: &Look, down: f32) -> Option<()> {
    for side in [-1.0, 1.0] {
        let out = MIDDLE + side * (look.width + 18.0);
        let strand = path(|to| {
            to.move_to(MIDDLE + side * (look.width - 24.0), HEAD - 84.0);
            to.cubic_to(
                out,
                HEAD - 70.0,
                out + side * 12.0,
                HEAD + 40.0,
                out + side * 4.0,
                HEAD + down,
            );
            to.quad_to(
                out - side * 30.0,
                HEAD + down + 16.0,
                out - side * 26.0,
                HEAD + 60.0,
            );
            to.quad_to(
                out - side * 18.0,
                HEAD - 20.0,
                MIDDLE + side * (look.width - 24.0),
                HEAD - 84.0,
            );
            to.close();
        })?;
        canvas.fill(&strand, look.hair_color);
    }
    Some(())
}

fn glasses(canvas: &mut Canvas, color: Rgb) -> Option<()> {
    for side in [-1.0, 1.0] {
        let x = MIDDLE + side * 49.0;
        let lens = path(|to| to.push_circle(x, HEAD + 6.0, 36.0))?;
        canvas.fill_with(&lens, Rgb(0xff_ff_ff), 40);
        canvas.line(&lens, 6.0, color, 255);
        let temple = path(|to| {
            to.move_to(x + side * 36.0, HEAD);
            to.line_to(x + side * 66.0, HEAD - 8.0);
        })?;
        canvas.line(&temple, 6.0, color, 255);
    }
    let bridge = path(|to| {
        to.move_to(MIDDLE - 13.0, HEAD + 2.0);
        to.quad_to(MIDDLE, HEAD - 7.0, MIDDLE + 13.0, HEAD + 2.0);
    })?;
    canvas.line(&bridge, 6.0, color, 255);
    Some(())
}

fn between(random: &mut Rng, low: f32, high: f32) -> f32 {
    low + random.f32() * (high - low)
}

const _: () = assert!(
    WIDTH == 600 && HEIGHT == 800,
    "the numbers above are for this size"
);
