//! Wounds, destroyed figures, and the cards they go on (HS-7.5.4, HS-3.4.2).

use crate::position::action::Action;
use crate::position::event::{Event, Harm};
use crate::position::game::HeroScape;
use crate::position::state::{CopyId, FigureId, Occasion, Place, State};
use crate::position::step::CasualtyStep;
use crate::steps::{goals, occasion, round, treasure};
use crate::tables::abilities::Moment;
use crate::tables::rule::Rule;
use smallvec::SmallVec;
use umpire_core::game::{Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::seat::Seat;
use umpire_core::steps::{Ask, Change, Flow, Now, Play};

impl Play<HeroScape> for CasualtyStep {
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        let (game, state, events) = change.parts();
        match self {
            CasualtyStep::Lay(figure) => settle(game, state, figure, events),
            CasualtyStep::Killed(killer, victim) => {
                killed(game, state, (killer, victim), events);
                Flow::On
            }
        }
    }

    fn ask(self, now: Now<HeroScape>) -> Ask<Rule> {
        match self {
            CasualtyStep::Lay(figure) => {
                let seat = now.state.figure(figure).controller;
                Ask::about(seat, Rule::CommonCasualties, u16::from(figure.0))
            }
            CasualtyStep::Killed(..) => Ask::Roll,
        }
    }

    fn legal(self, now: Now<HeroScape>, _: Seat, into: &mut Vec<Action>) -> Listing {
        if let CasualtyStep::Lay(figure) = self {
            let cards = options(now.game, now.state, figure);
            into.extend(cards.into_iter().map(Action::Casualty));
        }
        Listing::Complete
    }

    fn check(
        self,
        now: Now<HeroScape>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Result<(), Broken<Rule>> {
        match (self, action) {
            (CasualtyStep::Lay(figure), Action::Casualty(copy)) => {
                check(now.game, now.state, figure, *copy, why)
            }
            _ => self.check_listed(now, seat, action, why),
        }
    }

    fn apply(self, change: &mut Change<HeroScape, impl Observe<Event>>, _: Seat, action: &Action) {
        if let (CasualtyStep::Lay(figure), Action::Casualty(copy)) = (self, action) {
            change.pop();
            let (game, state, events) = change.parts();
            lay(game, state, figure, *copy, events);
        }
    }
}

/// Wounds a figure, after powers that it may have against wounds.
pub fn harm<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    wounds: u8,
    harm: Harm,
    events: &mut O,
) {
    let wounds = wounds.min(most_added(game, state, figure, harm));
    let open = wounds > 0 && state.spaces(figure).is_some();
    if open && game.has_moment(state, Moment::WoundedOtherwise) {
        let mut occasion = Occasion::of(Moment::WoundedOtherwise, figure);
        (occasion.wounds, occasion.harm) = (wounds, Some(harm));
        occasion::raise(game, state, occasion, events);
    } else {
        take(game, state, figure, wounds, harm, events);
    }
}

/// Gives a figure wounds; at as many as its Life it is destroyed.
pub fn take<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    wounds: u8,
    harm: Harm,
    events: &mut O,
) {
    if wounds == 0 || state.spaces(figure).is_none() {
        return;
    }
    if adds_to_blow(game, state, figure, harm)
        && let Some(blow) = state.blows.last_mut()
    {
        blow.most = blow.most.map(|most| most.saturating_sub(wounds));
    }
    let card = game.card(state, figure);
    let total = state.figure(figure).wounds.saturating_add(wounds);
    let dies = total >= card.life;
    // A squad figure of one life has no markers: it lives or is destroyed (HS-7.5.4).
    if !(card.is_squad() && card.life == 1) {
        state.figures[figure.index()].wounds = total.min(card.most_wounds());
        events.tell(|| Event::Wounded { figure, wounds, total, harm });
    }
    if dies {
        kill(game, state, figure, harm, events);
    }
}

/// Destroys a figure after the powers of its dying.
pub fn kill<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    harm: Harm,
    events: &mut O,
) {
    let dying =
        |occasion: &Occasion| occasion.moment == Moment::Dying && occasion.subject == figure;
    if state.occasions.iter().any(dying) {
        return;
    }
    if game.has_moment(state, Moment::Dying) {
        let mut occasion = Occasion::of(Moment::Dying, figure);
        occasion.harm = Some(harm);
        occasion.stood = state.spaces(figure);
        let of_attack = harm == Harm::Attack || adds_to_blow(game, state, figure, harm);
        if let Some(attack) = state.attack.as_ref().filter(|_| of_attack) {
            (occasion.other, occasion.special) = (Some(attack.attacker), attack.special);
        }
        occasion::raise(game, state, occasion, events);
    } else {
        destroy(game, state, figure, harm, events);
    }
}

/// Whether what harms a figure is a wound that a power of its attacker adds to those of the blow, and so is the attack's too.
fn adds_to_blow(game: &HeroScape, state: &State, figure: FigureId, harm: Harm) -> bool {
    let (Harm::Power(_), Some(run), Some(blow)) = (harm, state.runs.last(), state.blows.last())
    else {
        return false;
    };
    let at_blow = game.trigger(run.by).is_some_and(|trigger| trigger.when == Moment::Inflicts);
    at_blow && run.other == Some(figure) && blow.subject == figure && blow.other == Some(run.source)
}

/// The most wounds that a figure takes now: no more of an attack than a power of its own lets it.
fn most_added(game: &HeroScape, state: &State, figure: FigureId, harm: Harm) -> u8 {
    let blow = state.blows.last().filter(|_| adds_to_blow(game, state, figure, harm));
    blow.and_then(|blow| blow.most).unwrap_or(u8::MAX)
}

/// Takes a figure off the battlefield; which card it goes on is settled next.
pub fn destroy<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    harm: Harm,
    events: &mut O,
) {
    if !state.is_living(figure) {
        return;
    }
    events.tell(|| Event::Destroyed { figure, harm });
    let added = adds_to_blow(game, state, figure, harm);
    let by = if added { Harm::Attack } else { harm };
    if !state.carried.is_empty() {
        treasure::left_behind(game, state, figure, events);
    }
    state.note_fallen(figure, by);
    state.lift(figure);
    let its = &mut state.figures[figure.index()];
    its.wounds = 0;
    its.place = Place::Destroyed(its.copy);
    if state.turn.moving.is_some_and(|moving| moving.figure == figure) {
        state.turn.moving = None;
        state.onward.clear();
    }
    let attack = state.attack.as_ref().filter(|_| by == Harm::Attack);
    let attacker = attack.map(|attack| attack.attacker);
    goals::note_fallen(game, state, figure, attacker);
    // Who killed by a power or by striking back has destroyed it too; an attacker's moment comes with its blow.
    let killer = match harm {
        Harm::Power(_) if added => None,
        Harm::Power(_) => state.runs.last().map(|run| run.source),
        Harm::CounterStrike => state.blows.last().map(|blow| blow.subject),
        _ => None,
    };
    if let Some(killer) = killer.filter(|killer| *killer != figure) {
        state.push(CasualtyStep::Killed(killer, figure));
    }
    state.push(CasualtyStep::Lay(figure));
}

/// Raises the moment of one who destroyed another otherwise than by an attack.
fn killed<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (killer, victim): (FigureId, FigureId),
    events: &mut O,
) {
    state.steps.pop();
    let dead = state.spaces(victim).is_none();
    if dead {
        goals::note_fallen(game, state, victim, Some(killer));
    }
    if dead && game.has_moment(state, Moment::Destroys) && state.spaces(killer).is_some() {
        let mut occasion = Occasion::of(Moment::Destroys, killer);
        let fallen = state.fallen(victim);
        let by = fallen.map_or(Harm::Leaving, |fallen| fallen.by);
        (occasion.other, occasion.harm) = (Some(victim), Some(by));
        occasion.stood = fallen.map(|fallen| fallen.stood);
        occasion::raise(game, state, occasion, events);
    }
}

/// The cards on which a destroyed figure may go (HS-3.4.2).
pub fn options(game: &HeroScape, state: &State, figure: FigureId) -> SmallVec<[CopyId; 8]> {
    let own = state.figure(figure).copy;
    if !game.shares(state, own) {
        return smallvec::smallvec![own];
    }
    let full = game.card_of(state, own).figures;
    let matching = || state.all_copies().filter(|(id, _)| game.matches(state, own, *id));
    let begun = matching().find(|(_, copy)| copy.casualties > 0 && copy.casualties < full);
    match begun {
        Some((id, _)) => smallvec::smallvec![id],
        None => matching().filter(|(_, copy)| copy.casualties < full).map(|(id, _)| id).collect(),
    }
}

/// Whether a destroyed figure may go on a card.
fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    copy: CopyId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let own = state.figure(figure).copy;
    let known = copy.index() < state.copies.len() && game.matches(state, own, copy);
    why.need(Rule::CommonCasualties, known, || {
        let name = game.figure_name(state, figure);
        Fact::says(format!("{name} goes on a card that matches its own"))
    })?;
    let room = state.copy(copy).casualties < game.card_of(state, copy).figures;
    why.need(Rule::CommonCasualties, room, || {
        let name = game.copy_name(state, copy);
        Fact::says(format!("{name} is full, no further figure goes on it"))
    })?;
    let options = options(game, state, figure);
    why.require(Rule::CommonCasualties, options.contains(&copy), || {
        let name = game.copy_name(state, copy);
        let begun = options.first().map(|begun| game.copy_name(state, *begun));
        Fact::says(format!("a begun card is filled before {name}"))
            .remedy(begun.unwrap_or_default())
    })
}

/// Lays the figure on its card without asking where there is no choice.
fn settle<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    events: &mut O,
) -> Flow {
    let options = options(game, state, figure);
    let asked = !state.conceded.contains(state.figure(figure).controller);
    if options.len() > 1 && asked {
        return Flow::Wait;
    }
    state.steps.pop();
    let copy = options.first().copied().unwrap_or(state.figure(figure).copy);
    lay(game, state, figure, copy, events);
    Flow::On
}

/// Lays a destroyed figure on a card, and tells if the card is now out of play (HS-7.5.5).
pub fn lay<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    copy: CopyId,
    events: &mut O,
) {
    let by = state.figure(figure).controller;
    state.figures[figure.index()].place = Place::Destroyed(copy);
    let casualties = &mut state.copies[copy.index()].casualties;
    *casualties = casualties.saturating_add(1);
    events.tell(|| Event::OnCard { figure, copy, by });
    told_out(game, state, copy, events);
    if game.has_moment(state, Moment::Destroyed) && !round::is_decided(game, state) {
        let mut occasion = Occasion::of(Moment::Destroyed, figure);
        let of_attack = state.fallen(figure).is_some_and(|fallen| fallen.by == Harm::Attack);
        let attack = state.attack.as_ref().filter(|_| of_attack);
        occasion.other = attack.map(|attack| attack.attacker);
        occasion.special = attack.and_then(|attack| attack.special);
        occasion::raise(game, state, occasion, events);
    }
}

/// Tells if a card is now out of play (HS-7.5.5).
fn told_out<O: Observe<Event>>(game: &HeroScape, state: &mut State, copy: CopyId, events: &mut O) {
    if game.in_play(state, copy) {
        return;
    }
    if game.shares(state, copy) {
        events.tell(|| Event::CardFull { copy });
    }
    events.tell(|| Event::CardOut { copy });
}
