//! The basic game: no markers, a card of one's choice each turn, in turn (HS-2.4.1).

use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, State};
use crate::position::step::Step;
use crate::steps::{purpose, round};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest};
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::{Seat, Seats};

/// Combat dice that each player rolls for the first turn.
const DICE: u8 = 6;

/// Begins the game, or goes once more round the table.
pub fn begin(state: &mut State, playing: Seats) {
    state.steps.push(Step::NextTurn);
    if state.round > 1 {
        return;
    }
    if playing.len() > 1 {
        state.steps.push(Step::BasicRoll(playing));
    } else {
        state.first = playing.first().unwrap_or(Seat(0));
    }
}

/// The dice for the first turn.
pub fn request(game: &HeroScape, seats: Seats) -> RollRequest<Rule> {
    let group = |seat| DiceGroup {
        seat,
        die: game.rolled.attack,
        count: DICE,
        purpose: purpose::INITIATIVE,
        subject: None,
    };
    RollRequest::of(Rule::BasicGame, seats.iter().map(group).collect())
}

/// Who has most skulls begins; ties roll again.
pub fn resolve<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    seats: Seats,
    faces: &[Face],
    events: &mut O,
) {
    let mut rolled = Vec::new();
    for (seat, faces) in seats.iter().zip(faces.chunks(usize::from(DICE))) {
        let counted = game.attack_faces();
        let skulls = faces.iter().filter(|face| counted.is_skull(**face)).count() as u8;
        events.tell(|| Event::BasicRolled { seat, skulls });
        rolled.push((seat, i16::from(skulls)));
    }
    state.steps.pop();
    let best = round::highest(&rolled);
    if best.len() > 1 {
        events.tell(|| Event::BasicTied { seats: best });
        state.steps.push(Step::BasicRoll(best));
    } else if let Some(seat) = best.first() {
        state.first = seat;
        events.tell(|| Event::BasicFirst { seat });
    }
}

/// Asks the next player for a card, or ends the way round the table.
pub fn next_turn<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) -> bool {
    let seats = state.seats();
    if state.turns >= seats {
        state.steps.pop();
        state.steps.push(Step::RoundEnd(0));
        return true;
    }
    let seat = Seat((state.first.0 + state.turns % seats) % seats);
    state.turns += 1;
    if state.conceded.contains(seat) {
        return true;
    }
    let mut cards = game.cards_in_play(state, seat);
    let (one, two) = (cards.next(), cards.next());
    drop(cards);
    match (one, two) {
        (None, _) => {}
        (Some(only), None) => round::begin_turn(game, state, only, false, events),
        _ => state.steps.push(Step::BasicTurn(seat)),
    }
    true
}

/// Whether a turn may be taken with a card.
pub fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    copy: CopyId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let own = copy.index() < state.copies.len() && state.copy(copy).controller == seat;
    why.need(Rule::BasicGame, own, || Fact::says("a turn is taken with a card of one's own"))?;
    why.need(Rule::BasicGame, game.in_play(state, copy), || {
        Fact::says(format!("{} is out of play", game.copy_name(state, copy)))
    })
}
