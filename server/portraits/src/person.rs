//! A made-up person: head and shoulders before a plain background.

use fastrand::Rng;

use crate::canvas::{Canvas, Rgb, path};
use crate::hair::{self, Hair};
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

/// The upper and the lower colour of the backgrounds.
const BACKGROUNDS: [(u32, u32); 10] = [
    (0x00f9_d9c6, 0x00f2_a99b),
    (0x00cf_e8ef, 0x008f_bfd4),
    (0x00e5_e3f7, 0x00ae_a6dd),
    (0x00d9_eed8, 0x0093_c7a4),
    (0x00fb_eac4, 0x00f0_bf74),
    (0x00f8_d7e3, 0x00df_93b4),
    (0x00d5_ece8, 0x0079_b8b1),
    (0x00e9_e2d6, 0x00c2_ae93),
    (0x00d7_e0f7, 0x008d_a3dc),
    (0x00f3_e0d2, 0x00d3_9c7d),
];
const SKINS: [u32; 6] = [
    0x00f9_dcc4,
    0x00f4_cdac,
    0x00ea_ba94,
    0x00f6_d3b8,
    0x00dd_a77e,
    0x00c6_8d66,
];
const HAIRS: [u32; 7] = [
    0x0022_1d26,
    0x0033_292c,
    0x004a_352d,
    0x006b_4635,
    0x008a_5c40,
    0x002a_2b3d,
    0x005c_3a3f,
];
const CLOTHES: [u32; 9] = [
    0x003f_5f7f,
    0x007a_4f64,
    0x004c_7a68,
    0x00c8_6b58,
    0x00e0_a64f,
    0x0057_537e,
    0x00f4_f1ea,
    0x008b_a67a,
    0x002f_364a,
];

/// The middle of the picture.
pub(crate) const MIDDLE: f32 = 300.0;
/// The height of the middle of the head.
pub(crate) const HEAD: f32 = 345.0;

/// The look of a person, which is the same in all photos.
pub(crate) struct Look {
    skin: Rgb,
    pub(crate) hair_color: Rgb,
    pub(crate) hair: Hair,
    clothes: Rgb,
    /// Half of the width of the head.
    pub(crate) width: f32,
    /// Half of its height.
    pub(crate) height: f32,
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
        hair: *random.choice(hair::shapes_of(figure))?,
        clothes: Rgb(*random.choice(&CLOTHES)?),
        width: between(random, 112.0, 126.0),
        height: between(random, 142.0, 156.0),
    };
    background(canvas, of_photo)?;
    hair::draw_behind(canvas, &look)?;
    body(canvas, &look, random)?;
    head(canvas, &look, random)?;
    hair::draw_before(canvas, &look)?;
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
        canvas.haze(at, (radius, radius), Rgb(0x00ff_ffff), 46)?;
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
    let ink = Rgb(0x0033_2b33);
    let eye = between(random, 46.0, 52.0);
    let is_smiling_with_eyes = random.u8(..4) == 0;
    for side in [-1.0, 1.0] {
        let x = MIDDLE + side * eye;
        canvas.haze(
            (x + side * 14.0, HEAD + 56.0),
            (26.0, 15.0),
            Rgb(0x00e8_7f78),
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
            canvas.ellipse((x + 3.0, HEAD), (3.2, 3.6), Rgb(0x00ff_ffff))?;
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
    canvas.line(&mouth, 6.5, Rgb(0x00a8_4a4a), 235);
    Some(())
}

fn glasses(canvas: &mut Canvas, color: Rgb) -> Option<()> {
    for side in [-1.0, 1.0] {
        let x = MIDDLE + side * 49.0;
        let lens = path(|to| to.push_circle(x, HEAD + 6.0, 36.0))?;
        canvas.fill_with(&lens, Rgb(0x00ff_ffff), 40);
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
