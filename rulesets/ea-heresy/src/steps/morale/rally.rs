//! Regrouping and rallying: dice, modifiers, and what they take off (EA-2.9, EA-10).

use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, State, UnitNo, Whereabouts};
use crate::position::step::{Again, MoraleStep};
use crate::position::units;
use crate::rules::victory;
use crate::steps::Flow;
use crate::steps::morale::markers;
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use umpire_core::dice::Face;
use umpire_core::game::Observe;
use umpire_core::ruling::Explain;
use umpire_core::seat::Seat;

/// How many leaders help a formation to lose its markers.
pub(super) fn leaders(game: &EaHeresy, state: &State, formation: FormationNo) -> u8 {
    let leads = |unit: &UnitNo| units::unit_has(game, state, *unit, Traits::LEADER);
    state.members(formation).filter(leads).count() as u8
}

/// Units of a formation with shields down that may rise again.
pub(super) fn with_shields_down<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    formation: FormationNo,
) -> impl Iterator<Item = UnitNo> + 'a {
    state.members(formation).filter(|unit| {
        units::model_of(game, state, *unit).void_shields > 0 && state.unit(*unit).shields_down > 0
    })
}

/// Shields of a formation that are down and may rise again.
pub(super) fn shields_down(game: &EaHeresy, state: &State, formation: FormationNo) -> u8 {
    with_shields_down(game, state, formation)
        .map(|unit| state.unit(unit).shields_down)
        .fold(0, u8::saturating_add)
}

/// Raises shields of a formation (EA-11.3).
pub(super) fn raise_shields(state: &mut State, formation: FormationNo, count: u8) {
    if count > 0 {
        state.push_step(MoraleStep::Raise { formation, left: count }.step());
    }
}

/// Raises a shield of a unit.
pub(super) fn raise_shield<O: Observe<Event>>(state: &mut State, unit: UnitNo, out: &mut O) {
    state.unit_mut(unit).shields_down -= 1;
    out.tell(|| Event::ShieldsRose { unit, count: 1, rule: Rule::VoidShields });
}

/// Raises shields as far as nobody has to choose whose.
pub(super) fn advance_raise<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    (formation, left): (FormationNo, u8),
    out: &mut O,
) -> Flow {
    let engines: Vec<UnitNo> = with_shields_down(game, state, formation).collect();
    if engines.len() > 1 && left > 0 && left < shields_down(game, state, formation) {
        return Flow::Wait;
    }
    state.steps.pop();
    let mut left = left;
    for unit in engines {
        let count = left.min(state.unit(unit).shields_down);
        (0..count).for_each(|_| raise_shield(state, unit, out));
        left -= count;
    }
    Flow::On
}

/// One shield of each engine comes back for nothing in the end phase (EA-11.3).
pub(crate) fn repair_shields<O: Observe<Event>>(game: &EaHeresy, state: &mut State, out: &mut O) {
    for unit in state.all_units() {
        let down = state.unit(unit).shields_down;
        if down > 0
            && state.unit(unit).alive()
            && units::model_of(game, state, unit).void_shields > 0
        {
            raise_shield(state, unit, out);
        }
    }
}

pub(super) fn regrouped<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    faces: &[Face],
    out: &mut O,
) {
    let best = faces.iter().map(|face| face + 1).max().unwrap_or(0);
    let leaders = self::leaders(game, state, formation);
    let removes = best.saturating_add(leaders);
    out.tell(|| Event::Regrouped { formation, faces: faces.to_vec(), removes });
    state.steps.pop();
    markers::unmark(state, formation, leaders, Rule::Regroup, out);
    let (markers, shields) =
        (state.formation(formation).markers, shields_down(game, state, formation));
    if shields > 0 && markers > 0 && markers.saturating_add(shields) > best {
        state.push_step(MoraleStep::Share { formation, amount: best }.step());
        return;
    }
    markers::unmark(state, formation, best, Rule::Regroup, out);
    raise_shields(state, formation, best.saturating_sub(markers));
}

/// Whether a formation is still to rally in this end phase (EA-10.1).
pub(super) fn wants_rally(state: &State, formation: FormationNo) -> bool {
    let record = state.formation(formation);
    !record.tried
        && (record.broken || record.markers > 0)
        && state.members(formation).next().is_some()
}

/// The formations of a side that are still to rally.
pub(super) fn waiting_to_rally(state: &State, seat: Seat) -> Vec<FormationNo> {
    let own = |it: &FormationNo| state.formation(*it).owner == seat;
    let wants = |it: &FormationNo| wants_rally(state, *it);
    state.all_formations().filter(own).filter(wants).collect()
}

/// The modifiers of a rally (EA-10.2).
pub(super) fn rally_modifier<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    why: &mut E,
) -> i16 {
    let edition = &game.edition;
    let mut sum = 0;
    let mut add = |rule: Rule, amount: i8, says: &str| {
        if amount != 0 {
            why.modifier(rule, amount.into(), || says.to_string());
            sum += i16::from(amount);
        }
    };
    if state.formation(formation).broken {
        add(Rule::RallyTest, edition.rally_broken, "it is broken");
    }
    if enemy_near(game, state, formation) {
        add(Rule::RallyTest, edition.rally_enemy_near, "an enemy is near");
    }
    if wholly_in_enemy_half(game, state, formation)
        && !units::formation_includes(game, state, formation, Traits::VANGUARD)
    {
        add(Rule::RallyTest, edition.rally_in_enemy_half, "all of it is in the enemy's half");
    }
    if wholly_sheltered(game, state, formation) {
        add(Rule::RallyTest, edition.rally_sheltered, "all of it is sheltered");
    }
    let sheet = &game.sheets[formation.index()];
    let character = state
        .members(formation)
        .any(|unit| !units::model_of(game, state, unit).characters.is_empty());
    for id in &sheet.army_rules {
        let special = game.catalog.special(*id);
        add(Rule::Special(*id), special.tests.rally, &special.name);
        if character {
            add(Rule::Special(*id), special.tests.rally_with_character, &special.name);
        }
    }
    sum
}

fn enemy_near(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    let owner = state.formation(formation).owner;
    let length = game.edition.rally_enemy;
    let counts = |enemy: &UnitNo| {
        let broken = units::formation(state, *enemy).broken;
        let counted = game.edition.rally_counts_broken_enemies || !broken;
        counted && !units::flies(game, state, *enemy)
    };
    let enemies: Vec<UnitNo> = units::units_of(state, owner.opponent()).filter(counts).collect();
    state.members(formation).any(|unit| {
        let from = Body::Unit(unit);
        enemies.iter().any(|enemy| units::within(game, state, from, Body::Unit(*enemy), length))
    })
}

fn wholly_in_enemy_half(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    let own = game.sides[state.formation(formation).owner.index()].half;
    let place = |unit: UnitNo| victory::center_of(game, state, unit);
    let mut places = state.members(formation).filter_map(place).peekable();
    places.peek().is_some() && places.all(|at| game.board.half_of(at) != own)
}

fn wholly_sheltered(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    let sheltered = |unit: UnitNo| match state.unit(unit).place {
        Whereabouts::Inside(_) => true,
        Whereabouts::Aboard(transport) => units::model_of(game, state, transport).is_war_engine(),
        _ => false,
    };
    let mut members = state.members(formation).peekable();
    members.peek().is_some() && members.all(sheltered)
}

/// What a successful rally does (EA-10.3).
pub(super) fn rally<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    out: &mut O,
) {
    state.formation_mut(formation).rallied = true;
    if state.formation(formation).broken {
        let size = units::size(game, state, formation).min(100) as u8;
        let record = state.formation_mut(formation);
        (record.broken, record.markers) = (false, size);
        out.tell(|| Event::Marked {
            formation,
            change: size.into(),
            now: size,
            rule: Rule::Rallied,
        });
        if units::formation_has(game, state, formation, Traits::KNOW_NO_FEAR) {
            let leaders = self::leaders(game, state, formation);
            markers::unmark(state, formation, leaders, Rule::Rallied, out);
            return;
        }
    }
    let half = state.formation(formation).markers.div_ceil(2);
    let leaders = self::leaders(game, state, formation);
    markers::unmark(state, formation, half.saturating_add(leaders), Rule::Rallied, out);
}

pub(super) fn begin_rally(state: &mut State, seat: Seat, formation: FormationNo) {
    state.formation_mut(formation).tried = true;
    state.replace_step(MoraleStep::Rally { seat: seat.opponent() }.step());
    state.push_step(MoraleStep::RallyTest { formation, again: Again::First }.step());
}

/// A broken formation that fails to rally withdraws again (EA-10.4).
pub(super) fn fail_rally(game: &EaHeresy, state: &mut State, formation: FormationNo) {
    state.steps.pop();
    if state.formation(formation).broken && units::on_table(state, formation) {
        markers::begin_withdrawal(game, state, formation);
    }
}
