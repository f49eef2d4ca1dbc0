//! Exact odds of an order: that a formation obeys (EA-2.6).

use super::super::cursor::Parsed;
use crate::position::action::Action;
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State};
use crate::position::step::{ActivateStep, Step};
use crate::position::units;
use crate::rules::action_test;
use crate::tables::rule::Rule;
use crate::words::ask;
use umpire_core::game::{Deaf, Game};
use umpire_core::host::Answer;
use umpire_core::odds::{Outcomes, Share};
use umpire_core::ruling::{Explain as _, Ruling};

/// Faces of the die of a test.
const FACES: u32 = 6;

/// Whether a formation obeys; nothing where the order is not legal now.
pub(super) fn test_odds(game: &EaHeresy, state: &State, action: &Action) -> Option<Parsed<Answer>> {
    let Action::Activate { formation, order, .. } = action else { return None };
    let mut after = state.clone();
    game.act(&mut after, state.formation(*formation).owner, action, &mut Deaf).ok()?;
    let line = format!("{} {}", units::formation_name(game, *formation), order.name());
    let test = after.steps.iter().find_map(|step| match step {
        Step::Activate(ActivateStep::Test { order, road, with, retained, .. }) => {
            Some(((*order, *road, *retained), *with))
        }
        _ => None,
    });
    let Some((chosen, with)) = test else {
        let headline = format!("{line}: nothing is rolled, it obeys");
        return Some(Ok(Answer { headline, rows: rows(FACES), ..Answer::default() }));
    };
    let mut why: Ruling<Rule> = Ruling::default();
    let needs = action_test::test_needs(game, *formation);
    why.tell(Rule::ActionTest, || format!("its initiative: {needs}+"));
    let modifier = action_test::test_modifier(game, &after, *formation, chosen, with, &mut why);
    let least = action_test::least_die(game, needs, modifier);
    let passing = (7 - i32::from(least)).clamp(0, 6) as u32;
    let again = words_of_help(game, &after, *formation, passing);
    let chance = Share::of(passing, FACES).percent();
    let headline = match least {
        7.. => format!("{line}: no die is enough, it holds with one blast marker more{again}"),
        _ => format!(
            "{line}: needs {least}+, {chance}; else it holds with one blast marker more{again}"
        ),
    };
    let ruling = ask::cited(game, why);
    Some(Ok(Answer { headline, rows: rows(passing), ruling, ..Answer::default() }))
}

fn rows(passing: u32) -> Vec<Vec<String>> {
    let ends = [(true, passing), (false, FACES - passing)];
    let ends = ends.into_iter().filter(|(_, faces)| *faces > 0);
    let ends: Outcomes<bool> =
        ends.map(|(obeys, faces)| (obeys, Share::of(faces, FACES))).collect();
    ends.rows(|obeys| if *obeys { "it obeys" } else { "the test fails" }.to_string())
}

/// What a supreme commander adds, who may have a failed test rolled again.
fn words_of_help(game: &EaHeresy, state: &State, formation: FormationNo, passing: u32) -> String {
    if !action_test::may_reroll(game, state, formation) {
        return String::new();
    }
    let failing = FACES - passing;
    let whole = FACES * FACES;
    let chance = Share::of(whole - failing * failing, whole).percent();
    format!("; with the supreme commander's second roll {chance}")
}
