//! The boxes pieces are sold in: what each holds, and which of them hold what one needs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{self, DataError, Document, Source, suggest};

use crate::tables::battlefield::Pieces;

/// Pieces by code, each with how many.
pub type Stock = BTreeMap<i32, usize>;

/// A box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceBox {
    /// As it is typed.
    pub id: String,
    /// What is printed on it.
    pub name: String,
    /// What is in it that a battlefield has.
    pub holds: Stock,
}

/// All boxes, and those of which no more than the name is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boxes {
    /// In the order in which they are preferred.
    pub known: Vec<PieceBox>,
    /// Names.
    pub unknown: Vec<String>,
}

/// The table of sets, as it is written.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetFile {
    /// Sets; where several would do, the earlier is preferred.
    sets: Vec<Row>,
    /// Names of sets whose contents nobody has told.
    contents_not_known: Vec<String>,
}

/// A set.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Row {
    /// As it is typed.
    id: String,
    /// What is printed on it.
    name: String,
    /// Where its contents were read.
    #[serde(rename = "source")]
    _source: Vec<String>,
    /// How many it holds of each piece, by its id in `pieces.yaml`.
    pieces: BTreeMap<String, usize>,
}

/// Boxes of one kind that are counted at most.
const MOST_ALIKE: usize = 99;

impl Boxes {
    /// Reads `sets.yaml`.
    ///
    /// # Errors
    /// Every fault of the file, sorted by place.
    pub fn from_source(source: &Source, pieces: &Pieces) -> Result<Boxes, Vec<DataError>> {
        let Document { value: table, places } = data::read::<SetFile>(source)?;
        let (mut known, mut faults) = (Vec::new(), Vec::new());
        for (index, row) in table.sets.into_iter().enumerate() {
            let mut holds = Stock::new();
            for (id, count) in &row.pieces {
                match pieces.by_id(id) {
                    Some(piece) => drop(holds.insert(piece.code, *count)),
                    None => {
                        let field = format!("sets[{index}].pieces.{id}");
                        let known = pieces.iter().filter_map(|piece| piece.id.as_deref());
                        faults.push(places.unknown(&field, "piece", id, known));
                    }
                }
            }
            known.push(PieceBox { id: row.id, name: row.name, holds });
        }
        faults.sort();
        match faults.is_empty() {
            true => Ok(Boxes { known, unknown: table.contents_not_known }),
            false => Err(faults),
        }
    }

    /// What boxes named as typed hold together: `rotv`, or `rotv:2` for two of them.
    ///
    /// # Errors
    /// A name nobody knows, with the nearest that is known.
    pub fn stock(&self, names: &[String]) -> Result<Stock, String> {
        let mut stock = Stock::new();
        for typed in names {
            let (name, count) = match typed.split_once(':') {
                Some((name, count)) => {
                    (name, count.parse::<usize>().ok().filter(|count| *count <= MOST_ALIKE))
                }
                None => (typed.as_str(), Some(1)),
            };
            let count = count.ok_or_else(|| {
                format!(
                    "expected a number of boxes up to {MOST_ALIKE}, as in `rotv:2`, found `{typed}`"
                )
            })?;
            let is_meant = |one: &&PieceBox| {
                one.id.eq_ignore_ascii_case(name.trim())
                    || one.name.eq_ignore_ascii_case(name.trim())
            };
            let found = self.known.iter().find(is_meant).ok_or_else(|| self.no_such(name))?;
            for (code, held) in &found.holds {
                *stock.entry(*code).or_default() += held * count;
            }
        }
        Ok(stock)
    }

    fn no_such(&self, name: &str) -> String {
        let known: Vec<String> =
            self.known.iter().map(|one| format!("{} ({})", one.id, one.name)).collect();
        let nearest = suggest(name, self.known.iter().map(|one| one.id.as_str()));
        let nearest = nearest.map_or(String::new(), |id| format!(", did you mean `{id}`?"));
        format!("no set `{name}`{nearest}; there are {}", known.join(", "))
    }

    /// Boxes that hold what is needed, and what no box holds.
    ///
    /// The box that brings most is taken first; a box without which the others do is left out again.
    pub fn that_hold(
        &self,
        needed: &Stock,
        size: impl Fn(i32) -> usize,
    ) -> (Vec<(String, usize)>, Stock) {
        let mut missing = needed.clone();
        let mut chosen: BTreeMap<usize, usize> = BTreeMap::new();
        loop {
            let brings = |one: &PieceBox| -> usize {
                let each = missing.iter().map(|(code, count)| {
                    count.min(one.holds.get(code).unwrap_or(&0)) * size(*code)
                });
                each.sum()
            };
            let best = self.known.iter().enumerate().rev().max_by_key(|(_, one)| brings(one));
            let Some((at, found)) = best.filter(|(_, one)| brings(one) > 0) else { break };
            let count = chosen.entry(at).or_default();
            if *count >= MOST_ALIKE {
                break;
            }
            *count += 1;
            take_away(&mut missing, &found.holds, 1);
        }
        self.leave_out_the_needless(needed, &missing, &mut chosen);
        let named = chosen.into_iter().map(|(at, count)| (self.known[at].name.clone(), count));
        (named.filter(|(_, count)| *count > 0).collect(), missing)
    }

    fn leave_out_the_needless(
        &self,
        needed: &Stock,
        missing: &Stock,
        chosen: &mut BTreeMap<usize, usize>,
    ) {
        for at in chosen.keys().copied().collect::<Vec<_>>() {
            while let Some(count) = chosen.get_mut(&at).filter(|count| **count > 0) {
                *count -= 1;
                let mut left = needed.clone();
                for (at, count) in chosen.iter() {
                    take_away(&mut left, &self.known[*at].holds, *count);
                }
                if left != *missing {
                    chosen.entry(at).and_modify(|count| *count += 1);
                    break;
                }
            }
        }
    }
}

/// Takes what so many boxes hold from what is needed; what is needed no more is no longer listed.
fn take_away(needed: &mut Stock, holds: &Stock, boxes: usize) {
    for (code, count) in needed.iter_mut() {
        *count = count.saturating_sub(holds.get(code).unwrap_or(&0) * boxes);
    }
    needed.retain(|_, count| *count > 0);
}
