//! A figure on its way on foot, step by step: what each costs, what bars it and what ends the move (HS-4.1).

use crate::position::footprint::Footprint;
use crate::position::game::HeroScape;
use crate::position::glyphs;
use crate::position::passages::Passage;
use crate::position::state::{FigureId, State};
use crate::rules::move_points::move_modifiers;
use crate::rules::roaming::{Roam, roam};
use crate::rules::{frozen, glyph_effects, held, holds, ladder};
use crate::tables::abilities::{Ability, Forbid, Power, Summary};
use crate::tables::rule::{OF_POWERS, Rule};
use umpire_core::hex::SpaceId;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};

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

impl Walker {
    /// The spaces it is on.
    pub fn stands(&self) -> Footprint {
        Footprint::ends(self.lead, self.trail)
    }

    /// A figure before its next step; `turned` lets its other end lead (HS-4.2.5).
    pub fn of(game: &HeroScape, state: &State, figure: FigureId, turned: bool) -> Walker {
        let spaces = state.spaces(figure).unwrap_or_default();
        let (lead, trail) = match spaces.trail() {
            Some(trail) if turned => (trail, Some(spaces.lead)),
            _ => (spaces.lead, spaces.trail()),
        };
        let (points, road) = match &state.turn.moving {
            // A base of many spaces goes nowhere, whatever would add to its Move (HS-4.2.9).
            _ if spaces.is_rooted() => (0, 0),
            Some(moving) if moving.figure == figure => {
                (moving.budget - moving.spent, moving.road_bonus)
            }
            _ => match roam(game, state) {
                Some(Roam { budget: Some(points), .. }) => (points, 0),
                roam => {
                    let plus = roam.map_or(0, |roam| roam.plus);
                    let points = move_modifiers(game, state, figure, &mut Silent) + plus;
                    (points, road_bonus(game, state, spaces, points))
                }
            },
        };
        Walker { figure, lead, trail, points, road }
    }

    /// The points of a step for the figure as it moves now: with powers that ease its way.
    pub fn cost_now(&self, game: &HeroScape, state: &State, passage: &Passage) -> i16 {
        let to = passage.to;
        let mut points = game.ground.points_of(&state.laid_tiles, passage);
        let enter = game.tile_at(state, to).enter_cost;
        let eased = enter > 1 && game.has(state, self.figure, Ability::SnowEase);
        if eased && holds::is_ground(game, state, to, &["snow_or_ice".to_string()]) {
            points -= enter - 1;
        }
        if roam(game, state).is_some_and(|roam| roam.rise.is_some()) {
            points -= passage.rise.min(points - 1).max(0);
        }
        points
    }

    /// The walker after a step; the road bonus goes when the road is left (HS-5.5.1).
    #[must_use]
    pub fn after(&self, game: &HeroScape, state: &State, to: SpaceId, cost: i16) -> Walker {
        let trail = self.trail.map(|_| self.lead);
        let road = if game.tile_at(state, to).road { self.road } else { 0 };
        Walker { lead: to, trail, points: self.points - cost, road, ..*self }
    }

    /// Whether the figure may end its move where the walker stands (HS-4.1.6, HS-4.2.2).
    pub fn may_end<E: Explain<Rule>>(
        &self,
        game: &HeroScape,
        state: &State,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        for space in self.stands().spaces() {
            let free = state.occupant(space).is_none_or(|other| other == self.figure);
            why.need(Rule::PassingFigures, free, || {
                let other = state.occupant(space).map(|other| game.figure_name(state, other));
                let (name, other) = (game.ground.name(space), other.unwrap_or_default());
                Fact::says(format!("a move may not end at {name}, {other} stands there"))
            })?;
            let crowd = ladder::crowded_by(game, state, self.figure, space);
            why.need(Rule::FigureMustFit, crowd.is_none(), || {
                let other = crowd.map(|other| game.figure_name(state, other)).unwrap_or_default();
                let name = game.ground.name(space);
                Fact::says(format!("a move may not end at {name}, {other} is on the same ladder"))
            })?;
        }
        if let Some(trail) = self.trail {
            let levels = (game.ground.level(self.lead), game.ground.level(trail));
            why.require(Rule::TwoSpacesLevel, levels.0 == levels.1, || {
                Fact::says("a move of a figure on two spaces ends with both on one level")
                    .exactly(levels.1, levels.0)
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
        let next = self.check_ground(game, state, to, why)?;
        let (has, needed) = self.points_to(&next);
        why.require(Rule::StepCost, needed <= has, || self.points_told(game, state, &next))?;
        Ok(next)
    }

    /// The points that it has for a way from here, and those that it needs. Whoever has too few at any step has too few at the
    /// end, as no step gives points back and the road's are lost with the road.
    pub fn points_to(&self, end: &Walker) -> (i16, i16) {
        (self.points + end.road, self.points - end.points)
    }

    /// How the points that it has compare with those it needs.
    pub fn points_told(&self, game: &HeroScape, state: &State, end: &Walker) -> Fact {
        let (has, needed) = self.points_to(end);
        let (name, to) = (game.figure_name(state, self.figure), game.ground.name(end.lead));
        let left = state.turn.moving.is_some_and(|moving| moving.figure == self.figure);
        let left = if left { " left" } else { "" };
        let has = has.max(0);
        let fact = Fact::says(format!("{to} needs {needed} points, {name} has {has}{left}"));
        fact.at_least(has, needed)
    }

    /// Judges one step but for the points it takes.
    pub fn check_ground<E: Explain<Rule>>(
        &self,
        game: &HeroScape,
        state: &State,
        to: SpaceId,
        why: &mut E,
    ) -> Result<Walker, Broken<Rule>> {
        let passage = game.ground.passage(self.lead, to).filter(|_| self.trail != Some(to));
        why.need(Rule::StepCost, passage.is_some(), || {
            let from = game.ground.name(self.lead);
            Fact::says(format!("a step leads to another space that neighbours {from}"))
        })?;
        let Some(passage) = passage else { return Err(Broken(Rule::StepCost)) };
        let card = game.card(state, self.figure);
        let cost = self.cost_now(game, state, passage);
        // Plain ground meets what follows by itself.
        if E::LISTENS || passage.built || game.basic {
            ladder::check_step(game, state, self.figure, (self.lead, to), why)?;
        }
        why.require(Rule::ObstaclesBlockMovement, !passage.walled, || {
            Fact::says(format!("a wall bars the way to {}", game.ground.name(to)))
        })?;
        // Whoever climbs higher rises its own Height as well: nobody's powers are gone through for less.
        let is_low = !E::LISTENS && passage.rise < card.height;
        let roam = roam(game, state);
        if let Some(most) = roam.and_then(|roam| roam.drop) {
            let down = game.ground.level(self.lead) - game.ground.level(to);
            why.require(OF_POWERS, down <= most, || {
                let name = game.ground.name(to);
                Fact::says(format!("this move comes down at most {most} levels; {name} is lower"))
                    .at_most(down, most)
            })?;
        }
        let limit = match roam.and_then(|roam| roam.rise) {
            Some(rise) => rise + 1,
            None if is_low => card.height,
            None => game.climb_height(state, self.figure),
        };
        let rule = if limit == card.height { Rule::ClimbLimit } else { Rule::ClimbMultiplier };
        why.require(rule, passage.rise < limit, || {
            let name = game.ground.name(to);
            let walled = passage.rise > game.ground.level(to) - game.ground.level(self.lead);
            let what = if walled { format!("the wall before {name}") } else { name };
            Fact::says(format!("one step rises at most {} levels; {what} is higher", limit - 1))
                .at_most(passage.rise, limit - 1)
        })?;
        check_glyph(game, state, self.figure, to, why)?;
        let room = game.ground.room(to);
        why.require(Rule::FigureMustFit, room.is_none_or(|room| room >= card.height), || {
            let name = game.ground.name(to);
            Fact::says(format!("the figure does not fit under what hangs over {name}"))
                .at_least(room.unwrap_or(0), card.height)
        })?;
        // Its own spaces do not stand in its way, even if the table still has it there.
        if let Some(other) = state.occupant(to).filter(|other| *other != self.figure) {
            self.check_passing(game, state, other, why)?;
        }
        if let Some(other) = ladder::crowded_by(game, state, self.figure, to) {
            self.check_passing(game, state, other, why)?;
        }
        let next = self.after(game, state, to, cost);
        if let Some(rule) = next.stop(game, state) {
            let free = next.may_end(game, state, &mut Silent).is_ok();
            why.need(Rule::StopMustBeLegal, free, || {
                let name = game.ground.name(to);
                let cause = game.cite_rule(rule);
                Fact::says(format!("{name} ends the move ({cause}), but it may not end there"))
            })?;
        } else if held::any_holds(game, state) && next.may_end(game, state, &mut Silent).is_err() {
            let holder = held::holds_at(game, state, self.figure, next.stands(), true);
            why.need(Rule::StopMustBeLegal, holder.is_none(), || {
                let (name, rule) = (game.ground.name(to), Rule::Ability(Ability::Hold));
                let by = holder.map_or(String::new(), |by| game.figure_name(state, by));
                let cause = game.cite_rule(rule);
                Fact::says(format!(
                    "{by} ends the move at {name} ({cause}), but it may not end there"
                ))
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
        let barred = barred_by(game, state, other);
        why.require(Rule::Ability(Ability::Forbid), barred.is_none(), || {
            let by = barred.map_or(String::new(), |by| game.figure_name(state, by));
            Fact::says(format!("{by} lets nobody pass {}", game.figure_name(state, other)))
        })?;
        let ghost = game.has(state, self.figure, Ability::GhostWalk);
        let friend = !game.enemies(state, self.figure, other);
        let open = game.edition.pass_engaged_friend || !game.is_engaged(state, other);
        why.require(Rule::PassingFigures, ghost || (friend && open), || {
            let name = game.figure_name(state, other);
            let ground = if friend { "is engaged" } else { "is an enemy" };
            Fact::says(format!("{name} stands in the way and {ground}"))
        })
    }

    /// The ability that keeps ground from stopping the figure, if there is one.
    fn unstopped_by(&self, game: &HeroScape, state: &State, space: SpaceId) -> Option<Ability> {
        let rules = game.tile_at(state, space);
        let swims = rules.spares_swimmers.then_some(Ability::WaterNoStop);
        let endures = rules.spares_lava_resistant.then_some(Ability::LavaResistant);
        let mut spares = swims.into_iter().chain(endures).filter(|_| rules.stop);
        let own = spares.find(|ability| game.has(state, self.figure, *ability));
        let frozen = || rules.stop && frozen::is_frozen(game, state, space);
        own.or_else(|| frozen().then_some(Ability::Freezes))
    }

    /// The ability but for which ground would end the move where the walker stands.
    pub fn spared(&self, game: &HeroScape, state: &State) -> Option<Ability> {
        let mut spaces = self.stands().spaces();
        let stops = spaces.clone().all(|space| game.tile_at(state, space).stop);
        spaces.find_map(|space| self.unstopped_by(game, state, space)).filter(|_| stops)
    }

    /// What ends the move where the walker stands, if anything does (HS-4.1.10).
    pub fn stop(&self, game: &HeroScape, state: &State) -> Option<Rule> {
        let halts = |space: SpaceId| {
            game.tile_at(state, space).stop && self.unstopped_by(game, state, space).is_none()
        };
        let row = game.tile_at(state, self.lead).row;
        if halts(self.lead) && self.trail.is_none_or(halts) {
            return Some(Rule::Terrain(row));
        }
        let glyph = state.glyph_on(self.lead)?;
        (!glyph_effects::passes(game, state, self.figure, glyph)).then_some(Rule::ForcedStops)
    }
}

/// The figure whose power lets nobody pass another, if there is one.
fn barred_by(game: &HeroScape, state: &State, other: FigureId) -> Option<FigureId> {
    let forbids = |its: &Summary| its.has(Ability::Forbid);
    let in_play = state.copies.iter().any(|copy| forbids(&game.catalog.card(copy.card).summary));
    let bars = |source: FigureId| {
        game.powers_where(state, source, forbids).any(|(_, power)| match power {
            Power::Forbid(Forbid::Passing(filter)) => {
                holds::meets(game, state, source, other, filter)
            }
            _ => false,
        })
    };
    let mut sources = state.all_figures().map(|(id, _)| id).filter(|_| in_play);
    sources.find(|source| state.spaces(*source).is_some() && bars(*source))
}

/// Whether the glyph on a space lets a figure enter it (HS-6.1.4).
pub fn check_glyph<E: Explain<Rule>>(
    game: &HeroScape,
    state: &State,
    figure: FigureId,
    to: SpaceId,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let shut = glyph_effects::shut_to(game, state, figure, to);
    why.require(Rule::KeldaEntry, shut.is_none(), || {
        let name =
            shut.and_then(|kind| glyphs::glyph(game, kind)).map_or("it", |glyph| &glyph.name);
        let to = game.ground.name(to);
        Fact::says(format!("{name} lies at {to}, and only a wounded figure may enter it"))
    })
}

/// Points more for a figure that begins its move wholly on road. They go on from its own points: who has none does not move.
pub fn road_bonus(game: &HeroScape, state: &State, spaces: Footprint, points: i16) -> i16 {
    if points <= 0 {
        return 0;
    }
    let all_road = spaces.spaces().all(|space| game.tile_at(state, space).road);
    if all_road { game.tile_at(state, spaces.lead).start_bonus } else { 0 }
}
