//! Minor terrains: brought in, kept, rolled, buried, and what their faces do (section 15).

use super::march::MarchStep;
use super::{Ask, Change, Flow, Now, Play, Step};
use crate::action::Action;
use crate::catalog::{Icon, KindId, MinorEffect, MinorFaceId, What};
use crate::edition::MinorEntry;
use crate::event::Event;
use crate::game::DragonDice;
use crate::pieces::{Army, Piece, PieceSet, Place, Sort};
use crate::roll::Types;
use crate::rule::Rule;
use crate::state::State;
use crate::steps::death;
use crate::steps::species::{charges, works};
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, Face, RollRequest, Worth};
use umpire_core::game::{Choice, Listing, Observe};
use umpire_core::ruling::{Broken, Explain, Fact, Verdict};
use umpire_core::seat::{Seat, Seats};

/// A step of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MinorStep {
    /// A march begins at a terrain.
    Start(Place),
    /// A minor terrain is rolled, and comes in there if it is not there yet.
    Roll {
        /// The terrain.
        place: Place,
        /// Which minor terrain.
        minor: u8,
    },
    /// It shows its ID, and is turned to an action face (DD-15.13).
    Turn(Place),
}

/// The purpose of a minor terrain's die.
pub const MINOR: u8 = 102;

fn minor_kind<'g>(
    game: &'g DragonDice,
    state: &State,
    army: Army,
) -> Option<&'g crate::catalog::Kind> {
    let minor = state.minor(army)?;
    Some(game.catalog.kind(state.roster.force(army.owner).kind(minor)))
}

/// The face that the minor terrain beside an army shows.
fn minor_face(game: &DragonDice, state: &State, army: Army) -> Option<MinorFaceId> {
    let number = army.place.as_terrain()?;
    let face = state.sides[army.owner.index()].minor_faces[usize::from(number)];
    match minor_kind(game, state, army)?.face(face.checked_sub(1)?).icon {
        Icon::Minor(face) => Some(face),
        _ => None,
    }
}

fn minor_does(game: &DragonDice, face: MinorFaceId) -> &[MinorEffect] {
    &game.catalog.minor_face(face).effects
}

/// What the face beside an army does, with its rule.
pub(crate) fn minor_effects<'a>(
    game: &'a DragonDice,
    state: &'a State,
    army: Army,
) -> impl Iterator<Item = (Rule, MinorEffect)> + use<'a> {
    let face = minor_face(game, state, army);
    face.into_iter().flat_map(move |face| {
        let rule = game.lands.of_minor_face(face);
        minor_does(game, face).iter().map(move |effect| (rule, *effect))
    })
}

/// The actions its face adds (DD-15.14).
pub(crate) fn minor_actions(game: &DragonDice, state: &State, army: Army) -> Types {
    if state.minor(army).is_none() {
        return Types::default();
    }
    minor_effects(game, state, army).fold(Types::default(), |all, (_, effect)| match effect {
        MinorEffect::Action(action) => all.with(Types::only(action)),
        _ => all,
    })
}

/// What an army may do with minor terrains in place of its maneuver.
pub(crate) fn minor_instead(game: &DragonDice, state: &State, army: Army, into: &mut Vec<Action>) {
    if state.minor(army).is_some() {
        into.push(Action::Bury);
    } else if game.edition.minor_entry == MinorEntry::InsteadOfManeuver {
        minors_to_bring(game, state, army, into);
    }
}

/// Minor terrains that may be brought in.
pub(crate) fn minors_to_bring(
    game: &DragonDice,
    state: &State,
    army: Army,
    into: &mut Vec<Action>,
) {
    let all = state.roster.force(army.owner).of_sort(Sort::Minor);
    let pooled = state.at(army.owner, Place::POOL).and(all);
    if pooled.is_empty() || state.minor(army).is_some() || state.holds(army) {
        return;
    }
    let fits = state.one_each(game, army.owner, pooled);
    let fits = fits.iter().filter(|minor| minor_fits(game, state, army, *minor));
    into.extend(fits.map(Action::Bring));
}

/// Whether a minor terrain shares an element with the terrain of an army, or is a Deadland.
fn minor_fits(game: &DragonDice, state: &State, army: Army, minor: u8) -> bool {
    let kind = game.catalog.kind(state.roster.force(army.owner).kind(minor));
    matches!(kind.what, What::Minor { deadland: true, .. })
        || kind.elements.intersects(works::terrain_elements(game, state, army.place))
}

/// Whether an answer about minor terrains is legal at a moment when they may be brought in or
/// buried in place of the maneuver.
pub(crate) fn check_minor<E: Explain<Rule>>(
    game: &DragonDice,
    state: &State,
    army: Army,
    action: &Action,
    may_enter: bool,
    why: &mut E,
) -> Result<(), Broken<Rule>> {
    let has_one = state.minor(army).is_some();
    match *action {
        Action::Bury => why.need(Rule::BuryingMinorTerrain, has_one, || {
            Fact::says("the army has no minor terrain").held("the army has a minor terrain")
        }),
        Action::Bring(minor) => {
            why.need(Rule::OneMinorTerrain, !has_one, || {
                Fact::says("the army has a minor terrain already")
                    .held("the army has no minor terrain yet")
                    .remedy("bury that one first; another comes in on a later turn")
            })?;
            let minors = state.roster.force(army.owner).of_sort(Sort::Minor);
            let pooled = minors.and(state.at(army.owner, Place::POOL)).contains(minor);
            why.need(Rule::BringingMinorTerrain, pooled, || {
                Fact::says("that minor terrain is not in your Summoning Pool")
                    .held("it lies in your Summoning Pool")
            })?;
            let entry = match game.edition.minor_entry {
                MinorEntry::InsteadOfManeuver => Rule::BringingMinorTerrain,
                MinorEntry::OnUnopposedManeuver => Rule::UnopposedManeuver,
            };
            why.require(entry, may_enter, || match game.edition.minor_entry {
                MinorEntry::InsteadOfManeuver => {
                    Fact::says("a minor terrain comes in in place of the maneuver step")
                }
                MinorEntry::OnUnopposedManeuver => {
                    Fact::says("a minor terrain comes in instead of turning the die, unopposed")
                }
            })?;
            why.require(Rule::NoMinorWithCapture, !state.holds(army), || {
                Fact::says("an army with a captured eighth face brings none in")
                    .held("the army holds no captured eighth face")
            })?;
            why.require(Rule::BringingMinorTerrain, minor_fits(game, state, army, minor), || {
                let force = state.roster.force(army.owner);
                let own = game.catalog.kind(force.kind(minor)).elements;
                let there = works::terrain_elements(game, state, army.place);
                Fact::says(format!("it holds {own}, the terrain {there}"))
                    .held("the two share an element")
                    .remedy("bring one that shares an element, or a Deadlands")
            })
        }
        _ if has_one => why.need(Rule::KeepOrRoll, false, || {
            Fact::says("its minor terrain is kept or rolled as the march starts, not now")
        }),
        _ => why.need(Rule::DisasterIsBuried, false, || {
            Fact::says("the army has no minor terrain to keep or roll; a disaster is buried")
        }),
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
    let Some(kind) = minor_kind(game, state, army) else { return };
    let shown = kind.face(face).icon;
    let first = kind.faces().iter().position(|other| other.icon == shown);
    let face = first.unwrap_or(face.into()) as u8;
    state.sides[army.owner.index()].minor_faces[usize::from(number)] = face + 1;
    out.tell(|| Event::MinorShows { army, face, rule });
}

/// How many Deadlands a player controls in play (DD-15.11).
pub(crate) fn deadlands(game: &DragonDice, state: &State, seat: Seat) -> u16 {
    let force = state.roster.force(seat);
    let minors = force.of_sort(Sort::Minor);
    if minors.is_empty() {
        return 0;
    }
    let there = state.terrains().fold(PieceSet::NONE, |all, at| all.with(state.at(seat, at)));
    let is_it = |minor: &u8| {
        let what = game.catalog.kind(force.kind(*minor)).what;
        matches!(what, What::Minor { deadland: true, .. })
    };
    there.and(minors).iter().filter(is_it).count() as u16
}

/// Buries the disaster beside an army whose march begins, before anything else is done in it (DD-15.18).
pub(crate) fn bury_disaster<O: Observe<Event>>(
    game: &DragonDice,
    state: &mut State,
    army: Army,
    out: &mut O,
) {
    let face = minor_face(game, state, army);
    if face.is_some_and(|face| game.catalog.minor_face(face).disaster) {
        bury_minor(state, army, Rule::DisasterIsBuried, out);
    }
}

/// Faces to which a die that shows its ID may be turned, one of each.
fn action_faces(game: &DragonDice, state: &State, army: Army) -> Vec<u8> {
    let Some(kind) = minor_kind(game, state, army) else { return Vec::new() };
    let mut seen: Vec<Icon> = Vec::new();
    let mut faces = Vec::new();
    for (number, face) in (0..).zip(kind.faces()) {
        let Icon::Minor(id) = face.icon else { continue };
        let acts = |effect: &MinorEffect| matches!(effect, MinorEffect::Action(_));
        if !seen.contains(&face.icon) && minor_does(game, id).iter().any(acts) {
            seen.push(face.icon);
            faces.push(number);
        }
    }
    faces
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
                into.extend(action_faces(game, state, army).into_iter().map(Action::Face));
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
                check_minor(game, state, army, action, true, why)
            }
            (MinorStep::Turn(_), Action::Face(face)) => {
                let sides = minor_kind(game, state, army).map_or(0, |kind| kind.sides);
                why.need(Rule::MinorId, *face < sides, || Fact::says("the die has no such face"))?;
                let faces = action_faces(game, state, army);
                let icon =
                    |face: u8| minor_kind(game, state, army).map(|kind| kind.face(face).icon);
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
        let chooses =
            minor_effects(game, state, army).any(|(_, does)| does == MinorEffect::ChooseAction);
        if chooses {
            state.steps.push(Step::Minor(MinorStep::Turn(army.place)));
        }
    }
}
