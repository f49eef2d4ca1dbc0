//! What the rules say of battlefields while they are drawn.

use crate::catalog::files;
use umpire_core::data::Source;
use umpire_core::host::Hosting;
use umpire_core::odds::Budget;
use umpire_ea_heresy::EaHeresy;

/// How many of the other places each place of a table of 90 x 90 cm sees, in per cent, by its name.
fn seen(pieces: &str) -> impl Fn(&str) -> u32 {
    let text = format!("game: ea-heresy\nbattlefield: test\nsize: [90, 90]\npieces:\n{pieces}");
    let survey = EaHeresy::survey(&files(), &Source::new("field.yaml", text), &Budget::default());
    let survey = survey.expect("a survey");
    move |name| {
        let spot = survey.spots.iter().position(|spot| spot.name == name).expect("a place") as u32;
        let asked = survey.looks.iter().filter(|(one, other, _)| [*one, *other].contains(&spot));
        let (count, sees) =
            asked.fold((0, 0), |(all, seen), (.., sees)| (all + 1, seen + u32::from(*sees)));
        assert!(count > 100, "{name} was asked of {count} places");
        sees * 100 / count
    }
}

#[test]
fn whoever_stands_on_a_hill_sees_the_whole_table_from_it() {
    let seen = seen("  - {terrain: hill, disc: {at: [45, 45], radius: 10}}\n");
    assert_eq!(seen("(45, 45)"), 100);
    let beside = seen("(45, 30.6)");
    assert!((60..100).contains(&beside), "{beside} % are seen from beside the hill");
}

#[test]
fn from_a_hill_one_sees_over_ground_that_is_not_towering() {
    let hill = "  - {terrain: hill, disc: {at: [45, 45], radius: 5}}\n";
    let wall = |terrain: &str| format!("{hill}  - {{terrain: {terrain}, rect: [0, 62, 90, 70]}}\n");
    let (woods, mountain) = (seen(&wall("woods"))("(45, 45)"), seen(&wall("mountain"))("(45, 45)"));
    assert!(mountain < woods && woods < 100, "past woods {woods} %, past a mountain {mountain} %");
}
