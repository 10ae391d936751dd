//! Lets curious members, and a thief of a reviewer's session, attack a server in this process, and prints what each
//! attack achieves: `attack [filters | circle | place | ids | colleagues | flood | insiders]`.
//!
//! The program fails if an attack achieves more than `docs/under-attack.md` allows.

mod circle;
mod colleagues;
mod facts;
mod filters;
mod flood;
mod ids;
mod insiders;
mod lives;
mod numbers;
mod place;
mod spies;
mod timing;
mod world;

use world::Result;

#[tokio::main]
async fn main() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("circle") => circle::run().await,
        Some("filters") => filters::run().await,
        Some("colleagues") => colleagues::run().await,
        Some("flood") => flood::run().await,
        Some("ids") => ids::run().await,
        Some("insiders") => insiders::run().await,
        Some("place") => place::run().await,
        Some(other) => Err(format!("no attack is called {other}").into()),
        None => {
            filters::run().await?;
            circle::run().await?;
            colleagues::run().await?;
            flood::run().await?;
            ids::run().await?;
            insiders::run().await?;
            place::run().await
        }
    }
}
