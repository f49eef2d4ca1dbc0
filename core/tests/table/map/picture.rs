//! A map is drawn with what stands on it, under names that tell its pieces apart.

use umpire_core::data::{Source, read};
use umpire_core::scene::Badge;
use umpire_core::seat::Seat;
use umpire_core::table::{MapForm, Point, Terrain, Token, scene_of};

#[test]
fn a_map_is_drawn_with_what_stands_on_it() {
    let rows = read::<Vec<Terrain>>(&Source::new("t.yaml", "- {id: woods, cover: true}\n"));
    let text = "size: [6, 4]\npieces: [{terrain: woods, rect: [0, 2, 2, 4]}]\n\
                objectives: {well: [3.5, 1]}\ndeployment: {A: {rect: [0, 0, 6, 1]}}\n";
    let form = read::<MapForm>(&Source::new("m.yaml", text)).expect("a form");
    let map = form.value.lay(&rows.expect("rows").value, &form.places, "").expect("a map");
    let pointed = Point::new(3200, 1700);
    assert_eq!(map.place_at(map.drawn(pointed)), pointed);
    assert_eq!(map.place_at((3.24, f32::NAN)).x, 3200);
    let badges = vec![Badge { mark: "-1".into(), words: "lost 1".into() }];
    let ada = Token::of(Seat(0), "ada".into(), (Point::new(4500, 3000), 400));
    let ada = Token { letter: 'a', badges, ..ada };
    let scene = scene_of(&map, &[ada]);
    let lines: Vec<String> = scene.plain_lines().collect();
    assert_eq!(lines, ["    ww..a.", "  0 ...*..", "    0"]);
    assert_eq!(scene.legend.last().map(|sign| sign.words.as_str()), Some("ada of A"));
    let svg = scene.to_svg();
    let names: Vec<&str> = scene.things.iter().map(|thing| thing.id.as_str()).collect();
    assert_eq!(names, ["table", "woods", "deployment of A", "well", "ada"]);
    let (first, end) = scene.things[4].shapes;
    assert!(scene.things[4].owner == Some(Seat(0)) && end - first == 3, "{:?}", scene.things);
    assert_eq!(
        [map.beside(0, 0), map.beside(1, 1)],
        [Point::new(3000, -3000), Point::new(3000, 10_000)]
    );
    let charts: Vec<&str> = scene.charts.iter().map(|chart| chart.name.as_str()).collect();
    assert_eq!(charts, ["terrain", "deployment zones"]);
    assert_eq!(scene.charts[0].groups[0].things, [1]);
    assert!(svg.contains("<title>woods: gives cover</title>") && svg.contains(">ada</text>"));
}

#[test]
fn names_that_begin_alike_have_letters_of_their_own() {
    let rows = read::<Vec<Terrain>>(&Source::new("t.yaml", "- {id: mud, difficult: true}\n"));
    let text = "size: [6, 2]\npieces: [{terrain: mud, name: dell, rect: [0, 0, 2, 2]}, \
                {terrain: mud, name: ditch, rect: [2, 0, 4, 2]}, \
                {terrain: mud, name: ddd, rect: [4, 0, 6, 2]}]\n";
    let form = read::<MapForm>(&Source::new("m.yaml", text)).expect("a form");
    let rows = rows.expect("rows").value;
    let map = form.value.lay(&rows, &form.places, "").expect("a map");
    let scene = scene_of(&map, &[]);
    assert_eq!(scene.plain_lines().next(), Some("  0 ddiidd".to_string()));
    let signs = scene.legend.iter().map(|sign| format!("{} {}", sign.letters, sign.words));
    assert_eq!(signs.collect::<Vec<_>>(), ["d dell or ddd", "i ditch"]);
}

#[test]
fn pieces_that_share_a_name_are_told_apart_whatever_they_are_made_of() {
    let terrain = "- {id: woods, cover: true}\n- {id: mud, difficult: true}\n";
    let rows = read::<Vec<Terrain>>(&Source::new("t.yaml", terrain)).expect("rows");
    let text = "size: [9, 9]\npieces: [{terrain: woods, name: dell, rect: [0, 0, 2, 2]}, \
                {terrain: mud, name: dell, rect: [3, 0, 5, 2]}, \
                {terrain: woods, name: dell, rect: [6, 0, 8, 2]}]\n";
    let form = read::<MapForm>(&Source::new("m.yaml", text)).expect("a form");
    let map = form.value.lay(&rows.value, &form.places, "").expect("a map");
    let scene = scene_of(&map, &[]);
    let names: Vec<&str> = scene.things.iter().map(|thing| thing.id.as_str()).collect();
    assert_eq!(names, ["table", "dell", "dell 2", "dell 3"]);
    let signs: Vec<&str> = scene.legend.iter().map(|sign| sign.letters.as_str()).collect();
    assert_eq!(signs, ["d"], "they are called alike");
    let words = scene.things[2].words.as_str();
    assert!(words.starts_with("dell: ") && words != scene.things[1].words, "{words}");
}
