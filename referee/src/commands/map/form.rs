//! The forms a map comes in and goes out as, by the name of its file or by what is in it.

use crate::trouble::Trouble;
use clap::ValueEnum;
use std::path::Path;

/// A form of maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A battlefield file of this program.
    Yaml,
    /// Virtualscape.
    Hsc,
    /// Heroscape-map-editor.
    Json,
    /// The same, compressed.
    Gz,
    /// A share link of that editor.
    Link,
    /// A picture.
    Svg,
    /// A picture.
    Png,
    /// Pages.
    Pdf,
}

impl Form {
    /// By the name of a file.
    ///
    /// # Errors
    /// Where its ending says nothing.
    pub fn of_name(path: &Path) -> Result<Form, Trouble> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("yaml" | "yml") => Ok(Form::Yaml),
            Some("link" | "url" | "txt") => Ok(Form::Link),
            Some(ending) => Form::from_str(ending, true).map_err(|_| ()),
            None => Err(()),
        }
        .map_err(|()| {
            let shown = path.display();
            let known = "hsc, json, gz, link, yaml, svg, png or pdf";
            Trouble::Misuse(format!("`{shown}` does not end in {known}: say the form with `--to`"))
        })
    }

    /// By what is in a file, or where that is no map of another program, by its name.
    pub fn of(path: &Path, bytes: &[u8]) -> Form {
        match (Form::of_bytes(bytes), Form::of_name(path)) {
            (_, Ok(named @ (Form::Svg | Form::Png | Form::Pdf))) => named,
            // Any words may stand in a text.
            (Form::Yaml, Ok(named)) if named != Form::Link => named,
            // A battlefield is a text: what has its ending and is none is a faulty one, and no other program's map.
            (Form::Hsc, Ok(Form::Yaml)) => Form::Yaml,
            (found, _) => found,
        }
    }

    /// By what is in a file; whatever is no map of another program is taken for a battlefield.
    pub fn of_bytes(bytes: &[u8]) -> Form {
        if bytes.starts_with(&[0x1F, 0x8B]) {
            return Form::Gz;
        }
        let version = bytes.first_chunk::<8>().map(|first| f64::from_le_bytes(*first));
        if version.is_some_and(|version| (0.00005..0.01).contains(&version)) {
            return Form::Hsc;
        }
        let start = String::from_utf8_lossy(bytes.get(..64).unwrap_or(bytes)).into_owned();
        let start = start.trim_start_matches('\u{feff}').trim_start();
        match start {
            _ if start.starts_with(['{', '[']) => Form::Json,
            _ if is_link(start) => Form::Link,
            _ if std::str::from_utf8(bytes).is_err() => Form::Hsc,
            _ => Form::Yaml,
        }
    }
}

/// Whether words are a share link.
pub fn is_link(words: &str) -> bool {
    ["?m=", "http://", "https://"].iter().any(|begin| words.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_a_file_says_its_form() {
        let version = 0.0007f64.to_le_bytes();
        let forms: [(&[u8], Form); 7] = [
            (&version, Form::Hsc),
            (&[0x1F, 0x8B, 8], Form::Gz),
            (b" {\"hexMap\": 1}", Form::Json),
            (b"?m=x", Form::Link),
            (b"https://x/?m=y", Form::Link),
            (b"battlefield: x\n", Form::Yaml),
            (&[0xFF, 0xFE, 0x00], Form::Hsc),
        ];
        for (bytes, form) in forms {
            assert_eq!(Form::of_bytes(bytes), form);
        }
        assert_eq!(Form::of_name(Path::new("a.JSON")).ok(), Some(Form::Json));
        assert_eq!(Form::of(Path::new("a.hsc"), b"junk"), Form::Hsc);
        assert_eq!(Form::of(Path::new("a.hsc"), b" {\"hexMap\": 1}"), Form::Json);
        assert_eq!(Form::of(Path::new("a.txt"), b"battlefield: x"), Form::Yaml);
        assert_eq!(Form::of(Path::new("a.yaml"), &[0xFF, 0xFE, 0x00]), Form::Yaml);
        assert!(Form::of_name(Path::new("a")).is_err());
    }
}
