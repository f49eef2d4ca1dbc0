//! What a viewer may have drawn over a picture, or left out of it: heights, kinds of ground, zones.

use super::Scene;
use serde::Serialize;

/// How a chart is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawing {
    /// Words are written on things, until then on none.
    Words,
    /// Things are tinted, until then none.
    Tint,
    /// Shapes of the picture that may be left out.
    Shapes,
}

/// A part of what a picture tells, by which a viewer may look at it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chart {
    /// What it tells: `heights`, `start zones`.
    pub name: String,
    /// How.
    pub drawing: Drawing,
    /// What is alike in it.
    pub groups: Vec<ChartGroup>,
}

/// What is alike in a chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChartGroup {
    /// What is written on it, and said of it in a legend.
    pub words: String,
    /// Its colour, `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// The things it is about, by their numbers in the picture.
    pub things: Vec<u32>,
    /// The shapes it is drawn by: from this one, up to but not that one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<(usize, usize)>,
}

impl Scene {
    /// The group of a chart that goes by some words; the chart and the group are begun where they are new.
    pub fn charted(&mut self, name: &str, drawing: Drawing, words: &str) -> &mut ChartGroup {
        let known = self.charts.iter().position(|chart| chart.name == name);
        let at = known.unwrap_or_else(|| {
            self.charts.push(Chart { name: name.to_string(), drawing, groups: Vec::new() });
            self.charts.len() - 1
        });
        let groups = &mut self.charts[at].groups;
        let known = groups.iter().position(|group| group.words == words);
        let at = known.unwrap_or_else(|| {
            let words = words.to_string();
            groups.push(ChartGroup { words, colour: None, things: Vec::new(), shapes: Vec::new() });
            groups.len() - 1
        });
        &mut groups[at]
    }

    /// The number of the thing that was added last.
    pub fn latest(&self) -> u32 {
        u32::try_from(self.things.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }
}
