//! What the judge may change or answer, on record.

use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Body, FormationNo, PieceNo, Stance, State, UnitNo, Whereabouts};
use crate::steps::morale::markers;
use crate::steps::ruin;
use crate::steps::setup::slots;
use crate::words::{commands, names};
use crate::{invariants, steps, units};
use serde::{Deserialize, Serialize};
use umpire_core::game::{Deaf, Observe};
use umpire_core::ruling::Refusal;
use umpire_core::table::{Facing, Length, Point};

/// What the judge saw or measured at the real table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Whether they see each other.
    Sees(bool),
    /// Whether they are within a length.
    Within {
        /// The length.
        length: Length,
        /// Whether they are.
        yes: bool,
    },
}

/// An answer about two bodies; it stands until one of them moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answered {
    /// The one.
    pub from: Body,
    /// The other.
    pub to: Body,
    /// The answer.
    pub says: Answer,
}

impl Answered {
    /// Whether it is about these two, in either order.
    pub fn is_about(&self, a: Body, b: Body) -> bool {
        (self.from, self.to) == (a, b) || (self.from, self.to) == (b, a)
    }
}

/// A change of the position by the judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // Each field is what its name says.
pub enum Amendment {
    /// Puts a unit somewhere.
    Place { unit: UnitNo, place: Whereabouts, facing: Option<Facing> },
    /// Brings a formation's middle to a place: those on the table as they stand, the others in rows.
    Form { formation: FormationNo, at: Point },
    /// Sets the damage of a unit or stronghold.
    Damage { on: Body, points: u8 },
    /// Sets the shields that are down.
    Shields { unit: UnitNo, down: u8 },
    /// Sets blast markers.
    Markers { formation: FormationNo, count: u8 },
    /// Breaks a formation with all that follows (EA-9.3.1), or makes it whole again.
    Broken { formation: FormationNo, broken: bool },
    /// Sets what a formation did this turn.
    Stance { formation: FormationNo, stance: Stance },
    /// Pops a unit up or down.
    PoppedUp { unit: UnitNo, up: bool },
    /// Gives an objective to a side.
    Objective { objective: u8, held: umpire_core::seat::Seat },
    /// Sets a side's victory points.
    Points { seat: umpire_core::seat::Seat, points: u8 },
    /// What the judge saw or measured.
    Answer(Answered),
    /// Ruins a stronghold with all that follows for those inside (EA-6.9).
    Ruin { piece: PieceNo },
}

/// Changes the position by the judge's word; the result is sound, or nothing changes.
pub(crate) fn amend_position<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    change: &Amendment,
    out: &mut O,
) -> Result<(), Vec<Refusal<Rule>>> {
    let mut after = state.clone();
    self::change(game, &mut after, change, &mut Deaf)?;
    if let Amendment::Place { unit, .. } = *change {
        invariants::check_put(game, &after, unit)?;
    }
    invariants::check(game, &after)?;
    self::change(game, state, change, out)?;
    out.tell(|| Event::Judged { says: commands::amendment_words(game, state, change) });
    steps::settle(game, state, out);
    Ok(())
}

fn change<O: Observe<Event>>(
    game: &EaHeresy,
    state: &mut State,
    change: &Amendment,
    out: &mut O,
) -> Result<(), Vec<Refusal<Rule>>> {
    let refuse = |says: &str| Err(vec![Refusal::at(Rule::JudgesWord, "", says)]);
    let unit_known = |unit: UnitNo| unit.index() < state.units.len();
    let formation_known = |it: FormationNo| it.index() < state.formations.len();
    let walls = |piece: PieceNo| names::is_stronghold(game, piece);
    let body_known = |body: Body| match body {
        Body::Unit(unit) => unit_known(unit),
        Body::Stronghold(piece) => walls(piece),
    };
    match *change {
        Amendment::Place { unit, place, facing } => {
            if !unit_known(unit) {
                return refuse("there is no such unit");
            }
            state.put(unit, place);
            let record = state.unit_mut(unit);
            record.facing = facing.unwrap_or(record.facing);
        }
        Amendment::Form { formation, at } if formation_known(formation) => {
            let size = game.board.size;
            if !(0..=size.x).contains(&at.x) || !(0..=size.y).contains(&at.y) {
                return refuse("that is not on the table");
            }
            let Some(places) = slots::formed_at(game, state, formation, at) else {
                return refuse("its units find no room there");
            };
            for (unit, place) in places {
                crate::steps::setup::put(state, unit, place);
            }
        }
        Amendment::Damage { on, points } => {
            if !body_known(on) {
                return refuse("there is no such unit or stronghold");
            }
            match on {
                Body::Unit(unit) => state.unit_mut(unit).damage = points,
                Body::Stronghold(piece) => {
                    let stood = !units::is_ruined(game, state, piece);
                    if let Some(stronghold) = state.stronghold_mut(piece) {
                        stronghold.damage = points;
                    }
                    if stood && units::is_ruined(game, state, piece) {
                        ruin::ruin(game, state, piece, out);
                    }
                }
            }
        }
        Amendment::Shields { unit, down } if unit_known(unit) => {
            state.unit_mut(unit).shields_down = down;
        }
        Amendment::PoppedUp { unit, up } if unit_known(unit) => {
            state.unit_mut(unit).popped_up = up;
        }
        Amendment::Markers { formation, count } if formation_known(formation) => {
            state.formation_mut(formation).markers = count;
            markers::check_broken(game, state, formation, out);
            rest_broken(game, state);
        }
        Amendment::Broken { formation, broken } if formation_known(formation) => {
            if !broken {
                state.formation_mut(formation).broken = false;
                state.breaking.retain(|it| *it != formation);
            } else if !state.formation(formation).broken {
                markers::break_formation(game, state, formation, Rule::JudgesWord, out);
                rest_broken(game, state);
            }
        }
        Amendment::Stance { formation, stance } if formation_known(formation) => {
            state.formation_mut(formation).stance = stance;
        }
        Amendment::Objective { objective, held } => {
            match state.objectives.get_mut(usize::from(objective)) {
                Some(objective) if held.0 < 2 => objective.held = held,
                _ => return refuse("there is no such objective or side"),
            }
        }
        Amendment::Points { seat, points } if seat.0 < 2 => {
            state.sides[seat.index()].points = points;
        }
        Amendment::Answer(answered) => {
            if !body_known(answered.from) || !body_known(answered.to) {
                return refuse("there is no such unit or stronghold");
            }
            state.answers.retain(|old| {
                !(old.is_about(answered.from, answered.to)
                    && std::mem::discriminant(&old.says) == std::mem::discriminant(&answered.says))
            });
            state.answers.push(answered);
        }
        Amendment::Ruin { piece } if walls(piece) => {
            if !units::is_ruined(game, state, piece) {
                ruin::ruin(game, state, piece, out);
            }
        }
        Amendment::Ruin { .. } => return refuse("this is no stronghold"),
        _ => return refuse("there is no such unit, formation or side"),
    }
    Ok(())
}

/// At a referee's table no formation moves, so that none withdraws.
fn rest_broken(game: &EaHeresy, state: &mut State) {
    if game.free {
        state.breaking.clear();
    }
}
