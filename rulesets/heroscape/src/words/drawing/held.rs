//! Figures held over a battlefield: which there are, what can be asked, and the table on which it is asked.

use super::{Sheet, hex_at};
use crate::tables::battlefield::Hex;
use crate::tables::catalog::{ArmyCard, Catalog};
use umpire_core::data::{Files, Source};
use umpire_core::host::{Held, HeldAt, Holdable};
use umpire_core::ruleset::on_battlefield;

/// What can be asked of figures held over a map.
pub const HELD: &[Held] = &[
    Held::one("reach", "where it can go, at what cost and risk", "reach UNIT"),
    Held::one("sight", "what it sees from here, and what is hidden from it", "sight UNIT"),
    Held::two("line of sight", "who sees whom, and what is in the way", "los UNIT OTHER"),
    Held::two(
        "attack",
        "the odds of an attack, with height and what the ground adds",
        "odds UNIT attacks OTHER",
    ),
];

/// The army cards.
pub fn held_units(catalog: &Catalog) -> Vec<Holdable> {
    let holdable = |card: &ArmyCard| Holdable {
        name: card.id.clone(),
        says: format!("{}, move {}, range {}", card.name, card.moves, card.range),
    };
    catalog.cards.iter().map(holdable).collect()
}

/// A table on a battlefield where figures stand as somebody holds them.
pub fn holding(
    data: &Files,
    file: &Source,
    held: &[HeldAt],
) -> Result<(Source, Vec<String>), String> {
    let sheet = Sheet::read(data, file).ok_or("the text has to be mended first")?;
    let mut text = String::from("free_table: true\nseats:\n");
    let (mut places, mut names) = (String::new(), Vec::new());
    for seat in 0..2u8 {
        let cards: Vec<&str> =
            held.iter().filter(|it| it.seat == seat).map(|it| it.unit.as_str()).collect();
        text.push_str(&format!(
            "  {}: {{cards: [{}]}}\n",
            char::from(b'A' + seat),
            cards.join(", ")
        ));
    }
    let mut cards = Vec::new();
    for it in held {
        let card = sheet.catalog.card_named(&it.unit);
        cards.push(sheet.catalog.card(card.ok_or(format!("there is no card `{}`", it.unit))?));
    }
    for (at, it) in held.iter().enumerate() {
        let card = cards[at];
        // Figures of one word are numbered through, army by army.
        let alike = || {
            cards.iter().zip(held).enumerate().filter(|(_, (other, _))| other.figure == card.figure)
        };
        let all: u32 = alike().map(|(_, (other, _))| u32::from(other.figures)).sum();
        let before = alike().filter(|(other, (_, it))| (it.seat, *other) < (held[at].seat, at));
        let number = before.map(|(_, (other, _))| u32::from(other.figures)).sum::<u32>() + 1;
        let name = if all == 1 { card.figure.clone() } else { format!("{} {number}", card.figure) };
        let spaces = spaces(&sheet, hex_at(it.at), card)?;
        places.push_str(&format!("    \"{name}\": {spaces}\n"));
        names.push(name);
    }
    text.push_str(&format!("position:\n  figures:\n{places}"));
    Ok((on_battlefield(file, &text), names))
}

/// The space on top of a hex; for a figure on two spaces, that and one beside it; for a base of more, those that it covers from
/// there, before it is turned.
fn spaces(sheet: &Sheet, hex: Hex, card: &ArmyCard) -> Result<String, String> {
    let tops = sheet.field.spaces(&sheet.known.pieces, &|kind| sheet.known.is_fluid(kind));
    let top =
        |hex: Hex| tops.keys().filter(|space| space.hex == hex).max_by_key(|space| space.level);
    let lead = top(hex).ok_or("nobody can stand there")?;
    if card.spaces == 1 {
        return Ok(lead.to_string());
    }
    if let Some([steps, ..]) = sheet.known.pieces.shape(&card.shape) {
        let tops = steps.iter().map(|(columns, rows)| top(hex.step(*columns, *rows)));
        let tops = tops.map(|top| top.map(ToString::to_string));
        let tops: Option<Vec<String>> = tops.collect();
        return Ok(tops.ok_or("there is no room for its base")?.join(" "));
    }
    let beside =
        crate::tables::battlefield::Side::ALL.into_iter().filter_map(|side| top(hex.across(side)));
    let trail = beside.min_by_key(|space| (space.level - lead.level).abs());
    let trail = trail.ok_or("there is no room for its second space")?;
    Ok(format!("{lead} {trail}"))
}
