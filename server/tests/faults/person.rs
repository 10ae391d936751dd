//! Somebody who is to register, and what they need before they can.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use reqwest::RequestBuilder;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::form::Form;
use crate::way::{Place, Way};

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

    /// Everything before the form is sent, each step until it is told.
    pub(crate) async fn prepare(self, way: &Way) -> Form {
        let ticket = self.ticket(way).await;
        let upload = way.insist(|place| self.upload(&ticket, place, way)).await;
        let upload = upload.expect(200).json();
        Form {
            body: self.body(upload["fileName"].as_str().unwrap()),
            key: format!("00000000-0000-4000-8000-{:012x}", self.n),
            person: self,
            ticket,
        }
    }

    async fn ticket(&self, way: &Way) -> String {
        let answer = way.insist_proven(&self.line_user_id, |place, id_token| {
            let request = way.client.post(place.url("/api/user/registration"));
            let body = json!({ "account": self.line_user_id });
            request.header("X-Line-Id-Token", id_token).json(&body)
        });
        let ticket = answer.await.expect(200).json();
        ticket["token"].as_str().unwrap().to_owned()
    }

    fn upload(&self, ticket: &str, place: &Place, way: &Way) -> RequestBuilder {
        let head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n";
        let body = [head.as_bytes(), &self.photo(), b"\r\n--x--\r\n"].concat();
        way.client
            .post(place.url("/api/file/tempUpload"))
            .bearer_auth(ticket)
            .header(CONTENT_TYPE, "multipart/form-data; boundary=x")
            .body(body)
    }

    fn body(&self, photo: &str) -> Value {
        let n = self.n;
        json!({
            "account": self.line_user_id, "password": self.line_user_id, "nickname": format!("N{n}"),
            "name": format!("王{n}"), "gender": "FEMALE", "matchGender": "ANY",
            "occupationType": "OTHER", "occupation": "C", "height": 170,
            "incomeRange": "UNDISCLOSED", "birthday": "2000-01-01", "education": "MASTER",
            "marriageRecord": false, "hasChildren": false, "smoke": false, "tattoo": false,
            "drink": false, "aboutMe": format!("週末喜歡爬山、看海 {n}\nand more."),
            "fertilityPlanTagIds": [501], "city": "TW-TPE", "verifyMethod": "LINK",
            "reviewLink": "https://example.com/", "photoNameList": [photo],
        })
    }

    /// What their photo shows: nobody else's has it.
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
