//! What differs between printings: the named fields of an edition.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// From where ten levels are counted for the greater height advantage (HS-7.6.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GreatHeight {
    /// From the base of the lower figure.
    LowerBase,
    /// From the top of the lower figure.
    LowerTop,
}

/// Whether the marker of a dead card is shown when its turn is lost (HS-3.3.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeadCardMarker {
    /// It is turned up.
    Shown,
    /// It stays hidden.
    Hidden,
}

/// What becomes of dice that a player forgets (HS-7.5.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ForgottenBonus {
    /// They are asked for.
    Applied,
    /// They are gone.
    Lost,
}

/// Which figures a turn with a common card activates (HS-3.4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CommonActivation {
    /// Those that move and those that attack are together no more than the card shows.
    OneSet,
    /// So many may move, and so many, perhaps others, may attack.
    PerAction,
}

/// What a fall of a given depth costs (HS-4.3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fall {
    /// Levels beyond the figure's Height, at least.
    pub over: i16,
    /// Dice rolled, a skull being a wound.
    #[serde(default)]
    pub dice: u8,
    /// Instead of dice: the lowest number of a d20 that lives.
    #[serde(default)]
    pub d20_survive: Option<u8>,
}

/// The dice of attack, defense and of everything else, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatDice {
    /// Rolled by attackers.
    pub attack: String,
    /// Rolled by defenders.
    pub defense: String,
    /// Rolled for falls, leaving an engagement, and lava.
    pub hazard: String,
}

/// Radii of figures' bodies in hundredths of a hex's circumradius (HS-7.4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BodyRadius {
    /// Small figures.
    pub small: u8,
    /// Medium figures.
    pub medium: u8,
    /// Large figures.
    pub large: u8,
    /// Huge figures.
    pub huge: u8,
}

umpire_core::edition! {
    /// The named fields of an edition; the rule of each stands in the data beside its value
    /// (`editions/annihilation.yaml`).
    pub struct Edition, EditionFields {
        great_height_over: GreatHeight,
        dead_card_marker: DeadCardMarker,
        forgotten_bonus: ForgottenBonus,
        common_activation: CommonActivation,
        falls: Vec<Fall>,
        combat_dice: CombatDice,
        pass_engaged_friend: bool,
        basic_pass_engaged_friend: bool,
        adjacent_needs_no_sight: bool,
        engaged_may_attack_friend: bool,
        flyer_stops_on_glyph: bool,
        figures_block_sight: bool,
        body_radius: BodyRadius,
        target_point_fraction: u8,
        hit_fractions: Vec<u8>,
        clear_sight_fractions: Vec<u8>,
    }
    check check_fields
}

/// Names the fields whose values the engine cannot use.
pub fn check_fields(fields: &EditionFields, fault: &mut dyn FnMut(&str, String)) {
    let fractions = [&fields.hit_fractions, &fields.clear_sight_fractions];
    for (name, list) in ["hit_fractions", "clear_sight_fractions"].iter().zip(fractions) {
        let most = if *name == "hit_fractions" { 1..=6 } else { 0..=4 };
        if list.as_ref().is_some_and(|list| !most.contains(&list.len())) {
            let problem = format!("expected {} to {} heights", most.start(), most.end());
            fault(name, problem);
        }
        for (at, value) in list.iter().flatten().enumerate() {
            if value % 5 != 0 || *value > 100 {
                let problem = format!("expected hundredths in steps of 5, found `{value}`");
                fault(&format!("{name}[{at}]"), problem);
            }
        }
    }
    for (at, fall) in fields.falls.iter().flatten().enumerate() {
        let dice = fall.d20_survive.is_some() || (1..=20).contains(&fall.dice);
        if !dice || !(-100..=1000).contains(&fall.over) {
            let problem = "expected 1 to 20 dice, or `d20_survive`".to_string();
            fault(&format!("falls[{at}]"), problem);
        }
    }
    if let Some(value) = fields.target_point_fraction
        && (value % 5 != 0 || value > 100)
    {
        let problem = format!("expected hundredths in steps of 5, found `{value}`");
        fault("target_point_fraction", problem);
    }
    if let Some(radius) = fields.body_radius {
        let all = [radius.small, radius.medium, radius.large, radius.huge];
        for (name, value) in ["small", "medium", "large", "huge"].iter().zip(all) {
            if value % 5 != 0 || value > 85 {
                let problem = format!("expected 0 to 85 in steps of 5, found `{value}`");
                fault(&format!("body_radius.{name}"), problem);
            }
        }
    }
}
