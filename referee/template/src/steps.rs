//! What is waited for: a side that acts with a figure, and the dice of an attack. Each step asks, lists, checks, carries out.

use crate::NewGame;
use crate::deeds::{Action, Event, State};
use crate::rules;
use crate::tables::Rule;
use serde::{Deserialize, Serialize};
use umpire_core::dice::{DiceGroup, DieId, Face, RollRequest, Worth, showing, shows};
use umpire_core::game::{Listing, Observe, Outcome};
use umpire_core::pieces::{Piece, PieceId};
use umpire_core::ruling::{Broken, Explain, Fact, Silent};
use umpire_core::seat::{Seat, Seats};
use umpire_core::steps::{Ask, Flow, Play, Stepped};

umpire_core::steps! {
    /// What has to be done; the last of the stack first.
    pub enum Step of NewGame {
        /// A side acts with a figure.
        Turn(Turn),
        /// Dice fall.
        Attack(Attack),
    }
}

/// A side acts with a figure (NG-1.2); the judge with any, at a referee's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn;

/// A figure attacks another (NG-3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub figure: PieceId,
    /// Whom.
    pub target: PieceId,
}

impl Play<NewGame> for Turn {
    fn advance<O: Observe<Event>>(self, _: &NewGame, state: &mut State, _: &mut O) -> Flow {
        // The judge may have taken away whoever was to act.
        let p = &state.position;
        if p.is_free() || p.figures.next_to_act(p.turn) == Some(p.turn) {
            return Flow::Wait;
        }
        state.steps.pop();
        Flow::On
    }

    fn ask(self, _: &NewGame, state: &State) -> Ask<Rule> {
        let p = &state.position;
        Ask::seat(p.turn, if p.is_free() { Rule::JudgesWord } else { Rule::Alternate })
    }

    fn legal(self, game: &NewGame, state: &State, _: Seat, into: &mut Vec<Action>) -> Listing {
        let p = &state.position;
        let able = p.figures.that(|figure| {
            figure.stands() && (p.is_free() || (figure.side == p.turn && !figure.acted))
        });
        able.for_each(|figure| rules::actions(game, p, figure, into));
        rules::LISTED
    }

    fn check<E: Explain<Rule>>(
        self,
        game: &NewGame,
        state: &State,
        _: Seat,
        action: &Action,
        why: &mut E,
    ) -> Result<(), Broken<Rule>> {
        let (p, id) = (&state.position, action.figure());
        let (figure, name) = (p.figures[id], || game.name(p, id));
        let own = figure.stands() && (p.is_free() || figure.side == p.turn);
        why.need(Rule::Alternate, own, || {
            let whose =
                if p.is_free() { String::new() } else { format!(" of {}", p.turn.lettered()) };
            Fact::says(format!("{} is no figure{whose} in play", name()))
                .held(format!("{} is a figure{whose}", name()))
        })?;
        why.require(Rule::OnceARound, !figure.acted, || {
            let fact = Fact::says(format!("{} has acted this round", name()))
                .held(format!("{} has not acted this round", name()));
            match p.figures.ready(p.turn).next() {
                Some(ready) => fact.remedy(format!("{} has not", game.name(p, ready))),
                None => fact,
            }
        })?;
        rules::check(game, p, *action, why)
    }

    fn apply<O: Observe<Event>>(
        self,
        _: &NewGame,
        state: &mut State,
        _: Seat,
        action: &Action,
        out: &mut O,
    ) {
        let p = &mut state.position;
        let free = p.is_free();
        let own = &mut p.figures[action.figure()];
        own.acted = !free;
        match *action {
            Action::Move { figure, to } => {
                own.at = Some(to);
                out.tell(|| Event::Moved(figure, to));
            }
            Action::Hold { figure } => out.tell(|| Event::Held(figure)),
            Action::Attack { .. } => {}
        }
        if !free {
            p.turn = p.turn.opponent();
            state.steps.pop();
        }
        if let Action::Attack { figure, target } = *action {
            state.steps.push(Step::Attack(Attack { figure, target }));
        }
    }
}

impl Play<NewGame> for Attack {
    fn advance<O: Observe<Event>>(self, _: &NewGame, state: &mut State, _: &mut O) -> Flow {
        let stand = |id: PieceId| state.position.figures[id].stands();
        if stand(self.figure) && stand(self.target) {
            return Flow::Wait;
        }
        state.steps.pop();
        Flow::On
    }

    fn request<E: Explain<Rule>>(
        self,
        game: &NewGame,
        state: &State,
        why: &mut E,
    ) -> RollRequest<Rule> {
        let p = &state.position;
        rules::needed(game, p, (self.figure, self.target), why);
        let count = rules::dice(game, p, (self.figure, self.target), why);
        RollRequest::one(Rule::Attacking, p.figures.dice(self.figure, DieId(0), count))
    }

    fn worth(self, game: &NewGame, state: &State, _: &DiceGroup, face: Face) -> Worth {
        let needed = rules::needed(game, &state.position, (self.figure, self.target), &mut Silent);
        Worth::Adds(shows(face, needed).into())
    }

    fn resolve<O: Observe<Event>>(
        self,
        game: &NewGame,
        state: &mut State,
        faces: &[Face],
        out: &mut O,
    ) {
        state.steps.pop();
        let Attack { figure, target } = self;
        let needed = rules::needed(game, &state.position, (figure, target), &mut Silent);
        let hits = showing(faces, needed);
        out.tell(|| Event::Attacked { figure, target, hits, dice: faces.len() as u8 });
        if hits == 0 {
            return;
        }
        let foe = &mut state.position.figures[target];
        foe.wounds = foe.wounds.saturating_sub(hits);
        let left = foe.wounds;
        out.tell(|| Event::Wounded(target, left));
        if left == 0 {
            foe.remove();
            out.tell(|| Event::Removed(target));
        }
    }
}

impl Stepped for NewGame {
    type Step = Step;

    const TURNS: Rule = Rule::Alternate;

    fn step(state: &State) -> Option<Step> {
        state.steps.last().copied()
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.over
    }

    /// A side without figures has lost.
    fn between<O: Observe<Event>>(&self, state: &mut State, out: &mut O) -> bool {
        let figures = state.position.figures.iter().filter(|figure| figure.stands());
        let left: Seats = figures.map(|figure| figure.side).collect();
        let over = left.len() < 2 && !state.position.is_free();
        if over {
            self.end(state, left, Rule::LastSide, out);
        }
        over
    }

    /// The next turn: of whoever has figures left that have not acted; where nobody has, the next round.
    fn next<O: Observe<Event>>(&self, state: &mut State, out: &mut O) {
        let p = &mut state.position;
        if !p.is_free() {
            match p.figures.next_to_act(p.turn) {
                Some(side) => p.turn = side,
                None if p.round >= self.edition.rounds => {
                    let ahead = rules::ahead(self, p);
                    return self.end(state, ahead, Rule::TheEnd, out);
                }
                None => {
                    p.round += 1;
                    p.figures.iter_mut().for_each(|figure| figure.acted = false);
                    let round = p.round;
                    out.tell(|| Event::Round(round));
                }
            }
        }
        state.steps.push(Step::Turn(Turn));
    }

    fn may_always(&self, state: &State, _: Seat) -> bool {
        state.position.is_free()
    }

    fn forget(state: &mut State) {
        state.steps.clear();
    }
}
