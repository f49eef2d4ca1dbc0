//! Actions read as people type them.

use crate::action::{Action, Aim, Path};
use crate::game::HeroScape;
use crate::sight::side_word;
use crate::state::{CopyId, FigureId, State};
use umpire_core::data::suggest;
use umpire_core::hex::{Side, SpaceId};
use umpire_core::host::Slip;
use umpire_core::seat::Seat;

type Parsed<T> = Result<T, Slip>;

const STARTS: [&str; 8] =
    ["move", "fly", "place", "markers", "finish moving", "end turn", "strike", "let go"];

impl HeroScape {
    /// Reads an action; a slip says what was expected and what was probably meant.
    pub(crate) fn parse_action(&self, state: &State, seat: Seat, text: &str) -> Parsed<Action> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let lower = text.to_lowercase();
        match lower.as_str() {
            "finish moving" | "finish" | "done moving" => return Ok(Action::FinishMoving),
            "end turn" | "end" | "done" => return Ok(Action::EndTurn),
            "strike" => return Ok(Action::Strike(true)),
            "let go" | "no strike" => return Ok(Action::Strike(false)),
            _ => {}
        }
        let (verb, rest) = lower.split_once(' ').unwrap_or((lower.as_str(), ""));
        match verb {
            "move" | "walk" => return self.parse_move(state, rest),
            "fly" => return self.parse_flight(state, rest),
            "place" => return self.parse_place(state, rest),
            "markers" => return self.parse_markers(state, seat, rest),
            "on" => return Ok(Action::Casualty(self.copy_or_slip(state, None, rest)?)),
            "attack" => return self.parse_attack_words(state, rest),
            _ => {}
        }
        for (word, clear) in [(" does not see ", false), (" sees ", true)] {
            if let Some((from, to)) = lower.split_once(word) {
                let (from, to) =
                    (self.figure_or_slip(state, from)?, self.figure_or_slip(state, to)?);
                return Ok(Action::Sight { from, to, clear });
            }
        }
        for word in [" attacks ", " -> "] {
            if let Some((attacker, target)) = lower.split_once(word) {
                return self.attack(state, attacker, target);
            }
        }
        if let Some((attacker, rest)) = lower.split_once(" uses ") {
            return self.parse_special(state, attacker, rest);
        }
        if let Some(figure) = lower.strip_suffix(" defends") {
            return Ok(Action::Defend(self.figure_or_slip(state, figure)?));
        }
        if let Some((figure, _)) = lower.split_once(" to ")
            && self.figure_named(state, figure).is_some()
        {
            return self.parse_move(state, &lower);
        }
        Err(Slip::new(format!("`{}` is no action, type `help`", shortened(&text)))
            .meant(suggest(&lower, STARTS)))
    }

    fn attack(&self, state: &State, attacker: &str, target: &str) -> Parsed<Action> {
        let attacker = self.figure_or_slip(state, attacker)?;
        Ok(Action::Attack { attacker, target: self.figure_or_slip(state, target)? })
    }

    /// `attack TARGET with ATTACKER`.
    fn parse_attack_words(&self, state: &State, rest: &str) -> Parsed<Action> {
        match rest.split_once(" with ") {
            Some((target, attacker)) => self.attack(state, attacker, target),
            None => Err(Slip::new("expected `FIGURE attacks FIGURE`")),
        }
    }

    fn parse_move(&self, state: &State, rest: &str) -> Parsed<Action> {
        if let Some((figure, spaces)) = rest.split_once(" by ") {
            let (figure, turned) = match figure.strip_suffix(" turned") {
                Some(figure) => (figure, true),
                None => (figure, false),
            };
            let figure = self.figure_or_slip(state, figure)?;
            let mut path = Path::new();
            for space in spaces.split([' ', ',']).filter(|space| !space.is_empty()) {
                let space = self.space_or_slip(state, space)?;
                path.try_push(space).map_err(|_| Slip::new("a move is shorter than this path"))?;
            }
            return Ok(Action::Move { figure, turned, path });
        }
        let Some((figure, to)) = rest.split_once(" to ") else {
            return Err(Slip::new("expected `move FIGURE to SPACE` or `move FIGURE by SPACE ...`"));
        };
        let figure = self.figure_or_slip(state, figure)?;
        let (to, safely) = match to.strip_suffix(" safely") {
            Some(to) => (to, true),
            None => (to, false),
        };
        let (to, trail) = self.spaces_named(to).map_err(Slip::new)?;
        if let Some((turned, path)) = self.way_to(state, figure, (to, trail), safely) {
            return Ok(Action::Move { figure, turned, path });
        }
        // No legal way: the one that comes nearest to it is judged, and its ruling says why not.
        match self.way_against_rules(state, figure, (to, trail)) {
            Some(Ok((turned, path))) => Ok(Action::Move { figure, turned, path }),
            Some(Err(points)) => {
                let (to, name) = (self.ground.name(to), self.figure_name(state, figure));
                let says = format!("{to} is {points} points away, too far for any move of {name}");
                Err(Slip::new(format!("{says} (HS-4.1.1)")))
            }
            None => Ok(Action::Move { figure, turned: false, path: Path::from_iter([to]) }),
        }
    }

    fn parse_flight(&self, state: &State, rest: &str) -> Parsed<Action> {
        let Some((figure, spaces)) = rest.split_once(" to ") else {
            return Err(Slip::new("expected `fly FIGURE to SPACE`"));
        };
        let figure = self.figure_or_slip(state, figure)?;
        let (to, mut trail) = self.spaces_named(spaces).map_err(Slip::new)?;
        let double = state.spaces(figure).is_some_and(|(_, trail)| trail.is_some());
        if double && trail.is_none() {
            crate::steps::flight::flights(self, state, figure, i16::MAX, |there, behind, _| {
                if there == to && trail.is_none() {
                    trail = behind;
                }
            });
        }
        Ok(Action::Fly { figure, to, trail })
    }

    fn parse_place(&self, state: &State, rest: &str) -> Parsed<Action> {
        let Some((figure, spaces)) = rest.split_once(" at ") else {
            return Err(Slip::new("expected `place FIGURE at SPACE`"));
        };
        let figure = self.figure_or_slip(state, figure)?;
        let (lead, trail) = self.spaces_named(spaces).map_err(Slip::new)?;
        Ok(Action::Place(figure, lead, trail))
    }

    fn parse_markers(&self, state: &State, seat: Seat, rest: &str) -> Parsed<Action> {
        let parts: Vec<&str> = if rest.contains(',') {
            rest.split(',').map(str::trim).collect()
        } else {
            rest.split(' ').collect()
        };
        if parts.len() != 4 {
            let says = format!("four cards are needed, for 1, 2, 3 and X; found {}", parts.len());
            return Err(Slip::new(says));
        }
        let mut on = [CopyId(0); 4];
        for (at, part) in parts.iter().enumerate() {
            let named = part
                .strip_prefix(["1", "2", "3", "x"][at])
                .and_then(|rest| rest.strip_prefix([' ', ':']))
                .unwrap_or(part);
            on[at] = self.copy_or_slip(state, Some(seat), named.trim())?;
        }
        Ok(Action::Markers(on))
    }

    fn parse_special(&self, state: &State, attacker: &str, rest: &str) -> Parsed<Action> {
        let attacker = self.figure_or_slip(state, attacker)?;
        let usage =
            || Slip::new("expected `FIGURE uses N on FIGURE`, `around` or `from SPACE SIDE`");
        let (number, aim) = rest.split_once(' ').ok_or_else(usage)?;
        let power = number.parse::<u8>().ok().and_then(|n| n.checked_sub(1)).ok_or_else(usage)?;
        let aim = if aim == "around" {
            Aim::Around
        } else if let Some(target) = aim.strip_prefix("on ") {
            Aim::Figure(self.figure_or_slip(state, target)?)
        } else if let Some(line) = aim.strip_prefix("from ") {
            let (space, side) = line.split_once(' ').ok_or_else(usage)?;
            let side = Side::ALL.into_iter().find(|known| side_word(*known) == side);
            let side = side.ok_or_else(|| {
                let words = Side::ALL.map(side_word).join(", ");
                Slip::new(format!("expected a side of a hex: {words}"))
            })?;
            Aim::Line(self.space_or_slip(state, space)?, side)
        } else {
            return Err(usage());
        };
        Ok(Action::Special { attacker, power, aim })
    }

    /// The figure of that name, or what was probably meant.
    pub(crate) fn figure_or_slip(&self, state: &State, name: &str) -> Parsed<FigureId> {
        let name = name.trim();
        let found = self.figure_named(state, name);
        // `figure #N` names one by its number in the game.
        let found = found.or_else(|| {
            let number = name.strip_prefix("figure #")?.parse().ok()?;
            Some(FigureId(number)).filter(|id| id.index() < state.figures.len())
        });
        found.ok_or_else(|| {
            let all: Vec<String> =
                state.all_figures().map(|(id, _)| self.figure_name(state, id)).collect();
            let near = suggest(name, all.iter().map(String::as_str)).map(String::from);
            let numbered =
                all.iter().filter(|known| known.starts_with(&format!("{name} "))).count();
            let says = if numbered > 0 {
                format!("there are {numbered} figures called `{name}`, say which, as `{name} 1`")
            } else {
                format!("there is no figure `{}`", shortened(name))
            };
            Slip::new(says).meant(near)
        })
    }

    /// The fielded card of that name; of a seat's copies the first where the number is left out.
    pub(crate) fn copy_or_slip(
        &self,
        state: &State,
        seat: Option<Seat>,
        name: &str,
    ) -> Parsed<CopyId> {
        let first = || {
            let its = |(id, copy): &(CopyId, &crate::state::Fielded)| {
                seat.is_none_or(|seat| copy.controller == seat)
                    && self.card_of(state, *id).id.eq_ignore_ascii_case(name)
            };
            state.all_copies().find(its).map(|(id, _)| id)
        };
        let numbered = || {
            let number = name.strip_prefix("card #")?.parse().ok()?;
            Some(CopyId(number)).filter(|id| id.index() < state.copies.len())
        };
        self.copy_named(state, name).or_else(first).or_else(numbered).ok_or_else(|| {
            let all: Vec<String> =
                state.all_copies().map(|(id, _)| self.copy_name(state, id)).collect();
            let near = suggest(name, all.iter().map(String::as_str)).map(String::from);
            Slip::new(format!("there is no card `{}` in this game", shortened(name))).meant(near)
        })
    }

    fn space_or_slip(&self, _: &State, name: &str) -> Parsed<SpaceId> {
        self.space_named(name).map_err(Slip::new)
    }
}

/// At most so much of what was typed is repeated.
fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}
