//! A line that is typed where dice have to fall, and is no dice: whether it is an action, and what is said of it.

use super::Sitting;
use crate::prompt;
use umpire_core::data::suggest;
use umpire_core::dice::Die;
use umpire_core::host::{Asked, Slip};

/// Words of so many letters are taken for dice where one of them is a face.
const FEW_LETTERS: usize = 3;

impl Sitting<'_, '_> {
    /// Whether a line that is no dice is an action or a change of the position, or begins as one.
    pub(super) fn is_action(&self, text: &str) -> bool {
        let table = &*self.table;
        if self.seats.iter().any(|(seat, _)| table.parse(*seat, text).is_ok())
            || table.parse_amendment(text).is_ok()
        {
            return true;
        }
        let Asked::Roll { groups, .. } = table.pending() else { return false };
        let Some(word) = text.split_whitespace().next() else { return false };
        let first = groups.first().and_then(|group| table.dice().named(&group.die));
        let face = first.is_some_and(|die| die.face_named(word).is_some());
        let usages = table.usages();
        let mut verbs = usages.iter().filter_map(|usage| usage.form.split(' ').next());
        !face && verbs.any(|verb| verb.eq_ignore_ascii_case(word))
    }

    /// Whether no word of a line is a number, a die that is asked for or one of its faces, nor letters most of which are.
    pub(super) fn names_no_face(&self, text: &str) -> bool {
        let Asked::Roll { groups, .. } = self.table.pending() else { return false };
        let dice = self.table.dice();
        let asked = groups.iter().filter_map(|group| dice.named(&group.die));
        let asked: Vec<&Die> = asked.collect();
        let is_face = |face: &str| asked.iter().any(|die| !die.readings(face).is_empty());
        let is_like_dice = |word: &str| {
            let letters = word.chars().count();
            let faces = word.chars().filter(|one| is_face(one.encode_utf8(&mut [0; 4]))).count();
            let is_named = || word.trim_end_matches(['s', 'S']);
            let named = || asked.iter().any(|die| die.name.to_lowercase().contains(is_named()));
            is_face(word)
                || is_face(is_named())
                || word.contains(|letter: char| letter.is_ascii_digit())
                || 2 * faces > letters
                || faces > 0 && letters <= FEW_LETTERS
                || letters > 2 && named()
        };
        let text = text.to_lowercase();
        let mut words = text.split([' ', ',', '/', ';', ':']).filter(|word| !word.is_empty());
        !words.any(is_like_dice)
    }

    /// What is said of such a line: why it is no dice, what was probably meant, and which dice are asked for.
    pub(super) fn neither_dice_nor_command(&self, text: &str, no_dice: &str) -> String {
        let word = text.split(' ').next().unwrap_or(text).to_lowercase();
        let questions = self.table.questions().iter().map(|question| question.verb());
        let known: Vec<&str> = prompt::verbs().chain(questions).collect();
        let slip = Slip::new(format!("{no_dice}; nor is it a command"));
        let slip = slip.meant(suggest(&word, known.iter().copied()));
        format!("{slip} ({}; `list` tells the faces)", self.dice_first())
    }

    pub(super) fn dice_first(&self) -> String {
        match self.table.pending() {
            Asked::Roll { groups, .. } => {
                let asked = self.say_groups(&groups).join("; ");
                let way_out = if self.settings.free { "; `undo` asks for none" } else { "" };
                format!("dice are asked for first: {asked}{way_out}")
            }
            _ => "nothing is asked for".to_string(),
        }
    }
}
