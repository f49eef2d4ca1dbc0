//! How things stand: the turn, terrains with who is there, each player's armies and dead, magic that lasts.

use crate::game::DragonDice;
use crate::pieces::{Army, Place, Sort};
use crate::state::State;
use umpire_core::host::Standing;
use umpire_core::seat::Seat;

impl DragonDice {
    /// What `status` tells.
    pub(crate) fn list_standings(&self, state: &State) -> Vec<Standing> {
        let mut all = vec![self.turn_standing(state)];
        all.extend(state.terrains().filter_map(|place| self.terrain_standing(state, place)));
        for seat in (0..state.players()).map(Seat) {
            self.dice_standings(state, seat, &mut all);
        }
        for (number, effect) in (1..).zip(&state.effects) {
            let words = self.effect_words(state, effect);
            all.push(
                Standing::of("magic and other effects", format!("effect {number}")).says(words),
            );
        }
        all
    }

    fn turn_standing(&self, state: &State) -> Standing {
        let mut standing = Standing::of("the game", format!("turn {}", state.turn))
            .also("turn")
            .says(self.seat_word(state.marching))
            .says(self.phase_word(state));
        for seat in (0..state.players()).map(Seat) {
            let held = state.grounds.iter().filter(|ground| ground.holder == Some(seat)).count();
            let name = self.seat_word(seat);
            standing = standing.says_if(held > 0, || format!("{name} has captured {held}"));
        }
        standing
    }

    fn terrain_standing(&self, state: &State, place: Place) -> Option<Standing> {
        let ground = state.ground(place)?;
        let die = &self.catalog.kind(ground.kind).id;
        let face = ground.face;
        let mut standing = Standing::of("terrains", self.place_word(state, place))
            .also(die.as_str())
            .says(die.as_str())
            .says(format!("face {face}: {}", self.shown_word(state, place, face)));
        if let Some(holder) = ground.holder {
            standing = standing.says(format!("captured by {}", self.seat_word(holder)));
        }
        if let Some(named) = ground.named {
            standing = standing.says(format!("as {}", self.catalog.eighth(named).id));
        }
        for piece in state.dragons_at(place) {
            let kind = self.kind_word(state, piece.owner, piece.number);
            standing = standing.says(format!("{} of {}", kind, self.seat_word(piece.owner)));
        }
        for seat in (0..state.players()).map(Seat) {
            let army = Army { owner: seat, place };
            let health = state.health(army);
            let name = self.seat_word(seat);
            standing = standing.says_if(health > 0, || format!("{name} with {health} health"));
        }
        Some(standing)
    }

    fn dice_standings(&self, state: &State, seat: Seat, all: &mut Vec<Standing>) {
        let name = self.seat_word(seat);
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
            let at = self.place_word(state, place);
            let mut standing = Standing::of(format!("dice of {name}"), format!("{name} {at}"))
                .says_if(place.in_play(), || format!("{} health", state.health(army)))
                .says(self.dice_words(state, seat, dice));
            if let (Some(number), Some(minor)) = (place.as_terrain(), state.minor(army)) {
                let face = state.sides[seat.index()].minor_faces[usize::from(number)];
                let kind = self.kind_word(state, seat, minor);
                let shown = self.minor_word(state, army, face.saturating_sub(1));
                standing = standing.says(format!("beside {kind}, which shows {shown}"));
            }
            all.push(standing);
        }
    }
}
