//! `profile.json`: what we hold of a person, in JSON they can read and a program too.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use super::archive::ArchivedFile;
use crate::error::{Error, Result};
use crate::store::person::{CountedAt, PersonalData, StoredFile};

/// Members of the payload that repeat the LINE user id, or that are not kept.
const LEFT_OUT: [&str; 4] = ["account", "password", "latitude", "longitude"];

/// What is written, and the files beside it.
pub(super) fn describe(
    held: &PersonalData,
    now: DateTime<Utc>,
) -> Result<(Value, Vec<ArchivedFile>)> {
    let files: Vec<(&StoredFile, String)> = held
        .files
        .iter()
        .map(|file| (file, path_of(held, file)))
        .collect();
    let described: Vec<Value> = files
        .iter()
        .map(|(file, path)| describe_file(held, file, path))
        .collect();
    let steps = held.review.iter().map(|step| {
        json!({
            "action": step.action, "from": step.from, "to": step.to,
            "reasons": step.reasons, "at": time(step.at_ms),
        })
    });
    let logins = held.logins.iter().map(|login| {
        json!({
            "kind": login.kind,
            "loginAt": time(login.login_at_ms),
            "issuedAt": time(login.issued_at_ms),
            "expiresAt": time(login.expires_at_ms),
            "revokedAt": login.revoked_at_ms.map(time),
        })
    });
    let answers = held.answers.iter().map(|answer| {
        json!({
            "key": answer.key, "answer": answer.body, "createdAt": time(answer.created_at_ms),
        })
    });
    let profile = json!({
        "exportedAt": time(now.timestamp_millis()),
        "account": {
            "userId": held.profile.account,
            "registeredAt": time(held.registered_at_ms),
            "reviewStatus": held.review_status,
            "appealed": held.appealed,
        },
        "profile": payload(held)?,
        // The cell of a twentieth of a degree that stands for the place; the place itself is not kept.
        "place": { "cellRow": held.cell.row, "cellColumn": held.cell.column },
        "files": described,
        "review": steps.collect::<Vec<_>>(),
        "workEmail": work_email(held),
        "sessions": logins.collect::<Vec<_>>(),
        "keptAnswers": answers.collect::<Vec<_>>(),
    });
    let archived = files
        .into_iter()
        .map(|(file, path)| ArchivedFile {
            name: file.name.clone(),
            path,
        })
        .collect();
    Ok((profile, archived))
}

fn payload(held: &PersonalData) -> Result<Value> {
    let mut payload = serde_json::to_value(&held.profile).map_err(Error::internal)?;
    if let Value::Object(members) = &mut payload {
        members.retain(|name, _| !LEFT_OUT.contains(&name.as_str()));
        members.insert("photoNameList".to_owned(), json!(held.photos));
    }
    Ok(payload)
}

/// Photos of the profile by their place in it, all else by its name.
fn path_of(held: &PersonalData, file: &StoredFile) -> String {
    let name = &file.name;
    if let Some(index) = held.photos.iter().position(|photo| photo == name) {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        return format!("photos/{}.{ending}", index + 1);
    }
    match file.purpose.as_str() {
        "DOCUMENT" => format!("documents/{name}"),
        _ => format!("photos/other/{name}"),
    }
}

fn describe_file(held: &PersonalData, file: &StoredFile, path: &str) -> Value {
    let name = Some(&file.name);
    let is_document = held.document.as_ref() == name;
    json!({
        "path": path,
        "name": file.name,
        "isPhoto": held.photos.contains(&file.name),
        "isAvatar": held.avatar.as_ref() == name,
        "isDocument": is_document,
        "uploadedAs": file.purpose,
        "mediaType": file.media_type,
        "width": file.width,
        "height": file.height,
        "thumbhash": file.thumbhash,
        "sizeBytes": file.size_bytes,
        "uploadedAt": time(file.uploaded_at_ms),
        "takenAt": file.attached_at_ms.map(time),
        "decidedAt": held.document_decided_at_ms.filter(|_| is_document).map(time),
    })
}

/// Of a mailbox we have a mark that cannot be turned back into it, and so nothing to hand out.
fn work_email(held: &PersonalData) -> Value {
    let mailboxes = held.mailboxes.iter().map(|mailbox| {
        json!({
            "employerId": mailbox.employer_id,
            "isUsedByProfile": mailbox.is_used,
            "expiresAt": time(mailbox.expires_at_ms),
        })
    });
    let code = held.code.as_ref().map(|code| {
        json!({
            "employerId": code.employer_id,
            "wrongTries": code.n_failures,
            "expiresAt": time(code.expires_at_ms),
            "confirmedUntil": code.confirmed_until_ms.map(time),
        })
    });
    json!({
        "mailboxes": mailboxes.collect::<Vec<_>>(),
        "code": code,
        "codesAskedAt": times_of(&held.counted, "account"),
        "wrongTriesAt": times_of(&held.counted, "tries"),
    })
}

fn times_of(counted: &[CountedAt], what: &str) -> Vec<String> {
    counted
        .iter()
        .filter(|it| it.what == what)
        .flat_map(|it| &it.at_ms)
        .map(|at_ms| time(*at_ms))
        .collect()
}

/// RFC 3339, in UTC.
fn time(at_ms: i64) -> String {
    DateTime::from_timestamp_millis(at_ms)
        .unwrap_or_default()
        .to_rfc3339_opts(SecondsFormat::Millis, true)
}
