//! Whoever points at a piece of a picture is told its numbers, in every game.

use umpire_core::scene::{Layer, Scene};
use umpire_tests::{library, project, source};

/// The picture that a shipped battle begins with.
fn first_picture(game: &str) -> Scene {
    let library = library();
    let path = format!("data/{game}/scenarios/default.yaml");
    let given = source(&project().join(path)).expect("it is shipped");
    let ruleset = library.ruleset(game).expect("the game is known");
    let opened = ruleset.open(&library.data, &given, &[], None).map(|opened| opened.table);
    opened.expect("it begins").scene(None)
}

#[test]
fn a_piece_that_is_pointed_at_tells_its_numbers() {
    let numbers: [(&str, &[&str]); 4] = [
        ("heroscape", &["Life ", "Move ", "Range ", "Attack ", "Defense "]),
        ("dragon-dice", &["health ", "its faces: "]),
        ("ea-heresy", &["speed ", "armour ", "CC ", "FF "]),
        ("skirmish", &["quality ", "defense ", "speed ", " attack"]),
    ];
    for (game, numbers) in numbers {
        let scene = first_picture(game);
        let pieces: Vec<_> =
            scene.things.iter().filter(|thing| thing.layer == Layer::Pieces).collect();
        assert!(pieces.len() > 5, "{game}: {} pieces are drawn", pieces.len());
        for piece in pieces {
            let missing = numbers.iter().find(|number| !piece.words.contains(**number));
            assert_eq!(missing, None, "{game}: {}", piece.words);
            let is_unit = game == "dragon-dice" && piece.words.contains(" faces: id");
            assert!(!is_unit || piece.words.contains("its ID counts "), "{}", piece.words);
            assert!(!piece.words.contains('\n'), "{game}: {} is one line", piece.words);
        }
    }
}
