//! Whom special attacks may be aimed at, and whom they affect (HS-7.7).

use super::super::lob;
use super::{
    challengers, check_attacker, check_challenge, check_engagement, check_guarded, check_range,
    check_sight, check_target, range_of,
};
use crate::position::action::Aim;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::known::Part;
use crate::position::state::{Attack, FigureId, FigureSet, State};
use crate::rules::blow::{attacks_of, special_of};
use crate::rules::holds::Parties;
use crate::rules::{activation, holds, sight};
use crate::steps::power;
use crate::tables::abilities::{Shape, SpecialAttack};
use crate::tables::rule::Rule;
use std::cmp::Reverse;
use umpire_core::hex::{Side, SpaceId};
use umpire_core::ruling::{Broken, Explain, Fact, Silent};

/// The figures of its card that may join an attacker in a special attack made together and attack in this turn, those that
/// stand highest first: the lowest of all who attack counts for the height of the defender.
pub(in crate::steps::attack) fn joiners(
    game: &HeroScape,
    state: &State,
    (attacker, target): (FigureId, FigureId),
    power: u8,
    special: &SpecialAttack,
) -> Vec<FigureId> {
    let range = range_of(game, state, attacker, special);
    let level = |id| state.spaces(id).map(|its| game.ground.level(its.lead));
    let mut able: Vec<FigureId> = activation::servants_of(game, state, attacker)
        .filter(|id| *id != attacker && !state.turn.attackers.contains(*id))
        .filter(|id| !power::may_not_attack(game, state, *id))
        .filter(|id| {
            let adjacent = game.adjacent(state, *id, target);
            let reaches = if range == 1 {
                adjacent
            } else {
                game.range(state, *id, target).is_some_and(|found| found <= range)
                    && (adjacent || sight::sees(game, state, *id, target, Part::HitZone))
            };
            let even = !special.joined_same_level || level(*id) == level(attacker);
            let near = !special.joined_adjacent || game.adjacent(state, *id, attacker);
            let aimed = [target].into_iter().collect();
            reaches
                && even
                && near
                && check_guarded(game, state, *id, target, Some(power), &mut Silent).is_ok()
                && check_engagement(game, state, *id, &aimed, &mut Silent).is_ok()
                && holds::holds_all(game, state, Parties::alone(*id), &special.when)
        })
        .collect();
    able.sort_by_key(|id| Reverse(level(*id)));
    let mut together: FigureSet = [attacker].into_iter().collect();
    able.retain(|id| {
        let with = together.union([*id].into_iter().collect());
        let may = activation::may_join_together(game, state, with);
        if may {
            together = with;
        }
        may
    });
    able
}

/// The figures that may be added to an attack that takes some more than its target.
pub fn others(game: &HeroScape, state: &State, attack: &Attack) -> Vec<FigureId> {
    let Some(special) = attack.special.and_then(|at| special_of(game, state, attack.attacker, at))
    else {
        return Vec::new();
    };
    if special.shape == Shape::SkullsAround {
        return takers(game, state, attack);
    }
    let target = attack.target;
    state
        .all_figures()
        .map(|(id, _)| id)
        .filter(|id| {
            state.spaces(*id).is_some()
                && !attack.affected.contains(*id)
                && (*id != attack.attacker || special.affects_self)
        })
        .filter(|id| match special.reach {
            0 => game.adjacent(state, target, *id),
            reach => sight::within_clear_sight(game, state, target, *id, reach),
        })
        .filter(|id| {
            let filter = special.affects.as_ref();
            filter.is_none_or(|filter| holds::meets(game, state, attack.attacker, *id, filter))
        })
        .collect()
}

/// The figures that the next skull of an attack may go to: the first one goes to one engaged with the attacker, if it is
/// engaged, and to one that has to be attacked.
fn takers(game: &HeroScape, state: &State, attack: &Attack) -> Vec<FigureId> {
    let affected = || attack.affected.iter();
    if attack.taken.is_empty() {
        let musts = [challengers(game, state, attack.attacker)];
        let engaged = game.engaged_with(state, attack.attacker).into_iter().collect();
        for must in musts.into_iter().chain([engaged]) {
            let first: Vec<FigureId> = affected().filter(|id| must.contains(*id)).collect();
            if !first.is_empty() {
                return first;
            }
        }
    }
    affected().collect()
}

/// Whom a special attack affects.
pub(in crate::steps::attack) fn affected_by(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    special: &SpecialAttack,
    aim: Aim,
) -> FigureSet {
    let mut affected: FigureSet = match (special.shape, aim) {
        (Shape::Single, Aim::Figure(target)) => [target].into_iter().collect(),
        (Shape::TargetAndAdjacent, Aim::Figure(target)) => {
            let around = game.adjacent_figures(state, target);
            around.into_iter().chain([target]).collect()
        }
        (Shape::TargetAndOthers, Aim::Figure(target)) => [target].into_iter().collect(),
        (Shape::TargetAndBothAdjacent, Aim::Figure(target)) => {
            let around = game.adjacent_figures(state, attacker).into_iter();
            around.filter(|id| game.adjacent(state, target, *id)).chain([target]).collect()
        }
        (Shape::TargetAndLine, Aim::FigureLine(target, side)) => {
            let spaces = state.spaces(target).into_iter().flat_map(Footprint::spaces);
            let beyond =
                spaces.flat_map(|from| on_line(game, state, attacker, special, from, side));
            beyond.chain([target]).collect()
        }
        (Shape::AllAdjacent, Aim::Around) => {
            game.adjacent_figures(state, attacker).into_iter().collect()
        }
        (Shape::SkullsAround, Aim::Figure(target)) => {
            let near = |id: &FigureId| {
                *id != target && sight::within_clear_sight(game, state, target, *id, special.reach)
            };
            state.all_figures().map(|(id, _)| id).filter(near).collect()
        }
        (Shape::Line, Aim::Line(from, side)) => {
            on_line(game, state, attacker, special, from, side).into_iter().collect()
        }
        _ => FigureSet::default(),
    };
    if !special.affects_self {
        affected.remove(attacker);
    }
    let named = match aim {
        Aim::Figure(target) | Aim::FigureLine(target, _) => Some(target),
        _ => None,
    };
    if let Some(filter) = &special.affects {
        let spared: Vec<FigureId> = affected
            .iter()
            .filter(|id| Some(*id) != named && !holds::meets(game, state, attacker, *id, filter))
            .collect();
        spared.into_iter().for_each(|id| affected.remove(id));
    }
    affected
}

/// Whom the special attack of a figure's card affects; nobody where its card has no such power.
pub fn affected(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    power: u8,
    aim: Aim,
) -> FigureSet {
    let special = special_of(game, state, attacker, power);
    special
        .map_or_else(FigureSet::default, |special| affected_by(game, state, attacker, special, aim))
}

/// Figures on a straight line of hexes, in sight where that is asked for, up to the first hex without a space (HS-7.7.4).
fn on_line(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    special: &SpecialAttack,
    from: SpaceId,
    side: Side,
) -> Vec<FigureId> {
    let board = &game.ground.board;
    let mut found = Vec::new();
    let mut hex = board.space(from).hex;
    for _ in 0..special.length {
        let Some(next) = board.neighbour(hex, side) else { break };
        hex = next;
        let spaces = board.spaces_on(hex);
        if spaces.is_empty() {
            break;
        }
        for space in spaces {
            let Some(figure) = state.occupant(*space).filter(|figure| *figure != attacker) else {
                continue;
            };
            let seen = !special.line_needs_sight
                || sight::sees(game, state, attacker, figure, Part::HitZone);
            if seen && !found.contains(&figure) {
                found.push(figure);
            }
        }
    }
    found
}

/// Nothing where a special attack is aimed as its card says (HS-7.7.4), else how it would be.
pub(crate) fn misaimed(special: &SpecialAttack, aim: Aim) -> Option<String> {
    let (fits, so) = match special.shape {
        Shape::Single
        | Shape::TargetAndAdjacent
        | Shape::TargetAndOthers
        | Shape::TargetAndBothAdjacent
        | Shape::SkullsAround => {
            (matches!(aim, Aim::Figure(_)), "at a figure, as `FIGURE uses POWER on FIGURE`")
        }
        Shape::TargetAndLine => (
            matches!(aim, Aim::FigureLine(..)),
            "at a figure and beyond it, as `FIGURE uses POWER on FIGURE SIDE`",
        ),
        Shape::AllAdjacent => {
            (matches!(aim, Aim::Around), "at all adjacent figures, as `FIGURE uses POWER around`")
        }
        Shape::Line => (
            matches!(aim, Aim::Line(..)),
            "along a line from a space, as `FIGURE uses POWER from SPACE SIDE`",
        ),
    };
    (!fits).then(|| format!("{} is aimed in another way: {so}", special.name))
}

/// Judges a special attack.
pub fn check_special<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    power: u8,
    aim: Aim,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_attacker(game, state, attacker, Some(power), why)?;
    let special = special_of(game, state, attacker, power);
    why.need(Rule::SpecialAttackChoice, special.is_some(), || {
        let name = game.figure_name(state, attacker);
        Fact::says(format!("the card of {name} has no such special attack"))
    })?;
    let Some(special) = special else { return Err(Broken(Rule::SpecialAttackChoice)) };
    let misaimed = misaimed(special, aim);
    why.need(Rule::SpecialAttackShapes, misaimed.is_none(), || {
        Fact::says(misaimed.clone().unwrap_or_default())
    })?;
    let opponent = match aim {
        Aim::Figure(target) | Aim::FigureLine(target, _) => {
            Some(target).filter(|target| target.index() < state.figures.len())
        }
        Aim::Line(..) | Aim::Around => None,
    };
    check_text(game, state, (attacker, power), special, opponent, why)?;
    match aim {
        Aim::Figure(target) if !special.shape.targets() => {
            check_wanted(game, state, (attacker, target), special, why)?;
        }
        Aim::Figure(target) | Aim::FigureLine(target, _) => {
            check_target(game, state, attacker, target, why)?;
            check_special_target(game, state, (attacker, target), power, special, why)?;
        }
        Aim::Line(from, _) => {
            let own = state
                .spaces(attacker)
                .into_iter()
                .flat_map(Footprint::spaces)
                .any(|space| space == from);
            why.need(Rule::SpecialAttackShapes, own, || {
                Fact::says("the line starts from a space of the attacker")
            })?;
        }
        Aim::Around => {}
    }
    let affected = affected_by(game, state, attacker, special, aim);
    why.need(Rule::SpecialAttackShapes, !affected.is_empty(), || {
        Fact::says(format!("{} would affect nobody", special.name))
    })?;
    if !special.shape.targets() {
        check_challenge(game, state, attacker, &affected, why)?;
    }
    check_engagement(game, state, attacker, &affected, why)
}

/// What a special attack asks for whomever it is aimed at: that it is not spent, and its circumstances.
fn check_text<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    (attacker, power): (FigureId, u8),
    special: &SpecialAttack,
    opponent: Option<FigureId>,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let copy = state.copy(state.figure(attacker).copy);
    let this_turn = state.turn.attacks.iter().any(|made| {
        made.special == Some(power) && state.figure(made.figure).copy == state.figure(attacker).copy
    });
    // The marker is the card's: all its figures use it up in one turn.
    let gone = copy.used_in_game >> (24 + power % 8) & 1 == 1 && !this_turn;
    let spent =
        special.once_a_game && (gone || state.figure(attacker).spent >> (power % 8) & 1 == 1);
    why.require(Rule::PowersOfOwnCard, !spent, || {
        Fact::says(format!("{} is used once a game", special.name))
    })?;
    let parties = Parties { opponent, ..Parties::alone(attacker) };
    let held = holds::holds_all(game, state, parties, &special.when);
    let further = attacks_of(state, attacker).next().is_some();
    let held = held && (!further || holds::holds_all(game, state, parties, &special.again_if));
    why.require(Rule::PowersOfOwnCard, held, || {
        Fact::says(format!("what {} asks for does not hold", special.name))
    })
}

/// Judges what a special attack on one figure says against a door, beside the attacker or farther off. A door is no figure:
/// whose text asks which figure it is, or who stands round it, is not made on one.
pub(in crate::steps) fn check_special_on_door<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    (attacker, power): (FigureId, u8),
    special: &SpecialAttack,
    beside: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_text(game, state, (attacker, power), special, None, why)?;
    let mut made = attacks_of(state, attacker).peekable();
    let of_figures = special.only.is_some()
        || special.joined.is_some()
        || (special.leaps_on && made.peek().is_some());
    why.require(Rule::PowersOfOwnCard, !of_figures, || {
        Fact::says(format!("{} is made on figures alone", special.name))
    })?;
    why.require(Rule::PowersOfOwnCard, !(special.not_adjacent && beside), || {
        Fact::says(format!("{} may not be aimed at what is adjacent", special.name))
    })?;
    // A door is one target: the attacker stands for it.
    let again = special.different_targets && made.any(|made| made.target == attacker);
    why.require(Rule::PowersOfOwnCard, !again, || {
        Fact::says("each attack of this power takes another target")
    })
}

/// Judges whether a special attack may be aimed at a figure by what its text says of that.
fn check_wanted<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    (attacker, target): (FigureId, FigureId),
    special: &SpecialAttack,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let wanted = special
        .only
        .as_ref()
        .is_none_or(|filter| holds::meets(game, state, attacker, target, filter));
    let near = special.not_adjacent && game.adjacent(state, attacker, target);
    why.require(Rule::PowersOfOwnCard, wanted && !near, || {
        let name = game.figure_name(state, target);
        Fact::says(format!("{} may not be aimed at {name}", special.name))
    })
}

fn check_special_target<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    (attacker, target): (FigureId, FigureId),
    power: u8,
    special: &SpecialAttack,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let adjacent = game.adjacent(state, attacker, target);
    check_guarded(game, state, attacker, target, Some(power), why)?;
    let last = attacks_of(state, attacker).last().filter(|_| special.leaps_on);
    if let Some(last) = last {
        let beside = last.beside.contains(target);
        why.require(Rule::PowersOfOwnCard, beside, || {
            let name = game.figure_name(state, target);
            Fact::says(format!("{name} was not adjacent to the last figure attacked"))
        })?;
        let fresh = attacks_of(state, attacker).all(|made| made.target != target);
        return why.require(Rule::PowersOfOwnCard, fresh, || {
            Fact::says("this power attacks no figure twice in a turn")
        });
    }
    check_wanted(game, state, (attacker, target), special, why)?;
    let level = |id| state.spaces(id).map_or(0, |its| game.ground.level(its.lead));
    let rise = level(target) - level(attacker);
    let within = special.levels.is_none_or(|levels| rise.abs() <= levels);
    why.require(Rule::PowersOfOwnCard, within, || {
        let most = special.levels.unwrap_or(0);
        Fact::says(format!("{} reaches no more than {most} levels", special.name))
            .at_most(rise.abs(), most)
    })?;
    if let Some(most) = special.lob {
        let rise = lob::rise(game, state, attacker, target).unwrap_or(rise);
        why.require(Rule::LobbedAttacks, rise <= most, || {
            let name = game.figure_name(state, target);
            let says = format!(
                "{} is thrown {most} levels high at most, the way to {name} rises {rise}",
                special.name
            );
            Fact::says(says).at_most(rise, most)
        })?;
    }
    let alone = !special.joined_alone || state.turn.attackers.is_empty();
    why.require(Rule::PowersOfOwnCard, alone, || {
        Fact::says(format!("{} is made by the first to attack in a turn", special.name))
    })?;
    if let Some(count) = special.joined {
        let joined = joiners(game, state, (attacker, target), power, special).len() + 1;
        why.require(Rule::PowersOfOwnCard, joined >= usize::from(count), || {
            Fact::says(format!("{count} figures make {} together", special.name))
                .at_least(joined as i64, count)
        })?;
    }
    let range = range_of(game, state, attacker, special);
    check_range(game, state, (attacker, target), range, adjacent, why)?;
    if special.needs_sight {
        check_sight(game, state, (attacker, target), adjacent, why)?;
    }
    let again = special.different_targets
        && attacks_of(state, attacker).any(|a| a.special == Some(power) && a.target == target);
    why.require(Rule::PowersOfOwnCard, !again, || {
        Fact::says("each attack of this power takes another target")
    })
}
