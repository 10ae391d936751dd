//! Simulates honest people, and measures the effect of an attack on them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::files::Files;
use super::person::Person;
use crate::table::at;

/// The pause between two requests of a person.
const PAUSE: Duration = Duration::from_millis(250);
/// Every 24th request of a person is an upload.
const UPLOAD_EVERY: usize = 24;

/// The outcomes of the requests of honest people.
#[derive(Default)]
pub(super) struct Experience {
    n_sent: u32,
    n_answered: u32,
    /// The times of the right answers, in ascending order.
    calls: Vec<Duration>,
    uploads: Vec<Duration>,
}

impl Experience {
    pub(super) fn answered_percent(&self) -> f64 {
        100.0 * f64::from(self.n_answered) / f64::from(self.n_sent)
    }

    /// Returns the median and the 95th percentile.
    pub(super) fn calls_ms(&self) -> (f64, f64) {
        quantiles_ms(&self.calls)
    }

    pub(super) fn uploads_ms(&self) -> (f64, f64) {
        quantiles_ms(&self.uploads)
    }
}

fn quantiles_ms(sorted: &[Duration]) -> (f64, f64) {
    let quantile = |quantile| at(sorted, quantile).map_or(f64::NAN, |it| it.as_secs_f64() * 1e3);
    (quantile(0.5), quantile(0.95))
}

/// Lets all people use the service for this time, each with one request under way.
pub(super) async fn use_service(
    people: &Arc<Vec<Person>>,
    files: &Arc<Files>,
    duration: Duration,
) -> Experience {
    let experience = Arc::new(Mutex::new(Experience::default()));
    let until = Instant::now() + duration;
    let tasks = (0..people.len()).map(|n| {
        let (people, files, experience) = (people.clone(), files.clone(), experience.clone());
        tokio::spawn(async move { use_as(n, &people[n], &files, until, &experience).await })
    });
    join_all(tasks.collect::<Vec<_>>()).await;
    let mut experience = std::mem::take(&mut *lock(&experience));
    experience.calls.sort_unstable();
    experience.uploads.sort_unstable();
    experience
}

async fn use_as(
    n: usize,
    person: &Person,
    files: &Files,
    until: Instant,
    experience: &Mutex<Experience>,
) {
    // The people do not act at the same moments.
    let first = Instant::now() + PAUSE * u32::try_from(n).unwrap_or_default() / 20;
    let mut ticks = interval_at(first, PAUSE);
    // A person who waits for an answer sends nothing meanwhile.
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for turn in n.. {
        ticks.tick().await;
        if Instant::now() >= until {
            return;
        }
        let started = Instant::now();
        let is_upload = turn % UPLOAD_EVERY == 0;
        let is_answered = if is_upload {
            is_whole(person.upload(files.photo.clone()).await).await
        } else {
            is_whole(person.get(&path_of(turn, person)).await).await
        };
        let mut experience = lock(experience);
        experience.n_sent += 1;
        if !is_answered {
            continue;
        }
        experience.n_answered += 1;
        if is_upload {
            experience.uploads.push(started.elapsed());
        } else {
            experience.calls.push(started.elapsed());
        }
    }
}

fn path_of(turn: usize, person: &Person) -> String {
    match turn % 6 {
        0 => "/".to_owned(),
        1 => "/config.json".to_owned(),
        2 => "/api/user/my-info".to_owned(),
        3 => format!("/api/user/review-status/{}", person.user_id),
        4 => person.photo_path.clone(),
        _ => variant_of(&person.photo_path, "f_webp,s_360x480"),
    }
}

/// Returns the path of the image proxy for the photo at this signed path.
pub(super) fn variant_of(photo_path: &str, modifiers: &str) -> String {
    photo_path.replace("/api/file/fetch/", &format!("/_ipx/{modifiers}/"))
}

/// Reads the answer to its end and returns whether it is complete and a success.
async fn is_whole(answer: reqwest::Result<reqwest::Response>) -> bool {
    match answer {
        Ok(answer) if answer.status().is_success() => answer.bytes().await.is_ok(),
        _ => false,
    }
}

fn lock(experience: &Mutex<Experience>) -> std::sync::MutexGuard<'_, Experience> {
    experience.lock().unwrap_or_else(PoisonError::into_inner)
}
