//! The comparisons of the server on PostgreSQL.

use enmusubi_tests::postgres::Cluster;

use crate::person::registration_of;
use crate::place::Place;
use crate::table::{Row, print};
use crate::{Bench, Failure};

const N_REGISTRATIONS: usize = 1600;
/// PostgreSQL's own processes share the machine, so single runs differ by much.
const ROUNDS_EACH: usize = 4;

/// Times durable registrations, in four runs for each round.
pub(crate) async fn registrations(bench: &Bench, cluster: &Cluster) -> Result<(), Failure> {
    let [mut ours, mut bare] = [const { Vec::new() }; 2];
    for n in 0..bench.n_rounds * ROUNDS_EACH {
        let prepare = async |name: String| {
            let url = cluster.create_database(&name)?;
            Place::prepare_on(bench, url, N_REGISTRATIONS).await
        };
        let place = prepare(format!("ours_{n}")).await?;
        let server = place.start(&[]).await?;
        ours.push(server.answer(place.requests(registration_of), 201).await?);
        place.require_all_registered().await?;
        drop(server);
        let rival_place = prepare(format!("bare_{n}")).await?;
        let rival = rival_place.start_bare().await?;
        let requests = rival_place.requests(registration_of);
        bare.push(rival.answer(requests, 201).await?);
        place.require_same_tables(&rival_place).await?;
    }
    print(
        "Durable registrations on PostgreSQL, 64 clients",
        &[
            Row::of("the server", &ours, None),
            Row::of(
                "bare: the same statements by sqlx",
                &bare,
                Some((&ours, 0.8)),
            ),
        ],
    );
    Ok(())
}
