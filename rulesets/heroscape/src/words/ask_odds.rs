//! Odds asked for: of attacks, of so many dice alone, and of roll-offs.

use crate::position::action::{Action, Aim};
use crate::position::event::Event;
use crate::position::game::HeroScape;
use crate::position::state::{Attacked, FigureId, Place, State};
use crate::position::step::{
    DoorAttack, EffectStep, FreeStep, PlacingStep, RoundStep, Step, TurnStep,
};
use crate::position::structures;
use crate::rules::blow;
use crate::rules::counting::Side;
use crate::steps::{attack, doors};
use crate::tables::rule::Rule;
use crate::words::{ask, nouns, odds, say};
use num_bigint::BigUint;
use umpire_core::command::counted;
use umpire_core::game::{Deaf, Game, Observe};
use umpire_core::host::{Answer, Assume, Measured, Slip};
use umpire_core::odds::{Bounds, Budget, Outcomes, Share, enumerate_bounded, enumerate_told};
use umpire_core::ruling::{Explain, Node, Ruling};
use umpire_core::seat::Seat;
use umpire_core::steps::Change;

/// Positions weighed before odds are given up.
const ODDS_LIMIT: usize = 200_000;

/// More dice than anybody asks about.
const MOST_DICE: u8 = 100;

/// Who or what may be struck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Struck {
    Figure(FigureId),
    Door(u8),
}

impl Struck {
    fn name(self, game: &HeroScape, state: &State) -> String {
        match self {
            Struck::Figure(figure) => game.figure_name(state, figure),
            Struck::Door(door) => format!("door {}", structures::door_name(game, door)),
        }
    }
}

/// What became of one of them: wounds it took, and whether it was destroyed or broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Fate {
    struck: Struck,
    wounds: u8,
    destroyed: bool,
}

/// Answers `odds` of what follows the word.
pub(super) fn answer_odds(
    game: &HeroScape,
    state: &State,
    (asked, rest): (Option<Seat>, &str),
    budget: &Budget,
) -> Result<Answer, Slip> {
    let (plain, _) = Assume::taken_off(rest)?;
    match plain {
        "roll-off" | "roll off" | "rolloff" => return roll_off_odds(game, state, false),
        "initiative" => return roll_off_odds(game, state, true),
        _ => {}
    }
    if let Some((attack, defense)) = bare_dice(plain) {
        return dice_odds(game, attack, defense);
    }
    // Numbers begin nothing else that is asked here, such as a figure's name.
    if plain.trim_start().starts_with(|first: char| first.is_ascii_digit()) {
        return Err(Slip::new("expected `odds 3 v 4`: attack dice against defense dice"));
    }
    odds_of_attack(game, state, (asked, rest), budget)
}

/// So many attack dice against so many defense dice, nothing else looked at.
fn dice_odds(game: &HeroScape, attack: u32, defense: u32) -> Result<Answer, Slip> {
    let few = |dice: u32| u8::try_from(dice).ok().filter(|dice| *dice <= MOST_DICE);
    let (Some(attack), Some(defense)) = (few(attack), few(defense)) else {
        return Err(Slip::new(format!("a roll has at most {MOST_DICE} dice")));
    };
    let ways: Vec<BigUint> = odds::wound_ways(game, attack, defense);
    let mut whole = BigUint::ZERO;
    ways.iter().for_each(|ways| whole += ways);
    let share = |(wounds, ways): (u32, BigUint)| (wounds, Share::of(ways, whole.clone()));
    let outcomes: Outcomes<u32> = (0..).zip(ways).map(share).collect();
    let least = |wounds: u32| {
        let says = format!("at least {}", counted(wounds, "wound"));
        Measured::chance(says, &outcomes.chance(|found| *found >= wounds))
    };
    let headline = format!(
        "{} against {}: unblocked skulls, each a wound",
        counted(attack, "attack die"),
        counted(defense, "defense die")
    );
    let mut ruling: Ruling<Rule> = Ruling::default();
    ruling.note(Node::Told {
        rule: Rule::SkullsAgainstShields,
        says: "the dice alone: no figure, height, glyph or power is looked at".to_string(),
        law: None,
    });
    Ok(Answer {
        headline,
        ruling: Some(ruling.cited(|rule| game.cite_rule(*rule))),
        rows: outcomes.rows(|wounds| {
            if *wounds == 0 { "no effect".to_string() } else { counted(*wounds, "wound") }
        }),
        means: vec![Measured::average("wounds", &outcomes.average(|wounds| *wounds))],
        alone: (1..=u32::from(attack)).map(least).collect(),
        ..Answer::default()
    })
}

/// Who goes first after dice for it, once that is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct First(Option<Seat>);

impl Observe<Event> for First {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Event::PlacingOrder { first } | Event::InitiativeWon { seat: first } = event() {
            self.0 = Some(first);
        }
    }
}

/// Who wins a roll-off of all players, with ties rolled again: for initiative with what is added to that, else of the dice
/// alone (HS-2.1.3).
fn roll_off_odds(game: &HeroScape, state: &State, initiative: bool) -> Result<Answer, Slip> {
    if initiative && game.basic {
        let mut why = Ruling::default();
        why.note(Node::Told {
            rule: Rule::BasicGame,
            says: "six combat dice of each player decide once who begins".to_string(),
            law: None,
        });
        return Ok(Answer {
            headline: "nobody rolls for initiative in the basic game".to_string(),
            ruling: Some(why.cited(|rule| game.cite_rule(*rule))),
            ..Answer::default()
        });
    }
    let seats = game.seats_in(state);
    let teams: std::collections::BTreeSet<u8> =
        seats.iter().map(|seat| state.teams[seat.index()]).collect();
    if teams.len() < 2 {
        return Err(Slip::new("two players with figures are needed for a roll-off"));
    }
    let mut start = bare(state);
    start.steps.clear();
    // That of this round is behind it once its turns have begun.
    let to_come =
        |step: &Step| matches!(step, Step::Round(RoundStep::Markers(_) | RoundStep::Initiative(_)));
    let next = state.round > 0 && !state.steps.iter().any(to_come);
    start.round = start.round.saturating_add(u8::from(next));
    match initiative {
        true => start.push(RoundStep::Initiative(seats)),
        false => start.push(PlacingStep::Roll(seats)),
    }
    let mut why = Ruling::default();
    game.pending(&start, &mut why);
    let told = |_: &State, first: &First| first.0.is_some();
    let first = |_: &State, first: &First| first.0.unwrap_or(Seat(0));
    let ends = enumerate_told(game, &start, ODDS_LIMIT, told, |_, _| None, First(None), first);
    let ends = ends.map_err(|e| Slip::new(e.to_string()))?;
    let outcomes: Outcomes<Seat> = ends.into_iter().collect();
    let what = match (initiative, next) {
        (true, true) => "initiative of the next round",
        (true, false) => "initiative now",
        (false, _) => "a roll-off",
    };
    let all: Vec<String> = seats.iter().map(|seat| game.seat_word(seat)).collect();
    Ok(Answer {
        headline: format!(
            "{what} of {}: the highest goes first, ties roll again",
            all.join(" and ")
        ),
        ruling: Some(why.cited(|rule| game.cite_rule(*rule))),
        rows: outcomes.rows(|seat| format!("{} goes first", game.seat_word(*seat))),
        ..Answer::default()
    })
}

fn odds_of_attack(
    game: &HeroScape,
    state: &State,
    (asked, rest): (Option<Seat>, &str),
    budget: &Budget,
) -> Result<Answer, Slip> {
    let (rest, assume) = Assume::taken_off(rest)?;
    let read = |seat: Seat| umpire_core::command::read(game, state, seat, rest);
    // What is missing is asked of whoever would do it: the judge does nothing, and may nothing.
    let action = read(Seat::JUDGE).or_else(|_| read(whose(game, state, asked, rest)))?;
    let (attacker, target) = match &action {
        Action::Attack { attacker, target }
        | Action::Special { attacker, aim: Aim::Figure(target), .. } => (*attacker, *target),
        // No figure attacks itself: that stands for what is no figure.
        Action::Special { attacker, .. } | Action::AttackDoor { attacker, .. } => {
            (*attacker, *attacker)
        }
        _ => return Err(Slip::new("odds are told of attacks, as `odds finn attacks marro 2`")),
    };
    ask::on_battlefield(game, state, attacker)?;
    ask::on_battlefield(game, state, target)?;
    if let Some(power) = special_used(&action) {
        let Some(special) = blow::special_of(game, state, attacker, power) else {
            let name = game.figure_name(state, attacker);
            return Err(Slip::new(format!("the card of {name} has no such special attack")));
        };
        if let Action::Special { aim, .. } = &action
            && let Some(says) = attack::misaimed(special, *aim)
        {
            return Err(Slip::new(says));
        }
    }
    if let Action::AttackDoor { door, .. } = &action
        && structures::is_broken(game, state, *door)
    {
        return Err(Slip::new("no door stands there"));
    }
    let (outcomes, why) = attack_odds(game, state, &action, (attacker, target), assume, budget)?;
    let policy = assume.says("the attacker");
    let whose = if game.free_table { Seat::JUDGE } else { state.figure(attacker).controller };
    let note = game.ruling(state, whose, &action).were_it_legal();
    let said = say::action_words(game, state, &action);
    // No effect first, then the rest in the order of their words.
    let told = outcomes.told_as(|fates| (!fates.is_empty(), fates_words(game, state, fates)));
    let rows = told.rows(|(_, words)| words.clone());
    Ok(Answer {
        headline: format!("{said}{note}; whoever has to choose on the way {policy}"),
        ruling: Some(why.cited(|rule| game.cite_rule(*rule))),
        rows,
        means: mean_wounds(game, state, &outcomes),
        alone: each_alone(game, state, &outcomes),
        ..Answer::default()
    })
}

/// Whose attack a line means: that of whoever controls the figure it begins with, else of who asks, or whose turn it is.
fn whose(game: &HeroScape, state: &State, asked: Option<Seat>, text: &str) -> Seat {
    if game.free_table {
        return Seat::JUDGE;
    }
    let ends = text.match_indices(' ').map(|(at, _)| at).chain([text.len()]);
    let mut named = ends.filter_map(|end| nouns::figure_or_slip(game, state, &text[..end]).ok());
    let whose = named.next().map(|figure| state.figure(figure).controller);
    whose.or(asked).unwrap_or(state.turn.seat)
}

fn attack_odds(
    game: &HeroScape,
    state: &State,
    action: &Action,
    (attacker, target): (FigureId, FigureId),
    assume: Assume,
    budget: &Budget,
) -> Result<(Outcomes<Vec<Fate>>, Ruling<Rule>), Slip> {
    let mut start = bare(state);
    if state.step() == Some(Step::Turn(TurnStep::Turn)) {
        // It counts among the attacks of the turn, as a further one may have more dice.
        start.turn.attacks.push(Attacked::new(attacker, target, special_used(action)));
    }
    let mut told = Vec::new();
    attack::announce_any(&mut Change::of(game, &mut start, &mut told), action);
    umpire_core::steps::settle(game, &mut start, &mut Deaf);
    let mut why = Ruling::default();
    game.pending(&start, &mut why);
    let _ = why.all(
        Rule::AttackSteps,
        || "the defense".to_string(),
        |why| {
            match action {
                Action::AttackDoor { power, door, .. } => {
                    let (power, door) = (*power, *door);
                    doors::defense_request(game, &start, DoorAttack { attacker, power, door }, why);
                    let own = doors::own_shields(game, &start, attacker, door);
                    if own > 0 {
                        let says = || format!("{} of its own", counted(own, "shield"));
                        why.tell(Rule::CastleDoor, says);
                    }
                }
                _ => {
                    if let Some(under_way) = &start.attack {
                        attack::request(game, &start, under_way, Side::Defense, why);
                    }
                }
            }
            Ok(())
        },
    );
    note_unbuilt(game, state, &told, &mut why);
    let bounds = Bounds { budget, positions: ODDS_LIMIT, leave_rest: false };
    let played = enumerate_bounded(
        game,
        &start,
        bounds,
        |state, _| is_settled(state),
        |state, seat| policy(game, state, seat, attacker, assume),
        Deaf,
        |end, _, _| fates(game, &start, end),
    );
    let played = played.map_err(|e| Slip::new(e.to_string()))?;
    Ok((played.ends.into_iter().collect(), why))
}

/// The special attack of an action, if it is one.
fn special_used(action: &Action) -> Option<u8> {
    match action {
        Action::Special { power, .. } => Some(*power),
        Action::AttackDoor { power, .. } => *power,
        _ => None,
    }
}

/// Whether all is settled that an attack leads to, with the powers that follow it. Where one of them lets somebody be moved
/// after it, that is no longer the attack's.
fn is_settled(state: &State) -> bool {
    let left = match state.step() {
        None
        | Some(
            Step::Free(FreeStep::FreeTable) | Step::Effect(EffectStep::Move | EffectStep::Place(_)),
        ) => false,
        Some(_) => true,
    };
    state.attack.is_none() && !left
}

/// Names the powers without code that bear on the attack: the odds are told without them.
fn note_unbuilt(game: &HeroScape, state: &State, told: &[Event], why: &mut Ruling<Rule>) {
    for (at, event) in told.iter().enumerate() {
        if matches!(event, Event::PowerDeferred { .. })
            && !told[..at].contains(event)
            && let Some(says) = say::event_words(game, state, event)
        {
            let says = format!("without this: {says}");
            why.note(Node::Told { rule: event.rule(), says, law: None });
        }
    }
}

fn mean_wounds(game: &HeroScape, state: &State, outcomes: &Outcomes<Vec<Fate>>) -> Vec<Measured> {
    let mean = |struck: Struck| {
        let of = format!("wounds of {}", struck.name(game, state));
        let wounds = |fates: &Vec<Fate>| {
            let its = fates.iter().find(|fate| fate.struck == struck);
            its.map_or(0, |fate| fate.wounds.into())
        };
        Measured::average(of, &outcomes.average(wounds))
    };
    struck(outcomes).into_iter().map(mean).collect()
}

/// Where several may be struck, how likely each is to be destroyed, whatever becomes of the others.
fn each_alone(game: &HeroScape, state: &State, outcomes: &Outcomes<Vec<Fate>>) -> Vec<Measured> {
    let struck = struck(outcomes);
    if struck.len() < 2 {
        return Vec::new();
    }
    let destroyed = |struck: Struck| {
        let of = format!("{} {}", struck.name(game, state), end_of(struck));
        let is_so =
            |fates: &Vec<Fate>| fates.iter().any(|fate| fate.struck == struck && fate.destroyed);
        Measured::chance(of, &outcomes.chance(is_so))
    };
    struck.into_iter().map(destroyed).collect()
}

fn policy(
    game: &HeroScape,
    state: &State,
    seat: Seat,
    attacker: FigureId,
    assume: Assume,
) -> Option<Action> {
    assume.answer_for(game, state, seat, state.figure(attacker).controller)
}

/// What is said of it when it is no more.
fn end_of(struck: Struck) -> &'static str {
    match struck {
        Struck::Figure(_) => "destroyed",
        Struck::Door(_) => "broken",
    }
}

/// What became of those involved, in words that sort by severity.
fn fates_words(game: &HeroScape, state: &State, fates: &[Fate]) -> String {
    let words = |fate: &Fate| {
        let (name, wounds) = (fate.struck.name(game, state), fate.wounds);
        match fate.struck {
            struck if fate.destroyed => format!("{name} {}", end_of(struck)),
            Struck::Figure(_) => format!("{name} {wounds} wounded"),
            Struck::Door(_) => format!("{name} {}", counted(wounds, "wound")),
        }
    };
    match fates {
        [] => "no effect".to_string(),
        fates => fates.iter().map(words).collect::<Vec<_>>().join(", "),
    }
}

/// The position with nothing under way.
fn bare(state: &State) -> State {
    let mut start = state.clone();
    start.steps.clear();
    start.attack = None;
    start.leaving = None;
    start.ended = None;
    start.push(FreeStep::FreeTable);
    start
}

/// What became of each figure, and of each door, that was struck.
fn fates(game: &HeroScape, before: &State, after: &State) -> Vec<Fate> {
    let mut found = Vec::new();
    for (figure, its) in after.all_figures() {
        let old = before.figure(figure);
        let stood = matches!(old.place, Place::Board(..));
        let destroyed = stood && !matches!(its.place, Place::Board(..));
        let wounds = match destroyed {
            // Its markers are gone with it: it took what it had left.
            true => game.card(before, figure).life.saturating_sub(old.wounds),
            false => its.wounds.saturating_sub(old.wounds),
        };
        found.push(Fate { struck: Struck::Figure(figure), wounds, destroyed });
    }
    for (number, (its, old)) in (0..).zip(after.doors.iter().zip(&before.doors)) {
        let broken = |state: &State| structures::is_broken(game, state, number);
        let life = game.ground.doorways.get(usize::from(number)).map_or(0, |its| its.door.life);
        let wounds = its.wounds.min(life).saturating_sub(old.wounds);
        let destroyed = broken(after) && !broken(before);
        found.push(Fate { struck: Struck::Door(number), wounds, destroyed });
    }
    found.retain(|fate| fate.destroyed || fate.wounds > 0);
    found
}

/// Those whom some outcome strikes.
fn struck(outcomes: &Outcomes<Vec<Fate>>) -> Vec<Struck> {
    let all = outcomes.iter().flat_map(|(fates, _)| fates.iter().map(|fate| fate.struck));
    let mut struck: Vec<Struck> = all.collect();
    struck.sort_unstable();
    struck.dedup();
    struck
}

/// `3 v 4`, and what else people write for it: `3v4`, `3 against 4`, `3 attack dice vs. 4 defense dice`.
fn bare_dice(text: &str) -> Option<(u32, u32)> {
    let (mut apart, mut before) = (String::new(), ' ');
    for letter in text.chars().filter(|letter| *letter != '.') {
        // A number ends where letters begin.
        if letter.is_ascii_digit() != before.is_ascii_digit() {
            apart.push(' ');
        }
        apart.push(letter);
        before = letter;
    }
    let no_matter = ["dice", "die", "attack", "defense", "defence", "skulls", "shields"];
    let words = apart.split_whitespace().filter(|word| !no_matter.contains(word));
    let words: Vec<&str> = words.collect();
    let [attack, "v" | "vs" | "versus" | "against", defense] = words.as_slice() else {
        return None;
    };
    Some((attack.parse().ok()?, defense.parse().ok()?))
}
