//! Faces are read in every way people write them, and slips of typing are named.

use umpire_core::dice::{
    Dice, DiceGroup, Die, DieId, Face, FaceName, RollRequest, fits, read_faces,
};
use umpire_core::seat::Seat;

fn face(name: &str, short: &str) -> FaceName {
    FaceName { name: name.into(), short: vec![short.into()] }
}

fn table() -> Dice {
    let three = [face("hit", "h"), face("miss", "m"), face("miss", "m")];
    Dice(vec![Die { name: "coin".into(), faces: three.into() }, Die::numbered("d20", 20)])
}

fn request(groups: &[(u16, u8)]) -> RollRequest<u8> {
    let group = |(die, count): &(u16, u8)| DiceGroup {
        seat: Seat(0),
        die: DieId(*die),
        count: *count,
        purpose: 0,
        subject: None,
    };
    RollRequest {
        because: 0,
        groups: groups.iter().map(group).collect(),
        spare: 0,
        secret_to: None,
    }
}

#[test]
fn faces_are_read_in_every_way_people_write_them() {
    let one = request(&[(0, 4)]);
    for text in
        ["hhhm", "3h m", "3hm", "hit hit,hit miss", "3 hit m", "3 hits, 1 miss", "HHH M", "hh / hm"]
    {
        assert_eq!(read_faces(&table(), &one, text), Ok(vec![0, 0, 0, 1]), "{text}");
    }
    let mixed = request(&[(0, 2), (1, 1)]);
    assert_eq!(read_faces(&table(), &mixed, "hm/17"), Ok(vec![0, 1, 16]));
    assert_eq!(read_faces(&table(), &mixed, "h m 17"), Ok(vec![0, 1, 16]));
}

#[test]
fn numbers_of_one_digit_may_be_typed_as_a_run() {
    let six = Dice(vec![Die::numbered("d6", 6), Die::numbered("d20", 20)]);
    let read = |groups, text| read_faces(&six, &request(groups), text);
    for text in ["33512", "335 12", "3 3 5 1 2"] {
        assert_eq!(read(&[(0, 5)], text), Ok(vec![2, 2, 4, 0, 1]), "{text}");
    }
    assert_eq!(read(&[(0, 2), (0, 1)], "66/1"), Ok(vec![5, 5, 0]));
    assert_eq!(read(&[(0, 12)], "12 3"), Ok(vec![2; 12]), "twelve threes");
    assert_eq!(read(&[(1, 1)], "17"), Ok(vec![16]));
    let slip = read(&[(0, 2)], "37").unwrap_err().to_string();
    assert_eq!(slip, "die 1 (d6) has no face `37`, it has 1, 2, 3, 4, 5, 6");
    assert!(read(&[(1, 2)], "33").is_err(), "a die with numbers of two digits has no runs");
}

#[test]
fn a_number_that_is_no_face_is_named_where_none_is_meant_as_a_count() {
    let six = Dice(vec![Die::numbered("d6", 6), Die::numbered("d20", 20)]);
    let slip = |text| read_faces(&six, &request(&[(0, 3)]), text).unwrap_err().to_string();
    assert_eq!(slip("7 1 1"), "die 1 (d6) has no face `7`, it has 1, 2, 3, 4, 5, 6");
    assert_eq!(slip("1 0 6"), "die 2 (d6) has no face `0`, it has 1, 2, 3, 4, 5, 6");
    assert_eq!(read_faces(&six, &request(&[(0, 7)]), "7 1"), Ok(vec![0; 7]), "seven ones");
    let mut two = request(&[(0, 1), (0, 2)]);
    two.spare = 1;
    assert_eq!(read_faces(&six, &two, "6 / 5"), Ok(vec![5, 4]), "of the last group one may stay");
    assert!(read_faces(&six, &two, "6 5 /").is_err(), "of the others none");
}

#[test]
fn a_word_that_several_faces_have_is_refused_with_its_readings() {
    let faces = [("1-fang", "f"), ("2-fang", "f"), ("tail", "t")];
    let mut die = Die { name: "wolf".into(), faces: Vec::new() };
    die.faces.extend(faces.map(|(name, short)| face(name, short)));
    for (face, short) in die.faces.iter_mut().zip(["f1", "f2"]) {
        face.short.push(short.into());
    }
    let wolves = Dice(vec![die]);
    let read = |text| read_faces(&wolves, &request(&[(0, 3)]), text);
    for text in ["2f2 t", "t2f2", "f2 f2 t", "2-fang 2-fang t", "2 f2 t"] {
        let sorted = read(text).map(|mut faces| {
            faces.sort_unstable();
            faces
        });
        assert_eq!(sorted, Ok(vec![1, 1, 2]), "{text}");
    }
    assert_eq!(read("2f t 2f"), Ok(vec![1, 2, 1]), "a number that counts no dice is of the face");
    let slip = "`f` of die 2 (wolf) may be 1-fang or 2-fang: say which";
    for text in ["tft", "t f t", "t 2f", "wolf: t 2 f"] {
        assert_eq!(read(text).map_err(|bad| bad.to_string()), Err(slip.into()), "{text}");
    }
}

#[test]
fn faces_are_dealt_to_their_groups() {
    let request = request(&[(0, 2), (1, 1)]);
    let dealt: Vec<&[Face]> = request.dealt(&[0, 1, 16]).map(|(_, own)| own).collect();
    assert_eq!(dealt, [&[0, 1][..], &[16]]);
}

#[test]
fn slips_of_typing_are_named() {
    let one = request(&[(0, 2)]);
    let slip = |text| read_faces(&table(), &one, text).unwrap_err().to_string();
    assert_eq!(slip("h"), "2 dice are asked for, 1 given");
    assert_eq!(slip("hhm"), "2 dice are asked for, 3 given");
    assert_eq!(slip("hx"), "die 2 (coin) has no face `hx`, it has hit (h), miss (m)");
    assert_eq!(slip("h 9"), "die 2 (coin) has no face `9`, it has hit (h), miss (m)");
    // Where letters are no faces, the beginning of a name is one.
    assert_eq!(read_faces(&table(), &one, "hi mis"), Ok(vec![0, 1]));
    assert_eq!(read_faces(&table(), &one, "2 mi"), Ok(vec![1, 1]));
    let d20 = request(&[(1, 1)]);
    let slip = read_faces(&table(), &d20, "21").unwrap_err().to_string();
    assert_eq!(slip, "die 1 (d20) has no face `21`, it has 1 to 20");
    assert_eq!(fits(&table(), &d20, &[19]), Ok(()));
    assert!(fits(&table(), &d20, &[20]).is_err());
}

fn pack() -> Dice {
    let die = |name: &str, faces: &[(&str, &str)]| Die {
        name: name.into(),
        faces: faces.iter().map(|(name, short)| face(name, short)).collect(),
    };
    Dice(vec![
        die("Grey Wolf", &[("fang", "f"), ("tail", "t")]),
        die("Great Bear", &[("paw", "p"), ("tail", "t")]),
    ])
}

#[test]
fn kinds_of_dice_may_be_named_in_any_order() {
    let one = request(&[(0, 3), (1, 2)]);
    for text in [
        "fft / pt",
        "f f t p t",
        "fftpt",
        "grey wolf: 2f t; great-bear: pt",
        "great: p tail / GREY: fft",
        "bear: p",
        "great: p; grey: ff; great: t; grey: t",
    ] {
        let read = read_faces(&pack(), &one, text);
        if text.starts_with("bear") {
            let slip = read.unwrap_err().to_string();
            assert_eq!(slip, "no `bear` is asked for, there are Grey Wolf, Great Bear");
        } else {
            assert_eq!(read, Ok(vec![0, 0, 1, 0, 1]), "{text}");
        }
    }
    let slip = |text| read_faces(&pack(), &one, text).unwrap_err().to_string();
    assert_eq!(slip("grey: f; great: pt"), "3 faces are needed for Grey Wolf, 1 given");
    assert_eq!(slip("grey: fff"), "2 faces are needed for Great Bear, none given");
    assert_eq!(slip("gr: fff; great: pt").split(',').next(), Some("no `gr` is asked for"));
    let unnamed = "`grey fff` has no `:` behind the die's name, as the other parts have";
    assert_eq!(slip("grey fff; great: pt"), unnamed);
    assert_eq!(slip("fft/p"), "2 faces are needed for Great Bear, 1 given");
}

#[test]
fn a_count_may_go_on_to_the_next_kind() {
    let one = request(&[(0, 2), (1, 2)]);
    assert_eq!(read_faces(&pack(), &one, "f 3t"), Ok(vec![0, 1, 1, 1]));
    let slip = read_faces(&pack(), &one, "3f t").unwrap_err().to_string();
    assert_eq!(slip, "die 3 (Great Bear) has no face `f`, it has paw (p), tail (t)");
}

#[test]
fn the_roll_that_is_miscounted_is_named() {
    let mut both = request(&[(0, 2), (1, 1), (0, 1), (1, 1)]);
    both.groups.iter_mut().skip(2).for_each(|group| group.seat = Seat(1));
    let read = |text| read_faces(&pack(), &both, text);
    assert_eq!(read("f f p / f p"), Ok(vec![0, 0, 0, 0, 0]));
    let slip = |text| read(text).unwrap_err().to_string();
    let second = "2 dice are asked for in roll 2 (Grey Wolf, Great Bear), 1 given";
    assert_eq!(slip("f f p / f"), second);
    let first = "3 dice are asked for in roll 1 (2 Grey Wolf, Great Bear), 2 given";
    assert_eq!(slip("f f / f"), first);
    assert_eq!(
        slip("f f p"),
        "5 dice are asked for, 3 given: 2 Grey Wolf, Great Bear / Grey Wolf, Great Bear"
    );
}

#[test]
fn dice_of_two_players_are_filled_one_after_the_other() {
    let both = request(&[(0, 1), (1, 1), (0, 2)]);
    let read = read_faces(&pack(), &both, "great: p; grey: t f f");
    assert_eq!(read, Ok(vec![1, 0, 0, 0]));
}
