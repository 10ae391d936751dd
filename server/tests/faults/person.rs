//! A person who wants to register, and the steps before they can send the form.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use reqwest::RequestBuilder;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::form::Form;
use crate::retrying_client::{Address, RetryingClient};

#[derive(Debug, Clone)]
pub(crate) struct Person {
    n: usize,
    pub(crate) line_user_id: String,
}

impl Person {
    pub(crate) fn new(n: usize) -> Self {
        let line_user_id = format!("U{n:032x}");
        Self { n, line_user_id }
    }

    /// Gets a registration token and uploads the photo, each step again until it is answered.
    pub(crate) async fn prepare(self, client: &RetryingClient) -> Form {
        let registration_token = self.registration_token(client).await;
        let upload = client
            .send_until_answered(|address| self.upload(&registration_token, address, client))
            .await;
        let upload = upload.expect(200).json();
        Form {
            body: self.body(upload["fileName"].as_str().unwrap()),
            key: format!("00000000-0000-4000-8000-{:012x}", self.n),
            person: self,
            registration_token,
        }
    }

    async fn registration_token(&self, client: &RetryingClient) -> String {
        let answer = client.send_with_id_token(&self.line_user_id, |address, id_token| {
            let request = client.http.post(address.url("/api/user/registration"));
            let body = json!({ "account": self.line_user_id });
            request.header("X-Line-Id-Token", id_token).json(&body)
        });
        let registration_token = answer.await.expect(200).json();
        registration_token["token"].as_str().unwrap().to_owned()
    }

    fn upload(
        &self,
        registration_token: &str,
        address: &Address,
        client: &RetryingClient,
    ) -> RequestBuilder {
        let head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n";
        let body = [head.as_bytes(), &self.photo(), b"\r\n--x--\r\n"].concat();
        client
            .http
            .post(address.url("/api/file/tempUpload"))
            .bearer_auth(registration_token)
            .header(CONTENT_TYPE, "multipart/form-data; boundary=x")
            .body(body)
    }

    fn body(&self, photo: &str) -> Value {
        let n = self.n;
        let own = json!({
            "account": self.line_user_id, "password": self.line_user_id, "nickname": format!("N{n}"),
            "name": format!("王{n}"), "aboutMe": format!("週末喜歡爬山、看海 {n}\nand more."),
            "photoNameList": [photo],
        });
        let mut body = Value::Object(enmusubi_conformance::base());
        for (name, value) in own.as_object().unwrap() {
            body[name] = value.clone();
        }
        body
    }

    /// Returns the colour of the photo, which differs from person to person.
    pub(crate) fn colour(&self) -> Rgb<u8> {
        let [.., red, green, blue] = self.n.to_be_bytes();
        Rgb([red, green, blue])
    }

    fn photo(&self) -> Vec<u8> {
        let mut png = Cursor::new(Vec::new());
        let photo = RgbImage::from_pixel(2, 2, self.colour());
        photo.write_to(&mut png, ImageFormat::Png).unwrap();
        png.into_inner()
    }
}
