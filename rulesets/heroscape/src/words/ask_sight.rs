//! Who sees whom, and how far apart: figures, or spaces on which a figure is imagined.

use crate::catalog::{CardId, Size};
use crate::footprint::Footprint;
use crate::game::HeroScape;
use crate::rule::Rule;
use crate::sight::Part;
use crate::state::{CopyId, Fielded, Figure, FigureId, Place, State};
use crate::steps::placing;
use umpire_core::data::suggest;
use umpire_core::hex::SpaceId;
use umpire_core::host::{Answer, Slip};
use umpire_core::ruling::{Explain, Fact, Ruling};
use umpire_core::seat::Seat;

/// One end of a line of sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Figure(FigureId),
    Space(SpaceId),
}

impl HeroScape {
    /// Answers `los A B`, each a figure or a space, with `as CARD` for figures imagined on spaces.
    pub(super) fn answer_sight(&self, state: &State, rest: &str) -> Result<Answer, Slip> {
        let (rest, card) = match rest.rsplit_once(" as ") {
            Some((rest, card)) => (rest, Some(self.imagined_card(card)?)),
            None => (rest, None),
        };
        let ends = self.two_ends(state, rest)?;
        if ends.0 == ends.1 {
            return Err(Slip::new("two different figures or spaces are needed"));
        }
        let card = card.unwrap_or_else(|| self.likeliest_card(state, ends));
        let mut table = state.clone();
        let (from, a) = self.stand_in(&mut table, ends.0, card)?;
        let (to, b) = self.stand_in(&mut table, ends.1, card)?;
        let imagined = table.figures.len() > state.figures.len();
        let mut answer = self.sight_between(&table, (from, to), (a, b));
        if imagined {
            let printed = self.catalog.card(card);
            let (id, size, height) = (&printed.id, printed.size.name(), printed.height);
            answer.headline += &format!(" (with figures of {id} imagined there: {size} {height})");
        }
        Ok(answer)
    }

    fn sight_between(
        &self,
        state: &State,
        (from, to): (FigureId, FigureId),
        (a, b): (String, String),
    ) -> Answer {
        let clear = self.sees(state, from, to, Part::HitZone);
        let any = self.sees(state, from, to, Part::Any);
        let mut ruling: Ruling<Rule> = Ruling::default();
        let fact = |part| self.sight_fact_of(state, (from, to), part, (a.clone(), b.clone()));
        let hit_zone = fact(Part::HitZone);
        let _ = ruling.require(Rule::LineOfSight, clear, || hit_zone.clone());
        if any != clear {
            // Only the line that decides is drawn: another beside it would seem to say the contrary.
            let undrawn = || Fact { shapes: Vec::new(), ..fact(Part::Any) };
            let _ = ruling.require(Rule::ClearSight, any, undrawn);
        }
        if self.adjacent(state, from, to) {
            ruling.modifier(Rule::AdjacentSight, 0, || {
                "they are adjacent, so attacks need no line of sight".to_string()
            });
        }
        let far = self.range(state, from, to).map_or("out of range".to_string(), |range| {
            format!("{range} space{} apart", if range == 1 { "" } else { "s" })
        });
        let sees = if clear { "sees" } else { "does not see" };
        let mut scene = self.draw(state);
        scene.shapes.extend(hit_zone.shapes.clone());
        Answer {
            headline: format!("{a} {sees} {b}, {far}"),
            yes: Some(clear),
            ruling: Some(ruling.cited(|rule| self.cite_rule(*rule))),
            scene: Some(scene),
            ..Answer::default()
        }
    }

    /// Two ends named one after the other, with `to` or `and` between if one likes.
    fn two_ends(&self, state: &State, text: &str) -> Result<(End, End), Slip> {
        for word in [" to ", " and ", " sees ", ","] {
            if let Some((a, b)) = text.split_once(word) {
                return Ok((self.end_or_slip(state, a)?, self.end_or_slip(state, b)?));
            }
        }
        let blanks = text.match_indices(' ').map(|(at, _)| at);
        for at in blanks {
            let (a, b) = (&text[..at], &text[at + 1..]);
            if let (Ok(a), Ok(b)) = (self.end_or_slip(state, a), self.end_or_slip(state, b)) {
                return Ok((a, b));
            }
        }
        let first = text.split(' ').next().unwrap_or(text);
        self.end_or_slip(state, first)?;
        Err(Slip::new("expected two figures or spaces, as `los finn marro 2` or `los A1 F7`"))
    }

    fn end_or_slip(&self, state: &State, name: &str) -> Result<End, Slip> {
        let name = name.trim();
        if self.figure_named(state, name).is_none()
            && let Ok(space) = self.space_named(name)
        {
            return Ok(End::Space(space));
        }
        self.figure_or_slip(state, name).map(End::Figure)
    }

    fn imagined_card(&self, name: &str) -> Result<CardId, Slip> {
        let known = || self.catalog.cards.iter().map(|card| card.id.as_str());
        let named = self.catalog.card_named(name);
        named.ok_or_else(|| {
            Slip::new(format!("there is no card `{name}`")).meant(suggest(name, known()))
        })
    }

    /// The card of a figure imagined on an empty space: the one at the other end, else any of medium
    /// Height.
    fn likeliest_card(&self, state: &State, ends: (End, End)) -> CardId {
        let there = |end: End| match end {
            End::Figure(figure) => Some(figure),
            End::Space(space) => state.occupant(space),
        };
        let card = |figure| state.copy(state.figure(figure).copy).card;
        // One that never moves comes to no other space.
        let moves = |card: &CardId| self.catalog.card(*card).spaces <= 2;
        let other = there(ends.0).or_else(|| there(ends.1)).map(card).filter(moves);
        if let Some(card) = other {
            return card;
        }
        let medium = |card: &crate::catalog::ArmyCard| {
            card.size == Size::Medium && card.height == 5 && card.spaces == 1
        };
        let at = self.catalog.cards.iter().position(medium).unwrap_or(0);
        CardId(at as u16)
    }

    /// The figure at an end, imagined where nobody stands, and what it is called.
    pub(crate) fn stand_in(
        &self,
        table: &mut State,
        end: End,
        card: CardId,
    ) -> Result<(FigureId, String), Slip> {
        let space = match end {
            End::Figure(figure) => {
                self.on_battlefield(table, figure)?;
                return Ok((figure, self.figure_name(table, figure)));
            }
            End::Space(space) => space,
        };
        let place = self.ground.name(space);
        if let Some(figure) = table.occupant(space) {
            return Ok((figure, format!("{} at {place}", self.figure_name(table, figure))));
        }
        let (copy, figure) = (CopyId(table.copies.len() as u8), table.figures.len() as u8);
        let (owner, controller) = (Seat(0), Seat(0));
        table.copies.push(Fielded::new(card, owner));
        let imagined = Figure {
            copy,
            number: 0,
            owner,
            controller,
            wounds: 0,
            spent: 0,
            place: Place::Reserve,
        };
        table.figures.push(imagined);
        let mut stands = Footprint::one(space);
        if self.catalog.card(card).spaces > 2 {
            placing::footprints(self, self.catalog.card(card), space, |to| {
                stands = to;
                true
            });
        }
        table.put(FigureId(figure), stands);
        Ok((FigureId(figure), place))
    }
}
