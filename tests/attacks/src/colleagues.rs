//! TODO

use crate::world::Result;

pub(crate) async fn run() -> Result<()> {
    Ok(())
}
