//! Which attacks are legal, on what grounds, and whom a special attack affects (HS-7.1 to HS-7.4, HS-7.7).

use super::lob;
use crate::abilities::{
    Ability, Again, ExtraAttacks, Forbid, Parties, Power, Shape, SpecialAttack, range_modifiers,
};
use crate::action::{Action, Aim};
use crate::footprint::Footprint;
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::sight::Part;
use crate::state::{CopyId, FigureId, FigureSet, State, What};
use crate::steps::{self, Step, power, turn};
use umpire_core::game::Listing;
use umpire_core::hex::{Side, SpaceId};
use umpire_core::ruling::{Broken, Explain, Fact, Silent};

/// The attacks a figure has made in this turn.
pub(super) fn attacks_of(
    state: &State,
    figure: FigureId,
) -> impl Iterator<Item = &crate::state::Attacked> {
    state.turn.attacks.iter().filter(move |attacked| attacked.figure == figure)
}

/// Premises of any attack of a figure.
pub(in crate::steps) fn check_attacker<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    special: Option<u8>,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    turn::check_actor(game, state, attacker, true, why)?;
    if state.step() != Some(Step::Turn) {
        return Ok(());
    }
    let other_kind = attacks_of(state, attacker).any(|attacked| attacked.special != special);
    why.require(Rule::SpecialAttackChoice, !other_kind, || {
        let name = game.figure_name(state, attacker);
        Fact::says(format!("{name} has attacked in another way already, one excludes the other"))
    })?;
    why.require(
        Rule::Ability(Ability::Trigger),
        !power::may_not_attack(game, state, attacker),
        || {
            let name = game.figure_name(state, attacker);
            Fact::says(format!("a power keeps {name} from attacking this turn"))
        },
    )?;
    let silent = special.is_some() && state.copy(state.figure(attacker).copy).negated;
    why.require(Rule::PowersOfOwnCard, !silent, || {
        let name = game.figure_name(state, attacker);
        Fact::says(format!("all powers of {name} are negated, its special attacks too"))
    })?;
    let made = attacks_of(state, attacker).count();
    // Who used a power instead of attacking has made no attack and yet may not.
    let gave_up = made == 0 && state.turn.attackers.contains(attacker);
    why.require(Rule::WhoMayAttack, !gave_up, || {
        let name = game.figure_name(state, attacker);
        Fact::says(format!("{name} has had its attack of this turn, by a power or with others"))
    })?;
    let more: u16 = game
        .lasting_of(state, attacker)
        .map(|what| match what {
            What::MoreAttacks(more) => u16::from(*more),
            _ => 0,
        })
        .sum();
    let most = more
        + match special {
            None => {
                game.extra_attacks(state, attacker).map_or(0, |extra| u16::from(extra.count)) + 1
            }
            Some(at) => special_of(game, state, attacker, at)
                .map_or(0, |special| allowed(state, attacker, special)),
        };
    let rule = if most == 1 { Rule::WhoMayAttack } else { Rule::Ability(Ability::ExtraAttacks) };
    why.require(rule, made < usize::from(most), || {
        let name = game.figure_name(state, attacker);
        let times = if most == 1 { "once".to_string() } else { format!("{most} times") };
        Fact::says(format!("{name} attacks {times} a turn")).compared(made as i64 + 1, most)
    })
}

/// How many attacks with a special attack its power allows by now.
fn allowed(state: &State, attacker: FigureId, special: &SpecialAttack) -> u16 {
    let made = attacks_of(state, attacker).count() as u16;
    let last = attacks_of(state, attacker).last();
    if let Some(pool) = special.pool {
        return if state.turn.pool_spent < pool { made + 1 } else { made };
    }
    let earned = special.again.is_some_and(|again| {
        last.is_none_or(|last| match again {
            Again::Wounded => last.wounded,
            Again::Destroyed => last.destroyed,
            Again::Skulls(least) => last.skulls >= least,
            Again::AllSkulls => last.dice > 0 && last.skulls >= last.dice,
            Again::Symbol => last.symbols > 0,
        })
    });
    let base = u16::from(special.attacks);
    let by_wounds = special.again.is_some() && special.attacks > 1;
    match (earned, by_wounds) {
        // A chain of a bounded length goes on only while it is earned.
        (true, true) => base.min(made + 1),
        (true, false) => base.max(made + 1),
        (false, true) => base.min(made.max(1)),
        (false, false) => base,
    }
}

/// The Range of a special attack: its own, or the card's.
fn range_of(game: &HeroScape, state: &State, attacker: FigureId, special: &SpecialAttack) -> u16 {
    special.range.unwrap_or(game.card(state, attacker).range)
}

/// The figures of its card that may join an attacker in a special attack made together.
pub(super) fn joiners(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    target: FigureId,
    special: &SpecialAttack,
) -> Vec<FigureId> {
    let range = range_of(game, state, attacker, special);
    turn::servants_of(game, state, attacker)
        .filter(|id| *id != attacker && !state.turn.attackers.contains(*id))
        .filter(|id| {
            let adjacent = game.adjacent(state, *id, target);
            let reaches = if range == 1 {
                adjacent
            } else {
                game.range(state, *id, target).is_some_and(|found| found <= range)
                    && (adjacent || game.sees(state, *id, target, Part::HitZone))
            };
            let level = |id| state.spaces(id).map(|its| game.ground.level(its.lead));
            let even = !special.joined_same_level || level(*id) == level(attacker);
            let near = !special.joined_adjacent || game.adjacent(state, *id, attacker);
            reaches && even && near && game.holds_all(state, Parties::alone(*id), &special.when)
        })
        .collect()
}

/// The figures that may be added to an attack that takes some more than its target.
pub fn others(game: &HeroScape, state: &State, attack: &crate::state::Attack) -> Vec<FigureId> {
    let Some(special) = attack.special.and_then(|at| special_of(game, state, attack.attacker, at))
    else {
        return Vec::new();
    };
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
            reach => game.within_clear_sight(state, target, *id, reach),
        })
        .filter(|id| {
            let filter = special.affects.as_ref();
            filter.is_none_or(|filter| game.meets(state, attack.attacker, *id, filter))
        })
        .collect()
}

pub(in crate::steps) fn special_of<'g>(
    game: &'g HeroScape,
    state: &State,
    figure: FigureId,
    at: u8,
) -> Option<&'g SpecialAttack> {
    game.specials(game.card(state, figure)).nth(at.into())
}

/// Judges a normal attack.
pub fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    target: FigureId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_attacker(game, state, attacker, None, why)?;
    check_target(game, state, attacker, target, why)?;
    let adjacent = game.adjacent(state, attacker, target);
    check_engagement(game, state, attacker, &[target].into_iter().collect(), why)?;
    check_guarded(game, state, attacker, target, None, why)?;
    if state.step() == Some(Step::Turn) {
        check_further(game, state, attacker, target, adjacent, why)?;
    }
    let range = range_modifiers(game, state, attacker, Some(target), &mut Silent);
    check_range(game, state, (attacker, target), range, adjacent, why)?;
    check_sight(game, state, (attacker, target), adjacent, why)
}

/// Attacks on all adjacent figures.
const ALL_ADJACENT: ExtraAttacks = ExtraAttacks {
    count: 0,
    different_targets: true,
    adjacent_only: true,
    all_adjacent: true,
    attack_dice: 0,
    fewer_per_wound: false,
    while_active: false,
};

/// Powers of a target that keep attackers off, and of others that draw them.
fn check_guarded<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    target: FigureId,
    special: Option<u8>,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let name = |id| game.figure_name(state, id);
    let parties = Parties { opponent: Some(attacker), special, ..Parties::alone(target) };
    for (at, power) in game.powers_of(state, target) {
        let Power::AttackOnlyAdjacent(only) = power else { continue };
        let rule = at
            .glyph()
            .map_or(Rule::Ability(Ability::AttackOnlyAdjacent), |glyph| Rule::Glyph(glyph.0));
        let applies = (special.is_none() || only.special)
            && (!only.opponents_only || game.enemies(state, attacker, target))
            && game.holds_all(state, parties, &only.when);
        let near = match only.within {
            None => game.adjacent(state, attacker, target),
            Some(spaces) => {
                game.range(state, attacker, target).is_some_and(|range| range <= spaces)
            }
        };
        why.require(rule, near || !applies, || {
            let who = match only.within {
                None => "adjacent figures".to_string(),
                Some(spaces) => format!("figures within {spaces} spaces"),
            };
            Fact::says(format!("{} may be attacked only by {who}", name(target)))
        })?;
    }
    let barred = game.lasting_of(state, target).any(|what| *what == What::Untargetable);
    why.require(Rule::Ability(Ability::Trigger), !barred, || {
        Fact::says(format!("{} cannot be targeted this turn", name(target)))
    })?;
    let forbidden = game.powers_of(state, attacker).any(|(_, power)| match power {
        Power::Forbid(Forbid::Attacking(filter)) => game.meets(state, attacker, target, filter),
        _ => false,
    });
    why.require(Rule::Ability(Ability::Forbid), !forbidden, || {
        Fact::says(format!("{} may not attack {}", name(attacker), name(target)))
    })?;
    let challengers: Vec<FigureId> = game
        .engaged_with(state, attacker)
        .into_iter()
        .filter(|enemy| game.has(state, *enemy, Ability::Challenge))
        .collect();
    let answered = challengers.is_empty() || challengers.contains(&target);
    why.require(Rule::Ability(Ability::Challenge), answered, || {
        let who = challengers.first().map_or(String::new(), |id| name(*id));
        Fact::says(format!("{} is adjacent to {who} and has to attack it", name(attacker)))
    })
}

fn check_further<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    target: FigureId,
    adjacent: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let all = game.lasting_of(state, attacker).any(|what| *what == What::AttackAll);
    let Some(mut extra) = game.extra_attacks(state, attacker).or(all.then_some(ALL_ADJACENT))
    else {
        return Ok(());
    };
    let mut made = attacks_of(state, attacker).peekable();
    let further = made.peek().is_some();
    if extra.all_adjacent || all {
        (extra.different_targets, extra.adjacent_only) = (true, true);
        let first_near = made.peek().is_none_or(|first| {
            game.adjacent(state, attacker, first.target) || state.spaces(first.target).is_none()
        });
        why.require(Rule::Ability(Ability::ExtraAttacks), first_near, || {
            Fact::says("its further attacks are for who attacks adjacent figures only")
        })?;
    }
    let repeated = extra.different_targets && made.any(|attacked| attacked.target == target);
    let rule = Rule::Ability(Ability::ExtraAttacks);
    why.require(rule, !repeated, || Fact::says("each attack of this power takes another target"))?;
    why.require(rule, adjacent || !further || !extra.adjacent_only, || {
        Fact::says("its further attack reaches adjacent figures only")
    })
}

fn check_target<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    target: FigureId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let placed = target.index() < state.figures.len() && state.spaces(target).is_some();
    why.need(Rule::AttackSteps, placed, || Fact::says("the defender is not on the battlefield"))?;
    why.need(Rule::FriendlyTargets, attacker != target, || {
        let name = game.figure_name(state, attacker);
        Fact::says(format!("{name} cannot name itself as the defender"))
    })
}

/// An engaged figure attacks what it is engaged with (HS-7.1.2).
fn check_engagement<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    affected: &FigureSet,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let engaged = game.engaged_with(state, attacker);
    let reaches = engaged.is_empty()
        || engaged.iter().any(|enemy| affected.contains(*enemy))
        || (game.edition.engaged_may_attack_friend
            && affected.iter().any(|figure| {
                !game.enemies(state, attacker, figure) && game.adjacent(state, attacker, figure)
            }));
    why.require(Rule::EngagedAttackers, reaches, || {
        let name = game.figure_name(state, attacker);
        let enemies: Vec<_> = engaged.iter().map(|enemy| game.figure_name(state, *enemy)).collect();
        let enemies = enemies.join(" and ");
        let fact =
            Fact::says(format!("{name} is engaged with {enemies} and may attack only there"));
        let instead = engaged
            .iter()
            .map(|enemy| Action::Attack { attacker, target: *enemy })
            .find(|action| steps::holds(game, state, state.figure(attacker).controller, action));
        match instead {
            Some(action) => fact.instead(game.action_words(state, &action), &action),
            None => fact,
        }
    })
}

fn check_range<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    (attacker, target): (FigureId, FigureId),
    range: u16,
    adjacent: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    if range == 1 {
        return why.require(Rule::MeleeRange, adjacent, || {
            let (a, b) = (game.figure_name(state, attacker), game.figure_name(state, target));
            Fact::says(format!(
                "Range 1 reaches adjacent figures only, and {b} is not adjacent to {a}"
            ))
        });
    }
    let found = game.range(state, attacker, target);
    why.require(Rule::Range, found.is_some_and(|found| found <= range), || {
        let (a, b) = (game.figure_name(state, attacker), game.figure_name(state, target));
        let far = found.map_or("out of reach".to_string(), |n| format!("{n} spaces away"));
        let fact = Fact::says(format!("{b} is {far} from {a}, whose Range is {range}"));
        match found {
            Some(found) => {
                let fact = fact.compared(found, range);
                let spaces = found.saturating_sub(range);
                let ending = if spaces == 1 { "" } else { "s" };
                fact.remedy(format!("come {spaces} space{ending} nearer"))
            }
            None => fact,
        }
    })
}

fn check_sight<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    (attacker, target): (FigureId, FigureId),
    adjacent: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    if adjacent && game.edition.adjacent_needs_no_sight {
        return why.require(Rule::AdjacentSight, true, || {
            Fact::says("against an adjacent figure no line of sight is needed")
        });
    }
    let clear = game.sees(state, attacker, target, Part::HitZone);
    why.require(crate::sight::SIGHT, clear, || {
        game.sight_fact(state, attacker, target, Part::HitZone)
    })
}

/// Whom a special attack affects.
pub(super) fn affected_by(
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
            .filter(|id| Some(*id) != named && !game.meets(state, attacker, *id, filter))
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

/// Figures in sight on a straight line of hexes, up to the first hex without a space (HS-7.7.4).
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
            let seen = !special.needs_sight || game.sees(state, attacker, figure, Part::HitZone);
            if seen && !found.contains(&figure) {
                found.push(figure);
            }
        }
    }
    found
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
    let fits = matches!(
        (special.shape, aim),
        (
            Shape::Single
                | Shape::TargetAndAdjacent
                | Shape::TargetAndOthers
                | Shape::TargetAndBothAdjacent,
            Aim::Figure(_)
        ) | (Shape::TargetAndLine, Aim::FigureLine(..))
            | (Shape::AllAdjacent, Aim::Around)
            | (Shape::Line, Aim::Line(..))
    );
    why.need(Rule::SpecialAttackShapes, fits, || {
        Fact::says(format!("{} is aimed in another way", special.name))
    })?;
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
    let opponent = match aim {
        Aim::Figure(target) | Aim::FigureLine(target, _) => {
            Some(target).filter(|target| target.index() < state.figures.len())
        }
        Aim::Line(..) | Aim::Around => None,
    };
    let parties = Parties { opponent, ..Parties::alone(attacker) };
    let held = game.holds_all(state, parties, &special.when);
    let further = attacks_of(state, attacker).next().is_some();
    let held = held && (!further || game.holds_all(state, parties, &special.again_if));
    why.require(Rule::PowersOfOwnCard, held, || {
        Fact::says(format!("what {} asks for does not hold", special.name))
    })?;
    match aim {
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
    check_engagement(game, state, attacker, &affected, why)
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
    let wanted =
        special.only.as_ref().is_none_or(|filter| game.meets(state, attacker, target, filter));
    why.require(Rule::PowersOfOwnCard, wanted && !(special.not_adjacent && adjacent), || {
        let name = game.figure_name(state, target);
        Fact::says(format!("{} may not be aimed at {name}", special.name))
    })?;
    let level = |id| state.spaces(id).map_or(0, |its| game.ground.level(its.lead));
    let rise = level(target) - level(attacker);
    let within = special.levels.is_none_or(|levels| rise.abs() <= levels);
    why.require(Rule::PowersOfOwnCard, within, || {
        let most = special.levels.unwrap_or(0);
        Fact::says(format!("{} reaches no more than {most} levels", special.name))
            .compared(rise, most)
    })?;
    if let Some(most) = special.lob {
        let rise = lob::rise(game, state, attacker, target).unwrap_or(rise);
        why.require(Rule::LobbedAttacks, rise <= most, || {
            let name = game.figure_name(state, target);
            let says = format!(
                "{} is thrown {most} levels high at most, the way to {name} rises {rise}",
                special.name
            );
            Fact::says(says).compared(rise, most)
        })?;
    }
    if let Some(count) = special.joined {
        let joined = joiners(game, state, attacker, target, special).len() + 1;
        why.require(Rule::PowersOfOwnCard, joined >= usize::from(count), || {
            Fact::says(format!("{count} figures make {} together", special.name))
                .compared(joined as i64, count)
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

/// Lists the attacks of a turn's card.
pub fn legal(game: &HeroScape, state: &State, copy: CopyId, into: &mut Vec<Action>) {
    for attacker in turn::servants(game, state, copy) {
        if turn::may_join(game, state, attacker, true) {
            legal_of(game, state, attacker, into);
        }
    }
}

/// Lists every attack on a table without turns.
pub fn legal_free(game: &HeroScape, state: &State, into: &mut Vec<Action>) -> Listing {
    for (attacker, _) in state.all_figures() {
        if state.spaces(attacker).is_some() {
            legal_of(game, state, attacker, into);
        }
    }
    if into.is_empty() {
        // The judge always has a legal answer: to end the table is the program's own command.
        into.push(Action::EndTurn);
    }
    Listing::Candidates
}

fn legal_of(game: &HeroScape, state: &State, attacker: FigureId, into: &mut Vec<Action>) {
    let card = game.card(state, attacker);
    let specials = game.specials(card).count();
    if check_attacker(game, state, attacker, None, &mut Silent).is_ok() {
        // Range first: it is cheap and rules most figures out.
        let range = range_modifiers(game, state, attacker, None, &mut Silent);
        let more = longer_by_target(game, state, attacker);
        for (target, _) in state.all_figures() {
            let near =
                game.range(state, attacker, target).is_some_and(|found| found <= range + more);
            let legal = near && check(game, state, attacker, target, &mut Silent).is_ok();
            if legal {
                into.push(Action::Attack { attacker, target });
            }
        }
    }
    if state.step() == Some(Step::Turn) {
        steps::doors::legal_attacks(game, state, attacker, into);
    }
    for power in 0..specials as u8 {
        let Some(special) = special_of(game, state, attacker, power) else { continue };
        for aim in aims(state, attacker, special) {
            if check_special(game, state, attacker, power, aim, &mut Silent).is_ok() {
                into.push(Action::Special { attacker, power, aim });
            }
        }
    }
}

/// Range that modifiers may add against some targets.
fn longer_by_target(game: &HeroScape, state: &State, attacker: FigureId) -> u16 {
    let longer = game.powers_of(state, attacker).filter_map(|(_, power)| match power {
        Power::Modifier(modifier) => u16::try_from(modifier.range).ok(),
        _ => None,
    });
    longer.sum()
}

fn aims(state: &State, attacker: FigureId, special: &SpecialAttack) -> Vec<Aim> {
    match special.shape {
        Shape::TargetAndLine => {
            let placed = state.all_figures().filter(|(id, _)| state.spaces(*id).is_some());
            placed.flat_map(|(id, _)| Side::ALL.map(|side| Aim::FigureLine(id, side))).collect()
        }
        Shape::Single
        | Shape::TargetAndAdjacent
        | Shape::TargetAndOthers
        | Shape::TargetAndBothAdjacent => {
            let placed = state.all_figures().filter(|(id, _)| state.spaces(*id).is_some());
            placed.map(|(id, _)| Aim::Figure(id)).collect()
        }
        Shape::AllAdjacent => vec![Aim::Around],
        Shape::Line => {
            let spaces = state.spaces(attacker).into_iter().flat_map(Footprint::spaces);
            spaces.flat_map(|from| Side::ALL.map(|side| Aim::Line(from, side))).collect()
        }
    }
}
