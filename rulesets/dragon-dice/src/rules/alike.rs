//! Which dice of a player come to the same: of one kind, under the same effects, in the same part of what is being done.

use crate::position::game::DragonDice;
use crate::position::pieces::{Piece, PieceSet};
use crate::position::state::State;
use crate::rules::roll;
use crate::rules::roll::worth;
use crate::tables::catalog::Types;
use umpire_core::dice::DiceGroup;
use umpire_core::seat::Seat;

impl State {
    /// One die of each kind of a set, and of those that something tells apart one each.
    pub(crate) fn one_each(&self, game: &DragonDice, owner: Seat, set: PieceSet) -> PieceSet {
        let force = self.roster.force(owner);
        let kinds_alone = !self.may_tell_apart(owner, set);
        let mut found = PieceSet::NONE;
        for (_, kind) in force.kinds() {
            let mut left = kind.and(set);
            while let Some(first) = left.first() {
                found = found.with(PieceSet::only(first));
                if kinds_alone {
                    break;
                }
                left = left.without(self.alike(game, owner, first, left));
            }
        }
        found
    }

    /// The dice of a set of one kind that come to the same as one of them: neither effects, nor the attack, nor
    /// faces in rolls in progress tell them apart (DD-8.6).
    pub(crate) fn alike(&self, game: &DragonDice, owner: Seat, die: u8, set: PieceSet) -> PieceSet {
        if !self.may_tell_apart(owner, set.with(PieceSet::only(die))) {
            return set;
        }
        let like = |other: &u8| {
            *other == die
                || (self.affected_alike(owner, die, *other)
                    && self.shown_alike(game, owner, die, *other))
        };
        set.iter().filter(like).collect()
    }

    /// Whether dice of a set may differ in more than their kind: where effects and the attack are of all of them or of none, and
    /// none is rolling, they do not.
    fn may_tell_apart(&self, owner: Seat, set: PieceSet) -> bool {
        let parts = |named: PieceSet| {
            let some = named.and(set);
            !some.is_empty() && some != set
        };
        self.effects.iter().any(|effect| parts(effect.named_of(owner)))
            || parts(self.charmed(owner))
            || parts(self.barred_from_countering(owner))
            || self.rolls.iter().any(|roll| roll.army.owner == owner)
    }

    /// Whether the same effects name both dice, and the attack does the same to them.
    fn affected_alike(&self, owner: Seat, one: u8, other: u8) -> bool {
        let on = |number: u8| {
            let piece = Piece { owner, number };
            let own = self.effects.iter().filter(move |effect| effect.names(piece));
            own.map(|effect| (effect.rule, effect.by, effect.does, effect.ends))
        };
        let apart = [self.charmed(owner), self.barred_from_countering(owner)];
        on(one).eq(on(other)) && apart.iter().all(|set| set.contains(one) == set.contains(other))
    }

    /// Whether what both dice of one kind show counts for the same in every roll in progress in which they
    /// still count.
    fn shown_alike(&self, game: &DragonDice, owner: Seat, one: u8, other: u8) -> bool {
        let die = self.roster.force(owner).kind(one).die();
        self.rolls.iter().filter(|roll| roll.army.owner == owner).all(|roll| {
            let counting = roll.counting(self);
            let shown = |die: u8| roll.face(die).filter(|_| counting.contains(die));
            let marks =
                |die: u8| (roll.waiting.contains(die), roll.doubled_in(Types::ALL).contains(die));
            let gave = |die: u8| roll.by_icons_of(die).map(|one| (one.counted, one.by, one.amount));
            let purpose = roll.kind as u8;
            let group = DiceGroup { seat: owner, die, count: 1, purpose, subject: None };
            let counts = |face: u8| worth::face_worth(game, self, roll, &group, face);
            let look = |die: u8, face: u8| roll::shows(game, self, owner, die, face);
            match (shown(one), shown(other)) {
                (None, None) => true,
                (Some(face), Some(back)) => {
                    marks(one) == marks(other)
                        && gave(one).eq(gave(other))
                        && (look(one, face) == look(other, back) || counts(face) == counts(back))
                }
                _ => false,
            }
        })
    }
}
