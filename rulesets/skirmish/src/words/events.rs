//! Events, questions of the game and dice in words.

use crate::position::{Event, PieceId, Table};
use crate::steps::{Fight, Step};
use crate::tables::Rule;
use umpire_core::{Choice, DiceGroup};

/// What happened, in a player's words.
pub fn event(t: Table, event: &Event) -> String {
    let name = |id: &PieceId| t.name(*id);
    let place = |at| t.game.field.unit.said_place(at);
    match event {
        Event::Deployed { figure, to } => format!("{} deploys at {}", name(figure), place(*to)),
        Event::RolledOff { dice: [a, b], first: Some(side) } => {
            format!("A rolls {a}, B rolls {b}: {} begins", side.lettered())
        }
        Event::RolledOff { dice: [a, b], first: None } => {
            format!("A rolls {a}, B rolls {b}: they roll again")
        }
        Event::Acted { figure, rule, to, target } => {
            // Where a charge ends is worked out, not chosen.
            let chosen = to.filter(|_| *rule != Rule::Charge);
            let to = chosen.map_or(String::new(), |to| format!(" to {}", place(to)));
            let (does, joined) = match rule {
                Rule::Advance => ("advances", " and shoots at "),
                Rule::Rush => ("rushes", ""),
                Rule::Charge => ("charges", " "),
                Rule::Recover => ("recovers", ""),
                _ => ("holds", " and shoots at "),
            };
            let target = target.as_ref().map_or(String::new(), |id| joined.to_string() + &name(id));
            format!("{} {does}{to}{target}", name(figure))
        }
        Event::Hit { figure, target, hits, dice, .. } => {
            format!("{} hits {} with {hits} of {dice}", name(figure), name(target))
        }
        Event::Saved { figure, saved, hits } => format!("{} saves {saved} of {hits}", name(figure)),
        Event::Hurt { figure, lost } => format!("{} loses {lost}", name(figure)),
        Event::Removed { figure, rule: Rule::Routed } => format!("{} routs", name(figure)),
        Event::Removed { figure, rule: Rule::Deployment } => {
            format!("there is no room for {}", name(figure))
        }
        Event::Removed { figure, .. } => format!("{} falls", name(figure)),
        Event::Tested { figure, face, passed, .. } => {
            let does = if *passed { "stands firm" } else { "fails its test" };
            format!("{} rolls {face} and {does}", name(figure))
        }
        Event::Pinned { figure } => format!("{} is pinned", name(figure)),
        Event::Held { objective, side, rule } => {
            let objective = &t.game.field.objective(*objective).name;
            let does = if *rule == Rule::Seize { "seizes" } else { "keeps" };
            format!("{} {does} the {objective}", side.lettered())
        }
        Event::RoundBegins { round } => format!("round {round} of {}", t.game.edition.rounds),
        Event::Ended { winners, .. } => match winners.first() {
            Some(side) => format!("{} wins", side.lettered()),
            None => "a draw".to_string(),
        },
    }
}

/// A question to a side.
pub fn choice(choice: &Choice<Rule>) -> String {
    match choice.about {
        Rule::Deployment => "deploy a figure".to_string(),
        Rule::JudgesWord => "put figures down, ask, or let one do something".to_string(),
        _ => "choose a figure that has not acted, and what it does".to_string(),
    }
}

/// What a group of dice is rolled for.
pub fn group(t: Table, step: &Step, group: &DiceGroup) -> String {
    let id = PieceId::of_dice(group).unwrap_or_default();
    match step {
        Step::RollOff(_) => format!("who begins: {}", group.seat.lettered()),
        Step::Morale(_) => format!("{} tests its morale", t.name(id)),
        Step::Fight(Fight { hits: Some(_), .. }) => format!("{} saves", t.name(id)),
        Step::Fight(fight) => {
            let weapon = t.unit(id).weapons.get(usize::from(group.purpose));
            let (weapon, saved) = (weapon.map_or("", |it| &it.name), fight.saved_on(t, group));
            format!("{}: {weapon} at {} (saves on {saved}+)", t.name(id), t.name(fight.target))
        }
        _ => String::new(),
    }
}
