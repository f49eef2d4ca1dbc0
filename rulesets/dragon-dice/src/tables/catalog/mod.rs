//! The typed tables of the game, cross-checked when they are read.

mod abilities;
mod breath;
mod dice_rows;
pub mod effects;
mod elements;
mod face_names;
mod faces;
mod ids;
mod kinds;
mod reading;
mod rows;
mod sais;
mod spells;
mod terrain_words;
mod terrains;
mod types;

pub use abilities::{Ability, AbilityEffect};
pub use breath::{Breath, BreathTable};
pub use effects::TerrainNeed;
pub use elements::{Element, Elements};
pub use faces::{Counted, DragonFace, Face, Icon};
pub use ids::{AbilityId, EighthId, KindId, LandId, MinorFaceId, SaiId, SpeciesId, SpellId};
pub use kinds::{Form, ItemKind, Kind, Nature, Role, Size, What};
pub use sais::{
    Mastery, Moment, Multiplied, Opposing, Sai, SaiEffect, SaiUse, UnitAnswer, Victims,
};
pub use spells::{
    ClassicSpell, ModifiedRolls, Spell, SpellEffect, SpellElement, SpellLasts, SpellTarget,
    UnknownSpell,
};
pub use terrains::{
    EighthEffect, EighthFace, EighthPower, IvoryHybrids, Land, MinorEffect, MinorFace,
    ProtectedFrom, RerollScope, ReservesReach,
};
pub use types::Types;

use crate::tables::edition::{self, Edition, Form as EditionForm};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use umpire_core::dice::Dice;
use umpire_core::rule_index::RuleIndex;

/// A people whose units fight together.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Species {
    pub id: String,
    pub name: String,
    /// Elements of its units; `None` where each unit has its own.
    #[serde(default)]
    pub elements: Option<Elements>,
    /// Whether its units are no part of the force total (DD-3.9).
    #[serde(default)]
    pub outside_total: bool,
}

/// Every table of the game.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// Kinds of dice in the order of their ids; [`KindId`] is the place.
    pub kinds: Vec<Kind>,
    /// The same dice as requests for rolls name them.
    pub dice: Dice,
    /// Species.
    pub species: Vec<Species>,
    /// Types of land.
    pub lands: Vec<Land>,
    /// Eighth faces.
    pub eighth_faces: Vec<EighthFace>,
    /// Faces of minor terrains.
    pub minor_faces: Vec<MinorFace>,
    /// Special action icons.
    pub sais: Vec<Sai>,
    /// Spells.
    pub spells: Vec<Spell>,
    /// Spells of the classic list for Reserves whose cost and effect no source gives.
    pub unknown_spells: Vec<UnknownSpell>,
    /// Species abilities.
    pub abilities: Vec<Ability>,
    /// Names of the classic ones with their species, whatever is played.
    pub classic_abilities: Vec<(String, SpeciesId)>,
    /// Breath by the current rules.
    pub breath_current: BreathTable,
    /// Breath by the classic rules.
    pub breath_classic: BreathTable,
    /// Editions by name.
    pub editions: BTreeMap<String, Edition>,
    /// The rule index.
    pub rules: RuleIndex,
}

impl Catalog {
    /// The kind with that number.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// The kind with that id.
    pub fn kind_named(&self, id: &str) -> Option<KindId> {
        let at = self.kinds.binary_search_by(|kind| kind.id.as_str().cmp(id)).ok()?;
        Some(KindId(at as u16))
    }

    /// The face of a kind.
    pub fn face(&self, id: KindId, face: umpire_core::dice::Face) -> Face {
        self.kind(id).face(face)
    }

    /// The icon with that number.
    pub fn sai(&self, id: SaiId) -> &Sai {
        &self.sais[id.index()]
    }

    /// The icon with that id.
    pub fn sai_named(&self, id: &str) -> Option<SaiId> {
        place(&self.sais, |sai| sai.id == id).map(|at| SaiId(at as u8))
    }

    /// The spell with that number.
    pub fn spell(&self, id: SpellId) -> &Spell {
        &self.spells[id.index()]
    }

    /// The spell with that id.
    pub fn spell_named(&self, id: &str) -> Option<SpellId> {
        place(&self.spells, |spell| spell.id == id).map(|at| SpellId(at as u8))
    }

    /// The species with that number.
    pub fn species(&self, id: SpeciesId) -> &Species {
        &self.species[id.index()]
    }

    /// The species with that id.
    pub fn species_named(&self, id: &str) -> Option<SpeciesId> {
        place(&self.species, |species| species.id == id).map(|at| SpeciesId(at as u8))
    }

    /// The land with that number.
    pub fn land(&self, id: LandId) -> &Land {
        &self.lands[id.index()]
    }

    /// The eighth face with that number.
    pub fn eighth(&self, id: EighthId) -> &EighthFace {
        &self.eighth_faces[id.index()]
    }

    /// The eighth face with that id.
    pub fn eighth_named(&self, id: &str) -> Option<EighthId> {
        place(&self.eighth_faces, |face| face.id == id).map(|at| EighthId(at as u8))
    }

    /// What an eighth face does by the current or the classic rules.
    pub fn eighth_effects(&self, id: EighthId, form: edition::Form) -> &[EighthEffect] {
        let face = self.eighth(id);
        match form {
            edition::Form::Current => &face.current,
            edition::Form::Classic => &face.classic,
        }
    }

    /// The breaths of the current or the classic rules.
    pub fn breath(&self, form: edition::Form) -> &BreathTable {
        match form {
            edition::Form::Current => &self.breath_current,
            edition::Form::Classic => &self.breath_classic,
        }
    }

    /// The face of minor terrains with that number.
    pub fn minor_face(&self, id: MinorFaceId) -> &MinorFace {
        &self.minor_faces[id.index()]
    }

    /// The ability with that number.
    pub fn ability(&self, id: AbilityId) -> &Ability {
        &self.abilities[id.index()]
    }

    /// The ability with that id.
    pub fn ability_named(&self, id: &str) -> Option<AbilityId> {
        place(&self.abilities, |ability| ability.id == id).map(|at| AbilityId(at as u8))
    }

    /// Keeps what an edition plays by: abilities of its form, and spells at its costs. What the classic
    /// tables do not state stays as it is now (DD-1.15).
    #[must_use]
    pub fn kept_to(&self, edition: &Edition) -> Catalog {
        let mut kept = self.clone();
        if edition.species_abilities_from == EditionForm::Classic {
            let classic = kept.abilities.iter().filter(|one| one.edition == EditionForm::Classic);
            let gone: Vec<String> = classic.flat_map(|one| one.instead.clone()).collect();
            kept.abilities.retain(|one| !gone.contains(&one.id));
        } else {
            kept.abilities.retain(|one| one.edition == EditionForm::Current);
        }
        if edition.spell_costs_from == EditionForm::Classic {
            for spell in &mut kept.spells {
                spell.cost = spell.classic.cost.unwrap_or(spell.cost);
                spell.lasts = spell.classic.lasts.unwrap_or(spell.lasts);
            }
        }
        kept
    }

    /// The abilities of a species.
    pub fn abilities_of(&self, id: SpeciesId) -> impl Iterator<Item = (AbilityId, &Ability)> {
        let all = self.abilities.iter().enumerate();
        all.filter(move |(_, ability)| ability.species == id)
            .map(|(at, ability)| (AbilityId(at as u8), ability))
    }
}

fn place<T>(rows: &[T], is_it: impl Fn(&T) -> bool) -> Option<usize> {
    rows.iter().position(is_it)
}
