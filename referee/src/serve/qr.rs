//! Links as codes that a phone reads, so that nobody types them.

use super::problem::Problem;
use axum::extract::Query;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

/// Letters of the longest link that becomes a code; a longer one no phone would read off a screen.
const LONGEST: usize = 300;
/// Pixels of a code's side, at the least.
const SIDE: u32 = 220;

/// What becomes a code.
#[derive(Debug, Deserialize)]
pub struct Wanted {
    of: String,
}

/// A link as a picture: a code that a phone reads.
#[utoipa::path(get, path = "/api/qr.svg", params(("of" = String, Query)),
    responses((status = 200, body = String), (status = 422, body = super::wire::Fault)))]
pub async fn qr(Query(wanted): Query<Wanted>) -> Result<Response, Problem> {
    let too_long = || Problem::says(format!("a link of more than {LONGEST} letters is no code"));
    let link = Some(wanted.of).filter(|link| link.len() <= LONGEST).ok_or_else(too_long)?;
    let code = QrCode::new(link).map_err(|why| Problem::says(why.to_string()))?;
    let picture = code.render::<svg::Color>().min_dimensions(SIDE, SIDE).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}
