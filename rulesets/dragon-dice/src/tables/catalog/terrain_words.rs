//! What terrains, eighth faces and faces of minor terrains do, in a referee's words.

use super::{
    Catalog, EighthEffect, EighthId, EighthPower, Icon, IvoryHybrids, Kind, MinorEffect,
    ProtectedFrom, RerollScope, ReservesReach, What,
};
use crate::tables::edition::{CaptureDoubles, Edition};
use umpire_core::host::TerrainEntry;

impl Catalog {
    /// Every terrain, eighth face and minor terrain with what it does by an edition.
    pub fn terrain_entries(&self, edition: &Edition) -> Vec<TerrainEntry> {
        let doubled = match edition.capture_doubles {
            CaptureDoubles::Ids => ("its army's IDs double in army rolls", "DD-14.2"),
            CaptureDoubles::ManeuverAndSaves => ("its army's maneuver and saves double", "DD-14.3"),
        };
        let mut entries = Vec::new();
        for (at, face) in self.eighth_faces.iter().enumerate() {
            let effects = self.eighth_effects(EighthId(at as u8), edition.eighth_faces);
            let words = |effect: &EighthEffect| (self.power_words(effect), effect.rule.clone());
            let mut said: Vec<(String, String)> = effects.iter().map(words).collect();
            said.push((doubled.0.to_string(), doubled.1.to_string()));
            let any = "its army takes any action, its opponents there melee only".to_string();
            said.push((any, "DD-14.2".to_string()));
            entries.push(entry(&face.id, "eighth face", said));
        }
        for face in &self.minor_faces {
            let words = face.effects.iter().map(|effect| effect_words(*effect));
            let mut said: Vec<(String, String)> =
                words.map(|words| (words, face.rule.clone())).collect();
            if face.disaster {
                let words = "cannot be kept, is buried as its army next marches".to_string();
                said.push((words, "DD-15.18".to_string()));
            }
            entries.push(entry(&face.id, "minor terrain face", said));
        }
        entries.extend(self.kinds.iter().filter_map(|kind| self.die_entry(kind)));
        entries
    }

    fn die_entry(&self, kind: &Kind) -> Option<TerrainEntry> {
        let elements = format!("holds {}", kind.elements);
        match kind.what {
            What::Terrain { eighth, advanced, .. } => {
                let actions = kind.faces().iter().filter_map(|face| match face.icon {
                    Icon::Action(action) => Some(action.name()),
                    _ => None,
                });
                let actions: Vec<&str> = actions.collect();
                let mut said = vec![
                    (elements, "DD-2.3".to_string()),
                    (format!("1 to 7: {}", actions.join(", ")), "DD-6.9".to_string()),
                    (format!("8: {}", self.eighth(eighth).name), "DD-14.1".to_string()),
                ];
                if advanced {
                    said.push(("advanced".to_string(), "DD-3.7".to_string()));
                }
                Some(entry(&kind.id, "terrain", said))
            }
            What::Minor { deadland, .. } => {
                let faces = kind.faces().iter().filter_map(|face| match face.icon {
                    Icon::Minor(id) => Some(self.minor_face(id).name.as_str()),
                    _ => None,
                });
                let faces: Vec<&str> = faces.collect();
                let mut said = vec![
                    (elements, "DD-15.9".to_string()),
                    (faces.join(", "), "DD-15.12".to_string()),
                ];
                if deadland {
                    let words = "goes anywhere, and counts as dead units".to_string();
                    said.push((words, "DD-15.11".to_string()));
                }
                Some(entry(&kind.id, "minor terrain", said))
            }
            _ => None,
        }
    }

    fn power_words(&self, effect: &EighthEffect) -> String {
        match &effect.does {
            EighthPower::RecruitOrPromote => {
                "in its phase recruits a small unit or promotes one".to_string()
            }
            EighthPower::ForceBurial => {
                "in its phase another player buries a dead unit of their choice".to_string()
            }
            EighthPower::ConvertMagic => {
                "units may make magic of the terrain's elements".to_string()
            }
            EighthPower::Protection { element, from } => {
                let which = match from {
                    ProtectedFrom::Everything => "",
                    ProtectedFrom::NewSpells => "new ",
                };
                format!("opponents' {which}{} magic spares the army", element.name())
            }
            EighthPower::MissilesAnywhere { reserves } => match reserves {
                ReservesReach::Never => "missiles reach any terrain, never Reserves".to_string(),
                ReservesReach::NonId => {
                    "missiles reach any terrain, and Reserves without IDs".to_string()
                }
            },
            EighthPower::DeclaredAs { any_of } => {
                let name = |id: &String| {
                    self.eighth_named(id).map_or(id.clone(), |face| self.eighth(face).name.clone())
                };
                let names: Vec<String> = any_of.iter().map(name).collect();
                format!("on capture it is named one of {}", names.join(", "))
            }
            EighthPower::SummonDragon { ivory, ivory_hybrid, white } => {
                let mut besides = Vec::new();
                if *ivory {
                    besides.push("Ivory");
                }
                if *ivory_hybrid == IvoryHybrids::Any {
                    besides.push("any Ivory Hybrid");
                }
                if *white {
                    besides.push("White");
                }
                let besides = besides.join(", ");
                format!("in its phase brings a dragon that matches the terrain; besides: {besides}")
            }
            EighthPower::Unbury { own_pool, items } => {
                let mut what = vec!["a unit of any player"];
                if *own_pool {
                    what.push("an own Dragonkin or minor terrain");
                }
                if *items {
                    what.push("an own item");
                }
                format!("in its phase one of these must be unburied: {}", what.join(", "))
            }
            EighthPower::RerollUnit { rolls } => {
                let whose = match rolls {
                    RerollScope::Here => "any army's roll here",
                    RerollScope::Own => "its army's rolls",
                };
                format!("one unit may be rolled again in {whose} that is no maneuver")
            }
            EighthPower::NoMagicDoubling { any_face } => {
                let when = if *any_face { ", whatever face shows" } else { "" };
                format!("nobody at the terrain doubles magic{when}")
            }
        }
    }
}

fn effect_words(effect: MinorEffect) -> String {
    match effect {
        MinorEffect::ChooseAction => "is turned at once to an action of choice".to_string(),
        MinorEffect::Action(action) => format!("the army may take a {} action", action.name()),
        MinorEffect::DoubleIds(counted) => format!("IDs double in {} rolls", counted.name()),
        MinorEffect::Halve(counted) => format!("{} results are halved", counted.name()),
    }
}

fn entry(id: &str, kind: &str, effects: Vec<(String, String)>) -> TerrainEntry {
    TerrainEntry { name: id.to_string(), kind: kind.to_string(), effects, source: String::new() }
}
