//! How good a position looks to a seat, for players who look only a little ahead.

use crate::catalog::{Counted, Icon};
use crate::game::DragonDice;
use crate::pieces::{Army, PieceSet, Place, Sort};
use crate::roll::Change;
use crate::state::{Lasting, On, State};
use umpire_core::seat::Seat;

/// Points a win is worth; no position comes near.
const WON: f64 = 10_000.0;
/// Points a captured terrain is worth; a second one wins.
const CAPTURED: f64 = 25.0;

impl DragonDice {
    /// One's own strength, less that of the strongest opponent.
    pub(super) fn weigh(&self, view: &State, seat: Seat) -> f64 {
        if let Some(outcome) = view.over {
            return match (outcome.winners.is_empty(), outcome.winners.contains(seat)) {
                (true, _) => 0.0,
                (false, true) => WON,
                (false, false) => -WON,
            };
        }
        let others = (0..view.players()).map(Seat).filter(|other| *other != seat);
        let strongest = others.map(|other| self.strength(view, other)).fold(f64::MIN, f64::max);
        let effects: f64 = view.effects.iter().map(|e| self.effect_value(view, e, seat)).sum();
        self.strength(view, seat) - strongest.max(-WON) + effects
    }

    fn strength(&self, view: &State, seat: Seat) -> f64 {
        let force = view.roster.force(seat);
        let at = |place| f64::from(force.total_health(view.units_at(seat, place)));
        let terrains: f64 = view
            .terrains()
            .filter(|place| view.exists(Army { owner: seat, place: *place }))
            .map(|place| at(place) + self.standing(view, Army { owner: seat, place }))
            .sum();
        let held = view.grounds.iter().filter(|ground| ground.holder == Some(seat));
        let captured: f64 = held.map(|ground| CAPTURED + f64::from(ground.held)).sum();
        let items = (0..=Place::RESERVE.0)
            .map(|place| view.at(seat, Place(place)).and(force.of_sort(Sort::Item)).len())
            .sum::<u32>();
        let buried = at(Place::BURIED) * 0.3;
        let alone = if force.total_health(self.all_in_play(view, seat)) == 0 { 50.0 } else { 0.0 };
        terrains + at(Place::RESERVE) * 0.8 + captured + f64::from(items) * 0.8 - buried - alone
    }

    fn all_in_play(&self, view: &State, seat: Seat) -> PieceSet {
        (0..=Place::RESERVE.0)
            .map(|place| view.units_at(seat, Place(place)))
            .fold(PieceSet::NONE, PieceSet::with)
    }

    /// What it is worth to stand where one stands: how near the terrain is to its eighth face, how
    /// well the army fights by the action shown, against whom, and beside which dragons.
    fn standing(&self, view: &State, army: Army) -> f64 {
        let Some(ground) = view.ground(army.place) else { return 0.0 };
        let mut worth = 0.0;
        let own = f64::from(view.health(army));
        let opposing: f64 = view
            .others(army.owner)
            .map(|owner| f64::from(view.health(Army { owner, place: army.place })))
            .sum();
        if ground.holder != Some(army.owner) {
            // Near the eighth face counts for whoever can turn the die there: the larger army.
            let near = f64::from(ground.face.min(8)) / 8.0;
            let share = own / (own + opposing).max(1.0);
            worth += 8.0 * near * near * share;
        }
        let shown = self.catalog.kind(ground.kind).face(ground.face.saturating_sub(1));
        if let Icon::Action(action) = shown.icon {
            let useful = match action {
                Counted::Melee if opposing == 0.0 => 0.0,
                _ => self.promise(view, army, action),
            };
            worth += 0.15 * useful;
        }
        let dragons: f64 = view
            .dragons_at(army.place)
            .map(|dragon| if dragon.owner == army.owner { 1.0 } else { 2.5 })
            .sum();
        worth - dragons
    }

    /// The results of a type an army may expect of a roll, roughly.
    fn promise(&self, view: &State, army: Army, action: Counted) -> f64 {
        let force = view.roster.force(army.owner);
        let units = view.units(army);
        let mut sum = 0.0;
        for (kind, set) in force.kinds() {
            let count = set.and(units).len();
            if count == 0 {
                continue;
            }
            let faces = self.catalog.kind(*kind).faces();
            let results: u32 = faces
                .iter()
                .filter(|face| match face.icon {
                    Icon::Id => true,
                    Icon::Plain(shown) => shown == action,
                    Icon::Sai(_) => true,
                    _ => false,
                })
                .map(|face| u32::from(face.count))
                .sum();
            sum += f64::from(count * results) / faces.len().max(1) as f64;
        }
        sum
    }

    /// What an effect is worth to a seat: good on one's own, bad on others'.
    fn effect_value(&self, view: &State, effect: &crate::state::Effect, seat: Seat) -> f64 {
        let good = match effect.does {
            Lasting::Modify { change: Change::Add(by), .. } => 0.3 * f64::from(by),
            Lasting::Modify { change: Change::Double | Change::DoubleIds, .. } => 1.0,
            Lasting::Modify { change: Change::Subtract(by), .. } => -0.3 * f64::from(by),
            Lasting::Modify { change: Change::Halve, .. } => -1.2,
            Lasting::IgnoreIds | Lasting::OnlySaves | Lasting::NoAutomaticSaves => -1.5,
            Lasting::Held { .. } | Lasting::Mire | Lasting::SoiledGround => -1.0,
            Lasting::TiesToDefender => -0.2,
            Lasting::Hidden | Lasting::OpenGrave | Lasting::AcceleratedGrowth => 1.0,
            Lasting::Reroll | Lasting::DoubleOne { .. } | Lasting::CountsAs { .. } => 0.8,
            _ => 0.0,
        };
        match effect.on {
            On::Army(army) if army.owner == seat => good,
            On::Army(_) => -good,
            On::Pieces(owner, _) | On::Player(owner) if owner == seat => good,
            On::Pieces(..) | On::Player(_) => -good,
            On::Terrain(number) => {
                let place = Place::terrain(number);
                let own = f64::from(view.health(Army { owner: seat, place }));
                let all: f64 = (0..view.players())
                    .map(|owner| f64::from(view.health(Army { owner: Seat(owner), place })))
                    .sum();
                if all == 0.0 { 0.0 } else { good * (2.0 * own - all) / all }
            }
        }
    }
}
