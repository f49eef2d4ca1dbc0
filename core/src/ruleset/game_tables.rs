//! The tables of a game as one type: what they are read from, what house rules change in them, what they look like.

use crate::data::{DataError, Files, Memo, Source, suggest};
use crate::edition::{Fields, HouseForm};
use crate::host::CardEntry;
use crate::plan::Ground;
use crate::rule_index::RuleIndex;
use crate::ruleset::Tables;
use crate::schema::FileForm;
use crate::table::Terrain;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The tables of a game as they lie in its data, before a scenario chooses among them; [`tables!`](crate::tables!) makes
/// them of a list of files.
pub trait GameTables: Sized + Send + Sync + 'static {
    /// The fields of the game's editions.
    type Fields: Fields<Edition: Clone> + Default + 'static;

    /// The name of the game, which is also that of its folder, and the tables that house rules may change.
    const HOUSE_RULES: HouseForm;
    /// The edition that is played where a scenario names none.
    const DEFAULT_EDITION: &'static str = "standard";

    /// What was read before: every game keeps its own.
    fn kept() -> &'static Memo<Self>;

    /// All tables, or nothing where one of them could not be read.
    fn read_anew(tables: &mut Tables<'_>) -> Option<Self>;

    /// Every rule, with rows of tables that are rules.
    fn rule_index(&self) -> RuleIndex;

    /// Every edition, by name.
    fn editions(&self) -> &BTreeMap<String, <Self::Fields as Fields>::Edition>;

    /// What the files look like that only this game has.
    fn forms() -> Vec<FileForm>;

    /// The rows that are cards ([`Row::card`](crate::ruleset::Row::card)), a table after the other.
    fn cards(&self) -> Vec<CardEntry> {
        Vec::new()
    }

    /// The rows that are kinds of ground of open tables ([`Row::terrain`](crate::ruleset::Row::terrain)).
    fn terrain_rows(&self) -> Vec<Terrain> {
        Vec::new()
    }

    /// The rows that are kinds of ground of boards ([`Row::ground`](crate::ruleset::Row::ground)).
    fn ground_rows(&self) -> Vec<Ground> {
        Vec::new()
    }

    /// The tables as they stand.
    ///
    /// # Errors
    /// Every fault of every file, sorted by place.
    fn read(data: &Files) -> Result<Arc<Self>, Vec<DataError>> {
        Self::read_with(data, &[])
    }

    /// The tables with house rules laid over them.
    ///
    /// # Errors
    /// As [`read`](GameTables::read).
    fn read_with(data: &Files, house: &[Source]) -> Result<Arc<Self>, Vec<DataError>> {
        let folder = Self::HOUSE_RULES.game;
        Self::kept().read(data, folder, house, || {
            let mut tables = Tables::of(data, folder, house);
            let made = Self::read_anew(&mut tables);
            tables.finish(made)
        })
    }

    /// The edition of that name, or the one that is played by default.
    ///
    /// # Errors
    /// Where there is none of that name, with those that there are.
    fn edition_named(
        &self,
        name: Option<&str>,
    ) -> Result<&<Self::Fields as Fields>::Edition, Vec<DataError>> {
        let (name, editions) = (name.unwrap_or(Self::DEFAULT_EDITION), self.editions());
        editions.get(name).ok_or_else(|| {
            let known: Vec<&str> = editions.keys().map(String::as_str).collect();
            let says = match suggest(name, known.iter().copied()) {
                Some(near) => format!("no edition `{name}`, did you mean `{near}`?"),
                None => format!("no edition `{name}`, there are {}", known.join(", ")),
            };
            vec![DataError::of_file(format!("{}/editions", Self::HOUSE_RULES.game), says)]
        })
    }

    /// Every fault of a file of house rules, and of the tables with it laid over them.
    fn check_house_rules(data: &Files, file: &Source) -> Vec<DataError> {
        let read = |house: &[Source]| Self::read_with(data, house);
        Self::HOUSE_RULES.check::<Self::Fields, _>(file, read)
    }
}

/// Makes the tables of a game of a list of its files: the rule index, the editions, and files of rows, each named as its
/// field is. House rules may change all rows. The edition that is played where a scenario names none is
/// `editions/standard.yaml`; a game that needs another default writes out [`GameTables`](crate::ruleset::GameTables) by hand.
///
/// ```
/// # use schemars::JsonSchema;
/// # use serde::Deserialize;
/// use umpire_core::data::Files;
/// use umpire_core::ruleset::{GameTables, Row};
///
/// umpire_core::edition! {
///     /// What differs between printings.
///     pub struct Edition, Fields { rounds: u8 where 1..=20 }
/// }
///
/// #[derive(Debug, Clone, Deserialize, JsonSchema)]
/// #[serde(deny_unknown_fields)]
/// struct Unit { id: String, speed: u8 }
///
/// impl Row for Unit {
///     fn id(&self) -> &str { &self.id }
/// }
///
/// umpire_core::tables! {
///     /// All tables.
///     struct Catalog of "sprint" {
///         editions: Fields,
///         units: Unit = "the kinds of figures",
///     }
/// }
///
/// let data = Files::from_pairs([
///     ("sprint/rules.yaml", "rules: []"),
///     ("sprint/editions/standard.yaml", "edition: {name: standard, says: as it is}\nfields: {rounds: 4}"),
///     ("sprint/units.yaml", "units: [{id: runner, speed: 12}]"),
/// ]);
/// let read = Catalog::read(&data).expect("all is well");
/// assert_eq!((read.editions["standard"].rounds, read.units.rows[0].speed), (4, 12));
/// ```
#[macro_export]
macro_rules! tables {
    (
        $(#[$doc:meta])* $vis:vis struct $tables:ident of $game:literal {
            editions: $fields:ty,
            $($table:ident: $row:ty = $says:literal),* $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        $vis struct $tables {
            /// Every rule.
            pub rules: $crate::rule_index::RuleIndex,
            /// Every edition, by name.
            pub editions: ::std::collections::BTreeMap<
                String,
                <$fields as $crate::edition::Fields>::Edition,
            >,
            $(#[doc = $says] pub $table: $crate::ruleset::Rows<$row>,)*
        }

        impl $crate::ruleset::GameTables for $tables {
            type Fields = $fields;

            const HOUSE_RULES: $crate::edition::HouseForm = $crate::edition::HouseForm {
                game: $game,
                tables: &[$($crate::edition::HouseTable {
                    field: stringify!($table),
                    rows: concat!(stringify!($table), "#", stringify!($table)),
                }),*],
            };

            fn kept() -> &'static $crate::data::Memo<$tables> {
                static KEPT: $crate::data::Memo<$tables> = $crate::data::Memo::new();
                &KEPT
            }

            fn read_anew(tables: &mut $crate::ruleset::Tables<'_>) -> Option<$tables> {
                let (rules, editions) = (tables.rules(), tables.editions::<$fields>());
                $(let $table = tables.rows::<$row>(stringify!($table));)*
                Some($tables { rules: rules?, editions: editions?, $($table: $table?),* })
            }

            fn rule_index(&self) -> $crate::rule_index::RuleIndex {
                self.rules.clone()
            }

            fn editions(
                &self,
            ) -> &::std::collections::BTreeMap<String, <$fields as $crate::edition::Fields>::Edition> {
                &self.editions
            }

            fn forms() -> Vec<$crate::schema::FileForm> {
                vec![$($crate::schema::FileForm::rows::<$row>($game, stringify!($table), $says)),*]
            }

            fn cards(&self) -> Vec<$crate::host::CardEntry> {
                let mut cards = Vec::new();
                $(cards.extend(self.$table.rows.iter().filter_map($crate::ruleset::Row::card));)*
                cards
            }

            fn terrain_rows(&self) -> Vec<$crate::table::Terrain> {
                let mut rows = Vec::new();
                $(rows.extend(self.$table.rows.iter().filter_map($crate::ruleset::Row::terrain));)*
                rows.into_iter().cloned().collect()
            }

            fn ground_rows(&self) -> Vec<$crate::plan::Ground> {
                let mut rows = Vec::new();
                $(rows.extend(self.$table.rows.iter().filter_map($crate::ruleset::Row::ground));)*
                rows.into_iter().cloned().collect()
            }
        }
    };
}

/// A game without tables.
impl GameTables for () {
    type Fields = ();

    const HOUSE_RULES: HouseForm = HouseForm { game: "", tables: &[] };

    fn kept() -> &'static Memo<()> {
        static KEPT: Memo<()> = Memo::new();
        &KEPT
    }

    fn read_anew(_: &mut Tables<'_>) -> Option<()> {
        Some(())
    }

    fn rule_index(&self) -> RuleIndex {
        RuleIndex::default()
    }

    fn editions(&self) -> &BTreeMap<String, ()> {
        static NONE: BTreeMap<String, ()> = BTreeMap::new();
        &NONE
    }

    fn forms() -> Vec<FileForm> {
        Vec::new()
    }
}

/// Where editions differ in nothing.
impl Fields for () {
    type Edition = ();
    const NAMES: &'static [&'static str] = &[];

    fn over(self, _: &mut ()) {}

    fn complete(self) -> Result<(), &'static str> {
        Ok(())
    }

    fn check(&self, _: &mut dyn FnMut(&str, String)) {}
}
