//! A march: which army, its maneuver against all who oppose it, and its action (sections 6, 7).

use super::minor::MinorStep;
use super::{Ask, Change, Flow, Now, Play, Step};
use crate::action::Action;
use crate::catalog::{Counted, Icon};
use crate::edition::{Form, MinorEntry, MissileReach};
use crate::event::{Event, Skipped};
use crate::game::DragonDice;
use crate::pieces::{Army, Place};
use crate::roll;
use crate::roll::{Roll, RollKind, Types};
use crate::rule::Rule;
use crate::state::{Effect, Ends, Lasting, On, State};
use crate::steps::eighth::powers;
use crate::steps::magic::hazards;
use crate::steps::species::charges;
use crate::steps::{eighth, fight, magic, minor};
use serde::{Deserialize, Serialize};
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Silent, Verdict};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::no_answer;

/// A step of a march.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarchStep {
    /// Which army marches.
    Choose {
        /// Whether it is the second march.
        second: bool,
    },
    /// Whether the army at a terrain maneuvers.
    Maneuver(Place),
    /// Whether others with an army there counter, one after another.
    Oppose {
        /// The terrain.
        place: Place,
        /// Who has answered.
        asked: Seats,
        /// Who counters.
        against: Seats,
    },
    /// The maneuver rolls are compared.
    Compare {
        /// The terrain.
        place: Place,
        /// Who countered.
        against: Seats,
    },
    /// The maneuver succeeded: the die is turned (or a minor terrain comes in).
    Turn {
        /// The terrain.
        place: Place,
        /// Whether nobody opposed it.
        unopposed: bool,
    },
    /// What the army does.
    Act(Place),
}

/// The army that marches from a place.
fn marcher(state: &State, place: Place) -> Army {
    Army { owner: state.marching, place }
}

/// Who may oppose the maneuver of the marching army at a place and was not asked yet, in turn.
fn opposing<'a>(
    game: &'a DragonDice,
    state: &'a State,
    place: Place,
    asked: Seats,
) -> impl Iterator<Item = Seat> + 'a {
    state.others(state.marching).filter(move |seat| {
        let army = Army { owner: *seat, place };
        let may_roll = || !only_saves(state, army) && !roll::rollable(game, state, army).is_empty();
        state.exists(army) && !asked.contains(*seat) && may_roll()
    })
}

/// Whether an army of the seat stands at a place to march from.
pub(crate) fn check_marcher<E: Explain<Rule>>(
    state: &State,
    seat: Seat,
    place: Place,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let there = place.in_play() && state.exists(Army { owner: seat, place });
    why.need(Rule::Marches, there, || {
        Fact::says("there is no army of yours").held("an army of the marching player stands there")
    })
}

/// Begins the march of the army at a place.
pub(crate) fn begin_march<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    place: Place,
    second: bool,
    out: &mut O,
) {
    state.marched |= 1 << place.0;
    let army = marcher(state, place);
    out.tell(|| Event::Marched { army, second });
    state.steps.push(Step::March(MarchStep::Act(place)));
    if place.as_terrain().is_some() {
        minor::bury_disaster(game, state, army, out);
        state.steps.push(Step::March(MarchStep::Maneuver(place)));
        state.steps.push(Step::Minor(MinorStep::Start(place)));
        hazards::march_begins(game, state, army, out);
    }
}

/// The rule of the first effect on an army that does this.
fn rule_of_effect(state: &State, army: Army, does: Lasting) -> Option<Rule> {
    state.effects_on(army).find(|effect| effect.does == does).map(|effect| effect.rule)
}

/// The rule of an effect that bars every roll but saves (DD-12.10).
pub(crate) fn saves_alone(state: &State, army: Army) -> Option<Rule> {
    rule_of_effect(state, army, Lasting::OnlySaves)
}

/// The rule by which whoever counters a maneuver of an army needs no more than the army.
pub(crate) fn ties_to_counter(state: &State, army: Army) -> Option<Rule> {
    rule_of_effect(state, army, Lasting::TiesToDefender)
}

/// Whether an effect bars every roll but saves (DD-12.10).
pub(crate) fn only_saves(state: &State, army: Army) -> bool {
    saves_alone(state, army).is_some()
}

/// Which actions the place and what the army holds there allow, targets apart (DD-6.9).
pub(crate) fn actions(game: &DragonDice, state: &State, army: Army) -> Types {
    let Some(ground) = state.ground(army.place) else {
        return magic::reserve_actions(game, state, army);
    };
    let shown = game.catalog.kind(ground.kind).face(ground.face.saturating_sub(1));
    match (shown.icon, ground.holder) {
        (Icon::Action(action), _) => {
            Types::only(action).with(minor::minor_actions(game, state, army))
        }
        (_, Some(holder)) if holder == army.owner => Types::only(Counted::Melee)
            .with(Types::only(Counted::Missile))
            .with(Types::only(Counted::Magic)),
        _ => Types::only(Counted::Melee),
    }
}

/// Where missiles of an army reach (DD-7.5, DD-7.6, DD-14.16, DD-14.24).
pub(crate) fn in_reach<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    target: Army,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let tower = powers::missiles_anywhere(game, state, army);
    if target.place == Place::RESERVE {
        let reached = tower == Some(crate::catalog::ReservesReach::NonId);
        return why.require(Rule::AttackingReserves, reached, || {
            Fact::says("a Reserve Army is out of reach of missiles")
                .held("a Tower reaches Reserve Armies")
        });
    }
    if tower.is_some() {
        return Ok(());
    }
    if army.place == Place::RESERVE {
        return Ok(());
    }
    let near =
        army.place == target.place || !state.is_home(army.place) || !state.is_home(target.place);
    let rule = match game.edition.missile_reach {
        MissileReach::NotHomeToHome => Rule::MissileReach,
        MissileReach::Adjacent => Rule::ClassicMissileReach,
    };
    why.require(rule, near, || {
        Fact::says("missiles do not fly from one Home Terrain to another")
            .held("the target stands at the same terrain or an adjacent one")
            .remedy("shoot at the same terrain or the Frontier")
    })
}

/// Whether opponents may not aim at an army (Illusion).
pub(crate) fn hidden(state: &State, army: Army, from: Seat) -> Option<Rule> {
    state
        .effects_on(army)
        .find(|effect| effect.does == Lasting::Hidden && effect.by != from)
        .map(|effect| effect.rule)
}

fn check_attack<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    with: Counted,
    target: Army,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let about = if with == Counted::Melee { Rule::MeleeAction } else { Rule::MissileAction };
    let physical = matches!(with, Counted::Melee | Counted::Missile);
    why.need(about, physical, || {
        Fact::says("armies attack with melee or missiles")
            .held(format!("an army may attack with {}", with.name()))
    })?;
    let there = state.seated(target.owner) && state.exists(target);
    why.need(about, there, || {
        Fact::says("there is no army there").held("there is an army to attack")
    })?;
    why.need(about, target.owner != army.owner, || {
        Fact::says("the target is an opponent's").held("it is an opponent's")
    })?;
    check_able(game, state, army, about, why)?;
    check_action(game, state, army, with, why)?;
    if with == Counted::Melee {
        return why.require(Rule::MeleeAction, target.place == army.place, || {
            Fact::says("melee reaches only armies at the same terrain")
                .held("both armies stand at the same terrain")
        });
    }
    in_reach(game, state, army, target, why)?;
    let hidden = self::hidden(state, target, army.owner);
    let rule = hidden.unwrap_or(Rule::MissileAction);
    why.require(rule, hidden.is_none(), || {
        Fact::says("the army is hidden from missiles").held("the army may be aimed at")
    })
}

fn check_able<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    about: Rule,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.need(about, !roll::rollable(game, state, army).is_empty(), || {
        Fact::says("no unit of the army may be rolled now")
            .held("the army has units that may be rolled")
    })
}

fn check_action<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    action: Counted,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let allowed = actions(game, state, army);
    let held_against = state
        .ground(army.place)
        .is_some_and(|ground| ground.holder.is_some_and(|holder| holder != army.owner));
    let rule = match (army.place == Place::RESERVE, held_against) {
        (true, _) => Rule::ReserveMarch,
        (false, true) => match game.edition.eighth_faces {
            Form::Current => Rule::CaptureAdvantages,
            Form::Classic => Rule::ClassicCaptureDoubling,
        },
        (false, false) => Rule::ActionShown,
    };
    why.require(rule, allowed.contains(action), || {
        let words: Vec<&str> = allowed.iter().map(Counted::name).collect();
        let words = if words.is_empty() { "none".into() } else { words.join(" or ") };
        let says = format!("the actions open here: {words}");
        Fact::says(says.clone()).held(says)
    })?;
    let barred = only_saves(state, army);
    why.require(Rule::Lightning, !barred, || {
        Fact::says("struck by lightning, the army makes only save rolls").held("the army may roll")
    })
}

/// Whether an army may take an action, were it the moment for it.
fn check_act<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    match action {
        Action::Attack { with, target } => check_attack(game, state, army, *with, *target, why),
        _ => {
            check_able(game, state, army, Rule::MagicAction, why)?;
            check_action(game, state, army, Counted::Magic, why)
        }
    }
}

/// Attacks on armies that an army may attack with an action.
fn targets(
    game: &DragonDice,
    state: &State,
    army: Army,
    with: Counted,
) -> impl Iterator<Item = Action> {
    let places = match with {
        Counted::Melee => army.place.0..army.place.0 + 1,
        _ => 0..Place::RESERVE.0 + 1,
    };
    let others = move |place| state.others(army.owner).map(move |owner| Army { owner, place });
    let able = move |target: &Army| {
        state.exists(*target) && check_attack(game, state, army, with, *target, &mut Silent).is_ok()
    };
    let attack = move |target| Action::Attack { with, target };
    places.map(Place).flat_map(others).filter(able).map(attack)
}

/// The actions an army may take, passing apart.
fn options(game: &DragonDice, state: &State, army: Army) -> impl Iterator<Item = Action> {
    let allowed = actions(game, state, army);
    let magic = allowed.contains(Counted::Magic)
        && !only_saves(state, army)
        && !roll::rollable(game, state, army).is_empty();
    [Counted::Melee, Counted::Missile]
        .into_iter()
        .filter(move |with| allowed.contains(*with))
        .flat_map(move |with| targets(game, state, army, with))
        .chain(magic.then_some(Action::Magic))
}

/// Whether an army may take any action.
fn may_act(game: &DragonDice, state: &State, army: Army) -> bool {
    options(game, state, army).next().is_some()
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
    hazards::after_maneuver(state, marcher(state, place), out);
}

/// The marching army captures a terrain that has come to show 8.
fn capture<O: Observe<Event>>(game: &DragonDice, state: &mut State, place: Place, out: &mut O) {
    let army = marcher(state, place);
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
                let seat = opposing(game, state, place, asked).next().unwrap_or(state.marching);
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
        let may = |army: Army| check_act(game, state, army, action, &mut Silent);
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
                format!("the maneuver comes first; {}", then(marcher(state, place)))
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
                let army = marcher(state, place);
                let gone = !state.exists(army);
                let nothing = || matches!(self, MarchStep::Act(_)) && !may_act(game, state, army);
                if gone || nothing() {
                    state.steps.pop();
                    return Flow::On;
                }
                Flow::Wait
            }
            MarchStep::Oppose { place, asked, against } => {
                if opposing(game, state, place, asked).next().is_some() {
                    return Flow::Wait;
                }
                let army = marcher(state, place);
                if against.is_empty() {
                    state.replace_step(Step::March(MarchStep::Turn { place, unopposed: true }));
                    return Flow::On;
                }
                if let Some(rule) = saves_alone(state, army) {
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
                let army = marcher(state, place);
                let reversed = ties_to_counter(state, army);
                let stays = state.exists(army);
                let won = stays && (own > best || (own == best && reversed.is_none()));
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
                if !state.exists(marcher(state, place)) {
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
                minor::minor_instead(game, state, marcher(state, place), into);
                charges::species_instead(game, state, marcher(state, place), into);
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
                    minor::minors_to_bring(game, state, marcher(state, place), into);
                }
            }
            MarchStep::Act(place) => {
                into.push(Action::Pass);
                into.extend(options(game, state, marcher(state, place)));
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
                check_marcher(state, seat, *place, why)?;
                let fresh = state.marched & 1 << place.0 == 0;
                why.require(Rule::Marches, fresh, || {
                    Fact::says("this army has marched this turn; another one may")
                        .held("this army has not marched this turn")
                })
            }
            (MarchStep::Act(place), Action::Attack { .. } | Action::Magic) => {
                check_act(game, state, self::marcher(state, place), action, why)
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
                let army = self::marcher(state, place);
                let may_enter = match (self, game.edition.minor_entry) {
                    (MarchStep::Turn { unopposed, .. }, MinorEntry::OnUnopposedManeuver) => {
                        unopposed
                    }
                    (MarchStep::Maneuver(_), entry) => entry == MinorEntry::InsteadOfManeuver,
                    _ => false,
                };
                minor::check_minor(game, state, army, action, may_enter, why)
            }
            (MarchStep::Act(place), Action::Maneuver)
                if state.minor(self::marcher(state, place)).is_some() =>
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
                minor::minor_answer(state, marcher(state, place), action, out);
            }
            // Ruling: the maneuver has succeeded by then, so what waits for one meets this one.
            (MarchStep::Turn { place, .. }, Action::Bring(_)) => {
                lose_capture(state, place, out);
                maneuvered(state, place, out);
                minor::minor_answer(state, marcher(state, place), action, out);
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
                fight::attack(state, *with, marcher(state, place), *target, out);
            }
            (MarchStep::Act(place), Action::Magic) => {
                magic::begin_magic(game, state, marcher(state, place), out);
            }
            (MarchStep::Maneuver(place), _) => {
                charges::species_instead_taken(game, state, marcher(state, place), action, out);
            }
            _ => {}
        }
    }
}
