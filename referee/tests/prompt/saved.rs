//! Saving, resuming and replaying, and files that were damaged in every way.

use super::desk::{library, run, run_with};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use umpire::files::write_beside;
use umpire::save;
use umpire_core::transcript::{FaceSource, Input, Transcript};

const BOTH: &str = "play --seat A=human --seat B=human --dice typed";

/// A finished game with an overruling, a correction and an undo in it.
fn eventful(folder: &Path) -> PathBuf {
    let path = folder.join("game.umpire");
    let typed = "overrule A: thrust because we try\nguard\n6 6 6/1\ncorrect 3 6 5 1/1\nguard\nguard\n\
                 2/2\nundo\n2/3\nnote well fought\namend lives B 1 because it is late\nguard\nguard\n\
                 1/1\nfeint\nguard\n6 6/1\n";
    let game = run(&format!("{BOTH} --save {}", path.display()), typed);
    game.says(&["taken back", "over after", "A wins", "saved; `umpire replay"]);
    path
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

#[test]
fn a_saved_game_is_verified_hash_for_hash() {
    let folder = folder();
    let path = eventful(folder.path());
    let replay = run(&format!("replay {} --log", path.display()), "");
    assert_eq!(replay.code, 0, "{}{}", replay.out, replay.err);
    replay.says(&[
        "   1  judge lets A: thrust (we try)",
        "dice: 6 5 1 / 1",
        "2 / 3",
        "the same: 1",
    ]);
    replay.lacks("note:");
    let part = run(&format!("replay {} --to 3", path.display()), "");
    part.says(&["   3  dice: 6 6 6 / 1", "B loses 2", "A 3 : 1 B", "the same: 3 lines"]);
    part.lacks("there is no line");
    let beyond = run(&format!("replay {} --to 99", path.display()), "");
    beyond.says(&["note: there is no line 99: the record has "]);
    let json = run(&format!("replay {} --json", path.display()), "");
    json.says(&["\"A.lives\":\"3\"", "\"same\":true"]);
}

#[test]
fn a_game_stopped_anywhere_goes_on_from_there() {
    let folder = folder();
    let path = folder.path().join("game.umpire");
    let save = format!("--save {}", path.display());
    let whole =
        ["guard", "feint", "1/5 5", "feint", "feint", "6 1/1 1", "thrust", "guard", "5 5 6/1"];
    let all = run(BOTH, &format!("{}\n", whole.join("\n")));
    let end = all.out.lines().last().expect("a last line").to_string();
    assert!(end.starts_with("over after 6 inputs"), "{}", all.out);
    for stop in 1..whole.len() {
        let first = run(&format!("{BOTH} {save}"), &format!("{}\n", whole[..stop].join("\n")));
        first.says(&["the input ended", "goes on"]);
        let resume = format!("play --resume {} {save}", path.display());
        let second = run(&resume, &format!("{}\n", whole[stop..].join("\n")));
        second.says(&["A human, B human; dice are typed", "note: goes on after"]);
        second.says(&["over after 6 inputs: "]);
        assert_eq!(run(&format!("replay {}", path.display()), "").code, 0);
    }
}

#[test]
fn a_bot_game_resumed_is_the_game_played_through() {
    let folder = folder();
    let path = folder.path().join("bots.umpire");
    let typed = "guard\nquit\n";
    run(&format!("play --seat A=human --dice seed:5 --save {}", path.display()), typed);
    let through = run("play --seat A=human --dice seed:5", "guard\nconcede\n");
    let resumed = run(&format!("play --resume {}", path.display()), "concede\n");
    let last = |text: &str| text.lines().last().map(String::from);
    assert_eq!(last(&through.out), last(&resumed.out));
    resumed.says(&["seed 5", "goes on after 2 inputs"]);
}

#[test]
fn damage_at_any_byte_is_noticed() {
    let folder = folder();
    let path = eventful(folder.path());
    let bytes = fs::read(&path).expect("the game was saved");
    let damaged = folder.path().join("damaged.umpire");
    let verdict = |bytes: &[u8]| {
        fs::write(&damaged, bytes).expect("a file for the test");
        run(&format!("replay {}", damaged.display()), "")
    };
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let ran = verdict(&changed);
        assert_eq!(
            ran.code,
            if ran.err.contains("unknown game") { 2 } else { 1 },
            "byte {at}: {ran:?}"
        );
        assert!(!ran.err.contains("umpire_core") && !ran.err.contains("struct"), "{}", ran.err);
    }
    for length in 0..bytes.len() - 1 {
        let ran = verdict(&bytes[..length]);
        assert_eq!(ran.code, 1, "cut at {length}: {ran:?}");
    }
    // As a file system leaves it where the power fails.
    let zeros = [&bytes[..], &[0; 512]].concat();
    assert_eq!(verdict(&zeros).code, 0);
    assert!(verdict(&bytes[..60]).err.contains("is cut off: it ends at line 1, column 60"));
}

#[test]
fn records_of_other_data_forms_and_versions_are_told_apart() {
    let folder = folder();
    let path = eventful(folder.path());
    let replay = format!("replay {}", path.display());
    let mut other = library();
    other.data.insert("duel/new.yaml", "a: 1\n");
    let ran = run_with(&other, &replay, "");
    assert_eq!(ran.code, 0);
    ran.says(&["note: the tables are not the ones it was recorded with", "the same: "]);
    let resumed = run_with(&other, &format!("play --resume {}", path.display()), "");
    resumed.says(&["note: the tables are not the ones", "replayed, the game is the same"]);

    let text = fs::read_to_string(&path).expect("the game was saved");
    let rewritten = |from: &str, to: &str| {
        fs::write(&path, text.replacen(from, to, 1)).expect("a file for the test");
        run(&replay, "")
    };
    let ran = rewritten("\"format\":1", "\"format\":7");
    assert!(
        ran.err.contains("is a saved game of form 7; this program reads form 1"),
        "{}",
        ran.err
    );
    let ran = rewritten("\"ruleset\":\"duel\"", "\"ruleset\":\"duet\"");
    assert!(ran.err.contains("unknown game `duet`, did you mean `duel`?"), "{}", ran.err);
    let ran = rewritten("[5,5,5,0]", "[5,5,4,0]");
    assert_eq!(ran.code, 1);
    ran.says(&["the record is damaged: line 3 does not follow from the lines before it"]);
}

#[test]
fn a_record_the_rules_no_longer_allow_says_where() {
    let folder = folder();
    let path = eventful(folder.path());
    let good = save::load(&path).expect("the game was saved");
    let mut bad = Transcript::new(good.header);
    bad.push(Input::Roll { faces: vec![1], source: FaceSource::Typed }, None);
    save::save(&path, &bad).expect("a file for the test");
    let ran = run(&format!("replay {}", path.display()), "");
    assert_eq!(ran.code, 1);
    ran.says(&["differs first at input 1: no dice are asked for now"]);
}

#[test]
fn a_failed_save_leaves_the_one_before() {
    let folder = folder();
    let path = folder.path().join("game.umpire");
    fs::write(&path, "before").expect("a file for the test");
    let failed = write_beside(&path, |out| {
        out.write_all(b"half")?;
        Err(std::io::Error::from(std::io::ErrorKind::StorageFull))
    });
    let says = failed.expect_err("the disk is full").to_string();
    assert!(says.ends_with("; the file that was there is as it was"), "{says}");
    assert_eq!(fs::read_to_string(&path).expect("it is still there"), "before");
    assert_eq!(
        fs::read_dir(folder.path()).expect("the folder").count(),
        1,
        "nothing is left beside"
    );
    let missing = folder.path().join("no/such/folder/game.umpire");
    let ran = run(&format!("{BOTH} --save {}", missing.display()), "quit\n");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("cannot write"), "{}", ran.err);
    let ran = run(BOTH, &format!("save {}\nsave\n", missing.display()));
    ran.says(&["line 1: cannot write", "line 2: expected `save FILE`"]);
}

#[cfg(unix)]
#[test]
fn a_save_keeps_links_and_who_may_read_it() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let (link, early) = (folder.path().join("link"), folder.path().join("early"));
    let (real, later) = (folder.path().join("real"), folder.path().join("later"));
    fs::write(&real, "before").expect("the folder can be written to");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).expect("the file is ours");
    symlink("real", &link).expect("links can be made");
    symlink("later", &early).expect("links can be made");
    for path in [&link, &early] {
        write_beside(path, |out| out.write_all(b"after")).expect("there is room");
        assert!(fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink()), "{path:?}");
    }
    for path in [&real, &later] {
        assert_eq!(fs::read_to_string(path).ok().as_deref(), Some("after"), "{path:?}");
    }
    let mode = fs::metadata(&real).map(|about| about.permissions().mode() & 0o777);
    assert_eq!(mode.ok(), Some(0o600));
}

#[test]
fn what_a_killed_save_left_behind_is_removed_by_a_later_one() {
    let folder = folder();
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
    let (old, own) = (".umpire-aB3dE6.part", [".umpire-config", "umpire-aB3dE6.part", "a.umpire"]);
    for name in own.iter().chain([&old]) {
        let file =
            fs::File::create(folder.path().join(name)).expect("the folder can be written to");
        file.set_modified(long_ago).expect("the file is ours");
    }
    let begun = folder.path().join(".umpire-aB3dE7.part");
    fs::write(&begun, "still written").expect("the folder can be written to");
    eventful(folder.path());
    assert!(begun.exists() && own.iter().all(|name| folder.path().join(name).exists()));
    assert!(!folder.path().join(old).exists(), "it was left behind");
}

#[test]
fn ctrl_c_leaves_a_file_that_goes_on() {
    use umpire::bots::Player;
    use umpire::console::{Console, Piped, Screen};
    use umpire::dice_source::DiceFrom;
    use umpire::session::{Ending, Settings, Sitting};
    let folder = folder();
    let path = folder.path().join("game.umpire");
    let library = library();
    let opening = umpire::opening::Opening::find(&library, None).expect("there is a default");
    let opened = opening.open(&["greedy".into(), "greedy".into()], Some(3)).expect("it is sound");
    let mut out = Vec::new();
    let mut console = Console {
        lines: Box::new(Piped::new(&b""[..])),
        out: Screen::new(&mut out, false, false),
        err: Screen::new(std::io::sink(), false, false),
        stop: std::sync::Arc::new(true.into()),
    };
    let settings = Settings {
        players: vec![Player::Greedy; 2],
        dice: DiceFrom::Seed,
        seed: 3,
        save: Some(path.clone()),
        short: false,
        board: false,
        json: false,
        free: false,
    };
    let ending =
        Sitting::new(opened.table, &library, settings, &mut console).run().expect("it stops");
    assert_eq!(ending, Ending::Interrupted);
    drop(console);
    assert!(String::from_utf8_lossy(&out).contains("stopped\n"));
    let through = run("play --dice seed:3", "");
    let resumed = run(&format!("play --resume {}", path.display()), "");
    assert_eq!(through.out.lines().last(), resumed.out.lines().last());
}

#[test]
fn what_was_written_down_outlives_a_program_that_was_killed() {
    let folder = folder();
    let whole = save::load(&eventful(folder.path())).expect("the game was saved");
    let path = folder.path().join("killed.umpire");
    let begun = Transcript { entries: Vec::new(), digest: None, end: None, ..whole.clone() };
    let mut journal = save::Journal::begin(&path, &begun).expect("a file for the test");
    for count in 1..=whole.entries.len() {
        let so_far = Transcript { entries: whole.entries[..count].to_vec(), ..begun.clone() };
        journal.add(&so_far, count % 2 == 0).expect("there is room");
        assert_eq!(save::load(&path).expect("it can be read at any time"), so_far);
    }
    let second = save::Journal::begin(&path, &begun).expect_err("one program plays on a file");
    assert!(second.to_string().contains("another program plays on"), "{second}");
    // Killed: nothing is said of the end, and the last line is cut off while it is written.
    drop(journal);
    let unfinished = run(&format!("replay {}", path.display()), "");
    assert_eq!(unfinished.code, 1);
    unfinished.says(&["the same: ", "unfinished: the record has no last digest"]);
    let bytes = fs::read(&path).expect("the record");
    fs::write(&path, &bytes[..bytes.len() - 9]).expect("a file for the test");
    let shorter = save::load(&path).expect("what was never answered is left out");
    assert_eq!(shorter.entries, whole.entries[..whole.entries.len() - 1]);
    let resumed = run(&format!("play --resume {}", path.display()), "");
    resumed.says(&["goes on after"]);
}

#[test]
fn where_nothing_new_can_be_written_the_end_is_added_to_what_is_there() {
    let folder = folder();
    let whole = save::load(&eventful(folder.path())).expect("it was saved");
    let (here, there) = (folder.path().join("here"), folder.path().join("there"));
    fs::create_dir(&here).expect("a folder for the test");
    let mut begun = Transcript::new(whole.header.clone());
    begun.push(whole.entries[0].input.clone(), whole.entries[0].digest.clone());
    let mut journal = save::Journal::begin(&here.join("g.umpire"), &begun).expect("a file");
    // No file can be made any more where it lies; the one that is open goes on.
    fs::rename(&here, &there).expect("a folder for the test");
    journal.end(&whole).expect("the end is added");
    assert_eq!(save::load(&there.join("g.umpire")).expect("it was saved"), whole);
}

#[test]
fn a_game_saved_under_the_name_of_another_leaves_it_alone() {
    let folder = folder();
    let path = eventful(folder.path());
    let before = fs::read(&path).expect("the record");
    let other = run(&format!("{BOTH} --save {}", path.display()), "guard\n");
    other.says(&["the game that was in this file is kept in"]);
    let aside = folder.path().join("game.umpire.1");
    assert_eq!(fs::read(&aside).expect("it was kept"), before);
    let foreign = folder.path().join("letter.txt");
    fs::write(&foreign, "dear all").expect("a file for the test");
    let refused = run(&format!("{BOTH} --save {}", foreign.display()), "guard\n");
    assert!(refused.err.contains("holds something else than a saved game"), "{}", refused.err);
    assert_eq!(fs::read(&foreign).expect("it is there"), b"dear all");
}

#[test]
fn what_is_saved_at_the_prompt_or_exported_takes_nothing_from_what_is_there() {
    let folder = folder();
    let path = eventful(folder.path());
    let before = fs::read(&path).expect("the record");
    let foreign = folder.path().join("letter.txt");
    fs::write(&foreign, "dear all").expect("a file for the test");
    let typed = format!("guard\nsave {}\nsave {}\n", foreign.display(), path.display());
    let ran = run(BOTH, &typed);
    ran.says(&["holds something else than a saved game", "the game that was there is kept in"]);
    assert_eq!(fs::read(&foreign).expect("it is there"), b"dear all");
    let aside = folder.path().join("game.umpire.1");
    assert_eq!(fs::read(&aside).expect("it was kept"), before);
    let own = run(&format!("export {0} --seat A --to {0}", aside.display()), "");
    assert_eq!((own.code, own.err.contains("is the record itself")), (2, true), "{}", own.err);
    assert_eq!(fs::read(&aside).expect("it is there"), before);
    let to_other = run(&format!("export {} --seat A --to {}", aside.display(), path.display()), "");
    to_other.says(&["the game that was there is kept in"]);
    assert!(folder.path().join("game.umpire.2").is_file(), "{}", to_other.out);
}

#[test]
fn a_signed_record_says_whose_key_it_was_and_notices_every_change() {
    let folder = folder();
    let path = eventful(folder.path());
    let key = folder.path().join("my.key");
    let (none, cut) = (folder.path().join("no.key"), folder.path().join("cut.umpire"));
    let whole = fs::read_to_string(&path).expect("the record");
    let begun: Vec<&str> = whole.lines().take(3).collect();
    fs::write(&cut, begun.join("\n")).expect("a file for the test");
    let unsigned = run(&format!("key {} --sign {}", none.display(), cut.display()), "");
    assert_eq!((unsigned.code, none.exists()), (1, false), "{}", unsigned.err);
    run(&format!("key {}", key.display()), "").says(&["holds a new key; others know it as"]);
    let sign = format!("key {} --sign {}", key.display(), path.display());
    run(&sign, "").says(&["is signed by key"]);
    run(&format!("replay {}", path.display()), "").says(&["the same: ", "signed by key"]);
    let text = fs::read_to_string(&path).expect("the record");
    let end = text.find("\"signature\":\"").expect("it is signed") + 13;
    let digit = if &text[end..=end] == "0" { "1" } else { "0" };
    let forged = format!("{}{digit}{}", &text[..end], &text[end + 1..]);
    fs::write(&path, forged).expect("a file for the test");
    let replay = run(&format!("replay {}", path.display()), "");
    assert_eq!(replay.code, 1);
    replay.says(&["the signature is not that of this record"]);
}

#[test]
fn an_export_shows_a_seat_no_seal_of_another() {
    let folder = folder();
    let path = eventful(folder.path());
    let export = run(&format!("export {} --seat a", path.display()), "");
    assert_eq!(export.code, 0, "{}", export.err);
    export.lacks("\"digest\"").lacks("\"secret\"");
    let nobody = run(&format!("export {} --seat Q", path.display()), "");
    assert_eq!(nobody.code, 2);
    let to = folder.path().join("seen.umpire");
    run(&format!("export {} --seat A --to {}", path.display(), to.display()), "");
    let replay = run(&format!("replay {}", to.display()), "");
    assert_eq!(replay.code, 0, "{}{}", replay.out, replay.err);
    replay.says(&["linked; decisions are sealed in it"]);
}
