//! Maps of open tables drawn at random: ground strewn over the near half, and the same turned by half.

use super::super::unit::Decimal;
use super::drawing::MapKit;
use crate::data::{Source, Written, edited};
use crate::host::{Recipe, Stroke};
use schemars::JsonSchema;
use serde::Deserialize;

/// Places tried for a piece before the table is taken to be full.
const TRIES: usize = 40;

/// The outline of ground that is strewn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StrewnShape {
    /// Upright rectangles; the size is that of a side.
    Rect,
    /// Discs; the size is their radius.
    Disc,
    /// Straight lines; the size is their length.
    Line,
}

/// How a kind of ground lies on maps that are drawn at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strewn {
    /// In what outlines.
    pub shape: StrewnShape,
    /// The least and the most of its measure, in units of the map.
    pub size: [u16; 2],
    /// How wide lines are; a unit, where nothing is said.
    #[serde(default)]
    pub width: Option<Decimal>,
    /// How much more often it is drawn than one of 1.
    pub often: u16,
}

impl MapKit {
    /// A map by a recipe, begun from a text that says its size, of the kinds of ground that are strewn; `each` is the share of
    /// a table, in hundredths, that a piece of the lowest density stands for.
    ///
    /// # Errors
    /// Where the text says no size, or no kind of ground is strewn.
    pub fn sown(
        &self,
        begun: &str,
        recipe: &Recipe,
        each: u16,
        die: &mut dyn FnMut(u32) -> u32,
    ) -> Result<String, String> {
        let mut file = Source::new("map.yaml", begun);
        let size = |file: &Source| {
            let tree = crate::data::Tree::parse(file).ok()?;
            let whole = tree.written();
            let side = |at: usize| whole.at(&format!("size[{at}]"))?.as_word()?.parse::<f32>().ok();
            Some((side(0)?, side(1)?))
        };
        let (wide, deep) = size(&file).ok_or("the map to begin with says no size")?;
        let count = u32::from(recipe.density.clamp(1, 5)) * 100 / u32::from(each.max(1)) / 2;
        let kinds = self.kinds.iter().filter_map(|kind| Some((kind.id.as_str(), kind.strewn?)));
        let kinds: Vec<(&str, Strewn)> = kinds.collect();
        let all: u32 = kinds.iter().map(|(_, strewn)| u32::from(strewn.often)).sum();
        if all == 0 {
            return Err("no kind of ground is strewn at random: none says how (`strewn`)".into());
        }
        let mut taken: Vec<((f32, f32), f32)> = Vec::new();
        for _ in 0..count.max(1) {
            let mut drawn = die(all);
            let is_drawn =
                |(_, strewn): &&(&str, Strewn)| match drawn.checked_sub(strewn.often.into()) {
                    Some(rest) => {
                        drawn = rest;
                        false
                    }
                    None => true,
                };
            let Some((kind, strewn)) = kinds.iter().find(is_drawn) else { continue };
            let [least, most] = strewn.size;
            let span = u32::from(most.saturating_sub(least)) * 2 + 1;
            let mut length = || f32::from(least) + die(span) as f32 / 2.0;
            let (one, other) = (length(), length());
            let reach = match strewn.shape {
                StrewnShape::Rect => one.hypot(other) / 2.0,
                StrewnShape::Disc => one,
                StrewnShape::Line => one / 2.0,
            };
            let gap = wide / 40.0;
            let near = (gap + reach, deep / 2.0 - reach.min(deep / 8.0));
            let mut place = || {
                let part = |from: f32, to: f32, die: &mut dyn FnMut(u32) -> u32| {
                    from + (to - from).max(0.0) * die(1000) as f32 / 1000.0
                };
                let x = part(reach + gap, wide - reach - gap, die);
                (x, part(near.0, near.1, die))
            };
            let free = |at: (f32, f32)| {
                let twin = (wide - at.0, deep - at.1);
                let apart = |from: (f32, f32), other: &((f32, f32), f32)| {
                    (from.0 - other.0.0).hypot(from.1 - other.0.1) > reach + other.1 + gap
                };
                let own = (at.0 - twin.0).hypot(at.1 - twin.1) > 2.0 * reach + gap;
                own && at.1 + reach < deep / 2.0
                    && taken.iter().all(|other| apart(at, other) && apart(twin, other))
            };
            let Some(at) = (0..TRIES).map(|_| place()).find(|at| free(*at)) else { continue };
            taken.push((at, reach));
            let turn = die(2) == 0;
            let stroke = stroke_of((kind, strewn), (at.0, deep - at.1), (one, other), turn);
            let (changes, _) = self.stroke(&file, &stroke)?;
            file.text = edited(&file, &changes).map_err(|why| why.to_string())?;
        }
        let both = Stroke { tool: "both-sides".to_string(), ..Stroke::default() };
        if let Ok((changes, _)) = self.stroke(&file, &both) {
            file.text = edited(&file, &changes).map_err(|why| why.to_string())?;
        }
        let named = file.text.lines().map(|line| match line.starts_with("battlefield:") {
            true => format!("battlefield: {}\n", Written::word(&recipe.name)),
            false => format!("{line}\n"),
        });
        Ok(named.collect())
    }
}

/// What a hand would draw around a spot of the picture.
fn stroke_of(
    (kind, strewn): (&str, &Strewn),
    (x, y): (f32, f32),
    (one, other): (f32, f32),
    turn: bool,
) -> Stroke {
    let (shape, points, size) = match strewn.shape {
        StrewnShape::Rect => {
            ("rect", vec![(x - one / 2.0, y - other / 2.0), (x + one / 2.0, y + other / 2.0)], None)
        }
        StrewnShape::Disc => ("disc", vec![(x, y), (x + one, y)], None),
        StrewnShape::Line => {
            let (dx, dy) = if turn { (one / 2.0, 0.0) } else { (0.0, one / 2.0) };
            let width = strewn.width.map_or(1.0, f32::from);
            ("line", vec![(x - dx, y - dy), (x + dx, y + dy)], Some(width))
        }
    };
    Stroke { tool: format!("{shape}:{kind}"), points, size, ..Stroke::default() }
}
