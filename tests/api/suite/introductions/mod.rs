//! Introductions: approved members who fit meet and answer, and see no other people.

mod access;
mod answers;
pub(super) mod card;
mod circle;
mod set;

use super::profile::ProfileBuilder;
use crate::suite::prelude::*;

const PATH: &str = "/api/introductions";

/// Registers a person with a changed profile, has it approved, and logs in.
pub(super) async fn approved(
    app: &TestApp,
    n: u32,
    change: impl FnOnce(ProfileBuilder) -> ProfileBuilder,
) -> Credentials {
    let line_user_id = person(n);
    let body = change(app.profile_of(&line_user_id).await).build();
    app.create_user_profile(&app.id_token(&line_user_id), &body)
        .await
        .expect(201);
    decided(app, &line_user_id, ReviewAction::Approve, "").await;
    app.session(&line_user_id).await
}

/// Registers a man who would like to meet women.
pub(crate) async fn man(app: &TestApp, n: u32) -> Credentials {
    approved(app, n, |profile| profile).await
}

/// Registers a woman who would like to meet men.
pub(crate) async fn woman(app: &TestApp, n: u32) -> Credentials {
    approved(app, n, as_woman).await
}

pub(super) fn as_woman(profile: ProfileBuilder) -> ProfileBuilder {
    profile
        .with("gender", "FEMALE")
        .with("matchGender", "MALE")
        .with("nickname", "小美")
        .with("name", "陳美麗")
}

/// Makes the set of the day and returns the number of new introductions.
pub(crate) async fn introduce(app: &TestApp) -> usize {
    let report = app.running.app.daily_sets.introduce(None).await;
    report.unwrap().n_pairs
}

pub(crate) async fn list(app: &TestApp, credentials: &Credentials) -> Vec<Value> {
    let answer = app.get(PATH, credentials).await.ok();
    answer["introductions"].as_array().unwrap().clone()
}

/// Pauses a member, or hides them from colleagues, or ends both.
pub(crate) async fn choose(
    app: &TestApp,
    who: &Credentials,
    paused_until: Option<&str>,
    hides: bool,
) {
    let choices = json!({
        "pausedUntil": paused_until, "hideFromColleagues": hides, "showEmployer": false,
        "readReceipts": false,
    });
    app.put("/api/privacy", who, &choices).await.ok();
}

/// Returns the id of the member's only introduction.
async fn only_id(app: &TestApp, credentials: &Credentials) -> String {
    let introductions = list(app, credentials).await;
    assert_eq!(introductions.len(), 1, "{introductions:?}");
    introductions[0]["introductionId"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn answer(app: &TestApp, credentials: &Credentials, id: &str, body: &Value) -> Answer {
    let path = format!("{PATH}/{id}/answer");
    app.put(&path, credentials, body).await
}

pub(crate) async fn say(app: &TestApp, credentials: &Credentials, id: &str, word: &str) -> Answer {
    answer(app, credentials, id, &json!({ "answer": word })).await
}

/// A man and a woman who were introduced to each other.
pub(crate) struct Couple {
    pub(crate) app: TestApp,
    pub(crate) man: Credentials,
    pub(crate) woman: Credentials,
    pub(crate) id: String,
}

impl Couple {
    pub(crate) async fn introduced() -> Self {
        Self::introduced_on(TestApp::start().await).await
    }

    pub(crate) async fn introduced_on(app: TestApp) -> Self {
        let (man, woman) = (man(&app, 1).await, woman(&app, 2).await);
        introduce(&app).await;
        let id = only_id(&app, &man).await;
        assert_eq!(only_id(&app, &woman).await, id);
        Self {
            app,
            man,
            woman,
            id,
        }
    }

    /// Returns the server, the man, the woman, and the id of their introduction.
    pub(crate) fn parts(&self) -> (&TestApp, &Credentials, &Credentials, &str) {
        (&self.app, &self.man, &self.woman, &self.id)
    }

    /// Makes a couple who have both said yes, so that their introduction is a match.
    pub(crate) async fn matched() -> Self {
        Self::introduced().await.match_them().await
    }

    /// Makes the introduction of the couple a match.
    pub(crate) async fn match_them(self) -> Self {
        let couple = self;
        couple.say(&couple.man, "YES").await.ok();
        let both = couple.say(&couple.woman, "YES").await.ok();
        assert_eq!(both["matchId"], couple.id.as_str());
        couple
    }

    async fn say(&self, who: &Credentials, word: &str) -> Answer {
        say(&self.app, who, &self.id, word).await
    }
}
