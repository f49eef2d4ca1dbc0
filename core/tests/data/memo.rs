//! Equal files are read once, faulty ones each time.

use umpire_core::data::{DataError, Files, Memo, Source};

#[test]
fn equal_files_are_read_once_and_faults_again() {
    let memo = Memo::new();
    let files = Files::from_pairs([("game/a.yaml", "one"), ("other/a.yaml", "two")]);
    let house = Source::new("club.yaml", "three");
    let mut reads = 0;
    let mut read = |files: &Files, house: &[Source]| {
        let made = memo.read(files, "game", house, || {
            reads += 1;
            Ok(reads)
        });
        *made.expect("this reader finds no fault")
    };
    assert_eq!(read(&files, &[]), 1);
    assert_eq!(read(&files, std::slice::from_ref(&house)), 2);
    assert_eq!(read(&files, &[]), 1);
    let mut elsewhere = files.clone();
    elsewhere.insert("other/a.yaml", "four");
    assert_eq!(read(&elsewhere, &[]), 1, "files of another folder make no difference");
    elsewhere.insert("game/a.yaml", "five");
    assert_eq!(read(&elsewhere, &[]), 3);

    let faulty = Memo::<u8>::new();
    for _ in 0..2 {
        let fault = || Err(vec![DataError::of_file("game/a.yaml", "no table")]);
        assert!(faulty.read(&files, "game", &[], fault).is_err());
    }
    assert!(faulty.read(&files, "game", &[], || Ok(7)).is_ok());
}
