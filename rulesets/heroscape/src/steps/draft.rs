//! A draft: who picks next, what may be picked, when it is over (HS-2.1.4 to HS-2.1.8).

use crate::position::action::Action;
use crate::position::army;
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{MAX_COPIES, MAX_FIGURES, State};
use crate::position::step::{DraftStep, Step};
use crate::steps::{placing, round};
use crate::tables::catalog::{CardId, Rarity};
use crate::tables::rule::Rule;
use umpire_core::dice::{Face, RollRequest};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Ask, Change, Flow, Now, Play};

impl Play<HeroScape> for DraftStep {
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        let (game, state, events) = change.parts();
        match self {
            DraftStep::Roll(_) => Flow::Wait,
            DraftStep::Pick { first, pick, out } => settle(game, state, (first, pick, out), events),
            DraftStep::Place(seat) if placing::leave_out(game, state, seat, events) => {
                state.steps.pop();
                Flow::On
            }
            DraftStep::Place(_) => Flow::Wait,
        }
    }

    fn ask(self, now: Now<HeroScape>) -> Ask<Rule> {
        match self {
            DraftStep::Roll(_) => Ask::Roll,
            DraftStep::Pick { first, pick, .. } => {
                Ask::seat(picker(now.state.seats(), first, pick), order_rule(now.state))
            }
            DraftStep::Place(seat) => Ask::seat(seat, Rule::StartZones),
        }
    }

    fn legal(self, now: Now<HeroScape>, seat: Seat, into: &mut Vec<Action>) -> Listing {
        match self {
            DraftStep::Place(_) => placing::legal(now.game, now.state, seat, into),
            _ => legal(now.game, now.state, seat, into),
        }
    }

    fn check(
        self,
        now: Now<HeroScape>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Result<(), Broken<Rule>> {
        match (self, action) {
            (DraftStep::Pick { .. }, Action::Draft(card)) => {
                check(now.game, now.state, seat, *card, why)
            }
            (DraftStep::Pick { .. }, Action::Pass) => check_pass(now.game, why),
            (DraftStep::Place(_), _) => placing::check_any(self, now, seat, action, why),
            _ => self.check_listed(now, seat, action, why),
        }
    }

    fn apply(
        self,
        change: &mut Change<HeroScape, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, events) = change.parts();
        match action {
            Action::Draft(card) => pick(game, state, seat, *card, events),
            Action::Pass => pass(state, seat, events),
            _ => placing::apply(change, action),
        }
    }

    fn request(self, now: Now<HeroScape>, _: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        let seats = if let DraftStep::Roll(seats) = self { seats } else { Seats::NONE };
        round::d20_for(now.game, seats, Rule::ArmySources)
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        if let DraftStep::Roll(seats) = self {
            resolve_roll(change, seats, faces);
        }
    }
}

/// Who has the first pick; ties for the highest roll again.
fn resolve_roll(change: &mut Change<HeroScape, impl Observe<Event>>, seats: Seats, faces: &[Face]) {
    let (_, state, events) = change.parts();
    let rolled = round::d20s(seats, faces);
    for (seat, total) in &rolled {
        let (seat, rolled) = (*seat, *total as u8);
        events.tell(|| Event::DraftRolled { seat, rolled });
    }
    state.steps.pop();
    let best = round::highest(&rolled);
    match best.first() {
        Some(first) if best.len() == 1 => {
            events.tell(|| Event::DraftOrder { first });
            state.push(DraftStep::Pick { first, pick: 0, out: Seats::NONE });
        }
        _ => {
            events.tell(|| Event::DraftTied { seats: best });
            state.push(DraftStep::Roll(best));
        }
    }
}

/// Whether a draft is under way.
pub fn is_under_way(state: &State) -> bool {
    let drafts =
        |step: &Step| matches!(step, Step::Draft(DraftStep::Pick { .. } | DraftStep::Roll(_)));
    state.steps.iter().any(drafts)
}

/// Who has a pick: of two the first, twice the second, then in turn (HS-2.1.4); of more to the left and
/// back again (HS-2.1.5).
pub fn picker(seats: u8, first: Seat, pick: u16) -> Seat {
    let n = u16::from(seats.max(1));
    let offset = match (n, pick) {
        (2, 0) => 0,
        (2, 1 | 2) => 1,
        (2, pick) => (pick - 3) % 2,
        (n, pick) if (pick / n) % 2 == 0 => pick % n,
        (n, pick) => n - 1 - pick % n,
    };
    Seat(((u16::from(first.0) + offset) % n) as u8)
}

/// Whose picks come after the present one, in order, as far as they still pick: without end, and of nobody where no draft
/// is under way.
pub fn ahead(state: &State) -> impl Iterator<Item = Seat> + '_ {
    let under_way = state.steps.iter().find_map(|step| match *step {
        Step::Draft(DraftStep::Pick { first, pick, out }) => Some((first, pick, out)),
        _ => None,
    });
    // While the figures of a card are placed, the pick of that card is over.
    let places = state.steps.iter().any(|step| matches!(step, Step::Draft(DraftStep::Place(_))));
    let (first, pick, out) = under_way.unwrap_or((Seat(0), 0, Seats::NONE));
    let picks = move |seat: Seat| !out.contains(seat) && !state.conceded.contains(seat);
    let seats = state.seats();
    let goes_on = under_way.is_some() && (0..seats).map(Seat).any(picks);
    let from = if places { pick } else { pick.saturating_add(1) };
    let order = (from..).map(move |pick| picker(seats, first, pick));
    order.filter(move |seat| picks(*seat)).take(if goes_on { usize::MAX } else { 0 })
}

/// The rule by which the next pick is somebody's.
pub fn order_rule(state: &State) -> Rule {
    if state.seats() == 2 { Rule::DraftTwoPlayers } else { Rule::DraftSnake }
}

fn limit(game: &HeroScape, seat: Seat) -> u32 {
    let own = game.goals.point_limits.get(seat.index()).copied().flatten();
    own.unwrap_or_else(|| game.draft.as_ref().map_or(0, |draft| draft.points))
}

/// Points of the cards that a seat has.
pub fn spent(game: &HeroScape, state: &State, seat: Seat) -> u32 {
    let own = state.all_copies().filter(|(_, copy)| copy.owner == seat);
    own.map(|(id, _)| game.card_of(state, id).points).sum()
}

/// Points that a seat may still spend.
pub fn left(game: &HeroScape, state: &State, seat: Seat) -> u32 {
    limit(game, seat).saturating_sub(spent(game, state, seat))
}

/// Whether a card may be picked.
pub fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    card: CardId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let draft = game.draft.as_ref();
    let offered = draft.is_some_and(|draft| draft.pool.binary_search(&card).is_ok());
    why.need(Rule::ArmySources, offered, || Fact::says("this card is not among those offered"))?;
    let printed = game.catalog.card(card);
    let room = state.figures.len() + usize::from(printed.figures) <= MAX_FIGURES
        && state.copies.len() < MAX_COPIES;
    why.need(Rule::PlayerComponents, room, || Fact::says("no more figures fit a game"))?;
    let unique = printed.rarity == Rarity::Unique;
    let holds = |of: Option<Seat>| {
        let mut copies = state.copies.iter().filter(|copy| copy.card == card);
        copies.any(|copy| of.is_none_or(|seat| copy.owner == seat))
    };
    why.require(Rule::CopiesInArmy, !unique || !holds(Some(seat)), || {
        Fact::says(format!("{} is unique, an army holds one at most", printed.name))
    })?;
    let once = draft.is_some_and(|draft| draft.once);
    why.require(Rule::CopiesInArmy, !unique || !once || !holds(None), || {
        Fact::says(format!("{} has been picked already", printed.name))
    })?;
    let left = left(game, state, seat);
    why.require(Rule::PointLimit, printed.points <= left, || {
        let (name, costs) = (&printed.name, printed.points);
        Fact::says(format!("{name} costs {costs} points, {left} are left")).at_most(costs, left)
    })
}

/// Whether a seat may pass.
pub fn check_pass<E: Explain<Rule>>(game: &HeroScape, why: &mut E) -> Result<(), Broken<Rule>> {
    let may = game.draft.as_ref().is_some_and(|draft| draft.may_pass);
    why.require(Rule::DraftEnd, may, || {
        Fact::says("who has points for a card that is offered picks one")
    })
}

/// The cards that a seat may pick.
pub fn options<'s>(
    game: &'s HeroScape,
    state: &'s State,
    seat: Seat,
) -> impl Iterator<Item = CardId> + 's {
    let pool = game.draft.iter().flat_map(|draft| draft.pool.iter().copied());
    pool.filter(move |card| check(game, state, seat, *card, &mut Silent).is_ok())
}

/// Lists what may be picked, and passing where one may.
pub fn legal(game: &HeroScape, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
    into.extend(options(game, state, seat).map(Action::Draft));
    if check_pass(game, &mut Silent).is_ok() {
        into.push(Action::Pass);
    }
    Listing::Complete
}

/// Puts a card into an army; its figures are placed next (HS-2.1.7).
pub fn pick<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    seat: Seat,
    card: CardId,
    events: &mut O,
) {
    if let Some(Step::Draft(DraftStep::Pick { pick, .. })) = state.steps.last_mut() {
        *pick = pick.saturating_add(1);
    }
    if !army::field_card(game, state, seat, card) {
        return;
    }
    army::number(state, game);
    events.tell(|| Event::Drafted { seat, card });
    for (power, _) in game.catalog.card(card).unbuilt() {
        events.tell(|| Event::PowerDeferred { card, power });
    }
    state.push(DraftStep::Place(seat));
}

/// A seat has had its last pick.
pub fn pass<O: Observe<Event>>(state: &mut State, seat: Seat, events: &mut O) {
    if let Some(Step::Draft(DraftStep::Pick { pick, out, .. })) = state.steps.last_mut() {
        *pick = pick.saturating_add(1);
        *out = out.with(seat);
    }
    events.tell(|| Event::DraftDone { seat });
}

/// Passes on to the next who can pick; when nobody can, the first round begins.
fn settle<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (first, pick_number, out): (Seat, u16, Seats),
    events: &mut O,
) -> Flow {
    let seats = state.seats();
    let over = (0..seats).map(Seat).all(|seat| out.contains(seat) || state.conceded.contains(seat));
    if over {
        state.steps.pop();
        round::begin(game, state, events);
        return Flow::On;
    }
    let seat = picker(seats, first, pick_number);
    if out.contains(seat) || state.conceded.contains(seat) {
        if let Some(Step::Draft(DraftStep::Pick { pick, .. })) = state.steps.last_mut() {
            *pick = pick.saturating_add(1);
        }
        return Flow::On;
    }
    let mut cards = options(game, state, seat);
    let (one, two) = (cards.next(), cards.next());
    drop(cards);
    match (one, two) {
        (None, _) => pass(state, seat, events),
        (Some(card), None) if check_pass(game, &mut Silent).is_err() => {
            pick(game, state, seat, card, events);
        }
        _ => return Flow::Wait,
    }
    Flow::On
}
