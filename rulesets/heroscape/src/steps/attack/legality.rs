//! Which attacks are legal, on what grounds, and whom a special attack affects (HS-7.1 to HS-7.4, HS-7.7).

mod listing;
mod special;

use crate::position::action::Action;
use crate::position::game::HeroScape;
use crate::position::known::Part;
use crate::position::state::{FigureId, FigureSet, State, What};
use crate::position::step::{Step, TurnStep};
use crate::rules::blow::{attacks_of, special_of};
use crate::rules::dice::range_modifiers;
use crate::rules::holds::Parties;
use crate::rules::{doorways, holds, sight};
use crate::steps::{self, power, turn};
use crate::tables::abilities::{
    Ability, Again, ExtraAttacks, Forbid, Power, SpecialAttack, Summary,
};
use crate::tables::rule::Rule;
pub use listing::{legal, legal_free};
pub(in crate::steps) use special::check_special_on_door;
pub(crate) use special::misaimed;
pub use special::{affected, check_special, others};
pub(in crate::steps::attack) use special::{affected_by, joiners};
use umpire_core::command::counted;
use umpire_core::host::Hosted;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::Seat;

/// Premises of any attack of a figure.
pub(in crate::steps) fn check_attacker<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    special: Option<u8>,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    turn::check_actor(game, state, attacker, true, why)?;
    if state.step() != Some(Step::Turn(TurnStep::Turn)) {
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
    let barred = special.is_none()
        && game.lasting_of(state, attacker).any(|what| *what == What::NoNormalAttack);
    why.require(Rule::Ability(Ability::Trigger), !barred, || {
        let name = game.figure_name(state, attacker);
        Fact::says(format!("a power keeps {name} from attacking normally this turn"))
    })?;
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
        Fact::says(format!("{name} attacks {times} a turn")).at_most(made as i64 + 1, most)
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
    if state.step() == Some(Step::Turn(TurnStep::Turn)) {
        check_further(game, state, attacker, target, adjacent, why)?;
    }
    let range = range_modifiers(game, state, attacker, Some(target), &mut Silent);
    check_range(game, state, (attacker, target), range, adjacent, why)?;
    check_sight(game, state, (attacker, target), adjacent, why)?;
    if E::LISTENS && !game.enemies(state, attacker, target) {
        why.require(Rule::WhoMayAttack, true, || {
            let [own, other] = [attacker, target].map(|id| game.figure_name(state, id));
            let says = format!("{other} is on the side of {own}");
            Fact::warning(says)
        })?;
    }
    Ok(())
}

/// Attacks on all adjacent figures.
const ALL_ADJACENT: ExtraAttacks = ExtraAttacks {
    count: 0,
    different_targets: true,
    adjacent_only: true,
    all_adjacent: true,
    attack_dice: 0,
    fewer_per_wound: false,
    more_per_wounds: 0,
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
    let guards = |its: &Summary| its.has(Ability::AttackOnlyAdjacent);
    for (at, power) in game.powers_where(state, target, guards) {
        let Power::AttackOnlyAdjacent(only) = power else { continue };
        let rule = at
            .glyph()
            .map_or(Rule::Ability(Ability::AttackOnlyAdjacent), |glyph| Rule::Glyph(glyph.0));
        let applies = (special.is_none() || only.special)
            && (!only.opponents_only || game.enemies(state, attacker, target))
            && holds::holds_all(game, state, parties, &only.when);
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
    let mut forbidding = game.powers_where(state, attacker, |its| its.has(Ability::Forbid));
    let forbidden = forbidding.any(|(_, power)| match power {
        Power::Forbid(Forbid::Attacking(filter)) => {
            holds::meets(game, state, attacker, target, filter)
        }
        _ => false,
    });
    why.require(Rule::Ability(Ability::Forbid), !forbidden, || {
        Fact::says(format!("{} may not attack {}", name(attacker), name(target)))
    })?;
    check_challenge(game, state, attacker, &[target].into_iter().collect(), why)
}

/// The enemies that a figure has to attack, one of them at least.
fn challengers(game: &HeroScape, state: &State, attacker: FigureId) -> FigureSet {
    let engaged = game.engaged_with(state, attacker).into_iter();
    engaged.filter(|enemy| game.has(state, *enemy, Ability::Challenge)).collect()
}

/// Who stands beside a challenger attacks it, with whatever it attacks.
fn check_challenge<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    attacked: &FigureSet,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let name = |id| game.figure_name(state, id);
    let challengers = challengers(game, state, attacker);
    let answered =
        challengers.is_empty() || challengers.iter().any(|enemy| attacked.contains(enemy));
    why.require(Rule::Ability(Ability::Challenge), answered, || {
        let who = challengers.iter().next().map_or(String::new(), name);
        Fact::says(format!("{} is adjacent to {who} and has to attack it", name(attacker)))
    })
}

/// Judges a further attack of a figure by what lets it make several; the target is the attacker where it attacks a door.
pub(in crate::steps) fn check_further<E: Explain<Rule>>(
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
        let beside_door = || {
            let mut all = 0..state.doors.len() as u8;
            all.any(|door| doorways::is_beside(game, state, attacker, door))
        };
        let first_near = made.peek().is_none_or(|first| {
            game.adjacent(state, attacker, first.target)
                || state.spaces(first.target).is_none()
                || (first.target == attacker && beside_door())
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
            Some(action) => fact.instead(game.say_action(state, Seat::JUDGE, &action), &action),
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
                let fact = fact.at_most(found, range);
                let spaces = found.saturating_sub(range);
                fact.remedy(format!("come {} nearer", counted(spaces, "space")))
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
    let clear = sight::sees(game, state, attacker, target, Part::HitZone);
    why.require(crate::rules::sight::SIGHT, clear, || {
        sight::sight_fact(game, state, attacker, target, Part::HitZone)
    })
}
