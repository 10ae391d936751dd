//! Finds the places of members from many accounts, by the distance bands on their cards, and moves a member within
//! their cell while all viewers compare their answers.

use std::io::{Write as _, stdout};

use enmusubi_core::Gender;
use enmusubi_core::matching::affinity::DistanceBand;
use enmusubi_core::place::Cell;
use enmusubi_population::Resident;
use fastrand::Rng;
use serde_json::{Value, json};

use crate::world::{Caller, Result, World};

const N_ATTACKERS: u32 = 150;
const N_TARGETS: u32 = 60;
const N_DAYS: u32 = 28;
/// The middle of the region, near Taipei, and the cells from there to its edges: 66 km to the north and the south.
const MIDDLE: Cell = Cell {
    row: 500,
    column: 2431,
};
const RADIUS: i32 = 12;
/// The numbers of accounts that share what they see.
const ACCOUNTS: [usize; 5] = [1, 3, 10, 30, usize::MAX];
/// The least median distance between a guess and the true place.
const AIM_KM: f64 = 1.5;
const N_MOVES: usize = 50;

/// A point in degrees.
#[derive(Debug, Clone, Copy)]
struct Point {
    latitude: f64,
    longitude: f64,
}

impl Point {
    fn centre(cell: Cell) -> Self {
        let (latitude, longitude) = cell.centre();
        Self {
            latitude,
            longitude,
        }
    }

    /// Returns a point in the cell, at most a millionth of a degree from its edges.
    fn within(cell: Cell, random: &mut Rng) -> Self {
        let middle = Self::centre(cell);
        let mut shift = || (random.f64() - 0.5) * 0.049_998;
        Self {
            latitude: middle.latitude + shift(),
            longitude: middle.longitude + shift(),
        }
    }

    /// Returns the distance on a plane, which is exact enough within a cell or a city.
    fn km_to(self, other: Self) -> f64 {
        let km_per_degree = 6371.0088_f64.to_radians();
        let north = (other.latitude - self.latitude) * km_per_degree;
        let shrink = self.latitude.to_radians().cos();
        let east = (other.longitude - self.longitude) * km_per_degree * shrink;
        north.hypot(east)
    }

    fn json(self) -> Value {
        json!({ "latitude": self.latitude, "longitude": self.longitude })
    }
}

/// A member whose place the attackers look for.
struct Target {
    cell: Cell,
    place: Point,
    /// The bands that attackers saw, with their own cells.
    seen: Vec<(Cell, DistanceBand)>,
}

pub(crate) async fn run() -> Result<()> {
    let mut random = Rng::with_seed(7);
    let mut near = || Cell {
        row: MIDDLE.row + random.i32(-RADIUS..=RADIUS),
        column: MIDDLE.column + random.i32(-RADIUS..=RADIUS),
    };
    let cells: Vec<Cell> = (0..N_ATTACKERS + N_TARGETS).map(|_| near()).collect();
    let resident = |(id, cell): (u32, &Cell)| {
        let is_target = id > N_ATTACKERS;
        let gender = if is_target {
            Gender::Female
        } else {
            Gender::Male
        };
        Resident::plain(id, gender, *cell)
    };
    let residents = (1..).zip(&cells).map(resident);
    let world = World::start(residents).await?;
    let targets = &cells[N_ATTACKERS as usize..];
    let target = |cell: &Cell| Target {
        cell: *cell,
        place: Point::within(*cell, &mut random),
        seen: Vec::new(),
    };
    let mut targets: Vec<Target> = targets.iter().map(target).collect();
    for _ in 0..N_DAYS {
        world.next_day().await?;
        look(&world, &cells, &mut targets).await?;
    }
    print_guesses(&targets)?;
    move_within_the_cell(&world, &mut random, targets[0].cell).await
}

/// Lets all attackers look at their cards of the day.
async fn look(world: &World, cells: &[Cell], targets: &mut [Target]) -> Result<()> {
    for (id, cell) in (1..=N_ATTACKERS).zip(cells) {
        let caller = world.log_in(id).await?;
        let page = world.get(&caller, "/introductions").await?.expect(200)?;
        let today = &page["day"];
        for card in page["introductions"].as_array().into_iter().flatten() {
            if card["day"] != *today {
                continue;
            }
            let name = card["person"]["nickname"].as_str().unwrap_or_default();
            let position = name.parse::<u32>()? - N_ATTACKERS - 1;
            let band = card["why"]["distanceBand"].as_str().unwrap_or_default();
            targets[position as usize].seen.push((*cell, band.parse()?));
        }
    }
    Ok(())
}

/// Prints how far the guesses of some accounts lie from the true places.
fn print_guesses(targets: &[Target]) -> Result<()> {
    let mut out = stdout();
    writeln!(
        out,
        "place: {N_ATTACKERS} accounts look for {N_TARGETS} members, for {N_DAYS} days"
    )?;
    for n_accounts in ACCOUNTS {
        let mut errors = Vec::new();
        let mut n_cells = Vec::new();
        let mut n_used = 0;
        for target in targets {
            let seen = &target.seen[..target.seen.len().min(n_accounts)];
            let cells = possible_cells(seen);
            if !cells.contains(&target.cell) {
                return Err("the attackers exclude the true cell: the attack is broken".into());
            }
            n_used = n_used.max(seen.len());
            n_cells.push(cells.len());
            errors.push(middle(&cells).km_to(target.place));
        }
        errors.sort_by(f64::total_cmp);
        n_cells.sort_unstable();
        let half = targets.len() / 2;
        writeln!(
            out,
            "  {n_used} accounts: {} cells are possible, the guess is {:.1} km off (medians); the nearest guess {:.2} km",
            n_cells[half], errors[half], errors[0]
        )?;
        if errors[half] < AIM_KM {
            return Err(format!("the median error is below {AIM_KM} km").into());
        }
    }
    let mut to_middle: Vec<f64> = targets
        .iter()
        .map(|target| Point::centre(target.cell).km_to(target.place))
        .collect();
    to_middle.sort_by(f64::total_cmp);
    let half = targets.len() / 2;
    writeln!(
        out,
        "  the middle of the true cell, which the server stores: {:.1} km off (median); the nearest {:.2} km",
        to_middle[half], to_middle[0]
    )?;
    Ok(())
}

/// Returns the cells of the region from which each account would see what it saw.
fn possible_cells(seen: &[(Cell, DistanceBand)]) -> Vec<Cell> {
    let rows = -RADIUS..=RADIUS;
    let all = rows.clone().flat_map(|row| {
        rows.clone().map(move |column| Cell {
            row: MIDDLE.row + row,
            column: MIDDLE.column + column,
        })
    });
    let fits = |cell: &Cell| {
        let band_from =
            |(from, band): &(Cell, DistanceBand)| DistanceBand::between(*from, *cell) == *band;
        seen.iter().all(band_from)
    };
    all.filter(fits).collect()
}

fn middle(cells: &[Cell]) -> Point {
    let points = || cells.iter().map(|cell| Point::centre(*cell));
    let n_cells = u32::try_from(cells.len()).map_or(1.0, f64::from);
    Point {
        latitude: points().map(|it| it.latitude).sum::<f64>() / n_cells,
        longitude: points().map(|it| it.longitude).sum::<f64>() / n_cells,
    }
}

/// Moves the first target within her cell, and compares what her viewers get before and after.
async fn move_within_the_cell(world: &World, random: &mut Rng, cell: Cell) -> Result<()> {
    let target = world.log_in(N_ATTACKERS + 1).await?;
    let mut viewers = Vec::new();
    for id in 1..=N_ATTACKERS {
        viewers.push(world.log_in(id).await?);
    }
    let page = world.get(&target, "/introductions").await?.expect(200)?;
    let n_viewers = page["introductions"].as_array().map_or(0, Vec::len);
    let before = answers(world, &viewers).await?;
    for _ in 0..N_MOVES {
        let place = Point::within(cell, random).json();
        world
            .put(&target, "/user-profile/place", &place)
            .await?
            .expect(200)?;
        if answers(world, &viewers).await? != before {
            return Err("a viewer sees that the member moved within the cell".into());
        }
    }
    // The comparison must be able to fail.
    let text = json!({ "dailyLife": "I have moved." });
    world
        .put(&target, "/user-profile/texts", &text)
        .await?
        .expect(200)?;
    if answers(world, &viewers).await? == before {
        return Err("the viewers see no change of a text: the attack is broken".into());
    }
    writeln!(
        stdout(),
        "  {N_MOVES} moves within the cell, {n_viewers} of {} accounts see the member: no byte of {} answers changes",
        viewers.len(),
        before.len(),
    )?;
    Ok(())
}

/// Returns all answers that could tell these callers of another member.
async fn answers(world: &World, callers: &[Caller]) -> Result<Vec<Vec<u8>>> {
    let mut answers = Vec::new();
    for caller in callers {
        for path in ["/introductions", "/matches", "/news", "/blocks"] {
            let answer = world.get(caller, path).await?;
            answers.push(answer.bytes);
        }
    }
    Ok(answers)
}
