//! Rows of the files of dice, and the kinds made of them.

use super::elements::PATTERN;
use super::terrains::{MinorFile, TerrainFile};
use super::{
    Counted, DragonFace, EighthId, Element, Elements, Face, Form, Icon, ItemKind, Kind, LandId,
    MinorFaceId, Nature, Role, Sai, SaiId, Size, Species, SpeciesId, What,
};
use schemars::JsonSchema;
use serde::Deserialize;
use umpire_core::data::{DataError, Document, Places};

/// The icon that makes a die magical besides magic itself (DD-3.4).
const CANTRIP: &str = "cantrip";

/// A file of units of one species.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitFile {
    species: String,
    units: Vec<UnitRow>,
    #[serde(default, rename = "source")]
    _source: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    id: String,
    name: String,
    role: Role,
    size: Size,
    /// Absent: those of the species.
    #[serde(default)]
    elements: Option<Choice>,
    /// Icons other than IDs, where they are not the usual number (DD-1.13).
    #[serde(default)]
    icons: Option<u8>,
    #[serde(default)]
    automatic_saves: u8,
    #[serde(default)]
    royalty: bool,
    faces: Vec<String>,
}

/// `items.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ItemFile {
    items: Vec<ItemRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ItemRow {
    id: String,
    name: String,
    item: ItemKind,
    #[serde(default)]
    elements: Option<Choice>,
    points: u8,
    #[serde(default)]
    points_in_pair: Option<u8>,
    #[serde(default)]
    royalty: bool,
    faces: Vec<String>,
    #[serde(default, rename = "source")]
    _source: String,
}

/// `dragons.yaml`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DragonFile {
    layouts: Vec<LayoutRow>,
    dragons: Vec<DragonRow>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LayoutRow {
    id: Form,
    faces: Vec<DragonFace>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DragonRow {
    id: String,
    name: String,
    form: Form,
    nature: Nature,
    elements: Elements,
    health: u8,
    automatic_saves: u8,
    #[serde(default, rename = "source")]
    _source: String,
}

/// The elements of a row: one kind for each element, or one kind of these.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(extend("x-exact" = true, "pattern" = format!("^any$|{PATTERN}")))]
enum Choice {
    Each,
    These(Elements),
}

impl TryFrom<String> for Choice {
    type Error = &'static str;

    fn try_from(words: String) -> Result<Choice, &'static str> {
        match words.as_str() {
            "any" => Ok(Choice::Each),
            words => Elements::read(words)
                .map(Choice::These)
                .ok_or("expected elements such as `air+fire`, `ivory`, `white`, or `any`"),
        }
    }
}

/// What the rows of dice refer to, and what is made of them.
pub(super) struct Maker<'a> {
    pub species: &'a [Species],
    pub sais: &'a [Sai],
    pub kinds: Vec<Kind>,
    pub faults: Vec<DataError>,
    /// Where the row of each kind stands, for ids that stand twice.
    pub rows: Vec<DataError>,
}

impl Maker<'_> {
    pub fn units(&mut self, document: &Document<UnitFile>) {
        let (file, places) = (&document.value, &document.places);
        let Some(own) = self.species.iter().position(|known| known.id == file.species) else {
            let known = self.species.iter().map(|species| species.id.as_str());
            self.faults.push(places.unknown("species", "species", &file.species, known));
            return;
        };
        let species = &self.species[own];
        for (at, row) in file.units.iter().enumerate() {
            let place = format!("units[{at}]");
            let health = row.size.health();
            let faces = self.faces(&row.faces, health, row.size.sides(), places, &place);
            self.check_icons(row, &faces, places, &place);
            let elements = row.elements.or(species.elements.map(Choice::These));
            let Some(elements) = elements else {
                let problem = "the species has no elements of its own, so its units name theirs";
                self.faults.push(places.fault(&place, problem));
                continue;
            };
            let what = What::Unit { species: SpeciesId(own as u8), role: row.role, size: row.size };
            let points = if species.outside_total { 0 } else { health };
            let kind = Kind {
                health,
                points,
                points_in_pair: points,
                automatic_saves: row.automatic_saves,
                royalty: row.royalty,
                ..self.kind(&row.id, &row.name, what, &faces)
            };
            self.add(kind, elements, places, &place);
        }
    }

    pub fn items(&mut self, document: &Document<ItemFile>) {
        let places = &document.places;
        for (at, row) in document.value.items.iter().enumerate() {
            let place = format!("items[{at}]");
            let faces = self.faces(&row.faces, 4, row.item.sides(), places, &place);
            if row.elements.is_some() != row.item.has_element() {
                let problem = "equipment and artifacts have elements, medallions and relics none";
                self.faults.push(places.fault(&place, problem));
            }
            let kind = Kind {
                points: row.points,
                points_in_pair: row.points_in_pair.unwrap_or(row.points),
                royalty: row.royalty,
                ..self.kind(&row.id, &row.name, What::Item { item: row.item }, &faces)
            };
            let elements = row.elements.unwrap_or(Choice::These(Elements::NONE));
            self.add(kind, elements, places, &place);
        }
    }

    pub fn dragons(&mut self, document: &Document<DragonFile>) {
        let (file, places) = (&document.value, &document.places);
        for (at, layout) in file.layouts.iter().enumerate() {
            self.check_layout(layout, places, at);
        }
        for (at, row) in file.dragons.iter().enumerate() {
            let place = format!("dragons[{at}]");
            let Some(layout) = file.layouts.iter().find(|layout| layout.id == row.form) else {
                self.faults.push(places.fault(&place, "its form has no layout"));
                continue;
            };
            if nature(row.elements, row.nature) != row.nature {
                let problem = "its elements do not make it that";
                self.faults.push(places.fault(&format!("{place}.nature"), problem));
            }
            let show = |face: &DragonFace| Face { icon: Icon::Dragon(*face), count: 0 };
            let faces: Vec<Face> = layout.faces.iter().map(show).collect();
            let what = What::Dragon { form: row.form, nature: row.nature };
            let kind = Kind {
                health: row.health,
                automatic_saves: row.automatic_saves,
                ..self.kind(&row.id, &row.name, what, &faces)
            };
            self.add(kind, Choice::These(row.elements), places, &place);
        }
    }

    pub fn terrains(&mut self, document: &Document<TerrainFile>) {
        let (file, places) = (&document.value, &document.places);
        for (at, row) in file.terrains.iter().enumerate() {
            let place = format!("terrains[{at}]");
            let land = file.lands.iter().position(|land| land.id == row.land);
            let eighth = file.eighth_faces.iter().position(|face| face.id == row.eighth);
            if land.is_none() {
                let known = file.lands.iter().map(|land| land.id.as_str());
                let place = format!("{place}.land");
                self.faults.push(places.unknown(&place, "land", &row.land, known));
            }
            if eighth.is_none() {
                let known = file.eighth_faces.iter().map(|face| face.id.as_str());
                let place = format!("{place}.eighth");
                self.faults.push(places.unknown(&place, "eighth face", &row.eighth, known));
            }
            let (Some(land), Some(eighth)) = (land, eighth) else { continue };
            if row.faces.len() != 7 {
                let problem = "a terrain has 7 faces besides its eighth";
                self.faults.push(places.fault(&format!("{place}.faces"), problem));
                continue;
            }
            let show = |action: &Counted| Face { icon: Icon::Action(*action), count: 0 };
            let mut faces: Vec<Face> = row.faces.iter().map(show).collect();
            faces.push(Face { icon: Icon::Eighth, count: 0 });
            let (its_land, its_eighth) = (&file.lands[land], &file.eighth_faces[eighth]);
            let name = format!("{} {}", its_land.name, its_eighth.name);
            let what = What::Terrain {
                land: LandId(land as u8),
                eighth: EighthId(eighth as u8),
                advanced: its_eighth.advanced,
            };
            let kind = self.kind(&row.id, &name, what, &faces);
            self.add(kind, Choice::These(its_land.elements), places, &place);
        }
    }

    pub fn minor_terrains(
        &mut self,
        document: &Document<MinorFile>,
        terrains: &Document<TerrainFile>,
    ) {
        let (file, places) = (&document.value, &document.places);
        let lands = &terrains.value.lands;
        for (at, row) in file.kinds.iter().enumerate() {
            let place = format!("kinds[{at}]");
            let mut faces = Vec::new();
            for (number, word) in row.faces.iter().enumerate() {
                match file.faces.iter().position(|face| face.id == *word) {
                    Some(face) => {
                        let icon = Icon::Minor(MinorFaceId(face as u8));
                        faces.push(Face { icon, count: 0 });
                    }
                    None => {
                        let known = file.faces.iter().map(|face| face.id.as_str());
                        let place = format!("{place}.faces[{number}]");
                        self.faults.push(places.unknown(&place, "face", word, known));
                    }
                }
            }
            if row.faces.len() != 8 {
                let problem = format!("a minor terrain has 8 faces, this has {}", row.faces.len());
                self.faults.push(places.fault(&format!("{place}.faces"), problem));
                continue;
            }
            for (number, word) in row.lands.iter().enumerate() {
                let Some(land) = lands.iter().position(|land| land.id == *word) else {
                    let known = lands.iter().map(|land| land.id.as_str());
                    let place = format!("{place}.lands[{number}]");
                    self.faults.push(places.unknown(&place, "land", word, known));
                    continue;
                };
                let its = &lands[land];
                let what = What::Minor { land: LandId(land as u8), deadland: its.deadland };
                let (id, name) =
                    (format!("{}-{}", its.id, row.id), format!("{} {}", its.name, row.name));
                let kind = self.kind(&id, &name, what, &faces);
                self.add(kind, Choice::These(its.elements), places, &place);
            }
        }
    }

    /// A kind of that name with nothing but its faces.
    fn kind(&self, id: &str, name: &str, what: What, faces: &[Face]) -> Kind {
        let mut shown = [Face::MISSING; 12];
        for (slot, face) in shown.iter_mut().zip(faces) {
            *slot = *face;
        }
        let is_magical = |face: &Face| match face.icon {
            Icon::Plain(counted) => counted == Counted::Magic,
            Icon::Sai(sai) => self.sais[sai.index()].id == CANTRIP,
            _ => false,
        };
        Kind {
            id: id.to_string(),
            name: name.to_string(),
            what,
            elements: Elements::NONE,
            health: 0,
            points: 0,
            points_in_pair: 0,
            faces: shown,
            sides: faces.len().min(12) as u8,
            magical: faces.iter().any(is_magical),
            automatic_saves: 0,
            royalty: false,
        }
    }

    /// Adds the kind, or one of each element.
    fn add(&mut self, kind: Kind, elements: Choice, places: &Places, place: &str) {
        let kinds = match elements {
            Choice::These(elements) => vec![Kind { elements, ..kind }],
            Choice::Each => Element::ALL
                .into_iter()
                .map(|element| {
                    let word = element.name();
                    let upper = word[..1].to_uppercase();
                    Kind {
                        id: format!("{word}-{}", kind.id),
                        name: format!("{upper}{} {}", &word[1..], kind.name),
                        elements: Elements::of(element),
                        ..kind.clone()
                    }
                })
                .collect(),
        };
        for kind in kinds {
            let problem = format!("another die is called `{}`", kind.id);
            self.rows.push(places.fault(&format!("{place}.id"), problem));
            self.kinds.push(kind);
        }
    }

    /// Reads faces such as `id`, `melee`, `2 save`, `3 smite`.
    fn faces(
        &mut self,
        words: &[String],
        id_count: u8,
        sides: u8,
        places: &Places,
        place: &str,
    ) -> Vec<Face> {
        if words.len() != usize::from(sides) {
            let problem = format!("expected {sides} faces, found {}", words.len());
            self.faults.push(places.fault(&format!("{place}.faces"), problem));
        }
        let mut faces = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let place = format!("{place}.faces[{at}]");
            let (count, name) = match word.split_once(' ') {
                Some((count, name)) => (count.parse::<u8>().ok(), name.trim()),
                None => (Some(if word == "id" { id_count } else { 1 }), word.as_str()),
            };
            let Some(count) = count.filter(|count| (1..=20).contains(count)) else {
                let problem = format!("expected a count from 1 to 20 and an icon, found `{word}`");
                self.faults.push(places.fault(&place, problem));
                continue;
            };
            match self.icon(name) {
                Some(icon) => faces.push(Face { icon, count }),
                None => {
                    let plain = Counted::ALL.map(Counted::name);
                    let known = self.sais.iter().map(|sai| sai.id.as_str());
                    let known = known.chain(["id"]).chain(plain);
                    self.faults.push(places.unknown(&place, "icon", name, known));
                }
            }
        }
        faces
    }

    fn icon(&self, name: &str) -> Option<Icon> {
        let sai = || self.sais.iter().position(|sai| sai.id == name);
        match Counted::named(name) {
            Some(counted) => Some(Icon::Plain(counted)),
            None if name == "id" => Some(Icon::Id),
            None => sai().map(|at| Icon::Sai(SaiId(at as u8))),
        }
    }

    /// Icons add up as DD-1.13 says, and normal icons of the largest count 4 (DD-1.10).
    fn check_icons(&mut self, row: &UnitRow, faces: &[Face], places: &Places, place: &str) {
        let expected = row.icons.map(u32::from).or(match row.size {
            _ if row.automatic_saves > 0 => None,
            Size::Small => Some(6),
            Size::Medium => Some(12),
            Size::Large => Some(16),
            Size::Champion | Size::Monster => None,
        });
        let others = faces.iter().filter(|face| face.icon != Icon::Id);
        let total: u32 = others.map(|face| u32::from(face.count)).sum();
        if faces.len() == row.faces.len() && expected.is_some_and(|expected| expected != total) {
            let expected = expected.unwrap_or_default();
            let problem = format!(
                "icons other than IDs add up to {total}, on such a die to {expected}; if the die is so, say `icons: {total}`"
            );
            self.faults.push(places.fault(&format!("{place}.faces"), problem));
        }
        let is_large = matches!(row.size, Size::Champion | Size::Monster);
        let is_odd = |face: &Face| matches!(face.icon, Icon::Plain(_)) && face.count != 4;
        if is_large && faces.iter().any(is_odd) {
            let problem = format!("normal icons of a {} count 4", row.size.name());
            self.faults.push(places.fault(&format!("{place}.faces"), problem));
        }
    }

    /// Every dragon of a form has the same faces (DD-10.3).
    fn check_layout(&mut self, layout: &LayoutRow, places: &Places, at: usize) {
        use DragonFace as F;
        let expected = match layout.id {
            Form::Drake => [
                (F::Jaws, 1),
                (F::Breath, 1),
                (F::Claw, 4),
                (F::Belly, 2),
                (F::Wing, 2),
                (F::Tail, 2),
            ],
            Form::Wyrm => [
                (F::Jaws, 1),
                (F::Breath, 1),
                (F::Claw, 4),
                (F::Belly, 2),
                (F::Tail, 3),
                (F::Treasure, 1),
            ],
        };
        for (face, number) in expected {
            let found = layout.faces.iter().filter(|shown| **shown == face).count();
            if found != number || layout.faces.len() != 12 {
                let problem =
                    format!("expected 12 faces, {number} of them `{}`, found {found}", face.name());
                self.faults.push(places.fault(&format!("layouts[{at}].faces"), problem));
            }
        }
    }
}

/// What its elements make of a dragon; ivory hybrids and elemental dragons both have one.
fn nature(elements: Elements, said: Nature) -> Nature {
    match elements.len() {
        0 => Nature::Ivory,
        1 if said == Nature::IvoryHybrid => said,
        1 => Nature::Elemental,
        5 => Nature::White,
        _ => Nature::Hybrid,
    }
}
