//! The layout of a Virtualscape document, all versions: header, then one record for each tile.

use super::bytes::{Bytes, ImportFault};

/// A document as it stands in the file.
pub struct Document {
    /// In ten-thousandths.
    pub version: u8,
    pub title: String,
    pub author: String,
    pub players: String,
    /// Plain text in version 3, rich text since.
    pub scenario: Vec<u8>,
    pub records: Vec<Record>,
    /// Bytes after the last record.
    pub trailing: usize,
}

/// One thing put on the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Where it begins in the file.
    pub offset: usize,
    /// Which piece: see `pieces.yaml`.
    pub code: i32,
    /// Sixths of a turn, clockwise, not checked.
    pub rotation: i32,
    /// As in the file.
    pub column: i32,
    /// As in the file.
    pub row: i32,
    /// Layer from 0.
    pub layer: i32,
    /// Start areas: what their maker calls them.
    pub start_name: String,
    /// Red, green, blue.
    pub colour: [u8; 3],
    /// Placed figures.
    pub figure: String,
}

/// A record's least length: code, version, rotation and place.
const LEAST_RECORD: usize = 28;

/// Records of the longest document that is read: a full table has some hundreds.
pub const MOST_RECORDS: usize = 20_000;

impl Document {
    pub fn read(data: &[u8]) -> Result<Document, ImportFault> {
        let mut bytes = Bytes::new(data);
        let version = bytes.version("document", 7, "0.0007")?;
        let mut text = |since: u8, what: &'static str| match version >= since {
            true => bytes.string(what),
            false => Ok(String::new()),
        };
        let title = text(2, "the title")?;
        let author = text(2, "the author")?;
        let players = text(3, "the number of players")?;
        let scenario = match version {
            ..3 => Vec::new(),
            3 => bytes.string("the scenario")?.into_bytes(),
            4.. => scenario(&mut bytes)?,
        };
        for (since, what) in PRINTING {
            if version >= since {
                bytes.int(what)?;
            }
        }
        let offset = bytes.offset();
        let count = bytes.int("the number of tiles")?;
        let most = bytes.left() / LEAST_RECORD;
        let fits = usize::try_from(count).ok().filter(|count| *count <= most);
        let Some(count) = fits else {
            return Err(ImportFault::Count { offset, what: "tiles", count: count.into(), most });
        };
        if count > MOST_RECORDS {
            return Err(ImportFault::TooMany { offset, count, most: MOST_RECORDS });
        }
        let records = (0..count).map(|_| Record::read(&mut bytes)).collect::<Result<_, _>>()?;
        let trailing = bytes.left();
        Ok(Document { version, title, author, players, scenario, records, trailing })
    }
}

/// Settings for printing, each with the version that brought it.
const PRINTING: [(u8, &str); 5] = [
    (2, "the levels on a printed page"),
    (2, "the transparency in print"),
    (2, "whether the grid is printed"),
    (5, "whether tile numbers are printed"),
    (7, "whether start areas are printed apart"),
];

fn scenario(bytes: &mut Bytes) -> Result<Vec<u8>, ImportFault> {
    let offset = bytes.offset();
    let length = bytes.int("the length of the scenario")?;
    let most = bytes.left();
    match u64::try_from(length) {
        Ok(length) if length <= most as u64 => Ok(bytes.take(length, "the scenario")?.to_vec()),
        _ => {
            let (what, count) = ("bytes of scenario", length.into());
            Err(ImportFault::Count { offset, what, count, most })
        }
    }
}

impl Record {
    fn read(bytes: &mut Bytes) -> Result<Record, ImportFault> {
        let offset = bytes.offset();
        let code = bytes.int("a tile's code")?;
        let version = bytes.version("tile", 3, "0.0003")?;
        let rotation = bytes.int("a tile's rotation")?;
        let column = place(bytes, "column", -1000..=10_000)?;
        let row = place(bytes, "row", -1000..=10_000)?;
        let layer = place(bytes, "layer", 0..=99)?;
        let mut start_name = String::new();
        if version >= 2 {
            bytes.byte("a glyph's letter")?;
            bytes.string("a glyph's name")?;
            start_name = bytes.string("a start area's name")?;
        }
        let mut colour = [0; 3];
        let mut figure = String::new();
        if version >= 3 {
            let [red, green, blue, _] = bytes.word("a tile's colour")?.to_le_bytes();
            colour = [red, green, blue];
            if code == 17_000 {
                bytes.int("the size of a user-made tile")?;
                for what in ["its top", "its sides", "its letter", "its name"] {
                    bytes.string(what)?;
                }
            }
            if code / 1000 == 18 {
                figure = bytes.string("a figure's name")?;
                bytes.string("a figure's file")?;
            }
        }
        Ok(Record { offset, code, rotation, column, row, layer, start_name, colour, figure })
    }
}

fn place(
    bytes: &mut Bytes,
    what: &'static str,
    allowed: std::ops::RangeInclusive<i32>,
) -> Result<i32, ImportFault> {
    let offset = bytes.offset();
    let value = bytes.int(what)?;
    match allowed.contains(&value) {
        true => Ok(value),
        false => Err(ImportFault::OffTable { offset, what, value }),
    }
}
