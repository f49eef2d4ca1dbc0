//! The rules behind rows of the tables of terrains.

use crate::tables::catalog::{Catalog, EighthId, EighthPower};
use crate::tables::edition::{Edition, Form};
use crate::tables::rule::Rule;
use umpire_core::ruling::RuleId;

/// The rules behind rows of the tables of terrains, looked up once.
#[derive(Debug, Clone)]
pub(crate) struct LandRules {
    /// Of each eighth face its powers under the edition.
    eighth: Vec<Vec<(Rule, EighthPower)>>,
    /// Of each face of minor terrains.
    minor: Vec<Rule>,
}

impl LandRules {
    /// The rules of the rows an edition uses.
    pub fn new(catalog: &Catalog, edition: &Edition) -> LandRules {
        let named = |id: &str, other| {
            Rule::ALL.iter().copied().find(|rule| rule.id() == id).unwrap_or(other)
        };
        let powers = |face: &crate::tables::catalog::EighthFace| {
            let rows = match edition.eighth_faces {
                Form::Current => &face.current,
                Form::Classic => &face.classic,
            };
            let power = |row: &crate::tables::catalog::EighthEffect| {
                (named(&row.rule, Rule::StandardEighthFaces), row.does.clone())
            };
            rows.iter().map(power).collect()
        };
        let minor =
            |face: &crate::tables::catalog::MinorFace| named(&face.rule, Rule::MinorFaceAtOnce);
        LandRules {
            eighth: catalog.eighth_faces.iter().map(powers).collect(),
            minor: catalog.minor_faces.iter().map(minor).collect(),
        }
    }

    /// The rule of a face of minor terrains.
    pub fn of_minor_face(&self, face: crate::tables::catalog::MinorFaceId) -> Rule {
        self.minor[face.index()]
    }

    pub(crate) fn of_eighth(&self, face: EighthId) -> &[(Rule, EighthPower)] {
        &self.eighth[face.index()]
    }
}
