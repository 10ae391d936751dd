//! What a reviewer does: look at profiles and decide.

mod asked;
mod command;
mod decide;
mod escape;
mod print;

pub(crate) use asked::asked_by;

pub use command::{DecideCommand, ReviewCommand, Target};
pub use decide::{Decision, ReviewError, decide};
pub use print::{list, show};

use crate::app::App;

/// Runs the reviewer's command and returns the text to print.
pub async fn run(app: &App, command: ReviewCommand) -> Result<String, ReviewError> {
    let text = match command {
        ReviewCommand::List { status } => print::list(app, status).await?,
        ReviewCommand::Show { user_id } => print::show(app, &user_id).await?,
        ReviewCommand::Decide(command) => {
            let (user_id, decision) = command.into_decision();
            let state = decide(app, &user_id, &decision).await?;
            format!("{} is now {}", escape::one_line(&user_id), state.status)
        }
    };
    Ok(text)
}
