//! A thief has the session of a reviewer: claims everything, reads everything, keeps a case, and opens everything.

use std::collections::BTreeSet;
use std::io::{Write as _, stdout};

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Answer, ORIGIN, Result, World, willing};

const N_MEMBERS: u32 = 120;
/// The people whose photos are in the file store, so that a reviewer can open them. The mock makes 50 at most.
const N_WITH_PHOTOS: u32 = 50;
/// The member around whom the mock makes people.
const MEMBER: &str = "U00000000000000000000000000000001";
const MINUTE_S: i64 = 60;
const HOUR_S: i64 = 60 * MINUTE_S;
/// The calls of the flood of claims: an hour of a quick hand.
const N_CLAIMS: usize = 300;
/// The openings that the thief tries within an hour.
const N_OPENINGS: usize = 400;
/// The bounds of `docs/under-attack.md`.
const CLAIMS_AT_ONCE: usize = 3;
const CLAIMS_PER_HOUR: usize = 120;
const OPENINGS_PER_HOUR: usize = 240;
const LONGEST_S: i64 = 2 * HOUR_S;

/// The cookie of a session that began now. The table has the SHA-256 hash of the token.
#[derive(Debug, Clone, Copy)]
struct Session {
    id: i64,
    token: &'static str,
    hash: &'static str,
}

const THIEF: Session = Session {
    id: 1,
    token: "insider-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    hash: "0zzvaR0ap2Iip07ltua8zQotYL1FWnzcgEZknG-J46w",
};
/// The session that reads everything. Its claims count for itself.
const READER: Session = Session {
    id: 3,
    token: "reader-CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC",
    hash: "8y96P_RBHOzTJ7AIzMh2rJZ-NtLTIOaq7BFr2_vwXQ4",
};
const HONEST: Session = Session {
    id: 2,
    token: "honest-BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB",
    hash: "b5u7ROYDvYaqIRGICD6x3yZBs_qUJH3ug5zG4UJsAYI",
};

pub(crate) async fn run() -> Result<()> {
    let world = World::start(willing(N_MEMBERS)).await?;
    make_cases(&world).await?;
    for session in [THIEF, READER, HONEST] {
        session.begin(&world)?;
    }
    claim_everything(&world).await?;
    read_everything(&world).await?;
    keep_a_case(&world).await?;
    open_everything(&world).await
}

/// Puts everybody into the queue again, the people with photos first.
async fn make_cases(world: &World) -> Result<()> {
    let body = json!({ "userId": MEMBER, "count": N_WITH_PHOTOS, "language": "en" });
    let made = world.call_with(Method::POST, "/mock/people", &body, &[]);
    made.await?.expect(200)?;
    let now_ms = world.now_s() * 1000;
    world.tables.execute_batch(&format!(
        "DELETE FROM review_case;
        UPDATE account SET review_status = 'PENDING';
        INSERT INTO review_case (account_id, kind, subject, evidence, employer_id, urgency, submitted_at_ms, due_at_ms,
            state, version, lease_until_ms, fence)
        SELECT account.id, 'REGISTRATION', '', 'LINK', '', 1, {now_ms}, {now_ms} - account.id, 'OPEN', 1, 0, 0
        FROM account JOIN profile ON profile.account_id = account.id"
    ))?;
    Ok(())
}

impl Session {
    /// Adds the reviewer, and a session as a sign-in leaves it.
    fn begin(self, world: &World) -> Result<()> {
        let Self { id, hash, .. } = self;
        let now_ms = world.now_s() * 1000;
        world.tables.execute_batch(&format!(
            "INSERT INTO reviewer (id, name, role, user_handle, added_at_ms)
                VALUES ({id}, 'Reviewer {id}', 'REVIEWER', 'handle {id}', {now_ms});
            INSERT INTO reviewer_session (token_hash, reviewer_id, created_at_ms, last_seen_at_ms)
                VALUES ('{hash}', {id}, {now_ms}, {now_ms})"
        ))?;
        Ok(())
    }

    async fn call(self, world: &World, method: Method, path: &str, body: &Value) -> Result<Answer> {
        let cookie = format!("enmusubi_review={}", self.token);
        let headers = [("Cookie", cookie.as_str()), ("Origin", ORIGIN)];
        let path = format!("/review/cases{path}");
        world.call_with(method, &path, body, &headers).await
    }

    async fn claim_next(self, world: &World) -> Result<Answer> {
        self.call(world, Method::POST, "/next", &Value::Null).await
    }

    async fn release(self, world: &World, claim: &Value) -> Result<Answer> {
        let body = json!({ "fence": claim["fence"] });
        let path = format!("/{}/release", claim["id"]);
        self.call(world, Method::POST, &path, &body).await
    }
}

async fn claim_everything(world: &World) -> Result<()> {
    let mut claims = Vec::new();
    let mut n_refused = 0;
    for _ in 0..N_CLAIMS {
        let answer = THIEF.claim_next(world).await?;
        if answer.is_success() {
            claims.push(answer.json()?["claim"].clone());
        } else {
            n_refused += 1;
        }
    }
    writeln!(
        stdout(),
        "claims: {} of {N_CLAIMS} accepted, {n_refused} refused",
        claims.len()
    )?;
    if claims.len() > CLAIMS_AT_ONCE {
        return Err(format!("a thief holds {} cases", claims.len()).into());
    }
    for claim in &claims {
        THIEF.release(world, claim).await?.expect_success()?;
    }
    Ok(())
}

/// Claims case after case, reads its facts, and gives it back. No file is opened.
async fn read_everything(world: &World) -> Result<()> {
    let ids: Vec<i64> = world.rows("SELECT id FROM review_case ORDER BY id", |row| row.get(0))?;
    let (mut n_read, mut n_refused) = (0, 0);
    for id in &ids {
        let path = format!("/{id}/claim");
        let claim = READER.call(world, Method::PUT, &path, &Value::Null).await?;
        if !claim.is_success() {
            n_refused += usize::from(claim.status == 429);
            continue;
        }
        let facts = format!("/{id}?language=en");
        let case = READER
            .call(world, Method::GET, &facts, &Value::Null)
            .await?;
        n_read += usize::from(case.expect(200)?["facts"].is_object());
        let claim = claim.json()?;
        READER.release(world, &claim).await?.expect_success()?;
    }
    let n_notices = count_notices(world, READER)?;
    let n_ids = ids.len();
    writeln!(
        stdout(),
        "profiles read in an hour: {n_read} of {n_ids}, {n_refused} claims refused; {n_notices} notice for leads"
    )?;
    if n_read > CLAIMS_PER_HOUR || n_notices != 1 {
        return Err(format!("a thief read {n_read} profiles, with {n_notices} notices").into());
    }
    Ok(())
}

fn count_notices(world: &World, session: Session) -> Result<u32> {
    let sql = format!(
        "SELECT COUNT(*) FROM audit WHERE action = 'OPENINGS_REFUSED' AND actor = 'reviewer:{}'",
        session.id
    );
    Ok(world.rows(&sql, |row| row.get(0))?[0])
}

/// Renews, claims again and releases one case, and measures when another reviewer gets it.
async fn keep_a_case(world: &World) -> Result<()> {
    let mut claim = THIEF.claim_next(world).await?.expect(200)?["claim"].clone();
    let path = format!("/{}/claim", claim["id"]);
    let lease = format!("/{}/lease", claim["id"]);
    let began_s = world.now_s();
    loop {
        world.pass(4 * MINUTE_S);
        let held_s = world.now_s() - began_s;
        // The honest reviewer's session stays open, and a free case is taken at the next look.
        let taken = HONEST.call(world, Method::PUT, &path, &Value::Null).await?;
        if taken.is_success() {
            writeln!(stdout(), "a case: kept for {} minutes", held_s / MINUTE_S)?;
            let claim = taken.json()?;
            HONEST.release(world, &claim).await?.expect_success()?;
            return if held_s > LONGEST_S + 4 * MINUTE_S {
                Err("a thief kept a case for too long".into())
            } else {
                Ok(())
            };
        }
        if held_s > 4 * HOUR_S {
            return Err("a thief keeps a case for ever".into());
        }
        let body = json!({ "fence": claim["fence"] });
        THIEF.call(world, Method::PUT, &lease, &body).await?;
        if held_s % (3 * 4 * MINUTE_S) == 0 {
            THIEF.release(world, &claim).await?;
        }
        let again = THIEF.call(world, Method::PUT, &path, &Value::Null).await?;
        if again.is_success() {
            claim = again.json()?;
        }
    }
}

/// Opens every file of case after case.
async fn open_everything(world: &World) -> Result<()> {
    let (mut n_opened, mut n_refused) = (0, 0);
    let mut seen = BTreeSet::new();
    while n_opened + n_refused < N_OPENINGS {
        let path = format!("/{}/claim", first_unseen(world, &mut seen)?);
        let claim = THIEF.call(world, Method::PUT, &path, &Value::Null).await?;
        if !claim.is_success() {
            continue;
        }
        let claim = claim.json()?;
        let facts = format!("/{}?language=en", claim["id"]);
        let case = THIEF.call(world, Method::GET, &facts, &Value::Null).await?;
        let case = case.expect(200)?;
        let files = case["facts"]["files"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let evidence = format!("/{}/evidence", claim["id"]);
        for file in &files {
            // A second opening of the same file counts, too.
            for _ in 0..4 {
                let body = json!({ "fence": claim["fence"], "file": file["id"] });
                let opened = THIEF.call(world, Method::POST, &evidence, &body).await?;
                n_opened += usize::from(opened.is_success());
                n_refused += usize::from(opened.status == 429);
            }
        }
        THIEF.release(world, &claim).await?.expect_success()?;
    }
    let n_notices = count_notices(world, THIEF)?;
    writeln!(
        stdout(),
        "openings in an hour: {n_opened} accepted, {n_refused} refused; {n_notices} notice for leads"
    )?;
    if n_opened > OPENINGS_PER_HOUR || n_notices != 1 {
        return Err(format!("a thief opened {n_opened} files, with {n_notices} notices").into());
    }
    Ok(())
}

/// Returns the id of a case with photos that the thief has not seen, or of any once all are seen.
fn first_unseen(world: &World, seen: &mut BTreeSet<i64>) -> Result<i64> {
    let sql = format!(
        "SELECT id FROM review_case WHERE account_id IN (SELECT account_id FROM photo) \
         ORDER BY account_id DESC LIMIT {N_WITH_PHOTOS}"
    );
    let ids = world.rows(&sql, |row| row.get(0))?;
    let unseen = ids.iter().copied().find(|id| !seen.contains(id));
    let id = unseen.or_else(|| {
        seen.clear();
        ids.first().copied()
    });
    let id = id.ok_or("no case with photos")?;
    seen.insert(id);
    Ok(id)
}
