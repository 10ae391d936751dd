//! Lets curious members attack a server in this process, and prints what each attack achieves:
//! `attack [filters | circle | place | ids | colleagues | flood]`.
//!
//! The program fails if an attack achieves more than `docs/under-attack.md` allows.

mod colleagues;
mod flood;
mod ids;
mod lives;
mod timing;
mod world;

use world::Result;

#[tokio::main]
async fn main() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("colleagues") => colleagues::run().await,
        Some("flood") => flood::run().await,
        Some("ids") => ids::run().await,
        Some(other) => Err(format!("no attack is called {other}").into()),
        None => {
            colleagues::run().await?;
            flood::run().await?;
            ids::run().await
        }
    }
}
