//! Events in a player's words.

use crate::position::action::{Action, Value, Way};
use crate::position::event::Event;
use crate::position::game::EaHeresy;
use crate::position::names::said_place;
use crate::position::state::{UnitNo, Whereabouts};
use crate::position::{names, units};
use crate::rules::rolls::shown;
use crate::tables::catalog::{Terrain, TerrainId};
use crate::tables::rule::Rule;
use umpire_core::command::counted;
use umpire_core::dice::Face;
use umpire_core::ruling::RuleId;
use umpire_core::seat::{Seat, Seats};
use umpire_core::table::{Length, said};

/// An event in words; `None` where it says nothing of its own.
pub(crate) fn event_words(game: &EaHeresy, event: &Event) -> Option<String> {
    let unit = |it: &UnitNo| names::unit_word(game, *it);
    let formation = |it: &crate::position::state::FormationNo| names::formation_word(game, *it);
    let body = |it: &crate::position::state::Body| names::body_word(game, *it);
    let seat = |it: &Seat| names::seat_word(game, *it);
    Some(match event {
        Event::TurnBegan { turn } => format!("turn {turn} begins"),
        Event::Strategy { totals: [a, b], winner } => {
            let wins = winner.map_or("nobody".to_string(), |it| seat(&it));
            let names = [0, 1].map(|at| game.side_name(Seat(at)));
            format!("strategy roll: {} {a}, {} {b}: {wins} wins", names[0], names[1])
        }
        Event::GoesFirst { seat: it, .. } => format!("{} goes first", seat(it)),
        Event::Activated { formation: it, order, road, needs, die, retained } => {
            let retained = if *retained { ", retaining the initiative" } else { "" };
            let road = if *road { " by road" } else { "" };
            let order = order.to_do();
            let needs = match die {
                ..=1 => "passes without a roll".to_string(),
                7.. => format!("needs {needs} or more in all, which no die gives"),
                _ if die == needs => format!("needs {needs} or more"),
                _ => format!("needs {needs} or more in all, {die} or more on the die"),
            };
            format!("{} is to {order}{road}{retained}: {needs}", formation(it))
        }
        Event::Tested { formation: it, die, modifier, passed } => {
            let total = sum(shown(*die), *modifier);
            let result = if *passed { "passes" } else { "fails" };
            format!("{} {result} its test with {total}", formation(it))
        }
        Event::Passed { seat: it, .. } => format!("{} passes", seat(it)),
        Event::Chose { formation: it, way, .. } => {
            let way = match way {
                Way::Move => "move",
                Way::Shoot => "shoot",
                Way::Regroup => "regroup",
            };
            format!("{} chooses to {way}", formation(it))
        }
        Event::Finished { formation: it, order } => {
            format!("{} has finished its {}", formation(it), order.name())
        }
        Event::Moved { unit: it, from, to, length, rule } => {
            moved_words(game, &unit(it), *from, *to, (*length, *rule))
        }
        Event::GroundTested { unit: it, piece, dice, hit, more, .. } => {
            let result = match (*more, *hit) {
                (true, _) => "fails, and another die decides",
                (false, true) => "is hit",
                (false, false) => "is not hit",
            };
            let dice = faces_words(dice);
            format!("{} tests for {}: {dice}, {result}", unit(it), names::piece_word(game, *piece))
        }
        Event::PoppedUp { unit: it } => format!("{} pops up", unit(it)),
        Event::Shot { formation: it, target, volleys, .. } => {
            let shots = counted(volleys.len(), "weapon");
            format!(
                "{} shoots at {} with {shots}",
                formation(it),
                names::target_word(game, *target)
            )
        }
        Event::Hit { value, needs, faces, hits, .. } => {
            let value = match value {
                Value::Walls => "against the walls",
                value => value.name(),
            };
            format!("{value} needs {needs}+: {}: {}", faces_words(faces), counted(*hits, "hit"))
        }
        Event::Template { at } => format!("a template lies at {}", said_place(*at)),
        Event::Allotted { on, hits, .. } => {
            format!("{} takes {}", body(on), counted(*hits, "hit"))
        }
        Event::Saved { on, needs, faces, saved, .. } => {
            let faces = faces_words(faces);
            format!("{} saves on {needs}+: {faces}: {saved} saved", body(on))
        }
        Event::ShieldsFell { unit: it, count: number, .. } => {
            format!("{} loses {}", unit(it), counted(*number, "shield"))
        }
        Event::ShieldsRose { unit: it, count: number, .. } => {
            format!("{} gets {} back", unit(it), counted(*number, "shield"))
        }
        Event::Damaged { on, points, left, .. } => {
            format!("{} takes {points} damage, {left} left", body(on))
        }
        Event::Critical { on, die, points, .. } => {
            let effect = match points {
                0 => "no critical hit".to_string(),
                points => format!("critical hit, {points} more damage"),
            };
            format!("{} rolls {}: {effect}", body(on), shown(*die))
        }
        Event::Destroyed { unit: it, .. } => format!("{} is destroyed", unit(it)),
        Event::Ruined { piece } => format!("{} falls in ruins", names::piece_word(game, *piece)),
        Event::Marked { formation: it, change, now, .. } => {
            let verb = if *change < 0 { "loses" } else { "gets" };
            let markers = counted(change.unsigned_abs(), "blast marker");
            format!("{} {verb} {markers}, has {now}", formation(it))
        }
        Event::Broke { formation: it, .. } => format!("{} breaks", formation(it)),
        Event::Gone { formation: it } => format!("{} is wiped out", formation(it)),
        Event::Rallied { formation: it, die, modifier, passed } => {
            let total = sum(shown(*die), *modifier);
            let result = if *passed { "rallies" } else { "fails to rally" };
            format!("{} {result} with {total}", formation(it))
        }
        Event::Regrouped { formation: it, faces, removes } => {
            let best = faces.iter().map(|face| face + 1).max().unwrap_or(0);
            let leaders = match removes.saturating_sub(best) {
                0 => String::new(),
                more => format!(", {best} and {more} for its leaders"),
            };
            let faces = faces_words(faces);
            format!("{} regroups: {faces}: removes up to {removes}{leaders}", formation(it))
        }
        Event::Watch { formation: it, on: true, .. } => {
            format!("{} is on overwatch", formation(it))
        }
        Event::Watch { formation: it, on: false, .. } => {
            format!("{} is no longer on overwatch", formation(it))
        }
        Event::LostAction { formation: it, .. } => {
            format!("{} loses its action", formation(it))
        }
        Event::Assaulted { by, against } => {
            let names: Vec<String> = against.iter().map(formation).collect();
            format!("{} assaults {}", formation(by), names.join(" and "))
        }
        Event::Invaded { unit: it, piece } => {
            format!("{} invades {}", unit(it), names::piece_word(game, *piece))
        }
        Event::Tied { occupant, invader } => {
            format!("{} is tied to {}", unit(occupant), unit(invader))
        }
        Event::Struck { seat: it, needs, faces, hits, .. } => {
            let faces = faces_words(faces);
            format!("{} needs {needs}+: {faces}: {}", seat(it), counted(*hits, "hit"))
        }
        Event::Counted { seat: it, amount, says, .. } => {
            format!("{}: {amount:+} {says}", seat(it))
        }
        Event::Resolved { dice: [a, b], totals: [one, two], winner } => {
            let wins = winner.map_or("nobody wins".into(), |it| format!("{} wins", seat(&it)));
            let names = [0, 1].map(|at| game.side_name(Seat(at)));
            format!(
                "the assault: {} rolls {}, in all {one}; {} rolls {}, in all {two}: {wins}",
                names[0],
                faces_words(a),
                names[1],
                faces_words(b)
            )
        }
        Event::Noted { says, .. } => says.clone(),
        Event::Taken { objective, by } => {
            format!("{} takes objective {}", seat(by), u16::from(*objective) + 1)
        }
        Event::Scored { seat: it, points, says, .. } => {
            format!("{} scores {} for {says}", seat(it), counted(*points, "point"))
        }
        Event::Judged { says } => format!("the judge: {says}"),
        Event::Conceded { seat: it } => format!("{} concedes", seat(it)),
        Event::Over { outcome, .. } => {
            format!("the battle is over: {}", self::winners(game, outcome.winners))
        }
        Event::Totals { winners, points: [a, b], result } => {
            let names = [0, 1].map(|at| game.side_name(Seat(at)));
            let ahead = self::winners(game, *winners);
            let result = result.as_ref().map_or(String::new(), |(name, [own, other])| {
                format!(", {name}, {own} to {other}")
            });
            format!("in all {} {a}, {} {b}: {ahead}{result}", names[0], names[1])
        }
    })
}

fn moved_words(
    game: &EaHeresy,
    unit: &str,
    from: Whereabouts,
    to: Whereabouts,
    (length, rule): (Length, Rule),
) -> String {
    let out = match from {
        Whereabouts::Inside(piece) => format!(" out of {}", names::piece_word(game, piece)),
        Whereabouts::Aboard(transport) => format!(" out of {}", names::unit_word(game, transport)),
        _ => String::new(),
    };
    let far = if length > 0 { format!(" {} cm", said(length)) } else { String::new() };
    match to {
        Whereabouts::Table(at) if from == Whereabouts::Off => {
            format!("{unit} is put down at {}", said_place(at))
        }
        Whereabouts::Table(at) => {
            let how = if rule == Rule::Withdrawal { "withdraws" } else { "moves" };
            format!("{unit} {how}{far}{out} to {}", said_place(at))
        }
        Whereabouts::Inside(piece) => format!("{unit} enters {}", names::piece_word(game, piece)),
        Whereabouts::Aboard(transport) => {
            format!("{unit} boards {}", names::unit_word(game, transport))
        }
        Whereabouts::Off => format!("{unit} leaves the table"),
        Whereabouts::Destroyed => format!("{unit} is lost"),
    }
}

/// `A wins`, or that nobody does.
pub(super) fn winners(game: &EaHeresy, winners: Seats) -> String {
    if winners.is_empty() {
        return "a draw".to_string();
    }
    let names: Vec<String> = winners.iter().map(|seat| names::seat_word(game, seat)).collect();
    format!("{} wins", names.join(" and "))
}

/// What an order has a formation do: the line of its rule without the order's name.
pub(crate) fn action_meaning(game: &EaHeresy, action: &Action) -> Option<String> {
    let Action::Activate { order, .. } = action else { return None };
    let says = rule_words(game, units::order_rule(*order))?;
    Some(says.split_once(": ").map_or(says.as_str(), |(_, does)| does).to_string())
}

/// The one line of the rule index, or what a row of terrain does.
pub(crate) fn rule_words(game: &EaHeresy, rule: Rule) -> Option<String> {
    match rule {
        Rule::Terrain(TerrainId(at)) => {
            let row: &Terrain = game.terrain.get(usize::from(at))?;
            let says = game.catalog.rules.get(&row.rule).map(|entry| entry.says.clone());
            says.or_else(|| Some(row.name.clone()))
        }
        Rule::Special(id) => Some(game.catalog.special(id).says.clone()),
        rule => game.catalog.rules.get(rule.id()).map(|entry| entry.says.clone()),
    }
}

/// `4 - 1 = 3`, or the die alone.
fn sum(die: i16, modifier: i16) -> String {
    match modifier {
        0 => die.to_string(),
        modifier if modifier < 0 => format!("{die} - {} = {}", -modifier, die + modifier),
        modifier => format!("{die} + {modifier} = {}", die + modifier),
    }
}

/// Numbers shown, in the order rolled.
fn faces_words(faces: &[Face]) -> String {
    if faces.is_empty() {
        return "no dice".to_string();
    }
    faces.iter().map(|face| shown(*face).to_string()).collect::<Vec<_>>().join(" ")
}
