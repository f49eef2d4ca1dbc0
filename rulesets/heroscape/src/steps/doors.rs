//! Doors: opened and barred by whoever stands beside them, attacked and battered down (HS-5.8.2).

use crate::position::action::{Action, DoorChange};
use crate::position::event::Event;
use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::state::{Attacked, FigureId, Occasion, State};
use crate::position::step::{DoorAttack, DoorStep, Step, TurnStep};
use crate::position::structures;
use crate::rules::blow::{Blow, attacks_of, special_of};
use crate::rules::dice::{attack_on_no_figure, dice_of_height, range_modifiers};
use crate::rules::doorways::{doorway, is_beside, is_inside, reaches};
use crate::rules::sight;
use crate::steps::attack::{check_attacker, check_further, check_special_on_door};
use crate::steps::{occasion, purpose, turn};
use crate::tables::abilities::{Moment, Shape, SpecialAttack, Until};
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::Observe;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::Seat;
use umpire_core::steps::{Change, Flow, Now, Play};

impl Play<HeroScape> for DoorStep {
    fn is_moot(self, now: Now<HeroScape>) -> bool {
        now.state.spaces(self.attack().attacker).is_none()
    }

    // Rolls of no dice are not asked for.
    fn advance(self, change: &mut Change<HeroScape, impl Observe<Event>>) -> Flow {
        if self.request(change.now(), &mut Silent).dice() > 0 {
            return Flow::Wait;
        }
        self.resolve(change, &[]);
        Flow::On
    }

    fn request(self, now: Now<HeroScape>, why: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        match self {
            DoorStep::Attack(attack) => attack_request(now.game, now.state, attack, why),
            DoorStep::Defense { attack, .. } => defense_request(now.game, now.state, attack, why),
        }
    }

    fn worth(self, now: Now<HeroScape>, _: &DiceGroup, face: Face) -> Worth {
        Worth::Adds(u64::from(match self {
            DoorStep::Attack(_) => now.game.attack_faces().is_skull(face),
            DoorStep::Defense { .. } => now.game.defense_faces().is_shield(face),
        }))
    }

    fn resolve(self, change: &mut Change<HeroScape, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, events) = change.parts();
        match self {
            DoorStep::Attack(attack) => resolve_attack(game, state, attack, faces, events),
            DoorStep::Defense { attack, skulls } => {
                resolve_defense(game, state, (attack, skulls), faces, events);
            }
        }
    }
}

/// Judges what is done with a door without force: in one's own turn, by a figure of one's own or of a
/// teammate beside it, its bar from inside; with each door once a turn.
pub fn check_change<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    (door, change): (u8, DoorChange),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let rule = Rule::CastleDoor;
    let standing = doorway(game, door).filter(|_| !structures::is_broken(game, state, door));
    why.need(rule, standing.is_some(), || Fact::says("no door stands there"))?;
    let (Some(doorway), Some(its)) = (standing, state.doors.get(usize::from(door))) else {
        return Err(Broken(rule));
    };
    let new = match change {
        DoorChange::Open => !its.open,
        DoorChange::Shut => its.open,
        DoorChange::Bar => !its.open && !its.barred,
        DoorChange::Unbar => its.barred,
    };
    why.need(rule, new, || {
        let word = if its.open {
            "open"
        } else if its.barred {
            "barred"
        } else {
            "shut"
        };
        Fact::says(format!("the door is {word}"))
    })?;
    let in_it = || doorway.spaces.iter().any(|space| state.occupant(*space).is_some());
    why.need(rule, change != DoorChange::Shut || !in_it(), || {
        Fact::says("somebody stands in the doorway")
    })?;
    why.require(rule, change != DoorChange::Open || !its.barred, || {
        Fact::says("the door is barred; the bar is lifted from inside")
    })?;
    why.require(rule, state.turn.doors >> door & 1 == 0, || {
        Fact::says("this turn has seen to that door already")
    })?;
    let inside = matches!(change, DoorChange::Bar | DoorChange::Unbar);
    let serves = |(id, figure): (FigureId, &crate::position::state::Figure)| {
        let spaces = || state.spaces(id).into_iter().flat_map(Footprint::spaces);
        let at = |space| {
            reaches(game, state, id, space, doorway) && (!inside || is_inside(game, space, doorway))
        };
        state.friends(figure.controller, seat) && spaces().any(at)
    };
    why.require(rule, state.all_figures().any(serves), || {
        let side = if inside { " on its inner side" } else { "" };
        Fact::says(format!("nobody of this side stands beside the door{side}"))
    })
}

/// Does it.
pub fn change<O: Observe<Event>>(
    state: &mut State,
    seat: Seat,
    door: u8,
    change: DoorChange,
    events: &mut O,
) {
    let Some(its) = state.doors.get_mut(usize::from(door)) else { return };
    its.change(change);
    if state.turn.copy.is_some() {
        state.turn.doors |= 1 << door;
    }
    events.tell(|| Event::DoorChanged { seat, door, change });
}

/// Judges an attack on a door: as on a figure, but for what asks for a figure's size or destroys outright.
pub fn check_attack<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    (attacker, power, door): (FigureId, Option<u8>, u8),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_attacker(game, state, attacker, power, why)?;
    let rule = Rule::CastleDoor;
    let standing = doorway(game, door).filter(|_| !structures::is_broken(game, state, door));
    why.need(rule, standing.is_some(), || Fact::says("no door stands there"))?;
    let Some(doorway) = standing else { return Err(Broken(rule)) };
    let special = power.and_then(|at| special_of(game, state, attacker, at));
    let single = special.is_none_or(|special: &SpecialAttack| special.shape == Shape::Single);
    why.need(rule, power.is_none() || (special.is_some() && single), || {
        Fact::says("only attacks on one target are made on a door")
    })?;
    let beside = is_beside(game, state, attacker, door);
    match power.zip(special) {
        Some((power, special)) => {
            check_special_on_door(game, state, (attacker, power), special, beside, why)?;
            let rise = game
                .stands(state, attacker)
                .map_or(0, |its| doorway.base - game.ground.level(its.lead));
            let within = special.levels.is_none_or(|levels| rise.abs() <= levels);
            why.require(Rule::PowersOfOwnCard, within, || {
                let most = special.levels.unwrap_or(0);
                Fact::says(format!("{} reaches no more than {most} levels", special.name))
                    .at_most(rise.abs(), most)
            })?;
        }
        None if state.step() == Some(Step::Turn(TurnStep::Turn)) => {
            // No figure attacks itself: that stands for what is no figure.
            check_further(game, state, attacker, attacker, beside, why)?;
        }
        None => {}
    }
    let engaged = game.is_engaged(state, attacker);
    why.require(Rule::EngagedAttackers, !engaged, || {
        let name = game.figure_name(state, attacker);
        Fact::says(format!("{name} is engaged and may attack only there"))
    })?;
    let range = match special {
        None => range_modifiers(game, state, attacker, None, &mut Silent),
        Some(special) => special.range.unwrap_or(game.card(state, attacker).range),
    };
    if range == 1 {
        return why.require(Rule::MeleeRange, beside, || {
            Fact::says("Range 1 reaches a door only from beside it")
        });
    }
    let board = &game.ground.board;
    let far = board.hex_id(doorway.hex).and_then(|to| {
        let spaces = state.spaces(attacker).into_iter().flat_map(Footprint::spaces);
        spaces.filter_map(|from| board.range(board.space(from).hex, to)).min()
    });
    why.require(Rule::Range, far.is_some_and(|far| far <= range), || {
        let far = far.map_or("out of reach".to_string(), |far| format!("{far} spaces away"));
        Fact::says(format!("the door is {far}, Range is {range}"))
    })?;
    let blind = special.is_some_and(|special| !special.needs_sight);
    let seen = beside || blind || sight::sees_door(game, state, attacker, door);
    why.require(Rule::LineOfSight, seen, || {
        Fact::says(format!("{} does not see the door", game.figure_name(state, attacker)))
    })
}

/// Lists what may be done with doors, without force.
pub fn legal_changes(game: &HeroScape, state: &State, seat: Seat, into: &mut Vec<Action>) {
    for door in 0..state.doors.len() as u8 {
        for change in DoorChange::ALL {
            if check_change(game, state, seat, (door, change), &mut Silent).is_ok() {
                into.push(Action::Door(door, change));
            }
        }
    }
}

/// Lists the attacks of a figure on doors.
pub fn legal_attacks(game: &HeroScape, state: &State, attacker: FigureId, into: &mut Vec<Action>) {
    let specials = game.specials(game.card(state, attacker)).count() as u8;
    for door in 0..state.doors.len() as u8 {
        for power in std::iter::once(None).chain((0..specials).map(Some)) {
            if check_attack(game, state, (attacker, power, door), &mut Silent).is_ok() {
                into.push(Action::AttackDoor { attacker, power, door });
            }
        }
    }
}

/// Announces an attack on a door: its dice fall next.
pub fn announce<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    attack: DoorAttack,
    events: &mut O,
) {
    let DoorAttack { attacker, power, door } = attack;
    super::attack::uncloak(state, attacker);
    if let Some(at) = power {
        super::attack::spend_special(game, state, attacker, at);
    }
    let mut die = None;
    if state.step() == Some(Step::Turn(TurnStep::Turn)) {
        state.turn.attacking = true;
        state.turn.attackers.insert(attacker);
        // No figure attacks itself: that stands for what is no figure.
        let attacked = Attacked::new(attacker, attacker, power);
        state.turn.attacks.push(attacked);
        die = turn::end_move(game, state);
    }
    state.push(DoorStep::Attack(attack));
    events.tell(|| Event::DoorAttacked { attacker, door });
    raise(game, state, (Moment::Attacks, attacker, power), events);
    state.steps.extend(die);
}

/// Raises a moment of a figure that attacks a door: without an opponent, as a door is no figure.
fn raise<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (moment, attacker, power): (Moment, FigureId, Option<u8>),
    events: &mut O,
) {
    if game.has_moment(state, moment) && state.spaces(attacker).is_some() {
        let mut occasion = Occasion::of(moment, attacker);
        occasion.special = power;
        occasion::raise(game, state, occasion, events);
    }
}

/// Where dice are shared out over the attacks of a turn, as many as one attack may still have.
// Ruling: on a door nobody is asked for fewer.
fn most_of_pool(state: &State, special: &SpecialAttack) -> Option<u8> {
    let left = special.pool?.saturating_sub(state.turn.pool_spent);
    Some(special.dice.min(left))
}

/// Attack dice on a door: as on a figure, but for what looks at the figure attacked.
fn attack_request<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    DoorAttack { attacker, power, door }: DoorAttack,
    why: &mut E,
) -> RollRequest<Rule> {
    let seat = state.figure(attacker).controller;
    let made = attacks_of(state, attacker).count();
    let special = power.and_then(|at| special_of(game, state, attacker, at));
    let blow = Blow {
        attacker,
        defender: attacker,
        special: power,
        further: made > 1,
        chosen: special.and_then(|special| most_of_pool(state, special)),
        before: made.saturating_sub(1) as u8,
    };
    let mut dice = attack_on_no_figure(game, state, blow, why);
    if special.is_none() {
        dice += height(game, state, attacker, door, true, why);
    }
    let count = dice.clamp(0, 255) as u8;
    let subject = Some(u16::from(attacker.0));
    let die = game.rolled.attack;
    RollRequest::one(
        Rule::CastleDoor,
        DiceGroup { seat, die, count, purpose: purpose::ATTACK, subject },
    )
}

/// Extra dice for the higher of attacker and door, as between figures (HS-7.6.1).
fn height<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    attacker: FigureId,
    door: u8,
    attacks: bool,
    why: &mut E,
) -> i32 {
    let (Some(stands), Some(doorway)) = (state.spaces(attacker), doorway(game, door)) else {
        return 0;
    };
    let level = game.ground.level(stands.lead);
    let (above, lower_height) = match attacks {
        true => (level - doorway.base, doorway.height),
        false => (doorway.base - level, game.card(state, attacker).height),
    };
    let Some((rule, dice)) = dice_of_height(game, above, lower_height) else { return 0 };
    why.modifier(rule, dice, || format!("{above} levels higher"));
    dice
}

/// The seat that rolls for a door: the next enemy of the attacker to the left.
fn roller(state: &State, attacker: FigureId) -> Seat {
    let own = state.figure(attacker).controller;
    let mut seat = state.left_of(own);
    while seat != own && state.friends(seat, own) {
        seat = state.left_of(seat);
    }
    seat
}

/// The defense dice of a door.
pub fn defense_request<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    DoorAttack { attacker, door, .. }: DoorAttack,
    why: &mut E,
) -> RollRequest<Rule> {
    let mut dice = doorway(game, door).map_or(0, |doorway| i32::from(doorway.door.defense));
    why.modifier(Rule::CastleDoor, dice, || "Defense of the door".to_string());
    dice += height(game, state, attacker, door, false, why);
    let group = DiceGroup {
        seat: roller(state, attacker),
        die: game.rolled.defense,
        count: dice.clamp(0, 255) as u8,
        purpose: purpose::DOOR,
        subject: None,
    };
    RollRequest::one(Rule::CastleDoor, group)
}

/// Counts the skulls of an attack on a door.
fn resolve_attack<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    attack: DoorAttack,
    faces: &[Face],
    events: &mut O,
) {
    let DoorAttack { attacker, power, .. } = attack;
    let counted = game.attack_faces();
    let skulls = faces.iter().filter(|face| counted.is_skull(**face)).count() as u8;
    let dice = faces.len() as u8;
    let special = power.and_then(|at| special_of(game, state, attacker, at));
    if special.is_some_and(|special| special.pool.is_some()) {
        state.turn.pool_spent = state.turn.pool_spent.saturating_add(dice);
    }
    if let Some(made) = state.turn.attacks.iter_mut().rev().find(|made| made.figure == attacker) {
        (made.skulls, made.dice) = (skulls, dice);
    }
    events.tell(|| Event::AttackRolled { attacker, skulls, dice });
    state.replace(DoorStep::Defense { attack, skulls });
}

/// Shields that a door has without rolling, against a figure.
pub fn own_shields(game: &HeroScape, state: &State, attacker: FigureId, door: u8) -> u8 {
    let shields = doorway(game, door).map(|doorway| &doorway.door.shields);
    let size = game.card(state, attacker).size;
    shields.and_then(|shields| shields.get(&size)).copied().unwrap_or(0)
}

/// Counts the shields of a door, and its wounds; enough of them break it.
fn resolve_defense<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    (DoorAttack { attacker, power, door }, skulls): (DoorAttack, u8),
    faces: &[Face],
    events: &mut O,
) {
    state.steps.pop();
    let counted = game.defense_faces();
    let rolled = faces.iter().filter(|face| counted.is_shield(**face)).count() as u8;
    let shields = rolled.saturating_add(own_shields(game, state, attacker, door));
    let wounds = skulls.saturating_sub(shields);
    let Some(its) = state.doors.get_mut(usize::from(door)) else { return };
    its.wounds = its.wounds.saturating_add(wounds);
    let total = its.wounds;
    events.tell(|| Event::DoorRolled { door, skulls, rolled, shields });
    if wounds > 0 {
        events.tell(|| Event::DoorWounded { door, wounds, total });
    }
    if structures::is_broken(game, state, door) {
        if let Some(its) = state.doors.get_mut(usize::from(door)) {
            its.change(DoorChange::Open);
        }
        events.tell(|| Event::DoorBroken { door });
    }
    state.lasting.retain(|lasting| lasting.until != Until::Attack);
    raise(game, state, (Moment::AfterAttacking, attacker, power), events);
}
