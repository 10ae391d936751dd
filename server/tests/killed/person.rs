//! Somebody who registers, and can say afterwards what they sent and what they were told.

use std::io::Cursor;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};

use crate::process::{Address, Process};

/// What is in a profile and nowhere else in it.
const COMPARED: [&str; 4] = ["nickname", "name", "aboutMe", "photoNameList"];

#[derive(Debug, Clone)]
pub(crate) struct Person {
    line_user_id: String,
    key: String,
    ticket: String,
    form: Value,
}

impl Person {
    /// With a ticket and a photo: what is left is to send the form.
    pub(crate) async fn prepare(n: usize, server: &Process, client: &Client) -> Self {
        let line_user_id = format!("U{n:032x}");
        let id_token = id_token(&line_user_id, server, client).await;
        let registration = client
            .post(server.url("/api/user/registration"))
            .header("X-Line-Id-Token", id_token)
            .json(&json!({ "account": line_user_id }));
        let ticket: Value = registration.send().await.unwrap().json().await.unwrap();
        let ticket = ticket["token"].as_str().unwrap().to_owned();
        let photo = upload(&ticket, server, client).await;
        let form = json!({
            "account": line_user_id, "password": line_user_id, "nickname": format!("N{n}"),
            "name": format!("王{n}"), "gender": "FEMALE", "matchGender": "ANY",
            "occupationType": "OTHER", "occupation": "C", "height": 170,
            "incomeRange": "UNDISCLOSED", "birthday": "2000-01-01", "education": "MASTER",
            "marriageRecord": false, "hasChildren": false, "smoke": false, "tattoo": false,
            "drink": false, "aboutMe": format!("週末喜歡爬山、看海 {n}\nand more."),
            "fertilityPlanTagIds": [501], "city": "TW-TPE", "verifyMethod": "LINK",
            "reviewLink": "https://example.com/", "photoNameList": [photo],
        });
        Self {
            line_user_id,
            key: format!("00000000-0000-4000-8000-{n:012x}"),
            ticket,
            form,
        }
    }

    /// The answer, or nothing where the server died first.
    pub(crate) async fn send(
        &self,
        server: Address,
        client: &Client,
    ) -> Option<(StatusCode, String)> {
        let request = client
            .post(server.url("/api/user-profile"))
            .bearer_auth(&self.ticket)
            .header("Idempotency-Key", &self.key)
            .json(&self.form);
        let answer = request.send().await.ok()?;
        Some((answer.status(), answer.text().await.ok()?))
    }

    /// The status of somebody's own info, which must be what was sent where there is one.
    pub(crate) async fn look(&self, server: &Process, client: &Client) -> StatusCode {
        let id_token = id_token(&self.line_user_id, server, client).await;
        let login = client
            .post(server.url("/api/user/login"))
            .header("X-Line-Id-Token", id_token)
            .json(&json!({ "account": self.line_user_id, "password": self.line_user_id }));
        let login = login.send().await.unwrap();
        if login.status() != 200 {
            return login.status();
        }
        let login: Value = login.json().await.unwrap();
        let info = client
            .get(server.url("/api/user/my-info"))
            .bearer_auth(login["token"].as_str().unwrap());
        let info: Value = info.send().await.unwrap().json().await.unwrap();
        for field in COMPARED {
            assert_eq!(info["profile"][field], self.form[field], "{field}");
        }
        let photo = info["photos"][0]["url"].as_str().unwrap();
        let photo = client.get(server.url(photo)).send().await.unwrap();
        assert_eq!(photo.status(), 200, "a photo that is shown is there");
        assert!(!photo.bytes().await.unwrap().is_empty());
        StatusCode::OK
    }
}

async fn id_token(line_user_id: &str, server: &Process, client: &Client) -> String {
    let path = format!("/api/mock/id-token?userId={line_user_id}");
    let answer = client.get(server.url(&path)).send().await.unwrap();
    let answer: Value = answer.json().await.unwrap();
    answer["idToken"].as_str().unwrap().to_owned()
}

async fn upload(ticket: &str, server: &Process, client: &Client) -> String {
    let mut png = Cursor::new(Vec::new());
    image::RgbImage::new(2, 2)
        .write_to(&mut png, image::ImageFormat::Png)
        .unwrap();
    let mut body =
        b"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n".to_vec();
    body.extend(png.into_inner());
    body.extend(b"\r\n--x--\r\n");
    let request = client
        .post(server.url("/api/file/tempUpload"))
        .bearer_auth(ticket)
        .header(CONTENT_TYPE, "multipart/form-data; boundary=x")
        .body(body);
    let answer: Value = request.send().await.unwrap().json().await.unwrap();
    answer["fileName"].as_str().unwrap().to_owned()
}
