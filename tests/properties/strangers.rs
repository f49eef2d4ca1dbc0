//! Actions and amendments that no rule ever wrote: any number anywhere is refused or makes sense, in every game.

use serde_json::{Value, json};
use umpire::dice_source::seeded;
use umpire_core::data::Source;
use umpire_core::game::Stop;
use umpire_core::host::{Asked, Table};
use umpire_core::seat::Seat;
use umpire_core::session::{Refused, Replaying};
use umpire_core::testing::{Die, splitmix};
use umpire_core::transcript::FaceSource;
use umpire_tests::{library, project, source};

/// Numbers put in the place of others: near, at the edges of bytes and words, and past them.
const NUMBERS: [i64; 12] =
    [0, 1, 4, 9, 10, 31, 127, 128, 255, 65_535, i32::MAX as i64, i32::MIN as i64];

/// Seats that sit at a table of two, the judge's, and seats that nobody has.
const SEATS: [Seat; 5] = [Seat(0), Seat(1), Seat(7), Seat::JUDGE, Seat(255)];

/// Words that are hardly an action anywhere.
const WORDS: [&str; 8] = ["", "x", "1", "move", "move x to y", "pass", "retreat x", "bury all"];

/// Every copy of a value in which one number is another.
pub fn with_other_numbers(value: &Value) -> Vec<Value> {
    let within = |make: &dyn Fn(Value) -> Value, inner: &Value| -> Vec<Value> {
        with_other_numbers(inner).into_iter().map(make).collect()
    };
    match value {
        Value::Number(_) => NUMBERS.into_iter().map(Value::from).collect(),
        Value::Array(items) => {
            let one = |at: usize| {
                let put = move |inner: Value| {
                    let mut items = items.clone();
                    items[at] = inner;
                    Value::Array(items)
                };
                within(&put, &items[at])
            };
            (0..items.len()).flat_map(one).collect()
        }
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, inner)| {
                let put = |inner: Value| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), inner);
                    Value::Object(fields)
                };
                within(&put, inner)
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn opened(game: &str, path: &str) -> Box<dyn Table> {
    let library = library();
    let given: Source = source(&project().join(path)).expect("the scenario can be read");
    let ruleset = library.ruleset(game).expect("the game is known");
    match ruleset.open(&library.data, &given, &[], None) {
        Ok(opened) => opened.table,
        Err(faults) => panic!("{path}: {faults:?}"),
    }
}

/// Plays on at random by one input.
fn go_on(table: &mut dyn Table, die: Die) -> bool {
    match table.pending() {
        Asked::Over(..) => false,
        Asked::Roll { .. } => {
            let faces = table.outcomes().into_iter().next().map(|(faces, _)| faces);
            faces.is_some_and(|faces| table.roll(&faces, FaceSource::Typed, "salt").is_ok())
        }
        Asked::Choice { seats, .. } => {
            let Some(seat) = seats.first() else { return false };
            let chosen = table.nth_legal(seat, &mut |count| die(count as u32) as usize);
            chosen.is_some_and(|action| table.act(seat, &action, "salt").is_ok())
        }
    }
}

/// Puts odd copies of an action to a table: asked about, taken, overruled, answered.
fn put(game: &str, path: &str, table: &mut dyn Table, odd: &Value) {
    for seat in SEATS {
        let _ = table.ruling(seat, odd);
    }
    table.say_action(Seat(0), odd);
    let before = table.counted();
    let digest = table.digest();
    for seat in SEATS {
        let _ = table.overrule(seat, odd, "");
        let _ = table.act(seat, odd, "salt");
    }
    let _ = table.answer(odd, "");
    if table.counted() > before {
        table.log(before);
        table.undo(before).expect("what was taken can be taken back");
    }
    assert_eq!(table.digest(), digest, "{game}, {path}: a refused action changes nothing: {odd}");
}

/// How many odd actions and amendments were tried.
fn try_all(game: &str, path: &str, amendments: &[Value], steps: usize) -> usize {
    let mut seen = 0;
    let mut table = opened(game, path);
    for change in amendments {
        if let Err(Refused::Senseless(says)) = table.amend(change, "") {
            panic!("{change} is an amendment: {says}");
        }
    }
    for number in 0..2 {
        let mut die = splitmix(number);
        let mut table = opened(game, path);
        for step in 0..steps {
            if let Asked::Choice { seats, .. } = table.pending() {
                for seat in seats.iter() {
                    let chosen = table.nth_legal(seat, &mut |count| die(count as u32) as usize);
                    for odd in chosen.iter().flat_map(with_other_numbers) {
                        put(game, path, table.as_mut(), &odd);
                        seen += 1;
                    }
                }
            }
            let said: Vec<String> = [Seat(0), Seat(1)]
                .into_iter()
                .flat_map(|seat| table.legal(seat).1)
                .map(|listed| listed.says)
                .take(40)
                .chain(WORDS.map(String::from))
                .collect();
            // Whoever sits nowhere is told so, whatever is typed.
            let typed = |seat: &Seat| match seat.0 < 2 || *seat == Seat::JUDGE {
                true => &said[..],
                false => &said[said.len().saturating_sub(WORDS.len() + 1)..],
            };
            let lines = |seat| typed(seat).iter().map(move |words| (seat, words));
            for (seat, words) in SEATS.iter().flat_map(lines) {
                let _ = table.parse(*seat, words);
                table.complete(*seat, words);
            }
            if step % 8 == 0 {
                for odd in amendments.iter().flat_map(with_other_numbers) {
                    let before = table.counted();
                    if table.amend(&odd, "").is_ok() {
                        table.log(before);
                        table.undo(before).expect("an amendment can be taken back");
                    }
                    seen += 1;
                }
            }
            if !go_on(table.as_mut(), &mut die) {
                break;
            }
        }
        assert!(table.stop(Stop::Concede(Seat(77))).is_err(), "there is no such seat");
    }
    seen
}

#[test]
fn no_number_breaks_heroscape() {
    let amendments = [
        json!({"place": [0, 0, null]}),
        json!({"place": [0, 3, 4]}),
        json!({"destroy": 0}),
        json!({"wounds": [0, 1]}),
        json!({"marker": [0, 1, 0]}),
        json!({"turn": 0}),
        json!({"glyph": [0, 0]}),
        json!({"control": [0, 1]}),
        json!({"dice": 3}),
        json!({"field": [0, 0]}),
    ];
    let seen = try_all("heroscape", "data/heroscape/scenarios/default.yaml", &amendments, 80);
    assert!(seen > 1_000, "only {seen} odd inputs");
}

#[test]
fn no_number_breaks_dragon_dice() {
    let army = json!({"owner": 0, "place": 0});
    let mut amendments = vec![
        json!({"put": {"owner": 0, "pieces": [0, 1], "to": 5}}),
        json!({"face": {"place": 0, "face": 3}}),
        json!({"holder": {"place": 0, "holder": 0}}),
        json!({"named": {"place": 0, "eighth": 0}}),
        json!({"held": {"place": 0, "turns": 1}}),
        json!({"minor": {"army": army, "face": 1}}),
        json!({"turn": 0}),
    ];
    let ends = [json!("never"), json!({"turn_start": 0}), json!({"turn_end": [0, 1]})];
    let does = [
        json!("hidden"),
        json!({"ridden": {"rider": 0, "controlled": true}}),
        json!({"thorns": {"damage": 2}}),
        json!({"hypnotised": {"gazer": 0}}),
    ];
    for (does, ends) in does.iter().flat_map(|does| ends.iter().map(move |ends| (does, ends))) {
        for on in [json!({"army": army}), json!({"terrain": 0}), json!({"pieces": [0, [0]]})] {
            let effect =
                json!({"rule": "JudgesWord", "by": 0, "on": on, "does": does, "ends": ends});
            amendments.push(json!({"begin": effect}));
        }
    }
    let path = "data/dragon-dice/scenarios/default.yaml";
    let seen = try_all("dragon-dice", path, &amendments, 200);
    assert!(seen > 1_000, "only {seen} odd inputs");
}

#[test]
fn no_number_breaks_ea_heresy() {
    let body = json!({"unit": 0});
    let amendments = [
        json!({"place": {"unit": 0, "place": {"table": {"x": 30_000, "y": 30_000}}, "facing": 10}}),
        json!({"place": {"unit": 0, "place": {"inside": 0}, "facing": null}}),
        json!({"place": {"unit": 0, "place": {"aboard": 1}, "facing": null}}),
        json!({"damage": {"on": body, "points": 1}}),
        json!({"damage": {"on": {"stronghold": 0}, "points": 1}}),
        json!({"shields": {"unit": 0, "down": 1}}),
        json!({"markers": {"formation": 0, "count": 2}}),
        json!({"broken": {"formation": 0, "broken": true}}),
        json!({"stance": {"formation": 0, "stance": "ready"}}),
        json!({"popped_up": {"unit": 0, "up": true}}),
        json!({"objective": {"objective": 0, "held": 0}}),
        json!({"points": {"seat": 0, "points": 2}}),
        json!({"ruin": {"piece": 0}}),
        json!({"answer": {"from": body, "to": {"unit": 1}, "says": {"sees": true}}}),
        json!({"answer": {"from": body, "to": {"unit": 1}, "says": {"within": {"length": 3, "yes": true}}}}),
    ];
    let path = "data/ea-heresy/scenarios/default.yaml";
    let seen = try_all("ea-heresy", path, &amendments, 40);
    assert!(seen > 1_000, "only {seen} odd inputs");
}

#[test]
fn no_number_breaks_skirmish() {
    let amendments = [
        json!({"place": {"figure": 0, "to": {"x": 30_000, "y": 30_000}}}),
        json!({"hurt": {"figure": 0, "lost": 1}}),
        json!({"pin": {"figure": 0}}),
        json!({"free": {"figure": 0}}),
        json!({"give": {"objective": 0, "side": 1}}),
        json!({"leave": {"objective": 0}}),
        json!({"remove": {"figure": 0}}),
    ];
    let path = "data/skirmish/scenarios/default.yaml";
    let seen = try_all("skirmish", path, &amendments, 60);
    assert!(seen > 1_000, "only {seen} odd inputs");
}

/// Each correction plays again what came after it: a short record could keep a server for days.
#[test]
fn corrections_of_one_game_play_a_bounded_number_of_inputs_again() {
    let library = library();
    let given = source(&project().join("data/skirmish/scenarios/default.yaml"));
    let ruleset = library.ruleset("skirmish").expect("the game is known");
    let given = ruleset.at_free_table(&given.expect("the scenario can be read"));
    let opened = ruleset.open(&library.data, &given, &[], None);
    let mut table = opened.unwrap_or_else(|faults| panic!("{faults:?}")).table;
    let amend = |table: &mut dyn Table, says: &str| {
        let change = table.parse_amendment(says).unwrap_or_else(|slip| panic!("{says}: {slip:?}"));
        table.amend(&change, "as it lies").unwrap_or_else(|no| panic!("{says}: {}", no.says()));
    };
    amend(&mut *table, "give spring to A");
    let first = table.log(0)[0].number;
    for at in 0..2_000 {
        amend(
            &mut *table,
            if at % 2 == 0 { "place hedda at 24 24" } else { "place hedda at 25 24" },
        );
    }
    let mut corrections = 0;
    let refused = loop {
        let to = if corrections % 2 == 0 { "give spring to B" } else { "give spring to A" };
        match table.correct(first, to) {
            Ok(corrected) => assert_eq!(corrected.kept, 2_000),
            Err(refused) => break refused.says(),
        }
        corrections += 1;
    };
    assert_eq!(corrections, 50, "{refused}");
    assert!(refused.starts_with("corrections have had 100000 inputs"), "{refused}");
    table.undo(1).expect("taking back is as it was");
    table.correct(first, "give spring to B").expect("nothing has to be played again");
    let replayed = ruleset.replay(&library.data, &table.saved(), Replaying::whole(&seeded));
    let replayed = replayed.unwrap_or_else(|faults| panic!("{faults:?}"));
    let again = replayed.unwrap_or_else(|differs| panic!("{differs}"));
    assert_eq!(again.digest(), table.digest());
    let stopped = Replaying { goes_on: &|lines| lines < 7, ..Replaying::whole(&seeded) };
    let stopped = ruleset.replay(&library.data, &table.saved(), stopped);
    let stopped = stopped.unwrap_or_else(|faults| panic!("{faults:?}"));
    let differs = stopped.err().expect("nobody waits for line 8").to_string();
    assert_eq!(differs, "stopped before line 8 was played again");
}
