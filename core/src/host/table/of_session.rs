//! A session of any game as a table.

use super::{Asked, Listed, Table};
use crate::data::Files;
use crate::dice::{Dice, Face, read_faces};
use crate::game::{Listing, Pending, Stop};
use crate::host::shown::to_value;
use crate::host::{
    self, Answer, Hosted, Limits, Line, Question, Shows, Slip, Standing, Stock, TablesInPlay, Told,
    Usage,
};
use crate::odds::{Budget, Patience, classes_up_to};
use crate::rule_index::Guide;
use crate::ruling::{Node, Ruling, Silent};
use crate::scene::{Scene, Shape};
use crate::seat::{Seat, Seats};
use crate::session::{Corrected, Counted, Refused, Session};
use crate::transcript::{FaceSource, Input, Transcript};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

impl<G: Hosted> Session<G> {
    /// The state as a seat may know it; for the judge, and where nobody's turn it is, all of it.
    fn known_by(&self, seat: Seat) -> Cow<'_, G::State> {
        match seat.is_players() && !self.game.is_free(self.state()) {
            true => Cow::Owned(self.game.view(self.state(), seat)),
            false => Cow::Borrowed(self.state()),
        }
    }
}

impl<G: Hosted + 'static> Table for Session<G> {
    fn ruleset(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> Vec<(Seat, String)> {
        let players = self.game.players(self.state());
        (0..players).map(Seat).map(|seat| (seat, self.game.seat_name(seat))).collect()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.called(seat)
    }

    fn is_free(&self) -> bool {
        self.game.is_free(self.state())
    }

    fn dice(&self) -> &Dice {
        self.game.dice()
    }

    fn pending_seen_by(&self, viewer: Option<Seat>) -> Asked {
        let view = viewer.map(|viewer| self.game.view(self.state(), viewer));
        let seen = view.as_ref().unwrap_or(self.state());
        match self.game.pending(self.state(), &mut Silent) {
            Pending::Over(outcome) => Asked::Over(outcome),
            Pending::Choice(choice) => Asked::Choice {
                seats: choice.seats.iter().filter(|s| !Table::decided(self).contains(*s)).collect(),
                rule: self.game.cite(choice.about),
                says: self.game.say_choice(seen, &choice),
                sealed: choice.is_secret(),
            },
            Pending::Roll(request) => {
                let mut why = Ruling::default();
                self.game.pending(seen, &mut why);
                Asked::Roll {
                    rule: self.game.cite(request.because),
                    groups: self.asked_groups(seen, &request),
                    why: self.shown(why),
                    secret_to: request.secret_to,
                }
            }
        }
    }

    fn legal(&self, seat: Seat) -> (Listing, Vec<Listed>) {
        let mut actions = Vec::new();
        if !self.asks(seat) {
            return (Listing::Complete, Vec::new());
        }
        let listing = self.game.legal(self.state(), seat, &mut actions);
        (listing, actions.iter().map(|action| self.listed(seat, action)).collect())
    }

    fn offered(&self, seat: Seat) -> (Listing, Vec<Listed>) {
        let mut actions = Vec::new();
        if !self.asks(seat) {
            return (Listing::Complete, Vec::new());
        }
        let listing = self.game.offered(self.state(), seat, &mut actions);
        let may = |action: &&G::Action| {
            listing == Listing::Complete
                || self.game.check(self.state(), seat, action, &mut Silent).is_ok()
        };
        let mut known = BTreeSet::new();
        let offered = actions.iter().filter(may).map(|action| self.listed(seat, action));
        let offered = offered.filter(|listed| known.insert(listed.says.clone())).collect();
        (listing, offered)
    }

    fn unlisted_actors(&self, seat: Seat) -> Vec<String> {
        match self.asks(seat) {
            true => self.game.unlisted_actors(self.state(), seat),
            false => Vec::new(),
        }
    }

    fn nth_legal(&self, seat: Seat, choose: &mut dyn FnMut(usize) -> usize) -> Option<Value> {
        let mut actions = Vec::new();
        if self.asks(seat) {
            self.game.legal(self.state(), seat, &mut actions);
        }
        let chosen = (!actions.is_empty()).then(|| choose(actions.len()))?;
        actions.get(chosen).map(to_value)
    }

    fn example(&self, seat: Seat) -> Option<String> {
        self.asks(seat).then(|| self.game.example(self.state(), seat)).flatten()
    }

    fn foreseen(&self, seat: Seat, choose: &mut dyn FnMut(usize) -> usize) -> Option<Value> {
        let view = self.game.view(self.state(), seat);
        let inputs = Table::counted(self) - Table::turn_start(self);
        host::choose(&*self.game, &view, seat, inputs, choose).map(|action| to_value(&action))
    }

    fn search_limits(&self) -> Limits {
        G::SEARCH
    }

    fn searched(
        &self,
        seat: Seat,
        limits: &Limits,
        goes_on: &mut dyn FnMut(usize) -> bool,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Option<Value> {
        if !self.asks(seat) {
            return None;
        }
        let inputs = Table::counted(self) - Table::turn_start(self);
        if host::foresight::is_too_long(inputs) {
            return self
                .foreseen(seat, &mut |count| die(count.try_into().unwrap_or(u32::MAX)) as usize);
        }
        let view = self.game.view(self.state(), seat);
        let found = host::search(&*self.game, &view, seat, limits, goes_on, die)?;
        Some(to_value(&found.action))
    }

    fn rest(&self) -> Option<(Seat, Listed)> {
        let (seat, action) = Session::rest(self)?;
        Some((seat, self.listed(seat, &action)))
    }

    fn parse(&self, seat: Seat, text: &str) -> Result<Value, Slip> {
        Slip::of_length(text)?;
        self.game.parse(&self.known_by(seat), seat, text).map(|action| to_value(&action))
    }

    fn parse_faces(&self, text: &str) -> Result<Vec<Face>, Slip> {
        Slip::of_length(text)?;
        match self.game.pending(self.state(), &mut Silent) {
            Pending::Roll(request) => read_faces(self.game.dice(), &request, text)
                .map_err(|bad| Slip::new(bad.to_string())),
            _ => Err(Slip::new("no dice are asked for now")),
        }
    }

    fn parse_amendment(&self, text: &str) -> Result<Value, Slip> {
        Slip::of_length(text)?;
        self.game.parse_amendment(self.state(), text).map(|change| to_value(&change))
    }

    fn complete(&self, seat: Seat, text: &str) -> Vec<String> {
        match Slip::of_length(text) {
            Ok(()) => self.game.complete(&self.known_by(seat), seat, text),
            Err(_) => Vec::new(),
        }
    }

    fn complete_amendment(&self, text: &str) -> Vec<String> {
        match Slip::of_length(text) {
            Ok(()) => self.game.complete_amendment(self.state(), text),
            Err(_) => Vec::new(),
        }
    }

    fn ruling(&self, seat: Seat, action: &Value) -> Result<Ruling<String>, Slip> {
        let slip = |refused: Refused| Slip::new(refused.says());
        self.known_seat(self.state(), seat).map_err(slip)?;
        let action = self.action(self.state(), action).map_err(slip)?;
        Ok(self.shown(self.game.ruling(self.state(), seat, &action)))
    }

    fn is_judged(&self, seat: Seat, action: &Value) -> bool {
        let (game, state) = (&self.game, self.state());
        self.action(state, action).is_ok_and(|action| {
            game.check(state, seat, &action, &mut Silent).is_err()
                && game.check(state, Seat::JUDGE, &action, &mut Silent).is_ok()
        })
    }

    fn say_action(&self, seat: Seat, action: &Value) -> String {
        match self.action(self.state(), action) {
            Ok(action) => self.game.say_action(self.state(), seat, &action),
            Err(refused) => refused.says(),
        }
    }

    fn forgoes(&self, seat: Seat, action: &Value) -> Option<String> {
        let action = self.action(self.state(), action).ok()?;
        self.game.forgoes(self.state(), seat, &action)
    }

    fn say_faces(&self, faces: &[Face]) -> String {
        match self.game.pending(self.state(), &mut Silent) {
            Pending::Roll(request) => request.said(self.game.dice(), faces),
            _ => String::new(),
        }
    }

    fn act(
        &mut self,
        seat: Seat,
        action: &Value,
        salt: &str,
    ) -> Result<Option<Vec<Told>>, Refused> {
        let action = self.action(self.state(), action)?;
        let taken = match Session::act(self, seat, &action, salt) {
            Ok(taken) => taken.is_some(),
            Err(refused) => return Err(self.worded(refused, seat, &action)),
        };
        Ok(taken.then(|| self.last_told()))
    }

    fn decided(&self) -> Seats {
        Session::decided(self).collect()
    }

    fn withdraw(&mut self, seat: Seat) -> bool {
        Session::withdraw(self, seat)
    }

    fn seen_by(&self, seat: Seat) -> Box<dyn Table> {
        Box::new(Session::seen_by(self, seat))
    }

    fn roll(
        &mut self,
        faces: &[Face],
        source: FaceSource,
        salt: &str,
    ) -> Result<Vec<Told>, Refused> {
        Session::roll(self, faces, source, salt)?;
        Ok(self.last_told())
    }

    fn overrule(&mut self, seat: Seat, action: &Value, reason: &str) -> Result<Vec<Told>, Refused> {
        if self.is_judged(seat, action) {
            return Table::answer(self, action, reason);
        }
        let action = self.action(self.state(), action)?;
        if let Err(refused) = Session::overrule(self, seat, &action, reason) {
            return Err(self.worded(refused, seat, &action));
        }
        Ok(self.last_told())
    }

    fn amend(&mut self, change: &Value, reason: &str) -> Result<Vec<Told>, Refused> {
        let change = self.change(self.state(), change)?;
        Session::amend(self, &change, reason)?;
        Ok(self.last_told())
    }

    fn answer(&mut self, action: &Value, reason: &str) -> Result<Vec<Told>, Refused> {
        let action = self.action(self.state(), action)?;
        if let Err(refused) = Session::answer(self, &action, reason) {
            return Err(self.worded(refused, Seat::JUDGE, &action));
        }
        Ok(self.last_told())
    }

    fn lay(&mut self, files: &Files, reason: &str) -> Result<(), Refused> {
        Session::lay(self, files, reason)
    }

    fn stop(&mut self, stop: Stop) -> Result<Vec<Told>, Refused> {
        Session::stop(self, stop)?;
        Ok(self.last_told())
    }

    fn note(&mut self, words: &str) {
        Session::note(self, words);
    }

    fn undo(&mut self, keep: usize) -> Result<(), Refused> {
        Session::undo(self, keep)
    }

    fn put_again(&mut self, input: &Input) -> Result<(), Refused> {
        Session::put_again(self, input)
    }

    fn counted(&self) -> usize {
        self.len()
    }

    fn turn_start(&self) -> usize {
        Session::turn_start(self)
    }

    fn turn_start_of(&self, input: usize) -> usize {
        Session::turn_start_of(self, input)
    }

    fn is_reopened(&self) -> bool {
        Session::is_reopened(self)
    }

    fn before_line(&self, number: usize) -> Option<usize> {
        Session::counted(self).position(|(counted, _)| counted.number == number)
    }

    fn correct(&mut self, number: usize, text: &str) -> Result<Corrected, Refused> {
        let at = self.before_line(number).ok_or_else(|| {
            Refused::Senseless(format!("line {number} is not an input that counts"))
        })?;
        let input =
            self.read_again(at, text).map_err(|slip| Refused::Senseless(slip.to_string()))?;
        Session::correct(self, number, input)
    }

    fn learned(&self, input: usize, seat: Seat) -> Option<Vec<Told>> {
        let learned = Session::learned(self, input, seat)?;
        let (after, seen) = (self.state_after(input + 1)?, self.seen(input + 1, Some(seat))?);
        Some(learned.into_iter().map(|event| self.told(after, &seen, event)).collect())
    }

    fn log_seen_by(&self, viewer: Option<Seat>, from: usize) -> Vec<Line> {
        let view = |at| self.seen(at, viewer);
        let line = |(at, (counted, events)): (usize, (&Counted, &[G::Event]))| {
            let (before, after, seen) = (view(at)?, self.state_after(at + 1)?, view(at + 1)?);
            let (mut says, short) = self.say_both(&before, &counted.input);
            says.extend(self.secretly_fallen(&before, &counted.input, viewer));
            let judges = counted.input.is_judges_word();
            Some(Line {
                number: counted.number,
                by: counted.input.by(),
                dice: counted.input.is_roll(),
                judges,
                known_by: counted.known_by,
                against: self.set_aside(&before, &counted.input),
                says,
                short,
                told: self.told_of(at, (after, &seen), events),
            })
        };
        Session::counted(self).enumerate().skip(from).filter_map(line).collect()
    }

    fn withholds(&self, seat: Seat) -> bool {
        Session::withholds(self, seat)
    }

    fn ground_called(&self, name: &str) -> Option<String> {
        Hosted::ground_called(&*self.game, name)
    }

    fn tables(&self) -> Option<TablesInPlay> {
        Hosted::tables(&*self.game)
    }

    fn dice_told(&self, viewer: Option<Seat>) -> Vec<(String, Ruling<String>)> {
        let inputs: Vec<_> = Session::counted(self).enumerate().collect();
        let rolls = inputs.into_iter().rev();
        let rolls = rolls.take_while(|(_, (counted, _))| counted.input.is_roll());
        let roll = |(at, (counted, events)): (usize, (&Counted, &[G::Event]))| {
            let (before, after, seen) =
                (self.seen(at, viewer)?, self.state_after(at + 1)?, self.seen(at + 1, viewer)?);
            let heard = events.iter().filter(|event| self.hears(viewer, after, event));
            let mut told: Vec<_> = heard.filter_map(|event| self.ground(&seen, event)).collect();
            let mut known = BTreeSet::new();
            for node in &mut told {
                if let Node::Told { rule, law, .. } = node
                    && !known.insert(rule.clone())
                {
                    *law = None;
                }
            }
            Some((self.say_input(&before, &counted.input), Ruling::told(told)))
        };
        rolls.filter_map(roll).collect()
    }

    fn transcript(&self) -> &Transcript {
        Session::transcript(self)
    }

    fn saved(&self) -> Transcript {
        Session::saved(self)
    }

    fn begun_again(&self, keep: usize) -> Option<Transcript> {
        Session::begun_again(self, keep)
    }

    fn digest(&self) -> String {
        crate::transcript::digest(self.state())
    }

    fn scene(&self, seat: Option<Seat>) -> Scene {
        match seat {
            Some(seat) => self.game.scene(&self.game.view(self.state(), seat)),
            None => self.game.scene(self.state()),
        }
    }

    fn scene_after(&self, seat: Seat, action: &Value, viewer: Option<Seat>) -> Option<Scene> {
        let after = self.after(seat, action)?;
        Some(match viewer {
            Some(viewer) => self.game.scene(&self.game.view(&after, viewer)),
            None => self.game.scene(&after),
        })
    }

    fn standings(&self, seat: Option<Seat>) -> Vec<Standing> {
        match seat {
            Some(seat) => self.game.standings(&self.game.view(self.state(), seat)),
            None => self.game.standings(self.state()),
        }
    }

    fn stock(&self) -> Vec<Stock> {
        self.game.stock(self.state())
    }

    fn place_at(&self, at: (f32, f32)) -> Option<String> {
        self.game.place_at(at)
    }

    fn drawn_at(&self, words: &str) -> Option<(f32, f32)> {
        self.game.drawn_at(words)
    }

    fn aimed_at(&self, seat: Seat, action: &Value, at: (f32, f32)) -> Result<Value, Slip> {
        let nowhere = || Slip::new("this is done at no place of the board: pick things");
        let action = self.action(self.state(), action).map_err(|_| nowhere())?;
        let there = self.game.aimed_at(self.state(), seat, &action, at).ok_or_else(nowhere)?;
        self.parse(seat, &there)
    }

    fn questions(&self) -> &'static [Question] {
        G::QUESTIONS
    }

    fn guide(&self) -> Option<&Guide> {
        self.game.rules()?.guide.as_ref()
    }

    fn tells_all(&self) -> Option<&'static str> {
        Question::that_shows(Shows::Piece, G::QUESTIONS)
    }

    fn shows_reach(&self) -> Option<&'static str> {
        Question::that_shows(Shows::Reach, G::QUESTIONS)
    }

    fn usages(&self) -> Vec<Usage> {
        self.game.usages()
    }

    fn about(&self, action: &Value) -> Vec<(&'static str, String)> {
        let action = self.action(self.state(), action);
        action.map_or_else(|_| Vec::new(), |action| self.game.about(self.state(), &action))
    }

    fn ways(&self, action: &Value) -> Vec<Shape> {
        let action = self.action(self.state(), action);
        action.map_or_else(|_| Vec::new(), |action| self.game.ways(self.state(), &action))
    }

    fn keep_secret(&mut self, secret: &str) {
        Session::keep_secret(self, secret);
    }

    fn ask(&self, seat: Option<Seat>, text: &str, patience: &dyn Patience) -> Result<Answer, Slip> {
        Slip::of_length(text)?;
        let budget = Budget::of(patience);
        let answer = match seat {
            Some(seat) => {
                let view = self.game.view(self.state(), seat);
                self.game.ask(&view, Some(seat), text, &budget)
            }
            None => self.game.ask(self.state(), None, text, &budget),
        };
        Ok(Answer { plays: budget.plays(), ..answer? })
    }

    fn facts(&self) -> BTreeMap<String, String> {
        self.game.facts(self.state())
    }

    fn facts_seen_by(&self, seat: Seat) -> BTreeMap<String, String> {
        self.game.facts(&self.game.view(self.state(), seat))
    }

    fn view(&self, seat: Option<Seat>) -> Value {
        match seat {
            Some(seat) => to_value(&self.game.view(self.state(), seat)),
            None => to_value(self.state()),
        }
    }

    fn outcomes(&self) -> Vec<(Vec<Face>, f64)> {
        let Pending::Roll(request) = self.game.pending(self.state(), &mut Silent) else {
            return Vec::new();
        };
        /// More classes than anybody would look at.
        const MOST: usize = 100_000;
        let all = classes_up_to::<G, num_bigint::BigUint>(&self.game, self.state(), &request, MOST);
        let all = all.unwrap_or_default();
        let whole = crate::odds::raw_rolls::<_, num_bigint::BigUint>(self.game.dice(), &request);
        let share = |weight: &num_bigint::BigUint| crate::odds::Weight::share_of(weight, &whole);
        all.into_iter().map(|(faces, weight)| (faces.to_vec(), share(&weight))).collect()
    }
}
