//! Questions of places: where a unit can go, what ground lies somewhere, zones, what a unit is.

use super::super::cursor::{Cursor, Parsed};
use super::super::names::{count, said_place};
use crate::catalog::{Cell, Reach as WeaponReach};
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Body, State, UnitNo, UnitSet, Whereabouts};
use umpire_core::host::{Answer, Slip};
use umpire_core::ruling::{Explain, Ruling};
use umpire_core::scene::{Paint, Shape};
use umpire_core::table::{self, Base, CM, Ground, Leg, Length, Point, Reach, said};

/// Ground for a plain move of one unit: no zone entered, nobody crossed that may not be.
struct PlainMove<'a> {
    game: &'a EaHeresy,
    state: &'a State,
    unit: UnitNo,
    base: Base,
    /// Enemies with their zones.
    zones: Vec<(Base, Length)>,
    enemies: Vec<Base>,
    flies: bool,
}

impl Ground for PlainMove<'_> {
    fn stands(&self, at: Point) -> bool {
        let facing = self.state.unit(self.unit).facing;
        let free = self.game.obstacle(self.state, self.unit, (at, facing), &UnitSet::default());
        let base = self.base.moved_to(at);
        free.is_none() && !self.zones.iter().any(|(enemy, zone)| table::within(&base, enemy, *zone))
    }

    fn passes(&self, from: Point, to: Point) -> bool {
        let base = self.base.moved_to(from);
        let leg = Leg { base: &base, to };
        let zone = |(enemy, zone): &(Base, Length)| table::ever_within(leg, enemy, *zone);
        let enemy = |enemy: &Base| table::overlaps_on_way(leg, enemy).is_some();
        if self.zones.iter().any(zone) || self.enemies.iter().any(enemy) {
            return false;
        }
        let board = &self.game.board;
        self.flies
            || board.all().all(|piece| {
                let outline = &board.piece(piece).outline;
                let steep = board.piece(piece).steep.iter();
                let stops = self.game.stops(self.state, self.unit, piece)
                    && !self.game.on_road_at(to)
                    && table::meets_inside(leg, outline).is_some();
                !stops && !steep.clone().any(|(a, b)| table::crosses_line(leg, *a, *b))
            })
    }
}

impl EaHeresy {
    /// Where a unit can go in one plain move.
    pub(super) fn answer_reach(&self, state: &State, mut cursor: Cursor) -> Parsed<Answer> {
        let unit = self.typed_unit(state, &[], &mut cursor)?;
        let model = self.model_of(state, unit);
        let speed = match cursor.length() {
            Some(length) if (0..=200 * CM).contains(&length) => length,
            Some(_) => return Err(Slip::new("a move is 0 to 200 cm long")),
            None => model.speed,
        };
        cursor.finish(())?;
        let name = self.unit_word(unit);
        let Whereabouts::Table(at) = state.unit(unit).place else {
            return Err(Slip::new(format!("`{name}` does not stand on the table by itself")));
        };
        let base = model.base(at, state.unit(unit).facing);
        let foe = State::foe(state.owner(unit));
        let enemies: Vec<(UnitNo, Base)> = self
            .units_of(state, foe)
            .filter(|it| matches!(state.unit(*it).place, Whereabouts::Table(_)))
            .filter_map(|it| Some((it, self.base_of(state, it)?)))
            .collect();
        let live = |it: &UnitNo| {
            let broken = self.formation(state, *it).broken && !self.edition.broken_zoc;
            !broken && !self.model_of(state, *it).is_aircraft()
        };
        let zones = enemies
            .iter()
            .filter(|(it, enemy)| {
                // A unit that starts in a zone has to leave it; it is not drawn as if it could not.
                live(it) && !table::within(&base, enemy, self.zone_reach(state, *it))
            })
            .map(|(it, enemy)| (enemy.clone(), self.zone_reach(state, *it)))
            .collect();
        let flies = self.flies_over(state, unit);
        let enemies = enemies.into_iter().map(|(_, enemy)| enemy).collect();
        let ground = PlainMove { game: self, state, unit, base, zones, enemies, flies };
        let reach = Reach::new(&ground, at, speed, if speed > 30 * CM { CM } else { CM / 2 });
        let cells = reach.places().count();
        let farthest = reach.places().map(|(_, cost)| cost).max().unwrap_or(0);
        let mut scene = self.draw(state);
        for ring in reach.rings() {
            let points = ring.iter().map(|at| self.spot(*at)).collect();
            let paint = Paint { dashed: true, ..Paint::stroked("#8a6d00", 0.25) };
            scene.shapes.push(Shape::Polygon { points, paint: paint.titled("reach") });
        }
        let mut ruling: Ruling<Rule> = Ruling::default();
        ruling.modifier(Rule::Moves, 0, || format!("one move of {} cm", said(speed)));
        let cell = i64::from(reach.cell());
        let area = cells as i64 * cell * cell / 1_000_000;
        Ok(Answer {
            headline: format!(
                "{name} can end a plain move anywhere in about {area} square centimetres, up to {} cm away",
                said(farthest)
            ),
            yes: None,
            ruling: self.cited(ruling),
            rows: Vec::new(),
            scene: Some(scene),
        })
    }

    /// Zones of control of one side or both.
    pub(super) fn answer_zones(&self, state: &State, mut cursor: Cursor) -> Parsed<Answer> {
        let seat = if cursor.done() { None } else { Some(self.typed_seat(&mut cursor)?) };
        cursor.finish(())?;
        let mut rows = vec![["unit", "zone"].map(String::from).to_vec()];
        for unit in state.all_units() {
            let on_table = matches!(state.unit(unit).place, Whereabouts::Table(_));
            if !on_table || seat.is_some_and(|seat| state.owner(unit) != seat) {
                continue;
            }
            let broken = self.formation(state, unit).broken && !self.edition.broken_zoc;
            let reach = if broken {
                "none: broken".to_string()
            } else {
                format!("{} cm", said(self.zone_reach(state, unit)))
            };
            rows.push(vec![self.unit_word(unit), reach]);
        }
        for stronghold in &state.strongholds {
            let holder = state.holder(stronghold.piece);
            if holder.is_some() && (seat.is_none() || holder == seat) {
                let reach = format!("{} cm from its walls", said(self.edition.zone_of_control));
                rows.push(vec![self.piece_word(stronghold.piece), reach]);
            }
        }
        let zones = count(rows.len() as i64 - 1, "zone");
        let scene = Some(self.draw(state));
        Ok(Answer { headline: format!("{zones} of control"), rows, scene, ..Answer::default() })
    }

    /// What ground lies at a place, or under a unit.
    pub(super) fn answer_where(&self, state: &State, mut cursor: Cursor) -> Parsed<Answer> {
        let at = match cursor.place() {
            Some(at) => at,
            None => {
                let unit =
                    self.typed_body(state, &[], &mut cursor).and_then(|it| self.unit_of(it))?;
                let on_table = self.center_of(state, unit);
                on_table.ok_or_else(|| Slip::new("expected a place, as `where (84.5, 60)`"))?
            }
        };
        cursor.finish(())?;
        let mut rows = Vec::new();
        let mut ruling: Ruling<Rule> = Ruling::default();
        let pieces: Vec<_> = self.board.at(at).collect();
        if !pieces.is_empty() {
            let head =
                ["piece", "terrain", "infantry", "vehicles", "war engines", "sight", "towering"];
            rows.push(head.map(String::from).to_vec());
        }
        for piece in &pieces {
            let row = self.terrain_of(state, *piece);
            let mut cells = vec![self.piece_word(*piece), row.name.clone()];
            cells.extend(Cell::ALL.iter().map(|cell| row.cell(*cell)));
            rows.push(cells);
            ruling.modifier(Rule::Terrain(row.id), 0, || row.name.clone());
        }
        let names: Vec<String> = pieces.iter().map(|piece| self.piece_word(*piece)).collect();
        let what = match (self.board.bounds().holds(at), names.is_empty()) {
            (false, _) => "off the table".to_string(),
            (true, true) => "open ground".to_string(),
            (true, false) => names.join(" and "),
        };
        let headline = format!("{}: {what}", said_place(at));
        Ok(Answer { headline, rows, ruling: self.cited(ruling), ..Answer::default() })
    }

    /// What a unit is.
    pub(super) fn answer_unit(&self, state: &State, mut cursor: Cursor) -> Parsed<Answer> {
        let unit = self.typed_unit(state, &[], &mut cursor)?;
        cursor.finish(())?;
        let model = self.model_of(state, unit);
        let row = self.catalog.unit(model.unit);
        let mut rows = vec![["what", "is"].map(String::from).to_vec()];
        let mut put = |what: &str, is: String| rows.push(vec![what.to_string(), is]);
        let save = |number: u8| if number == 0 { "none".to_string() } else { format!("{number}+") };
        put("type", model.kind.short().to_string());
        put("speed", format!("{} cm", said(model.speed)));
        put("armour", save(model.armour));
        put("close combat", save(model.close_combat));
        put("firefight", save(model.firefight));
        if model.damage_capacity > 1 {
            let left = model.damage_capacity.saturating_sub(state.unit(unit).damage);
            put("damage capacity", format!("{left} of {}", model.damage_capacity));
        }
        let traits: Vec<&str> = model.traits.keys().collect();
        if !traits.is_empty() {
            put("special rules", traits.join(", ").replace('_', " "));
        }
        let characters: Vec<&str> =
            model.characters.iter().map(|id| self.catalog.unit(*id).name.as_str()).collect();
        if !characters.is_empty() {
            put("characters", characters.join(", "));
        }
        for (at, gun) in model.guns.iter().enumerate() {
            let weapon = self.catalog.weapon(gun.mount.weapon);
            let modes: Vec<String> = gun.modes.iter().map(mode_words).collect();
            let what = format!("gun {}", at + 1);
            put(&what, format!("{} x {}: {}", gun.mount.count, weapon.name, modes.join(" or ")));
        }
        let place = self.whereabouts_words(state.unit(unit).place);
        let headline = format!("{}: {}, {place}", self.unit_word(unit), row.name);
        let scene = self.area(state, Body::Unit(unit)).map(|_| self.draw(state));
        Ok(Answer { headline, rows, scene, ..Answer::default() })
    }
}

fn mode_words(mode: &crate::catalog::Mode) -> String {
    let mut words = match mode.range {
        WeaponReach::Range(range) => format!("{} cm", said(range)),
        WeaponReach::BaseContact => "base contact".to_string(),
        WeaponReach::SmallArms => "small arms".to_string(),
    };
    for (name, value) in [("AP", mode.ap), ("AT", mode.at), ("AA", mode.aa)] {
        if value > 0 {
            words.push_str(&format!(" {name}{value}+"));
        }
    }
    if mode.barrage > 0 {
        words.push_str(&format!(" {} BP", mode.barrage));
    }
    for key in mode.flags.keys() {
        words.push_str(&format!(" {}", key.replace('_', " ")));
    }
    words
}
