//! The erased table: any game as text and JSON, for programs that know no game.

mod of_session;

use crate::data::Files;
use crate::dice::{Dice, Face};
use crate::game::{Listing, Outcome, Stop};
use crate::host::{
    Answer, Limits, Line, Question, Slip, Standing, Stock, TablesInPlay, Told, Usage,
};
use crate::odds::Patience;
use crate::rule_index::Guide;
use crate::ruling::Ruling;
use crate::scene::{Scene, Shape};
use crate::seat::{Seat, Seats};
use crate::session::{Corrected, Refused};
use crate::transcript::{FaceSource, Input, Transcript};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What the game waits for, in words.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// Somebody decides.
    Choice {
        /// Who has not decided yet.
        seats: Seats,
        /// The rule that asks.
        rule: String,
        /// The question.
        says: String,
        /// Whether others must not see the decision.
        sealed: bool,
    },
    /// Dice fall.
    Roll {
        /// The rule that asks.
        rule: String,
        /// The groups, in the order in which faces are given.
        groups: Vec<AskedGroup>,
        /// Where the numbers of dice come from.
        why: Ruling<String>,
        /// The one seat that may know what falls.
        #[serde(skip_serializing_if = "Option::is_none")]
        secret_to: Option<Seat>,
    },
    /// The game is over.
    Over(Outcome),
}

/// One group of dice that is asked for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AskedGroup {
    /// Who rolls.
    pub seat: Seat,
    /// Which die.
    pub die: String,
    /// How many faces the die has.
    pub faces: u8,
    /// How many dice.
    pub count: u8,
    /// What for.
    pub says: String,
    /// Which faces count, where all that count do so alike: `4+`, `sword`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
}

/// An action that may be taken.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Listed {
    /// As it would be typed.
    pub says: String,
    /// The same in few words, where those are many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// What it does, where those words do not tell it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// The action itself.
    pub action: Value,
    /// The things it is about: the picks of a hand on a board, in order, each with words that go on after `pick`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<(&'static str, String)>,
}

/// A game in progress whose types a program need not know.
pub trait Table: Send {
    /// The ruleset's name.
    fn ruleset(&self) -> &'static str;
    /// The players' seats with their names.
    fn seats(&self) -> Vec<(Seat, String)>;
    /// What a seat is called: a player's, the judge's, or nobody's.
    fn seat_name(&self, seat: Seat) -> String;
    /// Whether it is a referee's table: nobody's turn it is.
    fn is_free(&self) -> bool;
    /// The dice the game knows.
    fn dice(&self) -> &Dice;
    /// What the game waits for, in words of all there is to know.
    fn pending(&self) -> Asked {
        self.pending_seen_by(None)
    }
    /// What the game waits for, in words of what a seat sees of it.
    fn pending_seen_by(&self, viewer: Option<Seat>) -> Asked;
    /// The actions of a seat, in words.
    fn legal(&self, seat: Seat) -> (Listing, Vec<Listed>);
    /// The actions of a seat as a hand on a board would pick them: those listed, and with them whole ways and other
    /// candidates that a list of single steps leaves out.
    fn offered(&self, seat: Seat) -> (Listing, Vec<Listed>);
    /// Things for which nothing is offered, but with which the seat may do what members of the same whole do.
    fn unlisted_actors(&self, seat: Seat) -> Vec<String>;
    /// How many actions a seat has, and the one with that number: cheaper than all in words.
    fn nth_legal(&self, seat: Seat, choose: &mut dyn FnMut(usize) -> usize) -> Option<Value>;
    /// A line that answers what a seat is asked: [`Hosted::example`](crate::host::Hosted::example).
    fn example(&self, seat: Seat) -> Option<String>;
    /// What a player does who looks ahead; among equals `choose` draws a number below the one given.
    fn foreseen(&self, seat: Seat, choose: &mut dyn FnMut(usize) -> usize) -> Option<Value>;
    /// What a search of this game takes, and how far it looks: [`Hosted::SEARCH`](crate::host::Hosted::SEARCH).
    fn search_limits(&self) -> Limits;
    /// What a player does who searches: see [`crate::host::search`].
    fn searched(
        &self,
        seat: Seat,
        limits: &Limits,
        goes_on: &mut dyn FnMut(usize) -> bool,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Option<Value>;
    /// The part of the last action that was cut off, if it may still be taken.
    fn rest(&self) -> Option<(Seat, Listed)>;
    /// Reads an action as a person types it.
    fn parse(&self, seat: Seat, text: &str) -> Result<Value, Slip>;
    /// Reads the faces of the pending roll as a person types them.
    fn parse_faces(&self, text: &str) -> Result<Vec<Face>, Slip>;
    /// Reads a change of the position as a judge types it.
    fn parse_amendment(&self, text: &str) -> Result<Value, Slip>;
    /// Actions that could follow what has been typed.
    fn complete(&self, seat: Seat, text: &str) -> Vec<String>;
    /// Changes of the position that could follow what a judge has typed.
    fn complete_amendment(&self, text: &str) -> Vec<String>;
    /// The ruling on an action, legal or not.
    fn ruling(&self, seat: Seat, action: &Value) -> Result<Ruling<String>, Slip>;
    /// Whether the rules leave an action to the judge alone, so that a seat may not take it, and nothing is set aside where the judge does.
    fn is_judged(&self, seat: Seat, action: &Value) -> bool;
    /// An action in words.
    fn say_action(&self, seat: Seat, action: &Value) -> String;
    /// What can still be done and no longer can after an action, for whoever might have forgotten it.
    fn forgoes(&self, seat: Seat, action: &Value) -> Option<String>;
    /// Faces of the pending roll in words.
    fn say_faces(&self, faces: &[Face]) -> String;
    /// Takes a decision; `None` while other seats still decide in secret.
    fn act(&mut self, seat: Seat, action: &Value, salt: &str)
    -> Result<Option<Vec<Told>>, Refused>;
    /// The seats whose sealed decision is in.
    fn decided(&self) -> Seats;
    /// Takes a seat's sealed decision back, as long as others still decide; whether there was one.
    fn withdraw(&mut self, seat: Seat) -> bool;
    /// The table as a seat may see it now, for questions: without what came before.
    fn seen_by(&self, seat: Seat) -> Box<dyn Table>;
    /// Takes the faces of the pending roll; those that one seat alone may know are sealed with `salt`.
    fn roll(
        &mut self,
        faces: &[Face],
        source: FaceSource,
        salt: &str,
    ) -> Result<Vec<Told>, Refused>;
    /// Carries out an action past the rules it breaks; one that the rules leave to the judge is answered.
    fn overrule(&mut self, seat: Seat, action: &Value, reason: &str) -> Result<Vec<Told>, Refused>;
    /// Changes the position.
    fn amend(&mut self, change: &Value, reason: &str) -> Result<Vec<Told>, Refused>;
    /// Records the judge's answer.
    fn answer(&mut self, action: &Value, reason: &str) -> Result<Vec<Told>, Refused>;
    /// Goes on under other files of those the game is made of: rules and map are read anew, the position stays.
    fn lay(&mut self, files: &Files, reason: &str) -> Result<(), Refused>;
    /// Ends the game, or a seat's part in it.
    fn stop(&mut self, stop: Stop) -> Result<Vec<Told>, Refused>;
    /// Records words.
    fn note(&mut self, words: &str);
    /// Takes back all but the first `keep` inputs that count.
    fn undo(&mut self, keep: usize) -> Result<(), Refused>;
    /// Puts in again an input of a record that was taken back.
    fn put_again(&mut self, input: &Input) -> Result<(), Refused>;
    /// How many inputs count.
    fn counted(&self) -> usize;
    /// How many inputs counted when the present turn began.
    fn turn_start(&self) -> usize;
    /// How many inputs counted when the turn began in which that one of them, from 0, was put in.
    fn turn_start_of(&self, input: usize) -> usize;
    /// Whether the game went on from where it was over: [`Session::is_reopened`](crate::session::Session::is_reopened).
    fn is_reopened(&self) -> bool;
    /// How many inputs counted before line `number` of the record.
    fn before_line(&self, number: usize) -> Option<usize>;
    /// Replaces an input of the record; text is read as it was typed then (faces or an action).
    fn correct(&mut self, number: usize, text: &str) -> Result<Corrected, Refused>;
    /// What a seat learned by an input, from 0 among those that count, that had been hidden from it; nothing where all went as
    /// its view of the position said: [`Session::learned`](crate::session::Session::learned).
    fn learned(&self, input: usize, seat: Seat) -> Option<Vec<Told>>;
    /// The log of inputs that count from number `from` on, by all there is to know.
    fn log(&self, from: usize) -> Vec<Line> {
        self.log_seen_by(None, from)
    }
    /// The same in words of what a seat saw when it happened; who may read what of it is told by
    /// [`Line::heard`](crate::host::Line::heard).
    fn log_seen_by(&self, viewer: Option<Seat>, from: usize) -> Vec<Line>;
    /// Whether the record holds what a seat may not know, beside what is sealed in it: something hidden when the game began, or a
    /// judge's word on what it does not see, taken back or not.
    fn withholds(&self, seat: Seat) -> bool;
    /// The row of the terrain table that the piece of ground of that name is of.
    fn ground_called(&self, name: &str) -> Option<String>;
    /// The tables as they hold in this game; nothing where they hold as they stand in the data.
    fn tables(&self) -> Option<TablesInPlay>;
    /// What came of the dice that fell last, and of those that fell before them since the last
    /// decision, the latest first: each roll, and what a seat was told, with each rule's words once.
    fn dice_told(&self, viewer: Option<Seat>) -> Vec<(String, Ruling<String>)>;
    /// The record.
    fn transcript(&self) -> &Transcript;
    /// The record as it is saved.
    fn saved(&self) -> Transcript;
    /// A record of the first `keep` inputs that count, as if nothing else had ever been put in; nothing where there are
    /// not so many.
    fn begun_again(&self, keep: usize) -> Option<Transcript>;
    /// Hash of the position.
    fn digest(&self) -> String;
    /// The table as a picture, as a seat may see it.
    fn scene(&self, seat: Option<Seat>) -> Scene;
    /// The picture as it will be when an action is carried out and before any dice fall; nothing where it may not be.
    fn scene_after(&self, seat: Seat, action: &Value, viewer: Option<Seat>) -> Option<Scene>;
    /// How everything stands, as far as a seat may know it.
    fn standings(&self, seat: Option<Seat>) -> Vec<Standing>;
    /// How things stand in a table, or one thing closely; a seat asks with what it may know.
    fn status(&self, seat: Option<Seat>, text: &str) -> Result<Answer, Slip> {
        Slip::of_length(text)?;
        super::standing::status(&self.standings(seat), text)
    }
    /// What a referee may put down on the table, or elsewhere on it.
    fn stock(&self) -> Vec<Stock>;
    /// A place of the picture as it would be typed; nothing where a hand picks things alone.
    fn place_at(&self, at: (f32, f32)) -> Option<String>;
    /// Where a typed place is in the picture.
    fn drawn_at(&self, words: &str) -> Option<(f32, f32)>;
    /// The same action, meant for another place of the picture.
    fn aimed_at(&self, seat: Seat, action: &Value, at: (f32, f32)) -> Result<Value, Slip>;
    /// What may be asked.
    fn questions(&self) -> &'static [Question];
    /// How the game is played, for whoever never played it.
    fn guide(&self) -> Option<&Guide>;
    /// The first word of the question that tells all of one piece, whose name follows.
    fn tells_all(&self) -> Option<&'static str>;
    /// The first word of the question that shows how far a piece may go, whose name follows.
    fn shows_reach(&self) -> Option<&'static str>;
    /// The things an action is about, each with what it is to the action.
    fn about(&self, action: &Value) -> Vec<(&'static str, String)>;
    /// The ways that things go by a legal action.
    fn ways(&self, action: &Value) -> Vec<Shape>;
    /// How actions, amendments and dice are typed.
    fn usages(&self) -> Vec<Usage>;
    /// Gives the record its secret, before the first input.
    fn keep_secret(&mut self, secret: &str);
    /// Answers a question, as long as somebody waits.
    fn ask(&self, seat: Option<Seat>, text: &str, patience: &dyn Patience) -> Result<Answer, Slip>;
    /// Facts of the position by name.
    fn facts(&self) -> BTreeMap<String, String>;
    /// Facts of the position by name, as far as a seat may know them.
    fn facts_seen_by(&self, seat: Seat) -> BTreeMap<String, String>;
    /// The position as a seat may see it.
    fn view(&self, seat: Option<Seat>) -> Value;
    /// Faces that stand for each class of outcome of the pending roll, with its share; nothing if
    /// there are too many to list.
    fn outcomes(&self) -> Vec<(Vec<Face>, f64)>;
    /// The files the game was read from.
    fn sources(&self) -> &Files {
        &self.transcript().header.sources
    }
}
