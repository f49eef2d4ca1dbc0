//! Questions a referee may ask: who sees whom, what a thing does to whom, how likely.

use super::nouns::Noun;
use crate::position::{Action, Piece, PieceId};
use crate::rules::sight::cover;
use crate::steps::{State, Step};
use crate::tables::{Rule, Skirmish};
use umpire_core::command::pair;
use umpire_core::host::{Answer, Asking, Assume, Hosted, Question, Shows, Slip};
use umpire_core::ruleset::{Odds, odds_of, sight_answer};
use umpire_core::table::gap;
use umpire_core::{Explain, Seat};

/// What may be asked.
pub const QUESTIONS: &[Question] = &[
    Question::new("los FIGURE FIGURE", "whether one sees the other, and the cover"),
    Question::new("reach FIGURE", "how far it can go, and whom it may charge").shows(Shows::Reach),
    Question::new("odds ACTION [--assume best]", "what may come of an action"),
];

/// Answers `los FIGURE FIGURE`.
pub fn los(game: &Skirmish, state: &State, text: &str) -> Result<Answer, Slip> {
    let t = state.on(game);
    let [one, other]: [PieceId; 2] = pair(game, state, Seat(0), Noun::Figure, text)?;
    if let Some(off) = [one, other].into_iter().find(|id| !t.figures[*id].stands()) {
        return Err(Slip::new(format!("{} is not on the table", t.name(off))));
    }
    if one == other {
        return Err(Slip::new(format!("{} and who else? two figures see each other", t.name(one))));
    }
    let [from, foe] = [one, other].map(|id| t.base(id));
    let (apart, name) = (game.field.about(gap(&from, &foe)), |piece| game.field.called(piece));
    let mut ruling = game.field.ruling_on_sight(Rule::Sight, &from, &foe);
    if let Some(piece) = cover(t, (one, &from), other).filter(|_| ruling.holds()) {
        ruling.tell(Rule::Cover, || format!("{} gives cover", name(piece)));
    }
    for piece in game.field.leant_over(&from) {
        ruling.tell(Rule::LeaningOver, || format!("{} hides nothing from it", name(piece)));
    }
    Ok(sight_answer(game, [one, other].map(|id| t.name(id)), apart, ruling))
}

/// Answers `odds ACTION`.
pub fn odds(game: &Skirmish, state: &State, asking: &Asking) -> Result<Answer, Slip> {
    let (text, assume) = Assume::taken_off(asking.about)?;
    let action = game.parse(state, asking.seat.unwrap_or_default(), text)?;
    let Some(target) = action.target() else {
        return Err(Slip::new("no dice fall for this: ask for the odds of a shot or of a charge"));
    };
    // What the other side could do is asked as if it were its turn.
    let (seat, mut state) = (state.position.figures[action.figure()].side, state.clone());
    if let Some(Step::Activate(activate)) = state.steps.last_mut() {
        activate.side = seat;
    }
    let state = &state;
    // Whoever shoots comes to no harm.
    let struck_back = matches!(action, Action::Charge { .. }).then(|| action.figure());
    let met: Vec<PieceId> = [target].into_iter().chain(struck_back).collect();
    let is_over =
        |state: &State| !matches!(state.steps.last(), Some(Step::Fight(_) | Step::Morale(_)));
    let fate = |end: &State, id: PieceId| Fate::of([state, end], id, id == action.figure());
    // Who is no part of the fight may have to test for a side that it thins.
    let others: Vec<PieceId> =
        state.position.figures.ids().filter(|id| !met.contains(id)).collect();
    let fates = |end: &State| {
        let of_met: Vec<Fate> = met.iter().map(|id| fate(end, *id)).collect();
        let of_others = others.iter().map(|id| (*id, fate(end, *id)));
        (of_met, of_others.filter(|(_, fate)| *fate != Fate::Unhurt).collect::<Vec<_>>())
    };
    let says = |(of_met, of_others): &(Vec<Fate>, Vec<(PieceId, Fate)>)| {
        let of_met = met.iter().copied().zip(of_met.iter().copied());
        let all = of_met.chain(of_others.iter().copied());
        all.map(|(id, fate)| fate.says(&state.on(game).name(id))).collect()
    };
    let odds = Odds { game, state, seat, action: &action, assume };
    odds_of(&odds, asking.budget, is_over, fates, says)
}

/// What may become of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Fate {
    Unhurt,
    Hurt(u8),
    /// It has failed its test, and lost so much.
    Pinned(u8),
    Gone,
}

impl Fate {
    fn of(states: [&State; 2], id: PieceId, acts: bool) -> Fate {
        let [was, is] = states.map(|state| state.position.figures[id]);
        let lost = is.lost.saturating_sub(was.lost);
        // One that is pinned and the last of its side to act recovers at once.
        let recovered = !acts && !was.acted && is.acted;
        match is {
            _ if was.stands() && !is.stands() => Fate::Gone,
            _ if !was.pinned && (is.pinned || recovered) => Fate::Pinned(lost),
            _ if lost > 0 => Fate::Hurt(lost),
            _ => Fate::Unhurt,
        }
    }

    fn says(self, name: &str) -> String {
        match self {
            Fate::Unhurt => format!("{name} unhurt"),
            Fate::Hurt(lost) => format!("{name} loses {lost}"),
            Fate::Pinned(0) => format!("{name} pinned"),
            Fate::Pinned(lost) => format!("{name} loses {lost} and is pinned"),
            Fate::Gone => format!("{name} gone"),
        }
    }
}
