//! Dispel Magic: an affected unit's owner may roll it before spells are resolved (DD-7.17).

use crate::position::action::{Cast, Target};
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::stack::magic::{Casting, CastingStep};
use crate::position::state::State;
use crate::rules::{effects, roll};
use crate::tables::catalog::SaiEffect;
use crate::tables::catalog::effects::RollKind;
use crate::tables::rule::Rule;
use umpire_core::dice::Face;
use umpire_core::game::Observe;

/// Whether a face of a unit dispels magic.
pub(super) fn dispels(game: &DragonDice, state: &State, piece: Piece, face: Face) -> bool {
    shows_dispel(game, roll::shows(game, state, piece.owner, piece.number, face))
}

fn shows_dispel(game: &DragonDice, face: crate::tables::catalog::Face) -> bool {
    face.sai().is_some_and(|sai| {
        let mut effects = game.catalog.sai(sai).in_roll(RollKind::Special);
        effects.any(|effect| matches!(effect, SaiEffect::Dispel))
    })
}

/// Whether a spell is aimed at a unit, at its army or at its terrain.
fn touches(cast: &Cast, unit: Piece, place: Place) -> bool {
    match cast.at {
        Target::Army(army) => army == Army { owner: unit.owner, place },
        Target::Terrain(other) => other == place,
        Target::Piece(piece) | Target::Sent { piece, .. } => piece == unit,
        Target::Units { of, units } | Target::SentUnits { of, units, .. } => {
            of.owner == unit.owner && units.contains(unit.number)
        }
        Target::Own => false,
    }
}

/// Asks the owner of the next opposing unit that might dispel what is announced.
pub(super) fn offer_dispelling(game: &DragonDice, state: &mut State, casting: &mut Casting) {
    let Some(unit) = next_dispelling(game, state, casting) else { return };
    let asked = &mut casting.asked[unit.owner.index()];
    *asked = asked.with(PieceSet::only(unit.number));
    state.steps.push(CastingStep::Dispel.into());
    state.steps.push(CastingStep::MayDispel(unit).into());
}

// Ruling: the icon speaks of any magic aimed at a unit; its owner is not asked about their own. The
// roll is the owner's choice and forced by no effect, so who is stunned makes none either.
fn next_dispelling(game: &DragonDice, state: &State, casting: &Casting) -> Option<Piece> {
    for owner in state.others(casting.army.owner) {
        let out = casting.asked[owner.index()].with(state.held(owner, false));
        for (kind, set) in state.roster.force(owner).kinds() {
            if !game.catalog.kind(*kind).faces().iter().any(|face| shows_dispel(game, *face)) {
                continue;
            }
            let touched = |number: &u8| {
                let unit = Piece { owner, number: *number };
                let place = state.place_of(unit);
                let mut casts = casting.announced.iter();
                place.in_play()
                    && !effects::only_saves(state, Army { owner, place })
                    && casts.any(|cast| touches(cast, unit, place))
            };
            if let Some(number) = set.without(out).iter().find(touched) {
                return Some(Piece { owner, number });
            }
        }
    }
    None
}

/// A unit was rolled to dispel magic: its icon stops all that touches it.
pub(super) fn dispel<O: Observe<Event>>(
    game: &DragonDice,
    state: &State,
    casting: &mut Casting,
    unit: Piece,
    face: Face,
    out: &mut O,
) {
    let place = state.place_of(unit);
    let of = Army { owner: unit.owner, place };
    let units = PieceSet::only(unit.number);
    let shows = dispels(game, state, unit, face);
    let escaped = if shows { units } else { PieceSet::NONE };
    let rule = Rule::Dispelling;
    out.tell(|| Event::Tried { of, units, escaped, faces: vec![face], rule });
    if !shows {
        return;
    }
    let seat = casting.army.owner;
    casting.announced.retain(|cast| {
        let stopped = touches(cast, unit, place);
        if stopped {
            out.tell(|| Event::Lost { seat, spell: cast.spell, rule });
        }
        !stopped
    });
}
