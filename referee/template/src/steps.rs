//! What is waited for: a side that acts with a figure, and the dice of an attack. Each step asks, lists, checks, carries out.

use crate::NewGame;
use crate::deeds::{Action, Event, State};
use crate::rules;
use crate::tables::Rule;
use umpire_core::dice::{DiceGroup, DieId, Face, RollRequest, Worth, showing, shows};
use umpire_core::game::{Listing, Observe, Outcome};
use umpire_core::pieces::{Piece, PieceId};
use umpire_core::ruling::{Explain, Fact, Silent, Verdict};
use umpire_core::seat::Seat;
use umpire_core::steps::{Ask, Change, Now, Play, Stepped};

umpire_core::steps! {
    /// What has to be done; the last of the stack first.
    pub enum Step of NewGame {
        /// A side acts with a figure (NG-1.2); the judge with any, at a referee's table.
        Turn,
        /// A figure attacks another (NG-3.1).
        Attack {
            /// Who attacks.
            figure: PieceId,
            /// Whom.
            target: PieceId,
        },
    }
}

impl Play<NewGame> for Turn {
    /// The judge may have taken away whoever was to act.
    fn is_moot(self, now: Now<NewGame>) -> bool {
        let p = &now.state.position;
        !p.is_free() && p.figures.next_to_act(p.turn) != Some(p.turn)
    }

    fn ask(self, now: Now<NewGame>) -> Ask<Rule> {
        let p = &now.state.position;
        Ask::seat(p.turn, if p.is_free() { Rule::JudgesWord } else { Rule::Alternate })
    }

    fn legal(self, now: Now<NewGame>, _: Seat, into: &mut Vec<Action>) -> Listing {
        let p = &now.state.position;
        let able = p.figures.that(|figure| {
            figure.stands() && (p.is_free() || (figure.side == p.turn && !figure.acted))
        });
        able.for_each(|figure| rules::actions(now.game, p, figure, into));
        rules::LISTED
    }

    fn check(
        self,
        Now { game, state }: Now<NewGame>,
        _: Seat,
        action: &Action,
        why: &mut impl Explain<Rule>,
    ) -> Verdict<Rule> {
        let (p, id) = (&state.position, action.figure());
        let (figure, name) = (p.figures[id], || game.name(p, id));
        let own = figure.stands() && (p.is_free() || figure.side == p.turn);
        why.need(Rule::Alternate, own, || {
            let whose =
                if p.is_free() { String::new() } else { format!(" of {}", p.turn.lettered()) };
            Fact::says(format!("{} is no figure{whose} in play", name()))
                .held(format!("{} is a figure{whose}", name()))
        })?;
        p.figures.require_ready(Rule::OnceARound, id, |id| game.name(p, id), why)?;
        rules::check(game, p, *action, why)
    }

    fn apply(self, change: &mut Change<NewGame, impl Observe<Event>>, _: Seat, action: &Action) {
        let p = &mut change.state.position;
        let free = p.is_free();
        let own = &mut p.figures[action.figure()];
        own.acted = !free;
        if !free {
            p.turn = p.turn.opponent();
            change.pop();
        }
        match *action {
            Action::Move { figure, to } => {
                change.state.position.figures[figure].at = Some(to);
                change.tell(|| Event::Moved(figure, to));
            }
            Action::Hold { figure } => change.tell(|| Event::Held(figure)),
            Action::Attack { figure, target } => change.push(Attack { figure, target }),
        }
    }
}

impl Play<NewGame> for Attack {
    /// Either may be gone by now.
    fn is_moot(self, now: Now<NewGame>) -> bool {
        let figures = &now.state.position.figures;
        !figures[self.figure].stands() || !figures[self.target].stands()
    }

    fn request(self, now: Now<NewGame>, why: &mut impl Explain<Rule>) -> RollRequest<Rule> {
        let (p, pair) = (&now.state.position, (self.figure, self.target));
        rules::needed(now.game, p, pair, why);
        let count = rules::dice(now.game, p, pair, why);
        RollRequest::one(Rule::Attacking, p.figures.dice(self.figure, DieId(0), count))
    }

    fn worth(self, now: Now<NewGame>, _: &DiceGroup, face: Face) -> Worth {
        let pair = (self.figure, self.target);
        let needed = rules::needed(now.game, &now.state.position, pair, &mut Silent);
        Worth::Adds(shows(face, needed).into())
    }

    fn resolve(self, change: &mut Change<NewGame, impl Observe<Event>>, faces: &[Face]) {
        change.pop();
        let (Attack { figure, target }, p) = (self, &change.state.position);
        let hits = showing(faces, rules::needed(change.game, p, (figure, target), &mut Silent));
        change.tell(|| Event::Attacked { figure, target, hits, dice: faces.len() as u8 });
        if hits == 0 {
            return;
        }
        let foe = &mut change.state.position.figures[target];
        foe.wounds = foe.wounds.saturating_sub(hits);
        let left = foe.wounds;
        if left == 0 {
            foe.remove();
        }
        change.tell(|| Event::Wounded(target, left));
        if left == 0 {
            change.tell(|| Event::Removed(target));
        }
    }
}

impl Stepped for NewGame {
    type Step = Step;
    type Stack = Vec<Step>;

    const TURNS: Rule = Rule::Alternate;

    fn steps(state: &State) -> &Vec<Step> {
        &state.steps
    }

    fn steps_mut(state: &mut State) -> &mut Vec<Step> {
        &mut state.steps
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.over
    }

    /// A side without figures has lost.
    fn between(change: &mut Change<NewGame, impl Observe<Event>>) -> bool {
        let (game, state, out) = change.parts();
        let left = state.position.figures.sides_left();
        let over = left.len() < 2 && !state.position.is_free();
        if over {
            game.end(state, left, Rule::LastSide, out);
        }
        over
    }

    /// The next turn: of whoever has figures left that have not acted; where nobody has, the next round.
    fn next(change: &mut Change<NewGame, impl Observe<Event>>) {
        let (game, state, out) = change.parts();
        let p = &mut state.position;
        if !p.is_free() {
            match p.figures.next_to_act(p.turn) {
                Some(side) => p.turn = side,
                None if p.round >= game.edition.rounds => {
                    let ahead = rules::ahead(game, p);
                    return game.end(state, ahead, Rule::TheEnd, out);
                }
                None => {
                    p.round += 1;
                    p.figures.iter_mut().for_each(|figure| figure.acted = false);
                    let round = p.round;
                    out.tell(|| Event::Round(round));
                }
            }
        }
        change.push(Turn);
    }

    fn may_always(now: Now<NewGame>, _: Seat) -> bool {
        now.state.position.is_free()
    }
}
