//! Glyphs: their classes, the plain modifiers they are, and the powers they lend.

use super::Rarity;
use crate::tables::abilities::{Power, Summary};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use umpire_core::data::{DataError, Tree};
use umpire_core::rule_index::Status;
use umpire_core::schema::exactly;

umpire_core::numbered! {
    /// Number of a glyph in the catalog.
    pub struct GlyphId(u16);
}

/// How long a glyph acts (HS-6.1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum GlyphClass {
    Permanent,
    Temporary,
    Artifact,
    Treasure,
    Special,
}

/// Numbers that a glyph adds for its occupant's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GlyphModifier {
    /// Attack dice.
    pub attack_dice: i32,
    /// Defense dice.
    pub defense_dice: i32,
    /// Spaces of Range.
    pub range: i16,
    /// Points of Move.
    #[serde(rename = "move")]
    pub moves: i16,
    /// Added to initiative rolls.
    pub initiative: i32,
    /// Added to all other rolls of the twenty-sided die.
    pub d20: i32,
    /// Not for special attacks.
    pub normal_only: bool,
    /// Only for figures whose printed Range is at least this.
    pub only_if_range_at_least: u16,
    /// Not for the occupant's move off the glyph (HS-6.1.3).
    pub not_when_leaving: bool,
    /// Only for cards of this rarity; uncommon heroes count as unique (HS-1.1.6).
    pub rarity: Option<Rarity>,
}

/// What a glyph does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GlyphEffect {
    /// Numbers added.
    Modifier(GlyphModifier),
    /// Not built: announced when the glyph is turned up.
    Deferred,
}

/// Whom the powers of a glyph reach (HS-6.1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reaches {
    /// Whoever stands on it or carries it.
    Figure,
    /// All figures of its occupant's controller.
    Side,
}

/// One glyph.
#[derive(Debug, Clone, PartialEq)]
pub struct Glyph {
    /// Its id.
    pub id: String,
    /// What it is called in sentences.
    pub name: String,
    /// Whom its powers reach.
    pub reaches: Reaches,
    /// The powers it lends.
    pub abilities: Vec<Power>,
    /// What is among them.
    pub summary: Summary,
    /// A treasure that is gone when its power is used.
    pub spent: bool,
    /// A treasure of which an army may carry one (HS-6.2.5).
    pub ancient: bool,
    /// Only figures with a wound marker may enter it (HS-6.1.4).
    pub only_wounded: bool,
    /// A huge figure is not stopped by it, and takes it off the battlefield.
    pub huge_clears: bool,
    /// It stops nobody, as treasures do not.
    pub no_stop: bool,
    /// The letter on maps.
    pub letter: Option<char>,
    /// How long it acts.
    pub class: GlyphClass,
    /// What it does.
    pub effect: GlyphEffect,
    /// What it does, in our words.
    pub says: String,
    /// Whether code does it.
    pub status: Status,
}

impl Glyph {
    /// Whether entering it ends a move (HS-4.1.10): all but treasures.
    pub fn stops(&self) -> bool {
        self.class != GlyphClass::Treasure
    }

    /// Leaves it only some of the abilities that it lends.
    pub fn keep(&mut self, which: impl Fn(&Power) -> bool) {
        self.abilities.retain(which);
        self.summary = Summary::of(&self.abilities);
    }
}

/// `glyphs.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GlyphFile {
    glyphs: Vec<GlyphRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GlyphRow {
    id: String,
    #[serde(default)]
    letter: Option<char>,
    #[schemars(extend("enum" = ["permanent", "temporary", "artifact", "treasure", "special"]))]
    class: String,
    #[serde(default)]
    effect: EffectRow,
    /// The powers that it lends, in the words of army cards.
    #[serde(default)]
    does: Vec<Power>,
    /// Whom they reach: by default the side of a permanent glyph's occupant, else who stands on it or carries it.
    #[serde(default)]
    reaches: Option<Reaches>,
    /// A treasure that is gone when its power is used.
    #[serde(default)]
    spent: bool,
    /// A treasure of which an army may carry one.
    #[serde(default)]
    ancient: bool,
    /// Only figures with a wound marker may enter it.
    #[serde(default)]
    only_wounded: bool,
    /// A huge figure is not stopped by it, and takes it off the battlefield.
    #[serde(default)]
    huge_clears: bool,
    /// It stops nobody, as treasures do not.
    #[serde(default)]
    no_stop: bool,
    says: String,
    #[serde(rename = "rule")]
    _rule: String,
    status: Status,
    #[serde(default, rename = "source")]
    _source: Vec<String>,
    #[serde(default, rename = "edition_notes")]
    _edition_notes: Option<String>,
}

#[derive(Debug, JsonSchema)]
#[schemars(untagged, transform = exactly)]
enum EffectRow {
    Word(String),
    Modifier(GlyphModifier),
}

impl Default for EffectRow {
    fn default() -> EffectRow {
        EffectRow::Modifier(GlyphModifier::default())
    }
}

impl<'de> Deserialize<'de> for EffectRow {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<EffectRow, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = EffectRow;

            fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
                to.write_str("`deferred`, or what the glyph adds")
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<EffectRow, E> {
                Ok(EffectRow::Word(word.to_string()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<EffectRow, A::Error> {
                GlyphModifier::deserialize(MapAccessDeserializer::new(map)).map(EffectRow::Modifier)
            }
        }
        from.deserialize_any(Either)
    }
}

/// Reads the glyphs.
pub fn read_table(table: Tree) -> Result<Vec<Glyph>, Vec<DataError>> {
    let document = table.read::<GlyphFile>()?;
    let mut faults = Vec::new();
    let mut glyphs: Vec<Glyph> = Vec::new();
    for (at, row) in document.value.glyphs.into_iter().enumerate() {
        let class = glyph_class(&row.class);
        if class.is_none() {
            let known = ["permanent", "temporary", "artifact", "treasure", "special"];
            let place = format!("glyphs[{at}].class");
            faults.push(document.places.unknown(&place, "class", &row.class, known));
        }
        if glyphs.iter().any(|known| known.id == row.id) {
            let problem = format!("the glyph `{}` stands twice", row.id);
            faults.push(document.places.fault(&format!("glyphs[{at}].id"), problem));
        }
        let effect = match row.effect {
            EffectRow::Modifier(modifier) => {
                let numbers = [
                    modifier.attack_dice,
                    modifier.defense_dice,
                    modifier.range.into(),
                    modifier.moves.into(),
                    modifier.initiative,
                    modifier.d20,
                ];
                if !numbers.iter().all(|number| (-20..=20).contains(number)) {
                    let place = format!("glyphs[{at}].effect");
                    faults.push(document.places.fault(&place, "expected numbers from -20 to 20"));
                }
                GlyphEffect::Modifier(modifier)
            }
            EffectRow::Word(word) => {
                if word != "deferred" {
                    let place = format!("glyphs[{at}].effect");
                    faults.push(document.places.unknown(&place, "effect", &word, ["deferred"]));
                }
                GlyphEffect::Deferred
            }
        };
        if row.does.len() > 8 {
            let place = format!("glyphs[{at}].does");
            faults.push(document.places.fault(&place, "expected at most 8 abilities"));
        }
        let class = class.unwrap_or(GlyphClass::Special);
        let side = if class == GlyphClass::Permanent { Reaches::Side } else { Reaches::Figure };
        glyphs.push(Glyph {
            name: named(&row.id),
            id: row.id,
            reaches: row.reaches.unwrap_or(side),
            summary: Summary::of(&row.does),
            abilities: row.does,
            spent: row.spent,
            ancient: row.ancient,
            only_wounded: row.only_wounded,
            huge_clears: row.huge_clears,
            no_stop: row.no_stop,
            letter: row.letter,
            class,
            effect,
            says: row.says,
            status: row.status,
        });
    }
    if faults.is_empty() { Ok(glyphs) } else { Err(faults) }
}

/// `holy-symbol-of-pelor` as `Holy Symbol of Pelor`.
fn named(id: &str) -> String {
    let word = |word: &str| match (word, word.chars().next()) {
        ("of" | "the", _) | (_, None) => word.to_string(),
        (_, Some(first)) => first.to_uppercase().chain(word.chars().skip(1)).collect(),
    };
    id.split('-').map(word).collect::<Vec<_>>().join(" ")
}

fn glyph_class(class: &str) -> Option<GlyphClass> {
    Some(match class {
        "permanent" => GlyphClass::Permanent,
        "temporary" => GlyphClass::Temporary,
        "artifact" => GlyphClass::Artifact,
        "special" => GlyphClass::Special,
        "treasure" => GlyphClass::Treasure,
        _ => return None,
    })
}
