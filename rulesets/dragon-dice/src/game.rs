//! The rules with their tables and edition: the contract of a game, handed on to the steps.

use crate::action::Action;
use crate::amend::Amendment;
use crate::catalog::Catalog;
use crate::edition::Edition;
use crate::event::Event;
use crate::pieces::{MOST_TERRAINS, Place};
use crate::position::Setup;
use crate::rule::Rule;
use crate::state::{State, Stirred};
use crate::steps::eighth::powers::LandRules;
use crate::steps::icons::IconTable;
use crate::steps::magic::SpellTable;
use crate::steps::species::SpeciesTable;
use crate::steps::turn::TurnStep;
use crate::steps::{Ask, Step};
use std::ops::RangeInclusive;
use umpire_core::dice::{Dice, DiceGroup, Face, Worth};
use umpire_core::game::{Choice, Game, Listing, Observe, Outcome, Pending, Stop};
use umpire_core::numbers::{Kind, below};
use umpire_core::ruling::{Broken, Explain, Fact, Refusal};
use umpire_core::seat::{Seat, Seats};

/// Dragon Dice: the rules, with the tables and the edition of one game.
#[derive(Debug, Clone)]
pub struct DragonDice {
    /// Every table.
    pub catalog: Catalog,
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
    /// The rules under an edition.
    pub fn new(
        mut catalog: Catalog,
        edition: Edition,
        edition_name: String,
        seat_names: Vec<String>,
    ) -> DragonDice {
        catalog.keep_to(&edition);
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
        self.begin(setup)
    }

    fn sound(&self, state: &State) -> Result<(), Vec<Refusal<Rule>>> {
        self.check_sound(state)
    }

    fn players(&self, state: &State) -> u8 {
        state.players()
    }

    fn dice(&self) -> &Dice {
        &self.catalog.dice
    }

    fn pending<E: Explain<Rule>>(&self, state: &State, why: &mut E) -> Pending<Rule> {
        let Some(step) = state.steps.last() else {
            return Pending::Over(state.over.unwrap_or(Outcome { winners: Seats::NONE }));
        };
        match step.ask(self, state) {
            Ask::Roll => Pending::Roll(step.request(self, state, why)),
            Ask::Choice { seats, about, subject, sealed } => {
                Pending::Choice(Choice { seats, about, subject, sealed })
            }
        }
    }

    fn legal(&self, state: &State, seat: Seat, into: &mut Vec<Action>) -> Listing {
        match state.steps.last() {
            Some(step) => step.legal(self, state, seat, into),
            None => Listing::Complete,
        }
    }

    fn check<E: Explain<Rule>>(
        &self,
        state: &State,
        seat: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let Some(step) = state.steps.last() else {
            return why.need(Rule::Terms, false, || Fact::says("the game is over"));
        };
        let (seats, about) = match step.ask(self, state) {
            Ask::Choice { seats, about, .. } => (seats, about),
            Ask::Roll => (Seats::NONE, Rule::RollSteps),
        };
        let free = *step == Step::Turn(TurnStep::Free) && state.seated(seat);
        why.need(about, free || seats.contains(seat), || {
            Fact::says(match seats.first() {
                Some(asked) => format!("{} is asked now", self.name_of(asked)),
                None => "dice are rolled now".to_string(),
            })
            .held("this seat is asked")
        })?;
        step.check(self, state, seat, action, why)
    }

    fn apply<O: Observe<Event>>(
        &self,
        state: &mut State,
        seat: Seat,
        action: &Action,
        events: &mut O,
    ) {
        if let Some(step) = state.steps.last().copied() {
            step.apply(self, state, seat, action, events);
            self.settle(state, events);
        }
    }

    fn worth(&self, state: &State, group: &DiceGroup, face: Face) -> Worth {
        state.steps.last().map_or(Worth::Distinct, |step| step.worth(self, state, group, face))
    }

    fn resolve<O: Observe<Event>>(&self, state: &mut State, faces: &[Face], events: &mut O) {
        if let Some(step) = state.steps.last().copied() {
            step.resolve(self, state, faces, events);
            self.settle(state, events);
        }
    }

    fn amend<O: Observe<Event>>(
        &self,
        state: &mut State,
        change: &Amendment,
        events: &mut O,
    ) -> Result<(), Vec<Refusal<Rule>>> {
        self.amend_position(state, change, events)
    }

    fn stop<O: Observe<Event>>(&self, state: &mut State, stop: Stop, events: &mut O) {
        match stop {
            Stop::Concede(seat) => {
                if state.seated(seat) {
                    state.conceded = state.conceded.with(seat);
                    events.tell(|| Event::Conceded { seat });
                    self.withdraw(state, seat, events);
                }
            }
            Stop::Draw => self.over(state, Seats::NONE, Rule::JudgesWord, events),
            Stop::Time => {
                let winners = self.ahead(state);
                self.over(state, winners, Rule::JudgesWord, events);
            }
        }
        state.stirred = Stirred(true);
        self.settle(state, events);
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        self.seen_by(state, seat)
    }

    fn audible(&self, _: &State, event: &Event, seat: Seat) -> bool {
        self.heard_by(event, seat)
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
