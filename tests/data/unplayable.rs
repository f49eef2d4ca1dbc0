//! Files that can be read, and on which nobody could play: `check` tells why not, at the place of the field.

use umpire_core::data::Source;
use umpire_tests::{faults_in_lines, library};

/// What is told of a file, which has to be faulty.
fn told(game: &str, text: &str) -> String {
    let file = Source::new("mine.yaml", text);
    let ruleset = library().ruleset(game).expect("the game is in this build");
    let told = faults_in_lines(&ruleset.check_file(&library().data, &file));
    assert!(!told.is_empty(), "nothing is told of {text}");
    told
}

fn assert_told(game: &str, text: &str, says: &[&str]) {
    let told = told(game, text);
    for one in says {
        assert!(told.contains(one), "{one} is not in {told}");
    }
}

#[test]
fn a_skirmish_needs_objectives_apart_and_zones_with_room() {
    let field = "game: skirmish\nbattlefield: mine\nunit: inches\nsize: [48, 48]\n";
    let near = format!("{field}objectives: {{ford: [10, 12], mill: [14, 14.9]}}\n");
    assert_told("skirmish", &near, &["`objectives.mill`", "mill is 4.9\" from ford", "SK-1.5"]);
    let alone = format!("{field}deployment: {{A: {{rect: [0, 0, 48, 8]}}}}\n");
    assert_told("skirmish", &alone, &["`deployment`: A has a zone and B has none (SK-1.3)"]);
    let zones = "deployment: {A: {rect: [0, 0, 48, 8]}, B: {rect: [0, 40, 48, 48]}}\n";
    let full = format!("{field}pieces: [{{terrain: building, rect: [0, 40, 48, 48]}}]\n{zones}");
    assert_told("skirmish", &full, &["`deployment.B`: no figure has room in the zone of B"]);
    let other = format!("{field}deployment: {{C: {{rect: [0, 0, 48, 8]}}}}\n");
    assert_told("skirmish", &other, &["there is no side `C`, there are A and B"]);
}

#[test]
fn no_line_of_terrain_is_longer_than_a_table_may_have_pieces() {
    let field = "game: skirmish\nbattlefield: mine\nunit: inches\nsize: [48, 48]\npieces:\n";
    let line = |places: usize| {
        let zigzag = (0..places).map(|at| format!("[{}, {}]", 1 + at % 40, 5 + at % 2));
        let zigzag = zigzag.collect::<Vec<_>>().join(", ");
        format!("  - {{terrain: hedge, line: [{zigzag}], width: 0.4}}\n")
    };
    let long = format!("{field}{}", line(401));
    assert_told("skirmish", &long, &["`pieces[0].line`: 401 places, 400 are the most of a line"]);
    let three = format!("{field}{}", line(300).repeat(3));
    assert_told("skirmish", &three, &["`pieces[2]`", "the stretches of lines are pieces"]);
}

#[test]
fn a_seat_of_heroscape_needs_cards_and_a_start_zone() {
    let scenario = |seats: &str, more: &str| {
        format!("game: heroscape\nbattlefield: twin-hills\n{more}seats:\n{seats}")
    };
    let armies = "  A: {cards: [finn]}\n  B: {cards: [mimring]}\n";
    let third = scenario(&format!("{armies}  C: {{cards: [raelin]}}\n"), "");
    let says = ["`seats.C`", "the battlefield has no start zone `C` for C; it has A, B"];
    assert_told("heroscape", &third, &says);
    let misspelt = scenario("  A: {cards: [finn]}\n  B: {cards: [mimring], zone: Q}\n", "");
    assert_told("heroscape", &misspelt, &["`seats.B.zone`: the battlefield has no start zone `Q`"]);
    let bare = scenario("  A: {cards: [finn]}\n  B: {cards: []}\n", "");
    assert_told("heroscape", &bare, &["`seats.B.cards`: B has no card, and no `draft`"]);
    let short = scenario(armies, "round_limit: 0\n");
    assert_told("heroscape", &short, &["`round_limit`: a battle lasts a round at least"]);
}

#[test]
fn faults_of_all_kinds_are_told_together() {
    let text = "game: heroscape\nbattlefield: twin-hils\nround_limit: x\nseats:\n  \
                A: {cards: [fin, mimring], zone: AB}\n  B: {cards: [raelin], crads: 3}\n";
    let says = [
        "`battlefield`: unknown battlefield `twin-hils`, did you mean `twin-hills`?",
        "`round_limit`: expected a whole number",
        "`seats.A.cards[0]`: unknown card `fin`",
        "`seats.A.zone`: expected one character",
        "`seats.B.crads`: unknown field",
    ];
    assert_told("heroscape", text, &says);
    assert_eq!(told("heroscape", text).lines().count(), says.len());
    // What was misspelt is not missing, and what is wrong with the form of a row says enough of it.
    let text = "game: heroscape\nbattlefeild: twin-hills\nround_limit: 0\nseats:\n  \
                A: {cards: [fin]}\n  B: {cards: [raelin], zone: Q}\n";
    let says = [
        "`battlefeild`: unknown field `battlefeild`, did you mean `battlefield`?",
        "`seats.A.cards[0]`: unknown card `fin`",
    ];
    assert_told("heroscape", text, &says);
    assert_eq!(told("heroscape", text).lines().count(), says.len());
    let text = "game: heroscape\nbattlefield: twin-hills\nround_limit: 0\nseats:\n  \
                A: {cards: [fin]}\n  B: {cards: [raelin], zone: Q}\n";
    let says = ["`round_limit`: a battle lasts", "unknown card `fin`", "no start zone `Q` for B"];
    assert_told("heroscape", text, &says);
    let text = "game: dragon-dice\ntotal: many\nseats:\n  A: {terrains: {home: swampland-citty, \
                frontier: coastland-tower}}\n  B: {dragon: []}\n";
    let says = ["`total`: expected a whole number", "`seats.B.dragon`: unknown field"];
    assert_told("dragon-dice", text, &says);
}

#[test]
fn terrains_of_dragon_dice_are_read_where_a_position_states_others() {
    let text = "game: dragon-dice\nseats:\n  A: {terrains: {home: swampland-citty, frontier: coastland-tower}}\n  \
                B: {terrains: {home: wasteland-temple, frontier: highland-city}}\nposition:\n  armies:\n    \
                A: {home: [oak], frontier: [pine]}\n    B: {home: [sentinel], frontier: [watcher]}\n  \
                terrains: {home A: coastland-tower, home B: highland-city, frontier: coastland-tower 8 C}\n";
    let says =
        ["`seats.A.terrains.home`", "swampland-citty", "`position.terrains.frontier`", "`C`"];
    assert_told("dragon-dice", text, &says);
}
