//! Names of hexes as printed on a drawing: column letters, then the row from 1, as `F7`.

use super::coordinates::Hex;

/// The column and row that a board's names count from.
///
/// The row is always an even one, so that on every drawing the rows 2, 4, ... lie half a hex
/// further east.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Origin {
    /// Offset column named `A`.
    pub column: i16,
    /// Offset row named `1`.
    pub row: i16,
}

impl Origin {
    /// The origin under which all of `hexes` have a name.
    pub fn of(hexes: impl IntoIterator<Item = Hex>) -> Self {
        let mut offsets = hexes.into_iter().map(Hex::to_offset);
        let Some(first) = offsets.next() else { return Self::default() };
        let (column, row) =
            offsets.fold(first, |(c, r), (column, row)| (c.min(column), r.min(row)));
        Self { column, row: row & !1 }
    }

    /// The name of `hex`; west or north of the origin it falls back to `column:row`.
    pub fn name(self, hex: Hex) -> String {
        let (column, row) = hex.to_offset();
        let (column, row) =
            (i32::from(column) - i32::from(self.column), i32::from(row) - i32::from(self.row));
        if column < 0 || row < 0 {
            return format!("{column}:{row}");
        }
        cell_name(column as u32, row as u32)
    }

    /// The hex of that name, or nothing if it is no name of a hex.
    pub fn parse(self, name: &str) -> Option<Hex> {
        let (column, row) = parse_hex(name)?;
        let column = i16::try_from(i32::from(self.column) + column).ok()?;
        let row = i16::try_from(i32::from(self.row) + row).ok()?;
        Some(Hex::from_offset(column, row))
    }
}

/// Column and row, both from 0, that a name such as `F7` or `aa12` stands for.
pub fn parse_hex(name: &str) -> Option<(i32, i32)> {
    let split = name.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, digits) = name.split_at(split);
    if letters.is_empty() || letters.len() > 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number = letters
        .bytes()
        .fold(0i32, |number, byte| number * 26 + i32::from(byte.to_ascii_uppercase() - b'A') + 1);
    let row: u16 = digits.parse().ok().filter(|&row| row > 0)?;
    Some((number - 1, i32::from(row) - 1))
}

/// The name of the place in a column and row, both from 0.
pub(crate) fn cell_name(column: u32, row: u32) -> String {
    let mut number = column + 1;
    let mut reversed = Vec::new();
    while number > 0 {
        number -= 1;
        reversed.push(char::from(b'A' + (number % 26) as u8));
        number /= 26;
    }
    let letters: String = reversed.iter().rev().collect();
    format!("{letters}{}", row + 1)
}
