//! Battlefields drawn by hand, and units held over them.

use crate::tables::{Shelf, Skirmish};
use umpire_core::data::{Files, Source, Tree, Written};
use umpire_core::host::{Held, HeldAt, Holdable, Hosted, Hosting, Recipe};
use umpire_core::ruleset;
use umpire_core::table::{Seed, SeedShape};

/// What may be asked of units held over a map: name, meaning, words, how many are held.
const HELD: [(&str, &str, &str, u8); 3] = [
    ("reach", "how far it can go, and whom it may charge", "reach UNIT", 1),
    ("line of sight", "whether one sees the other, and the cover", "los UNIT OTHER", 2),
    ("shooting", "what may come of shooting", "odds UNIT shoots OTHER", 2),
];

/// The units, and what may be asked of them.
pub fn holdable(data: &Files) -> (Vec<Holdable>, Vec<Held>) {
    let units = Shelf::read(data, Skirmish::NAME, &[]).map(|shelf| {
        let mut units: Vec<&crate::tables::Unit> = shelf.units.rows.iter().collect();
        // Whoever is held first is asked whom it shoots, too.
        units.sort_by_key(|unit| !unit.weapons.iter().any(|weapon| weapon.range.is_some()));
        let holdable = |unit: &&crate::tables::Unit| Holdable {
            name: unit.id.clone(),
            says: unit.name.clone(),
        };
        units.iter().map(holdable).collect()
    });
    (units.unwrap_or_default(), Held::rows(&HELD))
}

/// A table on a battlefield where units stand as somebody holds them.
pub fn holding(
    data: &Files,
    file: &Source,
    held: &[HeldAt],
) -> Result<(Source, Vec<String>), String> {
    let shelf = Shelf::read(data, Skirmish::NAME, &[]).map_err(|_| "the tables are faulty")?;
    let whole = Tree::parse(file).map_err(|_| "the text has to be mended first")?.written();
    let deep = whole.field("size").and_then(|size| size.values().get(1)?.as_word()?.parse().ok());
    let deep: f32 = deep.ok_or("the table has no size yet")?;
    let mut order: Vec<usize> = (0..held.len()).collect();
    order.sort_by_key(|at| held[*at].seat);
    let mut names = vec![String::new(); held.len()];
    for at in &order {
        let unit = &held[*at].unit;
        let alike = order.iter().filter(|other| held[**other].unit == *unit);
        let number = alike.clone().position(|other| other == at).unwrap_or(0) + 1;
        names[*at] = if alike.count() == 1 { unit.clone() } else { format!("{unit} {number}") };
    }
    // A side has a figure at least (SK-1.1): one that nobody holds has left the table.
    let alone = !(0..2).all(|seat| held.iter().any(|it| it.seat == seat));
    let idle = shelf.units.rows.iter().map(|unit| &unit.id);
    let idle = idle.filter(|id| alone && held.iter().all(|it| it.unit != **id)).take(1);
    let side = |seat: u8| {
        let own = order.iter().filter(|at| held[**at].seat == seat).map(|at| &held[*at].unit);
        let own: Vec<&String> = own.collect();
        let all = if own.is_empty() { idle.clone().collect() } else { own };
        Written::list(all.into_iter().map(Written::word))
    };
    let tenth = |length: f32| Written::word((f64::from(length) * 10.0).round() / 10.0);
    let figure = |(held, name): (&HeldAt, &String)| {
        let at = Written::list([tenth(held.at.0), tenth(deep - held.at.1)]);
        (name.clone(), Written::row([("at", at)]))
    };
    let gone = |id: &String| (id.clone(), Written::row([("gone", Written::word(true))]));
    let standing = held.iter().zip(&names).map(figure);
    let figures = Written::Row(standing.chain(idle.clone().map(gone)).collect());
    let turn = if held.first().is_some_and(|held| held.seat == 1) { "B" } else { "A" };
    let scenario = Written::row([
        ("game", Written::word(Skirmish::NAME)),
        ("battlefield", whole),
        ("sides", Written::row([("A", side(0)), ("B", side(1))])),
        ("position", Written::row([("turn", Written::word(turn)), ("figures", figures)])),
    ]);
    let Written::Row(fields) = scenario else { return Err("no table".to_string()) };
    let line = |(name, value): &(String, Written)| format!("{name}: {value}\n");
    Ok((Source::new(&file.path, fields.iter().map(line).collect::<String>()), names))
}

/// What lies beside a bare battlefield, to be put down.
const AT_HAND: &str = "sides:
  A: [hedda, tolman, bolt, bolt, old-merrin]
  B: [gurth, reed, reed, slinger, slinger, boar]
";

/// A scenario as a table without turns; beside a bare battlefield lie two warbands.
pub fn at_free_table(source: &Source) -> Source {
    ruleset::at_free_table(source, AT_HAND)
}

/// What is strewn over battlefields at random.
const SEEDS: [Seed; 6] = [
    Seed { kind: "woods", shape: SeedShape::Disc, size: (2, 4), often: 4 },
    Seed { kind: "building", shape: SeedShape::Rect, size: (3, 6), often: 2 },
    Seed { kind: "hedge", shape: SeedShape::Line { width: 10 }, size: (5, 9), often: 3 },
    Seed { kind: "wall", shape: SeedShape::Line { width: 8 }, size: (4, 7), often: 2 },
    Seed { kind: "rocks", shape: SeedShape::Disc, size: (1, 3), often: 2 },
    Seed { kind: "mud", shape: SeedShape::Disc, size: (2, 3), often: 1 },
];

/// A battlefield drawn at random: three objectives, and zones on either side.
pub fn drawn(
    data: &Files,
    recipe: &Recipe,
    die: &mut dyn FnMut(u32) -> u32,
) -> Result<String, String> {
    let (wide, deep) = recipe.size.unwrap_or((48, 48));
    if !(24..=144).contains(&wide) || !(24..=144).contains(&deep) {
        return Err("tables of 24 to 144 inches are drawn".to_string());
    }
    let (far, aside) = (deep - 8, wide / 4);
    let begun = format!(
        "game: skirmish\nbattlefield: new\nunit: inches\nsize: [{wide}, {deep}]\nobjectives:\n  middle: [{}, {}]\n  \
         west: [{aside}, {}]\n  east: [{}, {}]\ndeployment:\n  A: {{rect: [0, 0, {wide}, 8]}}\n  \
         B: {{rect: [0, {far}, {wide}, {deep}]}}\n",
        f32::from(wide) / 2.0,
        f32::from(deep) / 2.0,
        f32::from(deep) / 2.0,
        wide - aside,
        f32::from(deep) / 2.0,
    );
    Skirmish::map_kit(data, &Source::new("", &begun))?.sown(&begun, recipe, &SEEDS, 12, die)
}
