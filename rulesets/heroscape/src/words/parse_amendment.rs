//! Amendments read as a judge types them.

use crate::action::Amendment;
use crate::game::HeroScape;
use crate::state::State;
use umpire_core::data::suggest;
use umpire_core::game::{Game, Pending};
use umpire_core::host::Slip;
use umpire_core::ruling::Silent;
use umpire_core::seat::Seat;

const VERBS: [&str; 9] =
    ["dice", "place", "destroy", "wounds", "marker", "turn", "glyph", "control", "field"];

impl HeroScape {
    /// Reads an amendment.
    pub(crate) fn parse_change(&self, state: &State, text: &str) -> Result<Amendment, Slip> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let (verb, rest) = text.split_once(' ').unwrap_or((text.as_str(), ""));
        match verb {
            "place" => {
                let usage = || Slip::new("expected `place FIGURE at SPACE [SPACE]`");
                let (figure, spaces) = rest.split_once(" at ").ok_or_else(usage)?;
                let figure = self.figure_or_slip(state, figure)?;
                let (lead, trail) = self.spaces_named(spaces).map_err(Slip::new)?;
                Ok(Amendment::Place(figure, lead, trail))
            }
            "destroy" => Ok(Amendment::Destroy(self.figure_or_slip(state, rest)?)),
            "wounds" => {
                let usage = || Slip::new("expected `wounds FIGURE N`");
                let (figure, wounds) = rest.rsplit_once(' ').ok_or_else(usage)?;
                let wounds = wounds.parse().map_err(|_| usage())?;
                Ok(Amendment::Wounds(self.figure_or_slip(state, figure)?, wounds))
            }
            "marker" => self.parse_marker(state, rest),
            "dice" => self.parse_dice(state, rest),
            "turn" => Ok(Amendment::Turn(self.copy_or_slip(state, None, rest)?)),
            "glyph" => self.parse_glyph(rest),
            "control" => {
                let usage = || Slip::new("expected `control FIGURE SEAT`");
                let (figure, seat) = rest.rsplit_once(' ').ok_or_else(usage)?;
                let figure = self.figure_or_slip(state, figure)?;
                Ok(Amendment::Control(figure, self.seat_or_slip(seat)?))
            }
            "field" => {
                let usage = || Slip::new("expected `field SEAT CARD`");
                let (seat, card) = rest.split_once(' ').ok_or_else(usage)?;
                let seat = self.seat_or_slip(seat)?;
                let found = self.catalog.card_named(card).ok_or_else(|| {
                    let all = self.catalog.cards.iter().map(|card| card.id.as_str());
                    Slip::new(format!("there is no card `{card}`")).meant(suggest(card, all))
                })?;
                Ok(Amendment::Field(seat, found))
            }
            _ => Err(Slip::new(format!("`{verb}` is no change of the position, type `help`"))
                .meant(suggest(verb, VERBS))),
        }
    }

    /// A number of dice, or how many more or fewer than are asked for.
    fn parse_dice(&self, state: &State, rest: &str) -> Result<Amendment, Slip> {
        let usage = || Slip::new("expected `dice N`, `dice +N` or `dice -N`");
        let number: i32 = rest.parse().map_err(|_| usage())?;
        let asked = match self.pending(state, &mut Silent) {
            Pending::Roll(request) if rest.starts_with(['+', '-']) => request.dice() as i32,
            _ => 0,
        };
        let dice = u8::try_from(number.saturating_add(asked).max(0)).map_err(|_| usage())?;
        Ok(Amendment::Dice(dice))
    }

    fn parse_marker(&self, state: &State, rest: &str) -> Result<Amendment, Slip> {
        let usage = || Slip::new("expected `marker SEAT 1|2|3|X on CARD` or `... off`");
        let (seat, rest) = rest.split_once(' ').ok_or_else(usage)?;
        let seat = self.seat_or_slip(seat)?;
        let (marker, rest) = rest.split_once(' ').ok_or_else(usage)?;
        let marker = ["1", "2", "3", "x"].iter().position(|known| *known == marker);
        let marker = marker.ok_or_else(usage)? as u8;
        let copy = match rest.strip_prefix("on ") {
            Some(card) => Some(self.copy_or_slip(state, Some(seat), card)?),
            None if rest == "off" => None,
            None => return Err(usage()),
        };
        Ok(Amendment::Marker(seat, marker, copy))
    }

    fn parse_glyph(&self, rest: &str) -> Result<Amendment, Slip> {
        if let Some(space) = rest.strip_prefix("off ") {
            return Ok(Amendment::Glyph(self.space_named(space).map_err(Slip::new)?, None));
        }
        let usage = || Slip::new("expected `glyph NAME at SPACE` or `glyph off SPACE`");
        let (name, space) = rest.split_once(" at ").ok_or_else(usage)?;
        let space = self.space_named(space).map_err(Slip::new)?;
        let kind = self.catalog.glyph_named(name).ok_or_else(|| {
            let all = self.catalog.glyphs.iter().map(|glyph| glyph.id.as_str());
            Slip::new(format!("there is no glyph `{name}`")).meant(suggest(name, all))
        })?;
        Ok(Amendment::Glyph(space, Some(kind)))
    }

    fn seat_or_slip(&self, name: &str) -> Result<Seat, Slip> {
        self.seat_named(name).ok_or_else(|| {
            let all = self.seat_names.iter().map(String::as_str);
            Slip::new(format!("there is no seat `{name}`")).meant(suggest(name, all))
        })
    }
}
