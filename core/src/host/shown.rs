//! What the erased table says and shows of a session: rulings, refusals, lines, dice, events.

use super::line::Told;
use super::table::{AskedGroup, Listed};
use crate::command::all_of;
use crate::dice::{Face, RollRequest, Worth, read_faces};
use crate::game::{Pending, Stop};
use crate::host::{Hosted, Slip};
use crate::ruling::{Node, Ruling, Silent};
use crate::seat::Seat;
use crate::session::{Refused, Session};
use crate::transcript::{FaceSource, Input};
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;

impl<G: Hosted> Session<G> {
    /// A ruling as it is shown: in words that fit what holds, its rules named.
    pub(super) fn shown(&self, ruling: Ruling<G::Rule>) -> Ruling<String> {
        let ruling = ruling.worded(|rule| self.game.say_rule(*rule));
        ruling.cited(|rule| self.game.cite(*rule))
    }

    /// A refusal of an action in the present position, as it is shown.
    pub(super) fn worded(&self, refused: Refused, seat: Seat, action: &G::Action) -> Refused {
        match refused {
            Refused::Ruling(_) => {
                Refused::Ruling(self.shown(self.game.ruling(self.state(), seat, action)))
            }
            other => other,
        }
    }

    /// What a seat is called; the judge by one word in all games.
    pub(super) fn called(&self, seat: Seat) -> String {
        match seat {
            Seat::JUDGE => seat.lettered(),
            seat => self.game.seat_name(seat),
        }
    }

    pub(super) fn asks(&self, seat: Seat) -> bool {
        match self.game.pending(self.state(), &mut Silent) {
            Pending::Choice(choice) => choice.seats.contains(seat),
            _ => false,
        }
    }

    pub(super) fn listed(&self, seat: Seat, action: &G::Action) -> Listed {
        let says = self.game.say_action(self.state(), seat, action);
        let short = self.game.say_shortly(self.state(), seat, action);
        let meaning = self.game.meaning(self.state(), action);
        let meaning = meaning.or_else(|| self.game.forgoes(self.state(), seat, action));
        let about = self.game.about(self.state(), action);
        Listed { says, short, meaning, action: to_value(action), about }
    }

    /// Groups of dice in words of what somebody sees of the game.
    pub(super) fn asked_groups(
        &self,
        seen: &G::State,
        request: &RollRequest<G::Rule>,
    ) -> Vec<AskedGroup> {
        let dice = self.game.dice();
        let group = |group: &crate::dice::DiceGroup| AskedGroup {
            seat: group.seat,
            die: dice.get(group.die).name.clone(),
            faces: dice.faces(group.die),
            count: group.count,
            says: self.game.say_group(seen, group),
            needs: self.game.counting(seen, group).or_else(|| self.needed(seen, group)),
        };
        request.groups.iter().map(group).collect()
    }

    /// Which faces of a die count, where all that count do so alike: `4+`, `sword`.
    fn needed(&self, seen: &G::State, group: &crate::dice::DiceGroup) -> Option<String> {
        let die = self.game.dice().get(group.die);
        let worth = |face: usize| match self.game.worth(seen, group, face as Face) {
            Worth::Adds(worth) => Some(worth),
            Worth::Each(worth) => Some(worth.into()),
            Worth::Again(_) | Worth::Highest(_) | Worth::Distinct => None,
        };
        let worths = (0..die.faces.len()).map(worth).collect::<Option<Vec<u64>>>()?;
        let most = worths.iter().copied().max().filter(|most| *most > 0)?;
        if worths.iter().any(|worth| *worth != 0 && *worth != most) {
            return None;
        }
        let counting: Vec<usize> = (0..worths.len()).filter(|face| worths[*face] == most).collect();
        let numbered = die.faces.iter().all(|face| face.name.parse::<u8>().is_ok());
        let first = *counting.first()?;
        if numbered
            && counting.last() == Some(&(worths.len() - 1))
            && counting.len() == worths.len() - first
        {
            return Some(format!("{}+", die.faces[first].name));
        }
        let mut names: Vec<&str> = Vec::new();
        for face in counting {
            let name = die.faces[face].name.as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Some(names.join(" or "))
    }

    /// An event in words of what somebody sees of the position after it.
    pub(super) fn told(&self, after: &G::State, seen: &G::State, event: &G::Event) -> Told {
        let players = self.game.players(after);
        let because = self.game.because(event);
        let rule = self.game.cite(because);
        let mut written = to_value(event);
        cite_within(&mut written, &to_value(&because), &rule);
        Told {
            rule,
            says: self.game.say_event(seen, event).unwrap_or_default(),
            event: written,
            heard_by: (0..players)
                .map(Seat)
                .filter(|seat| self.game.audible(after, event, *seat))
                .collect(),
        }
    }

    /// What is told of an input: its events, but for notes that were told before.
    pub(super) fn told_of(
        &self,
        at: usize,
        (after, seen): (&G::State, &G::State),
        events: &[G::Event],
    ) -> Vec<Told> {
        let before = |event: &G::Event| {
            let mut earlier = Session::counted(self).take(at);
            earlier.any(|(_, events)| events.contains(event))
        };
        let is_new = |(number, event): &(usize, &G::Event)| {
            let again = self.game.is_told_once(event);
            !again || !(events[..*number].contains(event) || before(event))
        };
        let told = events.iter().enumerate().filter(is_new);
        told.map(|(_, event)| self.told(after, seen, event)).collect()
    }

    /// The position after the first `at` inputs that count, as a seat sees it.
    pub(super) fn seen(&self, at: usize, viewer: Option<Seat>) -> Option<Cow<'_, G::State>> {
        let state = self.state_after(at)?;
        Some(match viewer {
            Some(viewer) => Cow::Owned(self.game.view(state, viewer)),
            None => Cow::Borrowed(state),
        })
    }

    /// Whether a seat hears an event; nobody in particular hears what all who play hear.
    pub(super) fn hears(&self, viewer: Option<Seat>, after: &G::State, event: &G::Event) -> bool {
        let hears = |seat| self.game.audible(after, event, seat);
        match viewer {
            None => true,
            Some(Seat::NOBODY) => self.players().iter().all(hears),
            Some(seat) => hears(seat),
        }
    }

    /// An event as a ground, if there is anything to say about it.
    pub(super) fn ground(&self, after: &G::State, event: &G::Event) -> Option<Node<String>> {
        let because = self.game.because(event);
        let (rule, law) = (self.game.cite(because), self.game.say_rule(because));
        Some(Node::Told { rule, says: self.game.say_event(after, event)?, law })
    }

    pub(super) fn last_told(&self) -> Vec<Told> {
        let events = Session::counted(self).next_back().map_or(&[][..], |(_, events)| events);
        self.told_of(self.len().saturating_sub(1), (self.state(), self.state()), events)
    }

    /// Reads an input of the record anew, in the position in which it was put in.
    pub(super) fn read_again(&self, at: usize, text: &str) -> Result<Input, Slip> {
        Slip::of_length(text)?;
        let nothing = || Slip::new("this line cannot be corrected by typing");
        let before = self.state_after(at).ok_or_else(nothing)?;
        let (counted, _) = Session::counted(self).nth(at).ok_or_else(nothing)?;
        let action = |seat: Seat| self.game.parse(before, seat, text).map(|a| to_value(&a));
        Ok(match &counted.input {
            Input::Act { seat, .. } => Input::Act { seat: *seat, action: action(*seat)? },
            Input::Overrule { seat, reason, .. } => {
                Input::Overrule { seat: *seat, action: action(*seat)?, reason: reason.clone() }
            }
            Input::Answer { reason, .. } => {
                Input::Answer { action: action(Seat::JUDGE)?, reason: reason.clone() }
            }
            Input::Amend { reason, .. } => {
                let change = to_value(&self.game.parse_amendment(before, text)?);
                Input::Amend { change, reason: reason.clone() }
            }
            Input::Roll { .. } | Input::SecretRoll { .. } => {
                let Pending::Roll(request) = self.game.pending(before, &mut Silent) else {
                    return Err(nothing());
                };
                let faces = read_faces(self.game.dice(), &request, text)
                    .map_err(|bad| Slip::new(bad.to_string()))?;
                let source = FaceSource::Typed;
                match &counted.input {
                    Input::SecretRoll { faces: sealed, .. } => {
                        let faces = sealed.instead(to_value(&faces)).ok_or_else(nothing)?;
                        Input::SecretRoll { faces, source }
                    }
                    _ => Input::Roll { faces, source },
                }
            }
            Input::Together(sealed) => Input::Together(self.sealed_again(before, sealed, text)?),
            _ => return Err(nothing()),
        })
    }

    /// An input in words of what somebody saw of the position it was put in, and in few words where the game has them.
    pub(super) fn say_both(&self, before: &G::State, input: &Input) -> (String, Option<String>) {
        if let Input::Act { seat, action } = input
            && let Ok(action) = self.action(before, action)
        {
            let by = |says: String| format!("{}: {says}", self.game.seat_name(*seat));
            let short = self.game.say_shortly(before, *seat, &action);
            return (by(self.game.say_action(before, *seat, &action)), short.map(by));
        }
        (self.say_input(before, input), None)
    }

    /// What fell in secret, for whoever may know it, to be told behind that something did.
    pub(super) fn secretly_fallen(
        &self,
        before: &G::State,
        input: &Input,
        viewer: Option<Seat>,
    ) -> Option<String> {
        let Input::SecretRoll { faces, .. } = input else { return None };
        let Pending::Roll(request) = self.game.pending(before, &mut Silent) else { return None };
        let (fallen, _) = input.fallen()?;
        let knows = viewer.is_none_or(|viewer| viewer == faces.seat);
        knows.then(|| format!(": {}", request.said(self.game.dice(), &fallen)))
    }

    /// The rules that a judge set aside by letting an action through, in what somebody saw of the position it was put in.
    pub(super) fn set_aside(&self, before: &G::State, input: &Input) -> Vec<String> {
        let Input::Overrule { seat, action, .. } = input else { return Vec::new() };
        let Ok(action) = self.action(before, action) else { return Vec::new() };
        let mut broken = Vec::new();
        for rule in self.game.ruling(before, *seat, &action).broken {
            let rule = self.game.cite(rule);
            if !broken.contains(&rule) {
                broken.push(rule);
            }
        }
        broken
    }

    /// An input in words of what somebody saw of the position it was put in.
    pub(super) fn say_input(&self, before: &G::State, input: &Input) -> String {
        let said = |seat: Seat, action: &Value| match self.action(before, action) {
            Ok(action) => self.game.say_action(before, seat, &action),
            Err(refused) => refused.says(),
        };
        let name = |seat: Seat| self.called(seat);
        match input {
            Input::Act { seat, action } => format!("{}: {}", name(*seat), said(*seat, action)),
            Input::Together(sealed) => {
                let seats: Vec<_> = sealed.iter().map(|sealed| name(sealed.seat)).collect();
                let decide = if seats.len() == 1 { "decides" } else { "decide" };
                format!("{} {decide} in secret", all_of(&seats, "and"))
            }
            Input::SecretRoll { faces, .. } => format!("{} rolls in secret", name(faces.seat)),
            Input::Roll { faces, .. } => match self.game.pending(before, &mut Silent) {
                Pending::Roll(request) => {
                    format!("dice: {}", request.said(self.game.dice(), faces))
                }
                _ => "dice".to_string(),
            },
            Input::Overrule { seat, action, reason } => {
                let said = said(*seat, action);
                format!("judge lets {}: {said}{}", name(*seat), because(reason))
            }
            Input::Amend { change, reason } => {
                let change = self.change(before, change);
                let says = change.map(|change| self.game.say_amendment(before, &change));
                format!("judge: {}{}", says.unwrap_or_default(), because(reason))
            }
            Input::Answer { action, reason } => {
                format!("judge: {}{}", said(Seat::JUDGE, action), because(reason))
            }
            Input::Lay { files, reason } => {
                let names: Vec<&str> = files.paths().collect();
                format!("judge: {} as saved{}", names.join(", "), because(reason))
            }
            Input::Stop(Stop::Concede(seat)) => format!("{} concedes", name(*seat)),
            Input::Stop(Stop::Draw) => "a draw is agreed".to_string(),
            Input::Stop(Stop::Time) => "time is called".to_string(),
            Input::Note(_) | Input::Undo { .. } | Input::Correct { .. } => String::new(),
        }
    }
}

/// A judge's reason, if there is one.
fn because(reason: &str) -> String {
    if reason.is_empty() { String::new() } else { format!(" ({reason})") }
}

pub(super) fn to_value<T: Serialize>(thing: &T) -> Value {
    serde_json::to_value(thing).expect("actions, events and states have string keys")
}

/// Names the rule behind an event by its id, wherever the event holds it: what a ruleset calls its
/// rules, and how it numbers its rows, says nothing to a program.
fn cite_within(event: &mut Value, rule: &Value, id: &str) {
    match event {
        Value::Object(fields) => fields.iter_mut().for_each(|(name, field)| {
            if name == "rule" && field == rule {
                *field = id.into();
            } else {
                cite_within(field, rule, id);
            }
        }),
        Value::Array(items) => items.iter_mut().for_each(|item| cite_within(item, rule, id)),
        _ => {}
    }
}
