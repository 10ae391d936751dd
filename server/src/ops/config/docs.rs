//! Writes `docs/configuration.md` from the declarations of the settings.

use std::fmt::{self, Write as _};

use clap::Arg;

use super::Settings;

const BEGIN: &str = "# Configuration

<!-- The declarations in server/src/ops/config/settings.rs make this file: run `./just types` after a change. -->

The server takes each setting from a flag, an environment variable or the file `enmusubi.toml` in its working directory, in this order, and otherwise uses the default.
An environment variable has the name that stands here (`DATABASE_URL`), the file has it in lower case (`database_url`), and a flag has it in lower case with `-` (`--database-url`).
An empty value counts as a setting that was left out, wherever it comes from.

`enmusubi-server config check` prints the values without secrets, says where each comes from, and tries the folders and the bucket.
If a setting has a wrong value, the server does not start and prints one sentence that names the setting.
It does not start either if it cannot read an `enmusubi.toml` that exists, or if `WEB_ROOT` holds this file, the database or the folders of files, because everybody could download them.
`enmusubi-server --help` lists the same settings.
";

const END: &str = "
`RUST_LOG` filters the log. Without it the server logs the warnings of libraries and its own information. The server does not start with a value that is no filter.
";

/// Returns the text of the document.
pub fn write() -> Result<String, fmt::Error> {
    let mut text = BEGIN.to_owned();
    let mut heading = None;
    for arg in Settings::declared() {
        if heading.as_deref() != arg.get_help_heading() {
            heading = arg.get_help_heading().map(str::to_owned);
            let heading = arg.get_help_heading().unwrap_or_default();
            write!(text, "\n## {heading}\n\n")?;
            text.push_str("| name | default | meaning |\n|---|---|---|\n");
        }
        write_row(&mut text, &arg)?;
    }
    text.push_str(END);
    Ok(text)
}

fn write_row(text: &mut String, arg: &Arg) -> fmt::Result {
    let name = arg.get_id().as_str().to_uppercase();
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let long = arg.get_long_help().map(ToString::to_string);
    let long = long.as_deref().and_then(|long| long.strip_prefix(&help));
    let details = long.map(str::trim).unwrap_or_default();
    let (help, described) = help
        .split_once(" [default: ")
        .unwrap_or_else(|| (&help, "none"));
    let declared = arg.get_default_values().first();
    let default = match declared.and_then(|default| default.to_str()) {
        Some(default) => format!("`{default}`"),
        None => described.trim_end_matches(']').to_owned(),
    };
    let end = if details.is_empty() { "" } else { " " };
    let meaning = format!("{help}.{end}{details}").replace('|', "\\|");
    writeln!(text, "| `{name}` | {default} | {meaning} |")
}
