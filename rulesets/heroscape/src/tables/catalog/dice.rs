//! The dice of the game, read from data.

use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{DataError, Tree};
use umpire_core::dice::{Dice, Die, DieId, Face, FaceName};

/// The dice, and what their faces are.
#[derive(Debug, Clone)]
pub struct GameDice {
    /// The dice as requests name them.
    pub dice: Dice,
    faces: Vec<CombatFaces>,
}

/// Which faces of a die count as skulls and shields; bit n stands for face n.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CombatFaces {
    /// Faces that are skulls.
    pub skulls: u32,
    /// Faces that are shields.
    pub shields: u32,
    /// Faces that are Valkyrie symbols.
    pub symbols: u32,
}

impl CombatFaces {
    /// Whether the face is a skull.
    pub fn is_skull(self, face: Face) -> bool {
        self.skulls >> face & 1 == 1
    }

    /// Whether the face is a shield.
    pub fn is_shield(self, face: Face) -> bool {
        self.shields >> face & 1 == 1
    }

    /// Whether the face is a Valkyrie symbol.
    pub fn is_symbol(self, face: Face) -> bool {
        self.symbols >> face & 1 == 1
    }
}

impl GameDice {
    /// The die with that name.
    pub fn named(&self, name: &str) -> Option<DieId> {
        self.dice.0.iter().position(|die| die.name == name).map(|at| DieId(at as u16))
    }

    /// What the die's faces count for.
    pub fn faces(&self, die: DieId) -> CombatFaces {
        self.faces[usize::from(die.0)]
    }
}

/// `dice.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceFile {
    dice: Vec<DieRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DieRow {
    id: String,
    #[serde(default)]
    faces: Vec<FaceRow>,
    #[serde(default)]
    numbered: Option<u8>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FaceRow {
    name: String,
    short: String,
    #[serde(default)]
    also: Vec<String>,
    count: u8,
}

/// Reads the dice; each has either faces or numbers, at most 30 of them.
pub fn read_table(table: Tree) -> Result<GameDice, Vec<DataError>> {
    let document = table.read::<DiceFile>()?;
    let mut faults = Vec::new();
    let mut dice = GameDice { dice: Dice::default(), faces: Vec::new() };
    for (at, row) in document.value.dice.iter().enumerate() {
        let sides: u32 = row.faces.iter().map(|face| u32::from(face.count)).sum();
        let sides = sides + u32::from(row.numbered.unwrap_or(0));
        if !(2..=30).contains(&sides) || row.numbered.is_some() != row.faces.is_empty() {
            let problem = "a die has 2 to 30 sides, either `faces` or `numbered`";
            faults.push(document.places.fault(&format!("dice[{at}]"), problem));
            continue;
        }
        if dice.named(&row.id).is_some() {
            let problem = format!("the die `{}` stands twice", row.id);
            faults.push(document.places.fault(&format!("dice[{at}].id"), problem));
        }
        dice.faces.push(combat_faces(row));
        dice.dice.0.push(match row.numbered {
            Some(sides) => Die::numbered(&row.id, sides),
            None => Die { name: row.id.clone(), faces: face_names(row) },
        });
    }
    if dice.named("d20").is_none() && faults.is_empty() {
        faults.push(document.places.fault("dice", "the die `d20` is missing"));
    }
    if faults.is_empty() { Ok(dice) } else { Err(faults) }
}

fn face_names(row: &DieRow) -> Vec<FaceName> {
    let mut faces = Vec::new();
    for face in &row.faces {
        let mut short = vec![face.short.clone()];
        short.extend(face.also.iter().cloned());
        let name = FaceName { name: face.name.clone(), short };
        faces.extend(std::iter::repeat_n(name, face.count.into()));
    }
    faces
}

fn combat_faces(row: &DieRow) -> CombatFaces {
    let mut counted = CombatFaces::default();
    let mut at = 0;
    for face in &row.faces {
        for _ in 0..face.count {
            match face.name.as_str() {
                "skull" => counted.skulls |= 1 << at,
                "shield" => counted.shields |= 1 << at,
                "symbol" => counted.symbols |= 1 << at,
                _ => {}
            }
            at += 1;
        }
    }
    counted
}
