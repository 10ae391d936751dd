//! The place of each member in an index, by number.

use super::{MemberId, reserve};

/// The group and row of a member, or one of the special groups below.
#[derive(Debug, Clone, Copy)]
pub(super) struct Location {
    pub(super) group: u32,
    pub(super) row: u32,
}

/// The `group` of a number that no member has.
const NOWHERE: u32 = u32::MAX;
/// The `group` of a member that the index stores as a whole, without columns.
pub(super) const IRREGULAR: u32 = u32::MAX - 1;

/// The numbers in one page.
const PAGE: usize = 1024;

type Page = [Location; PAGE];

/// A table in pages. One table for all numbers would take 32 GB for a single member with the largest number.
#[derive(Debug, Default)]
pub(super) struct Locations(Vec<Option<Box<Page>>>);

impl Locations {
    pub(super) fn get(&self, member: MemberId) -> Option<Location> {
        let (page, entry) = place(member);
        let location = self.0.get(page)?.as_ref()?[entry];
        (location.group != NOWHERE).then_some(location)
    }

    pub(super) fn set(&mut self, member: MemberId, location: Location) {
        let (page, entry) = place(member);
        if self.0.len() <= page {
            let n_more = page + 1 - self.0.len();
            reserve(&mut self.0, n_more);
            self.0.resize_with(page + 1, || None);
        }
        let page = self.0[page].get_or_insert_with(|| {
            Box::new(
                [Location {
                    group: NOWHERE,
                    row: 0,
                }; PAGE],
            )
        });
        page[entry] = location;
    }

    /// Forgets a member.
    pub(super) fn clear(&mut self, member: MemberId) {
        let (page, entry) = place(member);
        if let Some(Some(page)) = self.0.get_mut(page) {
            page[entry].group = NOWHERE;
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.0.capacity() * size_of::<Option<Box<Page>>>()
            + self.0.iter().flatten().count() * size_of::<Page>()
    }
}

/// Returns the page of a number, and the entry in the page.
const fn place(member: MemberId) -> (usize, usize) {
    let number = member.0 as usize;
    (number / PAGE, number % PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_number_takes_a_page_of_entries_and_a_table_of_pages() {
        let mut locations = Locations::default();
        let at = |row| Location { group: 3, row };
        for (row, number) in [0, 1023, 1024, u32::MAX].into_iter().enumerate() {
            assert!(locations.get(MemberId(number)).is_none());
            locations.set(MemberId(number), at(u32::try_from(row).unwrap()));
            assert_eq!(
                locations.get(MemberId(number)).map(|it| it.row as usize),
                Some(row)
            );
        }
        assert!(
            locations.heap_bytes() < 35_000_000,
            "{}",
            locations.heap_bytes()
        );
        locations.clear(MemberId(u32::MAX));
        locations.clear(MemberId(5_000_000));
        assert!(locations.get(MemberId(u32::MAX)).is_none());
        assert!(locations.get(MemberId(1023)).is_some());
    }
}
