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
use crate::position::stack::dragons::{
    Aiming, DragonAttack, DragonFight, DragonPhase, DragonStep, Picked, Rolling,
};
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
use umpire_core::steps::{Change, Flow, Now, Play, Within, no_answer};

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
            state.steps.push(DragonAttack::ChampionRoll { dice: set }.into());
        }
        Picked::Champions => {
            out.tell(|| Event::Declined { seat: pick.seat, rule: pick.rule });
        }
        Picked::Struck(blast) => breath::blast_strikes(game, state, pick.of, set, blast, out),
        Picked::Unafraid => {
            if let Some(fight) = &mut state.dragons {
                fight.unafraid = set;
            }
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
    let aim = |whose| DragonAttack::Aim { whose, answered: Seats::NONE };
    let mut sequence = Vec::with_capacity(16);
    if game.edition.eldarim_first {
        sequence.push(DragonAttack::Champions);
    }
    let aimed_roll = |rolling| match game.edition.dragon_targets {
        DragonTargets::RevealedBefore => [DragonAttack::Reveal, DragonAttack::Roll(rolling)],
        DragonTargets::RevealedAfter => [DragonAttack::Roll(rolling), DragonAttack::Reveal],
    };
    match game.edition.dragon_sequence {
        Form::Current => {
            sequence.push(aim(Aiming::All));
            sequence.extend(aimed_roll(Rolling::All));
            sequence.extend([DragonAttack::Breaths, DragonAttack::Treasure]);
        }
        Form::Classic => {
            sequence.extend([aim(Aiming::AtArmy), DragonAttack::Roll(Rolling::AtArmy)]);
            sequence.extend([DragonAttack::Breaths, DragonAttack::Treasure, aim(Aiming::All)]);
            sequence.extend(aimed_roll(Rolling::AtDragons));
            sequence.push(DragonAttack::Duel);
        }
    }
    sequence.extend([DragonAttack::Answer, DragonAttack::Assign, DragonAttack::Land]);
    sequence.extend([DragonAttack::Promote, DragonAttack::Leave]);
    state.steps.extend(sequence.into_iter().rev().map(Step::from));
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
            state.replace_step(DragonPhase::Terrains { attacked }.into());
            Flow::Wait
        }
    }
}

/// The dragons of a terrain attack, and then the phase goes on.
fn attack_next(game: &DragonDice, state: &mut State, attacked: u8, place: Place) {
    let attacked = attacked | 1u8.checked_shl(place.0.into()).unwrap_or(0);
    state.replace_step(DragonPhase::Terrains { attacked }.into());
    dragons_attack(game, state, place);
}

fn has_dragon(state: &State, place: Place) -> bool {
    state.dragons_at(place).next().is_some()
}

impl Play<DragonDice> for DragonPhase {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        next_dragons(change.game, change.state, self.attacked())
    }

    fn ask(self, Now { state, .. }: Now<DragonDice>) -> Ask {
        Ask::seat(state.marching, Rule::DragonsAttack)
    }

    fn legal(self, Now { state, .. }: Now<DragonDice>, _: Seat, into: &mut Vec<Action>) -> Listing {
        let open = dragons_meet(state) & !self.attacked();
        let open = state.terrains().filter(|place| open & 1 << place.0 != 0);
        into.extend(open.map(Action::Go));
        Listing::Complete
    }

    fn check(
        self,
        now: Now<DragonDice>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        if *action != Action::Pass {
            return self.check_listed(now, seat, action, why);
        }
        why.need(Rule::OptionalPhases, false, || {
            let says = "dragons attack whether the player likes it or not";
            Fact { says: says.into(), ..no_answer(now.game, now.state, seat) }
        })
    }

    fn apply(self, change: &mut Change<DragonDice, impl Observe<Event>>, _: Seat, action: &Action) {
        if let Action::Go(place) = action {
            attack_next(change.game, change.state, self.attacked(), *place);
        }
    }
}

impl DragonPhase {
    /// Terrains whose dragons have attacked, as bits.
    fn attacked(self) -> u8 {
        match self {
            DragonPhase::Phase => 0,
            DragonPhase::Terrains { attacked } => attacked,
        }
    }
}

impl Within<DragonDice> for DragonAttack {
    type Whole = DragonFight;

    fn whole(state: &State) -> &Option<DragonFight> {
        &state.dragons
    }

    fn whole_mut(state: &mut State) -> &mut Option<DragonFight> {
        &mut state.dragons
    }

    fn is_within(step: &Step) -> bool {
        matches!(step, Step::Dragons(DragonStep::Attack(_)))
    }

    fn advance(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        fight: &mut DragonFight,
    ) -> Flow {
        let (game, state, out) = change.parts();
        match self {
            DragonAttack::Aim { whose, answered } => {
                return targets::settle_aims(game, state, fight, whose, answered);
            }
            DragonAttack::Throw => return rolling::ready_to_throw(state, fight),
            DragonAttack::ChampionRoll { .. } | DragonAttack::SlainWhite { .. } => {
                return Flow::Wait;
            }
            DragonAttack::Master { rider, .. } => {
                return champions::may_master(game, state, fight, rider);
            }
            DragonAttack::Behead { roll, die } => {
                return icons::behead(game, state, fight, (roll, die), out);
            }
            DragonAttack::TurnBack { roll, .. } => {
                return icons::turn_back(game, state, fight, roll, out);
            }
            DragonAttack::Breath => return breath::next_blast(game, state, fight),
            DragonAttack::Assign => return answer::settle_kills(game, state, fight),
            _ => {}
        }
        state.steps.pop();
        match self {
            DragonAttack::Champions => champions::champions_first(game, state, fight),
            DragonAttack::Reveal => targets::reveal(fight, out),
            DragonAttack::Roll(rolling) => rolling::call_dragons(state, fight, rolling),
            DragonAttack::Breaths => breath::gather_blasts(game, state, fight, out),
            DragonAttack::Aftermath(blast) => {
                breath::aftermath(game, state, fight.army, blast, out)
            }
            DragonAttack::Duel => rolling::duel(game, state, fight, out),
            DragonAttack::Treasure => answer::treasures(state, fight),
            DragonAttack::Answer => answer::prepare_answer(game, state, fight),
            DragonAttack::Strike => answer::throw_answer(game, state, fight),
            DragonAttack::Answered => answer::answered(state, fight),
            DragonAttack::Land => answer::land(game, state, fight, out),
            DragonAttack::Promote => answer::promote_for_dragons(state, fight),
            DragonAttack::Leave => answer::leave(game, state, fight, out),
            _ => {}
        }
        Flow::On
    }

    fn ask(self, Now { game, state }: Now<DragonDice>, fight: &DragonFight) -> Ask {
        let owner = fight.army.owner;
        match self {
            DragonAttack::Aim { whose, answered } => {
                targets::ask_aims(game, state, fight, whose, answered)
            }
            DragonAttack::Throw
            | DragonAttack::ChampionRoll { .. }
            | DragonAttack::SlainWhite { .. } => Ask::Roll,
            DragonAttack::Master { rider, sai } => {
                let subject = Some(Piece { owner, number: rider }.subject());
                let (seats, about) = (Seats::only(owner), Rule::Sai(sai));
                Ask::Choice(Choice { seats, about, subject, sealed: false })
            }
            DragonAttack::Behead { roll, die } | DragonAttack::TurnBack { roll, die } => {
                Ask::seat(owner, icons::icon_rule(game, state, roll, die))
            }
            DragonAttack::Breath => Ask::seat(owner, sequence_rule(game)),
            DragonAttack::Assign => Ask::seat(owner, Rule::KillingDragons),
            _ => Ask::seat(state.marching, Rule::DragonsAttack),
        }
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        fight: &DragonFight,
        seat: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        match self {
            DragonAttack::Aim { whose, .. } => {
                targets::list_aims(game, state, fight, whose, seat, into);
            }
            DragonAttack::Master { rider, .. } => {
                into.extend(champions::masterable(game, state, fight, rider).map(Action::Choose));
                into.push(Action::Pass);
            }
            DragonAttack::Behead { .. } => {
                into.extend(icons::dragons_showing_jaws(state, fight).map(Action::Choose));
            }
            DragonAttack::TurnBack { .. } => {
                into.extend(icons::dragons_that_dealt(state, fight).map(Action::Choose));
            }
            DragonAttack::Breath => breath::list_blasts(fight, into),
            DragonAttack::Assign => {
                into.extend(answer::killable(game, state, fight).into_iter().map(Action::Choose));
            }
            _ => {}
        }
        Listing::Complete
    }

    fn check(
        self,
        now: Now<DragonDice>,
        fight: &DragonFight,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let Now { game, state } = now;
        match (self, action) {
            (DragonAttack::Aim { whose, .. }, Action::Choose(target)) => {
                let open = aims::open_to(game, state, fight, whose, seat);
                targets::check_aim(game, state, fight, open, *target, why)
            }
            (DragonAttack::Assign, Action::Choose(target)) => {
                answer::check_kill(game, state, fight, *target, why)
            }
            (DragonAttack::Master { rider, sai }, Action::Choose(target)) => {
                champions::check_mastery(game, state, fight, (rider, sai), *target, why)
            }
            _ => self.check_listed(now, seat, action, why),
        }
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        fight: &mut DragonFight,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        if !matches!(self, DragonAttack::Aim { .. } | DragonAttack::Assign | DragonAttack::Breath) {
            state.steps.pop();
        }
        match (self, action) {
            (DragonAttack::Aim { whose, answered }, _) => {
                let answered = answered.with(seat);
                state.replace_step(DragonAttack::Aim { whose, answered }.into());
                targets::take_aim(game, state, fight, whose, seat, action);
            }
            (DragonAttack::Assign, Action::Choose(target)) => answer::doom(fight, *target),
            (DragonAttack::Breath, Action::Breathe(blast)) => {
                breath::blast(game, state, fight, *blast);
            }
            (DragonAttack::Master { rider, sai }, Action::Choose(dragon)) => {
                champions::master_dragon(game, state, fight, (rider, sai), *dragon, out);
            }
            (DragonAttack::Master { sai, .. }, _) => {
                out.tell(|| Event::Declined { seat, rule: Rule::Sai(sai) });
            }
            (DragonAttack::Behead { roll, die }, Action::Choose(dragon)) => {
                let rule = icons::icon_rule(game, state, roll, die);
                icons::kill_dragon(game, state, fight, *dragon, rule, out);
            }
            (DragonAttack::TurnBack { roll, .. }, Action::Choose(dragon)) => {
                icons::turn_back_on(game, state, fight, roll, *dragon, out);
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { state, .. }: Now<DragonDice>,
        fight: &DragonFight,
        _: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let (because, groups) = match self {
            DragonAttack::Throw => (Rule::DragonFaces, rolling::dragon_groups(state, fight)),
            DragonAttack::ChampionRoll { dice } => {
                let owner = fight.army.owner;
                (Rule::ClassicChampions, champions::champion_groups(state, owner, dice))
            }
            DragonAttack::SlainWhite { dragon, .. } => {
                let die = state.roster.force(dragon.owner).kind(dragon.number).die();
                let (seat, subject) = (dragon.owner, Some(dragon.subject()));
                let group = DiceGroup { seat, die, count: 1, purpose: SLAIN, subject };
                (Rule::MasteringDragons, std::iter::once(group).collect())
            }
            _ => (Rule::DragonFaces, Default::default()),
        };
        RollRequest::of(because, groups)
    }

    fn worth(
        self,
        Now { game, state }: Now<DragonDice>,
        _: &DragonFight,
        group: &DiceGroup,
        face: Face,
    ) -> Worth {
        match self {
            DragonAttack::ChampionRoll { .. } => champions::champion_worth(game, group, face),
            DragonAttack::SlainWhite { dragon, .. } => {
                Worth::Each(rolling::shows_jaws(game, state, dragon, face).into())
            }
            _ => rolling::dragon_worth(game, group, face),
        }
    }

    fn resolve(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        fight: &mut DragonFight,
        faces: &[Face],
    ) {
        let (game, state, out) = change.parts();
        state.steps.pop();
        match self {
            DragonAttack::Throw => rolling::dragons_fall(game, state, fight, faces, out),
            DragonAttack::ChampionRoll { dice } => {
                champions::champions_fall(game, state, fight.army, dice, faces, out);
            }
            DragonAttack::SlainWhite { dragon, slayer } => {
                let (army, dice) = (fight.army, (dragon, slayer));
                champions::slain_white_falls(game, state, army, dice, faces, out);
            }
            _ => {}
        }
    }
}

/// Elements with none in them, which is what ivory breathes.
pub(crate) const IVORY: Elements = Elements::NONE;
