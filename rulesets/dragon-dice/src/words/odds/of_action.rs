//! Odds of what may be done now, asked in the words in which it is done: an attack, magic, a maneuver, a counter to one.

use crate::position::action::Action;
use crate::position::game::DragonDice;
use crate::position::names;
use crate::position::pieces::{Army, Place};
use crate::position::roll::kinds::RollKind;
use crate::position::stack::Step;
use crate::position::stack::march::MarchStep;
use crate::position::state::State;
use crate::rules::{effects, marching};
use crate::tables::rule::Rule;
use crate::words::attack;
use crate::words::odds::{Side, about_to_roll, roll_odds, rolled};
use crate::words::read_names::Parsed;
use umpire_core::game::{Game, Pending};
use umpire_core::host::{Answer, Assume, Hosted as _, Measured};
use umpire_core::odds::{Budget, Share};
use umpire_core::ruling::Silent;
use umpire_core::seat::{Seat, Seats};

/// The odds of an action that is asked for; nothing where the words mean none, or one that is left to no chance.
pub(super) fn action_odds(
    game: &DragonDice,
    state: &State,
    text: &str,
    asked: (Assume, &Budget),
) -> Option<Parsed<Answer>> {
    let Pending::Choice(choice) = game.pending(state, &mut Silent) else { return None };
    let seat = choice.seats.first()?;
    let action = game.parse(state, seat, text).ok()?;
    let side = |army| Side { army, says: names::army_word(game, state, army) };
    Some(match (state.steps.last()?, action) {
        (Step::March(MarchStep::Act(place)), Action::Attack { with, target }) => {
            let sides = [marching::marcher(state, *place), target].map(side);
            attack::attack_odds(game, state, &sides, with, asked)
        }
        (Step::March(MarchStep::Act(place)), Action::Magic) => {
            let army = marching::marcher(state, *place);
            roll_odds(game, state, &side(army), RollKind::Magic, asked)
        }
        (Step::March(MarchStep::Maneuver(place)), Action::Maneuver) => {
            let against: Vec<Seat> = marching::opposing(game, state, *place, Seats::NONE).collect();
            maneuver_odds(game, state, *place, &against, asked)
        }
        (Step::March(MarchStep::Oppose { place, against, .. }), Action::Accept) => {
            let against: Vec<Seat> = against.with(seat).iter().collect();
            maneuver_odds(game, state, *place, &against, asked)
        }
        (Step::Fight(_), Action::Accept) => {
            let fight = state.fight.as_ref()?;
            let sides = [fight.target, fight.attacker].map(side);
            attack::counter_odds(game, state, &sides, fight.with, asked)
        }
        _ => return None,
    })
}

/// How likely the maneuver at a place succeeds where these counter it.
fn maneuver_odds(
    game: &DragonDice,
    state: &State,
    place: Place,
    against: &[Seat],
    asked: (Assume, &Budget),
) -> Parsed<Answer> {
    let army = marching::marcher(state, place);
    if let Some(headline) = surely(game, state, army, against) {
        return Ok(Answer { headline, ..Answer::default() });
    }
    let others = against.iter().map(|owner| Army { owner: *owner, place });
    let armies: Vec<Army> = std::iter::once(army).chain(others).collect();
    let kinds = [RollKind::Maneuver, RollKind::CounterManeuver];
    let rolls = armies.iter().map(|it| (*it, kinds[usize::from(it.owner != army.owner)]));
    let rolls: Vec<(Army, RollKind)> = rolls.collect();
    let (told, why) = rolled(game, &about_to_roll(game, state, &rolls)?, &armies, asked)?;
    let result = |totals: &Vec<[u16; 5]>, number: usize| {
        let counted = rolls[number].1.counts().single();
        counted.map_or(0, |counted| totals[number][counted.index()])
    };
    let (mut succeeds, mut fails) = (Share::default(), Share::default());
    for (totals, share) in told.exact.iter().chain(told.beyond.iter()) {
        let best = (1..armies.len()).map(|number| result(totals, number)).max().unwrap_or(0);
        match marching::is_won(state, army, result(totals, 0), best) {
            true => succeeds.add(share),
            false => fails.add(share),
        }
    }
    let mean = |(number, army): (usize, &Army)| {
        let of = format!("{}, maneuver", names::army_word(game, state, *army));
        Measured::average(of, &told.average(|totals| result(totals, number).into()))
    };
    let seats: Vec<String> = against.iter().map(|seat| names::seat_word(game, *seat)).collect();
    let countered = format!("countered by {}", seats.join(" and "));
    let reversed = effects::ties_to_counter(state, army);
    let needs = if reversed.is_none() { "as many" } else { "more" };
    let rule = game.cite(reversed.unwrap_or(Rule::OpposedManeuver));
    let (who, policy) = (names::army_word(game, state, army), asked.0.says("whoever rolls first"));
    Ok(Answer {
        headline: format!(
            "{who} maneuvers, {countered}: it succeeds with {needs} ({rule}); whoever has to choose on the way {policy}"
        ),
        ruling: Some(why.cited(|rule| game.cite(*rule))),
        rows: told.table(&[
            (format!("succeeds, {countered}"), succeeds),
            (format!("fails, {countered}"), fails),
        ]),
        means: armies.iter().enumerate().map(mean).collect(),
        ..Answer::default()
    })
}

/// What comes of a maneuver for which its army rolls no dice; nothing where it does.
fn surely(game: &DragonDice, state: &State, army: Army, against: &[Seat]) -> Option<String> {
    let who = names::army_word(game, state, army);
    if against.is_empty() {
        let rule = game.cite(Rule::UnopposedManeuver);
        return Some(format!("the maneuver of {who} succeeds: nobody can counter it ({rule})"));
    }
    let rule = game.cite(effects::saves_alone(state, army)?);
    Some(format!(
        "the maneuver of {who} fails if it is countered: it makes only save rolls ({rule})"
    ))
}
