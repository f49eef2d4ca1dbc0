//! What HeroScape works out once for a catalog or a battlefield, beside what it is worked out from.

use std::collections::BTreeSet;
use umpire_heroscape::HeroScape;
use umpire_heroscape::tables::abilities::{Ability, Moment, Power};
use umpire_tests::loaded;

/// A game on one of the shipped battlefields.
fn on(field: &str) -> HeroScape {
    let seats = "seats: {A: {cards: [finn]}, B: {cards: [thorgrim]}}";
    loaded(&format!("game: heroscape\nbattlefield: {field}\n{seats}\n")).game
}

#[test]
fn what_abilities_come_to_is_what_they_are() {
    let game = on("twin-hills");
    let cards = game.catalog.cards.iter().map(|card| (&card.name, &card.summary, &card.abilities));
    let glyphs =
        game.catalog.glyphs.iter().map(|glyph| (&glyph.name, &glyph.summary, &glyph.abilities));
    let mut triggers = 0;
    for (name, summary, abilities) in cards.chain(glyphs) {
        for (kind, word, _) in Ability::ALL {
            let mut such = abilities.iter().filter(|power| power.ability() == kind);
            assert_eq!(summary.has(kind), such.clone().next().is_some(), "{name}: {word}");
            assert_eq!(
                summary.has_aura(kind),
                such.any(Power::is_aura),
                "{name}: {word} for others"
            );
        }
        let moments = abilities.iter().filter_map(|power| match power {
            Power::Trigger(trigger) => Some(trigger.when),
            _ => None,
        });
        let moments: Vec<Moment> = moments.collect();
        triggers += moments.len();
        let windows = moments.iter().any(|moment| moment.is_turn_window());
        assert_eq!(summary.has_turn_windows(), windows, "{name}: windows of a turn");
        assert!(moments.iter().all(|moment| summary.has_moment(*moment)), "{name}: its moments");
        let begins = moments.contains(&Moment::GameStart);
        assert_eq!(summary.has_moment(Moment::GameStart), begins, "{name}: the start of the game");
    }
    assert!(triggers > 300, "{triggers} triggers");
}

#[test]
fn steps_of_the_ground_lead_back_and_rise_as_it_does() {
    let fields = ["twin-hills", "gatehouse", "old-road", "three-fords", "sunken-vault"];
    let (mut flat, mut walled) = (0, 0);
    for field in fields {
        let game = on(field);
        let ground = &game.ground;
        for from in ground.board.space_ids() {
            let beside = ground.board.neighbours(from).map(|(_, to)| to);
            let linked = ground.board.space_ids().filter(|to| ground.is_linked(from, *to));
            let ways: BTreeSet<_> = beside.chain(linked).collect();
            assert_eq!(
                ground.ways(from).collect::<BTreeSet<_>>(),
                ways,
                "{field}: {}",
                ground.name(from)
            );
            for step in ground.passages(from) {
                let names = (ground.name(from), ground.name(step.to));
                assert!(ground.passage(step.to, from).is_some(), "{field}: {names:?}");
                let side = ground.side(from, step.to);
                let edge = side.and_then(|side| ground.edge(from, side));
                let up = ground.level(step.to) - ground.level(from);
                match edge {
                    Some(_) => {
                        assert!(step.rise >= up.max(0) && step.drop >= -up, "{field}: {names:?}")
                    }
                    None if ground.is_rung_step(from, step.to) => {
                        assert_eq!(
                            (step.rise, step.drop, step.built),
                            (0, 0, true),
                            "{field}: {names:?}"
                        );
                    }
                    None => {
                        assert_eq!((step.rise, step.drop), (up.max(0), -up), "{field}: {names:?}")
                    }
                }
                walled += usize::from(edge.is_some());
                flat += usize::from(edge.is_none());
            }
        }
    }
    assert!(flat > 1_000 && walled > 10, "{flat} steps over ground, {walled} past edge pieces");
}
