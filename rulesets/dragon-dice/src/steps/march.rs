//! A march: which army, its maneuver against all who oppose it, and its action (sections 6, 7).

use crate::position::action::Action;
use crate::position::event::{Event, Skipped};
use crate::position::game::DragonDice;
use crate::position::lasting::{Effect, Ends, On};
use crate::position::pieces::{Army, Place};
use crate::position::roll::Roll;
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::march::MarchStep;
use crate::position::stack::minor::MinorStep;
use crate::position::state::State;
use crate::rules::{actions, effects, marching, minor_terrains, roll};
use crate::steps::magic::hazards;
use crate::steps::species::charges;
use crate::steps::{Ask, eighth, fight, magic, minor};
use crate::tables::edition::MinorEntry;
use crate::tables::rule::Rule;
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Silent, Verdict};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Change, Flow, Now, Play, no_answer};

/// Begins the march of the army at a place.
pub(crate) fn begin_march<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    place: Place,
    second: bool,
    out: &mut O,
) {
    state.marched |= 1 << place.0;
    let army = marching::marcher(state, place);
    out.tell(|| Event::Marched { army, second });
    state.steps.push(Step::March(MarchStep::Act(place)));
    if place.as_terrain().is_some() {
        minor::bury_disaster(game, state, army, out);
        state.steps.push(Step::March(MarchStep::Maneuver(place)));
        state.steps.push(Step::Minor(MinorStep::Start(place)));
        hazards::march_begins(game, state, army, out);
    }
}

/// Turns a terrain die a step, with everything that follows from it (DD-6.6, DD-14.1, DD-14.4).
pub(crate) fn turn_terrain<O: Observe<Event>>(
    state: &mut State,
    place: Place,
    to: u8,
    rule: Rule,
    out: &mut O,
) {
    let Some(number) = place.as_terrain() else { return };
    let ground = &mut state.grounds[usize::from(number)];
    let from = ground.face;
    let holder = ground.holder.take();
    (ground.face, ground.named, ground.held) = (to, None, 0);
    out.tell(|| Event::Turned { place, from, to, rule });
    if let Some(seat) = holder {
        out.tell(|| Event::Released { place, seat });
    }
    end_at(state, number, Ends::Turned, out);
}

/// Ends what lies on a terrain until that happens there.
fn end_at<O: Observe<Event>>(state: &mut State, number: u8, when: Ends, out: &mut O) {
    let ends = |effect: &Effect| effect.ends == when && effect.on == On::Terrain(number);
    for effect in state.effects.iter().filter(|effect| ends(effect)) {
        out.tell(|| Event::Ended { effect: *effect });
    }
    state.effects.retain(|effect| !ends(effect));
}

/// Another player loses a captured terrain at which the marching army's maneuver has succeeded without
/// turning the die, which drops a step then (DD-14.4).
fn lose_capture<O: Observe<Event>>(state: &mut State, place: Place, out: &mut O) {
    let holder = state.ground(place).and_then(|ground| ground.holder);
    if holder.is_some_and(|holder| holder != state.marching) {
        turn_terrain(state, place, 7, Rule::LosingCapture, out);
    }
}

/// What follows from a maneuver that has succeeded, whether the die is turned then or a minor terrain comes
/// in (DD-6.4).
fn maneuvered<O: Observe<Event>>(state: &mut State, place: Place, out: &mut O) {
    if let Some(number) = place.as_terrain() {
        end_at(state, number, Ends::Maneuvered, out);
    }
    hazards::after_maneuver(state, marching::marcher(state, place), out);
}

/// The marching army captures a terrain that has come to show 8.
fn capture<O: Observe<Event>>(game: &DragonDice, state: &mut State, place: Place, out: &mut O) {
    let army = marching::marcher(state, place);
    let Some(number) = place.as_terrain() else { return };
    state.grounds[usize::from(number)].holder = Some(army.owner);
    state.idle = 0;
    out.tell(|| Event::Captured { army });
    minor::bury_minor(state, army, Rule::NoMinorWithCapture, out);
    eighth::after_capture(game, state, place, out);
}

impl MarchStep {
    /// Who is asked about what, by which rule.
    fn question(self, game: &DragonDice, state: &State) -> Choice<Rule> {
        let subject = |place: Place| Some(u16::from(place.0));
        let (seat, about, subject) = match self {
            MarchStep::Choose { .. } => (state.marching, Rule::Marches, None),
            MarchStep::Maneuver(place) => (state.marching, Rule::ManeuverAnnounced, subject(place)),
            MarchStep::Oppose { place, asked, .. } => {
                let seat =
                    marching::opposing(game, state, place, asked).next().unwrap_or(state.marching);
                (seat, Rule::ManeuverAnnounced, subject(place))
            }
            MarchStep::Turn { place, .. } | MarchStep::Compare { place, .. } => {
                (state.marching, Rule::TerrainTurnsOneStep, subject(place))
            }
            MarchStep::Act(place) => (state.marching, Rule::ActionShown, subject(place)),
        };
        Choice { seats: Seats::only(seat), about, subject, sealed: false }
    }

    /// What comes before an army's action, and whether the army may take it then, as the terrain lies.
    fn comes_later(self, game: &DragonDice, state: &State, seat: Seat, action: &Action) -> Fact {
        let may = |army: Army| actions::check_act(game, state, army, action, &mut Silent);
        let then = |army: Army| match may(army) {
            Ok(()) => "as the terrain lies, it may be done then".to_string(),
            Err(Broken(rule)) => {
                format!("as the terrain lies, {} forbids it then", game.catalog.cite(rule))
            }
        };
        let says = match self {
            MarchStep::Choose { .. } => {
                let fresh = |army: &Army| state.marched & 1 << army.place.0 == 0;
                let able = state.armies(state.marching).filter(fresh).any(|army| may(army).is_ok());
                let then = match able {
                    true => "an army of yours may do it then, as the terrain lies",
                    false => "no army that may still march could do it, as the terrain lies",
                };
                format!("an army marches first; {then}")
            }
            MarchStep::Maneuver(place)
            | MarchStep::Oppose { place, .. }
            | MarchStep::Compare { place, .. }
            | MarchStep::Turn { place, .. }
            | MarchStep::Act(place) => {
                format!("the maneuver comes first; {}", then(marching::marcher(state, place)))
            }
        };
        Fact { says, ..no_answer(game, state, seat) }
    }
}

impl Play<DragonDice> for MarchStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            MarchStep::Choose { second } => {
                // A second march needs a second army in play (DD-5.8).
                if second && state.armies(state.marching).nth(1).is_none() {
                    if let Some(army) = state.armies(state.marching).next() {
                        let rule = Rule::SecondMarch;
                        out.tell(|| Event::Skipped { skipped: Skipped::SecondMarch, army, rule });
                    }
                    state.steps.pop();
                    return Flow::On;
                }
                let mut open = state
                    .armies(state.marching)
                    .filter(|army| state.marched & 1 << army.place.0 == 0);
                if open.next().is_some() {
                    return Flow::Wait;
                }
                drop(open);
                state.steps.pop();
                Flow::On
            }
            MarchStep::Maneuver(place) | MarchStep::Act(place) => {
                let army = marching::marcher(state, place);
                let gone = !state.exists(army);
                let nothing =
                    || matches!(self, MarchStep::Act(_)) && !actions::may_act(game, state, army);
                if gone || nothing() {
                    state.steps.pop();
                    return Flow::On;
                }
                Flow::Wait
            }
            MarchStep::Oppose { place, asked, against } => {
                if marching::opposing(game, state, place, asked).next().is_some() {
                    return Flow::Wait;
                }
                let army = marching::marcher(state, place);
                if against.is_empty() {
                    state.replace_step(Step::March(MarchStep::Turn { place, unopposed: true }));
                    return Flow::On;
                }
                if let Some(rule) = effects::saves_alone(state, army) {
                    out.tell(|| Event::Skipped { skipped: Skipped::ManeuverRoll, army, rule });
                    state.steps.pop();
                    return Flow::On;
                }
                let mut rolls: Vec<Roll> =
                    vec![Roll::new(RollKind::Maneuver, army, roll::rollable(game, state, army))];
                for seat in state.others(state.marching).filter(|seat| against.contains(*seat)) {
                    let army = Army { owner: seat, place };
                    let dice = roll::rollable(game, state, army);
                    rolls.push(Roll::new(RollKind::CounterManeuver, army, dice));
                }
                state.replace_step(Step::March(MarchStep::Compare { place, against }));
                state.throw(game, rolls);
                Flow::On
            }
            MarchStep::Compare { place, against } => {
                let from = state.rolls.len().saturating_sub(against.len() + 1);
                let results: Vec<u16> =
                    state.rolls.drain(from..).map(|roll| roll.result()).collect();
                let own = results.first().copied().unwrap_or(0);
                let best = results.iter().skip(1).copied().max().unwrap_or(0);
                let army = marching::marcher(state, place);
                let reversed = effects::ties_to_counter(state, army);
                let stays = state.exists(army);
                let won = stays && marching::is_won(state, army, own, best);
                let rule = match reversed.filter(|_| own == best) {
                    // Who has left by now neither turns nor captures anything.
                    _ if !stays => Rule::EffectTime,
                    tied => tied.unwrap_or(Rule::OpposedManeuver),
                };
                out.tell(|| Event::Opposed { army, result: own, best, won, rule });
                state.steps.pop();
                if won {
                    state.steps.push(Step::March(MarchStep::Turn { place, unopposed: false }));
                }
                Flow::On
            }
            MarchStep::Turn { place, .. } => {
                if !state.exists(marching::marcher(state, place)) {
                    state.steps.pop();
                    return Flow::On;
                }
                Flow::Choose
            }
        }
    }

    fn ask(self, Now { game, state }: Now<DragonDice>) -> Ask {
        Ask::Choice(self.question(game, state))
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            MarchStep::Choose { .. } => {
                into.push(Action::Pass);
                let open = |army: &Army| state.marched & 1 << army.place.0 == 0;
                let armies = state.armies(state.marching).filter(open);
                into.extend(armies.map(|army| Action::March(army.place)));
            }
            MarchStep::Maneuver(place) => {
                into.extend([Action::Maneuver, Action::Pass]);
                minor::minor_instead(game, state, marching::marcher(state, place), into);
                charges::species_instead(game, state, marching::marcher(state, place), into);
            }
            MarchStep::Oppose { .. } => into.extend([Action::Accept, Action::Pass]),
            MarchStep::Turn { place, unopposed } => {
                let face = state.ground(place).map_or(1, |ground| ground.face);
                if face < 8 {
                    into.push(Action::Turn { up: true });
                }
                if face > 1 {
                    into.push(Action::Turn { up: false });
                }
                if unopposed && game.edition.minor_entry == MinorEntry::OnUnopposedManeuver {
                    minor_terrains::minors_to_bring(
                        game,
                        state,
                        marching::marcher(state, place),
                        into,
                    );
                }
            }
            MarchStep::Act(place) => {
                into.push(Action::Pass);
                into.extend(actions::options(game, state, marching::marcher(state, place)));
            }
            MarchStep::Compare { .. } => {}
        }
        Listing::Complete
    }

    fn check(
        self,
        Now { game, state }: Now<DragonDice>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        match (self, action) {
            (MarchStep::Choose { .. }, Action::Pass) | (MarchStep::Act(_), Action::Pass) => Ok(()),
            (MarchStep::Choose { .. }, Action::March(place)) => {
                marching::check_marcher(state, seat, *place, why)?;
                let fresh = state.marched & 1 << place.0 == 0;
                why.require(Rule::Marches, fresh, || {
                    Fact::says("this army has marched this turn; another one may")
                        .held("this army has not marched this turn")
                })
            }
            (MarchStep::Act(place), Action::Attack { .. } | Action::Magic) => {
                actions::check_act(game, state, marching::marcher(state, place), action, why)
            }
            (MarchStep::Turn { place, .. }, Action::Turn { up }) => {
                let face = state.ground(place).map_or(1, |ground| ground.face);
                why.need(Rule::TerrainTurnsOneStep, if *up { face < 8 } else { face > 1 }, || {
                    Fact::says(format!("the die shows {face} and can only go the other way"))
                        .held("the die goes one step")
                })
            }
            (MarchStep::Maneuver(place) | MarchStep::Turn { place, .. }, Action::Bring(_))
            | (MarchStep::Maneuver(place), Action::Bury | Action::Keep | Action::RollMinor) => {
                let army = marching::marcher(state, place);
                let may_enter = match (self, game.edition.minor_entry) {
                    (MarchStep::Turn { unopposed, .. }, MinorEntry::OnUnopposedManeuver) => {
                        unopposed
                    }
                    (MarchStep::Maneuver(_), entry) => entry == MinorEntry::InsteadOfManeuver,
                    _ => false,
                };
                minor_terrains::check_minor(game, state, army, action, may_enter, why)
            }
            (MarchStep::Act(place), Action::Maneuver)
                if state.minor(marching::marcher(state, place)).is_some() =>
            {
                why.need(Rule::KeepOrRoll, false, || {
                    Fact::says("the maneuver step is over, or was given up to keep a face")
                })
            }
            (_, Action::Attack { .. } | Action::Magic) => {
                let rule = self.question(game, state).about;
                why.need(rule, false, || self.comes_later(game, state, seat, action))
            }
            _ => self.check_listed(Now { game, state }, seat, action, why),
        }
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        match (self, action) {
            (MarchStep::Choose { second }, Action::March(place)) => {
                begin_march(game, state, *place, second, out);
            }
            (MarchStep::Choose { .. } | MarchStep::Act(_), Action::Pass) => {
                out.tell(|| Event::Declined { seat, rule: Rule::Marches });
            }
            (MarchStep::Maneuver(_), Action::Pass) => {
                out.tell(|| Event::Declined { seat, rule: Rule::ManeuverAnnounced });
            }
            (MarchStep::Maneuver(place), Action::Maneuver) => {
                out.tell(|| Event::Accepted { seat, rule: Rule::ManeuverAnnounced });
                let (asked, against) = (Seats::NONE, Seats::NONE);
                state.steps.push(Step::March(MarchStep::Oppose { place, asked, against }));
            }
            (MarchStep::Maneuver(place), Action::Bring(_) | Action::Bury) => {
                minor::minor_answer(state, marching::marcher(state, place), action, out);
            }
            // Ruling: the maneuver has succeeded by then, so what waits for one meets this one.
            (MarchStep::Turn { place, .. }, Action::Bring(_)) => {
                lose_capture(state, place, out);
                maneuvered(state, place, out);
                minor::minor_answer(state, marching::marcher(state, place), action, out);
            }
            (MarchStep::Oppose { place, asked, against }, Action::Accept | Action::Pass) => {
                let against = match action {
                    Action::Accept => against.with(seat),
                    _ => against,
                };
                let rule = Rule::ManeuverAnnounced;
                out.tell(|| match action {
                    Action::Accept => Event::Accepted { seat, rule },
                    _ => Event::Declined { seat, rule },
                });
                let asked = asked.with(seat);
                state.steps.push(Step::March(MarchStep::Oppose { place, asked, against }));
            }
            (MarchStep::Turn { place, .. }, Action::Turn { up }) => {
                let face = state.ground(place).map_or(1, |ground| ground.face);
                let to = if *up { face + 1 } else { face - 1 };
                turn_terrain(state, place, to, Rule::TerrainTurnsOneStep, out);
                maneuvered(state, place, out);
                if to == 8 {
                    capture(game, state, place, out);
                }
            }
            (MarchStep::Act(place), Action::Attack { with, target }) => {
                fight::attack(state, *with, marching::marcher(state, place), *target, out);
            }
            (MarchStep::Act(place), Action::Magic) => {
                magic::begin_magic(game, state, marching::marcher(state, place), out);
            }
            (MarchStep::Maneuver(place), _) => {
                charges::species_instead_taken(
                    game,
                    state,
                    marching::marcher(state, place),
                    action,
                    out,
                );
            }
            _ => {}
        }
    }
}
