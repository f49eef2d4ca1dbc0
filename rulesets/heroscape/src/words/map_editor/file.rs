//! The three forms the JSON of heroscape-map-editor has had, read into one.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

/// A map: a head, and its pieces as they are written.
pub struct File {
    pub head: Head,
    pub pieces: Vec<Written>,
}

/// What is said of the map as a whole; more is written there that means nothing here.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct Head {
    pub name: Option<String>,
    pub author: Option<String>,
    pub map_notes: Option<String>,
}

/// One piece, its numbers not yet checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    pub id: String,
    pub altitude: f64,
    pub q: f64,
    pub r: f64,
    pub rotation: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Whole {
    hex_map: Head,
    board_pieces: Pieces,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Pieces {
    Keys(BTreeMap<String, IgnoredAny>),
    List(Vec<Entry>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Text(String),
    #[serde(rename_all = "camelCase")]
    Fields {
        #[serde(rename = "inventoryID")]
        inventory_id: String,
        altitude: f64,
        rotation: f64,
        piece_coords: Coords,
    },
}

#[derive(Deserialize)]
struct Coords {
    q: f64,
    r: f64,
}

/// A share link's list: the head first, then pieces.
#[derive(Deserialize)]
#[serde(untagged)]
enum Item {
    Text(String),
    Head(Head),
}

/// Reads a map's JSON; texts of pieces that say no piece are given back.
///
/// # Errors
/// What is wrong with the JSON, and where.
pub fn read(text: &str) -> Result<(File, Vec<String>), String> {
    let mut file = File { head: Head::default(), pieces: Vec::new() };
    let mut unreadable = Vec::new();
    let mut add = |text: String| match written(&text) {
        Some(piece) => file.pieces.push(piece),
        None => unreadable.push(text),
    };
    if text.trim_start().starts_with('[') {
        for item in serde_json::from_str::<Vec<Item>>(text).map_err(|fault| fault.to_string())? {
            match item {
                Item::Text(text) => add(text),
                Item::Head(head) => file.head = head,
            }
        }
        return Ok((file, unreadable));
    }
    let whole: Whole = serde_json::from_str(text).map_err(|fault| {
        if is_of_hexoscape(text) {
            return "a map of Hexoscape, which lists `boardHexes`: read are those of heroscape-map-editor, \
                    which list `boardPieces`"
                .to_string();
        }
        fault.to_string()
    })?;
    match whole.board_pieces {
        Pieces::Keys(keys) => keys.into_keys().for_each(add),
        Pieces::List(list) => {
            for entry in list {
                match entry {
                    Entry::Text(text) => match written(&text) {
                        Some(piece) => file.pieces.push(piece),
                        None => unreadable.push(text),
                    },
                    Entry::Fields { inventory_id, altitude, rotation, piece_coords } => {
                        let Coords { q, r } = piece_coords;
                        file.pieces.push(Written { id: inventory_id, altitude, q, r, rotation });
                    }
                }
            }
        }
    }
    file.head = whole.hex_map;
    Ok((file, unreadable))
}

/// Whether it is a map of another program, which writes hexes and no pieces.
fn is_of_hexoscape(text: &str) -> bool {
    let fields = serde_json::from_str::<BTreeMap<String, IgnoredAny>>(text).unwrap_or_default();
    fields.contains_key("boardHexes") && !fields.contains_key("boardPieces")
}

/// Altitude, two coordinates, rotation and name, parted by tildes.
fn written(text: &str) -> Option<Written> {
    let mut parts = text.split('~');
    let mut number = || parts.next()?.parse::<f64>().ok();
    let (altitude, q, r, rotation) = (number()?, number()?, number()?, number()?);
    let id = parts.next().filter(|id| !id.is_empty())?.to_owned();
    parts.next().is_none().then_some(Written { id, altitude, q, r, rotation })
}
