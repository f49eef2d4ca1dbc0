//! Questions of sight, distance, cover and fire.

use super::super::cursor::{Cursor, Parsed};
use super::groups;
use super::shots::{self, Under};
use crate::position::action::{Action, Target};
use crate::position::amendment::Answer as Judged;
use crate::position::area::Area;
use crate::position::game::EaHeresy;
use crate::position::names::said_place;
use crate::position::state::{Body, FormationNo, PieceNo, State, UnitNo, UnitSet, Whereabouts};
use crate::position::{names, units};
use crate::rules::shooting::aim::Aim;
use crate::rules::shooting::cover;
use crate::rules::sight::Why;
use crate::rules::{sight, standing};
use crate::steps::shooting;
use crate::tables::rule::Rule;
use crate::words::{ask, commands, say_choice, scene, typed_names};
use umpire_core::game::{Deaf, Game, Pending};
use umpire_core::host::{Answer, Slip};
use umpire_core::ruling::{Explain, Fact, Remedy, Ruling};
use umpire_core::scene::{Scene, Shape};
use umpire_core::seat::Seat;
use umpire_core::table::{self, BlockedBy, CM, Length, Sight, nearest_legal, said};

/// How far a place from which a unit would see is looked for.
const SEARCH: Length = 20 * CM;

pub(super) fn answer_sight(game: &EaHeresy, state: &State, cursor: Cursor) -> Parsed<Answer> {
    let (from, to) = match ask::two_bodies(game, state, &mut cursor.clone()) {
        Ok(found) => found,
        Err(slip) => return groups::answer_sight(game, state, cursor).map_err(|_| slip),
    };
    ask::on_table_or_slip(game, state, from)?;
    ask::on_table_or_slip(game, state, to)?;
    let sees = sight::sees(game, state, from, to);
    let (a, b) = (names::body_word(game, from), names::body_word(game, to));
    let mut ruling: Ruling<Rule> = Ruling::default();
    let (rule, mut fact) = sight_fact(game, state, from, to);
    let sight = sight::sight(game, state, from, to);
    let judged = sight.filter(|sight| sight.is_clear() != sees);
    if let Some(Sight::Clear { line, .. } | Sight::Blocked { line, .. }) = judged {
        // The line is drawn by what the judge saw.
        let words = if sees { "sees" } else { "does not see" };
        let says = format!("the judge saw that `{a}` {words} `{b}`");
        let shapes = game.board.sight_line(line, (!sees).then_some(line.1));
        fact = Fact::says(says.clone()).held(says).drawn(shapes);
        let _ = ruling.require(Rule::JudgesWord, sees, || fact.clone());
    } else {
        let _ = ruling.require(rule, sees, || fact.clone());
    }
    if sees && sight::sight_tied(game, state, from, to) {
        ruling.modifier(Rule::SeeOverTie, 0, || {
            "they see each other only over ground as near to both: both are in cover".into()
        });
    }
    for (shooter, target) in [(from, to), (to, from)] {
        let hidden = sight::obscured(game, state, shooter, target);
        let (Some(hidden), true) = (hidden, sees) else { continue };
        let by = names::piece_word(game, PieceNo(hidden.by));
        let (one, other) = (names::body_word(game, shooter), names::body_word(game, target));
        ruling.modifier(Rule::PartiallyObscured, 0, || {
            let at = said_place(hidden.hidden);
            format!(
                "`{one}` does not see all of `{other}`: {by} hides the part of `{other}` at {at}"
            )
        });
    }
    let gap = units::distance(game, state, from, to).unwrap_or(0);
    let verb = if sees { "sees" } else { "does not see" };
    let mut scene = scene::draw(game, state);
    scene.shapes.extend(fact.shapes);
    Ok(Answer {
        headline: format!("{a} {verb} {b}, {} cm apart", said(gap)),
        yes: Some(sees),
        ruling: ask::cited(game, ruling),
        rows: Vec::new(),
        scene: Some(scene),
        ..Answer::default()
    })
}

/// Why two bodies see each other or do not, with the line that was judged; and by which rule.
pub(crate) fn sight_fact(game: &EaHeresy, state: &State, from: Body, to: Body) -> (Rule, Fact) {
    let (a, b) = (names::body_word(game, from), names::body_word(game, to));
    match sight::sight(game, state, from, to) {
        None => {
            let says = format!("`{a}` or `{b}` is not on the table");
            (Rule::LineOfSight, Fact::says(says))
        }
        Some(Sight::Clear { line, overseen, .. }) => {
            let mut words = format!("a line from `{a}` to `{b}` is free");
            for over in &overseen {
                let piece = names::piece_word(game, PieceNo(*over));
                words.push_str(&format!(", over {piece}"));
                if let Some((near, far)) = sight::distances_over(game, state, (from, to), *over) {
                    let (near, far) = (said(near), said(far));
                    words.push_str(&format!(
                        ", {near} cm from the raised and {far} cm from the other"
                    ));
                }
            }
            let shapes = game.board.sight_line(line, None);
            (Rule::SomeLine, Fact::says(words.clone()).held(words).drawn(shapes))
        }
        Some(Sight::Blocked { by, at, why, all, line }) => {
            let (rule, words, usual) = blocked_words(game, state, (from, to), by, why);
            let remedy = where_it_would_see(game, state, from, to).unwrap_or(usual);
            let others: Vec<String> = all
                .iter()
                .filter(|piece| **piece != by)
                .map(|piece| names::piece_word(game, PieceNo(*piece)))
                .collect();
            let besides = match others.len() {
                0 => String::new(),
                _ => format!("; {} stops it too", others.join(" and ")),
            };
            let says = format!("`{a}` does not see `{b}`: {words}, at {}{besides}", said_place(at));
            let shapes = game.board.sight_line(line, Some(at));
            (rule, Fact::says(says).remedy(remedy).drawn(shapes))
        }
    }
}

/// The nearest place from which a unit would see, in words.
fn where_it_would_see(game: &EaHeresy, state: &State, from: Body, to: Body) -> Option<String> {
    let Body::Unit(unit) = from else { return None };
    let Whereabouts::Table(at) = state.unit(unit).place else { return None };
    let facing = state.unit(unit).facing;
    let mut moved = state.clone();
    moved.answers.clear();
    let moved = std::cell::RefCell::new(moved);
    let sees_from = |place| {
        if standing::obstacle(game, state, unit, (place, facing), &UnitSet::default()).is_some() {
            return false;
        }
        moved.borrow_mut().unit_mut(unit).place = Whereabouts::Table(place);
        sight::sees(game, &moved.borrow(), from, to)
    };
    let place = nearest_legal(at, &sees_from, SEARCH)?;
    let away = said(at.distance_to(place));
    Some(format!("from {}, {away} cm away, they would see each other", said_place(place)))
}

fn blocked_words(
    game: &EaHeresy,
    state: &State,
    (from, to): (Body, Body),
    by: u16,
    found: BlockedBy,
) -> (Rule, String, String) {
    if let Some(engine) = sight::engine_between(game, state, from, to, by) {
        let name = units::unit_name(game, engine);
        let says = format!("the war engine `{name}` stands between them");
        let beside = "a place from which a line passes beside it".to_string();
        return (Rule::WarEnginesDoNotBlock, says, beside);
    }
    let piece = PieceNo(by);
    let known = piece.index() < game.board.pieces.len();
    let own_hill = known
        && units::terrain_of(game, state, piece).sight == crate::tables::catalog::Sight::Hill
        && [from, to].into_iter().any(|body| sight::own_pieces(game, state, body).contains(&by));
    let name = names::piece_word(game, piece);
    let complete = known
        && units::terrain_of(game, state, piece).sight == crate::tables::catalog::Sight::Complete;
    let around = "a place from which a line passes beside it".to_string();
    match sight::why(game, state, (from, to), by, found).unwrap_or(Why::Through) {
        Why::Through if complete => {
            (Rule::CompleteBlocking, format!("{name} stops every line at its edge"), around)
        }
        Why::Through => (Rule::EachCrossing, format!("lines do not pass through {name}"), around),
        Why::Depth(found) => {
            let depth = game.edition.area_depth;
            let less = said((found - depth).max(1));
            (
                Rule::AreaTerrain,
                format!("the line runs {} cm in {name}, more than {}", said(found), said(depth)),
                format!("{less} cm nearer to its edge"),
            )
        }
        Why::Hill => (
            Rule::Hills,
            format!("the hill {name} lies between, and neither stands on it"),
            "a place on the hill, or beside it".to_string(),
        ),
        Why::Joint(with) => {
            let other = names::piece_word(game, PieceNo(with));
            (Rule::Crossing, format!("the line runs where {name} and {other} touch"), around)
        }
        Why::TooNear(near, far) => (
            if own_hill { Rule::HillDeadGround } else { Rule::Oversee },
            format!(
                "{name} is {} cm from the raised unit and {} cm from the other, which must be farther",
                said(near),
                said(far)
            ),
            format!("{} cm more between {name} and the lower unit", said((near - far).max(0) + 1)),
        ),
        Why::Towering => {
            (Rule::ToweringTerrain, format!("{name} is Towering: nobody sees over it"), around)
        }
    }
}

pub(super) fn answer_range(game: &EaHeresy, state: &State, cursor: Cursor) -> Parsed<Answer> {
    let (from, to) = match ask::two_bodies(game, state, &mut cursor.clone()) {
        Ok(found) => found,
        Err(slip) => {
            let of_places = range_of_places(game, state, cursor.clone());
            let answer = of_places.map_or_else(|| groups::answer_range(game, state, cursor), Ok);
            return answer.map_err(|_| slip);
        }
    };
    ask::on_table_or_slip(game, state, from)?;
    ask::on_table_or_slip(game, state, to)?;
    let gap = units::distance(game, state, from, to).unwrap_or(0);
    let (a, b) = (names::body_word(game, from), names::body_word(game, to));
    let mut rows = Vec::new();
    if let Body::Unit(unit) = from {
        rows = guns_rows(game, state, unit, to, gap);
    }
    let headline = format!("{a} and {b} are {} cm apart, base edge to base edge", said(gap));
    let mut ruling: Ruling<Rule> = Ruling::default();
    ruling.modifier(Rule::Measuring, 0, || format!("{} cm", said(gap)));
    for answered in state.answers.iter().filter(|it| it.is_about(from, to)) {
        let Judged::Within { length, yes } = answered.says else { continue };
        let within = if yes { "within" } else { "not within" };
        ruling.modifier(Rule::JudgesWord, 0, || {
            format!("the judge ruled that they are {within} {} cm", said(length))
        });
    }
    let areas = units::area(game, state, from).zip(units::area(game, state, to));
    let scene = areas.map(|(from, to)| measured(game, state, &from, &to));
    Ok(Answer { headline, rows, ruling: ask::cited(game, ruling), scene, ..Answer::default() })
}

/// The table with the shortest way between two areas.
fn measured(game: &EaHeresy, state: &State, from: &Area, to: &Area) -> Scene {
    let mut scene = scene::draw(game, state);
    let apart = from.gap(to);
    let ends = table::nearest_places(from.corners(), to.corners()).filter(|_| apart > 0);
    if let Some((from, to)) = ends.map(|(a, b)| (game.board.spot(a), game.board.spot(b))) {
        scene.shapes.extend(Shape::measured(from, to, 0.25, format!("{} cm", said(apart))));
    }
    scene
}

/// How far apart two are of which one at least is a place; nothing where it is typed otherwise.
fn range_of_places(game: &EaHeresy, state: &State, mut cursor: Cursor) -> Option<Answer> {
    let mut end = || {
        if let Some(at) = cursor.place() {
            cursor.eat_any(&["to", "and", ","]);
            return Some((said_place(at), Area::Base(table::Base::point(at))));
        }
        let body = typed_names::typed_body(game, state, &[], &mut cursor).ok()?;
        cursor.eat_any(&["to", "and", ","]);
        Some((names::body_word(game, body), units::area(game, state, body)?))
    };
    let ((a, from), (b, to)) = (end()?, end()?);
    let apart = said(from.gap(&to));
    let headline = format!("{a} and {b} are {apart} cm apart");
    let scene = || Some(measured(game, state, &from, &to));
    cursor.done().then(|| Answer { headline, scene: scene(), ..Answer::default() })
}

/// The guns of a unit, and whether each reaches so far.
fn guns_rows(
    game: &EaHeresy,
    state: &State,
    unit: UnitNo,
    to: Body,
    gap: Length,
) -> Vec<Vec<String>> {
    let guns = &units::model_of(game, state, unit).guns;
    let mut rows = vec![["gun", "weapon", "range", "reaches"].map(String::from).to_vec()];
    for (at, gun) in guns.iter().enumerate() {
        let reaches = units::within(game, state, Body::Unit(unit), to, gun.range);
        rows.push(vec![
            (at + 1).to_string(),
            game.catalog.weapon(gun.mount.weapon).name.clone(),
            format!("{} cm", said(gun.range)),
            match units::judged_range(state, Body::Unit(unit), to, gun.range) {
                Some(true) => "yes, the judge says".into(),
                Some(false) => "no, the judge says".into(),
                None if reaches => "yes".into(),
                None => format!("no, {} cm short", said(gap - gun.range)),
            },
        ]);
    }
    if rows.len() > 1 { rows } else { Vec::new() }
}

pub(super) fn answer_cover(game: &EaHeresy, state: &State, mut cursor: Cursor) -> Parsed<Answer> {
    let unit = typed_names::typed_unit(game, state, &[], &mut cursor)?;
    ask::on_table_or_slip(game, state, Body::Unit(unit))?;
    let from = match cursor.eat("from") {
        true => Some(typed_names::typed_formation(game, &mut cursor)?),
        false => None,
    };
    let firers: Vec<UnitNo> = from.into_iter().flat_map(|it| state.members(it)).collect();
    cursor.finish(())?;
    let name = names::unit_word(game, unit);
    let mut ruling: Ruling<Rule> = Ruling::default();
    let body = Body::Unit(unit);
    let seeing =
        firers.iter().filter(|it| sight::sees(game, state, Body::Unit(**it), body)).count();
    let hitting = || from.map_or(UnitSet::default(), |from| could_hit(game, state, from, unit));
    let none = UnitSet::default();
    let cover = cover::cover(game, state, body, hitting, &none, from.is_some());
    for cause in &cover.causes {
        let amount = game.edition.cover_to_hit.into();
        ruling.modifier(cause.rule(), amount, || cover::cover_words(game, *cause));
    }
    if !firers.is_empty() {
        let all = firers.len();
        ruling.modifier(Rule::LineOfSight, 0, || format!("{seeing} of {all} units see it"));
    }
    let covered = cover.in_cover();
    let words = if covered { "is in cover" } else { "is not in cover" };
    let save = match cover.save {
        0 => String::new(),
        save => format!(", cover save {save}+"),
    };
    let headline = format!("{name} {words}{save}");
    let ruling = ask::cited(game, ruling);
    Ok(Answer { headline, yes: Some(covered), ruling, ..Answer::default() })
}

/// The units of a formation that could hit a unit from where they are.
fn could_hit(game: &EaHeresy, state: &State, from: FormationNo, unit: UnitNo) -> UnitSet {
    let target = Target::Formation(state.unit(unit).formation);
    let aim = Aim::new(game, state, from, target);
    let Some(at) = aim.bodies.iter().position(|body| *body == Body::Unit(unit)) else {
        return UnitSet::default();
    };
    let hits = |firer: &usize| aim.could_hit(*firer, at);
    (0..aim.firers.len()).filter(hits).map(|firer| aim.firers[firer]).collect()
}

/// What would be rolled if a formation shot at another now.
pub(super) fn answer_fire(
    game: &EaHeresy,
    state: &State,
    _: Option<Seat>,
    mut cursor: Cursor,
) -> Parsed<Answer> {
    let formation = typed_names::typed_formation(game, &mut cursor)?;
    cursor.eat("at");
    let target = typed_names::typed_target(game, &mut cursor)?;
    cursor.finish(())?;
    let seat = state.formation(formation).owner;
    let under = Under::now(state, formation);
    let mut copy = shots::about_to_shoot(game, state, formation, under);
    let mut listed = Vec::new();
    game.legal(&copy, seat, &mut listed);
    let fire = listed.into_iter().find_map(|action| match action {
        Action::Shoot(fire) if fire.target == target => Some(Action::Shoot(fire)),
        _ => None,
    });
    let (name, at) = (names::formation_word(game, formation), names::target_word(game, target));
    let Some(action) = fire else {
        let headline = format!("{name} has no shot at {at}");
        let ruling = why_no_shot(game, &copy, seat, target);
        return Ok(Answer { headline, yes: Some(false), ruling, ..Answer::default() });
    };
    let headline = commands::action_words(game, &copy, &action);
    game.apply(&mut copy, seat, &action, &mut Deaf);
    let mut why: Ruling<Rule> = Ruling::default();
    let mut rows = vec![["dice", "for", "needed"].map(String::from).to_vec()];
    if let Pending::Roll(request) = game.pending(&copy, &mut why) {
        for group in &request.groups {
            let needed = shooting::needed_words(game, &copy, group).unwrap_or_default();
            let words = say_choice::group_words(game, &copy, group);
            rows.push(vec![group.count.to_string(), words, needed]);
        }
    }
    let ruling = ask::cited(game, why);
    Ok(Answer { headline, yes: Some(true), ruling, rows, ..Answer::default() })
}

fn why_no_shot(
    game: &EaHeresy,
    state: &State,
    seat: Seat,
    target: Target,
) -> Option<Ruling<String>> {
    let name = names::target_word(game, target);
    let action = commands::read(game, state, seat, &format!("shoot {name}")).ok()?;
    let nearer = |fact: &mut Fact| {
        // Nothing is shot now: what else could be is no answer.
        if fact.remedy.take_if(|remedy| remedy.action.is_some()).is_some()
            && let (Some(gap), Some(reach)) = (fact.found, fact.needed)
            && fact.lengths
            && gap > reach
        {
            let by = said((gap - reach) as Length);
            fact.remedy = Some(Remedy { says: format!("come {by} cm nearer"), action: None });
        }
    };
    ask::cited(game, game.ruling(state, seat, &action).against().with_facts(nearer))
}

/// A slip for what only makes sense of a unit.
pub(super) fn unit_of(game: &EaHeresy, body: Body) -> Parsed<UnitNo> {
    match body {
        Body::Unit(unit) => Ok(unit),
        Body::Stronghold(piece) => {
            Err(Slip::new(format!("`{}` is no unit", names::piece_word(game, piece))))
        }
    }
}
