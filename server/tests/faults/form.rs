//! A form that is sent as the page's outbox sends it, and what its sender was told.

use std::sync::atomic::Ordering;

use futures_util::future::join_all;
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::person::Person;
use crate::way::{Answer, Patience, Place, Way};

/// The same body under the same key, however often it is sent.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    pub(crate) person: Person,
    pub(crate) ticket: String,
    pub(crate) key: String,
    pub(crate) body: Value,
}

/// A form whose sender was told that they are registered.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    form: Form,
    answer: Vec<u8>,
}

impl Form {
    pub(crate) fn request(&self, place: &Place, way: &Way) -> RequestBuilder {
        way.client
            .post(place.url("/api/user-profile"))
            .bearer_auth(&self.ticket)
            .header("Idempotency-Key", &self.key)
            .json(&self.body)
    }

    /// Where there is no answer, the review status says whether it arrived.
    pub(crate) async fn send_until_told(self, way: &Way) -> Told {
        let mut patience = Patience::default();
        loop {
            if let Some(answer) = self.send(way).await {
                let answer = answer.expect(201).body;
                return Told { form: self, answer };
            }
            let is_there = match self.review_status(way).await {
                200 => &way.tally.registered_untold,
                404 => &way.tally.not_registered,
                status => panic!("the review status is told with {status}"),
            };
            is_there.fetch_add(1, Ordering::Relaxed);
            patience.pause().await;
        }
    }

    /// To all servers at the same time; whatever they say of it is the same.
    async fn send(&self, way: &Way) -> Option<Answer> {
        let places = way.places().iter();
        let requests = places.map(|place| way.ask(self.request(place, way)));
        let mut answers = join_all(requests).await.into_iter().flatten();
        let first = answers.next()?;
        for other in answers {
            assert_eq!((other.status, &other.body), (first.status, &first.body));
            way.tally.twins.fetch_add(1, Ordering::Relaxed);
        }
        Some(first)
    }

    async fn review_status(&self, way: &Way) -> u16 {
        let line_user_id = &self.person.line_user_id;
        let path = format!("/api/user/review-status/{line_user_id}");
        let answer = way.insist_proven(line_user_id, |place, id_token| {
            let request = way.client.get(place.url(&path));
            request.header("X-Line-Id-Token", id_token)
        });
        answer.await.status
    }
}

impl Told {
    /// Every word and the photo are there, and the first answer is given again.
    pub(crate) async fn prove(&self, way: &Way) {
        let Form { person, body, .. } = &self.form;
        let line_user_id = &person.line_user_id;
        let login = way.insist_proven(line_user_id, |place, id_token| {
            let body = json!({ "account": line_user_id, "password": line_user_id });
            let request = way.client.post(place.url("/api/user/login"));
            request.header("X-Line-Id-Token", id_token).json(&body)
        });
        let login = login.await.expect(200).json();
        let session = login["token"].as_str().unwrap();
        let info = way.insist(|place| {
            let request = way.client.get(place.url("/api/user/my-info"));
            request.bearer_auth(session)
        });
        let info = info.await.expect(200).json();
        for (field, sent) in body.as_object().unwrap() {
            if !["account", "password"].contains(&field.as_str()) {
                assert_eq!(&info["profile"][field], sent, "{line_user_id}: {field}");
            }
        }
        let photo = info["photos"][0]["url"].as_str().unwrap();
        let shown = way.insist(|place| way.client.get(place.url(photo))).await;
        let shown = image::load_from_memory(&shown.expect(200).body).unwrap();
        let colours: Vec<_> = shown.to_rgb8().pixels().copied().collect();
        assert_eq!(colours, [person.colour(); 4], "{line_user_id}: the photo");
        let again = way.insist(|place| self.form.request(place, way)).await;
        assert_eq!(
            again.expect(201).body,
            self.answer,
            "the first answer again"
        );
    }
}
