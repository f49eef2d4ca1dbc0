//! The steps of the game: what each waits for, what is legal in it, what comes of it.

pub mod arriving;
pub mod attack;
pub mod basic;
pub mod casualty;
pub mod doors;
pub mod draft;
pub mod effect;
pub mod flight;
pub mod goals;
pub mod ladder;
pub mod leaving;
pub mod movement;
pub mod occasion;
pub mod placing;
pub mod power;
pub mod round;
pub mod treasure;
pub mod turn;
pub mod walking;

use crate::abilities::{Ability, Moment};
use crate::action::Action;
use crate::event::Event;
use crate::footprint::Rest;
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::state::{CopyId, FigureId, State};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, DieId, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Listing, Observe, Pending};
use umpire_core::hex::SpaceId;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::{Seat, Seats};

/// What has to be done; the last of the stack first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A referee's table: the judge does what they like.
    FreeTable,
    /// These seats roll for who places first (HS-2.1.3).
    PlacingRoll(Seats),
    /// Seats place their armies: the first of them, and how many are done.
    Placing(Seat, u8),
    /// These seats roll for the first pick of a draft.
    DraftRoll(Seats),
    /// Cards are picked.
    Draft {
        /// Who had the first pick.
        first: Seat,
        /// How many picks have been.
        pick: u16,
        /// Who is done.
        out: Seats,
    },
    /// A seat places the figures of a card that it picked, or that joins it later.
    Drafted(Seat),
    /// These seats roll for the first turn of the basic game (HS-2.4.1).
    BasicRoll(Seats),
    /// A seat chooses the card of its turn in the basic game.
    BasicTurn(Seat),
    /// These seats still place order markers (HS-3.1.2).
    Markers(Seats),
    /// These seats roll for initiative (HS-3.2.1).
    Initiative(Seats),
    /// The next marker is turned up.
    NextTurn,
    /// Somebody takes a turn.
    Turn,
    /// A figure arrives on the spaces it was moving to.
    Arrive {
        /// Who.
        figure: FigureId,
        /// Where its leading end comes to.
        to: SpaceId,
        /// Where the rest of it comes to.
        trail: Rest,
        /// Levels it comes down.
        drop: i16,
        /// Points paid.
        cost: i16,
        /// How it comes there.
        way: Way,
    },
    /// Controllers say whether they roll against a figure leaving an engagement.
    Leaving,
    /// Those dice fall.
    LeavingDice,
    /// Dice for a fall: how many, or the lowest number of a d20 that lives.
    Fall(FigureId, u8, Option<u8>),
    /// What deadly ground does to a figure that has entered it.
    Entered(FigureId),
    /// Then the glyph there, and whether the figure has to stop.
    Halted(FigureId),
    /// A die that decides whether terrain destroys a figure.
    EnterDie(FigureId),
    /// A die against the trap of a treasure that lies face down (HS-6.2.2).
    TreasureDie(FigureId),
    /// Somebody defends next against the attack under way.
    NextDefender,
    /// Attack dice fall.
    AttackDice,
    /// Defense dice fall.
    DefenseDice,
    /// Attack dice on a door fall.
    DoorAttack {
        /// Who attacks.
        attacker: FigureId,
        /// With which special attack; none for a normal one.
        power: Option<u8>,
        /// Which door.
        door: u8,
    },
    /// Defense dice of a door fall.
    DoorDefense {
        /// Who attacks.
        attacker: FigureId,
        /// Which door.
        door: u8,
        /// Skulls rolled.
        skulls: u8,
    },
    /// A destroyed figure goes on a card.
    Casualty(FigureId),
    /// A card is about to take its turn: powers before it, and instead of it.
    BeginTurn(CopyId, u8),
    /// A moment waits for powers.
    Occasion,
    /// Opponents roll for who uses the same power first (HS-3.5.1).
    PowerOrder(Seats),
    /// A power is carried out.
    Run,
    /// Its dice fall.
    PowerDice,
    /// Whom else it is used on.
    PowerTarget,
    /// Where it puts a figure.
    PowerPlace(FigureId),
    /// Figures that it moves.
    PowerMove,
    /// Whom its next wound goes to.
    PowerPick,
    /// Who comes back, and where.
    PowerRevive,
    /// Who is put next to its source, and where.
    PowerGather,
    /// Where the next figure in reserve comes.
    PowerDeploy,
    /// Which seat it is about.
    PowerSeat,
    /// A space it is about.
    PowerSpace,
    /// Which order marker goes where.
    PowerMarker,
    /// Which of several unrevealed markers of a figure's cards goes.
    PowerPickDie(FigureId),
    /// The damage of a figure that was thrown: the lowest number that wounds, and the wounds.
    Thrown(FigureId, u8, u8),
    /// Who else an attack affects.
    AttackOthers,
    /// How many dice an attack rolls.
    DiceCount,
    /// Whether dice are rolled once more.
    Reroll {
        /// The attacker's dice, or the defender's.
        attack: bool,
        /// How many.
        dice: u8,
    },
    /// Those dice fall.
    RerollDice {
        /// The attacker's dice, or the defender's.
        attack: bool,
        /// How many.
        dice: u8,
    },
    /// What follows a blow, moment by moment.
    AfterBlow(u8),
    /// One figure has destroyed another otherwise than by an attack.
    Killed(FigureId, FigureId),
    /// The round ends: figures from that number on roll for hazards.
    RoundEnd(u8),
    /// Those dice fall.
    RoundDice(u8),
}

impl Step {
    /// Whether somebody is asked what a power under way leaves open.
    pub fn is_choice_of_power(self) -> bool {
        matches!(
            self,
            Step::PowerTarget
                | Step::PowerPlace(_)
                | Step::PowerMove
                | Step::PowerPick
                | Step::PowerRevive
                | Step::PowerDeploy
                | Step::PowerGather
                | Step::PowerSeat
                | Step::PowerSpace
                | Step::PowerMarker
        )
    }
}

/// How a figure comes to a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// On foot.
    Walks,
    /// Through the air.
    Flies,
    /// A power puts it there.
    Put,
}

/// What a group of dice is for; the number in [`DiceGroup::purpose`].
pub mod purpose {
    /// Attack dice.
    pub const ATTACK: u8 = 0;
    /// Defense dice.
    pub const DEFENSE: u8 = 1;
    /// Initiative, or the order of placing.
    pub const INITIATIVE: u8 = 2;
    /// Against a figure leaving an engagement.
    pub const LEAVING: u8 = 3;
    /// A fall.
    pub const FALL: u8 = 4;
    /// Terrain that was entered.
    pub const ENTERING: u8 = 5;
    /// Terrain at the end of the round.
    pub const ROUND_END: u8 = 6;
    /// A power.
    pub const POWER: u8 = 7;
    /// The defense of a door.
    pub const DOOR: u8 = 8;
}

/// What the game waits for.
pub fn pending<E: Explain<Rule>>(game: &HeroScape, state: &State, why: &mut E) -> Pending<Rule> {
    if let Some(outcome) = state.ended {
        return Pending::Over(outcome);
    }
    let choice = |seats, about, subject: Option<FigureId>, sealed| {
        let subject = subject.map(|figure| u16::from(figure.0));
        Pending::Choice(Choice { seats, about, subject, sealed })
    };
    match state.step() {
        None | Some(Step::FreeTable) => {
            choice(Seats::only(Seat::JUDGE), Rule::LookingRound, None, false)
        }
        Some(Step::Placing(first, done)) => {
            let seat = placing::seat(state, first, done);
            choice(Seats::only(seat), Rule::StartZones, None, false)
        }
        Some(Step::Draft { first, pick, .. }) => {
            let seat = draft::picker(state.seats(), first, pick);
            choice(Seats::only(seat), draft::order_rule(state), None, false)
        }
        Some(Step::Drafted(seat)) => choice(Seats::only(seat), Rule::StartZones, None, false),
        Some(Step::BasicTurn(seat)) => choice(Seats::only(seat), Rule::BasicGame, None, false),
        Some(Step::Markers(waiting)) => choice(waiting, Rule::OrderMarkersPlaced, None, true),
        Some(Step::Turn) => {
            let about = if state.turn.attacking { Rule::WhoMayAttack } else { Rule::TurnSequence };
            choice(Seats::only(state.turn.seat), about, None, false)
        }
        Some(Step::Leaving) => {
            let waiting = state.leaving.as_ref();
            let seats = waiting.map_or(Seats::NONE, |leaving| leaving.undecided);
            let figure = waiting.map(|leaving| leaving.figure);
            choice(seats, Rule::LeavingEngagement, figure, false)
        }
        Some(Step::NextDefender) => {
            let attacker = state.attack.as_ref().map(|attack| attack.attacker);
            let seat = attacker.map_or(Seat(0), |figure| state.figure(figure).controller);
            choice(Seats::only(seat), Rule::SpecialAttackOrder, attacker, false)
        }
        Some(Step::Casualty(figure)) => {
            let seat = state.figure(figure).controller;
            choice(Seats::only(seat), Rule::CommonCasualties, Some(figure), false)
        }
        Some(Step::Occasion) => {
            let occasion = state.occasions.last();
            let seat = occasion.and_then(|occasion| occasion::asked(game, state, occasion));
            let subject = occasion.map(|occasion| occasion.subject);
            choice(Seats::only(seat.unwrap_or(Seat(0))), power::RULE, subject, false)
        }
        Some(step) if step.is_choice_of_power() => {
            let run = state.runs.last();
            let seat = run.map_or(Seat(0), |run| run.seat);
            let source = run.map(|run| run.source);
            choice(Seats::only(seat), power::RULE, source, false)
        }
        Some(Step::AttackOthers | Step::DiceCount) => {
            let attacker = state.attack.as_ref().map(|attack| attack.attacker);
            let seat = attacker.map_or(Seat(0), |figure| state.figure(figure).controller);
            choice(Seats::only(seat), Rule::SpecialAttackShapes, attacker, false)
        }
        Some(Step::Reroll { attack, .. }) => {
            let roller = attack::roller(state, attack);
            let seat = roller.map_or(Seat(0), |figure| state.figure(figure).controller);
            choice(Seats::only(seat), Rule::Ability(Ability::DiceRule), roller, false)
        }
        Some(step) => Pending::Roll(request(game, state, step, why)),
    }
}

/// The dice that a rolling step asks for.
fn request<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    step: Step,
    why: &mut E,
) -> RollRequest<Rule> {
    let one = |because, seat, die, count, purpose, subject: FigureId| {
        let subject = Some(u16::from(subject.0));
        RollRequest::one(because, DiceGroup { seat, die, count, purpose, subject })
    };
    let own = |figure: FigureId| state.figure(figure).controller;
    match step {
        Step::PlacingRoll(seats) => round::d20_for(game, seats, Rule::PlacingOrder),
        Step::DraftRoll(seats) => round::d20_for(game, seats, Rule::ArmySources),
        Step::PowerOrder(seats) => round::d20_for(game, seats, Rule::SimultaneousPowers),
        Step::BasicRoll(seats) => basic::request(game, seats),
        Step::Initiative(seats) => {
            round::initiative_modifiers(game, state, seats, why);
            round::d20_for(game, seats, Rule::Initiative)
        }
        Step::LeavingDice => leaving::request(game, state),
        Step::Fall(figure, dice, None) => {
            let hazard = game.rolled.hazard;
            one(Rule::Falls, own(figure), hazard, dice, purpose::FALL, figure)
        }
        Step::Fall(figure, _, Some(_)) => {
            one(Rule::Falls, own(figure), game.rolled.d20, 1, purpose::FALL, figure)
        }
        Step::EnterDie(figure) => {
            let row = arriving::deadly_row(game, state, figure).unwrap_or(0);
            let rule = Rule::Terrain(row);
            one(rule, own(figure), game.rolled.d20, 1, purpose::ENTERING, figure)
        }
        Step::TreasureDie(figure) => {
            let rule = Rule::TreasureTraps;
            one(rule, own(figure), game.rolled.d20, 1, purpose::ENTERING, figure)
        }
        Step::RoundDice(from) => round::hazard_request(game, state, from),
        Step::PowerDice => power::request(game, state),
        Step::PowerPickDie(figure) | Step::Thrown(figure, ..) => {
            let seat = state.runs.last().map_or(own(figure), |run| run.seat);
            one(power::RULE, seat, game.rolled.d20, 1, purpose::POWER, figure)
        }
        Step::RerollDice { attack, dice } => attack::reroll_request(game, state, attack, dice),
        Step::DefenseDice => attack::defense_request(game, state, why),
        Step::DoorAttack { attacker, power, door } => {
            doors::attack_request(game, state, (attacker, power, door), why)
        }
        Step::DoorDefense { attacker, door, .. } => {
            doors::defense_request(game, state, (attacker, door), why)
        }
        _ => attack::attack_request(game, state, why),
    }
}

/// What a face counts for in the pending roll.
pub fn worth(game: &HeroScape, state: &State, face: Face) -> Worth {
    let adds = |counts: bool| Worth::Adds(u64::from(counts));
    match state.step() {
        Some(Step::AttackDice | Step::DefenseDice | Step::RerollDice { .. }) => {
            attack::worth(game, state, face)
        }
        Some(Step::PowerDice) => match power::counts(game, state, face) {
            Some(counts) => adds(counts),
            None => Worth::Distinct,
        },
        Some(Step::DoorAttack { .. } | Step::BasicRoll(_)) => {
            adds(game.attack_faces().is_skull(face))
        }
        Some(Step::DoorDefense { .. }) => adds(game.defense_faces().is_shield(face)),
        Some(Step::LeavingDice | Step::Fall(_, _, None)) => {
            adds(game.hazard_faces().is_skull(face))
        }
        Some(Step::Fall(figure, _, Some(least))) => {
            adds(arriving::lives_through(game, state, figure, face, least))
        }
        Some(Step::TreasureDie(figure)) => adds(treasure::is_safe(game, state, figure, face)),
        Some(Step::RoundDice(_)) => Worth::Each(u8::from(game.hazard_faces().is_skull(face))),
        Some(Step::EnterDie(figure)) => adds(arriving::destroys(game, state, figure, face + 1)),
        _ => Worth::Distinct,
    }
}

/// Lists what a seat may do.
pub fn legal(game: &HeroScape, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
    match state.step() {
        None | Some(Step::FreeTable) => attack::legal_free(game, state, into),
        Some(Step::Placing(..)) => placing::legal(game, state, seat, into),
        Some(Step::Draft { .. }) => draft::legal(game, state, seat, into),
        Some(Step::Drafted(_)) => placing::legal(game, state, seat, into),
        Some(Step::BasicTurn(_)) => {
            into.extend(game.cards_in_play(state, seat).map(Action::Take));
            Listing::Complete
        }
        Some(Step::Markers(_)) => round::legal_markers(game, state, seat, into),
        Some(Step::Turn) => turn::legal(game, state, into),
        Some(Step::Leaving) => {
            into.extend([Action::Strike(true), Action::Strike(false)]);
            Listing::Complete
        }
        Some(Step::NextDefender) => {
            let affected = state.attack.iter().flat_map(|attack| attack.affected.iter());
            into.extend(affected.map(Action::Defend));
            Listing::Complete
        }
        Some(Step::Occasion) => {
            occasion::legal(game, state, seat, into);
            Listing::Complete
        }
        Some(step) if step.is_choice_of_power() => {
            effect::legal(game, state, into);
            if step == Step::PowerMove { Listing::Candidates } else { Listing::Complete }
        }
        Some(Step::AttackOthers) => {
            let attack = state.attack.iter();
            let others = attack.flat_map(|attack| attack::others(game, state, attack));
            into.extend(others.map(Action::Pick));
            into.push(Action::Pass);
            Listing::Complete
        }
        Some(Step::DiceCount) => {
            into.extend(attack::dice_counts(game, state).map(Action::Dice));
            Listing::Complete
        }
        Some(Step::Reroll { .. }) => {
            into.extend([Action::Reroll(true), Action::Reroll(false)]);
            Listing::Complete
        }
        Some(Step::Casualty(figure)) => {
            into.extend(casualty::options(game, state, figure).into_iter().map(Action::Casualty));
            Listing::Complete
        }
        Some(_) => Listing::Complete,
    }
}

/// Whether an action is legal, and on what grounds.
pub fn check<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    action: &Action,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    if let Action::Sight { from, to, .. } = action {
        return check_eye(state, seat, *from, *to, why);
    }
    let attacks = matches!(
        action,
        Action::Attack { .. } | Action::Special { .. } | Action::AttackDoor { .. }
    );
    if attacks {
        why.need(Rule::OneAttackAtATime, state.attack.is_none(), || {
            Fact::says("the attack under way has to be settled first")
        })?;
    }
    if attacks && state.step() == Some(Step::Turn) && !state.turn.attacking {
        let forced = occasion::forces(game, state, Moment::AfterMoving);
        why.need(Rule::TurnSequence, !forced, || {
            Fact::says("a power has to be used after moving, before any attack")
                .remedy("finish moving first")
        })?;
    }
    let (asked, rule) = match pending(game, state, &mut Silent) {
        Pending::Choice(choice) => (Some(choice), choice.about),
        Pending::Roll(request) => (None, request.because),
        Pending::Over(_) => (None, Rule::Victory),
    };
    why.need(rule, asked.is_some_and(|choice| choice.seats.contains(seat)), || {
        not_asked(game, state, seat)
    })?;
    match (action, state.step()) {
        (Action::Draft(card), Some(Step::Draft { .. })) => {
            draft::check(game, state, seat, *card, why)
        }
        (Action::Pass, Some(Step::Draft { .. })) => draft::check_pass(game, why),
        (Action::Take(copy), Some(Step::BasicTurn(_))) => {
            basic::check(game, state, seat, *copy, why)
        }
        (Action::Place(figure, space, trail), Some(Step::Placing(..) | Step::Drafted(_))) => {
            placing::check(game, state, seat, *figure, (*space, *trail).into(), why)
        }
        (Action::Markers(on), Some(Step::Markers(_))) => {
            round::check_markers(game, state, seat, on, why)
        }
        (Action::EndTurn, Some(Step::FreeTable) | None) => Ok(()),
        (Action::Strike(_), Some(Step::Leaving)) => Ok(()),
        (Action::Defend(figure), Some(Step::NextDefender)) => {
            let affected = state.attack.as_ref().is_some_and(|a| a.affected.contains(*figure));
            why.need(Rule::SpecialAttackOrder, affected, || {
                Fact::says("only figures affected by the attack defend against it")
            })
        }
        (Action::Casualty(copy), Some(Step::Casualty(figure))) => {
            casualty::check(game, state, figure, *copy, why)
        }
        (Action::Attack { attacker, target }, Some(Step::Turn | Step::FreeTable) | None) => {
            attack::check(game, state, *attacker, *target, why)
        }
        (Action::Special { attacker, power, aim }, Some(Step::Turn | Step::FreeTable) | None) => {
            attack::check_special(game, state, *attacker, *power, *aim, why)
        }
        (Action::Door(door, change), Some(Step::Turn)) => {
            doors::check_change(game, state, seat, (*door, *change), why)
        }
        (Action::AttackDoor { attacker, power, door }, Some(Step::Turn)) => {
            doors::check_attack(game, state, (*attacker, *power, *door), why)
        }
        (
            Action::Move { .. } | Action::Fly { .. } | Action::FinishMoving | Action::EndTurn,
            Some(Step::Turn),
        ) => turn::check(game, state, action, why),
        (Action::Move { .. } | Action::Fly { .. }, Some(Step::PowerMove)) => {
            turn::check(game, state, action, why)
        }
        (Action::PickUp(figure), Some(Step::Turn)) => {
            treasure::check_pick_up(game, state, *figure, why)
        }
        (Action::PutDown(figure, glyph), Some(Step::Turn)) => {
            treasure::check_put_down(game, state, *figure, *glyph, why)
        }
        (Action::Use { figure, power, on }, Some(Step::Turn)) => {
            power::check_in_turn(game, state, *figure, *power, *on, why)
        }
        (Action::Use { .. } | Action::Pass, Some(Step::Occasion)) => {
            occasion::check(game, state, action, why)
        }
        (Action::Pass, Some(Step::PowerMove)) => Ok(()),
        (
            Action::Pass
            | Action::Pick(_)
            | Action::Lay(_)
            | Action::Give(_)
            | Action::Shift(..)
            | Action::Place(..)
            | Action::Dice(_)
            | Action::Reroll(_),
            Some(_),
        ) => {
            let mut listed = Vec::new();
            legal(game, state, seat, &mut listed);
            why.need(rule, listed.contains(action), || {
                Fact::says("this is not among the choices that are open now")
            })
        }
        _ => {
            why.need(rule, false, || Fact::says("this is not what is asked for now"))?;
            Err(Broken(rule))
        }
    }
}

fn not_asked(game: &HeroScape, state: &State, seat: Seat) -> Fact {
    let word = game.seat_word(seat);
    match pending(game, state, &mut Silent) {
        Pending::Over(_) => Fact::says("the game is over"),
        Pending::Roll(request) => {
            let dice = request.dice();
            Fact::says(format!("{dice} dice have to fall before anybody decides"))
        }
        Pending::Choice(choice) => {
            let asked: Vec<_> = choice.seats.iter().map(|seat| game.seat_word(seat)).collect();
            Fact::says(format!("it is for {} to decide, not for {word}", asked.join(" and ")))
        }
    }
}

fn check_eye<E: Explain<Rule>>(
    state: &State,
    seat: Seat,
    from: FigureId,
    to: FigureId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    why.need(Rule::SightDisputes, seat == Seat::JUDGE && state.ended.is_none(), || {
        Fact::says("only the judge rules on sight by eye, while the game lasts")
    })?;
    let known = |figure: FigureId| figure.index() < state.figures.len();
    let placed = known(from) && known(to) && from != to;
    let placed = placed && state.spaces(from).is_some() && state.spaces(to).is_some();
    why.need(Rule::SightDisputes, placed, || {
        Fact::says("two different figures on the battlefield are needed")
    })
}

/// Carries out an action.
pub fn apply<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    seat: Seat,
    action: &Action,
    events: &mut O,
) {
    carry_out(game, state, seat, action, events);
    settle(game, state, events);
}

/// Carries out an action, and leaves what follows of itself to [`settle`].
fn carry_out<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    seat: Seat,
    action: &Action,
    events: &mut O,
) {
    match action {
        Action::Place(figure, space, trail)
            if matches!(state.step(), Some(Step::PowerPlace(_))) =>
        {
            effect::put(game, state, *figure, (*space, *trail).into(), events);
        }
        Action::Place(figure, space, trail) if state.step() == Some(Step::PowerRevive) => {
            effect::bring_back(game, state, *figure, (*space, *trail).into(), events);
        }
        Action::Place(figure, space, trail) if state.step() == Some(Step::PowerGather) => {
            effect::gather(game, state, *figure, (*space, *trail).into(), events);
        }
        Action::Place(figure, space, trail) if state.step() == Some(Step::PowerDeploy) => {
            effect::deploy(game, state, *figure, (*space, *trail).into(), events);
        }
        Action::Use { figure, power, on } => {
            power::begin(game, state, *figure, *power, *on, events);
        }
        Action::Pass if state.step() == Some(Step::Occasion) => occasion::pass(state, seat),
        Action::Pass if state.step() == Some(Step::AttackOthers) => {
            state.steps.pop();
            if let Some(attack) = &mut state.attack {
                attack.to_add = 0;
            }
        }
        Action::Pass if matches!(state.step(), Some(Step::Draft { .. })) => {
            draft::pass(state, seat, events);
        }
        Action::Pass => effect::decline(game, state, events),
        Action::Pick(figure) => match state.step() {
            Some(Step::AttackOthers) => attack::add_other(state, *figure, events),
            Some(Step::PowerTarget) => power::take_target(state, *figure),
            _ => effect::pick(game, state, *figure, events),
        },
        Action::Lay(space) => effect::lay(game, state, *space, events),
        Action::Give(to) => effect::give(game, state, *to, events),
        Action::Shift(marker, to) => effect::shift(state, *marker, *to, events),
        Action::Dice(dice) => attack::choose_dice(state, *dice),
        Action::Reroll(again) => attack::reroll(game, state, *again, events),
        Action::Place(figure, space, trail) => {
            placing::apply(state, *figure, (*space, *trail).into(), events);
        }
        Action::Draft(card) => draft::pick(game, state, seat, *card, events),
        Action::Take(copy) => {
            state.steps.pop();
            round::begin_turn(game, state, *copy, false, events);
        }
        Action::Markers(on) => round::apply_markers(state, seat, on, events),
        Action::Move { figure, turned, path } => {
            walking::begin(game, state, *figure, *turned);
            if matches!(state.step(), Some(Step::EnterDie(_))) {
                // The die for the ground under the figure that moved before falls first.
                state.onward = path.clone();
            } else {
                walking::walk(game, state, *figure, path, true, events);
            }
        }
        Action::Fly { figure, to, trail } => {
            walking::begin(game, state, *figure, false);
            walking::fly(game, state, *figure, (*to, *trail), events);
        }
        Action::PickUp(figure) => treasure::pick_up(game, state, *figure, events),
        Action::PutDown(figure, glyph) => {
            treasure::put_down(game, state, *figure, *glyph, events);
        }
        Action::FinishMoving => turn::finish_moving(game, state, events),
        Action::Attack { attacker, target } => {
            attack::announce(game, state, *attacker, *target, events);
        }
        Action::Special { attacker, power, aim } => {
            attack::announce_special(game, state, *attacker, *power, *aim, events);
        }
        Action::Door(door, change) => doors::change(state, seat, *door, *change, events),
        Action::AttackDoor { attacker, power, door } => {
            doors::announce(game, state, (*attacker, *power, *door), events);
        }
        Action::EndTurn if state.turn.copy.is_none() => {}
        Action::EndTurn => turn::finish(game, state, events),
        Action::Strike(rolls) => leaving::decide(state, seat, *rolls, events),
        Action::Defend(figure) => {
            if let Some(attack) = &mut state.attack {
                attack.defender = Some(*figure);
            }
        }
        Action::Casualty(copy) => {
            if let Some(Step::Casualty(figure)) = state.step() {
                state.steps.pop();
                casualty::lay(game, state, figure, *copy, events);
            }
        }
        Action::Sight { from, to, clear } => {
            let (from, to, clear) = (*from, *to, *clear);
            state.eyes.retain(|seen| (seen.from, seen.to) != (from, to));
            state.eyes.push(crate::state::Seen { from, to, clear });
            events.tell(|| Event::SightRuled { from, to, clear });
        }
    }
}

/// The only answer to a choice that a power asks for, if there is but one: it is not asked.
fn only_answer(game: &HeroScape, state: &State) -> Option<(Seat, Action)> {
    let step = state.step()?;
    let beside = matches!(step, Step::Occasion | Step::AttackOthers | Step::DiceCount);
    if !beside && !step.is_choice_of_power() {
        return None;
    }
    let Pending::Choice(choice) = pending(game, state, &mut Silent) else { return None };
    let seat = choice.seats.first()?;
    let mut answers = Vec::new();
    legal(game, state, seat, &mut answers);
    if answers.len() > 1 {
        return None;
    }
    Some((seat, answers.pop().unwrap_or(Action::Pass)))
}

/// Carries out a roll.
pub fn resolve<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    faces: &[Face],
    events: &mut O,
) {
    let Some(step) = state.step() else { return };
    match step {
        Step::PlacingRoll(seats) | Step::DraftRoll(seats) => {
            round::resolve_placing(state, seats, faces, events);
        }
        Step::PowerOrder(seats) => occasion::resolve_order(state, seats, faces, events),
        Step::BasicRoll(seats) => basic::resolve(game, state, seats, faces, events),
        Step::Initiative(seats) => round::resolve_initiative(game, state, seats, faces, events),
        Step::LeavingDice => leaving::resolve(game, state, faces, events),
        Step::Fall(figure, _, survive) => {
            state.steps.pop();
            arriving::resolve_fall(game, state, figure, survive, faces, events);
        }
        Step::EnterDie(figure) => {
            state.steps.pop();
            arriving::resolve_enter(game, state, figure, faces[0] + 1, events);
        }
        Step::TreasureDie(figure) => {
            state.steps.pop();
            treasure::resolve(game, state, figure, faces, events);
        }
        Step::AttackDice => attack::resolve_attack(game, state, faces, events),
        Step::DefenseDice => attack::resolve_defense(game, state, faces, events),
        Step::PowerDice => power::resolve(game, state, faces, events),
        Step::PowerPickDie(figure) => {
            effect::resolve_pick(game, state, figure, faces[0] + 1, events);
        }
        Step::Thrown(figure, at, wounds) => {
            effect::resolve_thrown(game, state, (figure, at, wounds), faces, events);
        }
        Step::RerollDice { attack, .. } => {
            attack::resolve_reroll(game, state, attack, faces, events);
        }
        Step::DoorAttack { .. } => doors::resolve_attack(game, state, faces, events),
        Step::DoorDefense { .. } => doors::resolve_defense(game, state, faces, events),
        Step::RoundDice(from) => round::resolve_hazards(game, state, from, faces, events),
        _ => {}
    }
    settle(game, state, events);
}

/// Does what nobody has to decide or roll for, until somebody must answer.
pub fn settle<O: Observe<Event>>(game: &HeroScape, state: &mut State, events: &mut O) {
    // Each pass takes a step off the stack, shortens a path or begins a turn of a bounded round.
    loop {
        if state.ended.is_none() {
            round::test_victory(game, state, events);
            goals::test(game, state, events);
        }
        if state.ended.is_some() {
            clear(state);
            return;
        }
        let Some(step) = state.step() else { return };
        let goes_on = match step {
            Step::Placing(first, done) => placing::settle(game, state, first, done, events),
            Step::Markers(waiting) => round::settle_markers(game, state, waiting, events),
            Step::Draft { first, pick, out } => {
                draft::settle(game, state, (first, pick, out), events)
            }
            Step::Drafted(seat) => draft::settle_placing(game, state, seat, events),
            Step::NextTurn => round::next_turn(game, state, events),
            Step::Turn => turn::settle(game, state, events),
            Step::Arrive { .. } => arriving::arrive(game, state, step, events),
            Step::Leaving => leaving::settle(state),
            Step::LeavingDice => leaving::settle_dice(state),
            Step::Fall(figure, ..)
            | Step::EnterDie(figure)
            | Step::TreasureDie(figure)
            | Step::Thrown(figure, ..) => drop_if_gone(state, figure),
            Step::BeginTurn(copy, stage) => round::settle_begin(game, state, copy, stage, events),
            Step::Killed(killer, victim) => casualty::killed(game, state, (killer, victim), events),
            Step::Occasion => occasion::settle(game, state, events),
            Step::Run => power::proceed(game, state, events),
            Step::PowerMove => turn::settle_power_move(game, state, events),
            Step::AfterBlow(stage) => attack::settle_after_blow(game, state, stage, events),
            Step::Entered(figure) => arriving::entered(game, state, figure),
            Step::Halted(figure) => arriving::halted(game, state, figure, events),
            Step::NextDefender => attack::next_defender(game, state, events),
            Step::AttackDice | Step::DefenseDice => attack::settle_dice(game, state, events),
            Step::DoorAttack { .. } | Step::DoorDefense { .. } => {
                doors::settle(game, state, events)
            }
            Step::Casualty(figure) => casualty::settle(game, state, figure, events),
            Step::RoundEnd(from) => round::end(game, state, from, events),
            _ => false,
        };
        if goes_on {
            continue;
        }
        match only_answer(game, state) {
            Some((seat, action)) => carry_out(game, state, seat, &action, events),
            None => return,
        }
    }
}

/// Takes the step off the stack if the figure it is about is no longer on the battlefield.
fn drop_if_gone(state: &mut State, figure: FigureId) -> bool {
    let gone = state.spaces(figure).is_none();
    if gone {
        state.steps.pop();
    }
    gone
}

/// Whether a draft is under way.
pub fn is_drafting(state: &State) -> bool {
    state.steps.iter().any(|step| matches!(step, Step::Draft { .. } | Step::DraftRoll(_)))
}

/// Forgets what was under way.
pub fn clear(state: &mut State) {
    state.steps.clear();
    state.attack = None;
    state.leaving = None;
    state.onward.clear();
    state.runs.clear();
    state.occasions.clear();
    state.blows.clear();
    state.turn = crate::state::Turn::default();
}

/// One d20 of a seat.
pub fn d20_group(seat: Seat, die: DieId) -> DiceGroup {
    DiceGroup { seat, die, count: 1, purpose: purpose::INITIATIVE, subject: None }
}

/// Whether an action is legal, for remedies that name another one.
pub fn holds(game: &HeroScape, state: &State, seat: Seat, action: &Action) -> bool {
    check(game, state, seat, action, &mut Silent).is_ok()
}
