//! A stronghold falls in ruins: those inside are hit, and come out after the action (EA-6.9).

use crate::position::action::{Action, Order};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::state::{
    Against, Body, FormationNo, HitKind, PieceNo, Saving, Stance, State, UnitNo, Whereabouts, Wound,
};
use crate::position::step::{HarmStep, RuinStep, Step};
use crate::position::units;
use crate::rules::{ruins, standing};
use crate::steps::harm::damage;
use crate::steps::shooting::fire;
use crate::steps::{Ask, Change, Flow, Now, Play, ask_about};
use crate::tables::rule::Rule;
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::no_answer;
use umpire_core::table::{self, Facing, Length, Point, said};

/// A stronghold falls in ruins: everybody inside is hit, formations inside lose their action
/// (EA-6.9). The hits are added to `state.wounds`, for the harm in progress to go on with.
pub(crate) fn ruin<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    piece: PieceNo,
    out: &mut O,
) {
    let row = &game.terrain[game.board.piece(piece).terrain.index()];
    let capacity = row.stronghold.map_or(0, |walls| walls.damage_capacity);
    if let Some(record) = state.stronghold_mut(piece) {
        record.damage = record.damage.max(capacity);
    }
    out.tell(|| Event::Ruined { piece });
    for formation in units::formations_in(state, piece) {
        lose_action(game, state, formation, out);
    }
    let kind = HitKind {
        against: Against::Any,
        flags: Default::default(),
        titan_killer: 0,
        open_only: false,
        stronghold_only: false,
    };
    let saving = Saving { modifier: game.edition.ruin_save, ..Saving::default() };
    let inside: Vec<UnitNo> = state.occupants(piece).collect();
    if inside.is_empty() {
        return;
    }
    if !state.ruins.contains(&piece) {
        state.ruins.push(piece);
    }
    for unit in inside {
        let on = Body::Unit(unit);
        out.tell(|| Event::Allotted { on, hits: 1, rule: Rule::RuinHitsOccupants });
        state.wounds.push(Wound { on, kind, hits: 1, through: 0, saving });
    }
    if !state.steps.iter().any(|step| matches!(step, Step::Harm(_))) {
        state.toll = Default::default();
        state.push_step(Step::Harm(HarmStep::Begin));
    }
}

/// What a ruin does to the turn of a formation inside (EA-6.9.4, EA-6.9.5).
fn lose_action<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    formation: FormationNo,
    out: &mut O,
) {
    let record = state.formation_mut(formation);
    match record.stance {
        Stance::Ready => {
            record.stance = Stance::Lost;
            out.tell(|| Event::LostAction { formation, rule: Rule::RuinEndsActivation });
        }
        Stance::Overwatch { .. } => {
            record.stance = Stance::Acted(Order::Hold);
            fire::pop_down(game, state, formation);
            let rule = Rule::RuinEndsOverwatch;
            out.tell(|| Event::Watch { formation, on: false, rule });
        }
        Stance::Acted(_) | Stance::Lost => {}
    }
}

/// Whether a unit that comes out of a building may be put down at a place.
pub(crate) fn check_exit<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    (unit, piece): (UnitNo, PieceNo),
    (at, facing): (Point, Option<Facing>),
    (reach, rule): (Length, Rule),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let sane = at.is_within(10_000 * table::CM);
    why.need(Rule::Board, sane, || Fact::says("that place is nowhere near the table"))?;
    let facing = facing.unwrap_or(state.unit(unit).facing);
    let name = || units::unit_name(game, unit).to_string();
    let spot = || ruins::exit_spots(game, state, unit, piece, reach).first().copied();
    let better = |fact: Fact| match spot() {
        Some(at) => {
            let place = Action::Place { unit, at, facing: None };
            fact.instead(format!("put it down at ({}, {})", said(at.x), said(at.y)), &place)
        }
        None => fact,
    };
    let outline = &game.board.piece(piece).outline;
    let base = units::model_of(game, state, unit).base(at, facing);
    let near = table::within_outline(&base, outline, reach);
    why.require(rule, near, || {
        let gap = table::gap_to_outline(&base, outline);
        better(Fact::says(format!(
            "`{}` would be {} cm from `{}`, and is put down within {} cm of it",
            name(),
            said(gap),
            units::piece_name(game, piece),
            said(reach)
        )))
        .held(format!("`{}` is put down within {} cm", name(), said(reach)))
    })?;
    let obstacle = standing::obstacle(game, state, unit, (at, facing), &Default::default());
    let broken = obstacle.map_or(Rule::Bases, |obstacle| obstacle.rule());
    why.require(broken, obstacle.is_none(), || match obstacle {
        Some(obstacle) => better(Fact::says(standing::obstacle_words(game, obstacle))),
        None => Fact::says("its base may stand there"),
    })?;
    let zone = ruins::in_enemy_zone(game, state, unit, (at, facing));
    let usual = state.unit(unit).facing;
    let avoidable =
        zone && spot().is_some_and(|at| !ruins::in_enemy_zone(game, state, unit, (at, usual)));
    why.require(rule, !avoidable, || {
        better(Fact::says(format!(
            "`{}` would stand in an enemy's zone of control, and there is a place outside",
            name()
        )))
        .held("it is put down outside enemy zones, or there is no such place")
    })
}

/// Puts a unit down that comes out of a building.
pub(crate) fn put_out<O: Observe<Event>>(
    state: &mut State,
    unit: UnitNo,
    (at, facing): (Point, Option<Facing>),
    rule: Rule,
    out: &mut O,
) {
    let from = state.unit(unit).place;
    let to = Whereabouts::Table(at);
    state.put(unit, to);
    let record = state.unit_mut(unit);
    record.facing = facing.unwrap_or(record.facing);
    out.tell(|| Event::Moved { unit, from, to, length: 0, rule });
}

impl RuinStep {
    /// The next survivor to be placed, and out of which ruin.
    fn next(self, game: &EaHeresy, state: &State) -> Option<(UnitNo, PieceNo)> {
        match self {
            RuinStep::Exit { piece } => state.occupants(piece).next().map(|unit| (unit, piece)),
            RuinStep::Flee { formation } => {
                let mut members = state.members(formation);
                members.find_map(|unit| match state.unit(unit).place {
                    Whereabouts::Inside(piece) if units::is_ruined(game, state, piece) => {
                        Some((unit, piece))
                    }
                    _ => None,
                })
            }
        }
    }

    /// Whether the same player may place a unit now in this step.
    fn offers(self, game: &EaHeresy, state: &State, seat: Seat, unit: UnitNo) -> Option<PieceNo> {
        let known = unit.index() < state.units.len();
        let Whereabouts::Inside(place) =
            (if known { state.unit(unit).place } else { return None })
        else {
            return None;
        };
        let fits = match self {
            RuinStep::Exit { piece } => place == piece,
            RuinStep::Flee { formation } => state.unit(unit).formation == formation,
        };
        (fits && state.owner(unit) == seat && units::is_ruined(game, state, place)).then_some(place)
    }
}

impl Play<EaHeresy> for RuinStep {
    fn advance(self, change: &mut Change<EaHeresy, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        while let Some((unit, piece)) = self.next(game, state) {
            let reach = game.edition.ruin_exit;
            if !ruins::exit_spots(game, state, unit, piece, reach).is_empty() {
                return Flow::Wait;
            }
            damage::destroy(state, unit, Rule::SurvivorsLeave, out);
        }
        if let RuinStep::Exit { piece } = self {
            state.ruins.retain(|ruin| *ruin != piece);
        }
        state.steps.pop();
        Flow::On
    }

    fn ask(self, Now { game, state }: Now<EaHeresy>) -> Ask {
        match self.next(game, state) {
            Some((unit, _)) => ask_about(state.owner(unit), Rule::SurvivorsLeave, unit),
            None => Ask::seat(Seat(0), Rule::SurvivorsLeave),
        }
    }

    fn legal(self, Now { game, state }: Now<EaHeresy>, _: Seat, into: &mut Vec<Action>) -> Listing {
        if let Some((unit, piece)) = self.next(game, state) {
            let spots = ruins::exit_spots(game, state, unit, piece, game.edition.ruin_exit);
            into.extend(spots.into_iter().map(|at| Action::Place { unit, at, facing: None }));
        }
        Listing::Candidates
    }

    fn check(
        self,
        Now { game, state }: Now<EaHeresy>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let Action::Place { unit, at, facing } = action else {
            return why.need(Rule::SurvivorsLeave, false, || {
                let fact = no_answer(game, state, seat);
                Fact { says: "a survivor of the ruin is put down now".into(), ..fact }
            });
        };
        let piece = self.offers(game, state, seat, *unit);
        why.need(Rule::SurvivorsLeave, piece.is_some(), || {
            Fact::says("this is no survivor of the ruin to be put down by this side now")
        })?;
        let Some(piece) = piece else { return Ok(()) };
        let how = (game.edition.ruin_exit, Rule::SurvivorsLeave);
        check_exit(game, state, (*unit, piece), (*at, *facing), how, why)
    }

    fn apply(self, change: &mut Change<EaHeresy, impl Observe<Event>>, _: Seat, action: &Action) {
        let (_, state, out) = change.parts();
        if let Action::Place { unit, at, facing } = action {
            put_out(state, *unit, (*at, *facing), Rule::SurvivorsLeave, out);
        }
    }
}
