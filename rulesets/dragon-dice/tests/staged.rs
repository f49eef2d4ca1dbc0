//! Positions staged for unit tests: stated as a scenario, answered in typed words.

use crate::tables::catalog::files;
use umpire_core::data::Source;
use umpire_core::game::{Game, Pending};
use umpire_core::host::Hosted;
use umpire_core::ruling::{Broken, Silent};
use umpire_core::seat::Seat;
use umpire_dragon_dice::DragonDice;
use umpire_dragon_dice::position::event::Event;
use umpire_dragon_dice::position::pieces::{Army, Piece, PieceSet, Place};
use umpire_dragon_dice::position::setup::Setup;
use umpire_dragon_dice::position::state::State;
use umpire_dragon_dice::tables::rule::Rule;

/// A game at a position, with what was told since.
pub struct Staged {
    pub game: DragonDice,
    pub setup: Setup,
    pub state: State,
    pub told: Vec<Event>,
}

/// Faces of dice are numbered as they are listed, ID first: from 0.
impl Staged {
    /// Two seats, A and B, and the lines of their position.
    pub fn new(position: &str) -> Staged {
        Staged::of("current", "A: {}\n  B: {}", position)
    }

    /// An edition, the lines of the seats, and those of the position.
    pub fn of(edition: &str, seats: &str, position: &str) -> Staged {
        let lines: Vec<String> = position.trim().lines().map(|line| format!("  {line}")).collect();
        let text = format!(
            "game: dragon-dice\nedition: {edition}\nseats:\n  {seats}\nposition:\n{}\n",
            lines.join("\n")
        );
        let mut files = files();
        let king = "house_rules: king\nitems:\n  items:\n    add: [{id: king, name: King, \
                    item: relic, points: 4, royalty: true, faces: [4 melee, 4 melee, 4 save, \
                    4 save, 4 magic, 4 magic]}]\n";
        files.insert("dragon-dice/house_rules/king.yaml", king);
        let loaded =
            <DragonDice as Hosted>::load(&files, &Source::new("staged.yaml", text.clone()));
        let loaded = loaded.unwrap_or_else(|faults| {
            let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
            panic!("{}\n{text}", lines.join("\n"))
        });
        let state = loaded.game.start(&loaded.setup).expect("it started when it was read");
        Staged { game: loaded.game, setup: loaded.setup, state, told: Vec::new() }
    }

    /// Who is asked, and by which rule.
    pub fn asked(&self) -> (Seat, Rule) {
        match self.game.pending(&self.state, &mut Silent) {
            Pending::Choice(choice) => (choice.seats.first().expect("it asks"), choice.about),
            other => panic!("nobody is asked: {other:?}"),
        }
    }

    /// What may be answered, in words.
    pub fn answers(&self) -> Vec<String> {
        let (seat, _) = self.asked();
        let mut list = Vec::new();
        self.game.legal(&self.state, seat, &mut list);
        for action in &list {
            let legal = self.game.check(&self.state, seat, action, &mut Silent);
            assert!(legal.is_ok(), "{action:?} is listed and refused: {legal:?}");
        }
        list.iter().map(|action| self.game.say_action(&self.state, seat, action)).collect()
    }

    /// Answers.
    pub fn say(&mut self, words: &str) {
        let (seat, _) = self.asked();
        let action = self.game.parse(&self.state, seat, words);
        let action = action.unwrap_or_else(|slip| panic!("{words}: {slip:?}"));
        let done = self.game.act(&mut self.state, seat, &action, &mut self.told);
        let answers = || self.answers();
        assert!(done.is_ok(), "{words} is refused: {done:?}; {:?}", answers());
    }

    /// The rule by which an answer is refused.
    pub fn refusal(&self, words: &str) -> Rule {
        let (seat, _) = self.asked();
        let action = self.game.parse(&self.state, seat, words);
        let action = action.unwrap_or_else(|slip| panic!("{words}: {slip:?}"));
        match self.game.check(&self.state, seat, &action, &mut Silent) {
            Err(Broken(rule)) => rule,
            Ok(()) => panic!("{words} is legal"),
        }
    }

    /// Rolls faces, by their numbers from 0.
    pub fn roll(&mut self, faces: &[u8]) {
        let pending = self.game.pending(&self.state, &mut Silent);
        let Pending::Roll(request) = pending else { panic!("no dice are asked for: {pending:?}") };
        let count: usize = request.groups.iter().map(|group| usize::from(group.count)).sum();
        assert_eq!(count, faces.len(), "{request:?}");
        self.game.roll(&mut self.state, faces, &mut self.told).expect("the faces fit");
    }

    /// The kinds of a player's dice at a place, in the order of their names.
    pub fn lies(&self, seat: u8, place: Place) -> Vec<&str> {
        let force = self.state.roster.force(Seat(seat));
        let dice = self.state.at(Seat(seat), place);
        let id = |die| self.game.catalog.kind(force.kind(die)).id.as_str();
        let mut kinds: Vec<&str> = dice.iter().map(id).collect();
        kinds.sort_unstable();
        kinds
    }

    /// The first die of a kind that a player has.
    pub fn die(&self, seat: u8, kind: &str) -> Piece {
        let force = self.state.roster.force(Seat(seat));
        let is_it = |die: &u8| self.game.catalog.kind(force.kind(*die)).id == kind;
        let number = (0..force.members().len() as u8).find(is_it).expect("it was brought");
        Piece { owner: Seat(seat), number }
    }

    /// An army.
    pub fn army(&self, seat: u8, place: Place) -> Army {
        Army { owner: Seat(seat), place }
    }

    /// Just that die of a player.
    pub fn only(&self, seat: u8, kind: &str) -> PieceSet {
        PieceSet::only(self.die(seat, kind).number)
    }

    /// Damage that armies took, in order.
    pub fn damage(&self) -> Vec<u16> {
        let damage = |event: &Event| match event {
            Event::Damage { damage, .. } => Some(*damage),
            _ => None,
        };
        self.told.iter().filter_map(damage).collect()
    }
}

/// The place of a terrain: 0 and 1 the Homes, 2 the Frontier.
pub const FRONTIER: Place = Place(2);
