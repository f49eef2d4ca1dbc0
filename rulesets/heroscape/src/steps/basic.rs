//! The basic game: no markers, a card of one's choice each turn, in turn (HS-2.4.1).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, State};
use crate::position::step::{BasicStep, RoundStep};
use crate::steps::{purpose, round};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Ask, Change, Now, Play};

/// Combat dice that each player rolls for the first turn.
const DICE: u8 = 6;

impl Play<HeroScape> for BasicStep {
    fn ask(self, _: Now<HeroScape>) -> Ask<Rule> {
        match self {
            BasicStep::Roll(_) => Ask::Roll,
            BasicStep::Card(seat) => Ask::seat(seat, Rule::BasicGame),
        }
    }

    fn legal(self, now: Now<HeroScape>, seat: Seat, into: &mut Vec<Action>) -> Listing {
        into.extend(now.game.cards_in_play(now.state, seat).map(Action::Take));
        Listing::Complete
    }

    fn check(
        self,
        now: Now<HeroScape>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Result<(), Broken<Rule>> {
        match action {
            Action::Take(copy) => check(now.game, now.state, seat, *copy, why),
            _ => self.check_listed(now, seat, action, why),
        }
    }

    fn apply(self, change: &mut Change<HeroScape, impl Observe<Event>>, _: Seat, action: &Action) {
        if let Action::Take(copy) = action {
            let (game, state, events) = change.parts();
            state.steps.pop();
            round::begin_turn(game, state, *copy, false, events);
        }
    }

    fn request(self, now: Now<HeroScape>, _: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        request(now.game, if let BasicStep::Roll(seats) = self { seats } else { Seats::NONE })
    }

    fn worth(self, now: Now<HeroScape>, _: &DiceGroup, face: Face) -> Worth {
        Worth::Adds(u64::from(now.game.attack_faces().is_skull(face)))
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        if let BasicStep::Roll(seats) = self {
            let (game, state, events) = change.parts();
            resolve(game, state, seats, faces, events);
        }
    }
}

/// Begins the game, or goes once more round the table.
pub fn begin(state: &mut State, playing: Seats) {
    state.push(RoundStep::NextTurn);
    if state.round > 1 {
        return;
    }
    if playing.len() > 1 {
        state.push(BasicStep::Roll(playing));
    } else {
        state.first = playing.first().unwrap_or(Seat(0));
    }
}

/// The dice for the first turn.
fn request(game: &HeroScape, seats: Seats) -> RollRequest<Rule> {
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
fn resolve<O: Observe<Event>>(
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
        state.push(BasicStep::Roll(best));
    } else if let Some(seat) = best.first() {
        state.first = seat;
        events.tell(|| Event::BasicFirst { seat });
    }
}

/// Asks the next player for a card, or ends the way round the table.
pub fn next_turn<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    let seats = state.seats();
    if state.turns >= seats {
        state.steps.pop();
        state.push(RoundStep::End(0));
        return;
    }
    let seat = Seat((state.first.0 + state.turns % seats) % seats);
    state.turns += 1;
    if state.conceded.contains(seat) {
        return;
    }
    let mut cards = game.cards_in_play(state, seat);
    let (one, two) = (cards.next(), cards.next());
    drop(cards);
    match (one, two) {
        (None, _) => {}
        (Some(only), None) => round::begin_turn(game, state, only, false, events),
        _ => state.push(BasicStep::Card(seat)),
    }
}

/// Whether a turn may be taken with a card.
fn check<E: Explain<Rule>>(
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
