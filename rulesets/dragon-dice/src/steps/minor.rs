//! Minor terrains: brought in, kept, rolled, buried, and what their faces do (section 15).

use crate::position::action::Action;
use crate::position::event::Event;
use crate::position::game::DragonDice;
use crate::position::pieces::{Army, Piece, PieceSet, Place};
use crate::position::stack::Step;
use crate::position::stack::march::MarchStep;
use crate::position::stack::minor::MinorStep;
use crate::position::state::State;
use crate::rules::minor_terrains;
use crate::steps::species::charges;
use crate::steps::{Ask, death};
use crate::tables::catalog::{Icon, KindId, MinorEffect};
use crate::tables::edition::MinorEntry;
use crate::tables::rule::Rule;
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::{Explain, Fact, Verdict};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Change, Flow, Now, Play};

/// The purpose of a minor terrain's die.
pub const MINOR: u8 = 102;

/// What an army may do with minor terrains in place of its maneuver.
pub(crate) fn minor_instead(game: &DragonDice, state: &State, army: Army, into: &mut Vec<Action>) {
    if state.minor(army).is_some() {
        into.push(Action::Bury);
    } else if game.edition.minor_entry == MinorEntry::InsteadOfManeuver {
        minor_terrains::minors_to_bring(game, state, army, into);
    }
}

/// An answer about minor terrains in place of the maneuver.
pub(crate) fn minor_answer<O: Observe<Event>>(
    state: &mut State,
    army: Army,
    action: &Action,
    out: &mut O,
) {
    match *action {
        Action::Bring(minor) => {
            state.steps.push(Step::Minor(MinorStep::Roll { place: army.place, minor }));
        }
        Action::Bury => bury_minor(state, army, Rule::BuryingMinorTerrain, out),
        _ => {}
    }
}

/// Buries the minor terrain beside an army.
pub(crate) fn bury_minor<O: Observe<Event>>(
    state: &mut State,
    army: Army,
    rule: Rule,
    out: &mut O,
) {
    if let (Some(minor), Some(number)) = (state.minor(army), army.place.as_terrain()) {
        state.sides[army.owner.index()].minor_faces[usize::from(number)] = 0;
        death::bring(state, army.owner, PieceSet::only(minor), Place::BURIED, rule, out);
    }
}

/// Turns the minor terrain beside an army to a face; of faces that look alike to the first.
fn show_minor<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    army: Army,
    face: Face,
    rule: Rule,
    out: &mut O,
) {
    let Some(number) = army.place.as_terrain() else { return };
    let Some(kind) = minor_terrains::minor_kind(game, state, army) else { return };
    let shown = kind.face(face).icon;
    let first = kind.faces().iter().position(|other| other.icon == shown);
    let face = first.unwrap_or(face.into()) as u8;
    state.sides[army.owner.index()].minor_faces[usize::from(number)] = face + 1;
    out.tell(|| Event::MinorShows { army, face, rule });
}

/// Buries the disaster beside an army whose march begins, before anything else is done in it (DD-15.18).
pub(crate) fn bury_disaster<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    army: Army,
    out: &mut O,
) {
    let face = minor_terrains::minor_face(game, state, army);
    if face.is_some_and(|face| game.catalog.minor_face(face).disaster) {
        bury_minor(state, army, Rule::DisasterIsBuried, out);
    }
}

impl MinorStep {
    pub(crate) fn place(self) -> Place {
        match self {
            MinorStep::Start(place) | MinorStep::Roll { place, .. } | MinorStep::Turn(place) => {
                place
            }
        }
    }

    fn army(self, state: &State) -> Army {
        Army { owner: state.marching, place: self.place() }
    }
}

impl Play<DragonDice> for MinorStep {
    fn advance(self, change: &mut Change<DragonDice, impl Observe<Event>>) -> Flow {
        let state = &mut *change.state;
        let army = self.army(state);
        if let MinorStep::Roll { .. } = self {
            return Flow::Wait;
        }
        if state.minor(army).is_none() {
            state.steps.pop();
            return Flow::On;
        }
        if let MinorStep::Turn(_) = self { Flow::Choose } else { Flow::Wait }
    }

    fn ask(self, Now { state, .. }: Now<DragonDice>) -> Ask {
        let about = match self {
            MinorStep::Roll { .. } => return Ask::Roll,
            MinorStep::Start(_) => Rule::KeepOrRoll,
            MinorStep::Turn(_) => Rule::MinorId,
        };
        let subject = Some(u16::from(self.place().0));
        Ask::Choice(Choice { seats: Seats::only(state.marching), about, subject, sealed: false })
    }

    fn legal(
        self,
        Now { game, state }: Now<DragonDice>,
        _: Seat,
        into: &mut Vec<Action>,
    ) -> Listing {
        let army = self.army(state);
        match self {
            MinorStep::Start(_) => {
                into.extend([Action::RollMinor, Action::Keep, Action::Bury]);
                charges::species_instead(game, state, army, into);
            }
            MinorStep::Turn(_) => {
                into.extend(
                    minor_terrains::action_faces(game, state, army).into_iter().map(Action::Face),
                );
            }
            MinorStep::Roll { .. } => {}
        }
        Listing::Complete
    }

    fn check(
        self,
        Now { game, state }: Now<DragonDice>,
        seat: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let army = self.army(state);
        match (self, action) {
            (MinorStep::Start(_), Action::RollMinor | Action::Keep | Action::Bury) => Ok(()),
            (MinorStep::Start(_), Action::Bring(_)) => {
                minor_terrains::check_minor(game, state, army, action, true, why)
            }
            (MinorStep::Turn(_), Action::Face(face)) => {
                let sides =
                    minor_terrains::minor_kind(game, state, army).map_or(0, |kind| kind.sides);
                why.need(Rule::MinorId, *face < sides, || Fact::says("the die has no such face"))?;
                let faces = minor_terrains::action_faces(game, state, army);
                let icon = |face: u8| {
                    minor_terrains::minor_kind(game, state, army).map(|kind| kind.face(face).icon)
                };
                let fits = faces.iter().any(|other| icon(*other) == icon(*face));
                why.require(Rule::MinorId, fits, || {
                    let fact = Fact::says("the die is turned to a magic, melee or missile face");
                    match faces.first() {
                        Some(first) => fact.instead("an action face", &Action::Face(*first)),
                        None => fact,
                    }
                })
            }
            (MinorStep::Turn(_), _) => {
                let mut faces = Vec::new();
                self.legal(Now { game, state }, seat, &mut faces);
                why.need(Rule::MinorId, false, || {
                    let fact = Fact::says("the die is turned to a magic, melee or missile face");
                    match faces.first() {
                        Some(first) => fact.instead("turn it to one of them", first),
                        None => fact,
                    }
                })
            }
            _ => {
                let mut listed = Vec::new();
                self.legal(Now { game, state }, seat, &mut listed);
                why.need(Rule::KeepOrRoll, listed.contains(action), || {
                    Fact::says("first the minor terrain is kept, rolled or buried")
                        .held("this may be done with the minor terrain")
                })
            }
        }
    }

    fn apply(
        self,
        change: &mut Change<DragonDice, impl Observe<Event>>,
        seat: Seat,
        action: &Action,
    ) {
        let (game, state, out) = change.parts();
        let army = self.army(state);
        let place = army.place;
        state.steps.pop();
        match (self, action) {
            (MinorStep::Start(_), Action::RollMinor) => {
                if let Some(minor) = state.minor(army) {
                    state.steps.push(Step::Minor(MinorStep::Roll { place, minor }));
                }
            }
            (MinorStep::Start(_), _) => {
                if state.steps.last() == Some(&Step::March(MarchStep::Maneuver(place))) {
                    state.steps.pop();
                }
                match action {
                    Action::Keep => out.tell(|| Event::Accepted { seat, rule: Rule::KeepOrRoll }),
                    Action::Bury => minor_answer(state, army, action, out),
                    _ => charges::species_instead_taken(game, state, army, action, out),
                }
            }
            (MinorStep::Turn(_), Action::Face(face)) => {
                show_minor(game, state, army, *face, Rule::MinorId, out);
            }
            _ => {}
        }
    }

    fn request(
        self,
        Now { state, .. }: Now<DragonDice>,
        _: &mut impl Explain<Rule>,
    ) -> RollRequest<Rule> {
        let seat = state.marching;
        let (MinorStep::Roll { minor: number, .. }, because) = (self, Rule::BringingMinorTerrain)
        else {
            return RollRequest::of(Rule::KeepOrRoll, Default::default());
        };
        let die = state.roster.force(seat).kind(number).die();
        let subject = Some(Piece { owner: seat, number }.subject());
        RollRequest::one(because, DiceGroup { seat, die, count: 1, purpose: MINOR, subject })
    }

    fn worth(self, Now { game, .. }: Now<DragonDice>, group: &DiceGroup, face: Face) -> Worth {
        match game.catalog.kind(KindId(group.die.0)).face(face).icon {
            Icon::Minor(face) => Worth::Each(face.0),
            _ => Worth::Distinct,
        }
    }

    fn resolve(self, change: &mut Change<DragonDice, impl Observe<Event>>, faces: &[Face]) {
        let (game, state, out) = change.parts();
        let army = self.army(state);
        state.steps.pop();
        let (MinorStep::Roll { minor, .. }, Some(face)) = (self, faces.first().copied()) else {
            return;
        };
        if state.minor(army).is_none() {
            let (only, rule) = (PieceSet::only(minor), Rule::BringingMinorTerrain);
            death::bring(state, army.owner, only, army.place, rule, out);
        }
        show_minor(game, state, army, face, Rule::MinorFaceAtOnce, out);
        let chooses = minor_terrains::minor_effects(game, state, army)
            .any(|(_, does)| does == MinorEffect::ChooseAction);
        if chooses {
            state.steps.push(Step::Minor(MinorStep::Turn(army.place)));
        }
    }
}
