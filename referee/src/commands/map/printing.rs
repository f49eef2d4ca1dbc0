//! Pictures and pages of a map: all of it, a sheet for each level, or at true size.

use super::form::Form;
use crate::opening::Opening;
use crate::print::{self, Page, Paper};
use crate::trouble::Trouble;
use std::path::PathBuf;
use umpire_core::data::Tree;
use umpire_core::host::Sheet;
use umpire_core::ruleset::{FileKind, kind_of};

/// Dots of a PNG on an inch of the page.
const DOTS: f32 = 200.0;

/// How a map is printed.
#[derive(Debug, Clone, Copy)]
pub struct Printing {
    /// A picture, or pages.
    pub to: Form,
    /// At true size, on as many pages as it takes.
    pub tiled: bool,
    /// A sheet for each level, with the pieces to lay.
    pub levels: bool,
    /// On what.
    pub paper: Paper,
}

impl Printing {
    /// The bytes of the file.
    ///
    /// # Errors
    /// Where the map cannot be drawn, or not so.
    pub fn bytes(&self, opening: &Opening) -> Result<Vec<u8>, Trouble> {
        if self.tiled && self.to != Form::Pdf {
            return Err(Trouble::Misuse("`--tiled` makes many pages: they need a pdf".into()));
        }
        let (ruleset, field) = (opening.ruleset, &opening.scenario);
        let failed = Trouble::Failed;
        let drawings = match self.levels {
            true => ruleset.map_sheets(&opening.files(), field).map_err(failed)?,
            false => vec![whole(opening)?],
        };
        if self.tiled {
            let unit = ruleset.plan_unit();
            let unit =
                unit.ok_or_else(|| failed("pictures of this game have no true size".into()))?;
            let mut pages = Vec::new();
            for Sheet { title, scene } in &drawings {
                pages.extend(print::tiled(title, scene, unit, self.paper).map_err(failed)?);
            }
            return print::pdf(&pages).map_err(failed);
        }
        let fitted = || -> Vec<Page> {
            let one = |it: &Sheet| print::fitted(&it.title, &it.scene, self.paper);
            drawings.iter().map(one).collect()
        };
        let stacked = || {
            let all: Vec<_> = drawings.iter().map(|it| (it.title.clone(), &it.scene)).collect();
            print::stacked(&all)
        };
        match self.to {
            Form::Pdf => print::pdf(&fitted()).map_err(failed),
            Form::Png => print::png(&stacked(), DOTS).map_err(failed),
            _ if !self.levels => Ok(drawings[0].scene.to_svg().into_bytes()),
            _ => Ok(stacked().svg.into_bytes()),
        }
    }
}

/// A battlefield alone, or a scenario's with the armies on it, as one picture.
fn whole(opening: &Opening) -> Result<Sheet, Trouble> {
    let (ruleset, field) = (opening.ruleset, &opening.scenario);
    let bare = match kind_of(field) {
        FileKind::Battlefield => ruleset.picture_of_map(&opening.files(), field),
        _ => None,
    };
    let scene = match bare {
        Some(scene) => scene,
        None => opening.look()?.scene(None),
    };
    let named =
        Tree::parse(field).ok().and_then(|tree| Some(tree.word("battlefield")?.to_string()));
    let stem = || {
        let path = PathBuf::from(&field.path);
        path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    };
    let title = named.filter(|name| !name.is_empty()).unwrap_or_else(stem);
    Ok(Sheet { title, scene })
}
