//! Minor terrains: what their faces do, which may come into play, and where (section 15).

use crate::position::action::Action;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, PieceSet, Place, Sort};
use crate::position::state::State;
use crate::rules::elements;
use crate::tables::catalog::{Icon, MinorEffect, MinorFaceId, Types, What};
use crate::tables::edition::MinorEntry;
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;

pub(crate) fn minor_kind<'g>(
    game: &'g DragonDice,
    state: &State,
    army: Army,
) -> Option<&'g crate::tables::catalog::Kind> {
    let minor = state.minor(army)?;
    Some(game.catalog.kind(state.roster.force(army.owner).kind(minor)))
}

/// The face that the minor terrain beside an army shows.
pub(crate) fn minor_face(game: &DragonDice, state: &State, army: Army) -> Option<MinorFaceId> {
    let number = army.place.as_terrain()?;
    let face = state.sides[army.owner.index()].minor_faces[usize::from(number)];
    match minor_kind(game, state, army)?.face(face.checked_sub(1)?).icon {
        Icon::Minor(face) => Some(face),
        _ => None,
    }
}

fn minor_does(game: &DragonDice, face: MinorFaceId) -> &[MinorEffect] {
    &game.catalog.minor_face(face).effects
}

/// What the face beside an army does, with its rule.
pub(crate) fn minor_effects<'a>(
    game: &'a DragonDice,
    state: &'a State,
    army: Army,
) -> impl Iterator<Item = (Rule, MinorEffect)> + use<'a> {
    let face = minor_face(game, state, army);
    face.into_iter().flat_map(move |face| {
        let rule = game.lands.of_minor_face(face);
        minor_does(game, face).iter().map(move |effect| (rule, *effect))
    })
}

/// The actions its face adds (DD-15.14).
pub(crate) fn minor_actions(game: &DragonDice, state: &State, army: Army) -> Types {
    if state.minor(army).is_none() {
        return Types::default();
    }
    minor_effects(game, state, army).fold(Types::default(), |all, (_, effect)| match effect {
        MinorEffect::Action(action) => all.with(Types::only(action)),
        _ => all,
    })
}

/// Minor terrains that may be brought in.
pub(crate) fn minors_to_bring(
    game: &DragonDice,
    state: &State,
    army: Army,
    into: &mut Vec<Action>,
) {
    let all = state.roster.force(army.owner).of_sort(Sort::Minor);
    let pooled = state.at(army.owner, Place::POOL).and(all);
    if pooled.is_empty() || state.minor(army).is_some() || state.holds(army) {
        return;
    }
    let fits = state.one_each(game, army.owner, pooled);
    let fits = fits.iter().filter(|minor| minor_fits(game, state, army, *minor));
    into.extend(fits.map(Action::Bring));
}

/// Whether a minor terrain shares an element with the terrain of an army, or is a Deadland.
fn minor_fits(game: &DragonDice, state: &State, army: Army, minor: u8) -> bool {
    let kind = game.catalog.kind(state.roster.force(army.owner).kind(minor));
    matches!(kind.what, What::Minor { deadland: true, .. })
        || kind.elements.intersects(elements::terrain_elements(game, state, army.place))
}

/// Whether an answer about minor terrains is legal at a moment when they may be brought in or
/// buried in place of the maneuver.
pub(crate) fn check_minor<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    action: &Action,
    may_enter: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let has_one = state.minor(army).is_some();
    match *action {
        Action::Bury => why.need(Rule::BuryingMinorTerrain, has_one, || {
            Fact::says("the army has no minor terrain").held("the army has a minor terrain")
        }),
        Action::Bring(minor) => {
            why.need(Rule::OneMinorTerrain, !has_one, || {
                Fact::says("the army has a minor terrain already")
                    .held("the army has no minor terrain yet")
                    .remedy("bury that one first; another comes in on a later turn")
            })?;
            let minors = state.roster.force(army.owner).of_sort(Sort::Minor);
            let pooled = minors.and(state.at(army.owner, Place::POOL)).contains(minor);
            why.need(Rule::BringingMinorTerrain, pooled, || {
                Fact::says("that minor terrain is not in your Summoning Pool")
                    .held("it lies in your Summoning Pool")
            })?;
            let entry = match game.edition.minor_entry {
                MinorEntry::InsteadOfManeuver => Rule::BringingMinorTerrain,
                MinorEntry::OnUnopposedManeuver => Rule::UnopposedManeuver,
            };
            why.require(entry, may_enter, || match game.edition.minor_entry {
                MinorEntry::InsteadOfManeuver => {
                    Fact::says("a minor terrain comes in in place of the maneuver step")
                }
                MinorEntry::OnUnopposedManeuver => {
                    Fact::says("a minor terrain comes in instead of turning the die, unopposed")
                }
            })?;
            why.require(Rule::NoMinorWithCapture, !state.holds(army), || {
                Fact::says("an army with a captured eighth face brings none in")
                    .held("the army holds no captured eighth face")
            })?;
            why.require(Rule::BringingMinorTerrain, minor_fits(game, state, army, minor), || {
                let force = state.roster.force(army.owner);
                let own = game.catalog.kind(force.kind(minor)).elements;
                let there = elements::terrain_elements(game, state, army.place);
                Fact::says(format!("it holds {own}, the terrain {there}"))
                    .held("the two share an element")
                    .remedy("bring one that shares an element, or a Deadlands")
            })
        }
        _ if has_one => why.need(Rule::KeepOrRoll, false, || {
            Fact::says("its minor terrain is kept or rolled as the march starts, not now")
        }),
        _ => why.need(Rule::DisasterIsBuried, false, || {
            Fact::says("the army has no minor terrain to keep or roll; a disaster is buried")
        }),
    }
}

/// How many Deadlands a player controls in play (DD-15.11).
pub(crate) fn deadlands(game: &DragonDice, state: &State, seat: Seat) -> u16 {
    let force = state.roster.force(seat);
    let minors = force.of_sort(Sort::Minor);
    if minors.is_empty() {
        return 0;
    }
    let there = state.terrains().fold(PieceSet::NONE, |all, at| all.with(state.at(seat, at)));
    let is_it = |minor: &u8| {
        let what = game.catalog.kind(force.kind(*minor)).what;
        matches!(what, What::Minor { deadland: true, .. })
    };
    there.and(minors).iter().filter(is_it).count() as u16
}

/// Faces to which a die that shows its ID may be turned, one of each.
pub(crate) fn action_faces(game: &DragonDice, state: &State, army: Army) -> Vec<u8> {
    let Some(kind) = minor_kind(game, state, army) else { return Vec::new() };
    let mut seen: Vec<Icon> = Vec::new();
    let mut faces = Vec::new();
    for (number, face) in (0..).zip(kind.faces()) {
        let Icon::Minor(id) = face.icon else { continue };
        let acts = |effect: &MinorEffect| matches!(effect, MinorEffect::Action(_));
        if !seen.contains(&face.icon) && minor_does(game, id).iter().any(acts) {
            seen.push(face.icon);
            faces.push(number);
        }
    }
    faces
}
