//! What is asked over HTTP, and where it is answered.

use super::editor::Workshop;
use super::hall::{Hall, Room};
use super::openings::Openings;
use super::page::{App, plain_lobby, plain_path, plain_table};
use super::problem::Problem;
use super::role::Role;
use super::sockets::{MOST_SOCKETS, live};
use super::wire::{
    Again, Ask, Brief, Brought, Card, ChangeEntry, Done, Fault, Lobby, Moment, NewTable, Put,
    Reply, Seated, StockEntry, View,
};
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;

/// Bytes of a request; of a saved game that is sent in.
const LONGEST_BODY: usize = 512 * 1024;
const LONGEST_RECORD: usize = 32 * 1024 * 1024;

/// What every route knows.
#[derive(Clone)]
pub struct Serving {
    /// The tables.
    pub hall: Arc<Hall>,
    /// The lobby, made once.
    pub lobby: Arc<Lobby>,
    /// The app.
    pub app: App,
    /// The names under which the server may be called; none are asked about where this is empty.
    pub names: Arc<Vec<String>>,
    /// Places for those who look on.
    pub(super) sockets: Arc<Semaphore>,
    /// How battles look at their start, drawn when somebody first wants to see it.
    pictures: Arc<Mutex<HashMap<String, Bytes>>>,
    /// The folder that is edited here.
    workshop: Option<Arc<Workshop>>,
}

impl Serving {
    /// A server over tables.
    pub fn new(hall: Arc<Hall>, lobby: Lobby, app: App, names: Vec<String>) -> Serving {
        let lobby = Lobby { webhook_hosts: hall.webhook_hosts(), ..lobby };
        Serving {
            hall,
            lobby: Arc::new(lobby),
            app,
            names: Arc::new(names),
            sockets: Arc::new(Semaphore::new(MOST_SOCKETS)),
            pictures: Arc::default(),
            workshop: None,
        }
    }
}

/// The interface as OpenAPI tells it.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Umpire's table",
        description = "Tables of miniatures games, played by clicking and typing."
    ),
    paths(
        get_lobby,
        battle_picture,
        super::qr::qr,
        open_table,
        read_scenario,
        take_in,
        get_view,
        put,
        ask,
        complete,
        stock,
        cards,
        brief,
        changes,
        go_on,
        again,
        record,
        picture
    ),
    components(schemas(View))
)]
pub struct Interface;

/// All routes; those of the editor where there is something to edit.
pub fn router(serving: Serving, workshop: Option<Arc<Workshop>>) -> Router {
    let serving = Serving { workshop: workshop.clone(), ..serving };
    let policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                  connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
    let says = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    let longer = DefaultBodyLimit::max(LONGEST_RECORD);
    let openings = Openings::default();
    let opens = || {
        let openings = openings.clone();
        from_fn(move |request, next| openings.clone().limited(request, next))
    };
    let editor = workshop.map(|workshop| {
        let page = Router::new().route("/edit", get(index)).with_state(serving.clone());
        page.merge(super::editor::routes(workshop))
    });
    Router::new()
        .route("/", get(index))
        .route("/t/{table}/{key}", get(table_page))
        .route("/plain", get(plain_index))
        .route("/plain/new", post(plain_new).layer(opens()))
        .route("/plain/{table}/{key}", get(plain_look).post(plain_put))
        .route("/api/lobby", get(get_lobby))
        .route("/api/battles/{battle}/picture.svg", get(battle_picture))
        .route("/api/qr.svg", get(super::qr::qr))
        .route("/api/tables", post(open_table).layer(opens()))
        .route("/api/scenarios", post(read_scenario).layer(opens()))
        .route("/api/tables/upload", post(take_in).layer(longer).layer(opens()))
        .route("/api/tables/{table}/view", get(get_view))
        .route("/api/tables/{table}/live", get(live))
        .route("/api/tables/{table}/inputs", post(put))
        .route("/api/tables/{table}/ask", post(ask))
        .route("/api/tables/{table}/complete", post(complete))
        .route("/api/tables/{table}/stock", get(stock))
        .route("/api/tables/{table}/cards", get(cards))
        .route("/api/tables/{table}/brief", get(brief))
        .route("/api/tables/{table}/changes", get(changes))
        .route("/api/tables/{table}/go-on", post(go_on).layer(opens()))
        .route("/api/tables/{table}/again", post(again).layer(opens()))
        .route("/api/tables/{table}/record", get(record))
        .route("/api/tables/{table}/picture.svg", get(picture))
        .fallback(asset)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .with_state(serving.clone())
        .merge(editor.unwrap_or_default())
        .layer(from_fn_with_state(serving, known_callers))
        .layer(CompressionLayer::new())
        .layer(says(header::CONTENT_SECURITY_POLICY, policy))
        .layer(says(header::REFERRER_POLICY, "same-origin"))
        .layer(says(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
}

/// Lets in whoever calls the server by one of its names, from its own pages or from none: a page of somebody else's
/// that is open in the same browser may not play here.
async fn known_callers(State(serving): State<Serving>, request: Request, next: Next) -> Response {
    match unknown_caller(&serving.names, request.headers()) {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    }
}

fn unknown_caller(names: &[String], headers: &HeaderMap) -> Option<Problem> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    let bare = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
    let bare = bare.map_or(host, |(name, _)| name);
    if !names.is_empty() && !names.iter().any(|name| name.eq_ignore_ascii_case(bare)) {
        let says = format!("this server is not called `{bare}`: `--name {bare}` would let it be");
        return Some(Problem::new(StatusCode::MISDIRECTED_REQUEST, says));
    }
    let origin = text(header::ORIGIN);
    let from = origin.map(|origin| origin.split_once("://").map_or(origin, |(_, host)| host));
    let strange = from.is_some_and(|from| !from.eq_ignore_ascii_case(host));
    strange.then(|| Problem::forbidden("this was asked by a page of another server"))
}

/// A body in JSON; what is wrong with it is told like everything else.
pub(super) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        let read: Result<Json<T>, JsonRejection> = Json::from_request(request, state).await;
        read.map(|Json(body)| Body(body))
            .map_err(|rejection| Problem::new(rejection.status(), rejection.body_text()))
    }
}

/// The secret of a link.
#[derive(Debug, Deserialize)]
struct Key {
    #[serde(default)]
    key: String,
    #[serde(default)]
    at: Option<usize>,
}

type Entered = (Arc<Room>, Role);

async fn enter(serving: &Serving, table: &str, key: &str) -> Result<Entered, Problem> {
    serving.hall.enter(table, key).await
}

/// What may be played.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = Lobby)))]
async fn get_lobby(State(serving): State<Serving>) -> Json<Lobby> {
    Json((*serving.lobby).clone())
}

/// Of which data a picture is wanted.
#[derive(Debug, Deserialize)]
struct OfData {
    #[serde(default)]
    of: String,
}

/// How a battle, or a battlefield on which armies are picked, looks at its start; `of` the digest of the data here it is kept
/// for good by whoever asks.
#[utoipa::path(get, path = "/api/battles/{battle}/picture.svg",
    params(("battle" = String, Path), ("of" = Option<String>, Query)),
    responses((status = 200, content_type = "image/svg+xml"), (status = 404, body = Fault)))]
async fn battle_picture(
    State(serving): State<Serving>,
    Path(battle): Path<String>,
    Query(OfData { of }): Query<OfData>,
) -> Result<Response, Problem> {
    let pictures = || serving.pictures.lock().unwrap_or_else(PoisonError::into_inner);
    let known = pictures().get(&battle).cloned();
    let drawn = match known {
        Some(drawn) => drawn,
        None => {
            let (library, name) = (Arc::clone(&serving.hall.library), battle.clone());
            let none = || Problem::new(StatusCode::NOT_FOUND, "there is no battle of that name");
            let draw = move || super::lobby::picture(&library, &name).ok_or_else(none);
            let drawn = Bytes::from(super::hall::aside(draw).await?);
            pictures().insert(battle, drawn.clone());
            drawn
        }
    };
    let kept =
        if of == serving.lobby.digest { "public, max-age=31536000, immutable" } else { "no-cache" };
    let says = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, kept)];
    Ok((says, drawn).into_response())
}

/// Opens a table.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable,
    responses((status = 201, body = Seated), (status = 422, body = Fault)))]
async fn open_table(
    State(serving): State<Serving>,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<Seated>), Problem> {
    Ok((StatusCode::CREATED, Json(serving.hall.open(new, serving.workshop).await?)))
}

/// Reads a scenario of one's own before a table is opened: of which game it is, and who sits there.
#[utoipa::path(post, path = "/api/scenarios", request_body = NewTable,
    responses((status = 200, body = Brought), (status = 422, body = Fault)))]
async fn read_scenario(
    State(serving): State<Serving>,
    Body(new): Body<NewTable>,
) -> Result<Json<Brought>, Problem> {
    serving.hall.read(new, serving.workshop).await.map(Json)
}

/// Takes in a saved game.
#[utoipa::path(post, path = "/api/tables/upload", request_body = Vec<u8>,
    responses((status = 201, body = Seated), (status = 422, body = Fault)))]
async fn take_in(
    State(serving): State<Serving>,
    bytes: Bytes,
) -> Result<(StatusCode, Json<Seated>), Problem> {
    Ok((StatusCode::CREATED, Json(serving.hall.take_in(bytes.to_vec()).await?)))
}

/// Everything that the holder of a link may know, now or at an earlier moment.
#[utoipa::path(get, path = "/api/tables/{table}/view",
    params(("table" = String, Path), ("key" = String, Query), ("at" = Option<usize>, Query)),
    responses((status = 200, body = View), (status = 404, body = Fault)))]
async fn get_view(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(key): Query<Key>,
) -> Result<Json<View>, Problem> {
    let (room, role) = enter(&serving, &table, &key.key).await?;
    serving.hall.view(&room, role, key.at).await.map(Json)
}

/// Takes an input, and answers when it is stored.
#[utoipa::path(post, path = "/api/tables/{table}/inputs", request_body = Put,
    params(("table" = String, Path), ("key" = String, Query)),
    responses((status = 200, body = Done), (status = 409, body = Fault), (status = 422, body = Fault)))]
async fn put(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(key): Query<Key>,
    Body(body): Body<Put>,
) -> Result<Json<Done>, Problem> {
    let (room, role) = enter(&serving, &table, &key.key).await?;
    serving.hall.put(&room, role, body).await.map(Json)
}

/// Answers a question: a ruling, odds, sight, a rule.
#[utoipa::path(post, path = "/api/tables/{table}/ask", request_body = Ask,
    params(("table" = String, Path), ("key" = String, Query)),
    responses((status = 200, body = Reply), (status = 422, body = Fault)))]
async fn ask(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(key): Query<Key>,
    Body(body): Body<Ask>,
) -> Result<Json<Reply>, Problem> {
    let (room, role) = enter(&serving, &table, &key.key).await?;
    serving.hall.ask(&room, role, body).await.map(Json)
}

/// Lines that could follow what is typed.
#[utoipa::path(post, path = "/api/tables/{table}/complete", request_body = Ask,
    params(("table" = String, Path), ("key" = String, Query)),
    responses((status = 200, body = Vec<String>)))]
async fn complete(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(key): Query<Key>,
    Body(body): Body<Ask>,
) -> Result<Json<Vec<String>>, Problem> {
    let (room, role) = enter(&serving, &table, &key.key).await?;
    super::hall::aside(move || Ok(room.complete(&role, &body.line))).await.map(Json)
}

/// What a referee may put down, or elsewhere; nothing for whoever is none.
#[utoipa::path(get, path = "/api/tables/{table}/stock",
    params(("table" = String, Path), ("key" = String, Query)),
    responses((status = 200, body = Vec<StockEntry>)))]
async fn stock(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(key): Query<Key>,
) -> Result<Json<Vec<StockEntry>>, Problem> {
    let (room, role) = enter(&serving, &table, &key.key).await?;
    super::hall::aside(move || Ok(room.stock(&role))).await.map(Json)
}

/// The cards, units or dice of the game, as they hold at the table.
#[utoipa::path(get, path = "/api/tables/{table}/cards",
    params(("table" = String, Path), ("key" = String, Query)),
    responses((status = 200, body = Vec<Card>)))]
async fn cards(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(key): Query<Key>,
) -> Result<Json<Vec<Card>>, Problem> {
    let (room, _) = enter(&serving, &table, &key.key).await?;
    super::hall::aside(move || Ok(room.cards())).await.map(Json)
}

/// How far the table is.
#[utoipa::path(get, path = "/api/tables/{table}/brief",
    params(("table" = String, Path), ("key" = String, Query)),
    responses((status = 200, body = Brief), (status = 404, body = Fault)))]
async fn brief(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(key): Query<Key>,
) -> Result<Json<Brief>, Problem> {
    let (room, role) = enter(&serving, &table, &key.key).await?;
    super::hall::aside(move || room.brief(&role)).await.map(Json)
}

/// Whose changes are asked for, beside the link.
#[derive(Debug, Deserialize)]
struct About {
    key: String,
    #[serde(default)]
    about: String,
}

/// How a referee may change the position, and which of that is about something; nothing for whoever is none.
#[utoipa::path(get, path = "/api/tables/{table}/changes",
    params(("table" = String, Path), ("key" = String, Query), ("about" = Option<String>, Query)),
    responses((status = 200, body = Vec<ChangeEntry>)))]
async fn changes(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(About { key, about }): Query<About>,
) -> Result<Json<Vec<ChangeEntry>>, Problem> {
    let (room, role) = enter(&serving, &table, &key).await?;
    super::hall::aside(move || Ok(room.ways_to_change(&role, &about))).await.map(Json)
}

/// Opens a table that goes on from a moment of this one.
#[utoipa::path(post, path = "/api/tables/{table}/go-on", request_body = Moment,
    params(("table" = String, Path), ("key" = String, Query)),
    responses((status = 201, body = Seated), (status = 403, body = Fault)))]
async fn go_on(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(key): Query<Key>,
    Body(moment): Body<Moment>,
) -> Result<(StatusCode, Json<Seated>), Problem> {
    let (room, role) = enter(&serving, &table, &key.key).await?;
    let seated = serving.hall.go_on_from(room, role, moment.at).await?;
    Ok((StatusCode::CREATED, Json(seated)))
}

/// Opens a table of the same battle, when it is over.
#[utoipa::path(post, path = "/api/tables/{table}/again", request_body = Again,
    params(("table" = String, Path), ("key" = String, Query)),
    responses((status = 201, body = Seated), (status = 403, body = Fault)))]
async fn again(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(key): Query<Key>,
    Body(body): Body<Again>,
) -> Result<(StatusCode, Json<Seated>), Problem> {
    let (room, role) = enter(&serving, &table, &key.key).await?;
    let seated = serving.hall.again(room, role, body).await?;
    Ok((StatusCode::CREATED, Json(seated)))
}

/// The record as the holder of a link may have it, as a file.
#[utoipa::path(get, path = "/api/tables/{table}/record",
    params(("table" = String, Path), ("key" = String, Query)),
    responses((status = 200, body = String)))]
async fn record(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(key): Query<Key>,
) -> Result<Response, Problem> {
    let (room, role) = enter(&serving, &table, &key.key).await?;
    let name = format!("attachment; filename=\"{}.umpire\"", room.id);
    let lines = super::hall::aside(move || {
        let mut lines = Vec::new();
        let written = crate::save::write(&room.record(&role)?, &mut lines);
        written.map(|()| lines).map_err(|fault| Problem::says(fault.to_string()))
    });
    let lines = lines.await?;
    let kind = (header::CONTENT_TYPE, "application/octet-stream".to_string());
    Ok(([kind, (header::CONTENT_DISPOSITION, name)], lines).into_response())
}

/// The picture as the holder of a link may see it.
#[utoipa::path(get, path = "/api/tables/{table}/picture.svg",
    params(("table" = String, Path), ("key" = String, Query)),
    responses((status = 200, body = String)))]
async fn picture(
    State(serving): State<Serving>,
    Path(table): Path<String>,
    Query(key): Query<Key>,
) -> Result<Response, Problem> {
    let (room, role) = enter(&serving, &table, &key.key).await?;
    let picture = super::hall::aside(move || room.picture(&role)).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

async fn index(State(serving): State<Serving>) -> Response {
    app_page(&serving, "/plain")
}

async fn table_page(
    State(serving): State<Serving>,
    Path((table, key)): Path<(String, String)>,
) -> Response {
    app_page(&serving, &format!("/plain/{table}/{key}"))
}

fn app_page(serving: &Serving, plain: &str) -> Response {
    let page = serving.app.index(plain);
    page.map_or_else(|| Redirect::to(plain).into_response(), |page| Html(page).into_response())
}

async fn asset(State(serving): State<Serving>, request: Request) -> Response {
    serving.app.asset(request.uri().path().trim_start_matches('/'))
}

async fn plain_index(State(serving): State<Serving>) -> Html<String> {
    Html(plain_lobby(&serving.lobby, serving.app.is_there()).into_string())
}

/// The form of a plain page that opens a table.
#[derive(Debug, Deserialize)]
struct PlainNew {
    battle: String,
    #[serde(default)]
    typed: Option<String>,
}

async fn plain_new(
    State(serving): State<Serving>,
    Form(new): Form<PlainNew>,
) -> Result<Redirect, Problem> {
    let dice = if new.typed.is_some() { "typed" } else { "seeded" }.to_string();
    let new = NewTable { battle: new.battle, dice, ..NewTable::default() };
    let seated = serving.hall.open(new, None).await?;
    Ok(Redirect::to(&plain_path(&seated).unwrap_or_else(|| "/plain".into())))
}

async fn plain_look(
    State(serving): State<Serving>,
    Path((table, key)): Path<(String, String)>,
) -> Result<Html<String>, Problem> {
    let (room, role) = enter(&serving, &table, &key).await?;
    let page = super::hall::aside(move || plain_table(&room, &role, &key, None)).await?;
    Ok(Html(page.into_string()))
}

/// The form of a plain table.
#[derive(Debug, Deserialize)]
struct PlainPut {
    #[serde(default)]
    after: Option<usize>,
    #[serde(default)]
    line: String,
}

async fn plain_put(
    State(serving): State<Serving>,
    Path((table, key)): Path<(String, String)>,
    Form(put): Form<PlainPut>,
) -> Result<Response, Problem> {
    let (room, role) = enter(&serving, &table, &key).await?;
    let put = Put { after: put.after, line: Some(put.line), ..Put::default() };
    let came = serving.hall.put(&room, role.clone(), put).await;
    let silent = matches!(&came, Ok(done) if done.says.is_empty() && done.answer.is_none());
    if silent {
        // So that looking again puts nothing in twice.
        return Ok(Redirect::to(&format!("/plain/{table}/{key}")).into_response());
    }
    let page = super::hall::aside(move || plain_table(&room, &role, &key, Some(&came))).await?;
    Ok(Html(page.into_string()).into_response())
}
