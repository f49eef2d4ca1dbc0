//! The invariants of a position: what no input, scenario or judge may break.

use crate::position::game::DragonDice;
use crate::position::lasting::On;
use crate::position::pieces::{Army, PieceSet, Place, Sort};
use crate::position::state::State;
use crate::position::{names, setup};
use crate::tables::catalog::What;
use crate::tables::rule::Rule;
use umpire_core::ruling::Refusal;
use umpire_core::seat::Seat;

type Refusals = Vec<Refusal<Rule>>;

/// Whether a position can be one; every reason why not.
pub(crate) fn check(game: &DragonDice, state: &State) -> Result<(), Refusals> {
    let mut refusals = Refusals::new();
    if !state.seated(state.marching) || state.marched >> (Place::RESERVE.0 + 1) != 0 {
        refusals.push(Refusal::at(Rule::TurnOrder, "", "nobody's turn is it, or of no army"));
    }
    for seat in state.from_seat(Seat(0)) {
        check_dice(game, state, seat, &mut refusals);
        check_minors(game, state, seat, &mut refusals);
    }
    check_grounds(game, state, &mut refusals);
    check_effects(state, &mut refusals);
    if refusals.is_empty() { Ok(()) } else { Err(refusals) }
}

/// Each die lies in one place, and in one where such a die may lie (DD-1.7).
fn check_dice(game: &DragonDice, state: &State, seat: Seat, refusals: &mut Refusals) {
    let force = state.roster.force(seat);
    let name = names::name_of(game, seat);
    let mut seen = PieceSet::NONE;
    for (place, set) in (0..).map(Place).zip(&state.sides[seat.index()].places) {
        if !set.and(seen).is_empty() {
            let says = format!("a die of {name} lies in two places");
            refusals.push(Refusal::at(Rule::PlayerAreas, "", says));
        }
        seen = seen.with(*set);
        let stray = match place {
            Place::RESERVE => of(force, *set, &[Sort::Dragon, Sort::Minor]),
            Place::DEAD => {
                of(force, *set, &[Sort::Dragon, Sort::Minor, Sort::Dragonkin, Sort::Item])
            }
            Place::BURIED => of(force, *set, &[Sort::Dragon]),
            Place::POOL => of(force, *set, &[Sort::Unit, Sort::Item]),
            _ => PieceSet::NONE,
        };
        if let Some(die) = stray.first() {
            let die = &game.catalog.kind(force.kind(die)).name;
            let says = format!("{die} of {name} lies where no such die may");
            refusals.push(Refusal::at(Rule::PlayerAreas, "", says));
        }
        let beyond = usize::from(place.0) >= state.grounds.len() && place.as_terrain().is_some();
        if beyond && !set.is_empty() {
            let says = format!("dice of {name} lie at a terrain that is not there");
            refusals.push(Refusal::at(Rule::PlayerAreas, "", says));
        }
    }
    let all: PieceSet = (0..force.members().len() as u8).collect();
    if seen != all {
        let says = format!("a die of {name} lies nowhere, or is none of theirs");
        refusals.push(Refusal::at(Rule::PlayerAreas, "", says));
    }
    for member in force.members() {
        let known = member.kind.index() < game.catalog.kinds.len()
            && setup::sort(game, member.kind) == Some(member.sort);
        if !known {
            let says = format!("a die of {name} is of no known kind");
            refusals.push(Refusal::at(Rule::UnitDice, "", says));
        }
    }
}

/// One minor terrain an army at most, with a face, and none where the army holds the terrain
/// (DD-15.5, DD-15.6).
fn check_minors(game: &DragonDice, state: &State, seat: Seat, refusals: &mut Refusals) {
    let force = state.roster.force(seat);
    let minors = force.of_sort(Sort::Minor);
    let side = &state.sides[seat.index()];
    for (place, (face, set)) in (0..).map(Place).zip(side.minor_faces.iter().zip(&side.places)) {
        let here = set.and(minors);
        let army = Army { owner: seat, place };
        let words = || names::army_word(game, state, army);
        if here.len() > 1 {
            let says = format!("{} has more than one minor terrain", words());
            refusals.push(Refusal::at(Rule::OneMinorTerrain, "", says));
        }
        let sides = here.first().map_or(0, |die| game.catalog.kind(force.kind(die)).sides);
        if *face > sides || (sides > 0 && *face == 0) {
            let says = format!("the minor terrain of {} shows no such face", words());
            refusals.push(Refusal::at(Rule::MinorKinds, "", says));
        }
        if sides > 0 && state.holds(army) {
            let says = format!("{} holds the terrain, and a minor one beside it", words());
            refusals.push(Refusal::at(Rule::NoMinorWithCapture, "", says));
        }
    }
}

fn check_grounds(game: &DragonDice, state: &State, refusals: &mut Refusals) {
    let wanted = usize::from(state.players()) + 1;
    // A game may end before all terrains are chosen.
    let set_up = state.assembling.is_some() || state.turn == 0;
    if state.grounds.len() > wanted || (state.grounds.len() < wanted && !set_up) {
        let says = format!("{wanted} terrains are needed, {} are there", state.grounds.len());
        refusals.push(Refusal::at(Rule::TerrainsInForce, "", says));
    }
    for (place, ground) in state.terrains().zip(&state.grounds) {
        let name = names::place_word(game, state, place);
        let kind = game.catalog.kinds.get(ground.kind.index());
        let Some(What::Terrain { .. }) = kind.map(|kind| kind.what) else {
            let says = format!("{name} is no terrain die");
            refusals.push(Refusal::at(Rule::TerrainDice, "", says));
            continue;
        };
        if !(1..=8).contains(&ground.face) {
            let says = format!("{name} shows {}, of 1 to 8", ground.face);
            refusals.push(Refusal::at(Rule::TerrainDice, "", says));
        }
        let Some(owner) = ground.holder else {
            if ground.face == 8 {
                let says = format!(
                    "{name} shows 8, and nobody holds it: name who does, as `{} 8 {}`, or let it show 7",
                    kind.map_or("", |kind| kind.id.as_str()),
                    names::name_of(game, state.marching)
                );
                refusals.push(Refusal::at(Rule::Capture, "", says));
            }
            if ground.named.is_some() || ground.held > 0 {
                let says = format!("{name} is named or held by nobody");
                refusals.push(Refusal::at(Rule::LosingCapture, "", says));
            }
            continue;
        };
        let there = state.seated(owner) && state.exists(Army { owner, place });
        if ground.face != 8 || !there {
            let says = format!(
                "{} holds {name}, which takes a unit there and face 8",
                names::name_of(game, owner)
            );
            refusals.push(Refusal::at(Rule::Capture, "", says));
        }
        let named = ground.named.is_none_or(|id| id.index() < game.catalog.eighth_faces.len());
        if !named {
            let says = format!("{name} is named as no eighth face");
            refusals.push(Refusal::at(Rule::Castle, "", says));
        }
    }
}

fn check_effects(state: &State, refusals: &mut Refusals) {
    for effect in &state.effects {
        let on = match effect.on {
            On::Army(army) => state.seated(army.owner) && army.place.in_play(),
            On::Terrain(number) => usize::from(number) < state.grounds.len(),
            On::Pieces(owner, set) => {
                state.seated(owner) && {
                    let count = state.roster.force(owner).members().len() as u8;
                    set.within((0..count).collect()) && !set.is_empty()
                }
            }
            On::Player(seat) => state.seated(seat),
        };
        if !on || !state.seated(effect.by) {
            let says = "an effect lies on nothing that is there";
            refusals.push(Refusal::at(effect.rule, "", says));
        }
    }
    if !state.effects.is_sorted() {
        let says = "effects stand out of their order";
        refusals.push(Refusal::at(Rule::EffectsExpire, "", says));
    }
}

fn of(force: &crate::position::pieces::Force, set: PieceSet, sorts: &[Sort]) -> PieceSet {
    sorts.iter().fold(PieceSet::NONE, |all, sort| all.with(set.and(force.of_sort(*sort))))
}
