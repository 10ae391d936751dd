//! A person with their own account, address and photo.

use std::net::Ipv4Addr;
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Client, Response};
use serde_json::{Value, json};

use crate::Failure;
use crate::process::Process;

/// A request that takes longer than this counts as unanswered.
const TIMEOUT: Duration = Duration::from_secs(10);

pub(super) struct Person {
    pub(super) address: Ipv4Addr,
    pub(super) server: std::net::SocketAddr,
    pub(super) user_id: String,
    pub(super) id_token: String,
    pub(super) session: String,
    /// The signed path of their photo.
    pub(super) photo_path: String,
    client: Client,
}

impl Person {
    /// Registers with this photo and logs in.
    pub(super) async fn register(
        process: &Process,
        address: Ipv4Addr,
        photo: &[u8],
    ) -> Result<Self, Failure> {
        let client = Client::builder()
            .local_address(Some(address.into()))
            // Each request opens a connection. Otherwise an attack on connections would have no effect.
            .pool_max_idle_per_host(0)
            .timeout(TIMEOUT)
            .build()?;
        let mut person = Self {
            address,
            server: process.address,
            user_id: format!("U{:032x}", u32::from(address)),
            id_token: String::new(),
            session: String::new(),
            photo_path: String::new(),
            client,
        };
        person.id_token = person.fetch_id_token().await?;
        let file_name = text(
            &read(person.upload(photo.to_vec()).await?).await?,
            "/fileName",
        )?;
        person.send_profile(&file_name).await?;
        person.session = person.log_in().await?;
        let info = read(person.get("/api/user/my-info").await?).await?;
        person.photo_path = text(&info, "/photos/0/url")?;
        Ok(person)
    }

    pub(super) async fn get(&self, path: &str) -> reqwest::Result<Response> {
        let request = self.client.get(self.url(path));
        let answer = if self.session.is_empty() {
            request.send().await?
        } else {
            request.bearer_auth(&self.session).send().await?
        };
        Ok(answer)
    }

    pub(super) async fn upload(&self, photo: Vec<u8>) -> reqwest::Result<Response> {
        let form = Form::new().part("file", Part::bytes(photo).file_name("me"));
        let request = self.client.post(self.url("/api/file/tempUpload"));
        let request = request.header("X-Line-Id-Token", &self.id_token);
        request.multipart(form).send().await
    }

    async fn fetch_id_token(&self) -> Result<String, Failure> {
        let path = format!("/api/mock/id-token?userId={}", self.user_id);
        text(&read(self.get(&path).await?).await?, "/idToken")
    }

    async fn send_profile(&self, file_name: &str) -> Result<(), Failure> {
        let mut payload = enmusubi_conformance::base();
        payload.insert("account".to_owned(), json!(self.user_id));
        payload.insert("password".to_owned(), json!(self.user_id));
        payload.insert("photoNameList".to_owned(), json!([file_name]));
        let request = self.client.post(self.url("/api/user-profile"));
        let request = request.header("X-Line-Id-Token", &self.id_token);
        let key = format!("00000000-0000-4000-8000-{:012x}", u32::from(self.address));
        let request = request.header("Idempotency-Key", key);
        read(request.json(&payload).send().await?).await?;
        Ok(())
    }

    async fn log_in(&self) -> Result<String, Failure> {
        let request = self.client.post(self.url("/api/user/login"));
        let request = request.header("X-Line-Id-Token", &self.id_token);
        let body = json!({ "account": self.user_id, "password": self.user_id });
        text(&read(request.json(&body).send().await?).await?, "/token")
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server)
    }
}

/// Returns the JSON of an answer, unless it is an error.
async fn read(answer: Response) -> Result<Value, Failure> {
    let status = answer.status();
    let body = answer.text().await?;
    if !status.is_success() {
        return Err(format!("{status}: {body}").into());
    }
    Ok(serde_json::from_str(&body)?)
}

fn text(value: &Value, pointer: &'static str) -> Result<String, Failure> {
    let found = value.pointer(pointer).and_then(Value::as_str);
    Ok(found.ok_or(pointer)?.to_owned())
}
