//! Made-up members, and the statements that store them in the tables of a server: for benchmarks, attacks and
//! faults, which need more members than a test could register.

mod people;
mod resident;

pub use people::{Population, TODAY, tags};
pub use resident::{Resident, insert_statements};
