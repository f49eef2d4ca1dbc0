//! Army cards: what is printed on them, and which abilities code knows.

use crate::abilities::{Ability, Condition, Power};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Files, Places, read};

/// Number of a card in the catalog.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct CardId(pub u16);

/// How often a card may stand in an army (HS-2.1.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Rarity {
    Unique,
    Uncommon,
    Common,
}

/// One figure or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Kind {
    Hero,
    Squad,
}

/// The size word of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Size {
    Small,
    Medium,
    Large,
    Huge,
}

impl Size {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Large => "large",
            Size::Huge => "huge",
        }
    }
}

/// A power that no code enforces, in our own words.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeferredPower {
    /// Its name on the card.
    pub name: String,
    /// What it does.
    pub says: String,
    /// Whether it bears on attacks of or against its figures: then each of those says it again.
    #[serde(default)]
    pub attacks: bool,
}

/// An army card (HS-1.1.4).
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // The fields are the words printed on the card.
pub struct ArmyCard {
    pub id: String,
    pub name: String,
    pub line: String,
    pub rarity: Rarity,
    pub kind: Kind,
    pub figures: u8,
    pub spaces: u8,
    /// What one of its figures is called at the prompt.
    pub figure: String,
    pub general: String,
    pub species: String,
    pub class: String,
    pub personality: String,
    pub size: Size,
    pub height: i16,
    pub life: u8,
    #[serde(rename = "move")]
    pub moves: i16,
    pub range: u16,
    pub attack: i32,
    pub defense: i32,
    pub points: u32,
    #[serde(default)]
    pub set: String,
    #[serde(default)]
    pub release: String,
    #[serde(default)]
    pub abilities: Vec<Power>,
    #[serde(default)]
    pub deferred: Vec<DeferredPower>,
    #[serde(default)]
    pub source: Vec<String>,
}

impl ArmyCard {
    /// What is said aloud of a power that no code enforces (HS-7.7.8).
    pub fn says_deferred(&self, power: &DeferredPower) -> String {
        let (card, name, says) = (&self.name, &power.name, &power.says);
        format!("{card}: {name} is not built, the players keep it themselves: {says}")
    }

    /// Whether the card is a squad.
    pub fn is_squad(&self) -> bool {
        self.kind == Kind::Squad
    }

    /// Whether destroyed figures of several copies share the cards (HS-3.4.2, HS-3.4.5).
    pub fn shares_casualties(&self) -> bool {
        self.rarity == Rarity::Common && (self.is_squad() || self.life == 1)
    }

    /// Wound markers that a living figure of it may have at most (HS-7.5.4).
    pub fn most_wounds(&self) -> u8 {
        if self.is_squad() && self.life == 1 { 0 } else { self.life - 1 }
    }

    /// What is said of a figure with more wound markers than it may have.
    pub fn too_many_wounds(&self, name: &str, wounds: u8) -> String {
        let (life, most) = (self.life, self.most_wounds());
        let most = if most == 0 {
            "has none while it lives".into()
        } else {
            format!("lives with {most} at most")
        };
        format!("{name} has {wounds} wound markers, of Life {life}: it {most}")
    }

    /// Whether any of its abilities is of that kind.
    pub fn has(&self, ability: Ability) -> bool {
        self.abilities.iter().any(|power| power.ability() == ability)
    }

    /// Height for climbing and falling (HS-4.1.5).
    pub fn climb_height(&self) -> i16 {
        let times = self.abilities.iter().find_map(|power| match power {
            Power::Climb { times } => Some(*times),
            _ => None,
        });
        self.height * times.unwrap_or(1)
    }

    /// Whether the card's printed facts meet a condition.
    pub fn meets(&self, condition: &Condition) -> bool {
        let one_of = |list: &[String], word: &str| {
            list.is_empty() || list.iter().any(|known| known.eq_ignore_ascii_case(word))
        };
        condition.range.is_none_or(|range| range == self.range)
            && one_of(&condition.species, &self.species)
            && one_of(&condition.class, &self.class)
            && one_of(&condition.personality, &self.personality)
            && one_of(&condition.general, &self.general)
            && one_of(&condition.size, self.size.name())
    }
}

impl Power {
    /// Which ability it is, without what it takes.
    pub fn ability(&self) -> Ability {
        match self {
            Power::Flying {} => Ability::Flying,
            Power::StealthFlying {} => Ability::StealthFlying,
            Power::Disengage {} => Ability::Disengage,
            Power::Climb { .. } => Ability::Climb,
            Power::GhostWalk {} => Ability::GhostWalk,
            Power::WaterNoStop {} => Ability::WaterNoStop,
            Power::LavaResistant {} => Ability::LavaResistant,
            Power::AttackOnlyAdjacent {} => Ability::AttackOnlyAdjacent,
            Power::ExtraAttacks(_) => Ability::ExtraAttacks,
            Power::CounterStrike(_) => Ability::CounterStrike,
            Power::Aura(_) => Ability::Aura,
            Power::SpecialAttack(_) => Ability::SpecialAttack,
            Power::AttackBonus(_) => Ability::AttackBonus,
            Power::DefenseBonus(_) => Ability::DefenseBonus,
        }
    }
}

/// A file of army cards.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardFile {
    cards: Vec<ArmyCard>,
}

/// Reads every file of cards; ids, names and figure words are unique over all of them.
pub fn read_tables(data: &Files) -> Result<Vec<ArmyCard>, Vec<DataError>> {
    let mut faults = Vec::new();
    let mut cards = Vec::new();
    let mut seen = BTreeMap::new();
    for source in data.under("heroscape/cards") {
        match read::<CardFile>(&source) {
            Ok(document) => {
                for (at, card) in document.value.cards.into_iter().enumerate() {
                    check(&card, at, &document.places, &mut seen, &mut faults);
                    cards.push(card);
                }
            }
            Err(found) => faults.extend(found),
        }
    }
    cards.sort_by(|a: &ArmyCard, b| a.id.cmp(&b.id));
    if faults.is_empty() { Ok(cards) } else { Err(faults) }
}

fn check(
    card: &ArmyCard,
    at: usize,
    places: &Places,
    seen: &mut BTreeMap<(&'static str, String), String>,
    faults: &mut Vec<DataError>,
) {
    for (field, value) in [("id", &card.id), ("name", &card.name), ("figure", &card.figure)] {
        let known = seen.insert((field, value.clone()), card.id.clone());
        if let Some(other) = known {
            let problem = format!("`{value}` is already the {field} of the card `{other}`");
            faults.push(places.fault(&format!("cards[{at}].{field}"), problem));
        }
    }
    let numbers = [
        ("figures", i64::from(card.figures), 1, 8),
        ("spaces", card.spaces.into(), 1, 8),
        ("height", card.height.into(), 1, 100),
        ("life", card.life.into(), 1, 50),
        ("move", card.moves.into(), 0, 20),
        ("range", card.range.into(), 1, 60),
        ("attack", card.attack.into(), 0, 30),
        ("defense", card.defense.into(), 0, 30),
        ("points", card.points.into(), 0, 10_000),
    ];
    for (field, value, least, most) in numbers {
        if !(least..=most).contains(&value) {
            let problem = format!("expected {least} to {most}, found `{value}`");
            faults.push(places.fault(&format!("cards[{at}].{field}"), problem));
        }
    }
    let small = |number: i32| (-20..=20).contains(&number);
    if card.kind == Kind::Hero && card.figures != 1 {
        let problem = "a hero is one figure";
        faults.push(places.fault(&format!("cards[{at}].figures"), problem));
    }
    for (number, power) in card.abilities.iter().enumerate() {
        let place = format!("cards[{at}].abilities[{number}]");
        match power {
            Power::SpecialAttack(special) if !special.name.contains("Special Attack") => {
                let problem = "a special attack has the words `Special Attack` in its name";
                faults.push(places.fault(&format!("{place}.special_attack.name"), problem));
            }
            Power::SpecialAttack(special) if special.attacks == 0 || special.dice > 30 => {
                let problem = "a special attack has at least 1 attack and at most 30 dice";
                faults.push(places.fault(&place, problem));
            }
            Power::ExtraAttacks(extra) if extra.count > 20 || !small(extra.attack_dice) => {
                faults.push(places.fault(&place, "expected at most 20 attacks and dice"));
            }
            Power::AttackBonus(bonus) if !small(bonus.dice) => {
                faults.push(places.fault(&place, "expected -20 to 20 dice"));
            }
            Power::DefenseBonus(bonus) if !small(bonus.dice) => {
                faults.push(places.fault(&place, "expected -20 to 20 dice"));
            }
            Power::Aura(aura)
                if ![aura.attack_dice, aura.defense_dice, aura.moves.into(), aura.range.into()]
                    .into_iter()
                    .all(small) =>
            {
                faults.push(places.fault(&place, "expected numbers from -20 to 20"));
            }
            Power::Climb { times } if !(1..=10).contains(times) => {
                faults.push(places.fault(&place, "expected 1 to 10 times"));
            }
            _ => {}
        }
    }
}
