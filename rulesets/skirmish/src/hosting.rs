//! The files of the game: its tables and scenarios, its battlefields, and who is held over them.

use crate::Skirmish;
use crate::position::{Body, battlefield_faults};
use crate::tables::{Catalog, Rule, Unit};
use umpire_core::Refusal;
use umpire_core::data::{Files, Written};
use umpire_core::host::{Held, HeldFigure, HeldTable, Holdable, Hosting};
use umpire_core::ruleset::{GameTables, Row};
use umpire_core::table::{Battlefield, Footprint, GroundEffect, Map, SurveyedFor, Unit as Measure};

impl Hosting for Skirmish {
    type Tables = Catalog;
    type Body = Body;

    const MEASURED_IN: Option<Measure> = Some(Measure::Inches);

    const SURVEYED_FOR: Option<SurveyedFor<'static>> = Some(SurveyedFor {
        base: Footprint::Disc { radius: 1250, corners: 12 },
        per_turn: 60,
        says: "a figure on a base of 25 mm that moves 6 inches",
    });

    const AT_HAND: &'static str = "sides:
  A: [hedda, tolman, bolt, bolt, old-merrin]
  B: [gurth, reed, reed, slinger, slinger, boar]
";

    const HELD: &'static [Held] = &[
        Held::one("reach", "how far it can go, and whom it may charge", "reach UNIT"),
        Held::two("line of sight", "whether one sees the other, and the cover", "los UNIT OTHER"),
        Held::two("shooting", "what may come of shooting", "odds UNIT shoots OTHER"),
    ];

    /// Whoever is held first is asked whom it shoots, too.
    fn held_units(tables: &Catalog) -> Vec<Holdable> {
        let mut units: Vec<&Unit> = tables.units.rows.iter().collect();
        units.sort_by_key(|unit| !unit.shoots());
        units.into_iter().filter_map(Row::card).map(Holdable::from).collect()
    }

    fn held_scenario(table: &HeldTable) -> Vec<(&'static str, Written)> {
        let figure = |figure: &HeldFigure| {
            let at = figure.at.clone().map(|at| ("at", at));
            (figure.name.clone(), Written::row([at.unwrap_or(("gone", Written::word(true)))]))
        };
        let figures = Written::Row(table.figures().iter().map(figure).collect());
        let position = Written::row([("turn", table.turn()), ("figures", figures)]);
        vec![("sides", table.sides(|figure| Written::word(&figure.unit))), ("position", position)]
    }

    fn rule_of_ground(does: GroundEffect) -> Option<Rule> {
        Some(match does {
            GroundEffect::Cover => Rule::Cover,
            GroundEffect::Difficult => Rule::DifficultGround,
            GroundEffect::Impassable => Rule::InTheWay,
            GroundEffect::Sight(_) => Rule::Sight,
        })
    }

    fn map_faults(data: &Files, map: Map) -> Vec<Refusal<Rule>> {
        let Ok(catalog) = Catalog::read(data) else { return Vec::new() };
        let bases = catalog.units.rows.iter().map(Unit::footprint);
        battlefield_faults(&Battlefield::new(map, bases))
    }
}
