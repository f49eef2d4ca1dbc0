//! What can be said of special icons beforehand, so that rolls need not read the tables again.

use crate::tables::catalog::effects::{RollKind, RollKinds};
use crate::tables::catalog::{Catalog, Face, Kind, KindId, Sai, SaiEffect, SaiId, SaiUse};
use crate::tables::rule::Rule;

/// Facts about icons and the dice that carry them, by their numbers in the catalog.
#[derive(Debug, Clone)]
pub(crate) struct IconTable {
    /// Of each kind of die, whether a face of it looks at what other dice of the roll show.
    looks: Vec<bool>,
    /// Of each kind of die, whether a face of it turns the results of one attacking unit back.
    turns_back: Vec<bool>,
    /// Of each kind of die, whether a face of it gives magic of an element to be named.
    attunes: Vec<bool>,
    /// Of each icon, what it gives as an ID does, whether only to dice of one element, and in which rolls.
    as_id: Vec<Option<(u8, bool, RollKinds)>>,
    /// The icon of a charge.
    charge: Option<SaiId>,
    /// The icon that takes a Dragonkin's automatic saves away.
    belly: Option<SaiId>,
}

/// An effect and all that stand inside it.
fn inside<'a>(effect: &'a SaiEffect, into: &mut Vec<&'a SaiEffect>) {
    into.push(effect);
    if let SaiEffect::Choose(parts) | SaiEffect::All(parts) = effect {
        parts.iter().for_each(|part| inside(part, into));
    }
}

/// Whether one of some kinds is marked.
fn any_of(marked: &[bool], mut kinds: impl Iterator<Item = KindId>) -> bool {
    kinds.any(|kind| marked[kind.index()])
}

impl IconTable {
    /// The facts of a catalog.
    pub fn new(catalog: &Catalog) -> IconTable {
        let effects: Vec<Vec<&SaiEffect>> = catalog
            .sais
            .iter()
            .map(|sai| {
                let mut all = Vec::new();
                let own = sai.uses.iter().flat_map(|used| &used.does);
                own.for_each(|effect| inside(effect, &mut all));
                all
            })
            .collect();
        let carries = |kind: &Kind, is_it: fn(&SaiEffect) -> bool| {
            let icons = kind.faces().iter().filter_map(|face| face.sai());
            icons.flat_map(|sai| &effects[sai.index()]).any(|effect| is_it(effect))
        };
        let looks = |kind: &Kind| {
            carries(kind, |effect| {
                matches!(
                    effect,
                    SaiEffect::Charge
                        | SaiEffect::Multiply { .. }
                        | SaiEffect::ElementalRelic { .. }
                )
            })
        };
        let turns_back = |kind: &Kind| carries(kind, |e| matches!(e, SaiEffect::TurnBack));
        let attunes =
            |kind: &Kind| carries(kind, |e| matches!(e, SaiEffect::AddMagicOfChoice { .. }));
        let as_id = |sai: &Sai| {
            let in_use = |used: &SaiUse| {
                used.does.iter().find_map(|effect| match effect {
                    SaiEffect::AddAsId { amount, one_element_only } => {
                        Some((amount.of(0), *one_element_only, used.rolls))
                    }
                    _ => None,
                })
            };
            sai.uses.iter().find_map(in_use)
        };
        let first = |is_it: fn(&SaiEffect) -> bool| {
            let found = effects.iter().position(|own| own.iter().any(|effect| is_it(effect)));
            found.map(|sai| SaiId(sai as u8))
        };
        IconTable {
            looks: catalog.kinds.iter().map(looks).collect(),
            turns_back: catalog.kinds.iter().map(turns_back).collect(),
            attunes: catalog.kinds.iter().map(attunes).collect(),
            as_id: catalog.sais.iter().map(as_id).collect(),
            charge: first(|effect| matches!(effect, SaiEffect::Charge)),
            belly: first(|effect| matches!(effect, SaiEffect::NoAutomaticSaves)),
        }
    }

    /// Whether dice of any of these kinds look at what others of their roll show.
    pub fn any_looks(&self, kinds: impl Iterator<Item = KindId>) -> bool {
        any_of(&self.looks, kinds)
    }

    /// Whether dice of any of these kinds turn results of attacking units back.
    pub fn any_turns_back(&self, kinds: impl Iterator<Item = KindId>) -> bool {
        any_of(&self.turns_back, kinds)
    }

    /// Whether dice of any of these kinds may give magic of an element to be named.
    pub fn any_attunes(&self, kinds: impl Iterator<Item = KindId>) -> bool {
        any_of(&self.attunes, kinds)
    }

    /// How many results a face gives as an ID does in a kind of roll.
    #[inline]
    pub fn as_id(&self, kind: &Kind, sai: SaiId, roll: RollKind) -> u16 {
        match self.as_id[sai.index()] {
            Some((amount, one_element_only, rolls))
                if rolls.contains(roll) && (!one_element_only || kind.elements.len() == 1) =>
            {
                amount.into()
            }
            _ => 0,
        }
    }

    /// The rule by which maneuver counts as melee in a charge.
    pub fn charging(&self) -> Rule {
        self.charge.map_or(Rule::SpecialIcons, Rule::Sai)
    }

    /// Whether a face takes a Dragonkin's automatic saves away.
    #[inline]
    pub fn is_belly(&self, face: Face) -> bool {
        face.sai().is_some_and(|sai| self.belly == Some(sai))
    }
}
