//! Who sees whom, told: the line, what blocks it and where, what is seen over, what would change it.

use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{Body, PieceNo, State, UnitSet, Whereabouts};
use umpire_core::host::{Answer, Slip};
use umpire_core::ruling::{Explain, Fact, Ruling};
use umpire_core::table::{BlockedBy, CM, Length, Sight, said};

/// How far a place from which a unit would see is looked for.
const SEARCH: Length = 20 * CM;

impl EaHeresy {
    pub(super) fn answer_sight(&self, state: &State, rest: &str) -> Result<Answer, Slip> {
        let (from, to) = self.two_bodies(rest)?;
        self.on_table_or_slip(state, from)?;
        self.on_table_or_slip(state, to)?;
        let sees = self.sees(state, from, to);
        let mut ruling: Ruling<Rule> = Ruling::default();
        self.explain_sight(state, from, to, &mut ruling);
        let range = self.distance(state, from, to).unwrap_or(0);
        let (a, b) = (self.body_name(from), self.body_name(to));
        let word = if sees { "sees" } else { "does not see" };
        let mut scene = self.draw(state);
        scene.shapes.extend(ruling.shapes());
        Ok(Answer {
            headline: format!("{a} {word} {b}, {} cm apart", said(range)),
            yes: Some(sees),
            ruling: Some(ruling.cited(|rule| self.catalog.cite(*rule))),
            rows: Vec::new(),
            scene: Some(scene),
        })
    }

    /// Tells a listener whether two bodies see each other, with the geometry that decides it.
    pub(crate) fn explain_sight<E: Explain<Rule>>(
        &self,
        state: &State,
        from: Body,
        to: Body,
        why: &mut E,
    ) {
        if self.is_judged(state, from, to) {
            let sees = self.sees(state, from, to);
            let says = if sees { "they see each other" } else { "they do not see each other" };
            let says = format!("the judge has looked: {says}");
            let _ = why.require(Rule::JudgesWord, sees, || Fact::says(says.clone()).held(says));
            return;
        }
        for body in [from, to] {
            if self.is_elevated(state, body) {
                why.modifier(Rule::ElevatedUnits, 0, || {
                    format!("{} stands above the ground", self.body_name(body))
                });
            }
        }
        match self.sight(state, from, to) {
            None => {}
            Some(Sight::Clear { line, tied, overseen }) => {
                let shape = self.sight_line(line.0, line.1, true);
                let _ = why.require(Rule::SomeLine, true, || {
                    let says = format!(
                        "a free line runs from ({}, {}) to ({}, {})",
                        said(line.0.x),
                        said(line.0.y),
                        said(line.1.x),
                        said(line.1.y)
                    );
                    Fact::says(says.clone()).held(says).drawn([shape])
                });
                for over in overseen {
                    why.modifier(Rule::Oversee, 0, || {
                        format!(
                            "`{}` is seen over: {} cm from the higher, {} cm from the other",
                            self.number_name(over.piece),
                            said(over.near),
                            said(over.far)
                        )
                    });
                }
                for piece in tied {
                    why.modifier(Rule::SeeOverTie, -1, || {
                        format!(
                            "`{}` is as near to one as to the other: both are in cover",
                            self.number_name(piece)
                        )
                    });
                }
                self.explain_hidden(state, from, to, why);
            }
            Some(Sight::Blocked { by, at, why: because, all, line }) => {
                let rule = self.blocking_rule(state, by, because);
                let shapes = [
                    self.sight_line(line.0, line.1, false),
                    self.spot(at, &format!("blocked by {}", self.number_name(by))),
                ];
                let _ = why.require(rule, false, || {
                    let says = self.blocked_words(by, because, &all);
                    let at = format!(" at ({}, {})", said(at.x), said(at.y));
                    let mut fact = Fact::says(says + &at).drawn(shapes);
                    if let BlockedBy::Depth { found } = because {
                        fact = fact.compared(found, self.edition.area_depth);
                    }
                    match self.where_it_would_see(state, from, to) {
                        Some(remedy) => fact.remedy(remedy),
                        None => fact,
                    }
                });
            }
        }
    }

    /// What part of the target is hidden: it is behind something (EA-4.11, EA-5.8).
    fn explain_hidden<E: Explain<Rule>>(&self, state: &State, from: Body, to: Body, why: &mut E) {
        if !E::LISTENS {
            return;
        }
        if let Some(obscured) = self.obscured(state, from, to) {
            why.modifier(Rule::PartiallyObscured, -1, || {
                format!(
                    "a part of {} at ({}, {}) is hidden behind `{}`",
                    self.body_name(to),
                    said(obscured.hidden.x),
                    said(obscured.hidden.y),
                    self.number_name(obscured.by)
                )
            });
        }
    }

    fn is_judged(&self, state: &State, from: Body, to: Body) -> bool {
        use crate::amend::Answer as Word;
        let about =
            |it: &crate::amend::Answered| it.is_about(from, to) && matches!(it.says, Word::Sees(_));
        state.answers.iter().any(about)
    }

    fn number_name(&self, number: u16) -> &str {
        self.piece_name(PieceNo(number.min(255) as u8))
    }

    fn blocking_rule(&self, state: &State, by: u16, because: BlockedBy) -> Rule {
        match because {
            BlockedBy::Depth { .. } => Rule::EachCrossing,
            BlockedBy::Hill => Rule::Hills,
            BlockedBy::Joint { .. } => Rule::Crossing,
            BlockedBy::TooNear { .. } => Rule::Oversee,
            BlockedBy::Tall => Rule::ToweringTerrain,
            BlockedBy::Through => {
                let piece = PieceNo(by.min(255) as u8);
                let known = usize::from(by) < self.board.pieces.len();
                match known.then(|| self.terrain_of(state, piece).sight) {
                    Some(crate::catalog::Sight::Area) => Rule::AreaTerrain,
                    _ if known && self.walls(state, piece).is_some() => Rule::StrongholdBlocksSight,
                    _ => Rule::CompleteBlocking,
                }
            }
        }
    }

    fn blocked_words(&self, by: u16, because: BlockedBy, all: &[u16]) -> String {
        let name = self.number_name(by);
        let words = match because {
            BlockedBy::Through => format!("the line would go through `{name}`"),
            BlockedBy::Depth { found } => format!(
                "the line would run {} cm deep in `{name}`, and {} cm is the most",
                said(found),
                said(self.edition.area_depth)
            ),
            BlockedBy::Hill => format!("the hill `{name}` is between them"),
            BlockedBy::Joint { with } => {
                format!("`{name}` and `{}` touch: no gap to see through", self.number_name(with))
            }
            BlockedBy::TooNear { near, far } => format!(
                "`{name}` is {} cm from the lower and {} cm from the higher of them",
                said(far),
                said(near)
            ),
            BlockedBy::Tall => format!("`{name}` is Towering: nobody sees over it"),
        };
        let others: Vec<String> = all
            .iter()
            .filter(|number| **number != by)
            .map(|number| format!("`{}`", self.number_name(*number)))
            .collect();
        if others.is_empty() {
            return words;
        }
        format!("{words}, {} too", others.join(", "))
    }

    /// The nearest place from which a unit would see, in words.
    fn where_it_would_see(&self, state: &State, from: Body, to: Body) -> Option<String> {
        let Body::Unit(unit) = from else { return None };
        let Whereabouts::Table(at) = state.unit(unit).place else { return None };
        let facing = state.unit(unit).facing;
        let none = UnitSet::default();
        let sees_from = |place| {
            if self.obstacle(state, unit, (place, facing), &none).is_some() {
                return false;
            }
            let mut moved = state.clone();
            moved.unit_mut(unit).place = Whereabouts::Table(place);
            self.sees(&moved, from, to)
        };
        let place = umpire_core::table::nearest_legal(at, &sees_from, SEARCH)?;
        let away = at.distance_to(place);
        let (x, y) = (said(place.x), said(place.y));
        Some(format!("from ({x}, {y}), {} cm away, they would see each other", said(away)))
    }
}
