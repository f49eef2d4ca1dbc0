//! The actions that are offered, each with what a hand picks for it.

use serde::Serialize;
use umpire_core::game::Listing;
use umpire_core::host::Listed;
use umpire_core::seat::Seat;
use utoipa::ToSchema;

/// The actions that are offered.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Offers {
    /// Whether these are all there is.
    pub complete: bool,
    /// The actions.
    pub actions: Vec<Offer>,
    /// Things with which the same may be done as with members of the same whole that are listed.
    pub unlisted: Vec<String>,
}

/// What a table offers.
type Offered = (Listing, Vec<Listed>);

impl Offers {
    pub(in crate::serve) fn add(&mut self, seat: Seat, (listing, actions): Offered, place: Place) {
        self.complete &= listing == Listing::Complete;
        self.actions.extend(actions.into_iter().map(|action| Offer::of(seat, action, place)));
    }
}

/// An action that may be taken.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Offer {
    /// For which seat.
    pub seat: u8,
    /// As it would be typed.
    pub says: String,
    /// The same in few words, where those are many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// What it does, where those words do not tell it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// What it is about, in the order in which a hand would pick.
    pub about: Vec<Pick>,
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
        let Listed { says, short, meaning, .. } = listed;
        Offer { seat: seat.0, says, short, meaning, about }
    }
}

/// Something an action is about.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct Pick {
    /// What is asked for, as it goes on after "pick": `a figure`, `where to`.
    pub slot: String,
    /// Its name: the id of a thing of the picture, or words.
    pub thing: String,
    /// Where it is in the picture, if it is a place and no thing.
    pub at: Option<[f32; 2]>,
}
