//! Whether charges and counter charges end where they should (EA-3.4.7, EA-8.3, EA-8.4).

use crate::position::action::UnitMove;
use crate::position::area::Area;
use crate::position::state::{UnitNo, Whereabouts};
use crate::position::step::MoveKind;
use crate::position::units;
use crate::rules::assault::counter_charge;
use crate::rules::movement::trip::{Plan, Trip};
use crate::rules::movement::zones;
use crate::rules::victory;
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table;

impl Trip<'_> {
    /// A charge touches up to two enemies (EA-8.3.1).
    pub(super) fn check_contacts<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        if !matches!(self.kind, MoveKind::Charge | MoveKind::CounterCharge) {
            return Ok(());
        }
        let touched = self.touched(plan);
        let holds = touched.len() <= 2;
        why.require(Rule::TwoContacts, holds, || {
            let names: Vec<_> =
                touched.iter().map(|unit| units::unit_name(self.game, *unit)).collect();
            let fact = Fact::says(format!("it would touch {} enemies", names.join(", ")))
                .held("it touches no more than two enemies")
                .at_most(touched.len() as i64, 2);
            self.with_remedy(fact, way, holds)
        })
    }

    /// The enemies that it would end in contact with.
    fn touched(&self, plan: &Plan) -> Vec<UnitNo> {
        let others = self.around.others.iter();
        let touches = others.filter(|other| !other.friend && table::touch(&plan.end, &other.base));
        touches.map(|other| other.unit).collect()
    }

    /// Whom a charge is meant for, behind `the way`; nothing where it would touch nobody.
    pub(super) fn contact_words(&self, plan: &Plan) -> String {
        let touched = match self.kind {
            MoveKind::Charge | MoveKind::CounterCharge => self.touched(plan),
            _ => Vec::new(),
        };
        let names: Vec<String> = touched
            .iter()
            .map(|unit| format!("`{}`", units::unit_name(self.game, *unit)))
            .collect();
        match names.is_empty() {
            true => String::new(),
            false => format!(" into contact with {}", names.join(" and ")),
        }
    }

    /// A counter charge goes toward the enemy (EA-8.4).
    pub(super) fn check_counter_charge<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let goals = counter_charge::counter_charge_goals(self.game, self.state, self.unit);
        // Ruling: whoever comes out of a stronghold comes from its middle, a passenger from where
        // its transport is.
        let from = match self.state.unit(self.unit).place {
            Whereabouts::Inside(_) => victory::center_of(self.game, self.state, self.unit)
                .map(|at| plan.first().moved_to(at)),
            Whereabouts::Aboard(_) => units::base_of(self.game, self.state, self.unit),
            _ => None,
        };
        let from = from.unwrap_or_else(|| plan.first().clone());
        let nearer = |goal: &UnitNo| {
            let Some(area) = units::area_of(self.game, self.state, *goal) else { return false };
            let own = Area::Base(from.clone());
            let end = Area::Base(plan.end.clone());
            end.gap(&area) < own.gap(&area) || end.within(&area, 0)
        };
        why.require(Rule::CounterCharge, goals.iter().any(nearer), || {
            let names: Vec<_> =
                goals.iter().map(|unit| units::unit_name(self.game, *unit)).collect();
            Fact::says(format!(
                "a counter charge goes toward the nearest enemy: {}",
                names.join(" or ")
            ))
            .held("it comes nearer to the nearest enemy")
        })
    }

    /// Whether a charging unit is in contact already with an enemy it may charge (EA-3.4.7).
    pub(super) fn has_charged(&self) -> bool {
        self.kind == MoveKind::Charge
            && zones::zone_it_stands_in(self.game, self.state, self.unit, self.kind)
                .and_then(|zone| {
                    let own = units::area_of(self.game, self.state, self.unit)?;
                    Some(own.within(&units::area(self.game, self.state, zone)?, 0))
                })
                .unwrap_or(false)
    }
}
