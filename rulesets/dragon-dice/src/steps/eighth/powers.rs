//! What eighth faces do while they show: the powers in force at a terrain, and for whom.

use crate::catalog::{
    Catalog, EighthId, EighthPower, Element, Elements, ProtectedFrom, RerollScope, ReservesReach,
    SpellElement, What,
};
use crate::edition::{Edition, Form};
use crate::game::DragonDice;
use crate::pieces::{Army, Place};
use crate::roll::Roll;
use crate::rule::Rule;
use crate::state::{Effect, Ground, On, State};
use crate::steps::icons::strike;
use crate::steps::species::works;
use umpire_core::ruling::RuleId;
use umpire_core::seat::Seat;

/// The rules behind rows of the tables of terrains, looked up once.
#[derive(Debug, Clone)]
pub(crate) struct LandRules {
    /// Of each eighth face its powers under the edition.
    eighth: Vec<Vec<(Rule, EighthPower)>>,
    /// Of each face of minor terrains.
    minor: Vec<Rule>,
}

impl LandRules {
    /// The rules of the rows an edition uses.
    pub fn new(catalog: &Catalog, edition: &Edition) -> LandRules {
        let named = |id: &str, other| {
            Rule::ALL.iter().copied().find(|rule| rule.id() == id).unwrap_or(other)
        };
        let powers = |face: &crate::catalog::EighthFace| {
            let rows = match edition.eighth_faces {
                Form::Current => &face.current,
                Form::Classic => &face.classic,
            };
            let power = |row: &crate::catalog::EighthEffect| {
                (named(&row.rule, Rule::StandardEighthFaces), row.does.clone())
            };
            rows.iter().map(power).collect()
        };
        let minor = |face: &crate::catalog::MinorFace| named(&face.rule, Rule::MinorFaceAtOnce);
        LandRules {
            eighth: catalog.eighth_faces.iter().map(powers).collect(),
            minor: catalog.minor_faces.iter().map(minor).collect(),
        }
    }

    /// The rule of a face of minor terrains.
    pub fn of_minor_face(&self, face: crate::catalog::MinorFaceId) -> Rule {
        self.minor[face.index()]
    }

    fn of_eighth(&self, face: EighthId) -> &[(Rule, EighthPower)] {
        &self.eighth[face.index()]
    }
}

/// The powers in force at a terrain, with their rules: all of its eighth face while that shows
/// (of the face it was named, if it was), and those that hold whatever face shows. Most are
/// for the army that [holds](State::holds) the terrain alone.
pub(crate) fn powers<'a>(
    game: &'a DragonDice,
    state: &State,
    place: Place,
) -> impl Iterator<Item = (Rule, &'a EighthPower)> + use<'a> {
    let ground = state.ground(place).copied();
    let (shows, rows) = match ground {
        Some(ground) => (ground.face == 8, rows_of(game, &ground)),
        None => (false, &[] as &[_]),
    };
    rows.iter().map(|(rule, power)| (*rule, power)).filter(move |(_, power)| {
        shows || matches!(power, EighthPower::NoMagicDoubling { any_face: true })
    })
}

fn rows_of<'g>(game: &'g DragonDice, ground: &Ground) -> &'g [(Rule, EighthPower)] {
    match (ground.named.filter(|_| ground.face == 8), game.catalog.kind(ground.kind).what) {
        (Some(named), _) => game.lands.of_eighth(named),
        (None, What::Terrain { eighth, .. }) => game.lands.of_eighth(eighth),
        _ => &[],
    }
}

/// The powers an army has by the eighth face it holds.
pub(crate) fn powers_of<'a>(
    game: &'a DragonDice,
    state: &State,
    army: Army,
) -> impl Iterator<Item = (Rule, &'a EighthPower)> + use<'a> {
    let place = if state.holds(army) { army.place } else { Place::OUT };
    powers(game, state, place)
}

/// The elements into which units of an army may turn their magic (DD-14.14, DD-14.22).
pub(crate) fn converts_magic(
    game: &DragonDice,
    state: &State,
    army: Army,
) -> Option<(Rule, Elements)> {
    powers_of(game, state, army)
        .find(|(_, power)| matches!(power, EighthPower::ConvertMagic))
        .map(|(rule, _)| (rule, works::terrain_elements(game, state, army.place)))
}

/// The rule by which nobody at a place doubles magic (DD-14.27).
pub(crate) fn no_magic_doubling(game: &DragonDice, state: &State, place: Place) -> Option<Rule> {
    powers(game, state, place)
        .find(|(_, power)| matches!(power, EighthPower::NoMagicDoubling { .. }))
        .map(|(rule, _)| rule)
}

/// The rule by which new magic of an element, cast by a player, spares an army and its units.
pub(crate) fn protected(
    game: &DragonDice,
    state: &State,
    army: Army,
    element: Element,
    by: Seat,
) -> Option<Rule> {
    if by == army.owner {
        return None;
    }
    powers_of(game, state, army)
            .find(|(_, power)| {
                matches!(power, EighthPower::Protection { element: spared, .. } if *spared == element)
            })
            .map(|(rule, _)| rule)
}

/// Whether a protection of the army makes an effect on it void (DD-14.15, DD-14.23).
///
/// A face that stops only new spells leaves those on the army in force, but spares it what lies
/// on its terrain.
pub(crate) fn shielded(game: &DragonDice, state: &State, effect: &Effect, army: Army) -> bool {
    let Rule::Spell(spell) = effect.rule else { return false };
    if effect.by == army.owner || !state.holds(army) {
        return false;
    }
    let SpellElement::Of(element) = game.catalog.spell(spell).element else { return false };
    powers_of(game, state, army).any(|(_, power)| match power {
        EighthPower::Protection { element: spared, from } => {
            *spared == element
                && (*from == ProtectedFrom::Everything || matches!(effect.on, On::Terrain(_)))
        }
        _ => false,
    })
}

/// Whether, and how, missiles of an army reach everywhere (DD-14.16, DD-14.24).
pub(crate) fn missiles_anywhere(
    game: &DragonDice,
    state: &State,
    army: Army,
) -> Option<ReservesReach> {
    powers_of(game, state, army).find_map(|(_, power)| match power {
        EighthPower::MissilesAnywhere { reserves } => Some(*reserves),
        _ => None,
    })
}

/// Who may have one unit of an army roll rolled again by an eighth face (DD-14.20, DD-14.28).
pub(crate) fn vortex(game: &DragonDice, state: &State, roll: &Roll) -> Option<(Seat, Rule)> {
    let holder = state.ground(roll.army.place)?.holder?;
    if roll.kind.counts_maneuver() || strike::is_of_charmed(state, roll) {
        return None;
    }
    powers(game, state, roll.army.place).find_map(|(rule, power)| match power {
        EighthPower::RerollUnit { rolls } => {
            let reaches = *rolls == RerollScope::Here || roll.army.owner == holder;
            reaches.then_some((holder, rule))
        }
        _ => None,
    })
}
