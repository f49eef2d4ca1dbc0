//! The picture of a table, and what of it was sent before.

use super::{Chart, Drawn, Named};
use serde::Serialize;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use umpire_core::scene::Scene;
use utoipa::ToSchema;

/// The picture: shapes from the ground up, and the things they belong to.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Picture {
    /// How many shapes before these are as they were sent.
    pub shapes_from: usize,
    /// The shapes from there on.
    pub shapes: Vec<Drawn>,
    /// How many things before these are as they were sent.
    pub things_from: usize,
    /// The things from there on.
    pub things: Vec<Named>,
    /// What a viewer may have drawn over it, or left out; nothing where that is as it was sent.
    pub charts: Option<Vec<Chart>>,
}

impl Picture {
    /// All of a picture, without its likeness on a terminal.
    pub(in crate::serve) fn of(scene: Scene) -> Picture {
        Picture {
            shapes_from: 0,
            shapes: scene.shapes.into_iter().map(Drawn::of).collect(),
            things_from: 0,
            things: scene.things.into_iter().map(Named::of).collect(),
            charts: Some(scene.charts.into_iter().map(Chart::of).collect()),
        }
    }

    /// What is kept of it when it is sent.
    pub(in crate::serve) fn sent(&self) -> PictureSent {
        PictureSent {
            shapes: prints(&self.shapes),
            things: prints(&self.things),
            charts: prints(self.charts.as_deref().unwrap_or_default()),
        }
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
            charts: self.charts.clone().filter(|_| now.charts != before.charts),
        }
    }
}

/// What is kept of a picture that was sent: a hash of each shape, each thing and each chart.
#[derive(Debug, Default)]
pub struct PictureSent {
    shapes: Vec<u64>,
    things: Vec<u64>,
    charts: Vec<u64>,
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
