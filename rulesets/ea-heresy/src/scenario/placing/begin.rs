//! What the battle begins with: sides, objectives, strongholds, and who is to do what.

use super::Placing;
use crate::position::game::{EaHeresy, Victory};
use crate::position::setup::{Begins, Setup};
use crate::position::state::{
    FormationNo, Objective, PieceNo, Side, Stronghold, Unit, Whereabouts,
};
use crate::position::{called, units};
use crate::rules::victory;
use crate::scenario::battlefield::Rows;
use crate::scenario::form::BeginsRow;
use umpire_core::seat::Seat;

impl Placing<'_> {
    pub(super) fn setup(&mut self, game: &EaHeresy, rows: &[Rows]) -> Setup {
        let file = self.file;
        let side = Side::default();
        let mut sides = [side; 2];
        for (name, points) in &file.points {
            match called::seat_called(game, name) {
                Some(seat) => sides[seat.index()].points = *points,
                None => {
                    let field = format!("points.{name}");
                    let known = game.sides.iter().map(|side| side.name.as_str());
                    self.faults.push(self.places.unknown_key(&field, "side", name, known));
                }
            }
        }
        let initiative = file.initiative.as_deref();
        let initiative = initiative.map_or(Seat(0), |name| self.seat(game, name, "initiative"));
        let (begins, turn) = self.begins(game);
        Setup {
            turn,
            units: self.units.clone(),
            formations: self.formations.clone(),
            strongholds: self.strongholds(game),
            objectives: self.objectives(game, rows),
            sides,
            initiative,
            begins,
        }
    }

    fn seat(&mut self, game: &EaHeresy, name: &str, field: &str) -> Seat {
        called::seat_called(game, name).unwrap_or_else(|| {
            let known = game.sides.iter().map(|side| side.name.as_str());
            self.faults.push(self.places.unknown(field, "side", name, known));
            Seat(0)
        })
    }

    fn begins(&mut self, game: &EaHeresy) -> (Begins, u8) {
        let turn = self.file.turn.unwrap_or(1).max(1);
        let before = turn - 1;
        if game.free {
            return (Begins::Free, turn);
        }
        let last = victory::last_turn(game);
        if turn > last && game.victory != Victory::LastStand {
            let says = format!("the battle ends with turn {last}, found `{turn}`");
            self.faults.push(self.places.fault("turn", says));
        }
        let waits = |unit: &Unit| unit.place == Whereabouts::Off;
        match &self.file.begins {
            None if !self.units.is_empty() && self.units.iter().all(waits) => {
                (Begins::Deployment, before)
            }
            None => (Begins::Action { seat: Seat(0), retain: false }, turn),
            Some(BeginsRow::Deployment) => (Begins::Deployment, before),
            Some(BeginsRow::Turn) => (Begins::Turn, before),
            Some(BeginsRow::EndPhase) => (Begins::EndPhase, turn),
            Some(BeginsRow::Free) => (Begins::Free, turn),
            Some(BeginsRow::Act(side)) => {
                let seat = self.seat(game, side, "begins.act");
                (Begins::Action { seat, retain: false }, turn)
            }
            Some(BeginsRow::Retain(side)) => {
                let seat = self.seat(game, side, "begins.retain");
                (Begins::Action { seat, retain: true }, turn)
            }
            Some(BeginsRow::Order(order)) => {
                let name = &order.formation;
                let found = called::formation_called(game, name).unwrap_or_else(|| {
                    if self.is_lost(name) {
                        return FormationNo(0);
                    }
                    let known = game.sheets.iter().map(|sheet| sheet.name.as_str());
                    let field = "begins.order.formation";
                    self.faults.push(self.places.unknown(field, "formation", name, known));
                    FormationNo(0)
                });
                (Begins::Order { formation: found, order: order.order }, turn)
            }
        }
    }

    fn strongholds(&mut self, game: &EaHeresy) -> Vec<Stronghold> {
        let walls =
            |piece: PieceNo| game.terrain[game.board.piece(piece).terrain.index()].stronghold;
        let mut strongholds: Vec<Stronghold> = game
            .board
            .all()
            .filter(|piece| walls(*piece).is_some())
            .map(|piece| Stronghold { piece, damage: 0 })
            .collect();
        self.fields.strongholds = vec!["strongholds".to_string(); strongholds.len()];
        for (name, row) in &self.file.strongholds {
            let named = |it: &Stronghold| {
                units::piece_name(game, it.piece).eq_ignore_ascii_case(name.trim())
            };
            let field = format!("strongholds.{name}");
            let Some(at) = strongholds.iter().position(named) else {
                if self.is_lost(name) {
                    continue;
                }
                let known = strongholds.iter().map(|it| units::piece_name(game, it.piece));
                self.faults.push(self.places.unknown_key(&field, "stronghold", name, known));
                continue;
            };
            let capacity = walls(strongholds[at].piece).map_or(0, |walls| walls.damage_capacity);
            strongholds[at].damage = if row.ruined { capacity } else { row.damage };
            self.fields.strongholds[at] = field;
        }
        strongholds
    }

    fn objectives(&mut self, game: &EaHeresy, rows: &[Rows]) -> Vec<Objective> {
        let mut objectives = Vec::new();
        for (number, file) in rows.iter().enumerate() {
            for (at, row) in file.objectives.iter().enumerate() {
                let half = row.half.number();
                let side = Seat(u8::from(game.sides[0].half != half));
                let field = format!("objectives[{at}]");
                let held = match &row.held {
                    Some(name) => called::seat_called(game, name).unwrap_or_else(|| {
                        let known = game.sides.iter().map(|side| side.name.as_str());
                        let field = format!("{field}.held");
                        self.faults.push(file.places.unknown(&field, "side", name, known));
                        side
                    }),
                    None => side,
                };
                objectives.push(Objective { at: row.at.0, side, blitz: row.blitz, held });
                let is_own = number + 1 == rows.len();
                self.fields.objectives.push(if is_own { field } else { "battlefield".into() });
            }
        }
        objectives
    }
}
