//! PDFs that are incomplete, or that do more than show pages.

use enmusubi_pdf::Refused;
use enmusubi_tests::pdf::{Pdf, document, revised, stream};

use crate::checked;
use crate::ordinary::packed;

pub(crate) fn are_refused() {
    for (name, bytes) in broken() {
        assert_eq!(checked(name, &bytes), Err(Refused::NotWhole), "{name}");
    }
    for (n, pdf) in active().into_iter().enumerate() {
        let name = format!("active {n}");
        let with_stream = pdf.with_object_stream("/Filter /FlateDecode", packed);
        for bytes in [pdf.with_table(), with_stream] {
            assert_eq!(checked(&name, &bytes), Err(Refused::Forbidden), "{name}");
        }
    }
    for (name, bytes) in hidden() {
        assert_eq!(checked(name, &bytes), Err(Refused::Forbidden), "{name}");
    }
    for (name, bytes) in [ambiguous(), ambiguous_extents()].concat() {
        assert!(checked(name, &bytes).is_err(), "{name}");
    }
    for bytes in odd_tokens() {
        let name = String::from_utf8_lossy(&bytes);
        let with_stream = Pdf::new().object(bytes.clone());
        let with_stream = with_stream.with_object_stream("/Filter /FlateDecode", packed);
        for bytes in [Pdf::new().object(bytes.clone()).with_table(), with_stream] {
            assert_eq!(checked(&name, &bytes), Err(Refused::NotWhole), "{name}");
        }
    }
    for header in odd_headers() {
        let name = String::from_utf8_lossy(header);
        assert!(checked(&name, &headed(header)).is_err(), "{name}");
    }
}

fn without(part: &str) -> Vec<u8> {
    let whole = String::from_utf8_lossy(&document()).into_owned();
    assert!(whole.contains(part), "{part}");
    whole.replace(part, &" ".repeat(part.len())).into_bytes()
}

fn broken() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("five letters", b"%PDF-".to_vec()),
        ("a header", b"%PDF-1.7\n".to_vec()),
        (
            "a header and HTML",
            b"%PDF-1.7\n<script>alert(1)</script>".to_vec(),
        ),
        ("no version", without("1.4")),
        ("no end mark", without("%%EOF")),
        ("no place of a table", without("startxref")),
        ("no table", without("xref\n0 1")),
        ("no catalog", without("/Type /Catalog")),
        ("no root", without("/Root")),
        ("no page", without("/Type /Page /")),
        ("a dictionary without its end", without(">> >> >>")),
        ("half of it", document()[..document().len() / 2].to_vec()),
        (
            "another file after the end",
            [document(), vec![b'P'; 4096]].concat(),
        ),
        (
            "before the header",
            [b"GIF89a".to_vec(), document()].concat(),
        ),
        (
            "a key without a value",
            Pdf::new().object("<< /A >>").with_table(),
        ),
        (
            "closed wrongly",
            Pdf::new().object("[ << ] >>").with_table(),
        ),
    ]
}

/// Returns PDFs with active content. Each is checked with a table, and in an object stream.
fn active() -> Vec<Pdf> {
    let mut all: Vec<Pdf> = [
        "<< /S /JavaScript /JS (app.alert(1)) >>",
        "<< /S /JavaScript /JS 4 0 R >>",
        "<< /S /#4a#61vaScript >>",
        "<< /S /Java#53cript /J#53 (x) >>",
        "<< /#4AS (x) >>",
        "<< /S/JavaScript/JS(x)>>",
        "<< % /S (\n /S % )\r /JavaScript >>",
        "[ [ << /A [ /JavaScript ] >> ] ]",
        "<< /A (\\) /B (()) ) /S /JavaScript >>",
        "<< /S /Launch /F (calc.exe) >>",
        "<< /S /Launch /Win << /F (cmd.exe) >> >>",
        "<< /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>",
        "<< /Names << /EmbeddedFiles << /Names [] >> >> >>",
        "<< /Type /EmbeddedFile >>",
        "<< /Type /Annot /Subtype /FileAttachment >>",
        "<< /Type /Annot /Subtype /RichMedia >>",
        "<< /Type /Annot /Subtype /Movie >>",
        "<< /Type /Annot /Subtype /Sound >>",
        "<< /Type /Annot /Subtype /3D >>",
        "<< /S /Rendition /OP 0 >>",
        "<< /S /SubmitForm /F (https://example.com) >>",
        "<< /S /ImportData /F (a.fdf) >>",
        "<< /S /GoToR /F (\\\\\\\\example.com\\\\a.pdf) >>",
        "<< /S /GoToE /T << /R /C >> >>",
        "<< /S /Thread /F (other.pdf) /D 0 >>",
        "<< /AA << /O << /S /URI /URI (https://example.com) >> >> >>",
        "<< /XFA 4 0 R >>",
    ]
    .into_iter()
    .map(|object| Pdf::new().object(object))
    .collect();
    let uri = "<< /S /URI /URI (https://example.com) >>";
    let chain = "<< /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (a) >> >>";
    all.extend([
        Pdf::new().catalog(&format!("/OpenAction {uri}")),
        Pdf::new().catalog(&format!("/OpenAction {chain}")),
        Pdf::new().catalog("/OpenAction 6 0 R").object(uri),
        Pdf::new().catalog("/OpenAction 6 0 R").object(chain),
        Pdf::new()
            .catalog("/OpenAction 6 0 R")
            .object("<< /S /GoTo /S /URI >>"),
        Pdf::new()
            .catalog("/OpenAction 6 0 R")
            .object("<< /S 7 0 R >>")
            .object("/Named"),
        Pdf::new()
            .catalog("/OpenAction 6 0 R")
            .object("7 0 R")
            .object(uri),
        Pdf::new().catalog("/OpenAction 9 0 R"),
        Pdf::new().catalog("/AcroForm << /XFA [] >>"),
        Pdf::new().page("/AA << >>"),
        Pdf::new()
            .trailer("/Encrypt 6 0 R")
            .object("<< /Filter /Standard /V 4 >>"),
        Pdf::new().trailer("/Encrypt << /Filter /Standard /V 4 >>"),
    ]);
    all
}

const SCRIPT: &str = "<< /S /JavaScript /JS (app.alert(1)) >>";

/// Returns a PDF in which a script follows this header.
fn headed(header: &[u8]) -> Vec<u8> {
    let object = [b"null endobj\n", header, b" ", SCRIPT.as_bytes()].concat();
    Pdf::new().object(object).with_table()
}

/// Returns PDFs in which a reader that follows the table, or repairs it, finds objects that others
/// do not see.
fn hidden() -> Vec<(&'static str, Vec<u8>)> {
    let within = |before: &str, after: &str| {
        let object = format!("{before}\n7 0 obj {SCRIPT} endobj {after}");
        Pdf::new().object(object).with_table()
    };
    let header = |header: &str| headed(header.as_bytes());
    let in_stream = format!("7 0 obj {SCRIPT} endobj");
    vec![
        ("in a string", within("(", ")")),
        ("in a comment", within("% ", "\nnull")),
        (
            "in a stream",
            Pdf::new()
                .object(stream("", in_stream.as_bytes()))
                .with_table(),
        ),
        ("in an older revision", {
            let older = Pdf::new().object(SCRIPT).with_table();
            revised(older, 6, b"null")
        }),
        (
            "in a newer revision",
            revised(document(), 5, SCRIPT.as_bytes()),
        ),
        ("after the end mark", {
            let end = format!("7 0 obj {SCRIPT} endobj");
            [document(), end.into_bytes()].concat()
        }),
        ("a header on three lines", header("7\n0\nobj")),
        ("in a second trailer", {
            let trailer = b"trailer\n<< /Root 1 0 R /OpenAction << /S /Named /N /Print >> >>\n";
            [document(), trailer.to_vec()].concat()
        }),
        ("an object stream without its type", {
            let packed_script = packed(format!("7 0 {SCRIPT}").as_bytes());
            let keys = "/N 1 /First 4 /Filter /FlateDecode";
            Pdf::new().object(stream(keys, &packed_script)).with_table()
        }),
        ("an object stream with a string around the object", {
            let content = format!("7 1 ({SCRIPT})");
            let keys = "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode";
            Pdf::new()
                .object(stream(keys, &packed(content.as_bytes())))
                .with_table()
        }),
        ("an object stream longer than its length", {
            let content = format!("7 1 ({SCRIPT})");
            let keys = "/Type /ObjStm /N 1 /First 4";
            let object = stream(keys, content.as_bytes());
            let text = String::from_utf8(object).unwrap();
            Pdf::new()
                .object(text.replace("/Length ", "/Length 1 /L "))
                .with_table()
        }),
    ]
}

fn object_stream(keys: &str, data: &[u8]) -> Vec<u8> {
    let keys = format!("/Type /ObjStm {keys}");
    Pdf::new().object(stream(&keys, data)).with_table()
}

/// Returns object streams that two readers may unpack or count differently.
fn ambiguous() -> Vec<(&'static str, Vec<u8>)> {
    let content = packed(format!("7 0 {SCRIPT}").as_bytes());
    let twice = packed(&content);
    let flate = "/Filter /FlateDecode";
    vec![
        (
            "no first",
            object_stream("/N 1 /Filter /FlateDecode", &content),
        ),
        (
            "two firsts",
            object_stream(&format!("/N 1 /First 4 /First 5 {flate}"), &content),
        ),
        (
            "first elsewhere",
            object_stream(&format!("/N 1 /First 5 0 R {flate}"), &content),
        ),
        (
            "two counts",
            object_stream(&format!("/N 0 /N 1 /First 4 {flate}"), &content),
        ),
        (
            "a larger count",
            object_stream(&format!("/N 2 /First 4 {flate}"), &content),
        ),
        (
            "a filter elsewhere",
            object_stream("/N 1 /First 4 /Filter 5 0 R", &content),
        ),
        (
            "two filters",
            object_stream("/N 1 /First 4 /Filter [/Fl /Fl]", &twice),
        ),
        (
            "two keys of filters",
            object_stream("/N 1 /First 4 /Filter /Fl /Filter /Fl", &twice),
        ),
        (
            "another filter",
            object_stream("/N 1 /First 4 /Filter /LZWDecode", &content),
        ),
        (
            "a predictor",
            object_stream(
                &format!("/N 1 /First 4 {flate} /DecodeParms << /Predictor 2 >>"),
                &content,
            ),
        ),
        (
            "broken data",
            object_stream(&format!("/N 1 /First 4 {flate}"), b"\x78\x01nonsense"),
        ),
        (
            "outside",
            object_stream(&format!("/N 1 /First 4 {flate}"), &packed(b"7 99")),
        ),
    ]
}

/// Returns streams that begin or end at different places for different readers.
fn ambiguous_extents() -> Vec<(&'static str, Vec<u8>)> {
    let content = packed(format!("7 4 {SCRIPT}").as_bytes());
    vec![
        (
            "a short key for the filter",
            object_stream("/N 1 /First 4 /F /AHx", b"7 0 null"),
        ),
        (
            "data in another file",
            Pdf::new().object(stream("/F (a)", b"")).with_table(),
        ),
        (
            "a table that goes on behind its end",
            object_stream("/N 1 /First 3", format!("7 05 5 {SCRIPT}").as_bytes()),
        ),
        (
            "a table with more than its numbers",
            object_stream("/N 1 /First 8", b"7 0 8 9 null"),
        ),
        (
            "objects in another order",
            object_stream("/N 2 /First 8", b"7 5 8 0 null null"),
        ),
        (
            "an object within another one",
            object_stream("/N 2 /First 9", b"7 0 8 11 /JavaScript5"),
        ),
        (
            "an object stream without a place for its objects",
            Pdf::new()
                .object(stream("/N 1", format!("7 4 {SCRIPT}").as_bytes()))
                .with_table(),
        ),
        (
            "the same, packed",
            Pdf::new()
                .object(stream("/N 1 /Filter /FlateDecode", &content))
                .with_table(),
        ),
        ("a length elsewhere that is shorter", {
            let head = "<< /Type /ObjStm /N 1 /First 4 /Length 7 0 R >>\nstream\n";
            let object = format!("{head}7 0 /JavaScriptX\nendstream");
            Pdf::new().object(object).object("15").with_table()
        }),
        ("two ends", {
            let data = b"7 0 /JavaScriptendstream null";
            object_stream("/N 1 /First 4", data)
        }),
        ("a trailer behind an odd space", {
            let trailer = b"trailer\xFF<< /Root 1 0 R /Encrypt << >> >>\n";
            [document(), trailer.to_vec()].concat()
        }),
    ]
}

/// Returns objects with tokens that readers interpret differently.
fn odd_tokens() -> Vec<Vec<u8>> {
    let objects: [&[u8]; 15] = [
        b"<< /S /JavaScript#00 >>",
        b"<< /S /JavaScript\xFF/JS\xFF(app.alert(1)) >>",
        b"<< /EmbeddedFiles\x80<< >> >>",
        b"<< /EF\x0B<< >> >>",
        b"<< /Encry#7Gt 6 0 R >>",
        b"<< /JS# (x) >>",
        b"<< /JS#5 (x) >>",
        b"<< /JS#zz (x) >>",
        b"<< /J#0S (x) >>",
        b"<< /A <61zz> >>",
        b"<< /A <61 % > /JS (x) %> >>",
        b"<< /A 5\xFF/JS (x) >>",
        b"[ true\x80 ]",
        b"[ \xFF ]",
        b"<< >>\x80stream",
    ];
    objects.map(<[u8]>::to_vec).to_vec()
}

/// Returns headers of objects that only some readers understand.
fn odd_headers() -> [&'static [u8]; 14] {
    [
        b"7\xFF0\xFFobj",
        b"7 0\x80obj",
        b"7\x0B0 obj",
        b"7\xA00\xA0obj",
        b"7 % 0 obj\n0 %\r obj",
        b"7 %\n0%x\nobj",
        b"7 0%5\nobj",
        b"7.0 0.0 obj",
        b"+7 0 obj",
        b"7+0 obj",
        b"7-0 obj",
        b"7.0.0 obj",
        b"7 0obj",
        b"99999999999 0 obj",
    ]
}
