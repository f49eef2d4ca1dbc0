//! Which figures a power reaches: printed facts, state, and where they stand as seen from the power's source.

use super::Ability;
use crate::tables::catalog::{Kind, Rarity, Size};
use schemars::JsonSchema;
use serde::Deserialize;

/// Whose figures, as the controller of the power's source sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// Anybody's.
    #[default]
    Any,
    /// Those its controller controls.
    Own,
    /// Those of its controller and of teammates.
    Friends,
    /// All others.
    Opponents,
}

/// Figures that a power reaches. All that is given must hold; of a list one entry must.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Filter {
    /// Whose figures.
    pub whose: Whose,
    /// `true`: the source itself alone; `false`: all but the source.
    #[serde(rename = "self")]
    pub itself: Option<bool>,
    /// Of the same printed card as the source; `false`: of another.
    pub same_card: Option<bool>,
    /// A hero or of a squad.
    pub kind: Option<Kind>,
    /// Unique, uncommon or common.
    pub rarity: Vec<Rarity>,
    /// Printed species.
    pub species: Vec<String>,
    /// Printed classes.
    pub class: Vec<String>,
    /// Printed personalities.
    pub personality: Vec<String>,
    /// Generals followed.
    pub general: Vec<String>,
    /// Sizes.
    pub size: Vec<Size>,
    /// Ids of army cards.
    pub cards: Vec<String>,
    /// Printed Range.
    pub range: Option<u16>,
    /// Least printed Range.
    pub range_at_least: Option<u16>,
    /// Has one of these abilities.
    pub has: Vec<Ability>,
    /// Has none of these abilities.
    pub lacks: Vec<Ability>,
    /// Has a wound marker, or has none.
    pub wounded: Option<bool>,
    /// Is engaged, or is not.
    pub engaged: Option<bool>,
    /// Is adjacent to the source, or is not.
    pub adjacent: Option<bool>,
    /// At most so many clear-sight spaces from the source (HS-7.3.1).
    pub within: Option<u16>,
    /// In clear sight of the source, however far off.
    pub in_sight: bool,
    /// At most so many spaces from the source, seen or not (HS-7.2.1).
    pub spaces: Option<u16>,
    /// Its base is at most so many levels above the source's top or below the source's base.
    pub levels: Option<i16>,
    /// Its base is at most so many levels above or below the source's base.
    pub base_levels: Option<i16>,
    /// The source may have flown over it in this turn.
    pub passed_over: Option<bool>,
    /// Stands on one of these terrains: ids of tiles, or `water`, `snow_or_ice`, `shadow`, `road`, `lava` for all of a kind.
    pub on: Vec<String>,
    /// Is engaged with at least so many figures of the source's printed card and controller.
    pub engaged_with: Option<u8>,
    /// Stands near figures of another filter.
    pub near: Option<Box<Near>>,
    /// Is of the card that the source's card chose, or is not.
    pub chosen: Option<bool>,
    /// Whom it does not reach although all else holds.
    pub except: Option<Box<Filter>>,
}

/// Figures near those that meet a filter.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Near {
    /// To whom; the filter is read from the same source.
    pub who: Filter,
    /// How many of them at least.
    pub count: Option<u8>,
    /// Within so many clear-sight spaces; adjacent where not given.
    pub within: Option<u16>,
}
