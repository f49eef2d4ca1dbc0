//! What figures may expect to do to each other from where they stand, remembered while one decision is weighed.

use crate::position::game::HeroScape;
use crate::position::known::Part;
use crate::position::state::{FigureId, Place, State};
use crate::rules::blow::Blow;
use crate::rules::dice::{attack_modifiers, defense_modifiers, range_modifiers};
use crate::rules::sight;
use crate::tables::abilities::{Power, Shape};
use crate::words::odds;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use umpire_core::ruling::Silent;

/// Where an attacker and a defender stand, the defender's wounds, and what came of it.
type Met = (Place, Place, u8, f64);

/// Meetings of the same two figures in different places that are remembered.
const PLACES: usize = 8;

/// Expected damage, as points of the cards harmed.
pub(super) struct Strikes {
    figures: usize,
    /// For each attacker and each defender so many meetings, by where they stand.
    met: Vec<Cell<Option<Met>>>,
    means: RefCell<HashMap<(u8, u8, u8), f64>>,
}

impl Strikes {
    /// Nothing reckoned yet between so many figures.
    pub fn among(figures: usize) -> Strikes {
        let met = vec![Cell::new(None); figures * figures * PLACES];
        Strikes { figures, met, means: RefCell::default() }
    }

    /// Points of the defender that one turn of the attacker takes on average; 0 where it cannot strike.
    ///
    /// Whoever stands between them is looked at once: figures that move aside later do not count.
    pub fn expected(
        &self,
        game: &HeroScape,
        state: &State,
        attacker: FigureId,
        defender: FigureId,
    ) -> f64 {
        let (from, to) = (state.figure(attacker).place, state.figure(defender).place);
        let (Place::Board(own), Place::Board(other)) = (from, to) else { return 0.0 };
        let wounds = state.figure(defender).wounds;
        let pair = attacker.index() * self.figures + defender.index();
        let slot = &self.met[pair * PLACES + (own.lead.index() + 3 * other.lead.index()) % PLACES];
        if let Some((known_from, known_to, known_wounds, expected)) = slot.get()
            && (known_from, known_to, known_wounds) == (from, to, wounds)
        {
            return expected;
        }
        let expected = self.reckon(game, state, attacker, defender);
        slot.set(Some((from, to, wounds, expected)));
        expected
    }

    fn reckon(
        &self,
        game: &HeroScape,
        state: &State,
        attacker: FigureId,
        defender: FigureId,
    ) -> f64 {
        let Some(range) = game.range(state, attacker, defender) else { return 0.0 };
        let card = game.card(state, attacker);
        let longest = game.specials(card).filter_map(|special| special.range).max().unwrap_or(0);
        // Auras and glyphs add little to a Range.
        if range > card.range.max(longest) + 8 {
            return 0.0;
        }
        let adjacent = game.adjacent(state, attacker, defender);
        let mut seen = None;
        let mut sees = || {
            *seen.get_or_insert_with(|| {
                adjacent || sight::sees(game, state, attacker, defender, Part::HitZone)
            })
        };
        let mut blow =
            Blow { attacker, defender, special: None, further: false, chosen: None, before: 0 };
        let mut best = 0.0_f64;
        let own_range = range_modifiers(game, state, attacker, Some(defender), &mut Silent);
        let near = if own_range == 1 { adjacent } else { range <= own_range };
        if near && sees() {
            let times = card.abilities.iter().find_map(|power| match power {
                Power::ExtraAttacks(extra) => Some(1.0 + 0.7 * f64::from(extra.count)),
                _ => None,
            });
            best = times.unwrap_or(1.0) * self.mean_points(game, state, blow);
        }
        for (at, special) in (0..).zip(game.specials(card)) {
            let reach = match special.shape {
                Shape::AllAdjacent => 1,
                Shape::Line => special.length,
                _ => special.range.unwrap_or(card.range),
            };
            let near = if reach == 1 { adjacent } else { range <= reach };
            if near && (!special.needs_sight || sees()) {
                blow.special = Some(at);
                let times = 1.0 + 0.7 * f64::from(special.attacks.saturating_sub(1));
                best = best.max(times * self.mean_points(game, state, blow));
            }
        }
        best
    }

    fn mean_points(&self, game: &HeroScape, state: &State, blow: Blow) -> f64 {
        let dice = |dice: i32| dice.clamp(0, 20) as u8;
        let attack = dice(attack_modifiers(game, state, blow, &mut Silent));
        let defense = dice(defense_modifiers(game, state, blow, &mut Silent));
        let card = game.card(state, blow.defender);
        let life = card.life.saturating_sub(state.figure(blow.defender).wounds);
        let key = (attack, defense, life);
        let known = self.means.borrow().get(&key).copied();
        let mean = known.unwrap_or_else(|| {
            let ways = odds::wound_ways::<f64>(game, attack, defense);
            let whole: f64 = ways.iter().sum();
            let sum = (0_u8..).zip(&ways).map(|(wounds, ways)| f64::from(wounds.min(life)) * ways);
            let mean = sum.sum::<f64>() / whole;
            self.means.borrow_mut().insert(key, mean);
            mean
        });
        mean * value_of_life(card)
    }
}

/// Points of a card that one life of one of its figures stands for.
pub(super) fn value_of_life(card: &crate::tables::catalog::ArmyCard) -> f64 {
    f64::from(card.points) / f64::from(card.figures) / f64::from(card.life)
}
