//! The share of one member in the messages of a month: three a day, and one a day after a twentieth of the month.

use super::super::introductions::{choose, list, say};
use super::super::matches::{mark_read, send};
use super::{pushed, start, start_with_limit};
use crate::suite::prelude::*;

/// Two matched members, by their numbers.
struct Pair {
    members: [u32; 2],
    sessions: [Credentials; 2],
    id: String,
    n_notes: i64,
}

impl Pair {
    /// The member at this index reads everything.
    async fn read(&self, app: &TestApp, reader: usize) {
        if self.n_notes > 0 {
            mark_read(app, &self.sessions[reader], &self.id, self.n_notes).await;
        }
    }

    /// The member at this index reads everything and writes a note.
    async fn write(&mut self, app: &TestApp, writer: usize) {
        self.read(app, writer).await;
        let sent = send(app, &self.sessions[writer], &self.id, "Hello").await;
        sent.expect(201);
        self.n_notes += 1;
    }

    async fn log_in_again(&mut self, app: &TestApp) {
        let [one, two] = self.members.map(person);
        self.sessions = [app.session(&one).await, app.session(&two).await];
    }
}

/// Makes pairs of matched members: 1 and 2, 3 and 4, and so on.
async fn matched(app: &TestApp, n_pairs: u32) -> Vec<Pair> {
    let mut couples = Vec::new();
    for n in 0..n_pairs {
        couples.push((man(app, 2 * n + 1).await, woman(app, 2 * n + 2).await));
    }
    introduce(app).await;
    let mut pairs: Vec<Pair> = Vec::new();
    let mut free: Vec<_> = couples.iter().map(|(_, woman)| woman).zip(1..).collect();
    for ((man, _), n) in couples.iter().zip(0..) {
        let his = list(app, man).await.into_iter();
        let ids: Vec<_> = his.map(|it| it["introductionId"].clone()).collect();
        let hers = join_all(free.iter().map(|(woman, _)| list(app, woman))).await;
        let found = hers.iter().enumerate().find_map(|(at, list)| {
            let shared = list.iter().find(|it| ids.contains(&it["introductionId"]));
            Some((at, shared?["introductionId"].as_str().unwrap().to_owned()))
        });
        let Some((at, id)) = found else {
            continue;
        };
        let (woman, of_woman) = free.remove(at);
        say(app, man, &id, "YES").await.ok();
        say(app, woman, &id, "YES").await.ok();
        for who in [man, woman] {
            // No member is introduced to them later, so all their messages are about notes.
            choose(app, who, Some("2027-06-01"), false).await;
        }
        let members = [2 * n + 1, 2 * of_woman];
        let sessions = [
            app.session(&person(members[0])).await,
            app.session(&person(members[1])).await,
        ];
        pairs.push(Pair {
            members,
            sessions,
            id,
            n_notes: 0,
        });
    }
    pairs
}

/// Sends what is due, and returns the number of messages to these members until now.
async fn n_to(app: &TestApp, members: &[u32]) -> usize {
    let people: Vec<_> = members.iter().copied().map(person).collect();
    let seen = pushed(app).await;
    seen.iter().filter(|it| people.contains(&it.to)).count()
}

/// Sets the clock to nine in the morning.
fn set_morning(app: &TestApp, date: &str) {
    app.clock.set_date(date);
    app.clock.advance(-3 * HOUR_S);
}

/// Matches two members, who have got all messages that are due.
async fn matched_couple(app: TestApp) -> Couple {
    let couple = Couple::introduced_on(app).await.match_them().await;
    pushed(&couple.app).await;
    couple
}

#[tokio::test]
async fn after_three_messages_of_a_day_the_rest_comes_in_the_morning_as_one() {
    let Couple {
        app,
        man,
        id,
        woman,
    } = &matched_couple(start().await).await;
    set_morning(app, "2026-11-22");
    let before = n_to(app, &[2]).await;
    for n in 1..=6 {
        send(app, man, id, "Hello").await.expect(201);
        app.clock.advance(MINUTE_S);
        let expected = before + 3.min(usize::try_from(n).unwrap());
        assert_eq!(n_to(app, &[2]).await, expected, "{n}");
        if n < 6 {
            mark_read(app, woman, id, n).await;
        }
    }
    // Decisions of a review do not count in a member's share.
    decided(app, &person(2), ReviewAction::Suspend, "").await;
    assert_eq!(n_to(app, &[2]).await, before + 4);
    decided(app, &person(2), ReviewAction::Reinstate, "").await;
    assert_eq!(n_to(app, &[2]).await, before + 5);
    set_morning(app, "2026-11-23");
    app.clock.advance(-1);
    assert_eq!(n_to(app, &[2]).await, before + 5);
    app.clock.advance(1);
    assert_eq!(n_to(app, &[2]).await, before + 6);
    app.clock.advance(HOUR_S);
    assert_eq!(n_to(app, &[2]).await, before + 6);
}

#[tokio::test]
async fn news_that_are_read_before_the_morning_get_no_message() {
    let Couple {
        app,
        man,
        id,
        woman,
    } = &matched_couple(start().await).await;
    set_morning(app, "2026-11-22");
    let before = n_to(app, &[2]).await;
    for n in 1..=4 {
        send(app, man, id, "Hello").await.expect(201);
        app.clock.advance(MINUTE_S);
        n_to(app, &[2]).await;
        mark_read(app, woman, id, n).await;
    }
    app.clock.advance(DAY_S);
    assert_eq!(n_to(app, &[2]).await, before + 3);
}

#[tokio::test]
async fn a_note_that_misses_the_morning_by_its_minute_is_told_a_day_later() {
    // A twentieth of 19 messages is none, so each member gets one a day.
    let Couple {
        app,
        man,
        id,
        woman,
    } = &matched_couple(start_with_limit(19).await).await;
    set_morning(app, "2026-11-22");
    send(app, man, id, "One").await.expect(201);
    app.clock.advance(MINUTE_S);
    let before = n_to(app, &[2]).await;
    mark_read(app, woman, id, 1).await;
    app.clock.advance(DAY_S - 2 * MINUTE_S);
    send(app, man, id, "Two").await.expect(201);
    app.clock.advance(MINUTE_S);
    assert_eq!(n_to(app, &[2]).await, before + 1, "the first of this day");
    mark_read(app, woman, id, 2).await;
    send(app, man, id, "Three").await.expect(201);
    app.clock.advance(MINUTE_S);
    assert_eq!(n_to(app, &[2]).await, before + 1);
    app.clock.advance(DAY_S - MINUTE_S);
    assert_eq!(n_to(app, &[2]).await, before + 2);
}

/// Two members write and read in turn on each day of a month, as often as they can. The figures are in
/// `docs/under-attack.md`.
#[tokio::test]
async fn two_members_who_write_all_day_leave_the_month_to_the_others() {
    let app = start_with_limit(200).await;
    let mut pairs = matched(&app, 10).await;
    // How many of all are matched depends on chance.
    pairs.truncate(6);
    assert_eq!(pairs.len(), 6);
    let members: Vec<u32> = pairs.iter().flat_map(|pair| pair.members).collect();
    let (two, others) = members.split_at(2);
    set_morning(&app, "2026-12-01");
    let (two_before, others_before) = (n_to(&app, two).await, n_to(&app, others).await);
    let mut n_wanted = 0;
    let mut after_three_hours = 0;
    for day in 1..=31_i64 {
        set_morning(&app, &format!("2026-12-{day:02}"));
        if day % 3 == 1 {
            for pair in &mut pairs {
                pair.log_in_again(&app).await;
            }
        }
        let (busy, quiet) = pairs.split_first_mut().unwrap();
        // Each of the other members gets a note in six days, and reads it in the app on the day after.
        for (pair, n) in quiet.iter_mut().zip(0..) {
            let turn = day + n;
            pair.read(&app, 0).await;
            pair.read(&app, 1).await;
            if turn % 3 == 0 {
                pair.write(&app, usize::from(turn % 2 == 0)).await;
                n_wanted += 1;
            }
        }
        let n_turns = if day == 1 { 180 } else { 12 };
        for turn in 0..n_turns {
            busy.write(&app, turn % 2).await;
            app.clock.advance(MINUTE_S);
            n_to(&app, &[]).await;
        }
        if day == 1 {
            after_three_hours = n_to(&app, two).await - two_before;
        }
    }
    let n_two = n_to(&app, two).await - two_before;
    let n_others = n_to(&app, others).await - others_before;
    assert_eq!((after_three_hours, n_others), (6, n_wanted));
    // A twentieth of the month for each of the two, and one a day until half of the month is used.
    assert!((40..=66).contains(&n_two), "{n_two}");
}
