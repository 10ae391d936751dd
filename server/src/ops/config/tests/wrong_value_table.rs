//! Wrong values of every setting, and the sentences that refuse them.

const ADDRESS: &str = "but it must be an IP address with a port, such as 127.0.0.1";
const COUNT: &str = "but it must be a whole number from 1 to 1000000";
const SWITCH: &str = "but it must be on or off";
const API_PATH: &str = "but it must be a path such as /api, of letters, digits and - _ . between \
                        single slashes";
const OWN_PATH: &str = "which is one of the server's own paths or below one. Choose another, such \
                        as /api";
const DATABASE: &str = "must be a URL such as sqlite://data/enmusubi.db or \
                        postgres://user:password@host/database";
const STORAGE: &str = "but it must be file://folder or s3://bucket/prefix";
const PARAMETER: &str = "where no parameter but mode=rwc may follow. Leave out what follows the ?";
const HOST: &str = "where localhost would be a folder of that name. Write the whole path after three \
                    slashes";
const HOME: &str =
    "where ~ would be a folder of that name. Write the whole path after three slashes";
const PERCENT: &str = "in which the server reads no escape such as %20. Write the character itself, \
                       and choose a folder without a %";
pub(super) const NO_FOLDER: &str = "which is no folder or lies below a file. Name a folder";
const ENDPOINT: &str = "must be an https URL without credentials, query and fragment, or such an \
                        http URL beside AWS_ALLOW_HTTP=true";
const VISIBLE: &str = "must be letters, digits and signs without a space";
const PUBLIC: &str = "must be an http or https URL without credentials, query and fragment, such as \
                      https://enmusubi.example.com";
const LIFF_ID: &str = "but it must be the id of a LIFF app, such as 1234567890-AbcdEfgh";
const OTHER_CHANNEL: &str = "which is no LIFF app of the channel 1234567890. Take LIFF_ID and \
                             LINE_CHANNEL_ID from the same LINE Login channel";
const CHANNEL: &str = "but it must be the number of a LINE Login channel, such as 1234567890";
const BOT: &str = "but it must be the basic id of a LINE official account, such as @123abcde";
const LINE_API: &str = "must be an https URL without credentials, query and fragment, or such an \
                        http URL of this machine; leave it out to use LINE's own API";
const SMTP: &str = "must be smtps://user:password@host, smtp://user:password@host?tls=required, or \
                    without encryption smtp://127.0.0.1:port on this machine only";
const MAIL: &str = "but it must be an e-mail address, such as no-reply@example.com";
const KEY: &str = "must be 32 random characters or more, such as `openssl rand -hex 32` makes";
const CURRENCY: &str =
    "but it must be a currency code of three capital letters, such as TWD or JPY";
const OF_HUNDRED: &str = "but it must be a whole number from 0 to 100";
const PER_DAY: &str = "but it must be a whole number from 0 to 50";
const PER_MONTH: &str = "but it must be a whole number from 0 to 1000000000";
const CONTACT: &str = "but it must be a mail address or an https URL, such as help@example.com";
const TIME: &str = "but it must be a time of day such as 12:00";
const ZONE: &str = "but it must be a name of the time zone database, such as Asia/Taipei";
const PROXIES: &str = "but it must be IPv4 or IPv6 addresses or blocks of them (not all), separated \
                       by commas, such as 10.0.0.0/8,::1";
const RULES: &str = "but it must be a JSON list of rules with path, to and, if wanted, status_code, \
                     such as [{\"path\":\"/old/**\",\"to\":\"/\",\"status_code\":302}]";
const BUILD: &str = "Build the web app with `./just build`, or name the folder that holds it";

const OTLP: &str = "must be an http or https URL without credentials, query and fragment, such as \
                    http://127.0.0.1:4318";

/// The setting, the value, and after `NAME is VALUE, ` the end of the sentence.
pub(super) const SHOWN: &[(&str, &str, &[&str])] = &[
    ("LISTEN", "8080", &[ADDRESS, ":8080"]),
    ("LISTEN", "localhost:8080", &[ADDRESS, ":8080"]),
    ("LISTEN", "127.0.0.1:65536", &[ADDRESS, ":8080"]),
    ("LISTEN", "http://127.0.0.1:8080", &[ADDRESS, ":8080"]),
    ("METRICS_LISTEN", "9464", &[ADDRESS, ":9464"]),
    ("METRICS_LISTEN", "localhost:9464", &[ADDRESS, ":9464"]),
    ("DATABASE_URL", "data/enmusubi.db", &["but it ", DATABASE]),
    ("DATABASE_URL", "sqlite://", &["but it ", DATABASE]),
    (
        "DATABASE_URL",
        "mysql://127.0.0.1/enmusubi",
        &["but it ", DATABASE],
    ),
    ("DATABASE_URL", "sqlite://a.db?mode=memory", &[PARAMETER]),
    ("DATABASE_URL", "sqlite://a.db?mode=ro", &[PARAMETER]),
    ("DATABASE_URL", "sqlite://a.db?vfs=none", &[PARAMETER]),
    ("DATABASE_URL", "sqlite:a.db?immutable=1", &[PARAMETER]),
    (
        "DATABASE_URL",
        "sqlite://a.db?mode=rwc&cache=shared",
        &[PARAMETER],
    ),
    ("DATABASE_URL", "sqlite://localhost/srv/a.db", &[HOST]),
    ("DATABASE_URL", "sqlite://~/a.db", &[HOME]),
    ("STORAGE_URL", "file://localhost/srv/blobs", &[HOST]),
    ("STORAGE_URL", "file://~/blobs", &[HOME]),
    ("STORAGE_URL", "file:///srv/a%20b", &[PERCENT]),
    ("STORAGE_URL", "data/blobs", &[STORAGE]),
    ("STORAGE_URL", "file://", &[STORAGE]),
    ("STORAGE_URL", "s3://", &[STORAGE]),
    ("STORAGE_URL", "s3://a bucket", &[STORAGE]),
    ("STORAGE_URL", "https://bucket.example.com", &[STORAGE]),
    ("AWS_ENDPOINT", "s3.example.com", &["but it ", ENDPOINT]),
    (
        "AWS_ENDPOINT",
        "http://s3.example.com",
        &["but it ", ENDPOINT],
    ),
    (
        "AWS_ENDPOINT",
        "ftp://s3.example.com",
        &["but it ", ENDPOINT],
    ),
    ("AWS_ALLOW_HTTP", "yes", &["but it must be true or false"]),
    (
        "AWS_REGION",
        "us east",
        &["but it must be the name of a region, such as us-east-1"],
    ),
    ("AWS_ACCESS_KEY_ID", "a key", &["but it ", VISIBLE]),
    (
        "IMAGE_CACHE_MB",
        "-1",
        &["but it must be a whole number from 0, which keeps no picture, to 1000000"],
    ),
    (
        "IMAGE_CACHE_MB",
        "1.5",
        &["but it must be a whole number from 0, which keeps no picture, to 1000000"],
    ),
    (
        "IMAGE_CACHE_MB",
        "256MB",
        &["but it must be a whole number from 0, which keeps no picture, to 1000000"],
    ),
    (
        "IMAGE_CACHE_MB",
        "1000001",
        &["but it must be a whole number from 0, which keeps no picture, to 1000000"],
    ),
    (
        "PUBLIC_BASE_URL",
        "enmusubi.example.com",
        &["but it ", PUBLIC],
    ),
    ("PUBLIC_BASE_URL", "/app", &["but it ", PUBLIC]),
    ("PUBLIC_BASE_URL", "https://", &["but it ", PUBLIC]),
    ("PUBLIC_BASE_URL", "https:///app", &["but it ", PUBLIC]),
    ("PUBLIC_BASE_URL", "ftp://example.com", &["but it ", PUBLIC]),
    (
        "PUBLIC_BASE_URL",
        "javascript:alert(1)",
        &["but it ", PUBLIC],
    ),
    ("API_SERVER_PATH", "api", &[API_PATH]),
    ("API_SERVER_PATH", "/", &[API_PATH]),
    ("API_SERVER_PATH", "//", &[API_PATH]),
    ("API_SERVER_PATH", "/api//", &[API_PATH]),
    ("API_SERVER_PATH", "//api", &[API_PATH]),
    ("API_SERVER_PATH", "/a//b", &[API_PATH]),
    ("API_SERVER_PATH", "/.", &[API_PATH]),
    ("API_SERVER_PATH", "/..", &[API_PATH]),
    ("API_SERVER_PATH", "/a/../docs", &[API_PATH]),
    ("API_SERVER_PATH", "/a%2fb", &[API_PATH]),
    ("API_SERVER_PATH", "/:path", &[API_PATH]),
    ("API_SERVER_PATH", "/*path", &[API_PATH]),
    ("API_SERVER_PATH", "/api?a=b", &[API_PATH]),
    ("API_SERVER_PATH", "https://example.com/api", &[API_PATH]),
    ("API_SERVER_PATH", "/healthz", &[OWN_PATH]),
    ("API_SERVER_PATH", "/readyz/", &[OWN_PATH]),
    ("API_SERVER_PATH", "/docs/api", &[OWN_PATH]),
    ("API_SERVER_PATH", "/_ipx", &[OWN_PATH]),
    ("API_SERVER_PATH", "/assets", &[OWN_PATH]),
    ("API_SERVER_PATH", "/builds/meta", &[OWN_PATH]),
    ("API_SERVER_PATH", "/register/_payload.json", &[OWN_PATH]),
    ("API_SERVER_PATH", "/_payload.json", &[OWN_PATH]),
    (
        "API_SERVER_PATH",
        "/logo.svg",
        &["where the web app has a file or folder. Choose another, such as /api"],
    ),
    ("MOCK_ENABLE", "maybe", &["but it must be true or false"]),
    ("LIFF_ID", "1234567890", &[LIFF_ID]),
    ("LIFF_ID", "1234567890_abcdefgh", &[LIFF_ID]),
    (
        "LIFF_ID",
        "https://liff.line.me/1234567890-abcdefgh",
        &[LIFF_ID],
    ),
    ("LIFF_ID", "1234567891-abcdefgh", &[OTHER_CHANNEL]),
    ("LINE_CHANNEL_ID", "enmusubi", &[CHANNEL]),
    ("LINE_CHANNEL_ID", "-1", &[CHANNEL]),
    ("LINE_BOT_ID", "enmusubi", &[BOT]),
    ("LINE_BOT_ID", "@", &[BOT]),
    ("LINE_BOT_ID", "@a/b", &[BOT]),
    ("LINE_MESSAGES_PER_MONTH", "many", &[PER_MONTH]),
    ("LINE_MESSAGES_PER_MONTH", "-1", &[PER_MONTH]),
    ("LINE_MESSAGES_PER_MONTH", "1000000001", &[PER_MONTH]),
    ("LINE_CONTACT", "call us", &[CONTACT]),
    ("LINE_CONTACT", "http://example.com/help", &[CONTACT]),
    ("LINE_API_BASE", "api.line.me", &["but it ", LINE_API]),
    (
        "LINE_API_BASE",
        "http://api.line.me",
        &["but it ", LINE_API],
    ),
    (
        "LINE_API_BASE",
        "http://127.0.0.1.example.com",
        &["but it ", LINE_API],
    ),
    ("LINE_API_BASE", "ftp://127.0.0.1", &["but it ", LINE_API]),
    ("MAIL_FROM", "nobody", &[MAIL]),
    ("TIME_ZONE", "Mars/Olympus", &[ZONE]),
    ("TIME_ZONE", "+08:00", &[ZONE]),
    ("INTRODUCTION_TIME", "24:00", &[TIME]),
    ("INTRODUCTION_TIME", "9:05", &[TIME]),
    ("INTRODUCTION_TIME", "noon", &[TIME]),
    ("SECOND_LOOK_PERCENT", "-1", &[OF_HUNDRED]),
    ("SECOND_LOOK_PERCENT", "101", &[OF_HUNDRED]),
    ("SECOND_LOOK_PERCENT", "five", &[OF_HUNDRED]),
    ("INTRODUCTIONS_PER_DAY", "-1", &[PER_DAY]),
    ("INTRODUCTIONS_PER_DAY", "51", &[PER_DAY]),
    ("INTRODUCTIONS_PER_DAY", "2.5", &[PER_DAY]),
    ("INTRODUCTIONS_PER_DAY", "five", &[PER_DAY]),
    ("AGE_PROOF", "on", &["but it must be off or required"]),
    ("AGE_PROOF", "Required", &["but it must be off or required"]),
    ("INCOME_CURRENCY", "twd", &[CURRENCY]),
    ("INCOME_CURRENCY", "NT$", &[CURRENCY]),
    ("INCOME_CURRENCY", "YENS", &[CURRENCY]),
    ("RATE_LIMIT", "true", &[SWITCH]),
    ("GROUP_COMMIT", "yes", &[SWITCH]),
    ("MAX_REQUESTS", "0", &[COUNT]),
    ("MAX_REQUESTS", "-1", &[COUNT]),
    ("MAX_REQUESTS", "many", &[COUNT]),
    ("MAX_REQUESTS", "1.5", &[COUNT]),
    ("MAX_REQUESTS", "99999999999999999999", &[COUNT]),
    ("MAX_UPLOADS", "0", &[COUNT]),
    ("MAX_UPLOADS", "-1", &[COUNT]),
    ("MAX_UPLOADS", "many", &[COUNT]),
    (
        "MAX_UPLOADS",
        "1025",
        &["but it must be at most MAX_REQUESTS, which is 1024"],
    ),
    ("MAX_CONNECTIONS", "0", &[COUNT]),
    ("MAX_CONNECTIONS", "-1", &[COUNT]),
    ("MAX_CONNECTIONS", "1000001", &[COUNT]),
    ("REQUEST_TIMEOUT", "0", &[COUNT]),
    ("REQUEST_TIMEOUT", "-1", &[COUNT]),
    ("REQUEST_TIMEOUT", "60s", &[COUNT]),
    ("TRUSTED_PROXIES", "localhost", &[PROXIES]),
    ("TRUSTED_PROXIES", "0.0.0.0/0", &[PROXIES]),
    ("TRUSTED_PROXIES", "127.0.0.1,", &[PROXIES]),
    ("ROUTE_RULES", "{}", &[RULES]),
    ("WEB_ROOT", "/dev/null", &["which is no folder. ", BUILD]),
    (
        "WEB_ROOT",
        "/no-such-folder",
        &["which does not exist. ", BUILD],
    ),
    ("WEB_ROOT", "/dev", &["which has no index.html. ", BUILD]),
    ("OTLP_ENDPOINT", "collector:4318", &["but it ", OTLP]),
    ("OTLP_ENDPOINT", "/v1/traces", &["but it ", OTLP]),
    ("OTLP_ENDPOINT", "grpc://collector:4317", &["but it ", OTLP]),
    ("LOG_FORMAT", "pretty", &["but it must be compact or json"]),
];

/// The setting, a value that the sentence must not show because it may hold a secret, and the end of the
/// sentence after the name.
pub(super) const HIDDEN: &[(&str, &str, &str)] = &[
    (
        "DATABASE_URL",
        "mysql://user:hunter2@127.0.0.1/enmusubi",
        DATABASE,
    ),
    (
        "DATABASE_URL",
        "postgres://user:hunter2@host:port/enmusubi",
        DATABASE,
    ),
    (
        "AWS_ENDPOINT",
        "https://user:hunter2@s3.example.com",
        ENDPOINT,
    ),
    ("AWS_SECRET_ACCESS_KEY", "hunter2 ", VISIBLE),
    (
        "PUBLIC_BASE_URL",
        "https://user:hunter2@example.com",
        PUBLIC,
    ),
    (
        "PUBLIC_BASE_URL",
        "https://example.com/?key=hunter2",
        PUBLIC,
    ),
    ("PUBLIC_BASE_URL", "https://example.com/#hunter2", PUBLIC),
    ("PUBLIC_BASE_URL", "mailto:hunter2@example.com", PUBLIC),
    (
        "LINE_CHANNEL_SECRET",
        "hunter2 ",
        "must be the letters and digits that LINE shows for the channel",
    ),
    (
        "LINE_CHANNEL_ACCESS_TOKEN",
        "hunter2 hunter2",
        "must be the letters, digits and signs that LINE shows for the channel",
    ),
    (
        "LINE_MESSAGING_CHANNEL_SECRET",
        "hunter2 ",
        "must be the letters and digits that LINE shows for the channel",
    ),
    (
        "LINE_API_BASE",
        "https://user:hunter2@api.line.me",
        LINE_API,
    ),
    (
        "LINE_API_BASE",
        "https://api.line.me/?key=hunter2",
        LINE_API,
    ),
    ("SMTP_URL", "smtp://user:hunter2@mail.example.com", SMTP),
    ("SMTP_URL", "https://user:hunter2@mail.example.com", SMTP),
    ("SMTP_URL", "hunter2", SMTP),
    ("WORK_EMAIL_KEY", "hunter2", KEY),
    (
        "WORK_EMAIL_KEY",
        "                                     ",
        KEY,
    ),
    (
        "WORK_EMAIL_KEY",
        "hunter2                              ",
        KEY,
    ),
    ("WORK_EMAIL_KEY", "12345123451234512345123451234512345", KEY),
    ("OTLP_ENDPOINT", "http://user:hunter2@collector:4318", OTLP),
    ("OTLP_ENDPOINT", "https://collector/?key=hunter2", OTLP),
    (
        "OTLP_ENDPOINT",
        "grpc://user:hunter2@127.0.0.1:4317",
        "must be an http or https URL without credentials, query and fragment, such as http://127.0.0.1:4318",
    ),
];

/// Values that are wrong together with another setting, or because another setting is missing. An
/// empty value means that the setting is missing.
pub(super) const BESIDE: &[(&str, &str, &str)] = &[
    (
        "METRICS_LISTEN",
        "127.0.0.1:8080",
        "METRICS_LISTEN and LISTEN are the same address: choose another port.",
    ),
    (
        "AWS_ACCESS_KEY_ID",
        "",
        "AWS_SECRET_ACCESS_KEY is set without AWS_ACCESS_KEY_ID. Set both or neither.",
    ),
    (
        "AWS_SECRET_ACCESS_KEY",
        "",
        "AWS_ACCESS_KEY_ID is set without AWS_SECRET_ACCESS_KEY. Set both or neither.",
    ),
    (
        "MOCK_ENABLE",
        "true",
        "MOCK_ENABLE and LINE_CHANNEL_ID are both set: choose one.",
    ),
    (
        "LIFF_ID",
        "",
        "Missing: LIFF_ID. Set them, or MOCK_ENABLE=true to try Enmusubi on this machine only.",
    ),
    (
        "MAIL_FROM",
        "",
        "MAIL_FROM is not set, but SMTP_URL is. Set it to an e-mail address, such as no-reply@example.com.",
    ),
    (
        "ROUTE_RULES",
        r#"[{"path":"/a","to":"/a"}]"#,
        "ROUTE_RULES: the rule for \"/a\" leads to a path that a rule leads away from.",
    ),
];
