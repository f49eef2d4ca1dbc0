//! Going into strongholds and transports and coming out of them (EA-3.5, EA-6.2 to EA-6.4, EA-8.8.4).

use super::check::place_words;
use crate::position::action::{Ending, UnitMove};
use crate::position::state::{PieceNo, UnitNo};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::assault::walls;
use crate::rules::movement::trip::{Plan, Trip};
use crate::rules::movement::{movers, zones};
use crate::rules::{ruins, shelter, standing};
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{self, said};

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
        if ruins::waits_in_ruin(game, self.state, self.unit, self.kind) {
            return why.require(Rule::SurvivorsLeave, false, || {
                Fact::says(ruins::waiting_words(game, self.unit))
            });
        }
        let entered = movers::has_entered(self.state, self.unit, self.kind);
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
            (walls::invaders_of(self.state, piece), walls::limit_of(self.game, self.state, piece));
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
