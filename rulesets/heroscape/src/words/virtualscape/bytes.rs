//! Numbers and strings from the bytes of a file, never reading or allocating beyond what is there.

use umpire_core::printable::is_unprintable_in_text;

/// Why bytes are no Virtualscape file; `offset` is where, from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportFault {
    /// The file ends too early.
    #[error("byte {offset}: the file ends inside {what}: {needed} bytes needed, {left} left")]
    Truncated {
        /// Where the part begins.
        offset: usize,
        /// What was being read.
        what: &'static str,
        /// Its length.
        needed: u64,
        /// What is there.
        left: usize,
    },
    /// More things announced than the bytes left can hold.
    #[error("byte {offset}: {count} {what} announced, but the file has room for {most} at most")]
    Count {
        /// Where the count stands.
        offset: usize,
        /// What is counted.
        what: &'static str,
        /// As announced.
        count: i64,
        /// As many as could be there.
        most: usize,
    },
    /// More tiles than are read.
    #[error("byte {offset}: {count} tiles announced, {most} are the most that are read")]
    TooMany {
        /// Where the count stands.
        offset: usize,
        /// As announced.
        count: usize,
        /// The limit.
        most: usize,
    },
    /// A version that is none.
    #[error("byte {offset}: {what} version expected, 0.0001 to {newest}, found {found}")]
    Version {
        /// Where it stands.
        offset: usize,
        /// Of what.
        what: &'static str,
        /// The last known one.
        newest: &'static str,
        /// What stands there.
        found: String,
    },
    /// A coordinate no battlefield has.
    #[error("byte {offset}: {what} {value} is off every table")]
    OffTable {
        /// Where it stands.
        offset: usize,
        /// Column, row or layer.
        what: &'static str,
        /// What stands there.
        value: i32,
    },
    /// Tiles too far from one another.
    #[error("the pieces lie {columns} columns and {rows} rows apart, {most} are allowed")]
    TooWide {
        /// From the first to the last.
        columns: i32,
        /// From the first to the last.
        rows: i32,
        /// Of each.
        most: i16,
    },
}

/// A cursor over a file.
pub struct Bytes<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes { data, at: 0 }
    }

    pub fn offset(&self) -> usize {
        self.at
    }

    pub fn left(&self) -> usize {
        self.data.len() - self.at
    }

    /// The next bytes, as many as asked for or none.
    pub fn take(&mut self, length: u64, what: &'static str) -> Result<&'a [u8], ImportFault> {
        let left = self.left();
        match usize::try_from(length) {
            Ok(length) if length <= left => {
                let taken = &self.data[self.at..self.at + length];
                self.at += length;
                Ok(taken)
            }
            _ => Err(ImportFault::Truncated { offset: self.at, what, needed: length, left }),
        }
    }

    fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], ImportFault> {
        let taken = self.take(N as u64, what)?;
        Ok(taken.try_into().expect("as many bytes as asked for"))
    }

    pub fn byte(&mut self, what: &'static str) -> Result<u8, ImportFault> {
        Ok(self.array::<1>(what)?[0])
    }

    pub fn short(&mut self, what: &'static str) -> Result<u16, ImportFault> {
        Ok(u16::from_le_bytes(self.array(what)?))
    }

    pub fn int(&mut self, what: &'static str) -> Result<i32, ImportFault> {
        Ok(i32::from_le_bytes(self.array(what)?))
    }

    pub fn word(&mut self, what: &'static str) -> Result<u32, ImportFault> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    /// A version in ten-thousandths, as in 7 for 0.0007.
    pub fn version(
        &mut self,
        what: &'static str,
        newest: u8,
        newest_name: &'static str,
    ) -> Result<u8, ImportFault> {
        let offset = self.at;
        let found = f64::from_le_bytes(self.array(what)?);
        let version = (1..=newest).find(|n| (found * 10_000.0 - f64::from(*n)).abs() < 0.01);
        version.ok_or_else(|| ImportFault::Version {
            offset,
            what,
            newest: newest_name,
            found: format!("{found:e}"),
        })
    }

    /// A string of either kind: one byte a character (Windows' Western code page) or UTF-16.
    ///
    /// Characters that cannot be printed, or that reorder what is, become U+FFFD.
    pub fn string(&mut self, what: &'static str) -> Result<String, ImportFault> {
        let raw = self.raw_string(what)?;
        Ok(raw.chars().map(|c| if is_unprintable_in_text(c) { '\u{FFFD}' } else { c }).collect())
    }

    fn raw_string(&mut self, what: &'static str) -> Result<String, ImportFault> {
        let first = self.byte(what)?;
        if first < 0xFF {
            return Ok(western(self.take(first.into(), what)?));
        }
        match self.short(what)? {
            0xFFFE => {
                let units = self.unicode_length(what)?;
                let taken = self.take(units * 2, what)?;
                let units: Vec<u16> = taken
                    .chunks_exact(2)
                    .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                    .collect();
                Ok(String::from_utf16_lossy(&units))
            }
            0xFFFF => {
                let length = self.word(what)?;
                Ok(western(self.take(length.into(), what)?))
            }
            length => Ok(western(self.take(length.into(), what)?)),
        }
    }

    fn unicode_length(&mut self, what: &'static str) -> Result<u64, ImportFault> {
        let length = self.byte(what)?;
        if length < 0xFF {
            return Ok(length.into());
        }
        let length = self.short(what)?;
        if length < 0xFFFF {
            return Ok(length.into());
        }
        Ok(self.word(what)?.into())
    }
}

/// What the bytes 0x80 to 0x9F mean in Windows' Western code page.
const WESTERN: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn western(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| match byte {
            0x80..=0x9F => WESTERN[usize::from(byte - 0x80)],
            _ => char::from(*byte),
        })
        .collect()
}
