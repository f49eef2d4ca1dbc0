//! A position of the game, and what must always hold of it.

mod figures;
mod powers;
mod table;
mod turns;

use crate::position::event::Harm;
use crate::position::footprint::{Footprint, Rest};
use crate::position::step::{Step, Steps};
use crate::tables::catalog::GlyphId;
use arrayvec::ArrayVec;
pub use figures::{
    CopyId, Fallen, Fielded, Figure, FigureId, FigureSet, MAX_COPIES, MAX_FIGURES, Place,
};
pub use powers::{Lasting, Occasion, On, PowerRef, Printed, Run, Used, What};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
pub use table::{Carried, DoorState, LaidGlyph, Seen, Tally};
pub use turns::{Attack, Attacked, Leaving, Moving, Turn};
use umpire_core::game::Outcome;
use umpire_core::hex::SpaceId;
use umpire_core::seat::{Seat, Seats};

/// No figure, in the table of occupants.
const NOBODY: u8 = u8::MAX;

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// Every figure of the game.
    pub figures: Vec<Figure>,
    /// Every army card of the game.
    pub copies: Vec<Fielded>,
    /// Who stands on each space.
    occupants: Vec<u8>,
    /// Glyphs on the battlefield.
    pub glyphs: SmallVec<[LaidGlyph; 8]>,
    /// Treasures that figures carry.
    pub carried: SmallVec<[Carried; 2]>,
    /// Powers of glyphs that lie on the battlefield which work once a game and have worked.
    pub worked: SmallVec<[PowerRef; 1]>,
    /// Doors, in the order of the battlefield's.
    pub doors: ArrayVec<DoorState, { crate::position::structures::MAX_DOORS }>,
    /// How each goal of the scenario stands.
    pub tallies: ArrayVec<Tally, { crate::position::terms::MAX_GOALS }>,
    /// Points that each seat has of goals.
    pub scores: ArrayVec<u32, 8>,
    /// The team of each seat; seats of one team are friends.
    pub teams: ArrayVec<u8, 8>,
    /// Seats that have given up.
    pub conceded: Seats,
    /// The round, from 1; 0 before the first.
    pub round: u8,
    /// Who won the initiative of the round.
    pub first: Seat,
    /// Turns begun in this round.
    pub turns: u8,
    /// Turns ended in the game.
    pub clock: u32,
    /// What has to be done, the next last.
    pub steps: Steps,
    /// The turn under way, or the last one.
    pub turn: Turn,
    /// The attack under way.
    pub attack: Option<Attack>,
    /// The engagement being left.
    pub leaving: Option<Leaving>,
    /// The path that must be walked on, as the figure may not stop where it is.
    pub onward: ArrayVec<SpaceId, 24>,
    /// Powers being carried out, the innermost last.
    pub runs: SmallVec<[Run; 1]>,
    /// Moments that wait for powers, the innermost last.
    pub occasions: SmallVec<[Occasion; 1]>,
    /// Blows whose consequences are being gone through, the innermost last.
    pub blows: SmallVec<[Occasion; 1]>,
    /// Who was destroyed last, and where it stood.
    pub fallen_at: Option<(FigureId, SpaceId, Rest)>,
    /// What destroyed it.
    pub fallen_by: Option<Harm>,
    /// Who was destroyed before that by what is still under way.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub fallen_before: SmallVec<[Fallen; 1]>,
    /// What lasts for a while.
    pub lasting: SmallVec<[Lasting; 2]>,
    /// Powers that cards were given by spirits.
    pub gifts: SmallVec<[(CopyId, PowerRef); 1]>,
    /// Spaces whose terrain a power changed: the row of the tiles.
    pub laid_tiles: SmallVec<[(SpaceId, u16); 2]>,
    /// Sights ruled by eye.
    pub eyes: SmallVec<[Seen; 2]>,
    /// How it ended.
    pub ended: Option<Outcome>,
}

impl State {
    /// An empty table of so many seats and spaces.
    pub fn empty(teams: ArrayVec<u8, 8>, spaces: usize) -> State {
        State {
            figures: Vec::new(),
            copies: Vec::new(),
            occupants: vec![NOBODY; spaces],
            glyphs: SmallVec::new(),
            carried: SmallVec::new(),
            worked: SmallVec::new(),
            doors: ArrayVec::new(),
            tallies: ArrayVec::new(),
            scores: teams.iter().map(|_| 0).collect(),
            teams,
            conceded: Seats::NONE,
            round: 0,
            first: Seat(0),
            turns: 0,
            clock: 0,
            steps: Steps::new(),
            turn: Turn::default(),
            attack: None,
            leaving: None,
            onward: ArrayVec::new(),
            runs: SmallVec::new(),
            occasions: SmallVec::new(),
            blows: SmallVec::new(),
            fallen_at: None,
            fallen_by: None,
            fallen_before: SmallVec::new(),
            lasting: SmallVec::new(),
            gifts: SmallVec::new(),
            laid_tiles: SmallVec::new(),
            eyes: SmallVec::new(),
            ended: None,
        }
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.teams.len() as u8
    }

    /// The figure with that number.
    pub fn figure(&self, id: FigureId) -> &Figure {
        &self.figures[id.index()]
    }

    /// The fielded card with that number.
    pub fn copy(&self, id: CopyId) -> &Fielded {
        &self.copies[id.index()]
    }

    /// Every figure with its number.
    pub fn all_figures(&self) -> impl Iterator<Item = (FigureId, &Figure)> {
        (0..).map(FigureId).zip(&self.figures)
    }

    /// Every fielded card with its number.
    pub fn all_copies(&self) -> impl Iterator<Item = (CopyId, &Fielded)> {
        (0..).map(CopyId).zip(&self.copies)
    }

    /// Whose order markers lie on a card: its controller's, or where control is borrowed for a turn, those of
    /// the seat that it goes back to.
    pub fn keeper(&self, id: CopyId) -> Seat {
        let borrowed = self.lasting.iter().find_map(|lasting| match (lasting.on, lasting.what) {
            (On::Copy(on), What::Borrowed(seat)) if on == id => Some(seat),
            _ => None,
        });
        borrowed.unwrap_or(self.copy(id).controller)
    }

    /// Whose turn it is, or would be next at the moments between turns.
    pub fn turn_seat(&self) -> Seat {
        self.turn.seat
    }

    /// Who stands on a space.
    #[inline]
    pub fn occupant(&self, space: SpaceId) -> Option<FigureId> {
        match self.occupants[space.index()] {
            NOBODY => None,
            figure => Some(FigureId(figure)),
        }
    }

    /// The spaces of a figure on the battlefield: its leading end's first.
    #[inline]
    pub fn spaces(&self, id: FigureId) -> Option<Footprint> {
        match self.figures.get(id.index())?.place {
            Place::Board(spaces) => Some(spaces),
            _ => None,
        }
    }

    /// The figures on the battlefield.
    pub fn on_board(&self) -> impl Iterator<Item = FigureId> {
        self.all_figures().map(|(id, _)| id).filter(|id| self.spaces(*id).is_some())
    }

    /// Whether two seats are of one team.
    pub fn friends(&self, one: Seat, other: Seat) -> bool {
        self.teams.get(one.index()) == self.teams.get(other.index())
    }

    /// The seat to the left.
    pub fn left_of(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.seats().max(1))
    }

    /// Puts a figure on spaces; whoever it passes through keeps theirs.
    pub fn put(&mut self, id: FigureId, spaces: Footprint) {
        self.lift(id);
        for space in spaces.spaces() {
            if self.occupants[space.index()] == NOBODY {
                self.occupants[space.index()] = id.0;
            }
        }
        self.figures[id.index()].place = Place::Board(spaces);
        self.eyes.retain(|seen| seen.from != id && seen.to != id);
    }

    /// Takes a figure off the battlefield; its place is as yet nowhere.
    pub fn lift(&mut self, id: FigureId) {
        if let Place::Board(spaces) = self.figures[id.index()].place {
            for space in spaces.spaces() {
                if self.occupants[space.index()] == id.0 {
                    self.occupants[space.index()] = NOBODY;
                }
            }
            self.figures[id.index()].place = Place::Reserve;
        }
        self.eyes.retain(|seen| seen.from != id && seen.to != id);
    }

    /// Puts a step on top of the stack: it comes before what is waited for now.
    pub fn push(&mut self, step: impl Into<Step>) {
        self.steps.push(step.into());
    }

    /// Puts a step in the place of the innermost.
    pub fn replace(&mut self, step: impl Into<Step>) {
        self.steps.pop();
        self.push(step);
    }

    /// The step that is waited for.
    pub fn step(&self) -> Option<Step> {
        self.steps.last().copied()
    }

    /// How a figure was destroyed, if it was the last, or by what is still under way.
    pub fn fallen(&self, id: FigureId) -> Option<Fallen> {
        let before = self.fallen_before.iter().copied();
        before.chain(self.last_fallen()).find(|fallen| fallen.figure == id)
    }

    fn last_fallen(&self) -> Option<Fallen> {
        let (figure, lead, rest) = self.fallen_at?;
        Some(Fallen { figure, stood: (lead, rest).into(), by: self.fallen_by? })
    }

    /// Notes where a figure stands that is destroyed now, and by what.
    pub fn note_fallen(&mut self, id: FigureId, by: Harm) {
        let last = self.last_fallen();
        self.fallen_before.extend(last);
        self.fallen_before.retain(|fallen| fallen.figure != id);
        self.fallen_at = self.spaces(id).map(|its| (id, its.lead, its.rest));
        self.fallen_by = Some(by);
    }

    /// The treasures that a figure carries.
    pub fn carried_by(&self, figure: FigureId) -> impl Iterator<Item = GlyphId> {
        self.carried.iter().filter(move |one| one.figure == figure).map(|one| one.glyph)
    }

    /// Takes a treasure from who carries it, if it does.
    pub fn give_up(&mut self, figure: FigureId, glyph: GlyphId) -> Option<Carried> {
        let its = |one: &Carried| (one.figure, one.glyph) == (figure, glyph);
        let at = self.carried.iter().position(its)?;
        Some(self.carried.remove(at))
    }

    /// The glyph on a space.
    pub fn glyph_on(&self, space: SpaceId) -> Option<&LaidGlyph> {
        self.glyphs.iter().find(|glyph| glyph.space == space)
    }

    /// Whether a living figure's place counts it as living (HS-1.1.7).
    pub fn is_living(&self, id: FigureId) -> bool {
        matches!(self.figure(id).place, Place::Board(..) | Place::Reserve)
    }

    /// The seats of a team.
    pub fn seats_of(&self, team: u8) -> Seats {
        (0..self.seats()).map(Seat).filter(|seat| self.teams[seat.index()] == team).collect()
    }

    /// A seat and its teammates.
    pub fn team_of(&self, seat: Seat) -> Seats {
        self.teams.get(seat.index()).map_or(Seats::NONE, |team| self.seats_of(*team))
    }

    /// Recounts who stands where; says whether every figure has its spaces to itself.
    pub fn occupants_agree(&self, passing: Option<FigureId>) -> bool {
        let mut counted = vec![NOBODY; self.occupants.len()];
        for (id, figure) in self.all_figures() {
            let Place::Board(spaces) = figure.place else { continue };
            for space in spaces.spaces() {
                let Some(known) = counted.get_mut(space.index()) else { return false };
                if *known == NOBODY {
                    *known = id.0;
                } else if Some(id) != passing && Some(FigureId(*known)) != passing {
                    return false;
                } else if Some(FigureId(*known)) == passing {
                    *known = id.0;
                }
            }
        }
        counted == self.occupants
    }
}
