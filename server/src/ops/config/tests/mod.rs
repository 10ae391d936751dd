//! The checks of settings beside each other, and the printed configuration.

mod load;
mod wrong_value_table;
mod wrong_values;

use std::ffi::OsString;
use std::fmt;

use clap::Command;
use clap::builder::Resettable;

use super::*;

/// Returns the settings of these flags and variables, whatever the environment of the tests is.
fn given(flags: &[(&str, &str)], variables: &[(&str, &str)]) -> Given {
    let name_of = |name: &str| name.to_lowercase().replace('_', "-");
    let flags = flags
        .iter()
        .map(|(name, value)| format!("--{}={value}", name_of(name)));
    let words = std::iter::once("enmusubi-server".to_owned()).chain(flags);
    let command = Command::new("enmusubi-server")
        .args(Settings::flags().map(|flag| flag.env(Resettable::Reset)));
    Given::new(&command.get_matches_from(words), |name| {
        let variable = variables.iter().find(|(variable, _)| name == *variable);
        variable.map(|(_, value)| OsString::from(value))
    })
}

/// The effective values, a line each.
impl fmt::Display for Config {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.values().into_iter();
        let lines: Vec<String> = values
            .map(|(key, value)| format!("{}={value}", key.to_uppercase()))
            .collect();
        formatter.write_str(&lines.join("\n"))
    }
}

#[test]
fn without_a_channel_the_server_says_what_is_missing() {
    let given = Settings {
        liff_id: Some("1-a".to_owned()),
        ..Settings::default()
    };
    let error = given.check().unwrap_err();
    assert_eq!(
        error,
        ConfigError::Missing("LINE_CHANNEL_ID, LINE_BOT_ID".to_owned())
    );
}

#[test]
fn the_mock_never_listens_on_a_network() {
    for listen in ["0.0.0.0:8080", "192.0.2.1:8080", "[::]:8080"] {
        let given = Settings {
            mock_enable: Some(true),
            listen: Some(listen.to_owned()),
            ..Settings::default()
        };
        assert_eq!(
            given.check().unwrap_err(),
            ConfigError::MockOnNetwork,
            "{listen}"
        );
    }
}

#[test]
fn the_mock_refuses_an_address_of_the_web() {
    let given = |public_base_url: &str| Settings {
        mock_enable: Some(true),
        public_base_url: Some(public_base_url.to_owned()),
        ..Settings::default()
    };
    for url in [
        "https://enmusubi.example.com",
        "https://192.0.2.1/",
        "https://localhost.example.com",
    ] {
        let refused = given(url).check().unwrap_err();
        assert_eq!(refused, ConfigError::MockOnTheWeb, "{url}");
    }
    for url in [
        "https://localhost:8443",
        "https://127.0.0.1",
        "https://[::1]",
    ] {
        assert!(given(url).check().is_ok(), "{url}");
    }
}

#[test]
fn a_mock_at_an_http_address_of_another_machine_gets_a_warning() {
    for (url, is_warned) in [
        (None, false),
        (Some("http://localhost:3000"), false),
        (Some("http://enmusubi.example.com"), true),
        (Some("http://192.0.2.1:8080"), true),
    ] {
        let given = Settings {
            mock_enable: Some(true),
            public_base_url: url.map(str::to_owned),
            ..Settings::default()
        };
        let warnings = given.check().unwrap().warnings();
        let warned = warnings.iter().any(|it| it.starts_with("MOCK_ENABLE lets"));
        assert_eq!(warned, is_warned, "{url:?}");
    }
}

#[test]
fn metrics_have_an_address_of_their_own() {
    for (listen, metrics_listen, is_fine) in [
        ("127.0.0.1:8080", "127.0.0.1:9464", true),
        ("127.0.0.1:8080", "[::1]:8080", true),
        ("127.0.0.1:0", "127.0.0.1:0", true),
        ("127.0.0.1:8080", "127.0.0.1:8080", false),
        ("127.0.0.1:8080", "0.0.0.0:8080", false),
    ] {
        let given = Settings {
            mock_enable: Some(true),
            listen: Some(listen.to_owned()),
            metrics_listen: Some(metrics_listen.to_owned()),
            ..Settings::default()
        };
        let checked = given.check();
        if is_fine {
            let printed = checked.unwrap().to_string();
            assert!(printed.contains(&format!("\nMETRICS_LISTEN={metrics_listen}\n")));
        } else {
            assert_eq!(checked.unwrap_err(), ConfigError::MetricsOnListen);
        }
    }
    let nonsense = Settings {
        mock_enable: Some(true),
        metrics_listen: Some("9464".to_owned()),
        ..Settings::default()
    };
    let refused = nonsense.check().unwrap_err().to_string();
    assert!(
        refused.starts_with("METRICS_LISTEN is 9464, but"),
        "{refused}"
    );
}

#[test]
fn the_mock_does_not_hide_a_wrong_value_of_line() {
    let given = Settings {
        mock_enable: Some(true),
        line_api_base: Some("ftp://127.0.0.1".to_owned()),
        ..Settings::default()
    };
    let refused = given.check().unwrap_err().to_string();
    assert!(refused.starts_with("LINE_API_BASE is ftp"), "{refused}");
}

#[test]
fn the_mock_and_a_channel_exclude_each_other() {
    let given = Settings {
        mock_enable: Some(true),
        line_channel_id: Some("1".to_owned()),
        ..Settings::default()
    };
    assert_eq!(given.check().unwrap_err(), ConfigError::MockAndLine);
}

#[test]
fn the_printed_configuration_holds_no_password() {
    let given = Settings {
        mock_enable: Some(true),
        database_url: Some("postgres://enmusubi:hunter2@127.0.0.1/enmusubi".to_owned()),
        smtp_url: Some("smtps://codes:hunter2@mail.example.com".to_owned()),
        mail_from: Some("no-reply@example.com".to_owned()),
        work_email_key: Some("hunter2".repeat(5)),
        ..Settings::default()
    };
    let config = given.check().unwrap();
    let printed = config.to_string();
    assert!(!printed.contains("hunter2"), "{printed}");
    assert!(
        printed.contains(
            "\nSMTP_URL=smtps://codes:***@mail.example.com\nMAIL_FROM=no-reply@example.com\n\
             WORK_EMAIL_KEY=***\n"
        ),
        "{printed}"
    );
    assert!(!format!("{config:?}").contains("hunter2"));
}

#[test]
fn the_printed_configuration_says_which_proxies_are_trusted() {
    let given = |trusted_proxies: Option<&str>| Settings {
        mock_enable: Some(true),
        trusted_proxies: trusted_proxies.map(str::to_owned),
        ..Settings::default()
    };
    let config = given(Some("127.0.0.1, 10.0.0.0/8")).check().unwrap();
    let printed = config.to_string();
    assert!(printed.contains("TRUSTED_PROXIES=127.0.0.1/32,10.0.0.0/8\n"));
    let nobody = given(None).check().unwrap().to_string();
    assert!(nobody.contains("TRUSTED_PROXIES=\n"), "{nobody}");
    let refused = given(Some("localhost")).check().unwrap_err().to_string();
    assert!(
        refused.starts_with("TRUSTED_PROXIES is localhost, but"),
        "{refused}"
    );
}

#[test]
fn the_path_of_the_public_url_is_the_base_of_everything() {
    let given = Settings {
        mock_enable: Some(true),
        public_base_url: Some("http://example.org/app/".to_owned()),
        api_server_path: Some("/v1/".to_owned()),
        ..Settings::default()
    };
    let config = given.check().unwrap();
    assert_eq!(config.base_path(), "/app");
    assert_eq!(config.api_path(), "/app/v1");
}

#[test]
fn a_path_in_the_public_url_is_refused_at_start() {
    for (public_base_url, is_fine) in [
        (None, true),
        (Some("http://example.org"), true),
        (Some("http://example.org/"), true),
        (Some("http://example.org/app"), false),
        (Some("http://example.org/app/"), false),
    ] {
        let given = Settings {
            mock_enable: Some(true),
            public_base_url: public_base_url.map(str::to_owned),
            ..Settings::default()
        };
        let refused = given
            .check()
            .unwrap()
            .check_places()
            .unwrap_err()
            .to_string();
        let sentence = "PUBLIC_BASE_URL is http://example.org/app";
        assert_eq!(!refused.contains(sentence), is_fine, "{public_base_url:?}");
    }
}

#[test]
fn a_server_without_a_mail_server_or_a_messaging_channel_gets_a_warning() {
    let given = |smtp_url: Option<&str>, access_token: Option<&str>| Settings {
        liff_id: Some("1-a".to_owned()),
        line_channel_id: Some("1".to_owned()),
        line_bot_id: Some("@a".to_owned()),
        line_channel_secret: Some("hunter2".to_owned()),
        line_channel_access_token: access_token.map(str::to_owned),
        line_messaging_channel_secret: access_token.map(str::to_owned),
        smtp_url: smtp_url.map(str::to_owned),
        mail_from: Some("no-reply@example.com".to_owned()),
        ..Settings::default()
    };
    let warnings_of = |settings: Settings| settings.check().unwrap().warnings();
    let (mail, token) = (Some("smtps://mail.example.com"), Some("hunter2"));
    for (settings, expected) in [
        (given(None, token), "SMTP_URL is not set"),
        (given(mail, None), "LINE_CHANNEL_ACCESS_TOKEN is not set"),
    ] {
        let warnings = warnings_of(settings);
        let [warning] = warnings.as_slice() else {
            panic!("{warnings:?}")
        };
        assert!(warning.starts_with(expected), "{warning}");
    }
    assert_eq!(warnings_of(given(mail, token)), Vec::<&str>::new());
}

#[test]
fn a_server_without_a_channel_secret_gets_a_warning() {
    let given = |secret: Option<&str>| Settings {
        liff_id: Some("1-a".to_owned()),
        line_channel_id: Some("1".to_owned()),
        line_channel_secret: secret.map(str::to_owned),
        line_bot_id: Some("@a".to_owned()),
        ..Settings::default()
    };
    let without = given(None).check().unwrap();
    let warned = |config: &Config| {
        let mut warnings = config.warnings().into_iter();
        warnings.any(|warning| warning.starts_with("LINE_CHANNEL_SECRET is not set"))
    };
    assert!(warned(&without));
    assert!(!without.to_string().contains("LINE_CHANNEL_SECRET"));
    let with = given(Some("hunter2")).check().unwrap();
    assert!(!warned(&with));
    let printed = with.to_string();
    assert!(printed.contains("\nLINE_CHANNEL_SECRET=***\n"), "{printed}");
    assert!(!format!("{printed}{with:?}").contains("hunter2"));
}

fn with_max_requests(max_requests: &str) -> Config {
    let settings = Settings {
        mock_enable: Some(true),
        max_requests: Some(max_requests.to_owned()),
        ..Settings::default()
    };
    settings.check().unwrap()
}

#[test]
fn callers_who_wait_for_keys_leave_half_of_the_uploads() {
    for (max_requests, waiting) in [("1", 1), ("2", 1), ("20", 10), ("2000", 32)] {
        let config = with_max_requests(max_requests);
        assert_eq!(config.max_waiting_for_keys(), waiting, "{max_requests}");
    }
}

#[test]
fn the_limits_are_printed_as_they_are_set() {
    let printed = with_max_requests("2").to_string();
    let lines = "MAX_REQUESTS=2\nMAX_UPLOADS=2\nMAX_CONNECTIONS=8192\nREQUEST_TIMEOUT=60\n";
    assert!(printed.contains(lines), "{printed}");
}
