//! A place without people: hills, the sea, a cup on a table, or a street in the evening.

use std::f32::consts::TAU;

use fastrand::Rng;

use crate::canvas::{Canvas, Rgb, path};
use crate::{HEIGHT, WIDTH};

const WHITE: Rgb = Rgb(0x00ff_ffff);

/// The upper and the lower colour of a sky, and the colour of the nearest hill.
const HILLS: [(u32, u32, u32); 4] = [
    (0x009f_cde6, 0x00f7_e8cf, 0x003f_6b55),
    (0x00f6_b58f, 0x00fb_e4b6, 0x005b_4a63),
    (0x00b9_d8d0, 0x00f4_f0dc, 0x004d_7a5a),
    (0x008f_9fd6, 0x00f3_cfd0, 0x003b_416b),
];
/// The upper and the lower colour of a sky, and those of the sea below it.
const SEAS: [[u32; 4]; 3] = [
    [0x008c_c9e8, 0x00e9_f4ee, 0x003d_8fb5, 0x001f_5f8b],
    [0x00f4_a28c, 0x00fb_dfb0, 0x00c9_7b84, 0x005a_4f7c],
    [0x00a7_b8e8, 0x00f6_d9dd, 0x006c_8fc2, 0x0035_558c],
];
const ROOMS: [(u32, u32, u32); 4] = [
    (0x00f3_e3cf, 0x00b9_7f56, 0x00d9_6f5f),
    (0x00dd_e9e4, 0x008f_6a4f, 0x003f_7f8a),
    (0x00e6_dff0, 0x00a8_7b5e, 0x007a_5f9a),
    (0x00f7_e6d9, 0x0095_6b4e, 0x00e0_a34a),
];

pub(crate) fn draw(canvas: &mut Canvas, random: &mut Rng) -> Option<()> {
    match random.u8(..4) {
        0 => hills(canvas, random),
        1 => sea(canvas, random),
        2 => cup(canvas, random),
        _ => street(canvas, random),
    }
}

fn hills(canvas: &mut Canvas, random: &mut Rng) -> Option<()> {
    let (top, bottom, near) = *random.choice(&HILLS)?;
    let (top, bottom, near) = (Rgb(top), Rgb(bottom), Rgb(near));
    canvas.gradient(0.0, 620.0, top, bottom)?;
    sun(canvas, random, 300.0)?;
    clouds(canvas, random)?;
    for layer in 0..5_u8 {
        let height = 400.0 + 78.0 * f32::from(layer);
        let color = bottom.mixed(near, 70 + layer * 45);
        let (phase, swell) = (random.f32() * TAU, 26.0 + 40.0 * random.f32());
        let waves = 1.0 + 1.4 * random.f32();
        let hill = path(|to| {
            to.move_to(0.0, HEIGHT.into());
            for step in 0..=30_u8 {
                let along = f32::from(step) / 30.0;
                let y = height + swell * (phase + along * waves * TAU).sin();
                to.line_to(along * f32::from(WIDTH), y);
            }
            to.line_to(WIDTH.into(), HEIGHT.into());
            to.close();
        })?;
        canvas.fill(&hill, color);
    }
    Some(())
}

fn sea(canvas: &mut Canvas, random: &mut Rng) -> Option<()> {
    let [top, bottom, far, near] = random.choice(&SEAS)?.map(Rgb);
    let horizon = 380.0 + 60.0 * random.f32();
    canvas.gradient(0.0, horizon, top, bottom)?;
    sun(canvas, random, horizon - 40.0)?;
    clouds(canvas, random)?;
    canvas.gradient(horizon, HEIGHT.into(), far, near)?;
    for _ in 0..26 {
        let depth = random.f32();
        let (x, y) = (
            random.f32() * f32::from(WIDTH),
            horizon + 14.0 + depth * (f32::from(HEIGHT) - horizon),
        );
        let half = 14.0 + 60.0 * depth;
        let wave = path(|to| {
            to.move_to(x - half, y);
            to.quad_to(x - half / 2.0, y - 5.0 - 8.0 * depth, x, y);
            to.quad_to(x + half / 2.0, y + 5.0 + 8.0 * depth, x + half, y);
        })?;
        canvas.line(&wave, 2.0 + 3.0 * depth, WHITE, 90);
    }
    let x = 120.0 + 340.0 * random.f32();
    let y = horizon + 62.0;
    for (side, height, color) in [(1.0, 150.0, WHITE), (-1.0, 120.0, Rgb(0x00f6_e2c8))] {
        let sail = path(|to| {
            to.move_to(x + side * 4.0, y - 14.0);
            to.line_to(x + side * 4.0, y - height);
            to.quad_to(x + side * 66.0, y - height / 2.0, x + side * 60.0, y - 14.0);
            to.close();
        })?;
        canvas.fill(&sail, color);
    }
    let hull = path(|to| {
        to.move_to(x - 76.0, y - 8.0);
        to.line_to(x + 84.0, y - 8.0);
        to.quad_to(x + 56.0, y + 30.0, x + 30.0, y + 30.0);
        to.line_to(x - 40.0, y + 30.0);
        to.close();
    })?;
    canvas.fill(&hull, Rgb(0x008a_4f45));
    Some(())
}

fn cup(canvas: &mut Canvas, random: &mut Rng) -> Option<()> {
    let (wall, table, china) = *random.choice(&ROOMS)?;
    let (wall, table, china) = (Rgb(wall), Rgb(table), Rgb(china));
    canvas.gradient(0.0, 560.0, wall.lighter(), wall)?;
    // A window with the morning outside.
    let left = 60.0 + 200.0 * random.f32();
    canvas.block((left, 70.0), (left + 280.0, 400.0), 18.0, WHITE)?;
    let glass = wall.mixed(Rgb(0x009c_cfe8), 190);
    for (column, row) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
        let (x, y) = (left + 14.0 + column * 130.0, 84.0 + row * 155.0);
        canvas.block((x, y), (x + 122.0, y + 147.0), 8.0, glass)?;
    }
    canvas.gradient(540.0, HEIGHT.into(), table.lighter(), table)?;
    let x = 230.0 + 140.0 * random.f32();
    canvas.haze((x, 706.0), (190.0, 34.0), Rgb(0x002a_1c16), 70)?;
    canvas.ellipse((x, 690.0), (172.0, 34.0), china.lighter())?;
    let handle = path(|to| to.push_circle(x + 116.0, 590.0, 44.0))?;
    canvas.line(&handle, 20.0, china, 255);
    let bowl = path(|to| {
        to.move_to(x - 120.0, 510.0);
        to.line_to(x + 120.0, 510.0);
        to.cubic_to(x + 118.0, 640.0, x + 84.0, 690.0, x + 40.0, 694.0);
        to.line_to(x - 40.0, 694.0);
        to.cubic_to(x - 84.0, 690.0, x - 118.0, 640.0, x - 120.0, 510.0);
        to.close();
    })?;
    canvas.fill(&bowl, china);
    canvas.ellipse((x, 510.0), (120.0, 27.0), china.lighter())?;
    canvas.ellipse((x, 514.0), (104.0, 20.0), Rgb(0x005b_3829))?;
    for offset in [-42.0, 0.0, 42.0] {
        let steam = path(|to| {
            let x = x + offset;
            to.move_to(x, 478.0);
            to.cubic_to(x - 26.0, 446.0, x + 26.0, 420.0, x, 384.0);
        })?;
        canvas.line(&steam, 9.0, WHITE, 150);
    }
    Some(())
}

fn street(canvas: &mut Canvas, random: &mut Rng) -> Option<()> {
    let (top, bottom) = (Rgb(0x002f_3466), Rgb(0x00f0_a58a));
    canvas.gradient(0.0, 640.0, top, bottom)?;
    for _ in 0..24 {
        let at = (random.f32() * 600.0, random.f32() * 260.0);
        canvas.haze(at, (2.0, 2.0), WHITE, 190)?;
    }
    canvas.ellipse(
        (110.0 + 380.0 * random.f32(), 130.0),
        (46.0, 46.0),
        Rgb(0x00fb_efcf),
    )?;
    for row in 0..2_u8 {
        let color = top.mixed(Rgb(0x0015_162b), 70 + row * 110);
        let mut x = -30.0 * random.f32();
        while x < f32::from(WIDTH) {
            let width = 70.0 + 70.0 * random.f32();
            let roof = 300.0 + 130.0 * f32::from(row) + 150.0 * random.f32();
            canvas.block((x, roof), (x + width, HEIGHT.into()), 6.0, color)?;
            let mut y = roof + 22.0;
            while y < 700.0 {
                for column in [0.2, 0.6] {
                    if random.u8(..5) < 2 {
                        let left = x + width * column;
                        let light = Rgb(0x00fd_d986);
                        canvas.block((left, y), (left + width * 0.2, y + 22.0), 3.0, light)?;
                    }
                }
                y += 46.0;
            }
            x += width + 6.0;
        }
    }
    canvas.gradient(706.0, HEIGHT.into(), Rgb(0x0024_2238), Rgb(0x0015_1422))
}

fn sun(canvas: &mut Canvas, random: &mut Rng, lowest: f32) -> Option<()> {
    let at = (
        100.0 + 400.0 * random.f32(),
        110.0 + (lowest - 110.0) * random.f32(),
    );
    canvas.haze(at, (96.0, 96.0), WHITE, 70)?;
    canvas.ellipse(at, (62.0, 62.0), Rgb(0x00ff_f1cc))
}

fn clouds(canvas: &mut Canvas, random: &mut Rng) -> Option<()> {
    for _ in 0..3 {
        let (x, y) = (random.f32() * 600.0, 60.0 + 190.0 * random.f32());
        for (offset, radius) in [(-52.0, 24.0), (0.0, 36.0), (50.0, 26.0)] {
            canvas.haze((x + offset, y), (radius * 1.6, radius * 0.8), WHITE, 130)?;
        }
    }
    Some(())
}
