//! How far a unit may go in a move (EA-3.1, EA-5.2.1, EA-5.9, EA-8.3, EA-8.4, EA-8.10).

use super::trip::{Plan, Trip};
use crate::position::game::EaHeresy;
use crate::position::state::{Body, FormationNo, PieceNo, State, UnitNo, Whereabouts};
use crate::position::step::MoveKind;
use crate::position::{area, units};
use crate::rules::standing;
use crate::tables::catalog::Traits;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::ruling::Explain;
use umpire_core::table::{Length, said};

/// How far a unit goes in a move of a kind, without a road and over open ground.
pub(crate) fn allowance(game: &EaHeresy, state: &State, unit: UnitNo, kind: MoveKind) -> Length {
    let edition = &game.edition;
    let model = units::model_of(game, state, unit);
    let speed = model.speed.clamp(0, 1_000_000);
    match kind {
        _ if speed == 0 => 0,
        MoveKind::Action | MoveKind::Withdraw => speed,
        MoveKind::Charge => {
            let twice = if model.has(Traits::INFILTRATORS) { speed } else { 0 };
            let blitz = if blitzes(game, state, unit) { edition.blitz_bonus } else { 0 };
            speed + twice + blitz
        }
        MoveKind::CounterCharge if speed >= edition.counter_charge_fast_from => {
            edition.counter_charge_fast
        }
        MoveKind::CounterCharge => edition.counter_charge,
        MoveKind::OverwatchStep => edition.overwatch_step.min(speed),
        MoveKind::Consolidate if model.has(Traits::EVASIVE) => edition.evasive_consolidate,
        MoveKind::Consolidate => edition.consolidate,
    }
}

/// Whether a unit has Blitz: its own, or that of an honour guard beside its Primarch.
fn blitzes(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    let model = units::model_of(game, state, unit);
    let beside_primarch = |formation: FormationNo| {
        state.members(formation).any(|other| units::unit_has(game, state, other, Traits::PRIMARCH))
    };
    model.has(Traits::BLITZ)
        || model.has(Traits::HONOUR_GUARD) && beside_primarch(state.unit(unit).formation)
}

/// Whether moves of a kind may have the road bonus (EA-5.9.2).
pub(crate) fn road_counts(game: &EaHeresy, kind: MoveKind) -> bool {
    match kind {
        MoveKind::Action | MoveKind::Charge => true,
        MoveKind::OverwatchStep => game.edition.overwatch_step_on_roads,
        MoveKind::CounterCharge | MoveKind::Withdraw | MoveKind::Consolidate => false,
    }
}

/// Whether a unit's middle is on a road (EA-5.9.4).
pub(crate) fn is_on_road(game: &EaHeresy, state: &State, unit: UnitNo) -> bool {
    units::middle_of(state, unit).is_some_and(|at| standing::on_road_at(game, at))
}

/// How far from where it is now a unit's base may end in a charge: a passenger gets out beside its
/// carrier, where that has gone (EA-3.5), an occupant before the walls (EA-6.3.4).
fn charge_reach(game: &EaHeresy, state: &State, unit: UnitNo) -> Length {
    let across = 2 * units::model_of(game, state, unit).reach;
    match state.unit(unit).place {
        Whereabouts::Aboard(carrier) => {
            let ride = allowance(game, state, carrier, MoveKind::Charge);
            ride.saturating_add(game.edition.disembark).saturating_add(across)
        }
        Whereabouts::Inside(_) => {
            allowance(game, state, unit, MoveKind::Charge).saturating_add(across)
        }
        _ => allowance(game, state, unit, MoveKind::Charge),
    }
}

/// Whether any unit of a formation could come near enough to an enemy to engage (EA-8.3).
pub(crate) fn could_engage(game: &EaHeresy, state: &State, formation: FormationNo) -> bool {
    let enemies: SmallVec<[UnitNo; 64]> =
        units::units_of(state, state.formation(formation).owner.opponent()).collect();
    state.members(formation).any(|unit| {
        let near = charge_reach(game, state, unit)
            .saturating_add(game.edition.firefight)
            .saturating_add(game.edition.road_bonus);
        enemies.iter().any(|enemy| {
            area::measured_within(game, state, Body::Unit(unit), Body::Unit(*enemy), near)
        })
    })
}

impl Trip<'_> {
    /// How far the unit may go on a way, with what it has gone before; tells what changes it.
    pub(crate) fn limit<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        cautious: bool,
        why: &mut E,
    ) -> Length {
        let edition = &self.game.edition;
        let mut limit = allowance(self.game, self.state, self.unit, self.kind);
        let centimetres = |length: Length| length / 1000;
        why.modifier(self.kind.rule(), centimetres(limit), || {
            format!("{} cm for this move", said(limit))
        });
        let cautious = cautious || self.stopped.is_some_and(|stopped| stopped.cautious);
        if cautious && edition.cautious_speed < limit {
            let lost = limit - edition.cautious_speed;
            why.modifier(Rule::CautiousMove, -centimetres(lost), || {
                format!("cautiously at {} cm", said(edition.cautious_speed))
            });
            limit = edition.cautious_speed;
        }
        let was_on_road = self.stopped.is_none_or(|stopped| stopped.on_road);
        if !cautious
            && limit > 0
            && road_counts(self.game, self.kind)
            && was_on_road
            && !plan.placed
            && self.on_road_all_along(&plan.legs)
        {
            why.modifier(Rule::RoadBonus, centimetres(edition.road_bonus), || {
                "all of the way is on a road".to_string()
            });
            limit += edition.road_bonus;
        }
        if let Some(piece) = self.slowing(plan) {
            why.modifier(
                Rule::Terrain(self.row(piece).id),
                -centimetres(limit - limit / 2),
                || format!("`{}` halves it", units::piece_name(self.game, piece)),
            );
            limit /= 2;
        }
        limit
    }

    /// Ground on the way that halves the speed of those who enter it or start in it.
    fn slowing(&self, plan: &Plan) -> Option<PieceNo> {
        let slow = |piece: &PieceNo| self.row(*piece).effects.half_speed;
        let on_it = |piece: &PieceNo| {
            let outline = &self.game.board.piece(*piece).outline;
            let ends = [plan.first().centre(), plan.end.centre()];
            if self.flies {
                return ends.iter().any(|at| outline.holds(*at));
            }
            plan.legs.iter().any(|leg| self.first_on(leg, *piece).is_some())
        };
        self.around.rough.iter().copied().filter(slow).find(on_it)
    }
}
