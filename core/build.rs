//! Turns the committed lists (tags, cities, employers, sentences) into constants, so that no program parses them
//! at run time and the wasm carries no parser for them.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use serde_json::Value;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut code = String::new();
    catalogue(&read("catalogue/catalogue.json")?, &mut code)?;
    employers(&read("catalogue/employers.json")?, &mut code)?;
    write("lists.rs", code)?;
    if env::var_os("CARGO_FEATURE_MESSAGES").is_some() {
        write("messages.rs", messages()?)?;
    }
    Ok(())
}

fn write(name: &str, code: String) -> Result<(), Failure> {
    let path = Path::new(&env::var("OUT_DIR")?).join(name);
    Ok(fs::write(path, code)?)
}

fn read(name: &str) -> Result<Value, Failure> {
    let path = format!("src/{name}");
    println!("cargo::rerun-if-changed={path}");
    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
}

fn catalogue(lists: &Value, code: &mut String) -> Result<(), Failure> {
    writeln!(
        code,
        "const CATALOGUE: Catalogue = Catalogue {{ tag_groups: &["
    )?;
    for group in items(lists, "tagGroups")? {
        let variant = variant(text(group, "field")?);
        let name = text(group, "group")?;
        writeln!(
            code,
            "TagGroup {{ group: {name:?}, field: Field::{variant}, tags: &["
        )?;
        for tag in items(group, "tags")? {
            writeln!(
                code,
                "Tag {{ id: {}, key: {:?} }},",
                tag["id"],
                text(tag, "key")?
            )?;
        }
        writeln!(code, "] }},")?;
    }
    writeln!(code, "], cities: &[")?;
    for city in items(lists, "cities")? {
        let [code_, country, en, local] = ["code", "country", "en", "local"].map(|key| &city[key]);
        let japanese = text(city, "local")?.replace('臺', "台").replace('縣', "県");
        let (latitude, longitude) = (number(city, "latitude")?, number(city, "longitude")?);
        writeln!(
            code,
            "City {{ code: {code_}, country: {country}, en: {en}, local: {local}, \
             japanese: {japanese:?}, latitude: {latitude:?}, longitude: {longitude:?} }},"
        )?;
    }
    writeln!(code, "] }};")?;
    tag_ids(lists, code)?;
    bare_ids("CITY_CODES", items(lists, "cities")?, "code", code)
}

fn tag_ids(lists: &Value, code: &mut String) -> Result<(), Failure> {
    writeln!(code, "static TAG_IDS: &[(Field, &[i32])] = &[")?;
    for group in items(lists, "tagGroups")? {
        let variant = variant(text(group, "field")?);
        write!(code, "(Field::{variant}, &[")?;
        for tag in items(group, "tags")? {
            write!(code, "{},", tag["id"])?;
        }
        writeln!(code, "]),")?;
    }
    writeln!(code, "];")?;
    Ok(())
}

/// Writes a list of the ids alone. The rules ask only for ids, and the wasm carries nothing else of the
/// lists.
fn bare_ids(name: &str, items: &[Value], key: &str, code: &mut String) -> Result<(), Failure> {
    writeln!(code, "const {name}: &[&str] = &[")?;
    for item in items {
        write!(code, "{:?},", text(item, key)?)?;
    }
    writeln!(code, "];")?;
    Ok(())
}

/// Returns the Rust name of a field.
fn variant(field: &str) -> String {
    field[..1].to_uppercase() + &field[1..]
}

fn employers(lists: &Value, code: &mut String) -> Result<(), Failure> {
    writeln!(code, "const EMPLOYERS: &[Employer] = &[")?;
    for employer in items(lists, "employers")? {
        let (id, name) = (text(employer, "id")?, text(employer, "name")?);
        let domains = &employer["domains"];
        let icon = employer.get("icon").and_then(Value::as_str);
        writeln!(
            code,
            "Employer {{ id: {id:?}, name: {name:?}, domains: &{domains}, icon: {icon:?} }},"
        )?;
    }
    writeln!(code, "];")?;
    bare_ids("EMPLOYER_IDS", items(lists, "employers")?, "id", code)?;
    writeln!(code, "static EMPLOYER_DOMAINS: &[&[&str]] = &[")?;
    for employer in items(lists, "employers")? {
        writeln!(code, "&{},", employer["domains"])?;
    }
    writeln!(code, "];")?;
    let public = &lists["publicMailDomains"];
    writeln!(
        code,
        "/// The domains at which everybody can have a mailbox.\npub(crate) static PUBLIC_MAIL_DOMAINS: &[&str] = &{public};"
    )?;
    Ok(())
}

/// Returns a `match` with a table of keys and sentences for each language.
fn messages() -> Result<String, Failure> {
    let mut code = String::from("match language {");
    for (name, language) in [
        ("TraditionalChinese", "zh-TW"),
        ("Japanese", "ja"),
        ("English", "en"),
    ] {
        writeln!(code, "Language::{name} => &[")?;
        let sentences = read(&format!("messages/{language}.json"))?;
        for (key, sentence) in sentences.as_object().ok_or("no object of sentences")? {
            let sentence = sentence.as_str().ok_or("a sentence is not text")?;
            writeln!(code, "({key:?}, {sentence:?}),")?;
        }
        writeln!(code, "],")?;
    }
    Ok(code + "}")
}

fn items<'a>(value: &'a Value, key: &str) -> Result<&'a Vec<Value>, Failure> {
    value[key]
        .as_array()
        .ok_or_else(|| format!("{key} is not a list").into())
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str, Failure> {
    value[key]
        .as_str()
        .ok_or_else(|| format!("{key} is not text").into())
}

fn number(value: &Value, key: &str) -> Result<f64, Failure> {
    value[key]
        .as_f64()
        .ok_or_else(|| format!("{key} is not a number").into())
}
