//! Dragon attacks: the phase, the sequence at one terrain, and its steps (sections 10 to 13).

#[doc(hidden)]
pub mod answer;
pub(crate) mod breath;
pub(crate) mod champions;
pub(crate) mod icons;
pub(crate) mod riders;
pub(crate) mod rolling;
pub(crate) mod targets;

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::dragons::{Aiming, DragonFight, DragonStep, Picked, Rolling};
use crate::position::stack::pick::Pick;
use crate::position::state::State;
use crate::rules::dragons::aims;
use crate::steps::Ask;
use crate::steps::dragons::rolling::SLAIN;
use crate::tables::catalog::Elements;
use crate::tables::edition::{DragonTargets, Form};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Change, Flow, Now, Play, no_answer};

/// Dice were picked in a dragon attack.
pub(crate) fn dragons_picked<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    pick: Pick,
    picked: Picked,
    set: PieceSet,
    out: &mut O,
) {
    match picked {
        Picked::Champions if !set.is_empty() => {
            state.steps.push(Step::Dragons(DragonStep::ChampionRoll { dice: set }));
        }
        Picked::Champions => {
            out.tell(|| Event::Declined { seat: pick.seat, rule: pick.rule });
        }
        Picked::Struck(blast) => breath::blast_strikes(game, state, pick.of, set, blast, out),
        Picked::Unafraid => {
            within(state, |_, fight| fight.unafraid = set);
        }
    }
}

/// The rule of the sequence this edition follows.
fn sequence_rule(game: &DragonDice) -> Rule {
    match game.edition.dragon_sequence {
        Form::Current => Rule::CurrentDragonAttack,
        Form::Classic => Rule::ClassicDragonAttack,
    }
}

/// Terrains where a dragon and an army of the marching player meet, as bits (DD-10.1).
fn dragons_meet(state: &State) -> u8 {
    let owner = state.marching;
    let meets =
        |place: &Place| state.exists(Army { owner, place: *place }) && has_dragon(state, *place);
    state.terrains().filter(meets).fold(0, |all, place| all | 1 << place.0)
}

/// Lets the dragons of a terrain attack, step by step as the edition has it (DD-11.1, DD-11.2).
fn dragons_attack(game: &DragonDice, state: &mut State, place: Place) {
    let army = Army { owner: state.marching, place };
    state.dragons = Some(DragonFight::new(state, army));
    let aim = |whose| DragonStep::Aim { whose, answered: Seats::NONE };
    let mut sequence = Vec::with_capacity(16);
    if game.edition.eldarim_first {
        sequence.push(DragonStep::Champions);
    }
    let aimed_roll = |rolling| match game.edition.dragon_targets {
        DragonTargets::RevealedBefore => [DragonStep::Reveal, DragonStep::Roll(rolling)],
        DragonTargets::RevealedAfter => [DragonStep::Roll(rolling), DragonStep::Reveal],
    };
    match game.edition.dragon_sequence {
        Form::Current => {
            sequence.push(aim(Aiming::All));
            sequence.extend(aimed_roll(Rolling::All));
            sequence.extend([DragonStep::Breaths, DragonStep::Treasure]);
        }
        Form::Classic => {
            sequence.extend([aim(Aiming::AtArmy), DragonStep::Roll(Rolling::AtArmy)]);
            sequence.extend([DragonStep::Breaths, DragonStep::Treasure, aim(Aiming::All)]);
            sequence.extend(aimed_roll(Rolling::AtDragons));
            sequence.push(DragonStep::Duel);
        }
    }
    sequence.extend([DragonStep::Answer, DragonStep::Assign, DragonStep::Land]);
    sequence.extend([DragonStep::Promote, DragonStep::Leave]);
    state.steps.extend(sequence.into_iter().rev().map(Step::Dragons));
}

/// The phase goes on: the next terrain, where there is one and only one.
///
/// Ruling: dragons attack at every terrain, so also at one to which an icon of the army's answer brought units,
/// but at none a second time.
fn next_dragons(game: &DragonDice, state: &mut State, attacked: u8) -> Flow {
    let open = dragons_meet(state) & !attacked;
    match open.count_ones() {
        0 => {
            state.steps.pop();
            Flow::On
        }
        1 => {
            attack_next(game, state, attacked, Place::terrain(open.trailing_zeros() as u8));
            Flow::On
        }
        _ => {
            state.replace_step(Step::Dragons(DragonStep::Terrains { attacked }));
            Flow::Wait
        }
    }
}

/// The dragons of a terrain attack, and then the phase goes on.
fn attack_next(game: &DragonDice, state: &mut State, attacked: u8, place: Place) {
    let attacked = attacked | 1u8.checked_shl(place.0.into()).unwrap_or(0);
    state.replace_step(Step::Dragons(DragonStep::Terrains { attacked }));
    dragons_attack(game, state, place);
}

fn has_dragon(state: &State, place: Place) -> bool {
    state.dragons_at(place).next().is_some()
}

/// Lets a step do something to the attack under way, which is off the state meanwhile; nothing
/// comes of it where no dragons attack.
fn within<R>(state: &mut State, does: impl FnOnce(&mut State, &mut DragonFight) -> R) -> Option<R> {
    let mut fight = state.dragons.take()?;
    let done = does(state, &mut fight);
    state.dragons = Some(fight);
    Some(done)
}

impl DragonStep {
    fn go_on<O: Observe<Event>>(
        self,
        game: &DragonDice,
        state: &mut State,
        fight: &mut DragonFight,
        out: &mut O,
    ) -> Flow {
        match self {
            DragonStep::Aim { whose, answered } => {
                return targets::settle_aims(game, state, fight, whose, answered);
            }
            DragonStep::Throw => return rolling::ready_to_throw(state, fight),
            DragonStep::ChampionRoll { .. } | DragonStep::SlainWhite { .. } => return Flow::Wait,
            DragonStep::Master { rider, .. } => {
                return champions::may_master(game, state, fight, rider);
            }
            DragonStep::Behead { roll, die } => {
                return icons::behead(game, state, fight, (roll, die), out);
            }
            DragonStep::TurnBack { roll, .. } => {
                return icons::turn_back(game, state, fight, roll, out);
            }
            DragonStep::Breath => return breath::next_blast(game, state, fight),
            DragonStep::Assign => return answer::settle_kills(game, state, fight),
            _ => {}
        }
        state.steps.pop();
        match self {
            DragonStep::Champions => champions::champions_first(game, state, fight),
            DragonStep::Reveal => targets::reveal(fight, out),
            DragonStep::Roll(rolling) => rolling::call_dragons(state, fight, rolling),
            DragonStep::Breaths => breath::gather_blasts(game, state, fight, out),
            DragonStep::Aftermath(blast) => breath::aftermath(game, state, fight.army, blast, out),
            DragonStep::Duel => rolling::duel(game, state, fight, out),
            DragonStep::Treasure => answer::treasures(state, fight),
            DragonStep::Answer => answer::prepare_answer(game, state, fight),
            DragonStep::Strike => answer::throw_answer(game, state, fight),
            DragonStep::Answered => answer::answered(state, fight),
            DragonStep::Land => answer::land(game, state, fight, out),
            DragonStep::Promote => answer::promote_for_dragons(state, fight),
            DragonStep::Leave => answer::leave(game, state, fight, out),
            _ => {}
        }
        Flow::On
    }
}

impl Play<DragonDice> for DragonStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            DragonStep::Phase => return next_dragons(game, state, 0),
            DragonStep::Terrains { attacked } => return next_dragons(game, state, attacked),
            _ => {}
        }
        let Some(flow) = within(state, |state, fight| self.go_on(game, state, fight, out)) else {
            state.steps.pop();
            return Flow::On;
        };
        if self == DragonStep::Leave {
            state.dragons = None;
        }
        flow
    }

    fn ask(self, Now { game, state }: Now<DragonDice>) -> Ask {
        let Some(fight) = &state.dragons else {
            return Ask::seat(state.marching, Rule::DragonsAttack);
        };
        let owner = fight.army.owner;
        match self {
            DragonStep::Aim { whose, answered } => {
                targets::ask_aims(game, state, fight, whose, answered)
            }
            DragonStep::Throw | DragonStep::ChampionRoll { .. } | DragonStep::SlainWhite { .. } => {
                Ask::Roll
            }
            DragonStep::Master { rider, sai } => {
                let subject = Some(Piece { owner, number: rider }.subject());
                let (seats, about) = (Seats::only(owner), Rule::Sai(sai));
                Ask::Choice(Choice { seats, about, subject, sealed: false })
            }
            DragonStep::Behead { roll, die } | DragonStep::TurnBack { roll, die } => {
                Ask::seat(owner, icons::icon_rule(game, state, roll, die))
            }
            DragonStep::Breath => Ask::seat(owner, sequence_rule(game)),
            DragonStep::Assign => Ask::seat(owner, Rule::KillingDragons),
            _ => Ask::seat(state.marching, Rule::DragonsAttack),
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        seat: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match (self, &state.dragons) {
            (DragonStep::Terrains { attacked }, _) => {
                let open = dragons_meet(state) & !attacked;
                let open = state.terrains().filter(|place| open & 1 << place.0 != 0);
                into.extend(open.map(Action::Go));
            }
            (DragonStep::Aim { whose, .. }, Some(fight)) => {
                targets::list_aims(game, state, fight, whose, seat, into);
            }
            (DragonStep::Master { rider, .. }, Some(fight)) => {
                into.extend(champions::masterable(game, state, fight, rider).map(Action::Choose));
                into.push(Action::Pass);
            }
            (DragonStep::Behead { .. }, Some(fight)) => {
                into.extend(icons::dragons_showing_jaws(state, fight).map(Action::Choose));
            }
            (DragonStep::TurnBack { .. }, Some(fight)) => {
                into.extend(icons::dragons_that_dealt(state, fight).map(Action::Choose));
            }
            (DragonStep::Breath, Some(fight)) => breath::list_blasts(fight, into),
            (DragonStep::Assign, Some(fight)) => {
                into.extend(answer::killable(game, state, fight).into_iter().map(Action::Choose));
            }
            _ => {}
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
        match (self, &state.dragons, action) {
            (DragonStep::Aim { whose, .. }, Some(fight), Action::Choose(target)) => {
                let open = aims::open_to(game, state, fight, whose, seat);
                targets::check_aim(game, state, fight, open, *target, why)
            }
            (DragonStep::Assign, Some(fight), Action::Choose(target)) => {
                answer::check_kill(game, state, fight, *target, why)
            }
            (DragonStep::Master { rider, sai }, Some(fight), Action::Choose(target)) => {
                champions::check_mastery(game, state, fight, (rider, sai), *target, why)
            }
            (DragonStep::Terrains { .. }, _, Action::Pass) => {
                why.need(Rule::OptionalPhases, false, || {
                    let says = "dragons attack whether the player likes it or not";
                    Fact { says: says.into(), ..no_answer(game, state, seat) }
                })
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
        if let (DragonStep::Terrains { attacked }, Action::Go(place)) = (self, action) {
            attack_next(game, state, attacked, *place);
            return;
        }
        if !matches!(self, DragonStep::Aim { .. } | DragonStep::Assign | DragonStep::Breath) {
            state.steps.pop();
        }
        within(state, |state, fight| match (self, action) {
            (DragonStep::Aim { whose, answered }, _) => {
                let answered = answered.with(seat);
                state.replace_step(Step::Dragons(DragonStep::Aim { whose, answered }));
                targets::take_aim(game, state, fight, whose, seat, action);
            }
            (DragonStep::Assign, Action::Choose(target)) => answer::doom(fight, *target),
            (DragonStep::Breath, Action::Breathe(blast)) => {
                breath::blast(game, state, fight, *blast);
            }
            (DragonStep::Master { rider, sai }, Action::Choose(dragon)) => {
                champions::master_dragon(game, state, fight, (rider, sai), *dragon, out);
            }
            (DragonStep::Master { sai, .. }, _) => {
                out.tell(|| Event::Declined { seat, rule: Rule::Sai(sai) });
            }
            (DragonStep::Behead { roll, die }, Action::Choose(dragon)) => {
                let rule = icons::icon_rule(game, state, roll, die);
                icons::kill_dragon(game, state, fight, *dragon, rule, out);
            }
            (DragonStep::TurnBack { roll, .. }, Action::Choose(dragon)) => {
                icons::turn_back_on(game, state, fight, roll, *dragon, out);
            }
            _ => {}
        });
    }

    fn request(
        self,
        Now { state, .. }: Now<DragonDice>,
        _: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let (because, groups) = match (self, &state.dragons) {
            (DragonStep::Throw, Some(fight)) => {
                (Rule::DragonFaces, rolling::dragon_groups(state, fight))
            }
            (DragonStep::ChampionRoll { dice }, Some(fight)) => {
                let owner = fight.army.owner;
                (Rule::ClassicChampions, champions::champion_groups(state, owner, dice))
            }
            (DragonStep::SlainWhite { dragon, .. }, _) => {
                let die = state.roster.force(dragon.owner).kind(dragon.number).die();
                let (seat, subject) = (dragon.owner, Some(dragon.subject()));
                let group = DiceGroup { seat, die, count: 1, purpose: SLAIN, subject };
                (Rule::MasteringDragons, std::iter::once(group).collect())
            }
            _ => (Rule::DragonFaces, Default::default()),
        };
        RollRequest::of(because, groups)
    }

    fn worth(self, Now { game, state }: Now<DragonDice>, group: &DiceGroup, face: Face) -> Worth {
        match self {
            DragonStep::ChampionRoll { .. } => champions::champion_worth(game, group, face),
            DragonStep::SlainWhite { dragon, .. } => {
                Worth::Each(rolling::shows_jaws(game, state, dragon, face).into())
            }
            _ => rolling::dragon_worth(game, group, face),
        }
    }

    fn resolve(self, change: &mut Change<DragonDice, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        within(state, |state, fight| match self {
            DragonStep::Throw => rolling::dragons_fall(game, state, fight, faces, out),
            DragonStep::ChampionRoll { dice } => {
                champions::champions_fall(game, state, fight.army, dice, faces, out);
            }
            DragonStep::SlainWhite { dragon, slayer } => {
                let (army, dice) = (fight.army, (dragon, slayer));
                champions::slain_white_falls(game, state, army, dice, faces, out);
            }
            _ => {}
        });
    }
}

/// Elements with none in them, which is what ivory breathes.
pub(crate) const IVORY: Elements = Elements::NONE;
