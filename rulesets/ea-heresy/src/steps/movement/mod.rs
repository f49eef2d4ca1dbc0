//! Moves: units travel leg by leg until a die has to fall, then the formation's move ends (EA-3).

pub(crate) mod apart;
pub(crate) mod candidates;
mod check;
mod check_charges;
mod check_zones;
pub(crate) mod ends;
pub(crate) mod ground_test;
pub(crate) mod run;
mod scout;
pub(crate) mod strays;
mod ways_out;

pub(crate) use crate::rules::movement::zones::Zone;
pub(crate) use candidates::way_to;

use crate::position::action::{Action, UnitMove};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::names::unit_word;
use crate::position::state::{Body, FormationNo, PieceNo, State, Toll, UnitNo};
use crate::position::step::{MoveKind, MoveStep, Step, TestDie};
use crate::position::units;
use crate::rules::coherency;
use crate::rules::movement::trip::Trip;
use crate::rules::movement::{ground, movers};
use crate::rules::rolls::dice;
use crate::steps::{Ask, Change, Flow, Now, Play, ask_about};
use crate::tables::rule::Rule;
pub(crate) use check::place_words;
use std::borrow::Cow;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::host::Hosted;
use umpire_core::ruling::{Broken, Explain, Fact, Silent, Verdict};
use umpire_core::seat::Seat;

impl Play<EaHeresy> for MoveStep {
    fn advance(self, change: &mut Change<EaHeresy, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        let (formation, kind) = self.of();
        match self {
            MoveStep::Begin { .. } => {
                run::begin_move(game, state, formation, kind);
                Flow::On
            }
            MoveStep::Go { .. } => {
                after_ground(state);
                if movers::next_mover(game, state, formation, kind).is_some() {
                    return Flow::Wait;
                }
                run::finish_move(game, state, (formation, kind), out);
                Flow::On
            }
            MoveStep::Test { .. } | MoveStep::Split { .. } => Flow::Wait,
        }
    }

    fn ask(self, Now { state, .. }: Now<EaHeresy>) -> Ask {
        let (formation, kind) = self.of();
        let owner = state.formation(formation).owner;
        match self {
            MoveStep::Test { .. } => Ask::Roll,
            MoveStep::Split { .. } => ask_about(owner, Rule::OutOfCoherency, formation),
            _ => ask_about(owner, kind.rule(), formation),
        }
    }

    fn legal(self, Now { game, state }: Now<EaHeresy>, _: Seat, into: &mut Vec<Action>) -> Listing {
        let (formation, kind) = self.of();
        match self {
            MoveStep::Go { .. } => {
                candidates::list_moves(game, state, formation, kind, into);
                Listing::Candidates
            }
            MoveStep::Split { .. } => {
                let first = |part: &coherency::Units| part.first().copied();
                let parts = coherency::parts(game, state, formation);
                let picks = parts.iter().filter_map(first);
                into.extend(picks.map(|unit| Action::Pick(Body::Unit(unit))));
                Listing::Candidates
            }
            _ => Listing::Complete,
        }
    }

    fn check(
        self,
        Now { game, state }: Now<EaHeresy>,
        _: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let (formation, kind) = self.of();
        match (self, action) {
            (MoveStep::Go { .. }, Action::Done) => check_done(game, state, formation, kind, why),
            (MoveStep::Go { .. }, Action::Move(ways)) => {
                check_moves(game, state, (formation, kind), ways, why)
            }
            (MoveStep::Split { .. }, Action::Pick(Body::Unit(unit))) => {
                let own = unit.index() < state.units.len()
                    && coherency::parts(game, state, formation)
                        .iter()
                        .any(|part| part.contains(unit));
                why.need(Rule::OutOfCoherency, own, || {
                    let name = units::formation_name(game, formation);
                    Fact::says(format!("name a unit of `{name}`, whose part is to stay"))
                })?;
                strays::warn_of_choice(game, state, (formation, *unit), why)
            }
            (MoveStep::Split { .. }, _) => why.need(Rule::OutOfCoherency, false, || {
                Fact::says("name a unit of the part that is to stay")
            }),
            _ => why.need(kind.rule(), false, || {
                let (name, left) =
                    (units::formation_name(game, formation), left_to_move(game, state, formation));
                let fact = Fact::says(format!("`{name}` is still moving: {left}"));
                match candidates::bound_to_move(game, state, formation, kind) {
                    Some((way, _)) => typed_instead(game, state, fact, way),
                    None => fact.instead("`done` ends the move", &Action::Done),
                }
            }),
        }
    }

    fn apply(self, change: &mut Change<EaHeresy, impl Observe<Event>>, _: Seat, action: &Action) {
        let (game, state, out) = change.parts();
        let (formation, kind) = self.of();
        match (self, action) {
            (MoveStep::Go { .. }, Action::Move(ways)) => {
                run::run_moves(game, state, (formation, kind), ways, out);
            }
            (MoveStep::Go { .. }, _) => run::finish_move(game, state, (formation, kind), out),
            (MoveStep::Split { .. }, Action::Pick(Body::Unit(unit))) => {
                let parts = coherency::parts(game, state, formation);
                if let Some(part) = parts.into_iter().find(|part| part.contains(unit)) {
                    strays::keep_part(game, state, formation, part, out);
                }
                run::close_move(state, (formation, kind));
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { game, state }: Now<EaHeresy>,
        _: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let (formation, _) = self.of();
        let (unit, piece) = (on_its_way(state), self.piece());
        let rule = match (unit, piece) {
            _ if matches!(self, MoveStep::Test { die: TestDie::Again, .. }) => {
                Rule::WalkersAndCarefulMoves
            }
            (Some(unit), Some(piece)) => ground::test_rule(game, state, unit, piece),
            _ => Rule::DangerousTerrain,
        };
        let group = dice(state.formation(formation).owner, 1, 0);
        let subject = unit.map(|unit| unit.0);
        RollRequest::one(rule, DiceGroup { subject, ..group })
    }

    fn worth(self, Now { game, state }: Now<EaHeresy>, _: &DiceGroup, face: Face) -> Worth {
        match (self, on_its_way(state)) {
            (MoveStep::Test { piece, die, .. }, Some(unit)) => {
                Worth::Each(u8::from(ground::test_fails(game, state, unit, piece, (die, face))))
            }
            _ => Worth::Distinct,
        }
    }

    fn resolve(self, change: &mut Change<EaHeresy, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        if let (MoveStep::Test { formation, kind, piece, die }, Some(face)) = (self, faces.first())
        {
            ground_test::take_test(game, state, (formation, kind), (piece, die), *face, out);
        }
    }
}

impl MoveStep {
    fn piece(self) -> Option<PieceNo> {
        match self {
            MoveStep::Test { piece, .. } => Some(piece),
            _ => None,
        }
    }
}

/// The unit that was stopped on its way.
fn on_its_way(state: &State) -> Option<UnitNo> {
    state.moving.and_then(|moving| moving.stopped).map(|stopped| stopped.unit)
}

/// A unit that did not survive a test of ground is not on its way any more.
fn after_ground(state: &mut State) {
    let Some(unit) = on_its_way(state) else { return };
    state.toll = Toll::default(); // Ground gives no blast markers (EA-5.1, EA-5.2).
    if !matches!(state.unit(unit).place, crate::position::state::Whereabouts::Table(_))
        && let Some(moving) = &mut state.moving
    {
        moving.stopped = None;
        moving.moved.insert(unit);
    }
}

/// Who of a formation has not moved, in words.
pub(crate) fn left_to_move(game: &EaHeresy, state: &State, formation: FormationNo) -> String {
    let moved = |unit: &UnitNo| state.moving.is_some_and(|moving| moving.moved.contains(*unit));
    let left = state.members(formation).filter(|unit| !moved(unit));
    let names: Vec<String> = left.map(|unit| unit_word(game, unit)).collect();
    match &names[..] {
        [] => "all have moved".to_string(),
        // A number alone would read as how many.
        [name] => format!("only {name} has not moved yet"),
        _ => {
            let numbers = names.iter().map(|name| name.rsplit(' ').next().unwrap_or(name));
            format!("{} are left", numbers.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Whether moves are legal, each after those before it.
pub(super) fn check_moves<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    (formation, kind): (FormationNo, MoveKind),
    ways: &[UnitMove],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.need(kind.rule(), !ways.is_empty(), || Fact::says("say who moves, and where"))?;
    let mut after: Cow<State> = Cow::Borrowed(state);
    let together = match E::LISTENS && ways.len() > 1 {
        true => together_instead(game, state, (formation, kind), ways),
        false => None,
    };
    for (number, way) in ways.iter().enumerate() {
        check::needs_of_move(game, &after, formation, way, why)?;
        {
            let mut trip = Trip::of(game, &after, kind, way);
            trip.before = &ways[..number];
            trip.together = together.as_deref();
            trip.judge(way, why)?;
            if E::LISTENS && why.broken() == 0 {
                trip.warn_of_test(way, why)?;
            }
        }
        if why.broken() > 0 {
            // All that follows is meant for what this one does not do.
            break;
        }
        if number + 1 < ways.len() || E::LISTENS {
            run::pretend(game, after.to_mut(), kind, way);
        }
    }
    if !E::LISTENS || why.broken() > 0 {
        return Ok(());
    }
    match movers::next_mover(game, &after, formation, kind) {
        None => strays::warn_of_strays(game, (state, &after), (formation, kind), ways, why),
        Some(_) => apart::tell_of_units_apart(game, &after, (formation, kind), why),
    }
}

/// What several units may do instead of moves that are not legal: the same, but less far.
fn together_instead(
    game: &EaHeresy,
    state: &State,
    of: (FormationNo, MoveKind),
    ways: &[UnitMove],
) -> Option<Vec<UnitMove>> {
    let holds = check_moves(game, state, of, ways, &mut Silent).is_ok();
    if holds { None } else { candidates::as_far_together(game, state, of, ways) }
}

/// With a way that does, as it is typed.
fn typed_instead(game: &EaHeresy, state: &State, fact: Fact, way: UnitMove) -> Fact {
    let seat = state.owner(way.unit);
    let action = Action::Move(vec![way]);
    fact.instead(format!("`{}`", game.say_action(state, seat, &action)), &action)
}

/// Whether the move may end: nobody stays in a zone who can get out (EA-3.4.3).
fn check_done<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    kind: MoveKind,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let bound = candidates::bound_to_move(game, state, formation, kind);
    let zone = bound.as_ref().map(|(_, zone)| *zone);
    let rule = match zone {
        Some(Body::Stronghold(_)) => Rule::OutsideUnitInZone,
        _ => Rule::StartingInZone,
    };
    why.require(rule, bound.is_none(), || match &bound {
        Some((way, zone)) => {
            let says = format!(
                "`{}` is in the zone of control of `{}` and has to charge it or move out",
                units::unit_name(game, way.unit),
                units::body_name(game, *zone)
            );
            typed_instead(game, state, Fact::says(says), way.clone())
        }
        None => Fact::says("").held("no unit has to leave a zone of control"),
    })?;
    if E::LISTENS {
        strays::warn_of_strays(game, (state, state), (formation, kind), &[], why)?;
    }
    Ok(())
}
