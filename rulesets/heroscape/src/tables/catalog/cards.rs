//! Army cards: what is printed on them, and which abilities code knows.

use crate::tables::abilities::{Ability, NamedPower, Power, Summary};
use crate::tables::battlefield::{self, Pieces, on_board};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use umpire_core::data::{DataError, Files, Places, Within, read};
use umpire_core::hex::Hex;

umpire_core::numbered! {
    /// Number of a card in the catalog.
    pub struct CardId(u16);
}

/// The most spaces that a figure stands on.
pub const MOST_SPACES: usize = 6;

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
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
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
    #[serde(with = "Within::<1, 8>")]
    pub figures: u8,
    #[serde(with = "Within::<1, 8>")]
    pub spaces: u8,
    /// The shape of a base on more than two spaces, by its name in `pieces.yaml`.
    #[serde(default)]
    pub shape: String,
    /// The steps from the first space of such a base to all of them, for each way it may be turned.
    #[serde(skip)]
    pub base: Vec<Vec<Hex>>,
    /// What one of its figures is called at the prompt.
    pub figure: String,
    pub general: String,
    pub species: String,
    pub class: String,
    pub personality: String,
    pub size: Size,
    #[serde(with = "Within::<1, 100, i16>")]
    pub height: i16,
    #[serde(with = "Within::<1, 50>")]
    pub life: u8,
    #[serde(rename = "move", with = "Within::<0, 20, i16>")]
    pub moves: i16,
    #[serde(with = "Within::<1, 60, u16>")]
    pub range: u16,
    #[serde(with = "Within::<0, 30, i32>")]
    pub attack: i32,
    #[serde(with = "Within::<0, 30, i32>")]
    pub defense: i32,
    #[serde(with = "Within::<0, 10000, u32>")]
    pub points: u32,
    #[serde(default)]
    pub set: String,
    #[serde(default)]
    pub release: String,
    #[serde(default)]
    pub powers: Vec<NamedPower>,
    /// The abilities of all its powers in a row.
    #[serde(skip)]
    pub abilities: Vec<Power>,
    /// The power that each of them is of.
    #[serde(skip)]
    pub power_of: Vec<u8>,
    /// What is among them.
    #[serde(skip)]
    pub summary: Summary,
    /// Whether its powers ask where figures stood when a turn began.
    #[serde(skip)]
    pub asks_start: bool,
    #[serde(default)]
    pub source: Vec<String>,
}

/// The lines of cards that players have made.
const FAN_LINES: [&str; 2] = ["c3v", "sov"];

impl ArmyCard {
    /// Whether the publisher made it, and not players.
    pub fn is_official(&self) -> bool {
        !FAN_LINES.contains(&self.line.as_str())
    }

    /// What is said aloud of a power that no code enforces (HS-7.7.8).
    pub fn says_unbuilt(&self, power: &NamedPower) -> String {
        let (card, name, says) = (&self.name, &power.name, &power.says);
        format!("{card}: {name} is not built, the players keep it themselves: {says}")
    }

    /// Its powers that no code enforces, with their numbers.
    pub fn unbuilt(&self) -> impl Iterator<Item = (u8, &NamedPower)> {
        let unbuilt = |power: &NamedPower| power.does.is_empty() && !power.is_left_out;
        (0u8..).zip(&self.powers).filter(move |(_, power)| unbuilt(power))
    }

    /// Power markers that it starts with.
    pub fn starting_counters(&self) -> u8 {
        let counters = self.abilities.iter().filter_map(|power| match power {
            Power::Counters(count) => Some(*count),
            _ => None,
        });
        counters.sum()
    }

    /// Leaves it only some of its abilities.
    pub fn keep(&mut self, which: impl Fn(&Power) -> bool) {
        for power in &mut self.powers {
            let was_built = !power.does.is_empty();
            power.does.retain(&which);
            power.is_left_out |= was_built && power.does.is_empty();
        }
        self.lay_out();
    }

    /// Puts the abilities of its powers in a row, and notes what they ask for.
    fn lay_out(&mut self) {
        (self.abilities, self.power_of) = (Vec::new(), Vec::new());
        for (number, power) in (0u8..).zip(&self.powers) {
            for ability in &power.does {
                self.abilities.push(ability.clone());
                self.power_of.push(number);
            }
        }
        self.summary = Summary::of(&self.abilities);
        self.asks_start = self.abilities.iter().any(Power::asks_start);
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
    #[inline]
    pub fn has(&self, ability: Ability) -> bool {
        self.summary.has(ability)
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
            Power::AttackOnlyAdjacent(_) => Ability::AttackOnlyAdjacent,
            Power::ExtraAttacks(_) => Ability::ExtraAttacks,
            Power::CounterStrike(_) => Ability::CounterStrike,
            Power::SpecialAttack(_) => Ability::SpecialAttack,
            Power::SnowEase {} => Ability::SnowEase,
            Power::Modifier(_) => Ability::Modifier,
            Power::DiceRule(_) => Ability::DiceRule,
            Power::Trigger(_) => Ability::Trigger,
            Power::Reserve {} => Ability::Reserve,
            Power::Activation(_) => Ability::Activation,
            Power::Hold(_) => Ability::Hold,
            Power::Challenge {} => Ability::Challenge,
            Power::Counters(_) => Ability::Counters,
            Power::Forbid(_) => Ability::Forbid,
            Power::Freezes {} => Ability::Freezes,
        }
    }
}

/// A file of army cards.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardFile {
    cards: Vec<ArmyCard>,
}

/// Reads every file of cards; ids, names and figure words are unique over all of them. Without pieces no shape of a base is
/// looked up.
pub fn read_tables(data: &Files, pieces: Option<&Pieces>) -> Result<Vec<ArmyCard>, Vec<DataError>> {
    let mut faults = Vec::new();
    let mut cards = Vec::new();
    let mut seen = BTreeMap::new();
    let mut documents = Vec::new();
    for source in data.under("heroscape/cards") {
        match read::<CardFile>(&source) {
            Ok(document) => {
                for (at, mut card) in document.value.cards.into_iter().enumerate() {
                    card.lay_out();
                    if let Some(pieces) = pieces {
                        card.base = base(&card.shape, pieces);
                        check_base(&card, at, pieces, &document.places, &mut faults);
                    }
                    check(&card, at, &document.places, &mut seen, &mut faults);
                    cards.push(card);
                }
                documents.push(document.places);
            }
            Err(found) => faults.extend(found),
        }
    }
    // Of cards that could not be read nobody knows what they are called.
    if faults.is_empty() {
        documents.iter().for_each(|places| check_names(&cards, places, &mut faults));
    }
    cards.sort_by(|a: &ArmyCard, b| a.id.cmp(&b.id));
    if faults.is_empty() { Ok(cards) } else { Err(faults) }
}

/// Whether what powers say of other powers and cards, by name, refers to some.
fn check_names(cards: &[ArmyCard], places: &Places, faults: &mut Vec<DataError>) {
    let powers = || cards.iter().flat_map(|card| &card.powers).map(|power| power.name.as_str());
    let specials = || {
        cards.iter().flat_map(|card| &card.abilities).filter_map(|power| match power {
            Power::SpecialAttack(special) => Some(special.name.as_str()),
            _ => None,
        })
    };
    for field in ["not_used", "used", "used_for_each_attack"] {
        for (place, name) in places.words_under(field) {
            if !powers().any(|known| known.eq_ignore_ascii_case(name)) {
                faults.push(places.unknown(&place, "power", name, powers()));
            }
        }
    }
    for (place, name) in places.words_under("special_attack") {
        // A special attack may be printed that no code carries out.
        let known = || specials().chain(powers());
        if !name.is_empty() && !known().any(|known| known.eq_ignore_ascii_case(name)) {
            faults.push(places.unknown(&place, "special attack", name, specials()));
        }
    }
    for (place, name) in places.words_under("roll_for") {
        // A power that is printed in several strengths has its number behind its name.
        let begins = |known: &str| {
            known.get(..name.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(name))
        };
        if !TRAP_ROLL.eq_ignore_ascii_case(name) && !powers().any(begins) {
            faults.push(places.unknown(&place, "power", name, powers().chain([TRAP_ROLL])));
        }
    }
    let ids = || cards.iter().map(|card| card.id.as_str());
    for (place, id) in places.words_under("cards") {
        if !ids().any(|known| known == id) {
            faults.push(places.unknown(&place, "card", id, ids()));
        }
    }
}

/// What rolls for traps of treasures are called, beside those for powers.
pub(crate) const TRAP_ROLL: &str = "trap";

/// The steps from the first space of a base to all of them, for each way it may be turned; a base that looks the same after
/// half a turn has three.
fn base(shape: &str, pieces: &Pieces) -> Vec<Vec<Hex>> {
    let mut turns: Vec<Vec<Hex>> = Vec::new();
    for steps in pieces.shape(shape).into_iter().flatten() {
        let hex = |(columns, rows): &(i16, i16)| {
            on_board(battlefield::Hex { column: 0, row: 0 }.step(*columns, *rows))
        };
        let steps: Vec<Hex> = steps.iter().map(hex).collect();
        if !turns.contains(&steps) {
            turns.push(steps);
        }
    }
    turns
}

/// Whether a card says how a base of many spaces lies, and one of few does not.
fn check_base(
    card: &ArmyCard,
    at: usize,
    pieces: &Pieces,
    places: &Places,
    faults: &mut Vec<DataError>,
) {
    let many = usize::from(card.spaces) == MOST_SPACES;
    let mut fault = |field: &str, problem: String| {
        faults.push(places.fault(&format!("cards[{at}].{field}"), problem));
    };
    if !many && card.spaces > 2 {
        let spaces = card.spaces;
        fault("spaces", format!("expected 1, 2 or {MOST_SPACES}, found `{spaces}`"));
    } else if many && card.shape.is_empty() {
        fault("spaces", format!("a base of {MOST_SPACES} spaces needs a `shape`"));
    } else if !many && !card.shape.is_empty() {
        fault("shape", "a base of one or two spaces needs no shape".to_string());
    } else if many && pieces.shape(&card.shape).is_none() {
        fault("shape", format!("`pieces.yaml` has no shape `{}`", card.shape));
    } else if many && card.base.iter().any(|steps| steps.len() != MOST_SPACES) {
        fault("shape", format!("`{}` does not cover {MOST_SPACES} spaces", card.shape));
    }
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
    if card.kind == Kind::Hero && card.figures != 1 {
        let problem = "a hero is one figure";
        faults.push(places.fault(&format!("cards[{at}].figures"), problem));
    }
    if card.abilities.len() > 31 {
        let problem = "a card has at most 31 abilities";
        faults.push(places.fault(&format!("cards[{at}].powers"), problem));
    }
    for (number, named) in card.powers.iter().enumerate() {
        for (ability, power) in named.does.iter().enumerate() {
            let place = format!("cards[{at}].powers[{number}].does[{ability}]");
            check_power(power, &place, places, faults);
        }
    }
}

fn check_power(power: &Power, place: &str, places: &Places, faults: &mut Vec<DataError>) {
    let small = |number: i32| (-20..=20).contains(&number);
    let problem = match power {
        Power::SpecialAttack(special) if !special.name.contains("Special Attack") => {
            "a special attack has the words `Special Attack` in its name"
        }
        Power::SpecialAttack(special) if special.attacks == 0 || special.dice > 30 => {
            "a special attack has at least 1 attack and at most 30 dice"
        }
        Power::ExtraAttacks(extra) if extra.count > 20 || !small(extra.attack_dice) => {
            "expected at most 20 attacks and dice"
        }
        Power::Modifier(adds)
            if ![
                adds.attack,
                adds.defense,
                adds.moves.into(),
                adds.range.into(),
                adds.initiative,
                adds.roll,
            ]
            .into_iter()
            .all(small) =>
        {
            "expected numbers from -20 to 20"
        }
        Power::Climb { times, plus } if !(1..=10).contains(times) || !(0..=50).contains(plus) => {
            "expected 1 to 10 times, and 0 to 50 more"
        }
        _ => return,
    };
    let field = match power {
        Power::SpecialAttack(special) if !special.name.contains("Special Attack") => {
            ".special_attack.name"
        }
        _ => "",
    };
    faults.push(places.fault(&format!("{place}{field}"), problem));
}
