//! Barrages: points, templates and where they lie, dice for each unit under them (EA-7.10).

use super::aim::Aim;
use crate::position::action::{Fire, Value, Volley};
use crate::position::area::Area;
use crate::position::game::EaHeresy;
use crate::position::state::{Body, State};
use crate::position::step::{Attack, Modifiers};
use crate::position::units;
use crate::rules::shooting::dice::{Covers, hit_kind};
use crate::rules::shooting::{aim, dice, weapons};
use crate::tables::catalog::{BarrageRow, Mode, Reach, WeaponFlags};
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{self, Base, Facing, Length, Point, said};

/// How exactly templates have to touch: 0.02 cm.
const TOUCH: Length = 20;

/// The barrage volleys of a fire with their modes.
fn barrage_volleys<'a>(
    game: &'a EaHeresy,
    state: &'a State,
    volleys: &'a [Volley],
) -> impl Iterator<Item = (&'a Volley, &'a Mode, u8)> + 'a {
    volleys.iter().filter_map(move |volley| {
        let (gun, mode) = weapons::mode_of(game, state, volley)?;
        let firing = weapons::firing(state, volley, (gun, mode));
        (mode.barrage > 0).then_some((volley, mode, firing))
    })
}

/// The row of the barrage table for all points together; nothing without barrage weapons.
pub(crate) fn barrage_row<'g>(
    game: &'g EaHeresy,
    state: &State,
    volleys: &[Volley],
) -> Option<&'g BarrageRow> {
    let points = barrage_volleys(game, state, volleys)
        .map(|(_, mode, count)| mode.barrage.saturating_mul(count))
        .fold(0, u8::saturating_add);
    game.catalog.barrage(points).filter(|_| points > 0)
}

/// Half the width of a template.
fn template_radius(game: &EaHeresy) -> Length {
    game.edition.template_small / 2
}

/// Whether a body is under a template: any part of it within half its width of its middle.
pub(crate) fn is_under(game: &EaHeresy, state: &State, template: Point, body: Body) -> bool {
    let radius = template_radius(game);
    let point = Base::point(template);
    match units::area(game, state, body) {
        Some(Area::Base(base)) => {
            base.bounds().wider(radius + 2).holds(template) && table::within(&point, &base, radius)
        }
        Some(Area::Outline(outline)) => table::within_outline(&point, outline, radius),
        None => false,
    }
}

/// Whether some barrage weapon of a fire reaches and sees a body.
fn barrage_reaches(game: &EaHeresy, aim: &Aim, fire: &Fire, body: usize) -> bool {
    barrage_volleys(game, aim.state(), &fire.volleys).any(|(volley, mode, _)| {
        let Some(firer) = aim.place_of(volley.unit) else { return false };
        let Some((gun, _)) = weapons::mode_of(game, aim.state(), volley) else { return false };
        let indirect = fire.indirect && mode.flags.has(WeaponFlags::INDIRECT);
        aim.hits(firer, (gun, mode), Value::Ap, indirect, body)
    })
}

/// How many bodies of the target a first template covers, at least one of them in reach.
fn covered(game: &EaHeresy, aim: &Aim, fire: &Fire, template: Point) -> usize {
    let under = |at: &usize| is_under(game, aim.state(), template, aim.bodies[*at]);
    let bodies: Vec<usize> = (0..aim.bodies.len()).filter(under).collect();
    let reached = bodies.iter().any(|at| barrage_reaches(game, aim, fire, *at));
    if reached { bodies.len() } else { 0 }
}

/// The places that a first template is compared with: over each body, and halfway between two.
fn template_places(game: &EaHeresy, aim: &Aim) -> Vec<Point> {
    let middle = |body: &Body| units::area(game, aim.state(), *body).map(|area| area.middle());
    let middles: Vec<Point> = aim.bodies.iter().filter_map(middle).collect();
    let mut places = middles.clone();
    let far = 2 * game.edition.template_small;
    for (at, a) in middles.iter().enumerate() {
        let near = middles[at + 1..].iter().filter(|b| a.distance_to(**b) <= far);
        places.extend(near.map(|b| Point::new((a.x + b.x) / 2, (a.y + b.y) / 2)));
    }
    places
}

/// The best place for a first template and how many it covers.
fn best_template(game: &EaHeresy, aim: &Aim, fire: &Fire) -> Option<(usize, Point)> {
    let places = template_places(game, aim).into_iter();
    places
        .map(|place| (covered(game, aim, fire, place), place))
        .filter(|(count, _)| *count > 0)
        .max_by_key(|(count, place)| (*count, std::cmp::Reverse(*place)))
}

/// Where templates usually lie: the first over as many as possible, each other where it touches
/// the first and covers most that are still uncovered. None without barrage weapons.
pub(crate) fn default_templates(
    game: &EaHeresy,
    state: &State,
    aim: &Aim,
    fire: &Fire,
) -> Vec<Point> {
    let Some(row) = barrage_row(game, state, &fire.volleys) else { return Vec::new() };
    let Some((_, first)) = best_template(game, aim, fire) else { return Vec::new() };
    let mut templates = vec![first];
    let width = game.edition.template_small;
    for _ in 0..row.extra_templates {
        let bare = |body: &&Body| {
            !templates.iter().any(|template| is_under(game, state, *template, **body))
        };
        let left: Vec<Body> = aim.bodies.iter().filter(bare).copied().collect();
        let fits = |at: &Point| {
            game.board.bounds().holds(*at)
                && templates[1..].iter().all(|it| it.distance_to(*at) >= width)
        };
        let around =
            (0..24).map(|turn| first.ahead(Facing::degrees(15 * turn), width)).filter(fits);
        let count =
            |at: &Point| left.iter().filter(|body| is_under(game, state, *at, **body)).count();
        match around
            .map(|at| (count(&at), at))
            .max_by_key(|(count, at)| (*count, std::cmp::Reverse(*at)))
        {
            Some((count, at)) if count > 0 => templates.push(at),
            _ => break,
        }
    }
    templates
}

/// Whether templates lie as they have to (EA-7.10).
pub(crate) fn check_templates<E: Explain<Rule>>(
    game: &EaHeresy,
    aim: &Aim,
    fire: &Fire,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let rule = Rule::Barrage;
    let row = barrage_row(game, aim.state(), &fire.volleys);
    let most = row.map_or(0, |row| 1 + usize::from(row.extra_templates));
    let some = row.is_none() || !fire.templates.is_empty();
    why.need(rule, some, || {
        Fact::says("a barrage needs a template").held("a template lies for the barrage")
    })?;
    let laid = fire.templates.len();
    why.need(rule, laid <= 16, || Fact::says("no barrage has so many templates"))?;
    let on_board = fire.templates.iter().all(|at| game.board.bounds().holds(*at));
    why.need(Rule::Board, on_board, || Fact::says("a template lies beside the table"))?;
    if laid == 0 {
        return Ok(());
    }
    why.require(rule, laid <= most, || {
        Fact::says(format!("these barrage points have {most} templates, {laid} are laid"))
            .held("there are as many templates as the barrage points have")
            .at_most(laid as i64, most as i64)
    })?;
    let first = fire.templates[0];
    let covers = covered(game, aim, fire, first);
    let best = best_template(game, aim, fire);
    let could = best.map_or(0, |(count, _)| count);
    why.require(rule, covers >= could.max(1), || {
        let says = format!("the first template covers {covers} units, it could cover {could}");
        let fact = Fact::says(says.clone()).held(says).at_least(covers as i64, could as i64);
        match best.filter(|_| covers < could) {
            Some((_, at)) => {
                let mut instead = fire.clone();
                instead.templates = vec![at];
                let words = format!("lay it at {}, {}", said(at.x), said(at.y));
                fact.instead(words, &crate::position::action::Action::Shoot(instead))
            }
            None => fact,
        }
    })?;
    let width = game.edition.template_small;
    let touching =
        fire.templates[1..].iter().all(|at| (at.distance_to(first) - width).abs() <= TOUCH);
    why.require(rule, touching, || {
        Fact::says("every other template has to touch the first without overlapping it")
            .held("the other templates touch the first")
    })?;
    let extra = &fire.templates[1..];
    let apart = extra
        .iter()
        .enumerate()
        .all(|(at, a)| extra[at + 1..].iter().all(|b| a.distance_to(*b) + TOUCH >= width));
    why.require(rule, apart, || {
        Fact::says("templates may not overlap").held("no templates overlap")
    })
}

/// The dice of a barrage: each body under a template is attacked once. Rules of weapons count
/// where every weapon of the barrage has them.
pub(crate) fn barrage_attacks(
    game: &EaHeresy,
    aim: &Aim,
    covers: &mut Covers,
    volleys: &[Volley],
    fire: &Fire,
    reaction: bool,
) -> Vec<Attack> {
    let state = aim.state();
    let Some(row) = barrage_row(game, state, volleys) else { return Vec::new() };
    let mut weapons = barrage_volleys(game, state, volleys);
    let Some((first, mode, _)) = weapons.next() else { return Vec::new() };
    let (mut all, unit) = (*mode, first.unit);
    let mut indirect = fire.indirect && all.flags.has(WeaponFlags::INDIRECT);
    let mut at_walls = first.value;
    for (volley, mode, _) in weapons {
        all.flags = all.flags.and(mode.flags);
        indirect &= mode.flags.has(WeaponFlags::INDIRECT);
        at_walls = at_walls.min(volley.value);
        if (mode.titan_killer, mode.titan_killer_dice) != (all.titan_killer, all.titan_killer_dice)
        {
            (all.titan_killer, all.titan_killer_dice) = (0, None);
        }
    }
    all.range = Reach::Range(0);
    let lies = |body: &Body| fire.templates.iter().any(|at| is_under(game, state, *at, *body));
    let under = aim.bodies.iter().copied().filter(lies);
    let base = dice::action_modifiers(game, state, reaction, unit, all.flags, false);
    under
        .filter_map(|body| {
            let value = barrage_value(game, state, row, at_walls, body)?;
            let modifiers = barrage_modifiers(game, covers, &all, base.clone(), body, indirect);
            let number = if value == Value::At { row.at } else { row.ap };
            let bonus: i16 = modifiers.iter().map(|(_, amount)| i16::from(*amount)).sum();
            let needs = (i16::from(number) - bonus).clamp(2, 10) as u8;
            Some(Attack {
                kind: hit_kind(&all, value, false),
                value,
                needs,
                dice: u8::from(needs <= 9),
                sixes: 0,
                hits: 0,
                reaches: vec![body],
                modifiers,
            })
        })
        .collect()
}

/// The value of the table that a body under a template is attacked with.
fn barrage_value(
    game: &EaHeresy,
    state: &State,
    row: &BarrageRow,
    at_walls: Value,
    body: Body,
) -> Option<Value> {
    if let Body::Stronghold(_) = body {
        return Some(if at_walls == Value::At { Value::At } else { Value::Walls });
    }
    let mut values = [(row.ap, Value::Ap), (row.at, Value::At)];
    values.sort();
    values.into_iter().map(|(_, value)| value).find(|value| aim::suits(game, state, *value, body))
}

fn barrage_modifiers(
    game: &EaHeresy,
    covers: &mut Covers,
    mode: &Mode,
    mut modifiers: Modifiers,
    body: Body,
    indirect: bool,
) -> Modifiers {
    if mode.flags.has(WeaponFlags::TITAN_HUNTER) {
        let amount = if dice::is_engine(game, covers.state(), body) { 1 } else { -1 };
        modifiers.push((units::special_rule(game, "titan_hunter", Rule::ToHitModifiers), amount));
    }
    if !mode.flags.has(WeaponFlags::IGNORE_COVER)
        && let Some(cause) = covers.of(body, indirect).causes.first()
        && game.edition.cover_to_hit != 0
    {
        modifiers.push((cause.rule(), game.edition.cover_to_hit));
    }
    modifiers
}
