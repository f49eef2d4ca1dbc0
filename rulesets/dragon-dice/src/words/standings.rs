//! How things stand: the turn, terrains with who is there, each player's armies and dead, magic that lasts.

use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, On};
use crate::position::names;
use crate::position::pieces::{Army, Piece, Place, Sort};
use crate::position::state::State;
use crate::words::{commands, facts, phases, say, say_choice, say_effect};
use umpire_core::host::Standing;
use umpire_core::seat::Seat;

/// What `status` tells.
pub(crate) fn list_standings(game: &DragonDice, state: &State) -> Vec<Standing> {
    let mut all = vec![turn_standing(game, state)];
    all.extend(state.terrains().filter_map(|place| terrain_standing(game, state, place)));
    all.extend(state.terrains().flat_map(|place| dragon_standings(game, state, place)));
    for seat in (0..state.players()).map(Seat) {
        dice_standings(game, state, seat, &mut all);
    }
    all.extend(assembling_standings(game, state));
    all.extend(casting_standing(game, state));
    for (number, effect) in (1..).zip(&state.effects) {
        let words = say_effect::effect_words(game, state, effect);
        all.push(Standing::of("magic and other effects", format!("effect {number}")).says(words));
    }
    all
}

/// The terrain dice by which somebody divides a force, and those proposed as the Frontier.
fn assembling_standings(game: &DragonDice, state: &State) -> Vec<Standing> {
    let facts = facts::of_assembling(game, state).into_iter();
    facts.map(|(name, die)| Standing::of("terrains", name).also(die.as_str()).says(die)).collect()
}

/// Magic that is being spent: how much is left, and what is announced.
fn casting_standing(game: &DragonDice, state: &State) -> Option<Standing> {
    let casting = state.casting.as_ref()?;
    let army = names::army_word(game, state, casting.army);
    let left = say_choice::magic_left_words(game, casting);
    let announced = casting.announced.iter();
    let announced = announced.map(|cast| commands::cast_words(game, state, cast));
    let announced: Vec<String> = announced.collect();
    let said = Standing::of("magic and other effects", format!("magic of {army}")).also("magic");
    let said = said.says_if(casting.purse.most() > 0, || left);
    let none = announced.is_empty();
    Some(said.says_if(!none, || format!("announced: {}", announced.join("; "))))
        .filter(|said| !said.says.is_empty())
}

fn turn_standing(game: &DragonDice, state: &State) -> Standing {
    let name = format!("turn {}", state.turn);
    let when = if state.turn > 0 { name.clone() } else { String::new() };
    let mut standing = Standing::of("the game", name.as_str())
        .tells_when(when)
        .tells_phase(phases::phase_of(state))
        .also("turn")
        .says(names::seat_word(game, state.marching))
        .says(facts::phase_said(state));
    for seat in (0..state.players()).map(Seat) {
        let held = state.grounds.iter().filter(|ground| ground.holder == Some(seat)).count();
        let name = names::seat_word(game, seat);
        standing = standing.says_if(held > 0, || format!("{name} has captured {held}"));
    }
    standing
}

fn terrain_standing(game: &DragonDice, state: &State, place: Place) -> Option<Standing> {
    let ground = state.ground(place)?;
    let die = game.catalog.kind(ground.kind);
    let face = ground.face;
    let mut standing = Standing::of("terrains", names::place_word(game, state, place))
        .also(die.id.as_str())
        .also(die.name.as_str())
        .says(die.name.as_str())
        .says(format!("face {face}: {}", say::shown_word(game, state, place, face)));
    if let Some(holder) = ground.holder {
        standing = standing.says(format!("captured by {}", names::seat_word(game, holder)));
    }
    if let Some(named) = ground.named {
        standing = standing.says(format!("as {}", game.catalog.eighth(named).name));
    }
    for piece in state.dragons_at(place) {
        let kind = game.catalog.kind(state.roster.force(piece.owner).kind(piece.number));
        let owner = names::seat_word(game, piece.owner);
        standing = standing.says(format!("{} of {owner}", kind.name));
    }
    for seat in (0..state.players()).map(Seat) {
        let army = Army { owner: seat, place };
        let health = state.health(army);
        let name = names::seat_word(game, seat);
        standing = standing.says_if(health > 0, || format!("{name} with {health} health"));
    }
    Some(standing)
}

/// The dragons at a terrain, with what lasts on each. Damage stays on none: one that is not killed is as it was.
fn dragon_standings(game: &DragonDice, state: &State, place: Place) -> Vec<Standing> {
    let of = |piece: Piece| {
        let kind = &game.catalog.kind(state.roster.force(piece.owner).kind(piece.number));
        let health = state.roster.force(piece.owner).health(piece.number);
        let lasts = |effect: &&Effect| match effect.on {
            On::Pieces(owner, set) => owner == piece.owner && set.contains(piece.number),
            _ => false,
        };
        let name = names::piece_word(game, state, piece);
        let standing = Standing::of("dragons in play", name)
            .also(kind.id.as_str())
            .also(kind.name.as_str())
            .says(format!("at {}", names::place_word(game, state, place)))
            .says_if(health > 0, || format!("{health} health"));
        let lasting = state.effects.iter().filter(lasts);
        lasting.fold(standing, |standing, effect| {
            standing.says(say_effect::effect_words(game, state, effect))
        })
    };
    state.dragons_at(place).map(of).collect()
}

fn dice_standings(game: &DragonDice, state: &State, seat: Seat, all: &mut Vec<Standing>) {
    let name = names::seat_word(game, seat);
    let force = state.roster.force(seat);
    let beside = force.of_sort(Sort::Dragon).with(force.of_sort(Sort::Minor));
    let places = state.terrains().chain((Place::RESERVE.0..Place::COUNT as u8).map(Place));
    for place in places {
        let there = state.at(seat, place);
        let dice = if place.as_terrain().is_some() { there.without(beside) } else { there };
        if dice.is_empty() {
            continue;
        }
        let army = Army { owner: seat, place };
        let at = names::place_word(game, state, place);
        let mut standing = Standing::of(format!("dice of {name}"), format!("{name} {at}"))
            .owned_by(seat)
            .also(names::army_word(game, state, army))
            .says_if(place.in_play(), || format!("{} health", state.health(army)))
            .says(names::dice_words(game, state, seat, dice));
        for (kind, _) in force.kinds().iter().filter(|(_, set)| !set.and(dice).is_empty()) {
            let kind = game.catalog.kind(*kind);
            let id = kind.id.as_str();
            standing = standing.card(id).also(id).also(kind.name.as_str());
        }
        if let (Some(number), Some(minor)) = (place.as_terrain(), state.minor(army)) {
            let face = state.sides[seat.index()].minor_faces[usize::from(number)];
            let kind = names::kind_word(game, state, seat, minor);
            let shown = say::minor_word(game, state, army, face.saturating_sub(1));
            standing = standing.says(format!("beside {kind}, which shows {shown}"));
        }
        all.push(standing);
    }
}
