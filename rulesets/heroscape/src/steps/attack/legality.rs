//! Which attacks are legal, on what grounds, and whom a special attack affects (HS-7.1 to HS-7.4, HS-7.7).

use crate::abilities::{Ability, ExtraAttacks, Power, Shape, SpecialAttack, range_modifiers};
use crate::action::{Action, Aim};
use crate::game::{HeroScape, both};
use crate::rule::Rule;
use crate::sight::Part;
use crate::state::{CopyId, FigureId, FigureSet, State};
use crate::steps::{self, Step, turn};
use umpire_core::game::Listing;
use umpire_core::hex::{Side, SpaceId};
use umpire_core::ruling::{Broken, Explain, Fact, Silent};

/// How often a figure may make normal attacks in a turn, and on what terms.
fn extra_attacks(game: &HeroScape, state: &State, figure: FigureId) -> Option<ExtraAttacks> {
    game.card(state, figure).abilities.iter().find_map(|power| match power {
        Power::ExtraAttacks(extra) => Some(*extra),
        _ => None,
    })
}

/// The attacks a figure has made in this turn.
pub(super) fn attacks_of(
    state: &State,
    figure: FigureId,
) -> impl Iterator<Item = &crate::state::Attacked> {
    state.turn.attacks.iter().filter(move |attacked| attacked.figure == figure)
}

/// Premises of any attack of a figure.
fn check_attacker<E: Explain<Rule>>(
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
    let made = attacks_of(state, attacker).count();
    let most = match special {
        None => extra_attacks(game, state, attacker).map_or(0, |extra| u16::from(extra.count)) + 1,
        Some(at) => special_of(game, state, attacker, at).map_or(0, |s| u16::from(s.attacks)),
    };
    let rule = if most == 1 { Rule::WhoMayAttack } else { Rule::Ability(Ability::ExtraAttacks) };
    why.require(rule, made < usize::from(most), || {
        let name = game.figure_name(state, attacker);
        let times = if most == 1 { "once".to_string() } else { format!("{most} times") };
        Fact::says(format!("{name} attacks {times} a turn")).compared(made as i64 + 1, most)
    })
}

pub(super) fn special_of<'g>(
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
    let guarded = game.has(state, target, Ability::AttackOnlyAdjacent);
    why.require(Rule::Ability(Ability::AttackOnlyAdjacent), adjacent || !guarded, || {
        let name = game.figure_name(state, target);
        Fact::says(format!("{name} may be attacked only by adjacent figures"))
    })?;
    if state.step() == Some(Step::Turn) {
        check_further(game, state, attacker, target, adjacent, why)?;
    }
    let range = range_modifiers(game, state, attacker, &mut Silent);
    check_range(game, state, (attacker, target), range, adjacent, why)?;
    check_sight(game, state, (attacker, target), adjacent, why)
}

fn check_further<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    target: FigureId,
    adjacent: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let Some(extra) = extra_attacks(game, state, attacker) else { return Ok(()) };
    let mut made = attacks_of(state, attacker).peekable();
    let further = made.peek().is_some();
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
        (Shape::Single | Shape::TargetAndAdjacent, Aim::Figure(_))
            | (Shape::AllAdjacent, Aim::Around)
            | (Shape::Line, Aim::Line(..))
    );
    why.need(Rule::SpecialAttackShapes, fits, || {
        Fact::says(format!("{} is aimed in another way", special.name))
    })?;
    match aim {
        Aim::Figure(target) => {
            check_target(game, state, attacker, target, why)?;
            check_special_target(game, state, (attacker, target), power, special, why)?;
        }
        Aim::Line(from, _) => {
            let own = state.spaces(attacker).into_iter().flat_map(both).any(|space| space == from);
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
    let range = special.range.unwrap_or(game.card(state, attacker).range);
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
        let range = range_modifiers(game, state, attacker, &mut Silent);
        for (target, _) in state.all_figures() {
            let near = game.range(state, attacker, target).is_some_and(|found| found <= range);
            let legal = near && check(game, state, attacker, target, &mut Silent).is_ok();
            if legal {
                into.push(Action::Attack { attacker, target });
            }
        }
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

fn aims(state: &State, attacker: FigureId, special: &SpecialAttack) -> Vec<Aim> {
    match special.shape {
        Shape::Single | Shape::TargetAndAdjacent => {
            let placed = state.all_figures().filter(|(id, _)| state.spaces(*id).is_some());
            placed.map(|(id, _)| Aim::Figure(id)).collect()
        }
        Shape::AllAdjacent => vec![Aim::Around],
        Shape::Line => {
            let spaces = state.spaces(attacker).into_iter().flat_map(both);
            spaces.flat_map(|from| Side::ALL.map(|side| Aim::Line(from, side))).collect()
        }
    }
}
