//! The rules with their tables and edition: the contract of a game, handed on to the steps.

use crate::action::Action;
use crate::amend;
use crate::amend::Amendment;
use crate::catalog::Catalog;
use crate::edition::Edition;
use crate::event::Event;
use crate::invariants;
use crate::leaving;
use crate::pieces::{MOST_TERRAINS, Place};
use crate::position;
use crate::position::Setup;
use crate::rule::Rule;
use crate::state::{State, Stirred};
use crate::steps;
use crate::steps::eighth::powers::LandRules;
use crate::steps::icons::IconTable;
use crate::steps::magic::SpellTable;
use crate::steps::species::SpeciesTable;
use crate::steps::turn;
use crate::view;
use std::ops::RangeInclusive;
use std::sync::Arc;
use umpire_core::dice::Dice;
use umpire_core::game::{Game, Observe, Stop};
use umpire_core::numbers::{Kind, below};
use umpire_core::ruling::Refusal;
use umpire_core::seat::{Seat, Seats};

/// Dragon Dice: the rules, with the tables and the edition of one game.
#[derive(Debug, Clone)]
pub struct DragonDice {
    /// Every table.
    pub catalog: Arc<Catalog>,
    /// The edition with its house rules.
    pub edition: Edition,
    /// The edition's name.
    pub edition_name: String,
    /// What seats are called.
    pub seat_names: Vec<String>,
    pub(crate) species: SpeciesTable,
    pub(crate) spells: SpellTable,
    pub(crate) icons: IconTable,
    pub(crate) lands: LandRules,
}

impl DragonDice {
    /// The rules under an edition, with the tables it keeps.
    pub fn new(
        catalog: Arc<Catalog>,
        edition: Edition,
        edition_name: String,
        seat_names: Vec<String>,
    ) -> DragonDice {
        let species = SpeciesTable::new(&catalog);
        let spells = SpellTable::new(&catalog, &edition);
        let icons = IconTable::new(&catalog);
        let lands = LandRules::new(&catalog, &edition);
        DragonDice { catalog, edition, edition_name, seat_names, species, spells, icons, lands }
    }
}

impl Game for DragonDice {
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Amendment = Amendment;
    type Event = Event;
    type Rule = Rule;

    fn start(&self, setup: &Setup) -> Result<State, Vec<Refusal<Rule>>> {
        position::begin(self, setup)
    }

    fn check_invariants(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        invariants::check(self, state)
    }

    fn players(&self, state: &State) -> u8 {
        state.players()
    }

    fn dice(&self) -> &Dice {
        &self.catalog.dice
    }

    umpire_core::played_by_steps!();

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Amendment,
        events: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        amend::amend_position(self, state, change, events)
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, stop: Stop, events: &mut O) {
        match stop {
            Stop::Concede(seat) => {
                if state.seated(seat) {
                    state.conceded = state.conceded.with(seat);
                    events.tell(|| Event::Conceded { seat });
                    leaving::withdraw(self, state, seat, events);
                }
            }
            Stop::Draw => turn::over(state, Seats::NONE, Rule::JudgesWord, events),
            Stop::Time => {
                let winners = leaving::ahead(state);
                turn::over(state, winners, Rule::JudgesWord, events);
            }
        }
        state.stirred = Stirred(true);
        steps::settle(self, state, events);
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        view::seen_by(state, seat)
    }

    fn audible(&self, _: &State, event: &Event, seat: Seat) -> bool {
        view::heard_by(event, seat)
    }

    fn because(&self, event: &Event) -> Rule {
        event.rule()
    }

    fn clock(&self, state: &State) -> u32 {
        state.turn.into()
    }

    fn range(&self, state: &State, (name, part): Kind) -> Option<RangeInclusive<i64>> {
        let pieces = || {
            let seats = (0..state.players()).map(Seat);
            seats.map(|seat| state.roster.force(seat).members().len()).max()
        };
        let catalog = &self.catalog;
        match (name, part) {
            ("KindId", _) => below(catalog.kinds.len()),
            ("SaiId", _) => below(catalog.sais.len()),
            ("SpellId", _) => below(catalog.spells.len()),
            ("SpeciesId", _) => below(catalog.species.len()),
            ("LandId", _) => below(catalog.lands.len()),
            ("EighthId", _) => below(catalog.eighth_faces.len()),
            ("MinorFaceId", _) => below(catalog.minor_faces.len()),
            ("AbilityId", _) => below(catalog.abilities.len()),
            ("Place", _) => below(Place::COUNT),
            ("On", "terrain") => below(MOST_TERRAINS),
            ("PieceSet", _) | ("Piece", "number") | (_, "rider" | "gazer") => {
                below(pieces().unwrap_or(0))
            }
            ("Action", "recruit" | "bring") => below(pieces().unwrap_or(0)),
            _ => None,
        }
    }

    fn cite(&self, rule: Rule) -> String {
        self.catalog.cite(rule)
    }
}
