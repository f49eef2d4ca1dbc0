//! Moments at which powers may or must be used: whose powers they are, who is asked, what follows when all are done.

mod offers;

use super::{casualty, handed::handed, power, round};
use crate::position::action::Action;
use crate::position::event::{Event, Harm};
use crate::position::game::HeroScape;
use crate::position::glyphs;
use crate::position::state::{FigureId, Occasion, PowerRef, State, Used};
use crate::position::step::{CasualtyStep, OccasionStep, RoundStep, Step};
use crate::rules::{activation, glyph_effects};
use crate::tables::abilities::{Moment, Once, Trigger};
use crate::tables::rule::{OF_POWERS, Rule};
pub use offers::{Offer, is_within_uses, offers, parties, targets};
use smallvec::SmallVec;
use umpire_core::dice::{Face, RollRequest};
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Ask, Change, Flow, Now, Play};

/// A step of a moment, and the moment.
#[derive(Clone)]
struct AtOccasion {
    step: OccasionStep,
    occasion: Occasion,
}

fn found(step: OccasionStep, _: &HeroScape, state: &State) -> Option<AtOccasion> {
    state.occasions.last().map(|occasion| AtOccasion { step, occasion: occasion.clone() })
}

handed!(OccasionStep, found);

impl Play<HeroScape> for AtOccasion {
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        let (game, state, events) = change.parts();
        match self.step {
            OccasionStep::Powers => settle(game, state, &self.occasion, events),
            OccasionStep::Order(_) => Flow::Wait,
        }
    }

    fn ask(self, Now { game, state }: Now<HeroScape>) -> Ask<Rule> {
        if let OccasionStep::Order(_) = self.step {
            return Ask::Roll;
        }
        let seat = asked(game, state, &self.occasion).unwrap_or(Seat(0));
        Ask::about(seat, OF_POWERS, self.occasion.subject.0.into())
    }

    fn legal(self, now: Now<HeroScape>, seat: Seat, into: &mut Vec<Action>) -> Listing {
        legal(now.game, now.state, &self.occasion, seat, into);
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
            Action::Use { .. } | Action::Pass => {
                check(now.game, now.state, &self.occasion, action, why)
            }
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
            Action::Use { figure, power, on } => {
                power::begin(game, state, *figure, *power, *on, events);
            }
            Action::Pass => pass(state, self.occasion, seat),
            _ => {}
        }
    }

    fn request(self, now: Now<HeroScape>, why: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        let seats = if let OccasionStep::Order(seats) = self.step { seats } else { Seats::NONE };
        for seat in seats.iter() {
            glyph_effects::d20_bonus_of(now.game, now.state, seat, why);
        }
        round::d20_for(now.game, seats, Rule::SimultaneousPowers)
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        if let OccasionStep::Order(seats) = self.step {
            let (game, state, events) = change.parts();
            resolve_order(game, state, seats, faces, events);
        }
    }
}

impl Occasion {
    /// A moment of a figure.
    pub fn of(moment: Moment, subject: FigureId) -> Occasion {
        Occasion {
            moment,
            subject,
            other: None,
            special: None,
            wounds: 0,
            most: None,
            done: SmallVec::new(),
            passed: Seats::NONE,
            first: None,
            stood: None,
            harm: None,
        }
    }
}

/// Raises a moment: it waits on the stack if any power is for it; else what follows follows at once.
pub fn raise<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    occasion: Occasion,
    events: &mut O,
) {
    if game.has_moment(state, occasion.moment) && !offers(game, state, &occasion).is_empty() {
        state.occasions.push(occasion);
        state.push(OccasionStep::Powers);
    } else {
        conclude(game, state, &occasion, events);
    }
}

/// The seat that is asked at a moment: who won a roll for it, then the one whose turn it is, then the others to the left
/// (HS-3.5.1).
pub fn asked(game: &HeroScape, state: &State, occasion: &Occasion) -> Option<Seat> {
    let found = offers(game, state, occasion);
    let open = |offer: &&Offer| {
        offer.must || !occasion.passed.contains(state.figure(offer.source).controller)
    };
    let seats = found.iter().filter(open).map(|offer| state.figure(offer.source).controller);
    seats.min_by_key(|seat| place_in_line(state, occasion, *seat))
}

/// How many seats come before a seat at a moment.
fn place_in_line(state: &State, occasion: &Occasion, seat: Seat) -> u8 {
    let seats = state.seats().max(1);
    match occasion.first {
        Some(first) if first == seat => 0,
        _ => 1 + (seat.0 + seats - state.turn.seat.0 % seats) % seats,
    }
}

/// Opponents who may use the same power at a moment, and have to roll for who goes first; nobody where one of them has used
/// it or let it be.
fn rivals(state: &State, occasion: &Occasion, found: &[Offer]) -> Seats {
    let seat_of = |source: FigureId| state.figure(source).controller;
    if occasion.first.is_some() {
        return Seats::NONE;
    }
    let contested = |by: PowerRef| -> Seats {
        let same = found.iter().filter(|offer| offer.by == by).map(|offer| seat_of(offer.source));
        let seats: Seats = same.filter(|seat| !occasion.passed.contains(*seat)).collect();
        let used = occasion.done.iter().any(|(_, used)| *used == by);
        let opposed =
            seats.first().is_some_and(|one| seats.iter().any(|other| !state.friends(one, other)));
        if used || !opposed { Seats::NONE } else { seats }
    };
    found
        .iter()
        .map(|offer| contested(offer.by))
        .find(|seats| !seats.is_empty())
        .unwrap_or_default()
}

/// The dice for who uses a power first that opponents may use together; ties for the highest roll again.
fn resolve_order<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    seats: Seats,
    faces: &[Face],
    events: &mut O,
) {
    state.steps.pop();
    let mut rolled = Vec::new();
    for (seat, face) in seats.iter().zip(faces) {
        let added = glyph_effects::d20_bonus_of(game, state, seat, &mut Silent);
        let (face, total) = (face + 1, i16::from(*face) + 1 + added.clamp(-1000, 1000) as i16);
        events.tell(|| Event::PowerOrderRolled { seat, rolled: face, total });
        rolled.push((seat, total));
    }
    let best = round::highest(&rolled);
    if best.len() > 1 {
        state.push(OccasionStep::Order(best));
    } else {
        goes_first(state, best.first());
    }
}

/// Lets a seat go first at the moment under way.
pub fn goes_first(state: &mut State, seat: Option<Seat>) {
    if let Some(occasion) = state.occasions.last_mut() {
        occasion.first = seat.or(Some(state.turn.seat));
    }
}

/// Goes on with a moment: does what must be done, asks, or lets it pass.
fn settle<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    occasion: &Occasion,
    events: &mut O,
) -> Flow {
    let found = offers(game, state, occasion);
    let rivals = rivals(state, occasion, &found);
    if !rivals.is_empty() {
        state.push(OccasionStep::Order(rivals));
        return Flow::On;
    }
    let forced = found.iter().filter(|offer| offer.must).copied();
    let seat_of = |offer: &Offer| state.figure(offer.source).controller;
    let forced = forced.min_by_key(|offer| place_in_line(state, occasion, seat_of(offer)));
    if let Some(offer) = forced {
        let Some(trigger) = game.trigger(offer.by) else { return Flow::On };
        let all = targets(game, state, offer.source, trigger, Some(occasion));
        let choice = all.as_ref().is_some_and(|all| all.len() > 1) && !trigger.on_all;
        if !choice {
            let on = all.and_then(|all| all.first().copied());
            power::begin(game, state, offer.source, offer.by, on, events);
            return Flow::On;
        }
        return Flow::Choose;
    }
    if asked(game, state, occasion).is_some() {
        return Flow::Choose;
    }
    forgo_first(game, state, &found);
    state.steps.pop();
    state.occasions.pop();
    conclude(game, state, occasion, events);
    Flow::On
}

/// Powers for the first time of a turn only that are let pass now have had it.
fn forgo_first(game: &HeroScape, state: &mut State, found: &[Offer]) {
    for Offer { source, by, .. } in found.iter().copied() {
        if game.trigger(by).is_some_and(|trigger| trigger.once == Some(Once::First)) {
            let power = game.power_number(by);
            state.turn.used.push(Used { figure: source, power, by, on: None });
        }
    }
}

/// What follows when nothing more is used at a moment.
fn conclude<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    occasion: &Occasion,
    events: &mut O,
) {
    let subject = occasion.subject;
    match occasion.moment {
        Moment::Wounded => {
            super::attack::inflict(game, state, occasion, events);
        }
        Moment::WoundedLeaving => {
            if occasion.wounds == 0 {
                forget_strikes(state, subject);
            }
            let matters = game.has_moment(state, Moment::Destroys) || !game.goals.list.is_empty();
            if let Some(killer) = occasion.other.filter(|_| matters) {
                state.push(CasualtyStep::Killed(killer, subject));
            }
            casualty::take(game, state, subject, occasion.wounds, Harm::Leaving, events);
        }
        Moment::WoundedOtherwise => {
            let harm = occasion.harm.unwrap_or(Harm::Fall);
            casualty::take(game, state, subject, occasion.wounds, harm, events);
        }
        Moment::Attacked => {
            if let Some(attack) = &mut state.attack {
                attack.met = true;
            }
        }
        Moment::InsteadOfTurn if !occasion.done.is_empty() => {
            if let Some(Step::Round(RoundStep::BeginTurn(_, stage))) = state.steps.last_mut() {
                *stage = 9;
            }
        }
        Moment::Dying => {
            casualty::destroy(game, state, subject, occasion.harm.unwrap_or(Harm::Attack), events)
        }
        Moment::AfterTurn => round::turn_over(state),
        // A temporary glyph has worked, or was let be: it is gone (HS-6.1.2).
        Moment::OnGlyph => {
            let space = occasion.stood.map(|its| its.lead);
            let at = state.glyphs.iter().position(|laid| Some(laid.space) == space);
            let kind = at.and_then(|at| state.glyphs[at].kind);
            if let (Some(at), Some(glyph)) =
                (at, kind.filter(|kind| glyphs::is_temporary(game, *kind)))
            {
                state.glyphs.remove(at);
                events.tell(|| Event::GlyphTaken { figure: subject, glyph });
            }
        }
        _ => {}
    }
}

/// Wounds of leaving that were ignored are inflicted by nobody: what waits for them below passes.
fn forget_strikes(state: &mut State, leaver: FigureId) {
    let waits = |occasion: &Occasion| {
        occasion.moment == Moment::InflictsLeaving && occasion.other == Some(leaver)
    };
    while state.step() == Some(Step::Occasion(OccasionStep::Powers))
        && state.occasions.last().is_some_and(waits)
    {
        state.steps.pop();
        state.occasions.pop();
    }
}

/// Lists what a seat may use at a moment.
fn legal(game: &HeroScape, state: &State, occasion: &Occasion, seat: Seat, into: &mut Vec<Action>) {
    let mut must = false;
    for offer in offers(game, state, occasion) {
        if state.figure(offer.source).controller != seat {
            continue;
        }
        must |= offer.must;
        let Some(trigger) = game.trigger(offer.by) else { continue };
        list(game, state, offer.source, offer.by, trigger, Some(occasion), into);
    }
    if !must {
        into.push(Action::Pass);
    }
}

/// Lists the ways to use one power.
pub fn list(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    power: PowerRef,
    trigger: &Trigger,
    occasion: Option<&Occasion>,
    into: &mut Vec<Action>,
) {
    match targets(game, state, figure, trigger, occasion) {
        Some(_) if trigger.on_all => into.push(Action::Use { figure, power, on: None }),
        None => into.push(Action::Use { figure, power, on: None }),
        Some(all) => {
            into.extend(all.into_iter().map(|on| Action::Use { figure, power, on: Some(on) }));
        }
    }
}

/// Judges the use of a power at the moment under way.
fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    occasion: &Occasion,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let rule = Rule::Ability(crate::tables::abilities::Ability::Trigger);
    let seat = asked(game, state, occasion);
    let mut legal_now = Vec::new();
    legal(game, state, occasion, seat.unwrap_or_default(), &mut legal_now);
    why.need(rule, legal_now.contains(action), || {
        let fact = umpire_core::steps::no_answer(game, state, seat.unwrap_or_default());
        Fact { says: "this is not among what may be used at this moment".into(), ..fact }
    })
}

/// Lets a moment pass for a seat.
fn pass(state: &mut State, mut occasion: Occasion, seat: Seat) {
    occasion.passed = occasion.passed.with(seat);
    state.occasions.pop();
    state.occasions.push(occasion);
}

/// Notes that a power was used at the moment under way, if it is one.
pub fn note(state: &mut State, source: FigureId, by: PowerRef) {
    if state.step() == Some(Step::Occasion(OccasionStep::Powers))
        && let Some(occasion) = state.occasions.last_mut()
    {
        occasion.done.push((source, by));
    }
}

/// A moment of a turn at which powers force something, if they do.
pub fn forced(game: &HeroScape, state: &State, moment: Moment) -> Option<Occasion> {
    let copy = state.turn.copy.filter(|_| game.has_moment(state, moment))?;
    let subject = activation::servants(game, state, copy).next()?;
    let occasion = Occasion::of(moment, subject);
    let forces = offers(game, state, &occasion).iter().any(|offer| offer.must);
    forces.then_some(occasion)
}
