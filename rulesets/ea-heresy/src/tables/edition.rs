//! What differs between printings: the named fields of an edition.

use crate::tables::catalog::{
    Column, Ground, Length, TableName, in_centimetres, in_centimetres_form,
};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use umpire_core::data::out_of_bounds;
use umpire_core::edition::Fields;

umpire_core::choices! {
    /// Which vehicles may be inside a Stronghold (EA-6.2.3).
    StrongholdVehicles {
        /// Those with Walker.
        Walker,
        /// Those with Nimble.
        Nimble,
        /// Those with either.
        Either,
    }
    /// How blast markers are shared among formations in a Stronghold (EA-6.6.4).
    BlastMarkerSplit {
        /// One at a time to the formation with the fewest.
        Level,
        /// The new ones evenly.
        NewOnly,
    }
    /// Which damage capacity of a Stronghold its limits count (EA-8.8.4).
    StrongholdCapacity {
        /// That of an undamaged one.
        Starting,
        /// What is left.
        Current,
    }
    /// From how many of the firing units a hull-down target is hidden (EA-5.8).
    HullDown {
        /// From all.
        All,
        /// From one at least.
        Any,
    }
    /// What saves there are against titan killers (EA-7.7.1).
    TitanKillerSaves {
        /// Invulnerable and ion saves alone.
        InvulnerableAndIon,
        /// Invulnerable saves alone.
        Invulnerable,
        /// As against other macro-weapons, without reinforced armour.
        WithoutReinforced,
    }
    /// How far from a piece viewers over it are (EA-4.5.6).
    SeeOverMetric {
        /// Where the lines of the pair meet it.
        AlongLine,
        /// Where it is nearest.
        Shortest,
    }
    /// What a feature makes of its hill (EA-4.6.1).
    HillFeatureTowering {
        /// Towering where the feature stands.
        Feature,
        /// Towering everywhere.
        WholeHill,
    }
    /// Where infantry on overwatch has cover (EA-5.6).
    OverwatchCover {
        /// In every terrain.
        Everywhere,
        /// In open ground.
        OpenGround,
    }
    /// How many blast markers break a formation (EA-9.3).
    BrokenWhen {
        /// As many as units.
        AsManyAsUnits,
        /// More than units.
        MoreThanUnits,
    }
    /// What of an assault its result counts (EA-8.7.2).
    AssaultCounts {
        /// Units destroyed.
        Kills,
        /// Points of damage.
        Damage,
    }
}

/// A cell of the terrain table that an edition prints otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainChange {
    /// The row.
    pub terrain: String,
    /// The cell.
    pub column: Column,
    /// What it says.
    pub is: Ground,
}

/// Makes [`Edition`] and [`EditionFields`] of lists of fields.
macro_rules! edition {
    (
        values {
            $($field:ident: $type:ty $(where $least:literal..=$most:literal)?),* $(,)?
        }
        lengths { $($length:ident),* $(,)? }
    ) => {
        /// The named fields of an edition; the rule of each stands in the data beside its value.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs)] // `editions/seed-2025-06.yaml` says what each is, and why.
        pub struct Edition {
            $(pub $field: $type,)*
            $(pub $length: Length,)*
        }

        /// Some fields of an edition: those that another edition, a scenario or house rules change.
        #[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        #[allow(missing_docs)]
        pub struct EditionFields {
            $(
                $(#[schemars(range(min = $least, max = $most))])?
                pub $field: Option<$type>,
            )*
            $(
                #[serde(deserialize_with = "some_centimetres")]
                #[schemars(schema_with = "in_centimetres_form")]
                pub $length: Option<Length>,
            )*
        }

        impl Fields for EditionFields {
            type Edition = Edition;
            const NAMES: &'static [&'static str] =
                &[$(stringify!($field),)* $(stringify!($length)),*];

            fn over(self, base: &mut Edition) {
                $(if let Some(value) = self.$field { base.$field = value; })*
                $(if let Some(value) = self.$length { base.$length = value; })*
            }

            fn complete(self) -> Result<Edition, &'static str> {
                Ok(Edition {
                    $($field: self.$field.ok_or(stringify!($field))?,)*
                    $($length: self.$length.ok_or(stringify!($length))?,)*
                })
            }

            fn check(&self, fault: &mut dyn FnMut(&str, String)) {
                $($(
                    let wrong = out_of_bounds(self.$field, $least..=$most);
                    if let Some(wrong) = wrong { fault(stringify!($field), wrong); }
                )?)*
                check_fields(self, fault);
            }
        }
    };
}

fn some_centimetres<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Length>, D::Error> {
    in_centimetres(from).map(Some)
}

edition! {
    values {
        terrain_table: TableName,
        terrain_changes: Vec<TerrainChange>,
        terrain_unlisted: Vec<String>,
        strategy_dice: u8 where 1..=4,
        strategy_fewer_titan_points: i8,
        strategy_fewer_titan_and_ally_points: i8,
        strategy_draw_fewer_ally_points: bool,
        sh_vehicle_rule: StrongholdVehicles,
        bm_split: BlastMarkerSplit,
        sh_dc_reference: StrongholdCapacity,
        hull_down: HullDown,
        we_blocks_los: bool,
        support_craft_pickup: bool,
        tk_saves: TitanKillerSaves,
        hill_dead_ground: bool,
        see_over_metric: SeeOverMetric,
        hill_feature_towering: HillFeatureTowering,
        overwatch_cover: OverwatchCover,
        sh_towering_elevates_occupants: bool,
        broken_zoc: bool,
        out_of_coherency_bm: bool,
        engage_requires_los: bool,
        broken_when: BrokenWhen,
        critical_chains: bool,
        overwatch_step_on_roads: bool,
        skirmisher_garrison: bool,
        garrisons_on_overwatch: u8 where 0..=100,
        withdrawal_crosses_enemies: bool,
        test_natural_one_fails: bool,
        test_blast_marker: i8,
        test_retaining: i8,
        test_road_move: i8,
        rally_broken: i8,
        rally_enemy_near: i8,
        rally_counts_broken_enemies: bool,
        rally_in_enemy_half: i8,
        rally_sheltered: i8,
        cover_to_hit: i8,
        aircraft_to_hit_small_war_engine: i8,
        aircraft_to_hit_large_war_engine: i8,
        crossfire_save: i8,
        ruin_save: i8,
        overwatch_cover_save: u8 where 2..=6,
        transport_wreck_save: u8 where 2..=6,
        support_suppressed: bool,
        assault_counts: AssaultCounts,
        assault_each: i8,
        assault_more_units: i8,
        assault_twice_the_units: i8,
        assault_no_blast_markers: i8,
        assault_opponent_more_blast_markers: i8,
        assault_opponent_swamped: i8,
        assault_inspiring: i8,
        assault_losers_supporters: u8 where 0..=20,
        war_engine_close_combat_infantry: i8,
        war_engine_close_combat_war_engine: i8,
        turns_decided: u8 where 1..=20,
        turns: u8 where 1..=20,
        turns_of_beacons: u8 where 1..=20,
        turns_limit: u16 where 1..=1000,
        tiebreak_by_losses: bool,
    }
    lengths {
        board_long,
        board_wide,
        deployment_depth,
        spearhead_depth,
        coherency,
        skirmisher_coherency,
        scout_coherency,
        zone_of_control,
        scout_zone_of_control,
        firefight,
        area_depth,
        consolidate,
        evasive_consolidate,
        disembark,
        ruin_exit,
        withdraw_danger,
        steadfast_withdraw_danger,
        objective,
        rally_enemy,
        indirect_min_range,
        crossfire,
        overwatch_step,
        cautious_speed,
        road_bonus,
        counter_charge,
        counter_charge_fast,
        counter_charge_fast_from,
        blitz_bonus,
        commander,
        intermingled,
        template_small,
        template_large,
    }
}

/// Names the fields whose values the engine cannot use.
pub fn check_fields(fields: &EditionFields, fault: &mut dyn FnMut(&str, String)) {
    for (name, length) in [("board_long", fields.board_long), ("board_wide", fields.board_wide)] {
        if length.is_some_and(|length| length == 0) {
            fault(name, "expected more than 0".into());
        }
    }
    if fields.terrain_table == Some(TableName::Own) {
        fault("terrain_table", "expected `heresy`, `netea` or `ragnarok`, found `own`".into());
    }
}
