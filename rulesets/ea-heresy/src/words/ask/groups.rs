//! Sight and distance between whole formations: how many see how many, and who are nearest each other.

use super::super::cursor::{Cursor, Parsed};
use crate::position::game::EaHeresy;
use crate::position::state::{Body, State};
use crate::position::{names, units};
use crate::rules::sight;
use crate::tables::rule::Rule;
use crate::words::{ask, typed_names};
use umpire_core::command::counted;
use umpire_core::host::{Answer, Slip};
use umpire_core::ruling::{Explain, Ruling};
use umpire_core::table::{Length, said};

/// A formation's units on the table, or one unit or stronghold alone.
struct Group {
    name: String,
    bodies: Vec<Body>,
}

/// Two groups, with `to`, `and` or a comma between if one likes.
fn two_groups(game: &EaHeresy, state: &State, mut cursor: Cursor) -> Parsed<[Group; 2]> {
    let one = typed_group(game, state, &mut cursor)?;
    cursor.eat_any(&["to", "and", "sees", ","]);
    let other = typed_group(game, state, &mut cursor)?;
    cursor.finish([one, other])
}

fn typed_group(game: &EaHeresy, state: &State, cursor: &mut Cursor) -> Parsed<Group> {
    let mut ahead = cursor.clone();
    if let Ok(body) = typed_names::typed_body(game, state, &[], &mut ahead) {
        *cursor = ahead;
        ask::on_table_or_slip(game, state, body)?;
        return Ok(Group { name: names::body_word(game, body), bodies: vec![body] });
    }
    let formation = typed_names::typed_formation(game, cursor)?;
    let name = names::formation_word(game, formation);
    let there = |body: &Body| units::area(game, state, *body).is_some();
    let bodies: Vec<Body> = state.members(formation).map(Body::Unit).filter(there).collect();
    match bodies.is_empty() {
        true => Err(Slip::new(format!("`{name}` has no unit on the table"))),
        false => Ok(Group { name, bodies }),
    }
}

/// Which units of one group see how many of the other.
pub(super) fn answer_sight(game: &EaHeresy, state: &State, cursor: Cursor) -> Parsed<Answer> {
    let [from, to] = two_groups(game, state, cursor)?;
    let mut rows = vec![[from.name.as_str(), "sees", "nearest"].map(String::from).to_vec()];
    let (mut seeing, mut seen) = (0, vec![false; to.bodies.len()]);
    for one in &from.bodies {
        let sees = |other: &Body| sight::sees(game, state, *one, *other);
        let found: Vec<usize> = (0..to.bodies.len()).filter(|at| sees(&to.bodies[*at])).collect();
        found.iter().for_each(|at| seen[*at] = true);
        seeing += usize::from(!found.is_empty());
        let nearest = nearest(game, state, &[*one], found.iter().map(|at| to.bodies[*at]));
        rows.push(vec![
            names::body_word(game, *one),
            match found.len() {
                0 => "none".to_string(),
                some if some == to.bodies.len() && some > 1 => format!("all {some}"),
                some => some.to_string(),
            },
            nearest.map_or(String::new(), |(_, other, gap)| {
                format!("{}, {} cm", names::body_word(game, other), said(gap))
            }),
        ]);
    }
    let seen = seen.into_iter().filter(|seen| *seen).count();
    let of = |some: usize, group: &Group| match group.bodies.len() {
        1 => group.name.clone(),
        all => format!("{some} of {} units of {}", all, group.name),
    };
    let headline = match seeing {
        0 => format!("{} and {} do not see each other", from.name, to.name),
        _ => format!("{} see {}", of(seeing, &from), of(seen, &to)),
    };
    let mut ruling: Ruling<Rule> = Ruling::default();
    ruling.tell(Rule::LineOfSight, || {
        format!("{} looked at, one by one", counted(from.bodies.len() * to.bodies.len(), "line"))
    });
    let ruling = ask::cited(game, ruling);
    Ok(Answer { headline, yes: Some(seeing > 0), ruling, rows, ..Answer::default() })
}

/// How far apart two groups are, where they are nearest.
pub(super) fn answer_range(game: &EaHeresy, state: &State, cursor: Cursor) -> Parsed<Answer> {
    let [from, to] = two_groups(game, state, cursor)?;
    let found = nearest(game, state, &from.bodies, to.bodies.iter().copied());
    let (one, other, gap) = found.ok_or_else(|| Slip::new("there is nothing to measure"))?;
    let (a, b) = (names::body_word(game, one), names::body_word(game, other));
    let headline = format!(
        "{} and {} are {} cm apart at the nearest, from {a} to {b}",
        from.name,
        to.name,
        said(gap)
    );
    let mut ruling: Ruling<Rule> = Ruling::default();
    ruling.modifier(Rule::Measuring, 0, || format!("{} cm", said(gap)));
    Ok(Answer { headline, ruling: ask::cited(game, ruling), ..Answer::default() })
}

/// Of two groups the two that are nearest each other, and how far apart they are.
fn nearest(
    game: &EaHeresy,
    state: &State,
    from: &[Body],
    to: impl Iterator<Item = Body> + Clone,
) -> Option<(Body, Body, Length)> {
    let pairs = from.iter().flat_map(|one| to.clone().map(|other| (*one, other)));
    let apart = |(one, other)| Some((one, other, units::distance(game, state, one, other)?));
    pairs.filter_map(apart).min_by_key(|(_, _, gap)| *gap)
}
