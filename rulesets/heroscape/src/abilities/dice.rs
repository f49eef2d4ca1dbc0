//! Extra dice and Range: height, glyphs, abilities of the card, auras of others (HS-7.5.8).

use super::{Ability, Against, Aura, Power, When, Whom, Within};
use crate::edition::GreatHeight;
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{FigureId, State};
use umpire_core::ruling::Explain;

/// An attack, as far as dice depend on it.
#[derive(Debug, Clone, Copy)]
pub struct Blow {
    /// Who attacks.
    pub attacker: FigureId,
    /// Who defends.
    pub defender: FigureId,
    /// Which special attack; none for a normal one.
    pub special: Option<u8>,
    /// Whether it is one of the attacker's further attacks of this turn.
    pub further: bool,
}

/// The number of attack dice and what it is made of; never below 0 (HS-7.5.7).
pub fn attack_modifiers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    blow: Blow,
    why: &mut E,
) -> i32 {
    let card = game.card(state, blow.attacker);
    if let Some(special) = blow.special.and_then(|at| game.specials(card).nth(at.into())) {
        let dice = i32::from(special.dice);
        why.modifier(Rule::SpecialAttackDice, dice, || {
            format!("dice of {}, which nothing changes", special.name)
        });
        return dice;
    }
    let mut dice = card.attack;
    why.modifier(Rule::AttackSteps, dice, || format!("Attack of {}", card.name));
    for power in &card.abilities {
        dice += own_attack_bonus(game, state, blow, power, why);
    }
    dice += auras(game, state, blow.attacker, why, Rule::Ability(Ability::Aura), |aura| {
        // Special attacks have already left above.
        aura.attack_dice
    });
    let seat = state.figure(blow.attacker).controller;
    for (rule, glyph, space) in game.glyphs_for(state, seat) {
        if glyph.attack_dice != 0 && game.glyph_reaches(glyph, card) {
            dice += glyph.attack_dice;
            why.modifier(rule, glyph.attack_dice, || {
                format!("glyph held at {}", game.ground.name(space))
            });
        }
    }
    dice += height_advantage(game, state, blow.attacker, blow.defender, why);
    floor(dice, why)
}

fn floor<E: Explain<Rule>>(dice: i32, why: &mut E) -> i32 {
    if dice < 0 {
        why.modifier(Rule::DiceFloor, -dice, || "never fewer than no dice".to_string());
    }
    dice.max(0)
}

fn own_attack_bonus<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    blow: Blow,
    power: &Power,
    why: &mut E,
) -> i32 {
    match power {
        Power::AttackBonus(bonus) => {
            let (times, says) = match bonus.when {
                When::AdjacentTarget => (
                    i32::from(game.adjacent(state, blow.attacker, blow.defender)),
                    "the target is adjacent",
                ),
                When::TargetNotAdjacentAtTurnStart => {
                    let pair = (blow.attacker, blow.defender);
                    let near = state.turn.adjacent_at_start.contains(&pair);
                    (i32::from(!near), "the target was not adjacent when the turn began")
                }
                When::TargetWoundedPerMarker => (
                    i32::from(state.figure(blow.defender).wounds),
                    "wound markers of the target itself",
                ),
            };
            let dice = (bonus.dice * times).min(bonus.max.unwrap_or(i32::MAX));
            if dice != 0 {
                let rule = match bonus.when {
                    When::TargetWoundedPerMarker => Rule::WoundsOfSquadFigures,
                    _ => Rule::Ability(Ability::AttackBonus),
                };
                why.modifier(rule, dice, || says.to_string());
            }
            dice
        }
        Power::ExtraAttacks(extra) if blow.further && extra.attack_dice != 0 => {
            let rule = Rule::Ability(Ability::ExtraAttacks);
            why.modifier(rule, extra.attack_dice, || "a further attack of its power".to_string());
            extra.attack_dice
        }
        _ => 0,
    }
}

/// The number of defense dice and what it is made of; never below 0.
pub fn defense_modifiers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    blow: Blow,
    why: &mut E,
) -> i32 {
    let card = game.card(state, blow.defender);
    let mut dice = card.defense;
    why.modifier(Rule::AttackSteps, dice, || format!("Defense of {}", card.name));
    let adjacent = game.adjacent(state, blow.attacker, blow.defender);
    let normal = blow.special.is_none();
    for power in &card.abilities {
        let Power::DefenseBonus(bonus) = power else { continue };
        let holds = (bonus.against == Against::Adjacent) == adjacent;
        if holds && (normal || !bonus.normal_only) {
            dice += bonus.dice;
            why.modifier(Rule::Ability(Ability::DefenseBonus), bonus.dice, || {
                let word = if adjacent { "adjacent" } else { "not adjacent" };
                format!("the attacker is {word}")
            });
        }
    }
    let rule = Rule::Ability(Ability::Aura);
    dice += auras(game, state, blow.defender, why, rule, |aura| {
        if normal || !aura.normal_only { aura.defense_dice } else { 0 }
    });
    let seat = state.figure(blow.defender).controller;
    for (rule, glyph, space) in game.glyphs_for(state, seat) {
        let holds = normal || !glyph.normal_only;
        if glyph.defense_dice != 0 && holds && game.glyph_reaches(glyph, card) {
            dice += glyph.defense_dice;
            why.modifier(rule, glyph.defense_dice, || {
                format!("glyph held at {}", game.ground.name(space))
            });
        }
    }
    dice += jungle_cover(game, state, blow.defender, adjacent, why);
    dice += height_advantage(game, state, blow.defender, blow.attacker, why);
    floor(dice, why)
}

/// A die for small and medium figures beside a jungle piece (HS-5.9.2).
fn jungle_cover<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    defender: FigureId,
    adjacent: bool,
    why: &mut E,
) -> i32 {
    use crate::catalog::Size;
    let small = matches!(game.card(state, defender).size, Size::Small | Size::Medium);
    let spaces = state.spaces(defender).into_iter().flat_map(crate::game::both);
    let beside = spaces.into_iter().any(|space| game.ground.at(space).jungle);
    if adjacent || !small || !beside {
        return 0;
    }
    why.modifier(Rule::JungleCover, 1, || "beside a jungle piece".to_string());
    1
}

/// Extra dice of the higher of two figures (HS-7.6.1, HS-7.6.2).
pub fn height_advantage<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    roller: FigureId,
    opponent: FigureId,
    why: &mut E,
) -> i32 {
    let level = |figure| game.stands(state, figure).map(|(lead, _)| game.ground.level(lead));
    let (Some(own), Some(other)) = (level(roller), level(opponent)) else { return 0 };
    let above = own - other;
    let from = match game.edition.great_height_over {
        GreatHeight::LowerBase => 10,
        GreatHeight::LowerTop => 10 + game.card(state, opponent).height,
    };
    match above {
        ..=0 => 0,
        above if above >= from => {
            why.modifier(Rule::GreatHeightAdvantage, 2, || {
                format!("{above} levels higher: {own} over {other}")
            });
            2
        }
        _ => {
            why.modifier(Rule::HeightAdvantage, 1, || {
                format!("on the higher level: {own} over {other}")
            });
            1
        }
    }
}

/// The Range of a figure's normal attacks.
pub fn range_modifiers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    why: &mut E,
) -> u16 {
    let card = game.card(state, figure);
    let mut range = i32::from(card.range);
    why.modifier(Rule::Range, range, || format!("Range of {}", card.name));
    let rule = Rule::Ability(Ability::Aura);
    range += auras(game, state, figure, why, rule, |aura| i32::from(aura.range));
    for (rule, glyph, space) in game.glyphs_for(state, state.figure(figure).controller) {
        if glyph.range != 0 && game.glyph_reaches(glyph, card) {
            range += i32::from(glyph.range);
            why.modifier(rule, glyph.range.into(), || {
                format!("glyph held at {}", game.ground.name(space))
            });
        }
    }
    range.clamp(1, i32::from(u16::MAX)) as u16
}

/// What the auras that reach a figure add, by what `amount` reads of each.
pub fn auras<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    why: &mut E,
    rule: Rule,
    amount: impl Fn(&Aura) -> i32,
) -> i32 {
    let mut sum = 0;
    for (source, _) in state.all_figures() {
        if state.spaces(source).is_none() {
            continue;
        }
        for power in &game.card(state, source).abilities {
            let Power::Aura(aura) = power else { continue };
            let adds = amount(aura);
            if adds != 0 && aura_reaches(game, state, source, figure, aura) {
                sum += adds;
                why.modifier(rule, adds, || {
                    format!("power of {}", game.figure_name(state, source))
                });
            }
        }
    }
    sum
}

fn aura_reaches(
    game: &HeroScape,
    state: &State,
    source: FigureId,
    figure: FigureId,
    aura: &Aura,
) -> bool {
    let (of, on) = (state.figure(source).controller, state.figure(figure).controller);
    let whom = match aura.who {
        Whom::Own => of == on,
        Whom::Friends => state.friends(of, on),
        Whom::Enemies => !state.friends(of, on),
    };
    if !whom || (source == figure && aura.not_self) {
        return false;
    }
    if !game.card(state, figure).meets(&aura.condition) {
        return false;
    }
    match aura.within {
        Within::Adjacent => game.adjacent(state, source, figure),
        Within::ClearSight(_) if source == figure => true,
        Within::ClearSight(spaces) => game.within_clear_sight(state, source, figure, spaces),
    }
}
