//! Members for benchmarks, attacks and faults, which need more of them than a test could register, and the statements
//! that store them in the tables of a server. The same seed makes the same people.

mod history;
mod people;
mod resident;

pub use history::History;
pub use people::{Population, TODAY, tags};
pub use resident::{Resident, insert_statements};
