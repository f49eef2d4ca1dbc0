//! Extra dice and Range: height, glyphs, modifiers of cards (HS-7.5.8).

use super::holds::Parties;
use crate::position::game::HeroScape;
use crate::position::state::{FigureId, State, What};
use crate::rules::blow::Blow;
use crate::rules::{defense, holds};
use crate::tables::abilities::{Ability, Count, Modifier, Number, Power, SpecialAttack};
use crate::tables::edition::GreatHeight;
use crate::tables::rule::Rule;
use umpire_core::ruling::Explain;

/// The number of attack dice and what it is made of; never below 0 (HS-7.5.7).
pub fn attack_modifiers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    blow: Blow,
    why: &mut E,
) -> i32 {
    let defender = Some(blow.defender);
    if let Some(special) = special_of(game, state, blow) {
        return special_dice(game, state, blow, (special, defender), why);
    }
    let dice = normal_dice(game, state, blow, defender, why)
        + height_advantage(game, state, blow.attacker, blow.defender, why);
    floor(dice, why)
}

/// The number of attack dice against what is no figure, of which the blow names none, without those of height.
pub fn attack_on_no_figure<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    blow: Blow,
    why: &mut E,
) -> i32 {
    match special_of(game, state, blow) {
        Some(special) => special_dice(game, state, blow, (special, None), why),
        None => normal_dice(game, state, blow, None, why),
    }
}

/// Dice of a normal attack but for those of height.
fn normal_dice<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    blow: Blow,
    defender: Option<FigureId>,
    why: &mut E,
) -> i32 {
    let card = game.card(state, blow.attacker);
    let mut dice = card.attack;
    why.modifier(Rule::AttackSteps, dice, || format!("Attack of {}", card.name));
    let parties = Parties { opponent: defender, ..Parties::alone(blow.attacker) };
    dice += modifiers(game, state, Number::Attack, parties, why);
    if let Some(extra) = game.extra_attacks(state, blow.attacker)
        && blow.further
        && extra.attack_dice != 0
    {
        let rule = Rule::Ability(Ability::ExtraAttacks);
        why.modifier(rule, extra.attack_dice, || "a further attack of its power".to_string());
        dice += extra.attack_dice;
    }
    let seat = state.figure(blow.attacker).controller;
    for (rule, glyph, space) in game.glyphs_for(state, seat) {
        if glyph.attack_dice != 0 && game.glyph_reaches(glyph, card) {
            dice += glyph.attack_dice;
            why.modifier(rule, glyph.attack_dice, || {
                format!("glyph held at {}", game.ground.name(space))
            });
        }
    }
    dice
}

/// Dice of a special attack: its own, and what its own text adds (HS-7.7.2).
fn special_dice<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    blow: Blow,
    (special, defender): (&SpecialAttack, Option<FigureId>),
    why: &mut E,
) -> i32 {
    let rule = Rule::SpecialAttackDice;
    let mut dice = i32::from(blow.chosen.unwrap_or(special.dice));
    why.modifier(rule, dice, || format!("dice of {}, which nothing else changes", special.name));
    let parties =
        Parties { opponent: defender, special: blow.special, ..Parties::alone(blow.attacker) };
    let mut add = |number: i32, says: &str| {
        if number != 0 {
            dice += number;
            why.modifier(rule, number, || says.to_string());
        }
    };
    if let Some(count) = &special.per {
        let most = special.per_max.map_or(i32::MAX, i32::from);
        add(holds::count(game, state, parties, count).min(most), "counted by its text");
    }
    for more in &special.more_dice {
        let against = more.against.as_ref().is_none_or(|filter| {
            defender
                .is_some_and(|defender| holds::meets(game, state, blow.attacker, defender, filter))
        });
        if against && holds::holds_all(game, state, parties, &more.when) {
            add(more.dice, "by its text");
        }
    }
    add(-i32::from(special.fewer_each) * i32::from(blow.before), "fewer for each attack before");
    floor(dice, why)
}

fn floor<E: Explain<Rule>>(dice: i32, why: &mut E) -> i32 {
    if dice < 0 {
        why.modifier(Rule::DiceFloor, -dice, || "never fewer than no dice".to_string());
    }
    dice.max(0)
}

/// The special attack that is made, if it is one.
fn special_of<'g>(game: &'g HeroScape, state: &State, blow: Blow) -> Option<&'g SpecialAttack> {
    blow.special.and_then(|at| game.specials(game.card(state, blow.attacker)).nth(at.into()))
}

/// The special attack that is made, where its own text leaves the defender no defense dice.
fn denies_defense<'g>(game: &'g HeroScape, state: &State, blow: Blow) -> Option<&'g SpecialAttack> {
    special_of(game, state, blow).filter(|special| special.no_defense).filter(|special| {
        let whom = special.no_defense_of.as_ref();
        whom.is_none_or(|filter| holds::meets(game, state, blow.attacker, blow.defender, filter))
    })
}

/// What lets the defender roll no defense dice at all, if anything does: the special attack, or another power.
pub fn no_defense(game: &HeroScape, state: &State, blow: Blow) -> Option<Rule> {
    if denies_defense(game, state, blow).is_some() {
        return Some(Rule::Ability(Ability::SpecialAttack));
    }
    defense::rolls_no_defense(game, state, blow.attacker, blow.defender, blow.special)
        .then_some(Rule::Ability(Ability::Trigger))
}

/// The number of defense dice and what it is made of; never below 0.
pub fn defense_modifiers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    blow: Blow,
    why: &mut E,
) -> i32 {
    let card = game.card(state, blow.defender);
    let special = special_of(game, state, blow);
    let rule = Rule::Ability(Ability::SpecialAttack);
    if let Some(rule) = no_defense(game, state, blow) {
        why.modifier(rule, 0, || match denies_defense(game, state, blow) {
            Some(special) => format!("{} leaves no defense dice", special.name),
            None => "a power has left it no defense dice".to_string(),
        });
        return 0;
    }
    let mut dice = card.defense;
    why.modifier(Rule::AttackSteps, dice, || format!("Defense of {}", card.name));
    let adjacent = game.adjacent(state, blow.attacker, blow.defender);
    let normal = blow.special.is_none();
    let parties = Parties {
        opponent: Some(blow.attacker),
        special: blow.special,
        ..Parties::alone(blow.defender)
    };
    dice += modifiers(game, state, Number::Defense, parties, why);
    if let Some(special) = special.filter(|special| special.defense != 0) {
        let reaches = special
            .defense_of
            .as_ref()
            .is_none_or(|filter| holds::meets(game, state, blow.attacker, blow.defender, filter));
        if reaches {
            dice += special.defense;
            why.modifier(rule, special.defense, || format!("against {}", special.name));
        }
    }
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
    dice += super::cover::cover(game, state, (blow.defender, blow.attacker), adjacent, why);
    dice += height_advantage(game, state, blow.defender, blow.attacker, why);
    let most = defense::most_defense(game, state, blow.attacker, blow.defender);
    if let Some(most) = most.filter(|most| i32::from(*most) < dice) {
        let less = i32::from(most) - dice;
        why.modifier(Rule::Ability(Ability::Trigger), less, || {
            format!("no more than {most} by a power")
        });
        dice += less;
    }
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
    use crate::tables::catalog::Size;
    let small = matches!(game.card(state, defender).size, Size::Small | Size::Medium);
    let spaces =
        state.spaces(defender).into_iter().flat_map(crate::position::footprint::Footprint::spaces);
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
    let level = |figure| game.stands(state, figure).map(|its| game.ground.level(its.lead));
    let (Some(own), Some(mut other)) = (level(roller), level(opponent)) else { return 0 };
    if let Some(attack) = state.attack.as_ref().filter(|attack| attack.attacker == opponent) {
        // Of several who attack together the lowest counts.
        other = attack.joined.iter().filter_map(level).fold(other, i16::min);
    }
    let above = own - other;
    let dice = dice_of_height(game, above, game.card(state, opponent).height);
    let Some((rule, dice)) = dice else { return 0 };
    why.modifier(rule, dice, || match dice {
        1 => format!("on the higher level: {own} over {other}"),
        _ => format!("{above} levels higher: {own} over {other}"),
    });
    dice
}

/// Dice of standing so many levels above what is that high, and their rule.
pub fn dice_of_height(game: &HeroScape, above: i16, lower_height: i16) -> Option<(Rule, i32)> {
    let great = match game.edition.great_height_over {
        GreatHeight::LowerBase => 10,
        GreatHeight::LowerTop => 10 + lower_height,
    };
    match above {
        ..=0 => None,
        above if above >= great => Some((Rule::GreatHeightAdvantage, 2)),
        _ => Some((Rule::HeightAdvantage, 1)),
    }
}

/// The Range of a figure's normal attacks, against a target where one is named.
pub fn range_modifiers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    target: Option<FigureId>,
    why: &mut E,
) -> u16 {
    let card = game.card(state, figure);
    let mut range = i32::from(card.range);
    why.modifier(Rule::Range, range, || format!("Range of {}", card.name));
    let parties = Parties { opponent: target, ..Parties::alone(figure) };
    range += modifiers(game, state, Number::Range, parties, why);
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

/// What powers add to a number of a figure: of its own card, of others that reach it, and what lasts.
pub fn modifiers<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    number: Number,
    parties: Parties,
    why: &mut E,
) -> i32 {
    let mut sum = 0;
    let figure = parties.figure;
    let rule = Rule::Ability(Ability::Modifier);
    for (at, power) in game.powers_where(state, figure, |its| its.changes(number)) {
        let Power::Modifier(modifier) = power else { continue };
        let adds = number.of(modifier);
        if adds == 0 || modifier.of.is_some() {
            continue;
        }
        let parties = Parties { source: figure, ..parties };
        let adds = amount(game, state, modifier, adds, parties);
        if adds != 0 {
            sum += adds;
            // Wounds of a squad figure are its own, not its mates' (HS-3.4.3).
            let rule = match modifier.per {
                Some(Count::OpponentWounds) => Rule::WoundsOfSquadFigures,
                _ => at.glyph().map_or(rule, |glyph| Rule::Glyph(glyph.0)),
            };
            why.modifier(rule, adds, || game.power_name(at));
        }
    }
    if game.any_in_play(state, |its| its.changes_for_others(number)) {
        sum += auras(game, state, number, parties, why);
    }
    for lasting in &state.lasting {
        let adds = lasting_amount(number, &lasting.what);
        if adds != 0 && game.lasts_on(state, lasting, figure) {
            sum += adds;
            let rule = match (lasting.by, number) {
                (Some(by), Number::Move) if by.glyph().is_none() => Rule::Running,
                (Some(by), _) => by.rule(),
                (None, _) => Rule::Ability(Ability::Trigger),
            };
            why.modifier(rule, adds, || {
                lasting.by.map_or_else(|| "for now".to_string(), |at| game.power_name(at))
            });
        }
    }
    sum
}

/// What something lasting adds to a number.
fn lasting_amount(number: Number, what: &What) -> i32 {
    let What::Numbers { attack, defense, moves, range } = what else { return 0 };
    match number {
        Number::Attack => i32::from(*attack),
        Number::Defense => i32::from(*defense),
        Number::Range => i32::from(*range),
        Number::Move => i32::from(*moves),
        _ => 0,
    }
}

fn auras<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    number: Number,
    parties: Parties,
    why: &mut E,
) -> i32 {
    let mut sum = 0;
    let mut once: smallvec::SmallVec<[crate::position::state::PowerRef; 4]> =
        smallvec::SmallVec::new();
    for (source, _) in state.all_figures() {
        let may = game.may_have(state, source, |its| its.changes_for_others(number));
        if !may || state.spaces(source).is_none() {
            continue;
        }
        for (at, power) in game.powers_of(state, source) {
            let Power::Modifier(modifier) = power else { continue };
            let (adds, Some(of)) = (number.of(modifier), &modifier.of) else { continue };
            if adds == 0 || (modifier.once && once.contains(&at)) {
                continue;
            }
            if !holds::meets(game, state, source, parties.figure, of) {
                continue;
            }
            let adds = amount(game, state, modifier, adds, Parties { source, ..parties });
            if adds != 0 {
                sum += adds;
                once.push(at);
                why.modifier(Rule::Ability(Ability::Modifier), adds, || {
                    format!("{} of {}", game.power_name(at), game.figure_name(state, source))
                });
            }
        }
    }
    sum
}

/// What a modifier adds where it reaches: nothing if its circumstances do not hold.
fn amount(
    game: &HeroScape,
    state: &State,
    modifier: &Modifier,
    adds: i32,
    parties: Parties,
) -> i32 {
    if (modifier.normal_only && parties.special.is_some())
        || (modifier.special_only && parties.special.is_none())
    {
        return 0;
    }
    let against = modifier.against.as_ref().is_none_or(|filter| {
        parties
            .opponent
            .is_some_and(|other| holds::meets(game, state, parties.source, other, filter))
    });
    if !against || !holds::holds_all(game, state, parties, &modifier.when) {
        return 0;
    }
    let adds = match &modifier.per {
        Some(count) => adds * holds::count(game, state, parties, count),
        None => adds,
    };
    match modifier.max {
        Some(max) if adds > 0 => adds.min(max),
        Some(max) => adds.max(-max.abs()),
        None => adds,
    }
}
