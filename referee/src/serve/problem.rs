//! What is answered where something cannot be done.

use super::wire::Fault;
use crate::store::Unstored;
use crate::trouble::Trouble;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use umpire_core::host::Slip;

/// Why a request was not answered as it hoped. Nothing changed.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The status of the answer.
    pub status: StatusCode,
    /// What is said.
    pub fault: Fault,
}

impl Problem {
    /// A problem in one sentence.
    pub fn new(status: StatusCode, says: impl Into<String>) -> Problem {
        Problem { status, fault: Fault::new(says) }
    }

    /// The rules, or the words, do not allow it.
    pub fn refused(fault: impl Into<Fault>) -> Problem {
        Problem { status: StatusCode::UNPROCESSABLE_ENTITY, fault: fault.into() }
    }

    /// The same in one sentence.
    pub fn says(says: impl Into<String>) -> Problem {
        Problem::refused(Fault::new(says))
    }

    /// Whether what was asked or put in means nothing here, or is against the rules.
    pub fn means_nothing(&self) -> bool {
        self.status == StatusCode::UNPROCESSABLE_ENTITY
    }

    /// It is not for this person to do.
    pub fn forbidden(says: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, says)
    }

    /// The table went on before this came.
    pub fn stale() -> Problem {
        let says = "the table has gone on meanwhile: look again, then decide";
        Problem::new(StatusCode::CONFLICT, says)
    }
}

impl From<Slip> for Problem {
    fn from(slip: Slip) -> Problem {
        Problem::refused(slip)
    }
}

impl From<Unstored> for Problem {
    fn from(unstored: Unstored) -> Problem {
        match unstored {
            Unstored::Overtaken => Problem::stale(),
            Unstored::Unknown => Problem::new(
                StatusCode::NOT_FOUND,
                "there is no such table, or this link does not lead to it",
            ),
            Unstored::Unsure(_) => {
                let says = format!("{unstored}; look again, then decide");
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, says)
            }
            Unstored::Failed(_) => {
                let says = format!("nothing was done: {unstored}; try again");
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, says)
            }
        }
    }
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Problem {
        let mut fault = Fault::new(trouble.to_string());
        if let Trouble::Faults(faults) = &trouble {
            fault.grounds = faults.iter().take(100).map(|fault| fault.show()).collect();
        }
        Problem::refused(fault)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self.fault)).into_response()
    }
}
