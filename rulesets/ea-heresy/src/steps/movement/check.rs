//! Whether one unit's move is legal, and on what grounds (EA-3, EA-5.1 to EA-5.10).

use super::check_zones::zone_duty;
use crate::position::action::{Action, Ending, UnitMove};
use crate::position::game::EaHeresy;
use crate::position::state::{FormationNo, State, Whereabouts};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::assault::counter_charge;
use crate::rules::movement::trip::{Block, Blocker, Plan, PlanLeg, Trip};
use crate::rules::movement::{length, movers, zones};
use crate::rules::{shelter, standing};
use crate::steps::movement::candidates;
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::table::{self, Length, Point, SLACK, said};

/// The most legs of one way.
const MOST_LEGS: usize = 64;

/// The farthest a place of a way may be from the origin, so that bases there can be reckoned with.
const FARTHEST_MOVE: Length = 1 << 20;

/// A place in words: its coordinates in cm.
pub(crate) fn place_words(at: Point) -> String {
    format!("({}, {})", said(at.x), said(at.y))
}

/// A premise without which an action means nothing, told only where it fails.
fn must<E: Explain<Rule>>(
    why: &mut E,
    rule: Rule,
    holds: bool,
    fact: impl FnOnce() -> Fact,
) -> Result<(), Broken<Rule>> {
    if holds { Ok(()) } else { why.need(rule, false, fact) }
}

/// Whether a way means anything: a living unit of the formation, places on this side of reason.
pub(super) fn needs_of_move<E: Explain<Rule>>(
    game: &EaHeresy,
    state: &State,
    formation: FormationNo,
    way: &UnitMove,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let known = way.unit.index() < state.units.len();
    must(why, Rule::Formations, known, || Fact::says("there is no such unit"))?;
    let unit = state.unit(way.unit);
    let name = || units::unit_name(game, way.unit).to_string();
    must(why, Rule::Formations, unit.alive(), || Fact::says(format!("`{}` is destroyed", name())))?;
    must(why, Rule::Moves, unit.formation == formation, || {
        let own = units::formation_name(game, formation);
        Fact::says(format!("`{}` is not of `{own}`, which moves now", name()))
    })?;
    must(why, Rule::Moves, unit.place != Whereabouts::Off, || {
        Fact::says(format!("`{}` is not on the table", name()))
    })?;
    must(why, Rule::Moves, way.path.len() <= MOST_LEGS, || {
        Fact::says("a way has too many legs").at_most(way.path.len() as i64, MOST_LEGS as i64)
    })?;
    let near = |at: &Point| at.is_within(FARTHEST_MOVE);
    must(why, Rule::Board, way.path.iter().all(near), || {
        Fact::says("a place of the way is far beyond the table")
    })?;
    let goal = match way.ends {
        Some(Ending::Enter(piece) | Ending::Invade(piece)) => {
            piece.index() < game.board.pieces.len()
                && units::terrain_of(game, state, piece).stronghold.is_some()
        }
        Some(Ending::Embark(transport)) => {
            transport.index() < state.units.len()
                && matches!(state.unit(transport).place, Whereabouts::Table(_))
                && transport != way.unit
        }
        None => true,
    };
    must(why, Rule::EnteringAndLeaving, goal, || {
        Fact::says("there is no such stronghold or transport to go into")
    })?;
    let comes_from = !matches!(unit.place, Whereabouts::Table(_));
    let ends_nowhere = comes_from && way.path.is_empty() && way.ends.is_some();
    must(why, Rule::EnteringAndLeaving, !ends_nowhere, || {
        Fact::says(format!("say where `{}` comes out first", name()))
    })
}

impl Trip<'_> {
    /// Whether the way is legal.
    pub(super) fn judge<E: Explain<Rule>>(
        &self,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        self.check_turn(why)?;
        let Some(plan) = self.plan(way) else { return self.check_stay(way, why) };
        if way.path.is_empty() && way.ends.is_none() {
            self.check_stay(way, why)?;
            if way.facing.is_none() {
                return Ok(());
            }
            return self.check_end(&plan, way, why);
        }
        self.check_start(&plan, way, why)?;
        self.check_length(&plan, way, why)?;
        self.check_roads(&plan, way, why)?;
        self.check_obstacles(&plan, way, why)?;
        let course = self.course(&plan, Trip::goal(way));
        self.check_zones(&plan, &course, way, why)?;
        self.check_end(&plan, way, why)?;
        self.check_contacts(&plan, way, why)?;
        self.check_ending(&plan, way, why)
    }

    /// Whether the way is legal, in one word.
    pub(super) fn allows(&self, way: &UnitMove) -> bool {
        self.judge(way, &mut Silent).is_ok()
    }

    pub(super) fn name(&self) -> &str {
        units::unit_name(self.game, self.unit)
    }

    /// Adds the nearest legal move, where there is one.
    pub(super) fn with_remedy(&self, fact: Fact, way: &UnitMove, holds: bool) -> Fact {
        if holds {
            return fact;
        }
        if let Some(all) = self.together {
            let own = all.iter().find(|way| way.unit == self.unit).and_then(|way| way.path.last());
            let says = match own {
                Some(at) => format!("all less far, `{}` to {}", self.name(), place_words(*at)),
                None => "all less far".to_string(),
            };
            return fact.instead(says, &Action::Move(all.to_vec()));
        }
        match candidates::nearest_legal_way(self.game, self.state, self.kind, way, true) {
            Some(instead) => {
                let says = match (instead.path.last(), instead.ends) {
                    (Some(at), _) => format!("go to {}", place_words(*at)),
                    (None, Some(_)) => "go in from here".to_string(),
                    (None, None) => "stay".to_string(),
                };
                fact.instead(says, &self.action_with(instead))
            }
            None => fact,
        }
    }

    /// The action that makes the moves before this one and then another way instead of it.
    fn action_with(&self, instead: UnitMove) -> Action {
        Action::Move(self.before.iter().cloned().chain([instead]).collect())
    }

    /// Whether it is this unit's turn to move.
    fn check_turn<E: Explain<Rule>>(&self, why: &mut E) -> Result<(), Broken<Rule>> {
        let moving = self.state.moving;
        let moved = moving.is_some_and(|moving| moving.moved.contains(self.unit));
        why.require(Rule::Moves, !moved, || {
            Fact::says(format!("`{}` has made this move already", self.name()))
                .held(format!("`{}` has not made this move yet", self.name()))
        })?;
        if self.kind == MoveKind::Withdraw {
            let done = movers::has_withdrawn(self.game, self.state, self.unit);
            why.require(Rule::Withdrawal, !done, || {
                let name = self.name();
                Fact::says(format!(
                    "`{name}` is ponderous and withdraws by one move, which it made"
                ))
                .held(format!("`{name}` has a move left to withdraw"))
            })?;
        }
        let other = moving
            .and_then(|moving| moving.stopped)
            .filter(|stopped| stopped.unit != self.unit)
            .map(|stopped| stopped.unit);
        why.require(Rule::Moves, other.is_none(), || {
            let other = other.map_or("?", |other| units::unit_name(self.game, other));
            Fact::says(format!("`{other}` is on its way and finishes its move first"))
                .held("no other unit is on its way")
        })
    }

    /// Whether the unit may stay (EA-3.4.3).
    fn check_stay<E: Explain<Rule>>(
        &self,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        if way.ends.is_some() || self.has_charged() {
            return Ok(());
        }
        if !self.has_to_be_out() {
            return Ok(());
        }
        let zone = zones::zone_it_stands_in(self.game, self.state, self.unit, self.kind);
        let Some(zone) = zone else { return Ok(()) };
        let out = self.way_out();
        why.require(zone_duty(zone), out.is_none() && !self.seeks_way_out, || {
            let fact = Fact::says(format!(
                "`{}` starts in the zone of control of `{}` and has to charge it or move out",
                self.name(),
                units::body_name(self.game, zone)
            ))
            .held(format!("`{}` has no way out of the zone of control it is in", self.name()));
            match out {
                Some(way) => fact.instead(
                    way.path
                        .last()
                        .map_or("go in".to_string(), |at| format!("go to {}", place_words(*at))),
                    &self.action_with(way.clone()),
                ),
                None => fact,
            }
        })
    }

    /// Whether the unit may set out as it does: from a stronghold, a transport, a fight.
    fn check_start<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let speed = length::allowance(self.game, self.state, self.unit, self.kind);
        why.require(Rule::UnitStatistics, speed > 0 || plan.disembarks, || {
            Fact::says(format!("`{}` does not move", self.name()))
                .held(format!("`{}` moves", self.name()))
        })?;
        if self.kind == MoveKind::CounterCharge {
            let kept = counter_charge::kept_from_counter_charge(self.game, self.state, self.unit);
            why.require(kept.unwrap_or(Rule::CounterCharge), kept.is_none(), || match kept {
                Some(rule) => {
                    Fact::says(counter_charge::kept_words(self.game, self.state, self.unit, rule))
                }
                None => Fact::says("").held(format!("`{}` may counter-charge", self.name())),
            })?;
        }
        match self.state.unit(self.unit).place {
            Whereabouts::Inside(piece) => self.check_leaving(plan, piece, why)?,
            Whereabouts::Aboard(transport) => self.check_disembarking(plan, transport, way, why)?,
            _ => {}
        }
        if self.kind == MoveKind::CounterCharge {
            self.check_counter_charge(plan, why)?;
        }
        Ok(())
    }

    fn check_length<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let limit = self.limit(plan, way.cautious, why);
        let before = self.stopped.map_or(0, |stopped| stopped.travelled);
        let length = plan.length.saturating_add(before);
        let holds = length <= limit.saturating_add(SLACK);
        let cautious = way.cautious || self.stopped.is_some_and(|stopped| stopped.cautious);
        let rule = if cautious { Rule::CautiousMove } else { self.kind.rule() };
        why.require(rule, holds, || {
            let fact = Fact::says(format!(
                "the way{} is {} cm long, `{}` may go {} cm",
                self.contact_words(plan),
                said(length),
                self.name(),
                said(limit)
            ))
            .held(format!("the way is {} cm of {} cm", said(length), said(limit)))
            .at_most(length, limit)
            .in_lengths();
            self.with_remedy(fact, way, holds)
        })?;
        let stopped_bold = self.stopped.is_some_and(|stopped| !stopped.cautious);
        why.require(Rule::CautiousMove, !(way.cautious && stopped_bold), || {
            Fact::says("a unit decides before its move whether it goes cautiously")
                .held("it was decided before the move")
        })
    }

    fn check_roads<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let bound = self.kind == MoveKind::Action
            && self.state.acting.is_some_and(|acting| {
                acting.road && acting.formation == self.state.unit(self.unit).formation
            });
        if !bound {
            return Ok(());
        }
        let enters = matches!(way.ends, Some(Ending::Enter(_)));
        let holds = !enters && self.on_road_all_along(&plan.legs);
        why.require(Rule::RoadMove, holds, || {
            let fact = Fact::says(format!(
                "the formation makes a road move, and the way of `{}` leaves the road",
                self.name()
            ))
            .held(format!("`{}` stays on the road", self.name()));
            self.with_remedy(fact, way, holds)
        })
    }

    /// Ground, steep sides, enemies and friends on the way (EA-3.2, EA-3.3, EA-5.3, EA-5.10).
    fn check_obstacles<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let board = self.game.board.bounds();
        let off = plan.legs.iter().map(PlanLeg::leg).find(|leg| {
            let bounds = leg.bounds();
            !(board.holds(bounds.low) && board.holds(bounds.high))
        });
        why.require(Rule::Board, off.is_none(), || {
            let at = off.map_or(Point::default(), |leg| leg.to);
            let fact = Fact::says(format!(
                "at {} the base of `{}` would hang over the table's edge",
                place_words(at),
                self.name()
            ))
            .held("the whole way is on the table");
            self.with_remedy(fact, way, off.is_none())
        })?;
        let block = self.block(plan);
        let rule = block.map_or(Rule::ImpassableTerrain, |block| self.block_rule(block.by));
        why.require(rule, block.is_none(), || {
            let fact = match block {
                Some(block) => Fact::says(self.block_words(plan, block)),
                None => Fact::says("").held("nothing is in the way"),
            };
            self.with_remedy(fact, way, block.is_none())
        })
    }

    fn block_rule(&self, by: Blocker) -> Rule {
        match by {
            Blocker::Enemy(_) => Rule::NotThroughEnemies,
            Blocker::Friend(_) => Rule::ThroughFriends,
            Blocker::Steep(_) => Rule::SteepHillsides,
            Blocker::Ground(piece) => match self.row(piece).stronghold {
                Some(_) if shelter::spaces_of(self.game, self.state, self.unit).is_some() => {
                    Rule::EnteringAndLeaving
                }
                Some(_) if !self.model.is_war_engine() => Rule::NoSpaceIsImpassable,
                _ => Rule::ImpassableTerrain,
            },
        }
    }

    fn block_words(&self, plan: &Plan, block: Block) -> String {
        let leg = plan.legs[block.leg].leg();
        let at = place_words(leg.middle(block.travelled));
        let done: Vec<Point> = plan.places().take(block.leg + 1).collect();
        let after = said(table::path_length(&done).saturating_add(block.travelled));
        let game = self.game;
        match block.by {
            Blocker::Enemy(unit) => format!(
                "`{}` is in the way after {after} cm, at {at}: nobody crosses an enemy",
                units::unit_name(game, unit)
            ),
            Blocker::Friend(unit) => format!(
                "`{}` is in the way after {after} cm, at {at}: vehicles do not pass vehicles",
                units::unit_name(game, unit)
            ),
            Blocker::Steep(piece) => format!(
                "a steep side of `{}` stops it after {after} cm, at {at}",
                units::piece_name(game, piece)
            ),
            Blocker::Ground(piece) => {
                let row = self.row(piece);
                let what = if row.stronghold.is_some()
                    && shelter::spaces_of(game, self.state, self.unit).is_some()
                {
                    "the way in ends at its walls"
                } else {
                    "it may not enter that ground"
                };
                format!(
                    "`{}` ({}) is in the way after {after} cm, at {at}: {what}",
                    units::piece_name(game, piece),
                    row.name
                )
            }
        }
    }

    /// Where it ends: room to stand, on ground where it may stand.
    fn check_end<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        if way.ends.is_some_and(|ends| !matches!(ends, Ending::Invade(_))) {
            return Ok(()); // It goes in, and stands nowhere.
        }
        let at = plan.end.centre();
        let obstacle = self.end_obstacle(&plan.end);
        let rule = obstacle.map_or(Rule::Bases, |obstacle| obstacle.rule());
        why.require(rule, obstacle.is_none(), || {
            let fact = match obstacle {
                Some(obstacle) => Fact::says(format!(
                    "`{}` cannot end at {}: {}",
                    self.name(),
                    place_words(at),
                    standing::obstacle_words(self.game, obstacle)
                )),
                None => Fact::says("").held(format!("it can stand at {}", place_words(at))),
            };
            self.with_remedy(fact, way, obstacle.is_none())
        })
    }
}
