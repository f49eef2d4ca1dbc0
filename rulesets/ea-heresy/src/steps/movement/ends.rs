//! Going into strongholds and transports and coming out of them (EA-3.5, EA-6.2 to EA-6.4, EA-8.8.4).

use super::check::place_words;
use super::trip::{Plan, Trip};
use crate::position::action::{Ending, UnitMove};
use crate::position::game::EaHeresy;
use crate::position::state::{Body, PieceNo, State, UnitNo, Whereabouts};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::assault::melee;
use crate::rules::{shelter, standing};
use crate::steps::movement::{run, zones};
use crate::steps::ruin;
use crate::tables::edition::StrongholdCapacity;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{self, Length, SLACK, said};

impl Trip<'_> {
    /// Coming out of a stronghold: put down touching it, free of charge (EA-6.3.4).
    pub(super) fn check_leaving<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        piece: PieceNo,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let game = self.game;
        let walls = || units::piece_name(game, piece).to_string();
        if ruin::waits_in_ruin(game, self.state, self.unit, self.kind) {
            return why.require(Rule::SurvivorsLeave, false, || {
                Fact::says(ruin::waiting_words(game, self.unit))
            });
        }
        let entered = run::has_entered(self.state, self.unit, self.kind);
        why.require(Rule::EnteringStops, !entered, || {
            Fact::says(format!("`{}` went into `{}` in this action", self.name(), walls()))
                .held(format!("`{}` did not go in during this action", self.name()))
                .remedy("it stays inside until its next action")
        })?;
        self.check_once(why)?;
        let outline = &game.board.piece(piece).outline;
        let first = plan.first();
        let touches = table::within_outline(first, outline, 0);
        why.require(Rule::EnteringAndLeaving, touches, || {
            let gap = table::gap_to_outline(first, outline);
            let fact = Fact::says(format!(
                "it comes out touching `{}`, and {} is {} cm away from it",
                walls(),
                place_words(first.centre()),
                said(gap)
            ))
            .held(format!("it comes out touching `{}`", walls()))
            .at_most(gap, 0)
            .in_lengths();
            let shape = self.model.footprint;
            let facing = self.state.unit(self.unit).facing;
            match table::in_contact_with_outline(shape, facing, first.centre(), outline) {
                Some(at) if !touches => fact.remedy(format!("come out at {}", place_words(at))),
                _ => fact,
            }
        })?;
        self.check_put_down(plan, why)
    }

    /// Coming out of a transport: put down near it, and no farther (EA-3.5).
    pub(super) fn check_disembarking<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        transport: UnitNo,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        self.check_once(why)?;
        let game = self.game;
        let carrier = units::unit_name(game, transport).to_string();
        let on_table = units::base_of(game, self.state, self.unit);
        why.need(Rule::Transport, on_table.is_some(), || {
            Fact::says(format!("`{carrier}` is not on the table"))
        })?;
        let length = game.edition.disembark;
        let near = on_table.as_ref().is_none_or(|base| table::within(plan.first(), base, length));
        why.require(Rule::Transport, near, || {
            let gap = on_table.as_ref().map_or(0, |base| table::gap(plan.first(), base));
            Fact::says(format!(
                "{} is {} cm from `{carrier}`, whose passengers get out within {} cm",
                place_words(plan.first().centre()),
                said(gap),
                said(length)
            ))
            .held(format!("it gets out within {} cm of `{carrier}`", said(length)))
            .at_most(gap, length)
            .in_lengths()
        })?;
        // Ruling: getting out is the passenger's move; the places within 5 are all it has of it.
        why.require(Rule::Transport, way.path.len() == 1 && way.ends.is_none(), || {
            Fact::says("a unit that gets out of a transport goes no farther in this move")
                .held("it goes no farther than where it gets out")
        })?;
        self.check_put_down(plan, why)
    }

    /// A unit goes in or comes out once in a move (EA-3.5).
    fn check_once<E: Explain<Rule>>(&self, why: &mut E) -> Result<(), Broken<Rule>> {
        let again = self.state.moving.is_some_and(|moving| moving.boarded.contains(self.unit));
        why.require(Rule::Transport, !again, || {
            Fact::says(format!("`{}` has gone in or come out in this move already", self.name()))
                .held(format!("`{}` has neither gone in nor come out in this move", self.name()))
        })
    }

    /// Where it is put down it has to fit, on the way or at its end.
    fn check_put_down<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let at = plan.first().centre();
        let obstacle = self.end_obstacle(plan.first());
        let rule = obstacle.map_or(Rule::Bases, |obstacle| obstacle.rule());
        why.require(rule, obstacle.is_none(), || match obstacle {
            Some(obstacle) => Fact::says(format!(
                "`{}` cannot be put down at {}: {}",
                self.name(),
                place_words(at),
                standing::obstacle_words(self.game, obstacle)
            )),
            None => Fact::says("").held(format!("it fits at {}", place_words(at))),
        })
    }

    /// What it does at its end.
    pub(super) fn check_ending<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        match way.ends {
            None => Ok(()),
            Some(Ending::Enter(piece)) => self.check_entering(plan, piece, why),
            Some(Ending::Invade(piece)) => self.check_invading(plan, piece, why),
            Some(Ending::Embark(transport)) => self.check_embarking(plan, transport, why),
        }
    }

    /// Going into a stronghold of one's own or nobody's (EA-6.2, EA-6.3).
    fn check_entering<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        piece: PieceNo,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        if plan.placed || self.state.moving.is_some_and(|moving| moving.boarded.contains(self.unit))
        {
            why.require(Rule::Transport, false, || {
                Fact::says("a unit goes in or comes out once in a move")
            })?;
        }
        shelter::check_room(self.game, self.state, self.unit, piece, why)?;
        self.check_at_walls(plan, piece, why)
    }

    fn check_at_walls<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        piece: PieceNo,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let outline = &self.game.board.piece(piece).outline;
        why.require(Rule::EnteringAndLeaving, table::within_outline(&plan.end, outline, 0), || {
            let gap = table::gap_to_outline(&plan.end, outline);
            let walls = units::piece_name(self.game, piece);
            Fact::says(format!("its way ends {} cm short of `{walls}`", said(gap)))
                .held(format!("its way ends in contact with `{walls}`"))
                .at_most(gap, 0)
                .in_lengths()
        })
    }

    /// Invading an enemy's stronghold in a charge (EA-8.8.3, EA-8.8.4).
    fn check_invading<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        piece: PieceNo,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let game = self.game;
        let walls = || units::piece_name(game, piece).to_string();
        why.require(Rule::AttackOrInvade, self.kind == MoveKind::Charge, || {
            Fact::says("a stronghold is invaded in the charge of an engage action only")
                .held("this is the charge of an engage action")
        })?;
        let held = units::formations_in(self.state, piece);
        let engaged = held.iter().any(|formation| zones::is_engaged(self.state, *formation));
        why.need(Rule::AttackOrInvade, engaged, || {
            Fact::says(format!("no formation that is engaged is in `{}`", walls()))
        })?;
        shelter::check_kind_inside(game, self.state, self.unit, piece, why)?;
        let (in_it, limit) =
            (invaders_of(self.state, piece), limit_of(self.game, self.state, piece));
        why.require(Rule::Invaders, in_it < limit, || {
            Fact::says(format!("{in_it} units invade `{}`, which is as many as may", walls()))
                .held(format!("{in_it} units of at most {limit} invade `{}`", walls()))
                .at_most(in_it.saturating_add(1), limit)
        })?;
        self.check_at_walls(plan, piece, why)
    }

    /// Going aboard a transport (EA-3.5, EA-3.5.2).
    fn check_embarking<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        transport: UnitNo,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let game = self.game;
        let carrier = || units::unit_name(game, transport).to_string();
        let fresh = !plan.placed
            && !self.state.moving.is_some_and(|moving| moving.boarded.contains(self.unit));
        why.require(Rule::Transport, fresh, || {
            Fact::says("a unit goes in or comes out once in a move")
                .held("it has neither gone in nor come out in this move")
        })?;
        let same = self.state.unit(transport).formation == self.state.unit(self.unit).formation;
        why.require(Rule::Transport, same, || {
            Fact::says(format!("`{}` is not of its formation", carrier()))
                .held(format!("`{}` is of its formation", carrier()))
        })?;
        shelter::check_ride(game, self.state, self.unit, transport, why)?;
        let base = units::base_of(game, self.state, transport);
        let touches = base.as_ref().is_some_and(|base| table::touch(&plan.end, base));
        why.require(Rule::Transport, touches, || {
            let gap = base.as_ref().map_or(0, |base| table::gap(&plan.end, base));
            Fact::says(format!("its way ends {} cm short of `{}`", said(gap), carrier()))
                .held(format!("its way ends in contact with `{}`", carrier()))
                .at_most(gap, 0)
                .in_lengths()
        })
    }
}

/// How many units invade a stronghold.
fn invaders_of(state: &State, piece: PieceNo) -> u8 {
    let Some(assault) = &state.assault else { return 0 };
    state.occupants(piece).filter(|unit| assault.invaders.contains(*unit)).count() as u8
}

/// The damage capacity by which invaders and surrounding enemies are counted (EA-8.8.4,
/// EA-8.8.15): the starting one, or what is left.
pub(crate) fn limit_of(game: &EaHeresy, state: &State, piece: PieceNo) -> u8 {
    let starting = units::walls(game, state, piece).map_or(0, |walls| walls.damage_capacity);
    let damage = state.stronghold(piece).map_or(0, |stronghold| stronghold.damage);
    match game.edition.sh_dc_reference {
        StrongholdCapacity::Starting => starting,
        StrongholdCapacity::Current => starting.saturating_sub(damage),
    }
}

/// Whether a stronghold is completely surrounded: enemies that take part in the assault touch its
/// outline from outside, two for each point of its damage capacity (EA-8.8.8, EA-8.8.15).
pub(crate) fn surrounded(game: &EaHeresy, state: &State, piece: PieceNo) -> bool {
    let Some(walls) = units::walls(game, state, piece) else { return false };
    let Some(holder) = state.holder(piece) else { return false };
    let needed =
        u16::from(limit_of(game, state, piece)) * u16::from(walls.surrounded_by_per_damage);
    let outline = &game.board.piece(piece).outline;
    let touching: u16 = melee::fighters(game, state, holder.opponent())
        .filter(|unit| matches!(state.unit(*unit).place, Whereabouts::Table(_)))
        .filter(|unit| {
            units::base_of(game, state, *unit)
                .is_some_and(|base| table::within_outline(&base, outline, 0))
        })
        .map(|unit| u16::from(units::model_of(game, state, unit).counts_as))
        .sum();
    touching >= needed.max(1)
}

/// The enemies that a unit may counter-charge toward (EA-8.4): the nearest of the formations in
/// the assault that nobody touches yet, and the nearest of all; those equally near alike.
pub(crate) fn counter_charge_goals(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
) -> SmallVec<[UnitNo; 2]> {
    let owner = state.owner(unit);
    let engaging = |enemy: UnitNo| {
        let formation = state.unit(enemy).formation;
        state.assault.as_ref().is_some_and(|it| it.has(formation))
    };
    let busy = |enemy: UnitNo| {
        units::units_of(state, owner).any(|own| units::in_contact(game, state, own, enemy))
    };
    let from = Body::Unit(unit);
    let apart =
        |enemy: UnitNo| Some((units::distance(game, state, from, Body::Unit(enemy))?, enemy));
    let enemies: Vec<(Length, UnitNo)> =
        units::units_of(state, owner.opponent()).filter_map(apart).collect();
    let nearest = |counts: &dyn Fn(UnitNo) -> bool| {
        let all = enemies.iter().filter(|(_, enemy)| counts(*enemy));
        all.clone().map(|(away, _)| *away).min().map(|least| {
            let near: SmallVec<[UnitNo; 2]> =
                all.filter(|(away, _)| *away <= least + SLACK).map(|(_, it)| *it).collect();
            near
        })
    };
    let free = nearest(&|enemy| engaging(enemy) && !busy(enemy));
    let mut goals = SmallVec::new();
    for enemy in free.into_iter().chain(nearest(&|_| true)).flatten() {
        if !goals.contains(&enemy) {
            goals.push(enemy);
        }
    }
    goals
}
