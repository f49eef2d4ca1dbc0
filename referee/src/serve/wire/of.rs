//! How what core says becomes what goes over the wire.

use super::{
    AskedFor, DiceAsked, Drawn, Fault, LogLine, MeasuredAs, Named, Offer, Offers, Pick, Picture,
    PutDown, Reply, Status, StockEntry, Stroke, ToldLine,
};
use serde::Serialize;
use serde_json::Value;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use umpire_core::game::Listing;
use umpire_core::host::{Answer, Asked, Line, Listed, Measured, Slip, Standing, Stock, Told};
use umpire_core::ruling::Ruling;
use umpire_core::scene::{Layer, Paint, Scene, Shape, Thing};
use umpire_core::seat::{Seat, Seats};
use umpire_core::session::Refused;

pub(in crate::serve) fn numbers(seats: Seats) -> Vec<u8> {
    seats.iter().map(|seat| seat.0).collect()
}

impl AskedFor {
    /// What is waited for, with the faces of dice as `faces` names them.
    pub(in crate::serve) fn of(asked: Asked, faces: impl Fn(&str) -> Vec<String>) -> AskedFor {
        match asked {
            Asked::Choice { seats, rule, says, sealed } => {
                AskedFor::Choice { seats: numbers(seats), rule, says, sealed }
            }
            Asked::Roll { rule, groups, why } => AskedFor::Roll {
                rule,
                groups: groups
                    .into_iter()
                    .map(|group| DiceAsked {
                        seat: group.seat.0,
                        faces: faces(&group.die),
                        die: group.die,
                        count: group.count,
                        says: group.says,
                        needs: group.needs,
                    })
                    .collect(),
                why: why.lines(4),
            },
            Asked::Over(outcome) => AskedFor::Over { winners: numbers(outcome.winners) },
        }
    }
}

/// Where typed places are in the picture.
type Place<'a> = &'a dyn Fn(&str) -> Option<(f32, f32)>;

impl Offer {
    fn of(seat: Seat, listed: Listed, place: Place) -> Offer {
        let pick = |(slot, thing): (&str, String)| {
            let at = place(&thing).map(Into::into);
            Pick { slot: slot.to_string(), thing, at }
        };
        let about = listed.about.into_iter().map(pick).collect();
        Offer { seat: seat.0, says: listed.says, about }
    }
}

impl Offers {
    pub(in crate::serve) fn add(&mut self, seat: Seat, (listing, actions): Offered, place: Place) {
        self.complete &= listing == Listing::Complete;
        self.actions.extend(actions.into_iter().map(|action| Offer::of(seat, action, place)));
    }
}

/// What a table offers.
type Offered = (Listing, Vec<Listed>);

impl Picture {
    /// All of a picture, without its likeness on a terminal.
    pub(in crate::serve) fn of(scene: Scene) -> Picture {
        Picture {
            shapes_from: 0,
            shapes: scene.shapes.into_iter().map(Drawn::of).collect(),
            things_from: 0,
            things: scene.things.into_iter().map(Named::of).collect(),
        }
    }

    /// What is kept of it when it is sent.
    pub(in crate::serve) fn sent(&self) -> PictureSent {
        PictureSent { shapes: prints(&self.shapes), things: prints(&self.things) }
    }

    /// What differs from a picture that was sent before: what is alike at its beginning is left out.
    pub(in crate::serve) fn since(&self, now: &PictureSent, before: &PictureSent) -> Picture {
        let shapes_from = alike(&now.shapes, &before.shapes);
        let things_from = alike(&now.things, &before.things);
        Picture {
            shapes_from,
            shapes: self.shapes[shapes_from..].to_vec(),
            things_from,
            things: self.things[things_from..].to_vec(),
        }
    }
}

/// What is kept of a picture that was sent: a hash of each shape and each thing.
#[derive(Debug, Default)]
pub struct PictureSent {
    shapes: Vec<u64>,
    things: Vec<u64>,
}

fn alike(one: &[u64], other: &[u64]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// Hashes of what goes over the wire.
fn prints<T: Serialize>(all: &[T]) -> Vec<u64> {
    let print = |one: &T| {
        let mut written = Hashed::default();
        // Nothing fails that writes to nowhere.
        serde_json::to_writer(&mut written, one).map_or(0, |()| written.0.finish())
    };
    all.iter().map(print).collect()
}

#[derive(Default)]
struct Hashed(DefaultHasher);

impl io::Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drawn {
    pub(in crate::serve) fn of(shape: Shape) -> Drawn {
        let corners = |points: Vec<(f32, f32)>| points.into_iter().map(|(x, y)| [x, y]).collect();
        match shape {
            Shape::Polygon { points, paint } => {
                Drawn::Polygon { points: corners(points), paint: Stroke::of(paint) }
            }
            Shape::Circle { centre, radius, paint } => {
                Drawn::Circle { centre: centre.into(), radius, paint: Stroke::of(paint) }
            }
            Shape::Line { points, paint } => {
                Drawn::Line { points: corners(points), paint: Stroke::of(paint) }
            }
            Shape::Text { at, size, words, colour } => {
                Drawn::Text { at: at.into(), size, words, colour }
            }
        }
    }
}

impl Stroke {
    fn of(paint: Paint) -> Stroke {
        let Paint { fill, stroke, width, dashed, .. } = paint;
        Stroke { fill, stroke, width, dashed }
    }
}

impl Named {
    fn of(thing: Thing) -> Named {
        let layer = match thing.layer {
            Layer::Ground => "ground",
            Layer::Marks => "marks",
            Layer::Pieces => "pieces",
            Layer::Answers => "answers",
        };
        Named {
            id: thing.id,
            layer: layer.to_string(),
            words: thing.words,
            owner: thing.owner.map(|seat| seat.0),
            part_of: thing.part_of,
            badges: thing.badges.into_iter().map(|badge| [badge.mark, badge.words]).collect(),
            heights: thing.heights.into(),
            shapes: thing.shapes.into(),
        }
    }
}

impl From<Stock> for StockEntry {
    fn from(stock: Stock) -> StockEntry {
        let Stock { group, name, says, is_down, ways, asks } = stock;
        let ways = ways.into_iter().map(|way| {
            let umpire_core::host::PutDown { says, line, aims } = way;
            PutDown { says, line, aims }
        });
        StockEntry { group, name, says, is_down, ways: ways.collect(), asks }
    }
}

impl From<Standing> for Status {
    fn from(standing: Standing) -> Status {
        Status { group: standing.group, name: standing.name, says: standing.says }
    }
}

impl LogLine {
    /// A line as those may read it of whom `hears` says so.
    pub(in crate::serve) fn of(
        line: Line,
        counted: usize,
        by: Option<Seat>,
        hears: impl Fn(&Told) -> bool,
    ) -> LogLine {
        let told = line.told.into_iter().filter(|told| !told.says.is_empty() && hears(told));
        let told = told.map(|told| ToldLine { says: told.says, rule: told.rule }).collect();
        let by = by.map(|seat| seat.0);
        LogLine { number: line.number, counted, by, says: line.says, told }
    }
}

impl From<Measured> for MeasuredAs {
    fn from(measured: Measured) -> MeasuredAs {
        MeasuredAs { of: measured.of, says: measured.says, value: measured.value }
    }
}

/// What a remedy would have typed.
type Typed<'a> = &'a dyn Fn(&Value) -> String;

impl Reply {
    /// The ruling on an action.
    pub(in crate::serve) fn ruled(about: String, ruling: &Ruling<String>, typed: Typed) -> Reply {
        let warnings = ruling.warnings();
        let warnings = warnings.iter().map(|(rule, says)| format!("{says} ({rule})"));
        Reply {
            headline: about,
            yes: Some(ruling.holds()),
            grounds: ruling.lines(2),
            all: ruling.lines(9),
            instead: instead(ruling, typed),
            warnings: warnings.collect(),
            shapes: ruling.shapes().into_iter().map(Drawn::of).collect(),
            ..Reply::default()
        }
    }

    /// The answer to a question.
    pub(in crate::serve) fn answered(answer: Answer, typed: Typed) -> Reply {
        let ruling = answer.ruling.as_ref();
        let means = answer.means.into_iter().chain(answer.alone);
        Reply {
            grounds: ruling.map_or_else(Vec::new, |ruling| ruling.lines(3)),
            all: ruling.map_or_else(Vec::new, |ruling| ruling.lines(9)),
            instead: ruling.map_or_else(Vec::new, |ruling| instead(ruling, typed)),
            shapes: ruling.map_or_else(Vec::new, |ruling| {
                ruling.shapes().into_iter().map(Drawn::of).collect()
            }),
            headline: answer.headline,
            yes: answer.yes,
            rows: answer.rows,
            means: means.map(MeasuredAs::from).collect(),
            plays: answer.plays,
            scene: answer.scene.map(Picture::of),
            after: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

fn instead(ruling: &Ruling<String>, typed: Typed) -> Vec<String> {
    let remedies = ruling.remedies();
    remedies.iter().filter_map(|remedy| remedy.action.as_ref()).map(typed).collect()
}

impl Fault {
    pub(in crate::serve) fn new(says: impl Into<String>) -> Fault {
        Fault { says: says.into(), ..Fault::default() }
    }

    pub(in crate::serve) fn refused(refused: &Refused, typed: Typed) -> Fault {
        let (grounds, remedies) = match refused {
            Refused::Ruling(ruling) => (ruling.lines(3), instead(ruling, typed)),
            _ => (Vec::new(), Vec::new()),
        };
        let may_be_overruled = refused.may_be_overruled();
        Fault { says: refused.says(), grounds, instead: remedies, may_be_overruled }
    }
}

impl From<Slip> for Fault {
    fn from(slip: Slip) -> Fault {
        Fault { says: slip.to_string(), instead: slip.suggestions, ..Fault::default() }
    }
}
