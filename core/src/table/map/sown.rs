//! Maps of open tables drawn at random: ground strewn over the near half, and the same turned by half.

use super::drawing::MapKit;
use crate::data::{Source, Written, edited};
use crate::host::{Recipe, Stroke};

/// Places tried for a piece before the table is taken to be full.
const TRIES: usize = 40;

/// How a kind of ground is strewn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeedShape {
    /// Rectangles between two lengths of a side.
    Rect,
    /// Discs between two radii.
    Disc,
    /// Straight lines between two lengths, so wide.
    Line {
        /// Tenths of a unit.
        width: u16,
    },
}

/// A kind of ground that is strewn at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed {
    /// Its name.
    pub kind: &'static str,
    /// In what shape it lies.
    pub shape: SeedShape,
    /// The least and the most of its measure, in units of the map.
    pub size: (u16, u16),
    /// How much more often it is drawn than one of 1.
    pub often: u32,
}

impl MapKit {
    /// A map by a recipe, begun from a text that says its size; `each` is the share of a table, in hundredths, that a
    /// piece of the lowest density stands for.
    ///
    /// # Errors
    /// Where the text says no size, or the kinds of ground are not there.
    pub fn sown(
        &self,
        begun: &str,
        recipe: &Recipe,
        seeds: &[Seed],
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
        let all: u32 = seeds.iter().map(|seed| seed.often).sum();
        let mut taken: Vec<((f32, f32), f32)> = Vec::new();
        for _ in 0..count.max(1) {
            let mut drawn = die(all.max(1));
            let Some(seed) = seeds.iter().find(|seed| match drawn.checked_sub(seed.often) {
                Some(rest) => {
                    drawn = rest;
                    false
                }
                None => true,
            }) else {
                continue;
            };
            let span = u32::from(seed.size.1.saturating_sub(seed.size.0)) * 2 + 1;
            let mut length = || f32::from(seed.size.0) + die(span) as f32 / 2.0;
            let (one, other) = (length(), length());
            let reach = match seed.shape {
                SeedShape::Rect => one.hypot(other) / 2.0,
                SeedShape::Disc => one,
                SeedShape::Line { .. } => one / 2.0,
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
            let stroke = stroke_of(seed, at, deep, (one, other), turn);
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

/// What a hand would draw; pictures grow downwards.
fn stroke_of(
    seed: &Seed,
    at: (f32, f32),
    deep: f32,
    (one, other): (f32, f32),
    turn: bool,
) -> Stroke {
    let (x, y) = (at.0, deep - at.1);
    let (shape, points, size) = match seed.shape {
        SeedShape::Rect => {
            ("rect", vec![(x - one / 2.0, y - other / 2.0), (x + one / 2.0, y + other / 2.0)], None)
        }
        SeedShape::Disc => ("disc", vec![(x, y), (x + one, y)], None),
        SeedShape::Line { width } => {
            let (dx, dy) = if turn { (one / 2.0, 0.0) } else { (0.0, one / 2.0) };
            ("line", vec![(x - dx, y - dy), (x + dx, y + dy)], Some(f32::from(width) / 10.0))
        }
    };
    Stroke { tool: format!("{shape}:{}", seed.kind), points, size, ..Stroke::default() }
}
