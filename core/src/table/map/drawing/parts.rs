//! Several pieces of a map at once: moved, copied, mirrored, turned by half, taken away.

use super::hand::Hand;
use super::places::{Spot, collect, number};
use crate::data::{Change, Written};

impl Hand<'_> {
    /// What a tool changes in rows.
    ///
    /// # Errors
    /// Where one of them is not there, or the tool means the whole map.
    pub(super) fn several(&self, fields: &[String]) -> Result<(Vec<Change>, String), String> {
        let mut fields = fields.to_vec();
        fields.sort_by_key(|field| place_in_list(field));
        fields.dedup();
        let rows: Vec<(&str, &Written)> = fields
            .iter()
            .map(|field| self.row(field).map(|row| (field.as_str(), row)))
            .collect::<Result<_, String>>()?;
        let by = self.by();
        let (low, high) = bounds(&rows);
        let (across, along) = (low.0 + high.0, low.1 + high.1);
        let all = |to: &dyn Fn(Spot) -> Spot| -> Vec<Change> {
            rows.iter().flat_map(|(field, row)| self.paper.put(field, row, to)).collect()
        };
        let count = rows.len();
        let said = |what: &str| format!("{count} {what}");
        Ok(match self.stroke.tool.as_str() {
            "move" => {
                let says = format!("moved by {}, {}", number(by.0), number(by.1));
                (all(&|(x, y)| (x + by.0, y + by.1)), said(&says))
            }
            "mirror" => (all(&|(x, y)| (across - x, y)), said("mirrored in their place")),
            "half-turn" => {
                (all(&|(x, y)| (across - x, along - y)), said("turned by half in their place"))
            }
            "copy" => {
                let copy = |(field, row): &(&str, &Written)| {
                    let list = field.split(['[', '.']).next().unwrap_or(field).to_string();
                    let mut row = self.paper.moved(row, &|(x, y)| (x + by.0, y + by.1));
                    if let Written::Row(fields) = &mut row {
                        fields.retain(|(name, _)| name != "name");
                    }
                    (field.ends_with(']')).then_some(Change::Push { list, row })
                };
                let copies: Option<Vec<Change>> = rows.iter().map(copy).collect();
                let copies = copies.ok_or("what has a name of its own cannot be copied")?;
                (copies, said("copied"))
            }
            "remove" => {
                // From the end, so that the numbers before stay what they are.
                let gone =
                    |(field, _): &(&str, &Written)| Change::Remove { field: field.to_string() };
                (rows.iter().rev().map(gone).collect(), said("removed"))
            }
            other => return Err(format!("`{other}` is not for several pieces at once")),
        })
    }
}

/// A row's list and its number in it.
pub(super) fn place_in_list(field: &str) -> (String, usize) {
    match field.strip_suffix(']').and_then(|inner| inner.rsplit_once('[')) {
        Some((list, number)) => (list.to_string(), number.parse().unwrap_or(0)),
        None => (field.to_string(), 0),
    }
}

/// The corners of the smallest rectangle around the places of rows.
fn bounds(rows: &[(&str, &Written)]) -> (Spot, Spot) {
    let mut points = Vec::new();
    rows.iter().for_each(|(_, row)| collect(row, "", &mut points));
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold((first, first), |(low, high), at| {
        ((low.0.min(at.0), low.1.min(at.1)), (high.0.max(at.0), high.1.max(at.1)))
    })
}
