//! What goes over the wire: the shapes of requests and answers, from which the page's types are generated.

mod answers;
mod asked;
mod cards;
mod drawn;
mod inputs;
mod lobby;
mod log;
pub mod of_core;
mod offers;
mod picture;
mod stock;
mod view;

pub use answers::{Ask, Reply};
pub use asked::{AskedFor, Decided};
pub use cards::Card;
pub use drawn::{Chart, Drawn, Named};
pub use inputs::{Done, Fault, Put};
pub use lobby::{Again, Battle, Brief, Brought, GameEntry, Link, Lobby, Moment, NewTable, Seated};
pub use log::{Correction, Corrects, Declined, LogLine, Note, Proposal, Said, Undone};
pub use offers::Offers;
pub use picture::{Picture, PictureSent};
pub use stock::{ChangeEntry, StockEntry};
pub use view::{PhaseEntry, QuestionEntry, RematchEntry, Role, SeatEntry, Status, View};
