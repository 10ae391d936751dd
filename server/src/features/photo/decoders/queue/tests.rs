//! Tests which entry gets a decoder next, and which entries the queue refuses.

use super::*;

fn limits(working: usize) -> Limits {
    let kind = KindLimits {
        working,
        waiting_of_one: 3,
        waiting: 5,
    };
    Limits {
        working,
        uploads: kind,
        variants: kind,
    }
}

fn uploader(name: &str) -> Client {
    Client::Uploader(name.to_owned())
}

fn viewer(n: u8) -> Client {
    Client::Viewer(IpAddr::from([192, 0, 2, n]))
}

/// Serves one entry after the other, and returns them in this order.
fn serve_all(queue: &mut Queue<&'static str>) -> Vec<&'static str> {
    let mut served = Vec::new();
    while let Some((client, entry)) = queue.start_next() {
        served.push(entry);
        queue.finish(&client);
    }
    served
}

#[test]
fn an_upload_overtakes_variants_that_wait() {
    let mut queue = Queue::new(limits(1));
    for entry in ["variant 1", "variant 2"] {
        queue.add(&viewer(1), entry).unwrap();
    }
    let (first, _) = queue.start_next().unwrap();
    queue.add(&viewer(2), "variant 3").unwrap();
    queue.add(&uploader("A"), "upload").unwrap();
    assert_eq!(queue.start_next(), None, "a decode is not interrupted");
    queue.finish(&first);
    assert_eq!(serve_all(&mut queue), ["upload", "variant 2", "variant 3"]);
}

#[test]
fn clients_take_turns_whatever_the_number_of_their_entries() {
    let mut queue = Queue::new(limits(1));
    for (client, entry) in [
        ("A", "A1"),
        ("A", "A2"),
        ("A", "A3"),
        ("B", "B1"),
        ("C", "C1"),
    ] {
        queue.add(&uploader(client), entry).unwrap();
    }
    let (first, entry) = queue.start_next().unwrap();
    assert_eq!(entry, "A1");
    queue.add(&uploader("B"), "B2").unwrap();
    queue.finish(&first);
    assert_eq!(serve_all(&mut queue), ["B1", "C1", "A2", "B2", "A3"]);
}

#[test]
fn a_client_has_one_decoder_at_a_time() {
    let mut queue = Queue::new(limits(3));
    for entry in ["A1", "A2"] {
        queue.add(&uploader("A"), entry).unwrap();
    }
    queue.add(&uploader("B"), "B1").unwrap();
    let (a, entry) = queue.start_next().unwrap();
    assert_eq!(entry, "A1");
    assert_eq!(queue.start_next(), Some((uploader("B"), "B1")));
    assert_eq!(queue.start_next(), None, "A has one already");
    queue.finish(&a);
    assert_eq!(queue.start_next(), Some((uploader("A"), "A2")));
}

#[test]
fn uploads_leave_the_decoders_beyond_their_limit_to_variants() {
    let mut limits = limits(3);
    limits.uploads.working = 2;
    let mut queue = Queue::new(limits);
    for name in ["A", "B", "C"] {
        queue.add(&uploader(name), "upload").unwrap();
        queue.add(&viewer(1), "variant").unwrap();
    }
    let started: Vec<_> = std::iter::from_fn(|| queue.start_next()).collect();
    let entries: Vec<_> = started.iter().map(|(_, entry)| *entry).collect();
    assert_eq!(entries, ["upload", "upload", "variant"]);
}

#[test]
fn a_removed_entry_is_never_served_and_the_turns_go_on() {
    let mut queue = Queue::new(limits(1));
    let first = queue.add(&viewer(1), "1a").unwrap();
    queue.add(&viewer(2), "2a").unwrap();
    let last = queue.add(&viewer(2), "2b").unwrap();
    let (client, _) = queue.start_next().unwrap();
    // This entry has its decoder already, so `remove` does nothing.
    queue.remove(&viewer(1), first);
    queue.remove(&viewer(2), last);
    queue.finish(&client);
    assert_eq!(serve_all(&mut queue), ["2a"]);
    assert!(queue.variants.lines.is_empty() && queue.variants.working.is_empty());
}

#[test]
fn the_queue_refuses_an_entry_beyond_the_limit_of_its_client_or_of_all() {
    let mut queue = Queue::new(limits(1));
    for _ in 0..3 {
        queue.add(&viewer(1), "").unwrap();
    }
    assert_eq!(queue.add(&viewer(1), ""), Err(Full::ForThisClient));
    let last = queue.add(&viewer(2), "").unwrap();
    queue.add(&viewer(3), "").unwrap();
    assert_eq!(queue.add(&viewer(4), ""), Err(Full::ForAll));
    assert_eq!(queue.add(&viewer(1), ""), Err(Full::ForThisClient));
    // Uploads have limits of their own.
    queue.add(&uploader("A"), "").unwrap();
    queue.remove(&viewer(2), last);
    queue.add(&viewer(4), "").unwrap();
}
