//! The circles of many viewers, counted together.
//!
//! A search reads all columns for one viewer. This module takes one block of members at a time, and makes a bitmap
//! of the block for each question that a viewer asks. The count of a viewer combines a few of these bitmaps. Most
//! viewers ask the same questions: 100,000 members have some 600 different ones together.

use std::ops::Range;

use super::bits::{BLOCK, Bitmap, NO_MEMBERS, Plan, Questions, TILE, Tile, set};
use super::search::{Search, rounded_up_km};
use super::{Circle, IRREGULAR, Index, Location, Viewer};
use crate::matching::Person;
use crate::place::Cell;
use crate::vocabulary::{ConditionType, Gender, MatchGender};

/// With fewer viewers, a search for each takes less time than the bitmaps of all members.
const FEW: usize = 200;

impl Index {
    /// Returns the circle of each viewer, as [`search`](Self::search) counts it.
    ///
    /// For many viewers, this takes far less time than a search for each. It needs some hundred bytes of memory for
    /// each viewer, so callers with millions of viewers pass them in parts.
    pub fn circles(&self, viewers: &[Viewer<'_>]) -> Vec<Circle> {
        if viewers.len() < FEW && self.len() > BLOCK {
            let circle = |viewer| self.search(viewer, |_| ());
            return viewers.iter().map(circle).collect();
        }
        let questions = Questions::new(viewers.iter().map(|viewer| &viewer.asked));
        let mut counts: Vec<Count<'_>> = viewers
            .iter()
            .enumerate()
            .map(|(position, viewer)| Count {
                position,
                viewer,
                plan: questions.plan(&viewer.asked),
                circle: Circle::default(),
            })
            .collect();
        counts.sort_unstable_by_key(|it| (it.cell(), it.viewer.asked.distance_below()));
        for class in self.classes() {
            if !counts.iter().any(|count| class.may_meet(count.viewer)) {
                continue;
            }
            for entries in class.entries.chunks(BLOCK) {
                let block = Block::new(self, entries, &questions);
                for of_cell in counts.chunk_by_mut(|one, other| one.cell() == other.cell()) {
                    block.count(&class, of_cell);
                }
            }
        }
        let mut circles = vec![Circle::default(); viewers.len()];
        for count in counts {
            let mut search = Search::new(self, count.viewer, |_| ());
            search.circle = count.circle;
            search.compare_irregular();
            // The blocks have also compared the viewer with the viewer's own row.
            search.circle.size -= u32::from(self.fits_self(count.viewer));
            circles[count.position] = search.circle;
        }
        circles
    }

    /// Returns the members whose numbers fit into the columns, by gender and wanted gender.
    fn classes(&self) -> impl Iterator<Item = Class> {
        let genders = Gender::ALL.iter();
        let pairs =
            genders.flat_map(|gender| MatchGender::ALL.iter().map(move |it| (*gender, *it)));
        pairs.map(|(gender, match_gender)| {
            let mut entries = Vec::new();
            for cell in &self.cells {
                for number in &cell.groups {
                    let group = &self.groups[*number as usize];
                    if group.gender == gender && group.match_gender == match_gender {
                        let limits = group.columns.distances_below();
                        entries.extend((0..).zip(limits).map(|(row, distance_below)| Entry {
                            cell: cell.cell,
                            distance_below,
                            location: Location {
                                group: *number,
                                row,
                            },
                        }));
                    }
                }
            }
            entries.sort_unstable_by_key(|it| (it.cell, it.distance_below));
            Class {
                gender,
                match_gender,
                entries,
            }
        })
    }

    /// Returns true if the blocks have counted the viewer's own row: the index has the viewer in its columns, and the
    /// viewer fits the viewer's own wishes.
    fn fits_self(&self, viewer: &Viewer<'_>) -> bool {
        let location = viewer.id.and_then(|id| self.locations.get(id));
        let Some(Location { group, row }) = location.filter(|it| it.group != IRREGULAR) else {
            return false;
        };
        let group = &self.groups[group as usize];
        let person = viewer.person;
        let distance_km = rounded_up_km(person.facts.cell, group.cell);
        person.wishes.match_gender.accepts(group.gender)
            && group.match_gender.accepts(person.facts.gender)
            && viewer.asked.reaches(distance_km)
            && group.columns.fits(row as usize, &viewer.asked, distance_km)
    }
}

/// The circle of one viewer while it is counted.
struct Count<'a> {
    /// The viewer's position in the caller's list.
    position: usize,
    viewer: &'a Viewer<'a>,
    plan: Plan,
    circle: Circle,
}

impl Count<'_> {
    const fn cell(&self) -> Cell {
        self.viewer.cell()
    }
}

/// The members with one gender and wanted gender.
struct Class {
    gender: Gender,
    match_gender: MatchGender,
    /// The members, sorted by cell, and in a cell by the limit of distance, the smallest first.
    entries: Vec<Entry>,
}

impl Class {
    /// Returns true if the genders of the members and of the viewer fit.
    const fn may_meet(&self, viewer: &Viewer<'_>) -> bool {
        let Person { facts, wishes } = viewer.person;
        wishes.match_gender.accepts(self.gender) && self.match_gender.accepts(facts.gender)
    }
}

struct Entry {
    cell: Cell,
    distance_below: u16,
    location: Location,
}

/// Some members of a class.
struct Block {
    /// For each question, a bit for each member who answers it with yes.
    answers: Vec<Bitmap>,
    /// The members' limits of distance plus one.
    distances_below: Vec<u16>,
    /// The rows of the members of each cell.
    cells: Vec<(Cell, Range<usize>)>,
}

impl Block {
    fn new(index: &Index, entries: &[Entry], questions: &Questions) -> Self {
        let members = entries.iter().map(|it| {
            let Location { group, row } = it.location;
            index.groups[group as usize].columns.row(row as usize)
        });
        let mut start = 0;
        let cells = entries.chunk_by(|one, other| one.cell == other.cell);
        Self {
            answers: questions.ask(members),
            distances_below: entries.iter().map(|it| it.distance_below).collect(),
            cells: cells
                .map(|neighbours| {
                    let rows = start..start + neighbours.len();
                    start = rows.end;
                    (neighbours[0].cell, rows)
                })
                .collect(),
        }
    }

    /// Adds the members to the circles of viewers who live in one cell. The viewers are sorted by their limit of
    /// distance, so the cells in reach of one viewer are in reach of the next, too.
    fn count(&self, class: &Class, of_cell: &mut [Count<'_>]) {
        let mut counts = of_cell
            .iter_mut()
            .filter(|count| class.may_meet(count.viewer))
            .peekable();
        let Some(cell) = counts.peek().map(|count| count.cell()) else {
            return;
        };
        let with_distance = |(of_block, rows): &(Cell, Range<usize>)| {
            (rounded_up_km(cell, *of_block), rows.clone())
        };
        let mut cells: Vec<(u16, Range<usize>)> = self.cells.iter().map(with_distance).collect();
        cells.sort_unstable_by_key(|(distance_km, _)| *distance_km);
        let mut cells = cells.into_iter().peekable();
        // The members who are near enough for the viewer's limit of distance and for their own.
        let mut near = NO_MEMBERS;
        for Count {
            viewer,
            plan,
            circle,
            ..
        } in counts
        {
            while let Some((distance_km, rows)) =
                cells.next_if(|(distance_km, _)| viewer.asked.reaches(*distance_km))
            {
                let limits = &self.distances_below[rows.clone()];
                let n_excluding = limits.partition_point(|below| *below <= distance_km);
                set(&mut near, rows.start + n_excluding..rows.end);
            }
            self.count_near(&near, plan, circle);
        }
    }

    /// Counts the near members who fit, and the near members who fail one condition of the viewer.
    fn count_near(&self, near: &Bitmap, plan: &Plan, circle: &mut Circle) {
        let accepting = plan.accepting.map(|question| &self.answers[question]);
        let mut failing = [([&NO_MEMBERS; 2], 0); ConditionType::ALL.len()];
        for (of_condition, (_, questions)) in failing.iter_mut().zip(&plan.failing) {
            of_condition.0 = questions.map(|question| &self.answers[question]);
        }
        let failing = &mut failing[..plan.failing.len()];
        let mut n_fitting = 0;
        for (position, near) in near.iter().enumerate() {
            let mut accepted = *near;
            for answers in accepting {
                and(&mut accepted, &answers[position]);
            }
            if accepted == [0; TILE] {
                continue;
            }
            let mut failed = [0; TILE];
            let mut failed_twice = [0; TILE];
            for ([one, other], _) in &*failing {
                for (word, (one, other)) in one[position].iter().zip(&other[position]).enumerate() {
                    let fails = one | other;
                    failed_twice[word] |= failed[word] & fails;
                    failed[word] |= fails;
                }
            }
            let mut fails_one = accepted;
            for word in 0..TILE {
                fails_one[word] &= failed[word] & !failed_twice[word];
                accepted[word] &= !failed[word];
            }
            n_fitting += count_ones(&accepted);
            for ([one, other], n_failing) in &mut *failing {
                let mut fails = fails_one;
                for (word, (one, other)) in one[position].iter().zip(&other[position]).enumerate() {
                    fails[word] &= one | other;
                }
                *n_failing += count_ones(&fails);
            }
        }
        circle.size += n_fitting;
        for ((_, n_failing), (kind, _)) in failing.iter().zip(&plan.failing) {
            circle.add(*kind, *n_failing);
        }
    }
}

fn and(tile: &mut Tile, other: &Tile) {
    for (word, other) in tile.iter_mut().zip(other) {
        *word &= other;
    }
}

fn count_ones(tile: &Tile) -> u32 {
    tile.iter().map(|word| word.count_ones()).sum()
}
