//! Gazes and stuns: which dice they hold, and what ends them.

use crate::position::lasting::{Lasting, On};
use crate::position::pieces::PieceSet;
use crate::position::state::State;
use crate::tables::rule::Rule;
use umpire_core::seat::Seat;

impl State {
    /// Dice of a player that may not even be rolled alone: held, or under a gaze.
    pub(crate) fn unrollable(&self, owner: Seat) -> PieceSet {
        let mut found = PieceSet::NONE;
        for effect in &self.effects {
            if let (
                On::Pieces(seat, set),
                Lasting::Held { rooted: true } | Lasting::Hypnotised { .. },
            ) = (effect.on, effect.does)
                && seat == owner
            {
                found = found.with(set);
            }
        }
        found
    }

    /// Dice of a player whose gaze holds others.
    pub(crate) fn gazers(&self, owner: Seat) -> PieceSet {
        let gazers = self.effects.iter().filter_map(|effect| match effect.does {
            Lasting::Hypnotised { gazer } if effect.by == owner => Some(gazer),
            _ => None,
        });
        gazers.collect()
    }

    /// The rule by which a player's unit holds others by its gaze.
    pub(crate) fn gaze_rule(&self, owner: Seat) -> Option<Rule> {
        self.effects.iter().find_map(|effect| match effect.does {
            Lasting::Hypnotised { .. } if effect.by == owner => Some(effect.rule),
            _ => None,
        })
    }

    /// Ends gazes of dice that leave, die or are rolled, and stuns of units that leave.
    pub(crate) fn end_gazes(&mut self, owner: Seat, gazers: PieceSet) {
        self.effects.retain(|effect| {
            !matches!(effect.does, Lasting::Hypnotised { gazer }
                if effect.by == owner && gazers.contains(gazer))
        });
    }

    /// Ends what a unit shakes off when it leaves its place.
    pub(crate) fn shake_off(&mut self, owner: Seat, leaving: PieceSet) {
        self.end_gazes(owner, leaving);
        let stuns = |does: Lasting| does == Lasting::Held { rooted: false };
        let mut changed = false;
        for effect in &mut self.effects {
            if let On::Pieces(seat, set) = effect.on
                && seat == owner
                && stuns(effect.does)
                && !set.and(leaving).is_empty()
            {
                effect.on = On::Pieces(seat, set.without(leaving));
                changed = true;
            }
        }
        if changed {
            self.effects.retain(
                |effect| !matches!(effect.on, On::Pieces(_, set) if stuns(effect.does) && set.is_empty()),
            );
            self.effects.sort_unstable();
        }
    }
}
