//! The comparisons of the server on SQLite, the default.

use crate::load::Outcome;
use crate::person::{
    introductions_of, my_info_of, refused_after_lookups_of, refused_of, registration_of,
    review_status_of,
};
use crate::place::Place;
use crate::table::{Row, print};
use crate::{Bench, Failure, rusqlite_loop};

const N_REGISTRATIONS: usize = 6400;
/// The number of registrations in a commit of the loop, which equals the number of clients.
const BATCH: usize = 64;

/// Builds the request of a user.
type RequestOf = fn(usize) -> Vec<u8>;

/// Times durable registrations.
pub(crate) async fn registrations(bench: &Bench) -> Result<(), Failure> {
    let [mut together, mut alone, mut raw] = [const { Vec::new() }; 3];
    for _ in 0..bench.n_rounds {
        let place = Place::prepare(bench, N_REGISTRATIONS).await?;
        together.push(register_all(&place, "on").await?);
        let empty = Place::prepare(bench, N_REGISTRATIONS).await?;
        raw.push(rusqlite_loop::register_all(&place, &empty, BATCH)?);
        place.require_same_tables(&empty).await?;
        let place = Place::prepare(bench, N_REGISTRATIONS).await?;
        alone.push(register_all(&place, "off").await?);
    }
    print(
        "Durable registrations on SQLite, 64 clients",
        &[
            Row::of("with group commit", &together, None),
            Row::of("one commit each", &alone, Some((&together, 4.0))),
            Row::of(
                "rusqlite, no HTTP, batches of 64",
                &raw,
                Some((&together, 0.5)),
            ),
        ],
    );
    Ok(())
}

/// Times calls that store nothing.
pub(crate) async fn calls(bench: &Bench) -> Result<(), Failure> {
    let place = Place::prepare(bench, N_REGISTRATIONS).await?;
    let [mut refused, mut parsed, mut looked_up] = [const { Vec::new() }; 3];
    for _ in 0..bench.n_rounds {
        let server = place.start(&[]).await?;
        refused.push(server.answer(place.requests(refused_of), 422).await?);
        drop(server);
        let bare = place.start_bare().await?;
        parsed.push(bare.answer(place.requests(refused_of), 422).await?);
        drop(bare);
        let bare = place.start_bare().await?;
        let requests = place.requests(refused_after_lookups_of);
        looked_up.push(bare.answer(requests, 422).await?);
    }
    print(
        "A form that breaks a rule (E002), 64 clients",
        &[
            Row::of("the server", &refused, None),
            Row::of("bare: serde_json", &parsed, Some((&refused, 0.8))),
            Row::of(
                "bare: the lookups, serde_json",
                &looked_up,
                Some((&refused, 0.8)),
            ),
        ],
    );
    register_all(&place, "on").await?;
    place.log_in_all().await?;
    place.introduce_all().await?;
    let reads: [(&str, RequestOf); 3] = [
        ("GET introductions, four each, 64 clients", introductions_of),
        ("GET my-info, 64 clients", my_info_of),
        ("GET review-status, 64 clients", review_status_of),
    ];
    for (title, request_of) in reads {
        let [mut ours, mut bare] = [const { Vec::new() }; 2];
        for _ in 0..bench.n_rounds {
            let server = place.start(&[]).await?;
            ours.push(server.answer(place.requests(request_of), 200).await?);
            drop(server);
            let server = place.start_bare().await?;
            bare.push(server.answer(place.requests(request_of), 200).await?);
        }
        let rows = [
            Row::of("the server", &ours, None),
            Row::of("bare: the same statements", &bare, Some((&ours, 0.8))),
        ];
        print(title, &rows);
    }
    Ok(())
}

async fn register_all(place: &Place, group_commit: &str) -> Result<Outcome, Failure> {
    let server = place.start(&[("GROUP_COMMIT", group_commit)]).await?;
    let outcome = server.answer(place.requests(registration_of), 201).await?;
    place.require_all_registered().await?;
    Ok(outcome)
}
