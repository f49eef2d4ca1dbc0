//! Movement judged step by step, falls, and what ground does to those who enter (HS-4).

use crate::abilities::{Ability, move_modifiers};
use crate::action::Action;
use crate::event::{Event, Harm};
use crate::game::{HeroScape, both};
use crate::ground::EdgeRules;
use crate::rule::Rule;
use crate::state::{FigureId, State};
use crate::steps::{Step, casualty, turn};
use umpire_core::dice::Face;
use umpire_core::game::Observe;
use umpire_core::hex::SpaceId;
use umpire_core::ruling::{Broken, Explain, Fact, Ruling, Silent};

/// A figure on its way: where its ends are and what it may still spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Walker {
    /// Who.
    pub figure: FigureId,
    /// Its leading end.
    pub lead: SpaceId,
    /// Its other end.
    pub trail: Option<SpaceId>,
    /// Points it may still spend off the road.
    pub points: i16,
    /// Points more on the road.
    pub road: i16,
}

/// What one step costs and how far it drops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepCost {
    /// Points.
    pub points: i16,
    /// Levels risen, walls climbed over included.
    pub rise: i16,
    /// Levels dropped, from the top of a wall where one is crossed.
    pub drop: i16,
    /// Whether a wall that cannot be climbed stands between.
    pub walled: bool,
}

impl Walker {
    /// A figure before its next step; `turned` lets its other end lead (HS-4.2.5).
    pub fn of(game: &HeroScape, state: &State, figure: FigureId, turned: bool) -> Walker {
        let (lead, trail) = state.spaces(figure).unwrap_or_default();
        let (lead, trail) = match trail {
            Some(trail) if turned => (trail, Some(lead)),
            _ => (lead, trail),
        };
        let (points, road) = match &state.turn.moving {
            Some(moving) if moving.figure == figure => {
                (moving.budget - moving.spent, moving.road_bonus)
            }
            _ => {
                let points = move_modifiers(game, state, figure, &mut Silent);
                (points, road_bonus(game, (lead, trail)))
            }
        };
        Walker { figure, lead, trail, points, road }
    }

    /// Cost, rise and drop of a step to a neighbouring space.
    pub fn cost(&self, game: &HeroScape, to: SpaceId) -> StepCost {
        let (from_level, to_level) = (game.ground.level(self.lead), game.ground.level(to));
        let side = game.ground.side(self.lead, to);
        let edge = side.and_then(|side| game.ground.edge(self.lead, side));
        let plain = (to_level - from_level).max(0);
        let (rise, drop, walled) = match edge {
            None => (plain, from_level - to_level, false),
            Some(edge) => {
                let EdgeRules { two_faces, climb, .. } = game.ground.edge_kind(edge);
                let wall = if two_faces { edge.height_here } else { edge.top() - from_level };
                let top = if two_faces { edge.top() } else { edge.top().max(from_level) };
                (wall.max(plain).max(0), top - to_level, !climb && wall > 0)
            }
        };
        StepCost { points: game.ground.at(to).enter_cost + rise, rise, drop, walled }
    }

    /// The walker after a step; the road bonus goes when the road is left (HS-5.5.1).
    #[must_use]
    pub fn after(&self, game: &HeroScape, to: SpaceId, cost: i16) -> Walker {
        let trail = self.trail.map(|_| self.lead);
        let road = if game.ground.at(to).road { self.road } else { 0 };
        Walker { lead: to, trail, points: self.points - cost, road, ..*self }
    }

    /// What the walker could spend on a step there.
    pub fn purse(&self, game: &HeroScape, to: SpaceId) -> i16 {
        self.points + if game.ground.at(to).road { self.road } else { 0 }
    }

    /// Whether the figure may end its move where the walker stands (HS-4.1.6, HS-4.2.2).
    pub fn may_end<E: Explain<Rule>>(
        &self,
        game: &HeroScape,
        state: &State,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        for space in both((self.lead, self.trail)) {
            let free = state.occupant(space).is_none_or(|other| other == self.figure);
            why.need(Rule::PassingFigures, free, || {
                let other = state.occupant(space).map(|other| game.figure_name(state, other));
                let (name, other) = (game.ground.name(space), other.unwrap_or_default());
                Fact::says(format!("a move may not end at {name}, {other} stands there"))
            })?;
        }
        if let Some(trail) = self.trail {
            let levels = (game.ground.level(self.lead), game.ground.level(trail));
            why.require(Rule::TwoSpacesLevel, levels.0 == levels.1, || {
                Fact::says("a move of a figure on two spaces ends with both on one level")
                    .compared(levels.1, levels.0)
            })?;
        }
        Ok(())
    }

    /// Whether one step there is legal and may end the move.
    pub fn may_end_after<E: Explain<Rule>>(
        &self,
        game: &HeroScape,
        state: &State,
        to: SpaceId,
        why: &mut E,
    ) -> bool {
        self.check(game, state, to, why).is_ok_and(|next| next.may_end(game, state, why).is_ok())
    }

    /// Judges one step, not whether the move may end after it.
    pub fn check<E: Explain<Rule>>(
        &self,
        game: &HeroScape,
        state: &State,
        to: SpaceId,
        why: &mut E,
    ) -> Result<Walker, Broken<Rule>> {
        let known = to.index() < game.ground.board.spaces();
        let beside = known && game.ground.side(self.lead, to).is_some();
        why.need(Rule::StepCost, beside && self.trail != Some(to), || {
            let from = game.ground.name(self.lead);
            Fact::says(format!("a step leads to another space that neighbours {from}"))
        })?;
        let card = game.card(state, self.figure);
        let cost = self.cost(game, to);
        why.require(Rule::ObstaclesBlockMovement, !cost.walled, || {
            Fact::says(format!("a wall bars the way to {}", game.ground.name(to)))
        })?;
        let limit = card.climb_height();
        let rule = if limit == card.height { Rule::ClimbLimit } else { Rule::ClimbMultiplier };
        why.require(rule, cost.rise < limit, || {
            let name = game.ground.name(to);
            let walled = cost.rise > game.ground.level(to) - game.ground.level(self.lead);
            let what = if walled { format!("the wall before {name}") } else { name };
            Fact::says(format!("one step rises at most {} levels; {what} is higher", limit - 1))
                .compared(cost.rise, limit - 1)
        })?;
        let room = game.ground.room(to);
        why.require(Rule::FigureMustFit, room.is_none_or(|room| room >= card.height), || {
            let name = game.ground.name(to);
            Fact::says(format!("the figure does not fit under what hangs over {name}"))
                .compared(room.unwrap_or(0), card.height)
        })?;
        // Its own spaces do not stand in its way, even if the table still has it there.
        if let Some(other) = state.occupant(to).filter(|other| *other != self.figure) {
            self.check_passing(game, state, other, why)?;
        }
        let purse = self.purse(game, to);
        why.require(Rule::StepCost, cost.points <= purse, || {
            let name = game.ground.name(to);
            Fact::says(format!("{} points are needed to enter {name}", cost.points))
                .compared(purse, cost.points)
        })?;
        let next = self.after(game, to, cost.points);
        if let Some(rule) = next.stop(game, state) {
            let mut quiet = Ruling::default();
            let free = next.may_end(game, state, &mut quiet).is_ok() && quiet.holds();
            why.need(Rule::StopMustBeLegal, free, || {
                let name = game.ground.name(to);
                let cause = game.cite_rule(rule);
                Fact::says(format!("{name} ends the move ({cause}), but it may not end there"))
            })?;
        }
        Ok(next)
    }

    fn check_passing<E: Explain<Rule>>(
        &self,
        game: &HeroScape,
        state: &State,
        other: FigureId,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let ghost = game.has(state, self.figure, Ability::GhostWalk);
        let friend = !game.enemies(state, self.figure, other);
        let open = game.edition.pass_engaged_friend || !game.is_engaged(state, other);
        why.require(Rule::PassingFigures, ghost || (friend && open), || {
            let name = game.figure_name(state, other);
            let ground = if friend { "is engaged" } else { "is an enemy" };
            Fact::says(format!("{name} stands in the way and {ground}"))
        })
    }

    /// What ends the move where the walker stands, if anything does (HS-4.1.10).
    pub fn stop(&self, game: &HeroScape, state: &State) -> Option<Rule> {
        let halts = |space: SpaceId| {
            let rules = game.ground.at(space);
            let swims = rules.spares_swimmers && game.has(state, self.figure, Ability::WaterNoStop);
            let endures =
                rules.spares_lava_resistant && game.has(state, self.figure, Ability::LavaResistant);
            rules.stop && !swims && !endures
        };
        let row = game.ground.at(self.lead).row;
        if halts(self.lead) && self.trail.is_none_or(halts) {
            return Some(Rule::Terrain(row));
        }
        let glyph = state.glyph_on(self.lead)?;
        let treasure = glyph
            .kind
            .filter(|_| glyph.face_up)
            .is_some_and(|kind| !game.catalog.glyphs[usize::from(kind.0)].stops());
        (!treasure).then_some(Rule::ForcedStops)
    }
}

/// Points more for a figure that begins its move wholly on road.
pub fn road_bonus(game: &HeroScape, spaces: (SpaceId, Option<SpaceId>)) -> i16 {
    let all_road = both(spaces).all(|space| game.ground.at(space).road);
    if all_road { game.ground.at(spaces.0).start_bonus } else { 0 }
}

/// Whether a figure may fly.
pub fn flies(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    game.has(state, figure, Ability::Flying) || game.has(state, figure, Ability::StealthFlying)
}

/// Premises that any move of a figure rests on.
fn check_mover<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    turn::check_actor(game, state, figure, false, why)?;
    why.require(Rule::TurnSequence, !state.turn.attacking, || {
        Fact::says("figures move before any attacks, not after")
    })?;
    let moving = state.turn.moving.filter(|moving| moving.figure == figure);
    let done = moving.is_none() && state.turn.moved.contains(figure);
    why.require(Rule::TurnSequence, !done, || {
        let name = game.figure_name(state, figure);
        Fact::says(format!("{name} has moved already, figures move one at a time"))
    })?;
    why.require(Rule::ForcedStops, !moving.is_some_and(|moving| moving.stopped), || {
        Fact::says("its move was ended by what it entered")
    })
}

/// Judges a walk along a path.
pub fn check_move<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    turned: bool,
    path: &[SpaceId],
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_mover(game, state, figure, why)?;
    let double = state.spaces(figure).is_some_and(|(_, trail)| trail.is_some());
    why.need(Rule::Flipping, !turned || double, || {
        Fact::says("only a figure on two spaces has another end to lead")
    })?;
    why.need(Rule::StepCost, !path.is_empty(), || Fact::says("a move needs a space to go to"))?;
    let mut walker = Walker::of(game, state, figure, turned);
    for (at, to) in path.iter().enumerate() {
        walker = walker.check(game, state, *to, why)?;
        let last = at + 1 == path.len();
        if let (Some(_), false) = (walker.stop(game, state), last) {
            let rule = Rule::ForcedStops;
            let so_far = path[..=at].iter().copied().collect();
            let shorter = Action::Move { figure, turned, path: so_far };
            why.require(rule, false, || {
                let name = game.ground.name(*to);
                let fact = Fact::says(format!("{name} ends the move"));
                let seat = state.turn.seat;
                if super::holds(game, state, seat, &shorter) {
                    fact.instead(format!("stop at {name}"), &shorter)
                } else {
                    fact
                }
            })?;
        }
    }
    walker.may_end(game, state, why)
}

/// Judges a flight.
pub fn check_flight<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    (to, trail): (SpaceId, Option<SpaceId>),
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    check_mover(game, state, figure, why)?;
    why.require(Rule::Flying, flies(game, state, figure), || {
        Fact::says(format!("{} cannot fly", game.figure_name(state, figure)))
    })?;
    let spaces = game.ground.board.spaces();
    let known = to.index() < spaces && trail.is_none_or(|trail| trail.index() < spaces);
    why.need(Rule::BattlefieldSpaces, known, || Fact::says("there is no such space"))?;
    let walker = Walker::of(game, state, figure, false);
    let shape = trail.is_some() == walker.trail.is_some()
        && trail.is_none_or(|trail| game.ground.side(to, trail).is_some());
    why.need(Rule::TwoSpacesLevel, shape && to != walker.lead, || {
        Fact::says("a flight leads to other spaces, one or two neighbouring ones as the figure has")
    })?;
    let card = game.card(state, figure);
    for space in both((to, trail)) {
        let room = game.ground.room(space);
        why.require(Rule::FigureMustFit, room.is_none_or(|room| room >= card.height), || {
            let name = game.ground.name(space);
            Fact::says(format!("the figure does not fit under what hangs over {name}"))
                .compared(room.unwrap_or(0), card.height)
        })?;
    }
    let cost = flight_cost(game, state, &walker, (to, trail));
    let purse = walker.points;
    why.require(Rule::Flying, cost.is_some_and(|cost| cost <= purse), || {
        let name = game.ground.name(to);
        match cost {
            Some(cost) => Fact::says(format!("{name} is {cost} hexes away")).compared(purse, cost),
            None => Fact::says(format!("no way over the board leads to {name}")),
        }
    })?;
    Walker { lead: to, trail, ..walker }.may_end(game, state, why)
}

/// Points of a flight: hexes entered, obstacles included, gaps gone round (HS-4.5.1).
pub fn flight_cost(
    game: &HeroScape,
    state: &State,
    walker: &Walker,
    (to, trail): (SpaceId, Option<SpaceId>),
) -> Option<i16> {
    let board = &game.ground.board;
    let hex = |space: SpaceId| board.space(space).hex;
    let ends = both((walker.lead, walker.trail));
    let range = |end: SpaceId, to: SpaceId| {
        if game.edition.flyer_stops_on_glyph {
            range_round_glyphs(game, state, end, to)
        } else {
            board.range(hex(end), hex(to))
        }
    };
    let cost = ends
        .filter_map(|end| match trail {
            None => range(end, to),
            // Its other end follows: the leading end crosses that hex last.
            Some(trail) if trail == end => Some(1),
            Some(trail) => {
                let stops = game.edition.flyer_stops_on_glyph && state.glyph_on(trail).is_some();
                range(end, trail).filter(|_| !stops).map(|cost| cost + 1)
            }
        })
        .min()?;
    Some((cost as i16).max(1))
}

/// Hexes between, passing over no glyph on the way (field `flyer_stops_on_glyph`).
fn range_round_glyphs(game: &HeroScape, state: &State, from: SpaceId, to: SpaceId) -> Option<u16> {
    let board = &game.ground.board;
    let (from, to) = (board.space(from).hex, board.space(to).hex);
    let closed: Vec<_> = state.glyphs.iter().map(|laid| board.space(laid.space).hex).collect();
    let mut reach = umpire_core::hex::Reach::new();
    reach.search(board.hexes(), u32::from(from.0), u32::from(u16::MAX), |node, _, steps| {
        let hex = umpire_core::hex::HexId(node as u16);
        if hex != from && closed.contains(&hex) {
            return;
        }
        for side in umpire_core::hex::Side::ALL {
            if let Some(next) = board.neighbour(hex, side) {
                steps.to(u32::from(next.0), 1);
            }
        }
    });
    reach.cost_to(u32::from(to.0)).map(|cost| cost as u16)
}

/// Every flight of at most so many hexes that may end where it leads.
pub fn flights(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    most: i16,
    mut each: impl FnMut(SpaceId, Option<SpaceId>),
) {
    let walker = Walker::of(game, state, figure, false);
    let card = game.card(state, figure);
    let board = &game.ground.board;
    let fits = |space: SpaceId| {
        game.ground.room(space).is_none_or(|room| room >= card.height)
            && state.occupant(space).is_none_or(|other| other == figure)
    };
    let mut consider = |to: SpaceId| {
        if to == walker.lead || !fits(to) {
            return;
        }
        let purse = walker.points.min(most);
        let trails: smallvec::SmallVec<[Option<SpaceId>; 8]> = match walker.trail {
            None => smallvec::smallvec![None],
            Some(_) => board
                .neighbours(to)
                .map(|(_, trail)| trail)
                .filter(|t| fits(*t) && game.ground.level(*t) == game.ground.level(to))
                .map(Some)
                .collect(),
        };
        for trail in trails {
            let cost = flight_cost(game, state, &walker, (to, trail));
            if cost.is_some_and(|cost| cost <= purse) {
                each(to, trail);
            }
        }
    };
    if most == 1 {
        let near: smallvec::SmallVec<[SpaceId; 24]> = both((walker.lead, walker.trail))
            .flat_map(|end| board.neighbours(end).map(|(_, to)| to))
            .collect();
        for (at, to) in near.iter().enumerate() {
            if !near[..at].contains(to) {
                consider(*to);
            }
        }
    } else {
        board.space_ids().for_each(consider);
    }
}

/// A figure arrives where it was moving to, and may fall (HS-4.1.12).
pub fn arrive<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    step: Step,
    events: &mut O,
) -> bool {
    state.steps.pop();
    let Step::Arrive { figure, to, trail, drop, cost, flying } = step else { return true };
    let Some((from, _)) = state.spaces(figure) else { return true };
    state.put(figure, to, trail);
    if flying {
        events.tell(|| Event::Flew { figure, from, to, cost });
    } else {
        events.tell(|| Event::Moved { figure, from, to, cost });
    }
    state.steps.push(Step::Entered(figure));
    let over = drop - game.card(state, figure).climb_height();
    if !flying && !game.ground.at(to).fall_safe {
        let band =
            game.edition.falls.iter().filter(|fall| over >= fall.over).max_by_key(|f| f.over);
        if let Some(fall) = band {
            events.tell(|| Event::Falls { figure, levels: drop });
            state.steps.push(Step::Fall(figure, fall.dice, fall.d20_survive));
        }
    }
    true
}

/// What a fall does.
pub fn resolve_fall<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    survive: Option<u8>,
    faces: &[Face],
    events: &mut O,
) {
    let wounds = match survive {
        Some(survive) if faces[0] + 1 >= survive => 0,
        Some(_) => {
            casualty::destroy(state, figure, Harm::Fall, events);
            return;
        }
        None => faces.iter().filter(|face| game.hazard_faces().is_skull(**face)).count() as u8,
    };
    if wounds == 0 {
        events.tell(|| Event::FallSurvived { figure });
    } else {
        casualty::harm(game, state, figure, wounds, Harm::Fall, events);
    }
}

/// The row of terrain that a figure has to roll for, where it stands.
pub fn deadly_row(game: &HeroScape, state: &State, figure: FigureId) -> Option<u16> {
    if game.has(state, figure, Ability::LavaResistant) {
        return None;
    }
    let mut spaces = both(state.spaces(figure)?);
    let space = spaces.find(|space| game.ground.at(*space).destroys.is_some())?;
    Some(game.ground.at(space).row)
}

/// Whether a number destroys a figure where it stands.
pub fn destroys(game: &HeroScape, state: &State, figure: FigureId, number: u8) -> bool {
    let spaces = state.spaces(figure).into_iter().flat_map(both);
    let mut ranges = spaces.filter_map(|space| game.ground.at(space).destroys);
    ranges.any(|(first, last)| (first..=last).contains(&number))
}

/// Whether a figure on two spaces stands on terrain that kills without having been stopped by it.
pub fn half_on_deadly(game: &HeroScape, state: &State, figure: FigureId) -> bool {
    state.spaces(figure).is_some_and(|(_, trail)| trail.is_some())
        && deadly_row(game, state, figure).is_some()
}

/// What entered ground does: deadly terrain first, then what [`halted`] brings (HS-4.1.12).
pub fn entered(game: &HeroScape, state: &mut State, figure: FigureId) -> bool {
    state.steps.pop();
    let Some((lead, trail)) = state.spaces(figure) else { return true };
    let walker = Walker { figure, lead, trail, points: 0, road: 0 };
    let stops = walker.stop(game, state).is_some();
    state.steps.push(Step::Halted(figure));
    let here = deadly_row(game, state, figure).is_some();
    if here && (trail.is_none() || stops) {
        state.steps.push(Step::EnterDie(figure));
    }
    true
}

/// A figure that has lived through the ground it entered turns up the glyph there and may have to
/// stop.
pub fn halted<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    events: &mut O,
) -> bool {
    state.steps.pop();
    let Some((lead, trail)) = state.spaces(figure) else { return true };
    let walker = Walker { figure, lead, trail, points: 0, road: 0 };
    let stop = walker.stop(game, state);
    super::walking::turn_up_glyph(game, state, figure, lead, events);
    if let Some(because) = stop {
        if let Some(moving) = &mut state.turn.moving {
            moving.stopped = true;
        }
        state.onward.clear();
        events.tell(|| Event::Stopped { figure, because });
    }
    true
}

/// What terrain's die does.
pub fn resolve_enter<O: Observe<Event>>(
    game: &HeroScape,
    state: &mut State,
    figure: FigureId,
    rolled: u8,
    events: &mut O,
) {
    let Some(row) = deadly_row(game, state, figure) else { return };
    let survived = !destroys(game, state, figure, rolled);
    events.tell(|| Event::Entered { figure, row, rolled, survived });
    if !survived {
        casualty::destroy(state, figure, Harm::Entering(row), events);
    }
}
