//! Actions and changes of the position in the words in which they are typed.

use super::names::said_place;
use crate::action::{Action, BlowTarget, Deployed, Ending, Fire, Target, UnitMove, Volley, Way};
use crate::amend::{Amendment, Answer};
use crate::game::EaHeresy;
use crate::state::{FormationNo, Stance, State, UnitNo};
use crate::units;
use crate::words::names;
use umpire_core::table::{Facing, said};

/// What a hand is asked to pick.
const A_FORMATION: &str = "a formation";
const A_UNIT: &str = "a unit";
const ITS_ORDER: &str = "its order";
const WHO_HELPS: &str = "who helps";
const THE_TARGET: &str = "the target";
const WHERE_TO: &str = "where to";

/// An action as it would be typed.
pub(crate) fn action_words(game: &EaHeresy, state: &State, action: &Action) -> String {
    match action {
        Action::GoFirst(true) => "go first".into(),
        Action::GoFirst(false) => "go second".into(),
        Action::Activate { formation, order, road, with, pop_up } => {
            let mut words = format!("{} {}", names::formation_word(game, *formation), order.name());
            if let Some(with) = with {
                words.push_str(&format!(" with {}", names::formation_word(game, *with)));
            }
            if *road {
                words.push_str(" by road");
            }
            if !pop_up.is_empty() {
                words.push_str(&format!(" pop up {}", units_words(game, pop_up)));
            }
            words
        }
        Action::Pass => "pass".into(),
        Action::Accept => "yes".into(),
        Action::Choose(Way::Move) => "move".into(),
        Action::Choose(Way::Shoot) => "shoot".into(),
        Action::Choose(Way::Regroup) => "regroup".into(),
        Action::Move(moves) => {
            moves.iter().map(|it| move_words(game, it)).collect::<Vec<_>>().join("; ")
        }
        Action::Done => "done".into(),
        Action::Shoot(fire) => fire_words(game, state, fire),
        Action::Engage(targets) => {
            let names: Vec<_> = targets.iter().map(|it| names::formation_word(game, *it)).collect();
            format!("engage {}", names.join(" and "))
        }
        Action::Pick(body) => format!("pick {}", names::body_word(game, *body)),
        Action::PickUnits(units) if units.is_empty() => "pick units none".into(),
        Action::PickUnits(units) => format!("pick units {}", units_words(game, units)),
        Action::Tie(ties) if ties.is_empty() => "tie nobody".into(),
        Action::Tie(ties) => {
            let tie = |(occupant, invader): &(UnitNo, UnitNo)| {
                format!(
                    "{} to {}",
                    names::unit_word(game, *occupant),
                    names::unit_word(game, *invader)
                )
            };
            format!("tie {}", ties.iter().map(tie).collect::<Vec<_>>().join(", "))
        }
        Action::Strike(blows) if blows.is_empty() => "strike as usual".into(),
        Action::Strike(blows) => {
            let blow = |blow: &crate::action::Blow| {
                let at = match blow.at {
                    BlowTarget::Enemy => String::new(),
                    BlowTarget::Stronghold(piece) => {
                        format!(" at {}", names::piece_word(game, piece))
                    }
                    BlowTarget::Inside(piece) => {
                        format!(" inside {}", names::piece_word(game, piece))
                    }
                };
                let name = names::unit_word(game, blow.unit);
                format!("{name} cc {} ff {}{at}", blow.close_combat, blow.firefight)
            };
            format!("strike {}", blows.iter().map(blow).collect::<Vec<_>>().join("; "))
        }
        Action::Place { unit, at, facing } => {
            let facing = facing_words(*facing);
            format!("place {} at {}{facing}", names::unit_word(game, *unit), said_place(*at))
        }
        Action::Deploy { formation, places, overwatch } => {
            let place = |place: &Deployed| match place {
                Deployed::At(at, facing) => {
                    format!("at {} facing {}", said_place(*at), facing.to_degrees())
                }
                Deployed::In(piece) => format!("in {}", names::piece_word(game, *piece)),
                Deployed::On(unit) => format!("aboard {}", names::unit_word(game, *unit)),
            };
            // One place that stands for all is said once.
            let all = state.members(*formation).count();
            let short = match places.first() {
                Some(first) if places.len() == all && first.for_all(all) == *places => 1,
                _ => places.len(),
            };
            let places: Vec<String> = places[..short].iter().map(place).collect();
            let watch = if *overwatch { " on overwatch" } else { "" };
            format!(
                "deploy {} {}{watch}",
                names::formation_word(game, *formation),
                places.join(", ")
            )
        }
        Action::Rally(formation) => format!("rally {}", names::formation_word(game, *formation)),
        Action::Support(formation) => {
            format!("support {}", names::formation_word(game, *formation))
        }
        Action::Mark(formation) => format!("mark {}", names::formation_word(game, *formation)),
        Action::Spirit(formation) => format!("spirit {}", names::formation_word(game, *formation)),
        Action::Share { markers, shields } => format!("share {markers} {shields}"),
    }
}

/// The things an action is about, as a hand on a board would pick them: who, then where or whom. A formation
/// goes where its middle goes; in its action it is itself who acts. Each comes with words that go on after
/// `pick`.
pub(crate) fn action_picks(
    game: &EaHeresy,
    state: &State,
    action: &Action,
) -> Vec<(&'static str, String)> {
    let formation = |it: FormationNo| (A_FORMATION, names::formation_word(game, it));
    let unit = |it: &UnitNo| (A_UNIT, names::unit_word(game, *it));
    let acts = state.acting.map(|acting| formation(acting.formation));
    match action {
        Action::Activate { formation: it, order, with, .. } => {
            let other = with.map(|with| (WHO_HELPS, names::formation_word(game, with)));
            [formation(*it), (ITS_ORDER, order.name().to_string())]
                .into_iter()
                .chain(other)
                .collect()
        }
        Action::Move(moves) => {
            let Some(first) = moves.first() else { return Vec::new() };
            let all = || Some((acts.clone()?, action.middle()?));
            if let Some((acts, to)) = (moves.len() > 1).then(all).flatten() {
                return vec![acts, (WHERE_TO, said_place(to))];
            }
            let to = match first.ends {
                Some(Ending::Enter(piece) | Ending::Invade(piece)) => {
                    Some((WHERE_TO, names::piece_word(game, piece)))
                }
                Some(Ending::Embark(transport)) => {
                    Some((WHERE_TO, names::unit_word(game, transport)))
                }
                None => first.path.last().map(|to| (WHERE_TO, said_place(*to))),
            };
            std::iter::once(unit(&first.unit)).chain(to).collect()
        }
        Action::Shoot(fire) => {
            // On overwatch it is not the formation in action that shoots.
            let known = |volley: &Volley| state.units.get(volley.unit.index());
            let shooter = fire.volleys.first().and_then(known).map(|unit| unit.formation);
            let target = (THE_TARGET, target_word(game, fire.target));
            shooter.map(formation).or(acts).into_iter().chain([target]).collect()
        }
        Action::Engage(targets) => {
            let targets = targets.iter().map(|it| (THE_TARGET, names::formation_word(game, *it)));
            acts.into_iter().chain(targets).collect()
        }
        Action::Pick(body) => vec![(THE_TARGET, names::body_word(game, *body))],
        Action::PickUnits(units) => units.iter().map(unit).collect(),
        Action::Tie(ties) => {
            ties.iter().flat_map(|(one, other)| [unit(one), unit(other)]).collect()
        }
        Action::Place { unit: it, at, .. } => vec![unit(it), (WHERE_TO, said_place(*at))],
        Action::Deploy { formation: it, places, .. } => {
            let to = places.first().map(|place| match place {
                Deployed::At(at, _) => (WHERE_TO, said_place(action.middle().unwrap_or(*at))),
                Deployed::In(piece) => (WHERE_TO, names::piece_word(game, *piece)),
                Deployed::On(transport) => (WHERE_TO, names::unit_word(game, *transport)),
            });
            std::iter::once(formation(*it)).chain(to).collect()
        }
        Action::Rally(it) | Action::Support(it) | Action::Mark(it) | Action::Spirit(it) => {
            vec![formation(*it)]
        }
        Action::GoFirst(_)
        | Action::Pass
        | Action::Accept
        | Action::Choose(_)
        | Action::Done
        | Action::Strike(_)
        | Action::Share { .. } => Vec::new(),
    }
}

fn units_words(game: &EaHeresy, units: &[UnitNo]) -> String {
    units.iter().map(|unit| names::unit_word(game, *unit)).collect::<Vec<_>>().join(", ")
}

fn move_words(game: &EaHeresy, step: &UnitMove) -> String {
    let mut words = names::unit_word(game, step.unit);
    match step.path.split_last() {
        None => words.push_str(" hold"),
        Some((to, via)) => {
            for (number, place) in via.iter().enumerate() {
                let word = if number == 0 { " via " } else { " " };
                words.push_str(&format!("{word}{}", said_place(*place)));
            }
            words.push_str(&format!(" to {}", said_place(*to)));
        }
    }
    words.push_str(&facing_words(step.facing));
    if step.cautious {
        words.push_str(" cautious");
    }
    match step.ends {
        None => {}
        Some(Ending::Enter(piece)) => {
            words.push_str(&format!(" enters {}", names::piece_word(game, piece)));
        }
        Some(Ending::Invade(piece)) => {
            words.push_str(&format!(" invades {}", names::piece_word(game, piece)));
        }
        Some(Ending::Embark(unit)) => {
            words.push_str(&format!(" boards {}", names::unit_word(game, unit)));
        }
    }
    words
}

/// What is shot at.
pub(crate) fn target_word(game: &EaHeresy, target: Target) -> String {
    match target {
        Target::Formation(formation) => names::formation_word(game, formation),
        Target::Stronghold(piece) => names::piece_word(game, piece),
    }
}

fn fire_words(game: &EaHeresy, state: &State, fire: &Fire) -> String {
    let mut words = format!("shoot {}", target_word(game, fire.target));
    let volleys: Vec<String> =
        fire.volleys.iter().map(|volley| volley_words(game, state, volley)).collect();
    let with = if volleys.is_empty() { "nothing".to_string() } else { volleys.join(", ") };
    words.push_str(&format!(" with {with}"));
    if !fire.templates.is_empty() {
        let places: Vec<String> = fire.templates.iter().map(|at| said_place(*at)).collect();
        words.push_str(&format!(" templates {}", places.join(" ")));
    }
    // Stated both ways, as what is left out means whatever is usual.
    words.push_str(if fire.indirect { " indirect" } else { " direct" });
    words
}

fn volley_words(game: &EaHeresy, state: &State, volley: &Volley) -> String {
    let known = volley.unit.index() < state.units.len();
    let guns = if known { units::model_of(game, state, volley.unit).guns.len() } else { 0 };
    let modes = if usize::from(volley.mount) < guns {
        units::model_of(game, state, volley.unit).guns[usize::from(volley.mount)].modes.len()
    } else {
        0
    };
    let mut words = names::unit_word(game, volley.unit);
    if guns != 1 || volley.mount != 0 {
        words.push_str(&format!(" gun {}", u16::from(volley.mount) + 1));
    }
    if modes != 1 || volley.mode != 0 {
        words.push_str(&format!(" mode {}", u16::from(volley.mode) + 1));
    }
    words.push_str(&format!(" {}", volley.value.name()));
    if volley.open_only {
        words.push_str(" open");
    }
    words
}

/// A change of the position, in the judge's words.
pub(crate) fn amendment_words(game: &EaHeresy, _: &State, change: &Amendment) -> String {
    let unit = |unit: UnitNo| names::unit_word(game, unit);
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    match *change {
        Amendment::Place { unit: it, place, facing } => {
            let at = match place {
                crate::state::Whereabouts::Table(at) => format!("at {}", said_place(at)),
                other => names::whereabouts_words(game, other),
            };
            format!("place {} {at}{}", unit(it), facing_words(facing))
        }
        Amendment::Form { formation, at } => {
            format!("place {} at {}", names::formation_word(game, formation), said_place(at))
        }
        Amendment::Damage { on, points } => {
            format!("damage {} {points}", names::body_word(game, on))
        }
        Amendment::Shields { unit: it, down } => format!("shields {} {down}", unit(it)),
        Amendment::Markers { formation, count } => {
            format!("markers {} {count}", names::formation_word(game, formation))
        }
        Amendment::Broken { formation, broken } => {
            format!("broken {} {}", names::formation_word(game, formation), yes(broken))
        }
        Amendment::Stance { formation, stance } => {
            format!("stance {} {}", names::formation_word(game, formation), stance_words(stance))
        }
        Amendment::PoppedUp { unit: it, up } => {
            format!("pop {} {}", if up { "up" } else { "down" }, unit(it))
        }
        Amendment::Objective { objective, held } => {
            format!("objective {} {}", u16::from(objective) + 1, names::seat_word(game, held))
        }
        Amendment::Points { seat, points } => {
            format!("points {} {points}", names::seat_word(game, seat))
        }
        Amendment::Answer(answered) => {
            let (a, b) =
                (names::body_word(game, answered.from), names::body_word(game, answered.to));
            match answered.says {
                Answer::Sees(sees) => format!("sees {a}, {b} {}", yes(sees)),
                Answer::Within { length, yes: within } => {
                    format!("range {a}, {b} {} {}", said(length), yes(within))
                }
            }
        }
        Amendment::Ruin { piece } => format!("ruin {}", names::piece_word(game, piece)),
    }
}

fn facing_words(facing: Option<Facing>) -> String {
    facing.map_or(String::new(), |facing| format!(" facing {}", facing.to_degrees()))
}

/// What a formation did this turn, as amendments and facts say it.
pub(super) fn stance_words(stance: Stance) -> String {
    match stance {
        Stance::Ready => "ready".into(),
        Stance::Acted(order) => format!("acted {}", order.name()),
        Stance::Overwatch { acted: true } => "overwatch".into(),
        Stance::Overwatch { acted: false } => "waiting".into(),
        Stance::Lost => "lost".into(),
    }
}
