//! What never changes during a game: rules by id, the edition, rows of units, the map.

mod edition;
mod rule;
mod unit;

pub use edition::{Cover, Edition, EditionFields, Failure};
pub use rule::Rule;
pub use unit::{Gait, Unit, Weapon};

use umpire_core::Known;
use umpire_core::rule_index::RuleIndex;
use umpire_core::table::{Battlefield, Map, Stand, Terrain};

/// The most weapons of one figure.
pub const MOST_WEAPONS: usize = 4;
/// The most figures of both sides.
pub const MOST_FIGURES: usize = 32;

/// The game: everything it is played from.
#[derive(Debug, Clone)]
pub struct Skirmish {
    /// The choices of its edition, house rules laid over them.
    pub edition: Edition,
    /// The kinds of figures.
    pub units: Vec<Unit>,
    /// What every rule says.
    pub index: RuleIndex,
    /// The ground, and the bases of all kinds.
    pub field: Battlefield,
    /// What gave whom cover, as far as it was asked.
    pub known_cover: Known<[Stand; 2], Option<u16>>,
}

umpire_core::tables! {
    /// The tables as they lie in the data, before a scenario chooses among them.
    pub struct Catalog of "skirmish" {
        editions: EditionFields,
        units: Unit = "the kinds of figures and their weapons",
        terrain: Terrain = "the kinds of ground",
    }
}

impl Catalog {
    /// What a game is played from, with the edition and the map that its scenario chose.
    pub fn open(&self, edition: Edition, map: Map) -> Skirmish {
        let (units, index) = (self.units.rows.clone(), self.rules.clone());
        let field = Battlefield::new(map, units.iter().map(Unit::footprint));
        Skirmish { edition, units, index, field, known_cover: Known::default() }
    }
}

/// Whether something is legal; the rule that forbids it, if not.
pub type Verdict = umpire_core::ruling::Verdict<Rule>;
