//! Exact odds: of an assault, of fire, of ground, of a roll-off. The rules run under every outcome of their dice.

use super::super::cursor::{Cursor, Parsed};
use super::charges::Approach;
use super::shots::{Shot, Under};
use super::storm::Storm;
use crate::position::action::{Action, Order, Target};
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State};
use crate::position::step::{Step, TurnStep};
use crate::position::units;
use crate::steps::activate::orders;
use crate::words::ask::{order_test, rolls, shots, storm};
use crate::words::bots::Appraisal;
use crate::words::{commands, typed_names};
use umpire_core::data::suggest;
use umpire_core::dice::DiceGroup;
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::{Answer, Assume, Hosted as _, Slip};
use umpire_core::odds::Budget;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;

/// By whose value choices are made.
pub(super) const WHOSE: &str = "whoever is asked about first";

/// Words between who shoots and at whom.
pub(crate) const SHOOTS: [&str; 6] =
    ["shoots at", "shoots", "fires at", "shoot at", "shoot", "fire at"];

/// Words between the two numbers of a roll-off.
const AGAINST: [&str; 6] = ["v", "vs", "versus", "against", "to", ":"];

pub(super) fn answer_odds(
    game: &EaHeresy,
    state: &State,
    mut cursor: Cursor,
    budget: &Budget,
) -> Parsed<Answer> {
    let mut ahead = cursor.clone();
    let rolls = ahead.eat_any(&["roll-off", "roll off", "assault roll"]);
    if rolls || ahead.clone().number().is_some() {
        return rolls::answer_roll_off(game, state, ahead);
    }
    if let Some(answered) = odds_of_action(game, state, &cursor.rest_of_words(), budget) {
        return answered;
    }
    let formation = typed_names::typed_formation(game, &mut ahead)?;
    if ahead.clone().number().is_some() || ahead.peek() == Some("crosses") {
        return rolls::answer_ground_odds(game, state, cursor, budget);
    }
    cursor = ahead;
    let shoots = cursor.eat_any(&SHOOTS);
    if !shoots && !cursor.eat_any(&["engages", "engage", "assaults", "charges"]) {
        let usage = "expected `odds FORMATION engages FORMATION`, `.. shoots FORMATION`, \
                         `odds UNIT crosses GROUND` or `odds 3 v 1`";
        return Err(Slip::new(usage));
    }
    if shoots {
        let shot = typed_shot(game, state, formation, &mut cursor)?;
        return shots::fire_odds(game, state, (shot, None), budget);
    }
    let target = typed_names::typed_formation(game, &mut cursor)?;
    of_the_enemy(state, formation, target)?;
    let mut storm = Storm {
        formation,
        target,
        approach: Approach::Contact,
        as_if: false,
        assume: Assume::First,
    };
    while !cursor.done() {
        if cursor.eat_any(&["invading", "inside"]) {
            storm.approach = Approach::Invading;
        } else if cursor.eat_any(&["from outside", "outside"]) {
            storm.approach = Approach::Outside;
        } else if cursor.eat_any(&["as if in contact", "as if"]) {
            storm.as_if = true;
        } else if cursor.eat_any(&["in contact"]) {
            storm.approach = Approach::Contact;
        } else {
            let known = ["invading", "outside", "in contact", "as if in contact"];
            storm.assume = typed_policy(&mut cursor, &known)?;
        }
    }
    storm::assault_odds(game, state, storm, budget)
}

/// The odds of fire or of an assault in the words in which it could be done now; nothing where the words are no such thing.
fn odds_of_action(
    game: &EaHeresy,
    state: &State,
    words: &str,
    budget: &Budget,
) -> Option<Parsed<Answer>> {
    let Pending::Choice(choice) = game.pending(state, &mut Silent) else { return None };
    let action = game.parse(state, choice.seats.first()?, words).ok()?;
    let assume = Assume::First;
    match &action {
        Action::Shoot(fire) => {
            let formation = state.units.get(fire.volleys.first()?.unit.index())?.formation;
            let under = Under::now(state, formation);
            let shot = Shot { formation, target: fire.target, under, assume };
            Some(shots::fire_odds(game, state, (shot, Some(&action)), budget))
        }
        Action::Engage(foes) => {
            let [target] = foes[..] else { return None };
            let formation = state.acting?.formation;
            let storm =
                Storm { formation, target, approach: Approach::Contact, as_if: false, assume };
            Some(storm::assault_odds(game, state, storm, budget))
        }
        Action::Activate { .. } => {
            // `reds engage blues` asks for more than the test.
            let said = commands::action_words(game, state, &action);
            let is_said = Cursor::new(&said).rest_of_words() == words;
            is_said.then(|| order_test::test_odds(game, state, &action))?
        }
        Action::Strike(_) => {
            let assault = state.assault.as_ref()?;
            let (formation, target) = (*assault.attackers.first()?, *assault.defenders.first()?);
            let mut after = state.clone();
            game.act(&mut after, choice.seats.first()?, &action, &mut Deaf).ok()?;
            let storm =
                Storm { formation, target, approach: Approach::Contact, as_if: false, assume };
            Some(storm::assault_odds(game, &after, storm, budget))
        }
        _ => None,
    }
}

fn of_the_enemy(state: &State, one: FormationNo, other: FormationNo) -> Parsed<()> {
    if state.formation(one).owner == state.formation(other).owner {
        return Err(Slip::new("a formation fights the enemy's"));
    }
    Ok(())
}

/// At whom a formation shoots, and under which order: the one under way unless one is named.
fn typed_shot(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    cursor: &mut Cursor,
) -> Parsed<Shot> {
    let mut ahead = cursor.clone();
    let target = match typed_names::typed_stronghold(game, &mut ahead) {
        Ok(piece) => {
            *cursor = ahead;
            match units::formations_in(state, piece).first() {
                Some(inside) => Target::Formation(*inside),
                None => Target::Stronghold(piece),
            }
        }
        Err(_) => Target::Formation(typed_names::typed_formation(game, cursor)?),
    };
    if let Target::Formation(target) = target {
        of_the_enemy(state, formation, target)?;
    }
    let mut shot =
        Shot { formation, target, under: Under::now(state, formation), assume: Assume::First };
    while !cursor.done() {
        cursor.eat_any(&["under", "on a", "on", "from", "after a", "after", "with"]);
        let forms = [("advancing", Order::Advance), ("doubling", Order::Double)];
        let more = [("marshalling", Order::Marshal), ("holding", Order::Hold)];
        let form = forms.iter().chain(&more).find(|(word, _)| cursor.eat(word));
        let order = form.map(|(_, order)| *order).or_else(|| Order::typed(cursor));
        match order {
            Some(Order::Overwatch) => shot.under = Under::Overwatch,
            Some(order @ (Order::March | Order::Engage)) => {
                let says = format!("nobody shoots on `{}`", order.name());
                return Err(Slip::new(says));
            }
            Some(order) => shot.under = Under::Order(order),
            None => shot.assume = typed_policy(cursor, &Order::ALL.map(Order::name))?,
        }
    }
    Ok(shot)
}

/// The position with nothing in progress and a formation about to carry an order out.
pub fn about_to(game: &EaHeresy, state: &State, formation: FormationNo, order: Order) -> State {
    let mut start = at_rest(state, formation);
    let plain = (false, None, false);
    orders::begin_order(game, &mut start, formation, order, plain, &mut Deaf);
    start
}

/// The position with nothing in progress, a formation's side to act.
pub(super) fn at_rest(state: &State, formation: FormationNo) -> State {
    let mut start = state.clone();
    start.forget_everything_begun();
    start.over = None;
    let seat = state.formation(formation).owner;
    start.push_step(Step::Turn(TurnStep::Act { seat, retain: false }));
    start
}

pub(super) fn assumed(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    side: Seat,
    assume: Assume,
) -> Option<Action> {
    let appraisal = Appraisal::of(game, state, side);
    assume.answer(game, state, seat, |action| {
        let mut after = state.clone();
        game.apply(&mut after, seat, action, &mut Deaf);
        appraisal.value(&after)
    })
}

/// Dice and what they are rolled for: `6 d6: close combat, 4+, of A (save: armour 4+)`.
pub(super) fn dice_of(game: &EaHeresy, state: &State, group: &DiceGroup) -> String {
    let die = &game.dice().get(group.die).name;
    format!("{} {die}: {}", group.count, game.say_group(state, group))
}

/// Takes the words between the numbers of a roll-off.
pub(super) fn eat_against(cursor: &mut Cursor) -> bool {
    cursor.eat_any(&AGAINST)
}

/// `--assume WORD`, or a slip that names what else could follow.
fn typed_policy(cursor: &mut Cursor, known: &[&str]) -> Parsed<Assume> {
    if !cursor.eat("--assume") {
        let says = format!("`{}` means nothing here", cursor.rest());
        return Err(Slip::new(says).meant(suggest(&cursor.rest(), known.iter().copied())));
    }
    let word = cursor.peek().unwrap_or_default().to_string();
    let assume = Assume::named(&word)?;
    cursor.eat(&word);
    Ok(assume)
}
