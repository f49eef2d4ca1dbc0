//! Several pieces of a map at once: moved, copied, mirrored, turned by half, taken away.

use super::hand::Hand;
use super::places::{Spot, collect, moved, number, put};
use crate::data::{Change, Written};

impl Hand<'_> {
    /// What a tool changes in the rows that the stroke names.
    ///
    /// # Errors
    /// Where one of them is not there, or the tool means the whole map.
    pub(super) fn several(&self) -> Result<(Vec<Change>, String), String> {
        let mut fields = self.stroke.fields.clone();
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
            rows.iter().flat_map(|(field, row)| put(field, row, to)).collect()
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
                    let mut row = moved(row, "", &|(x, y)| (x + by.0, y + by.1));
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
fn place_in_list(field: &str) -> (String, usize) {
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

#[cfg(test)]
mod tests {
    use crate::data::{Source, edited};
    use crate::host::Stroke;
    use crate::table::MapKit;

    const FIELD: &str = "size: [60, 40]\npieces:\n  - {terrain: wood, rect: [10, 10, 20, 20]} # one\n  - {terrain: wood, disc: [30, 10], radius: 3}\n  - {terrain: wood, rect: [40, 30, 50, 35]}\n";

    fn after(tool: &str, by: Option<(f32, f32)>) -> Result<String, String> {
        let kit = MapKit::of_terrain(&[]);
        let file = Source::new("field.yaml", FIELD);
        let fields = vec!["pieces[1]".to_string(), "pieces[0]".to_string()];
        let stroke = Stroke { tool: tool.into(), fields, by, ..Stroke::default() };
        let (changes, _) = kit.stroke(&file, &stroke)?;
        edited(&file, &changes).map_err(|why| why.to_string())
    }

    #[test]
    fn several_pieces_are_moved_mirrored_turned_copied_and_removed() {
        let moved = after("move", Some((2.0, -1.0))).expect("a text");
        assert_eq!(
            moved,
            FIELD.replace("[10, 10, 20, 20]", "[12, 11, 22, 21]").replace("[30, 10]", "[32, 11]")
        );
        let mirrored = after("mirror", None).expect("a text");
        assert_eq!(
            mirrored,
            FIELD
                .replace("[10, 10, 20, 20]", "[20, 10, 30, 20]")
                .replace("disc: [30, 10]", "disc: [10, 10]")
        );
        let turned = after("half-turn", None).expect("a text");
        assert!(
            turned.contains("rect: [20, 10, 30, 20]") && turned.contains("disc: [10, 20]"),
            "{turned}"
        );
        let copied = after("copy", Some((0.0, -10.0))).expect("a text");
        assert!(
            copied.starts_with(FIELD)
                && copied.contains("{terrain: wood, disc: [30, 20], radius: 3}"),
            "{copied}"
        );
        let removed = after("remove", None).expect("a text");
        assert!(removed.contains("[40, 30, 50, 35]") && !removed.contains("disc"), "{removed}");
        assert!(after("both-sides", None).is_err());
    }
}
