//! A registration form, sent as the page's outbox sends it, and the answer to it.

use std::sync::atomic::Ordering;

use futures_util::future::join_all;
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::person::Person;
use crate::retrying_client::{Address, Answer, Deadline, RetryingClient};

/// A form that is sent with the same body and the same key every time.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    pub(crate) person: Person,
    pub(crate) registration_token: String,
    pub(crate) key: String,
    pub(crate) body: Value,
}

/// A form that the server acknowledged with 201.
#[derive(Debug, Clone)]
pub(crate) struct Acknowledged {
    form: Form,
    answer: Vec<u8>,
}

impl Form {
    pub(crate) fn request(&self, address: &Address, client: &RetryingClient) -> RequestBuilder {
        client
            .http
            .post(address.url("/api/user-profile"))
            .bearer_auth(&self.registration_token)
            .header("Idempotency-Key", &self.key)
            .json(&self.body)
    }

    /// Sends the form until it is acknowledged. After a lost answer, asks the review status whether
    /// the form arrived.
    pub(crate) async fn send_until_acknowledged(self, client: &RetryingClient) -> Acknowledged {
        let mut deadline = Deadline::default();
        loop {
            if let Some(answer) = self.send(client).await {
                let answer = answer.expect(201).body;
                return Acknowledged { form: self, answer };
            }
            let is_there = match self.review_status(client).await {
                200 => &client.tally.stored_unacknowledged,
                404 => &client.tally.not_stored,
                status => panic!("the review status answers {status}"),
            };
            is_there.fetch_add(1, Ordering::Relaxed);
            deadline.pause().await;
        }
    }

    /// Sends the form to all servers at the same time. Their answers must be the same.
    async fn send(&self, client: &RetryingClient) -> Option<Answer> {
        let addresses = client.addresses().iter();
        let requests = addresses.map(|address| client.try_send(self.request(address, client)));
        let mut answers = join_all(requests).await.into_iter().flatten();
        let first = answers.next()?;
        for other in answers {
            assert_eq!((other.status, &other.body), (first.status, &first.body));
            client
                .tally
                .accepted_by_both
                .fetch_add(1, Ordering::Relaxed);
        }
        Some(first)
    }

    async fn review_status(&self, client: &RetryingClient) -> u16 {
        let line_user_id = &self.person.line_user_id;
        let path = format!("/api/user/review-status/{line_user_id}");
        let answer = client.send_with_id_token(line_user_id, |address, id_token| {
            let request = client.http.get(address.url(&path));
            request.header("X-Line-Id-Token", id_token)
        });
        answer.await.status
    }
}

impl Acknowledged {
    /// Checks that each field and the photo are stored, and that a repeated request gets the first
    /// answer.
    pub(crate) async fn verify(&self, client: &RetryingClient) {
        let Form { person, body, .. } = &self.form;
        let line_user_id = &person.line_user_id;
        let login = client.send_with_id_token(line_user_id, |address, id_token| {
            let body = json!({ "account": line_user_id, "password": line_user_id });
            let request = client.http.post(address.url("/api/user/login"));
            request.header("X-Line-Id-Token", id_token).json(&body)
        });
        let login = login.await.expect(200).json();
        let session = login["token"].as_str().unwrap();
        let info = client.send_until_answered(|address| {
            let request = client.http.get(address.url("/api/user/my-info"));
            request.bearer_auth(session)
        });
        let info = info.await.expect(200).json();
        for (field, sent) in body.as_object().unwrap() {
            if !["account", "password"].contains(&field.as_str()) {
                assert_eq!(&info["profile"][field], sent, "{line_user_id}: {field}");
            }
        }
        let photo = info["photos"][0]["url"].as_str().unwrap();
        let shown = client
            .send_until_answered(|address| client.http.get(address.url(photo)))
            .await;
        let shown = image::load_from_memory(&shown.expect(200).body).unwrap();
        let colours: Vec<_> = shown.to_rgb8().pixels().copied().collect();
        assert_eq!(colours, [person.colour(); 4], "{line_user_id}: the photo");
        let again = client
            .send_until_answered(|address| self.form.request(address, client))
            .await;
        assert_eq!(
            again.expect(201).body,
            self.answer,
            "the first answer again"
        );
    }
}
