//! What the editor's page asks over HTTP, and where it is answered.

use super::Workshop;
use super::effects::{BeforeAfter, Compare, Weigh};
use super::forms::{AsForm, FormEdit, FormEdited, FormShown};
use super::survey::{Games, Overlook, Overlooked, Threatened, Threatens};
use super::wire::{
    Begin, Conflict, Draw, Export, ExportedMap, FileText, Hold, Home, Look, Print, Save, Saved,
    Sketched, Stroked,
};
use crate::commands::map::games::Won;
use crate::effects::Effects;
use crate::serve::hall::aside;
use crate::serve::problem::Problem;
use crate::serve::routes::Body;
use crate::serve::wire::{Fault, Reply};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::OpenApi;

/// Bytes of a request: a text and some words.
const LONGEST: usize = 20 * 1024 * 1024;

type Shop = State<Arc<Workshop>>;

/// The editor's part of the interface.
#[derive(OpenApi)]
#[openapi(paths(
    home, text, begin, import, export, save, look, draw, hold, form, fill, effects, compare,
    overlook, games, threat, print
))]
pub struct EditorInterface;

/// The editor's routes.
pub fn routes(workshop: Arc<Workshop>) -> Router {
    Router::new()
        .route("/api/edit", get(home))
        .route("/api/edit/file", get(text).put(save))
        .route("/api/edit/fresh", post(begin))
        .route("/api/edit/import", post(import))
        .route("/api/edit/look", post(look))
        .route("/api/edit/stroke", post(draw))
        .route("/api/edit/ask", post(hold))
        .route("/api/edit/overlook", post(overlook))
        .route("/api/edit/games", post(games))
        .route("/api/edit/threat", post(threat))
        .route("/api/edit/print", post(print))
        .route("/api/edit/export", post(export))
        .route("/api/edit/form", post(form))
        .route("/api/edit/form/edit", post(fill))
        .route("/api/edit/effects", post(effects))
        .route("/api/edit/effects/ask", post(compare))
        .layer(DefaultBodyLimit::max(LONGEST))
        .with_state(workshop)
}

/// A file of the folder.
#[derive(Debug, Deserialize)]
struct Named {
    path: String,
}

/// What is in the folder, and what can be begun.
#[utoipa::path(get, path = "/api/edit", responses((status = 200, body = Home)))]
async fn home(State(shop): Shop) -> Result<Json<Home>, Problem> {
    aside(move || Ok(shop.home())).await.map(Json)
}

/// A file's text.
#[utoipa::path(get, path = "/api/edit/file", params(("path" = String, Query)),
    responses((status = 200, body = FileText), (status = 422, body = Fault)))]
async fn text(State(shop): Shop, Query(file): Query<Named>) -> Result<Json<FileText>, Problem> {
    aside(move || Ok(shop.text(&file.path)?)).await.map(Json)
}

/// Begins a new file; it is not saved yet.
#[utoipa::path(post, path = "/api/edit/fresh", request_body = Begin,
    responses((status = 200, body = FileText), (status = 422, body = Fault)))]
async fn begin(State(shop): Shop, Body(begin): Body<Begin>) -> Result<Json<FileText>, Problem> {
    aside(move || shop.begin(&begin)).await.map(Json)
}

/// Reads a map of another program, or a table that is not in the folder, as a new file; it is not saved yet.
#[utoipa::path(post, path = "/api/edit/import", params(("path" = String, Query)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = FileText), (status = 422, body = Fault)))]
async fn import(
    State(shop): Shop,
    Query(file): Query<Named>,
    bytes: Bytes,
) -> Result<Json<FileText>, Problem> {
    aside(move || Ok(shop.import(&file.path, &bytes)?)).await.map(Json)
}

/// Saves a text, unless the file on disk is another by now.
#[utoipa::path(put, path = "/api/edit/file", request_body = Save,
    responses((status = 200, body = Saved), (status = 409, body = Conflict), (status = 422, body = Fault)))]
async fn save(State(shop): Shop, Body(body): Body<Save>) -> Result<Response, Problem> {
    let saved = aside(move || shop.save(&body)).await?;
    Ok(saved.map_or_else(Response::from, |saved| Json(saved).into_response()))
}

/// A text as a picture that can be drawn on, with its faults.
#[utoipa::path(post, path = "/api/edit/look", request_body = Look,
    responses((status = 200, body = Sketched)))]
async fn look(State(shop): Shop, Body(look): Body<Look>) -> Result<Json<Sketched>, Problem> {
    aside(move || Ok(shop.look(&look))).await.map(Json)
}

/// A text after a stroke.
#[utoipa::path(post, path = "/api/edit/stroke", request_body = Draw,
    responses((status = 200, body = Stroked), (status = 422, body = Fault)))]
async fn draw(State(shop): Shop, Body(stroke): Body<Draw>) -> Result<Json<Stroked>, Problem> {
    aside(move || shop.draw(&stroke)).await.map(Json)
}

/// An answer about units held over the map.
#[utoipa::path(post, path = "/api/edit/ask", request_body = Hold,
    responses((status = 200, body = Reply), (status = 422, body = Fault)))]
async fn hold(State(shop): Shop, Body(question): Body<Hold>) -> Result<Json<Reply>, Problem> {
    aside(move || shop.ask(&question)).await.map(Json)
}

/// A text as a form; nothing where files of its kind have none.
#[utoipa::path(post, path = "/api/edit/form", request_body = AsForm,
    responses((status = 200, body = Option<FormShown>), (status = 422, body = Fault)))]
async fn form(
    State(shop): Shop,
    Body(asked): Body<AsForm>,
) -> Result<Json<Option<FormShown>>, Problem> {
    aside(move || shop.form(&asked)).await.map(Json)
}

/// A text after an edit of its form.
#[utoipa::path(post, path = "/api/edit/form/edit", request_body = FormEdit,
    responses((status = 200, body = FormEdited), (status = 422, body = Fault)))]
async fn fill(State(shop): Shop, Body(edit): Body<FormEdit>) -> Result<Json<FormEdited>, Problem> {
    aside(move || shop.fill(&edit)).await.map(Json)
}

/// Which conformance scenarios would say otherwise if the text were saved.
#[utoipa::path(post, path = "/api/edit/effects", request_body = Weigh,
    responses((status = 200, body = Effects), (status = 422, body = Fault)))]
async fn effects(State(shop): Shop, Body(weigh): Body<Weigh>) -> Result<Json<Effects>, Problem> {
    aside(move || shop.effects(&weigh)).await.map(Json)
}

/// What is answered about a held unit before a change and after it.
#[utoipa::path(post, path = "/api/edit/effects/ask", request_body = Compare,
    responses((status = 200, body = BeforeAfter), (status = 422, body = Fault)))]
async fn compare(
    State(shop): Shop,
    Body(compare): Body<Compare>,
) -> Result<Json<BeforeAfter>, Problem> {
    aside(move || shop.compare(&compare)).await.map(Json)
}

/// What a map is like to fight on, place by place.
#[utoipa::path(post, path = "/api/edit/overlook", request_body = Overlook,
    responses((status = 200, body = Overlooked), (status = 422, body = Fault)))]
async fn overlook(
    State(shop): Shop,
    Body(map): Body<Overlook>,
) -> Result<Json<Overlooked>, Problem> {
    aside(move || shop.overlook(&map)).await.map(Json)
}

/// Who wins how often where bots play, after a second of more games.
#[utoipa::path(post, path = "/api/edit/games", request_body = Games,
    responses((status = 200, body = Won), (status = 422, body = Fault)))]
async fn games(State(shop): Shop, Body(map): Body<Games>) -> Result<Json<Won>, Problem> {
    aside(move || shop.games(&map)).await.map(Json)
}

/// What a unit could do to another, wherever that stands.
#[utoipa::path(post, path = "/api/edit/threat", request_body = Threatens,
    responses((status = 200, body = Threatened), (status = 422, body = Fault)))]
async fn threat(
    State(shop): Shop,
    Body(threat): Body<Threatens>,
) -> Result<Json<Threatened>, Problem> {
    aside(move || shop.threat(&threat)).await.map(Json)
}

/// A map as a picture or as pages.
#[utoipa::path(post, path = "/api/edit/print", request_body = Print,
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream"), (status = 422, body = Fault)))]
async fn print(State(shop): Shop, Body(asked): Body<Print>) -> Result<Response, Problem> {
    let (kind, bytes) = aside(move || shop.print(&asked)).await?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

/// A map in another program's form, and what that cannot say.
#[utoipa::path(post, path = "/api/edit/export", request_body = Export,
    responses((status = 200, body = ExportedMap), (status = 422, body = Fault)))]
async fn export(
    State(shop): Shop,
    Body(asked): Body<Export>,
) -> Result<Json<ExportedMap>, Problem> {
    aside(move || shop.export(&asked)).await.map(Json)
}
