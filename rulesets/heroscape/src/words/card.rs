//! Army cards told: numbers, powers in words, and which of those are built.

use crate::position::action::Action;
use crate::position::game::HeroScape;
use crate::position::state::{Printed, State};
use crate::tables::abilities::{Against, NamedPower, Power, Shape, SpecialAttack};
use crate::tables::catalog::{ArmyCard, CardId, Kind, Rarity};
use crate::words::nouns;
use umpire_core::command::Names;
use umpire_core::host::{Answer, CardEntry, PowerEntry, Slip};

/// A card as programs show it.
pub(crate) fn card_entry(card: &ArmyCard) -> CardEntry {
    let powers = card.powers.iter().map(|power| PowerEntry {
        name: power.name.clone(),
        says: power.words(),
        built: !power.does.is_empty(),
        rule: power
            .does
            .first()
            .map_or("HS-7.7.8".to_string(), |does| format!("HS-7.7.8.{}", does.ability().name())),
    });
    CardEntry {
        name: card.id.clone(),
        title: card.name.clone(),
        says: kind_words(card),
        numbers: numbers(card),
        powers: powers.collect(),
        source: card.source.join(" "),
    }
}

/// Such as `unique hero of Jandar: Human Champion, Valiant`.
fn kind_words(card: &ArmyCard) -> String {
    let rarity = match card.rarity {
        Rarity::Unique => "unique",
        Rarity::Uncommon => "uncommon",
        Rarity::Common => "common",
    };
    let kind = match card.kind {
        Kind::Hero => "hero",
        Kind::Squad => "squad",
    };
    let (general, species, class) = (&card.general, &card.species, &card.class);
    let by = if card.is_official() {
        String::new()
    } else {
        format!(", made by players ({})", card.line.to_uppercase())
    };
    format!("{rarity} {kind} of {general}: {species} {class}, {}{by}", card.personality)
}

/// The numbers that a figure fights with, in a line.
pub(super) fn card_numbers(card: &ArmyCard) -> String {
    format!(
        "Life {}, Move {}, Range {}, Attack {}, Defense {}",
        card.life, card.moves, card.range, card.attack, card.defense
    )
}

fn numbers(card: &ArmyCard) -> Vec<(String, String)> {
    let figures = match (card.figures, card.spaces) {
        (figures, 1) => figures.to_string(),
        (figures, spaces) => format!("{figures} on {spaces} spaces"),
    };
    [
        ("figures", figures),
        ("Life", card.life.to_string()),
        ("Move", card.moves.to_string()),
        ("Range", card.range.to_string()),
        ("Attack", card.attack.to_string()),
        ("Defense", card.defense.to_string()),
        ("Height", format!("{} {}", card.size.name(), card.height)),
        ("points", card.points.to_string()),
    ]
    .map(|(what, number)| (what.to_string(), number))
    .to_vec()
}

impl NamedPower {
    /// What it does: in the data's words, or else in those of its abilities.
    pub(crate) fn words(&self) -> String {
        if !self.says.is_empty() {
            return self.says.clone();
        }
        self.does.iter().map(Power::says).collect::<Vec<_>>().join("; ")
    }
}

impl Power {
    /// What it does, with its numbers.
    pub(crate) fn says(&self) -> String {
        match self {
            Power::Climb { times, plus: 0 } => {
                format!("counts {times} times its Height for climbing and falling")
            }
            Power::ExtraAttacks(extra) => {
                let mut words = format!("attacks {} more a turn", times(extra.count));
                if extra.different_targets {
                    words += ", each at another target";
                }
                if extra.adjacent_only {
                    words += ", then only adjacent figures";
                }
                if extra.attack_dice != 0 {
                    words += &format!(", then {:+} attack dice", extra.attack_dice);
                }
                words
            }
            Power::CounterStrike(counter) => {
                let mut words = format!(
                    "against normal attacks of {} shields beyond the skulls wound the attacker",
                    against(counter.against)
                );
                if !counter.immune_class.is_empty() {
                    words += &format!(", but no {}", counter.immune_class.join(" and no "));
                }
                words
            }
            Power::SpecialAttack(special) => special_words(special),
            power => {
                let ability = power.ability();
                let known =
                    crate::tables::abilities::Ability::ALL.iter().find(|row| row.0 == ability);
                known.map_or(String::new(), |(_, _, says)| (*says).to_string())
            }
        }
    }
}

/// What a power does that an action uses, in the words of its card or glyph.
pub(crate) fn action_meaning(game: &HeroScape, state: &State, action: &Action) -> Option<String> {
    let power = match action {
        Action::Use { power, .. } => *power,
        Action::Special { attacker, power, .. } => {
            let card = state.copy(state.figures.get(attacker.index())?.copy).card;
            game.special_ref(card, *power)?
        }
        _ => return None,
    };
    let says = match power.on {
        Printed::Card(card) => {
            let named = usize::from(game.power_number(power));
            game.catalog.card(card).powers.get(named)?.words()
        }
        Printed::Glyph(glyph) => game.catalog.glyphs.get(usize::from(glyph.0))?.says.clone(),
    };
    Some(says).filter(|says| !says.is_empty())
}

fn against(whom: Against) -> &'static str {
    match whom {
        Against::Adjacent => "adjacent figures",
        Against::NotAdjacent => "figures that are not adjacent",
        Against::Any => "any figure",
    }
}

fn times(count: u8) -> String {
    if count == 1 { "once".to_string() } else { format!("{count} times") }
}

fn special_words(special: &SpecialAttack) -> String {
    let whom = match special.shape {
        Shape::Single => "one figure".to_string(),
        Shape::TargetAndAdjacent => "one figure and all adjacent to it".to_string(),
        Shape::TargetAndBothAdjacent => {
            "one figure and all adjacent to both it and the attacker".to_string()
        }
        Shape::TargetAndOthers if special.reach == 0 => {
            format!("one figure and up to {} adjacent to it", special.others)
        }
        Shape::TargetAndOthers => {
            let (others, reach) = (special.others, special.reach);
            format!("one figure and up to {others} within {reach} clear sight spaces of it")
        }
        Shape::TargetAndLine => {
            format!("one figure and all on {} spaces in a straight line from it", special.length)
        }
        Shape::AllAdjacent => "all adjacent figures".to_string(),
        Shape::Line => format!("all figures on a straight line of {} spaces", special.length),
        Shape::SkullsAround => format!(
            "each skull for any figure within {} clear sight spaces of the one it is used on",
            special.reach
        ),
    };
    let range = special.range.map_or(String::new(), |range| format!("Range {range}, "));
    let mut words = format!("{range}{} dice, {whom}", special.dice);
    if special.attacks > 1 {
        words += &format!(", {} a turn", times(special.attacks));
    }
    if special.different_targets {
        words += ", each at another target";
    }
    if special.shared_roll {
        words += ", one roll for all";
    }
    if special.affects_self {
        words += ", itself included";
    }
    if !special.needs_sight {
        words += ", without line of sight";
    }
    if special.destroys_target {
        words += "; the figure it is used on is destroyed afterwards";
    }
    words
}

/// What is on an army card.
/// What is on a card: that of the name, of a fielded card or figure called so, or the only one with it in its name.
pub(super) fn answer_card(game: &HeroScape, state: &State, name: &str) -> Result<Answer, Slip> {
    let fielded = || {
        let copy = nouns::copy_or_slip(game, state, None, name).ok();
        let figure = || Some(state.figure(nouns::figure_or_slip(game, state, name).ok()?).copy);
        copy.or_else(figure).map(|copy| state.copy(copy).card)
    };
    let card = match game.catalog.card_named(name).or_else(fielded) {
        Some(card) => card,
        None => {
            let mut names = Names::of("card");
            for (at, card) in game.catalog.cards.iter().enumerate() {
                names.add(card.id.as_str(), CardId(at as u16));
                names.also(&card.name, CardId(at as u16));
            }
            names.find(name)?
        }
    };
    let entry = card_entry(game.catalog.card(card));
    let mut rows = vec![["field", "value"].map(String::from).to_vec()];
    rows.extend(entry.numbers.iter().map(|(what, number)| vec![what.clone(), number.clone()]));
    for power in &entry.powers {
        let what = if power.built { "power" } else { "power that players keep" };
        rows.push(vec![what.to_string(), format!("{}: {}", power.name, power.says)]);
    }
    let headline = format!("{}, {}", entry.title, entry.says);
    Ok(Answer { headline, rows, ..Answer::default() })
}
