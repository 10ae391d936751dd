//! The lines that a developer sees when the server has started with the mock.

use std::net::SocketAddr;
use std::path::Path;

use url::Url;

use super::config::{Config, LogFormat, MailConfig, without_password};

/// The program of `./just run` and `./just dev`, as these recipes call it in the folder of the repository.
const LOCAL_BUILD: &str = "target/debug/enmusubi-server";

/// Returns the text, or `None` if no developer would read it: without the mock, or if a collector reads
/// the output. `address` is the address that the server listens at, and `program` the name by which the
/// caller started it.
pub fn banner(config: &Config, address: SocketAddr, program: &str) -> Option<String> {
    if !config.line.is_mock() || config.log_format == LogFormat::Json {
        return None;
    }
    let open = address_to_open(&config.public_base_url, address);
    let dev = format!("{open}dev");
    let mails = match &config.mail {
        MailConfig::Mock => format!("are not sent: they appear here and on {dev}"),
        MailConfig::Smtp { url, .. } => format!("really go out, to {}", without_password(url)),
        MailConfig::Disabled => "are not sent, because SMTP_URL is not set".to_owned(),
    };
    let database = without_password(&config.database_url);
    let storage = &config.storage;
    let review = review_command(program);
    Some(format!(
        "Open     {open} (a mock plays LINE)
Users    {dev} makes people around you, and turns you into another LINE user
Mails    {mails}
Data     {database} and {storage}
Review   {review} list (then show ID, approve ID …) in a second terminal, with the same settings"
    ))
}

/// Returns the public URL with a `/` at its end. If the configuration leaves the port to the system, the
/// URL has the port that the system chose.
fn address_to_open(public_base_url: &Url, address: SocketAddr) -> Url {
    let mut url = public_base_url.clone();
    if url.port() == Some(0) {
        // This cannot fail: a URL with a port has a host.
        let _ = url.set_port(Some(address.port()));
    }
    let path = format!("{}/", url.path().trim_end_matches('/'));
    url.set_path(&path);
    url
}

/// Returns the beginning of the reviewer's commands. `./just review` runs the local build in the folder
/// of the repository, so another program is called by its own name.
fn review_command(program: &str) -> String {
    if program == LOCAL_BUILD && Path::new("justfile").is_file() {
        "./just review".to_owned()
    } else {
        format!("MOCK_ENABLE=true {program} review")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::config::Settings;

    const ADDRESS: SocketAddr =
        SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 7003);

    fn mock() -> Settings {
        Settings {
            mock_enable: Some(true),
            ..Settings::default()
        }
    }

    fn banner_of(settings: Settings) -> Option<String> {
        banner(&settings.check().unwrap(), ADDRESS, LOCAL_BUILD)
    }

    #[test]
    fn the_banner_has_five_lines_about_the_defaults_of_the_mock() {
        let text = banner_of(mock()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "Open     http://127.0.0.1:8080/ (a mock plays LINE)",
                "Users    http://127.0.0.1:8080/dev makes people around you, and turns you into another LINE user",
                "Mails    are not sent: they appear here and on http://127.0.0.1:8080/dev",
                "Data     sqlite://data/enmusubi.db and file://data/blobs",
            ]
        );
        assert!(lines[4].starts_with("Review   "), "{text}");
        assert_eq!(lines.len(), 5, "{text}");
    }

    #[test]
    fn the_banner_names_the_port_that_the_system_chose() {
        let settings = Settings {
            listen: Some("127.0.0.1:0".to_owned()),
            ..mock()
        };
        let text = banner_of(settings).unwrap();
        assert!(text.contains("http://127.0.0.1:7003/ "), "{text}");
        assert!(text.contains("http://127.0.0.1:7003/dev "), "{text}");
    }

    #[test]
    fn the_banner_says_which_parts_are_real_and_shows_no_password() {
        let settings = Settings {
            smtp_url: Some("smtp://ann:hunter2@127.0.0.1:2525".to_owned()),
            mail_from: Some("a@b.example".to_owned()),
            database_url: Some("postgres://ann:hunter2@db.example/enmusubi".to_owned()),
            ..mock()
        };
        let text = banner_of(settings).unwrap();
        assert!(
            text.contains("Mails    really go out, to smtp://ann:***@127.0.0.1:2525"),
            "{text}"
        );
        assert!(
            text.contains("Data     postgres://ann:***@db.example/enmusubi and file://data/blobs"),
            "{text}"
        );
        assert!(!text.contains("hunter2"), "{text}");
    }

    #[test]
    fn only_a_developer_gets_the_banner() {
        let json = Settings {
            log_format: Some("json".to_owned()),
            ..mock()
        };
        assert_eq!(banner_of(json), None);
        let line = Settings {
            liff_id: Some("1234567890-abcdefgh".to_owned()),
            line_channel_id: Some("1234567890".to_owned()),
            line_bot_id: Some("@enmusubi".to_owned()),
            ..Settings::default()
        };
        assert_eq!(banner_of(line), None);
    }

    #[test]
    fn the_recipes_run_the_program_that_the_banner_knows() {
        let justfile = include_str!("../../../justfile");
        let recipe = format!("local_server := \"{LOCAL_BUILD}\"");
        assert!(justfile.contains(&recipe), "{recipe}");
    }

    #[test]
    fn the_reviewers_command_is_one_that_runs() {
        // The unit tests run in the folder of the crate, which has no justfile.
        for program in [LOCAL_BUILD, "/opt/enmusubi-server"] {
            assert_eq!(
                review_command(program),
                format!("MOCK_ENABLE=true {program} review")
            );
        }
    }
}
