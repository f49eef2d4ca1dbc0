//! Whether a move keeps to the zones of control, and leaves those it has to leave (EA-3.4).

use super::check::place_words;
use crate::position::action::{Ending, UnitMove};
use crate::position::area::Area;
use crate::position::state::{Body, FormationNo, State};
use crate::position::step::{MoveKind, MoveStep, Step};
use crate::position::units;
use crate::rules::movement::trip::{Plan, Trip};
use crate::rules::movement::zones::Course;
use crate::tables::rule::Rule;
use umpire_core::ruling::{Broken, Explain, Fact};
use umpire_core::table::{self, Leg, Length, said};

impl Trip<'_> {
    pub(super) fn check_zones<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        course: &Course,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let offence = course.offence;
        let charges = self.kind == MoveKind::Charge;
        let rule = match offence {
            Some(offence) if offence.nearer => Rule::StartingInZone,
            Some(_) if charges => Rule::Charge,
            _ => Rule::ZoneOfControl,
        };
        why.require(rule, offence.is_none(), || {
            let fact = match offence {
                None => Fact::says("").held(match course.charging {
                    Some(body) => {
                        format!("it charges `{}`, so no zone binds it", units::body_name(self.game, body))
                    }
                    None => "it keeps out of enemy zones of control".to_string(),
                }),
                Some(offence) => {
                    let zone = &self.around.zones[offence.zone];
                    let of = units::body_name(self.game, zone.of);
                    let leg = plan.legs[offence.leg].leg();
                    let at = place_words(leg.middle(offence.travelled));
                    let found = self.gap_at(leg, offence.travelled, zone.of);
                    let words = if offence.nearer {
                        format!("it starts in the zone of control of `{of}` and comes nearer to it")
                    } else if charges {
                        format!(
                            "at {at} it comes into the zone of control of `{of}`, {} cm away: a \
                             charge has to end in contact with the nearest enemy whose zone that is",
                            said(found.min(zone.reach))
                        )
                    } else {
                        format!(
                            "at {at} it comes within {} cm of `{of}`, into its zone of control, and \
                             has to stay farther away",
                            said(zone.reach)
                        )
                    };
                    Fact::says(words)
                }
            };
            self.with_remedy(fact, way, offence.is_none())
        })?;
        self.check_way_out(plan, course, way, why)
    }

    fn gap_at(&self, leg: Leg, travelled: Length, body: Body) -> Length {
        let base = leg.after(travelled);
        units::area(self.game, self.state, body).map_or(0, |area| match area {
            Area::Base(other) => table::gap(&base, &other),
            Area::Outline(outline) => table::gap_to_outline(&base, outline),
        })
    }

    /// Whoever starts in a zone gets out of it, or charges; an occupant that comes out into one
    /// too (EA-3.4.3, EA-6.4.3, EA-6.4.5).
    pub(super) fn check_way_out<E: Explain<Rule>>(
        &self,
        plan: &Plan,
        course: &Course,
        way: &UnitMove,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let Some(zone) = course.still_in.map(|zone| &self.around.zones[zone]) else {
            return Ok(());
        };
        let hidden = matches!(way.ends, Some(Ending::Enter(_) | Ending::Embark(_)));
        let bound = match self.kind {
            MoveKind::Action | MoveKind::Charge => self.has_to_be_out(),
            _ => plan.placed,
        };
        if hidden || !bound {
            return Ok(());
        }
        let holds = !plan.placed && self.may_stay_in_zone();
        let rule = if plan.placed { Rule::WayInAndOut } else { zone_duty(zone.of) };
        why.require(rule, holds, || {
            let fact = Fact::says(format!(
                "`{}` starts in the zone of control of `{}` and is still in it at the end",
                self.name(),
                units::body_name(self.game, zone.of)
            ))
            .held(format!("`{}` cannot get out of the zone of control it is in", self.name()));
            self.with_remedy(fact, way, holds)
        })
    }

    /// Whether it may not be in a zone it started in when this move is over.
    pub(super) fn has_to_be_out(&self) -> bool {
        ends_in_no_zone(self.state, self.state.unit(self.unit).formation, self.kind)
    }

    /// Whether the unit cannot get out of the zone it is in (EA-3.4.3); never while that is being
    /// found out.
    fn may_stay_in_zone(&self) -> bool {
        !self.seeks_way_out && self.way_out().is_none()
    }
}

/// Whether a formation has another move in its action after one of this kind.
fn moves_again(state: &State, mover: FormationNo, kind: MoveKind) -> bool {
    let more = |step: &Step| {
        matches!(
            step,
            Step::Movement(MoveStep::Begin { formation, kind: MoveKind::Action })
                if *formation == mover
        )
    };
    kind == MoveKind::Action && state.steps.iter().any(more)
}

/// Whether units that stand in a zone have to be out of it, or in contact, at the end of a move
/// (EA-3.4.3): the last of an action, or a charge.
pub(super) fn ends_in_no_zone(state: &State, mover: FormationNo, kind: MoveKind) -> bool {
    matches!(kind, MoveKind::Action | MoveKind::Charge) && !moves_again(state, mover, kind)
}

/// The rule by which a unit has to leave the zone of a body.
pub(super) fn zone_duty(zone: Body) -> Rule {
    match zone {
        Body::Unit(_) => Rule::StartingInZone,
        Body::Stronghold(_) => Rule::OutsideUnitInZone,
    }
}
