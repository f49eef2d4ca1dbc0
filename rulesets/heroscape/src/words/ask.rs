//! Questions answered: who sees whom, where a figure can go, what the odds are.

use crate::abilities::move_modifiers;
use crate::action::{Action, Aim};
use crate::game::{HeroScape, both};
use crate::rule::Rule;
use crate::sight::{Part, plan};
use crate::state::{Attacked, FigureId, Place, State, Turn};
use crate::steps::{Step, attack};
use std::collections::BTreeMap;
use umpire_core::data::suggest;
use umpire_core::game::{Deaf, Game};
use umpire_core::host::{Answer, Assume, Slip};
use umpire_core::odds::{Share, enumerate};
use umpire_core::ruling::{Explain, Ruling};
use umpire_core::scene::{Paint, Shape};
use umpire_core::seat::Seat;

/// Positions weighed before odds are given up.
const ODDS_LIMIT: usize = 200_000;

impl HeroScape {
    /// Answers a question, typed with its verb first.
    pub(crate) fn answer(&self, state: &State, text: &str) -> Result<Answer, Slip> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let (verb, rest) = text.split_once(' ').unwrap_or((text.as_str(), ""));
        match verb {
            "los" => self.answer_sight(state, rest),
            "reach" => self.answer_reach(state, rest),
            "odds" => self.answer_odds(state, rest),
            "card" => self.answer_card(rest),
            _ => Err(Slip::new(format!("`{verb}` is no question"))
                .meant(suggest(verb, ["los", "reach", "odds", "card"]))),
        }
    }

    /// Two figures named one after the other, with `to` or `and` between if one likes.
    fn two_figures(&self, state: &State, text: &str) -> Result<(FigureId, FigureId), Slip> {
        for word in [" to ", " and ", " sees ", ","] {
            if let Some((a, b)) = text.split_once(word) {
                return Ok((self.figure_or_slip(state, a)?, self.figure_or_slip(state, b)?));
            }
        }
        let blanks = text.match_indices(' ').map(|(at, _)| at);
        for at in blanks {
            let (a, b) = (&text[..at], &text[at + 1..]);
            if let (Some(a), Some(b)) = (self.figure_named(state, a), self.figure_named(state, b)) {
                return Ok((a, b));
            }
        }
        let first = text.split(' ').next().unwrap_or(text);
        self.figure_or_slip(state, first)?;
        Err(Slip::new("expected two figures, as `los finn marro 2`"))
    }

    fn on_battlefield(&self, state: &State, figure: FigureId) -> Result<(), Slip> {
        match state.spaces(figure) {
            Some(_) => Ok(()),
            None => {
                let name = self.figure_name(state, figure);
                Err(Slip::new(format!("{name} is not on the battlefield")))
            }
        }
    }

    fn answer_sight(&self, state: &State, rest: &str) -> Result<Answer, Slip> {
        let (from, to) = self.two_figures(state, rest)?;
        self.on_battlefield(state, from)?;
        self.on_battlefield(state, to)?;
        let clear = self.sees(state, from, to, Part::HitZone);
        let any = self.sees(state, from, to, Part::Any);
        let mut ruling: Ruling<Rule> = Ruling::default();
        let fact = self.sight_fact(state, from, to, Part::HitZone);
        let _ = ruling.require(Rule::LineOfSight, clear, || fact.clone());
        let clear_sight = self.sight_fact(state, from, to, Part::Any);
        if any != clear {
            let _ = ruling.require(Rule::ClearSight, any, || clear_sight.clone());
        }
        if self.adjacent(state, from, to) {
            ruling.modifier(Rule::AdjacentSight, 0, || {
                "they are adjacent, so attacks need no line of sight".to_string()
            });
        }
        let range = self.range(state, from, to);
        let far = range.map_or("out of range".to_string(), |range| {
            format!("{range} space{} apart", if range == 1 { "" } else { "s" })
        });
        let (a, b) = (self.figure_name(state, from), self.figure_name(state, to));
        let sees = if clear { "sees" } else { "does not see" };
        let mut scene = self.draw(state);
        scene.shapes.extend(fact.shapes.clone());
        Ok(Answer {
            headline: format!("{a} {sees} {b}, {far}"),
            yes: Some(clear),
            ruling: Some(ruling.cited(|rule| self.cite_rule(*rule))),
            rows: Vec::new(),
            scene: Some(scene),
            ..Answer::default()
        })
    }

    fn answer_reach(&self, state: &State, rest: &str) -> Result<Answer, Slip> {
        let figure = self.figure_or_slip(state, rest)?;
        self.on_battlefield(state, figure)?;
        let mut alone = state.clone();
        // Outside its turn the figure is asked about as if its move were about to begin.
        if state.turn.moving.is_none_or(|moving| moving.figure != figure) {
            alone.turn = Turn::default();
        }
        let mut ruling: Ruling<Rule> = Ruling::default();
        let points = move_modifiers(self, &alone, figure, &mut ruling);
        let mut ways = self.walks(&alone, figure);
        ways.extend(self.flights(&alone, figure));
        let mut rows = vec![["space", "points", "how", "risk"].map(String::from).to_vec()];
        let mut scene = self.draw(state);
        for way in &ways {
            let names: Vec<_> =
                both((way.lead, way.trail)).map(|space| self.ground.name(space)).collect();
            let how = if way.flight { "fly" } else { "walk" };
            let risk = self.risk(&alone, figure, way);
            rows.push(vec![names.join(" "), way.cost.to_string(), how.into(), risk]);
            let hex = self.ground.board.hex_of(way.lead);
            let at = plan(f32::from(hex.q), f32::from(hex.r));
            let paint = Paint::filled("#ffe066", "#8a6d00", 0.04);
            scene.shapes.push(Shape::Circle { centre: at, radius: 0.3, paint });
            let (words, colour) = (way.cost.to_string(), "#000000".to_string());
            scene.shapes.push(Shape::Text { at, size: 0.34, words, colour });
        }
        let name = self.figure_name(state, figure);
        let places = ways.len();
        Ok(Answer {
            headline: format!("{name} has {points} points and can end its move at {places} places"),
            yes: None,
            ruling: Some(ruling.cited(|rule| self.cite_rule(*rule))),
            rows,
            scene: Some(scene),
            ..Answer::default()
        })
    }

    /// What may befall a figure on its way: dice of enemies it leaves, falls, deadly ground.
    fn risk(&self, state: &State, figure: FigureId, way: &crate::reach::Destination) -> String {
        let mut events = Vec::new();
        let mut copy = state.clone();
        copy.steps.clear();
        copy.steps.push(Step::FreeTable);
        let action = if way.flight {
            Action::Fly { figure, to: way.lead, trail: way.trail }
        } else {
            Action::Move { figure, turned: way.turned, path: way.path.clone() }
        };
        crate::steps::apply(self, &mut copy, Seat::JUDGE, &action, &mut events);
        let mut risks = Vec::new();
        match copy.step() {
            Some(Step::Leaving) => {
                let enemies = copy.leaving.as_ref().map_or(0, |leaving| leaving.enemies.len());
                risks.push(format!("leaves {enemies} engaged"));
            }
            Some(Step::Fall(..)) => risks.push("falls".to_string()),
            Some(Step::EnterDie(_)) => risks.push("deadly ground".to_string()),
            _ => {}
        }
        risks.join(", ")
    }

    fn answer_odds(&self, state: &State, rest: &str) -> Result<Answer, Slip> {
        let (rest, assume) = Assume::taken_off(rest)?;
        let action = self.parse_action(state, Seat::JUDGE, rest)?;
        let (attacker, target) = match &action {
            Action::Attack { attacker, target }
            | Action::Special { attacker, aim: Aim::Figure(target), .. } => (*attacker, *target),
            Action::Special { attacker, .. } => (*attacker, *attacker),
            _ => return Err(Slip::new("odds are told of attacks, as `odds finn attacks marro 2`")),
        };
        self.on_battlefield(state, attacker)?;
        self.on_battlefield(state, target)?;
        let (rows, why) = self.attack_odds(state, &action, (attacker, target), assume)?;
        let policy = assume.says("the attacker");
        let legal = self.ruling(state, state.figure(attacker).controller, &action).holds();
        let note = if legal { "" } else { " (not legal now)" };
        let said = self.action_words(state, &action);
        Ok(Answer {
            headline: format!("{said}{note}; choices on the way: {policy}"),
            yes: None,
            ruling: Some(why.cited(|rule| self.cite_rule(*rule))),
            rows,
            ..Answer::default()
        })
    }

    fn attack_odds(
        &self,
        state: &State,
        action: &Action,
        (attacker, target): (FigureId, FigureId),
        assume: Assume,
    ) -> Result<(Vec<Vec<String>>, Ruling<Rule>), Slip> {
        let mut start = state.clone();
        start.steps.clear();
        start.attack = None;
        start.leaving = None;
        start.ended = None;
        start.steps.push(Step::FreeTable);
        if state.step() == Some(Step::Turn) {
            // It counts among the attacks of the turn, as a further one may have more dice.
            let special = match action {
                Action::Special { power, .. } => Some(*power),
                _ => None,
            };
            start.turn.attacks.push(Attacked { figure: attacker, target, special });
        }
        match action {
            Action::Attack { .. } => {
                attack::announce(self, &mut start, attacker, target, &mut Deaf);
            }
            Action::Special { power, aim, .. } => {
                attack::announce_special(self, &mut start, attacker, *power, *aim, &mut Deaf);
            }
            _ => {}
        }
        crate::steps::settle(self, &mut start, &mut Deaf);
        let mut why = Ruling::default();
        self.pending(&start, &mut why);
        let _ = why.all(
            Rule::AttackSteps,
            || "the defense".to_string(),
            |why| {
                attack::defense_request(self, &start, why);
                Ok(())
            },
        );
        let ends = enumerate(
            self,
            &start,
            ODDS_LIMIT,
            |state| {
                state.attack.is_none()
                    && !state.steps.iter().any(|s| matches!(s, Step::Casualty(_)))
            },
            |state, seat| self.policy(state, seat, attacker, assume),
            |end| self.outcome(&start, end),
        );
        let ends = ends.map_err(|e| Slip::new(e.to_string()))?;
        let mut sorted: BTreeMap<String, Share> = BTreeMap::new();
        for (key, share) in ends {
            sorted.entry(key).or_default().add(&share);
        }
        let mut rows = vec![["outcome", "chance", "exactly"].map(String::from).to_vec()];
        for (outcome, share) in sorted {
            let (part, whole) = share.in_lowest_terms();
            let percent = format!("{:.2} %", share.as_f64() * 100.0);
            rows.push(vec![outcome, percent, format!("{part}/{whole}")]);
        }
        Ok((rows, why))
    }

    fn policy(
        &self,
        state: &State,
        seat: Seat,
        attacker: FigureId,
        assume: Assume,
    ) -> Option<Action> {
        let side = state.figure(attacker).controller;
        assume.answer(self, state, seat, |action| {
            umpire_core::host::foresee(self, state, side, action).unwrap_or(f64::MIN)
        })
    }

    /// What became of the figures involved, in words that sort by severity.
    fn outcome(&self, before: &State, after: &State) -> String {
        let mut parts = Vec::new();
        for (id, figure) in after.all_figures() {
            let old = before.figure(id);
            let destroyed =
                !matches!(figure.place, Place::Board(..)) && matches!(old.place, Place::Board(..));
            let wounds = figure.wounds.saturating_sub(old.wounds);
            let name = self.figure_name(after, id);
            if destroyed {
                parts.push(format!("{name} destroyed"));
            } else if wounds > 0 {
                parts.push(format!("{name} {wounds} wounded"));
            }
        }
        if parts.is_empty() { "no effect".to_string() } else { parts.join(", ") }
    }

    fn answer_card(&self, id: &str) -> Result<Answer, Slip> {
        let known = || self.catalog.cards.iter().map(|card| card.id.as_str());
        let card = self.catalog.card_named(id).ok_or_else(|| {
            Slip::new(format!("there is no card `{id}`")).meant(suggest(id, known()))
        })?;
        let card = self.catalog.card(card);
        let mut rows = vec![["field", "value"].map(String::from).to_vec()];
        let mut row = |field: &str, value: String| rows.push(vec![field.to_string(), value]);
        row("figures", format!("{} of {} space(s)", card.figures, card.spaces));
        row("life", card.life.to_string());
        row("move", card.moves.to_string());
        row("range", card.range.to_string());
        row("attack", card.attack.to_string());
        row("defense", card.defense.to_string());
        row("height", format!("{} {}", card.size.name(), card.height));
        row("points", card.points.to_string());
        for power in &card.abilities {
            row("ability", power.ability().name().to_string());
        }
        for power in &card.deferred {
            row("not built", format!("{}: {}", power.name, power.says));
        }
        let headline = format!("{}, {:?} {:?}", card.name, card.rarity, card.kind).to_lowercase();
        Ok(Answer { headline, rows, ..Answer::default() })
    }
}
