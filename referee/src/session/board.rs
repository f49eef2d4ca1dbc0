//! The table in letters during a sitting: whole or in part, by charts, with what its letters mean.

use super::{Done, Sitting};
use crate::console::faint;
use serde_json::json;
use umpire_core::command::Names;
use umpire_core::data::suggest;
use umpire_core::scene::{Chart, Corner, Layer, Room, Scene, Sign, Thing, Toward};
use umpire_core::seat::Seat;

/// Lines of a screen that are left for what is asked and typed under a table.
const UNDER_IT: usize = 5;

/// Words of a legend on one line.
const LEGEND_WIDTH: usize = 76;

/// What is wanted of a board.
enum Wanted<'s> {
    Around(Option<Corner>),
    Whole,
    Legend,
    Chart(&'s Chart),
}

impl Sitting<'_, '_> {
    /// The board as the asked person may see it, as `what` after the word `board` wants it: the part with most of
    /// their own pieces, the part around a thing, the next part to a side, all of it, a chart, or the meaning of its letters;
    /// `typed` where they asked for it.
    pub(super) fn show_board(&mut self, asked: Option<Seat>, what: &str, typed: bool) -> Done {
        let viewer = self.viewer(asked);
        let owner = viewer.filter(|seat| seat.is_players()).or_else(|| self.persons().next());
        let scene = self.table.scene(viewer);
        if self.settings.json {
            return Ok(self.console.out.json(&json!({ "board": scene }))?);
        }
        let room = self.console.out.room();
        let room = room.map(|room| Room { lines: room.lines.saturating_sub(UNDER_IT), ..room });
        match wanted(&scene, room, self.corner, what) {
            Err(says) => self.complain(&says, &[]),
            Ok(Wanted::Legend) => self.tell_legend(&scene),
            Ok(Wanted::Whole) => self.draw_part(&scene, None, &[]),
            Ok(Wanted::Around(corner)) => {
                let corner = room.map(|room| {
                    (room, corner.unwrap_or_else(|| scene.corner_of_most(room, owner)))
                });
                // Whoever asks for a part of it is told that there is no more.
                self.guided &= !typed || scene.legend.is_empty();
                self.draw_part(&scene, corner, &[])
            }
            Ok(Wanted::Chart(chart)) => {
                let (lines, signs) = scene.charted_lines(chart);
                let charted = Scene { lines, grid: scene.grid.clone(), ..Scene::default() };
                self.draw_part(&charted, room.map(|room| (room, self.corner)), &signs)
            }
        }
    }

    /// Draws a table or the part of it that begins at a corner, what letters of a chart mean, and how to see the rest.
    fn draw_part(&mut self, scene: &Scene, part: Option<(Room, Corner)>, signs: &[Sign]) -> Done {
        self.console.out.line("")?;
        match part.filter(|_| scene.grid.is_some()) {
            Some((room, corner)) => {
                let (lines, corner) = scene.part(room, corner);
                self.corner = corner;
                self.console.out.likeness(&lines)?;
            }
            None => self.console.out.scene(scene)?,
        }
        self.tell_signs(signs)?;
        let whole = part.is_none_or(|(room, _)| scene.fits(room));
        if !whole {
            self.tell_note(
                "a part of it: `board` with left, right, up, down, whole or a name goes on",
            )?;
        }
        if !self.guided && !scene.legend.is_empty() {
            self.guided = true;
            let all = if whole && signs.is_empty() { "this is all of it: " } else { "" };
            self.tell_note(&format!("{all}`board legend` says what the letters mean"))?;
        }
        Ok(self.console.out.line("")?)
    }

    fn tell_legend(&mut self, scene: &Scene) -> Done {
        self.guided = true;
        if scene.legend.is_empty() {
            self.tell_note("this table is told in words, there is nothing to explain")?;
        }
        self.tell_signs(&scene.legend)?;
        let charts: Vec<String> = match scene.grid {
            Some(_) => scene.charts.iter().map(|chart| format!("`board {}`", chart.name)).collect(),
            None => Vec::new(),
        };
        match charts.is_empty() {
            true => Ok(()),
            false => self.tell_note(&format!("other views: {}", charts.join(", "))),
        }
    }

    /// What letters mean, as many on a line as it holds.
    fn tell_signs(&mut self, signs: &[Sign]) -> Done {
        let mut line = String::new();
        for sign in signs {
            let words = match sign.letters == sign.words {
                true => continue,
                false => format!("{} {}", sign.letters, sign.words),
            };
            if !line.is_empty() && line.chars().count() + words.chars().count() + 3 > LEGEND_WIDTH {
                self.console.out.line(faint(format!("    {line}")))?;
                line.clear();
            }
            line = if line.is_empty() { words } else { format!("{line}   {words}") };
        }
        match line.is_empty() {
            true => Ok(()),
            false => Ok(self.console.out.line(faint(format!("    {line}")))?),
        }
    }
}

/// Reads what is wanted of a board.
fn wanted<'s>(
    scene: &'s Scene,
    room: Option<Room>,
    from: Corner,
    what: &str,
) -> Result<Wanted<'s>, String> {
    let toward = match what {
        "" => return Ok(Wanted::Around(None)),
        "whole" | "all" => return Ok(Wanted::Whole),
        "legend" => return Ok(Wanted::Legend),
        "left" => Some(Toward::Left),
        "right" => Some(Toward::Right),
        "up" => Some(Toward::Up),
        "down" => Some(Toward::Down),
        _ => None,
    };
    let same = |name: &str| name.eq_ignore_ascii_case(what);
    if let Some(toward) = toward {
        let corner = room.map(|room| scene.beside(room, from, toward));
        if corner.is_none_or(|corner| corner == from) {
            let all = room.is_none_or(|room| scene.fits(room));
            let shown = if all { "all of it is shown" } else { "this is its edge" };
            return Err(format!("there is no more of the board to go `{what}`: {shown}"));
        }
        return Ok(Wanted::Around(corner));
    }
    if let Some(chart) = scene.charts.iter().find(|chart| same(&chart.name))
        && scene.grid.is_some()
    {
        return Ok(Wanted::Chart(chart));
    }
    let around = |thing: &Thing| {
        let corner = room.map(|room| {
            let beside = || format!("`{}` is not on the table", thing.id);
            scene.corner_at(room, thing).ok_or_else(beside)
        });
        Ok(Wanted::Around(corner.transpose()?))
    };
    if let Some(thing) = scene.things.iter().find(|thing| same(&thing.id)) {
        return around(thing);
    }
    match near_thing(scene, what) {
        Some(Ok(thing)) => return around(thing),
        Some(Err(says)) => return Err(says),
        None => {}
    }
    let known = scene.things.iter().map(|thing| thing.id.as_str());
    let known = known.chain(scene.charts.iter().map(|chart| chart.name.as_str()));
    let known = known.chain(["left", "right", "up", "down", "whole", "legend"]);
    Err(match suggest(what, known) {
        Some(near) => {
            format!("there is nothing called `{what}` on the board, did you mean `board {near}`?")
        }
        None => format!(
            "there is nothing called `{what}` on the board: `board THING`, `board left`, `right`, `up`, `down`, \
             `board whole` or `board legend`"
        ),
    })
}

/// The thing that is meant by a part of its name: of a place its uppermost level, of pieces the only one called so; a
/// question where several are.
fn near_thing<'s>(scene: &'s Scene, what: &str) -> Option<Result<&'s Thing, String>> {
    let goes_on = |thing: &&Thing| {
        let rest = thing.id.get(what.len()..).filter(|rest| rest.starts_with('/'));
        rest.is_some() && thing.id[..what.len()].eq_ignore_ascii_case(what)
    };
    if let Some(place) = scene.things.iter().rfind(goes_on) {
        return Some(Ok(place));
    }
    let mut names = Names::of("thing");
    for (at, thing) in scene.things.iter().enumerate() {
        if thing.layer == Layer::Pieces {
            names.add(thing.id.as_str(), at);
        }
    }
    match names.find(what) {
        Ok(at) => scene.things.get(at).map(Ok),
        Err(slip) if slip.asks => Some(Err(slip.to_string())),
        Err(_) => None,
    }
}
