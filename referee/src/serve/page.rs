//! The pages themselves: the app that is built into the program, and plain ones that need no scripts.

use super::hall::Room;
use super::problem::Problem;
use super::role::Role;
use super::wire::{AskedFor, Done, Lobby, Seated, View};
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};
use rust_embed::RustEmbed;
use std::path::{Component, Path, PathBuf};
use umpire_core::command::all_of;

/// The app as `build.rs` made it; empty where it could not.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/app"]
struct BuiltIn;

/// Actions that a plain page lists.
const MOST_LISTED: usize = 200;

/// Where the app comes from.
#[derive(Debug, Clone, Default)]
pub struct App {
    /// A folder that is read instead of what is built in.
    pub folder: Option<PathBuf>,
}

impl App {
    /// Whether there is an app at all.
    pub fn is_there(&self) -> bool {
        self.file("index.html").is_some()
    }

    /// A file of the app.
    pub fn file(&self, path: &str) -> Option<Vec<u8>> {
        match &self.folder {
            None => BuiltIn::get(path).map(|file| file.data.into_owned()),
            Some(folder) => {
                let inside = Path::new(path).components();
                let plain = inside.into_iter().all(|part| matches!(part, Component::Normal(_)));
                plain.then(|| std::fs::read(folder.join(path)).ok()).flatten()
            }
        }
    }

    /// The app's page, with the way to the plain page for browsers without scripts.
    pub fn index(&self, plain: &str) -> Option<String> {
        let page = String::from_utf8(self.file("index.html")?).ok()?;
        let head = html! {
            noscript { meta http-equiv="refresh" content={ "0; url=" (plain) }; }
        };
        Some(page.replacen("</head>", &format!("{}</head>", head.into_string()), 1))
    }

    /// A file as an answer; files with a hash in their names never change.
    pub fn asset(&self, path: &str) -> Response {
        let Some(data) = self.file(path) else {
            return (StatusCode::NOT_FOUND, "there is no such page").into_response();
        };
        let kind = match path.rsplit('.').next().unwrap_or_default() {
            "js" | "mjs" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "ico" => "image/x-icon",
            "json" | "map" | "webmanifest" => "application/json",
            "woff2" => "font/woff2",
            _ => "application/octet-stream",
        };
        let keeps =
            if path.starts_with("assets/") { "max-age=31536000, immutable" } else { "no-cache" };
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
            (header::CACHE_CONTROL, HeaderValue::from_static(keeps)),
        ];
        (headers, Body::from(data)).into_response()
    }
}

fn page(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " - Umpire" }
                style { (PLAIN_STYLE) }
            }
            body { main { (body) } }
        }
    }
}

const PLAIN_STYLE: &str = "body{font:16px/1.5 sans-serif;margin:0 auto;max-width:60rem;padding:1rem;\
    color-scheme:light dark}img{max-width:100%;background:#fff}button,input,select{font:inherit;padding:.4rem}\
    ol{padding-left:2.5rem}.refused{border-left:.3rem solid #b00020;padding-left:.6rem}";

/// The battles, for browsers without scripts and programs built without the app.
pub fn plain_lobby(lobby: &Lobby, app: bool) -> Markup {
    page(
        "Battles",
        &html! {
            h1 { "Umpire" }
            p { "Pick a battle: you play the first seat, a bot the others." }
            @if !app {
                p {
                    "This program was built without npm: this is the plain page. Built where npm is, it has a board to "
                    "click on, too."
                }
            }
            @for game in &lobby.games {
                h2 { (game.title) }
                @for battle in &game.battles {
                    form method="post" action="/plain/new" {
                        input type="hidden" name="battle" value=(battle.name);
                        label {
                            input type="checkbox" name="typed" value="yes";
                            " dice fall on my table "
                        }
                        button { "Play " (battle.title) }
                        @if !battle.says.is_empty() { p { (battle.says) } }
                    }
                }
            }
        },
    )
}

/// Where a new table's plain page is.
pub fn plain_path(seated: &Seated) -> Option<String> {
    let link = seated.links.first()?;
    Some(format!("/plain/{}/{}", seated.table, link.key))
}

/// A table without scripts: its picture, what is asked, a line to type, the log.
pub fn plain_table(
    room: &Room,
    role: &Role,
    key: &str,
    came: Option<&Result<Done, Problem>>,
) -> Result<Markup, Problem> {
    let view = room.view(role, None)?;
    let here = format!("/plain/{}/{key}", view.table);
    let offers = view.offers.actions.iter().take(MOST_LISTED);
    Ok(page(
        &view.title,
        &html! {
            h1 { (view.title) }
            p { (view.game) ", edition " (view.edition) "; you: " (view.role.says) }
            @match came {
                Some(Err(problem)) => div class="refused" role="alert" {
                    p { (problem.fault.says) }
                    @for ground in &problem.fault.grounds { div { (ground) } }
                    @for instead in &problem.fault.instead { div { "instead: " (instead) } }
                },
                Some(Ok(done)) => (said(done)),
                None => {},
            }
            img src={ "/api/tables/" (view.table) "/picture.svg?key=" (key) } alt="the table as a picture; its things stand below";
            h2 { "Now" }
            p { (asked(&view)) }
            form method="post" action=(here) {
                input type="hidden" name="after" value=(view.after);
                label { "Type, as at the prompt (help lists what): " input name="line" autocomplete="off" autofocus; }
                button { "Do it" }
            }
            p { a href=(here) { "Look again" } }
            @if !view.offers.actions.is_empty() {
                form method="post" action=(here) {
                    input type="hidden" name="after" value=(view.after);
                    label {
                        "Or choose: "
                        select name="line" { @for offer in offers { option { (offer.says) } } }
                    }
                    button { "Do it" }
                }
            }
            h2 { "How things stand" }
            ul { @for thing in &view.status { li { (thing.name) ": " (thing.says.join("; ")) } } }
            h2 { "Log" }
            ol reversed {
                @for line in view.log.iter().rev() {
                    li value=(line.number) {
                        (line.says)
                        @for told in &line.told { div { (told.says) " (" (told.rule) ")" } }
                    }
                }
            }
            @if !view.notes.is_empty() {
                h2 { "Notes" }
                ol reversed {
                    @for note in view.notes.iter().rev() { li value=(note.number) { (note.says) } }
                }
            }
        },
    ))
}

fn said(done: &Done) -> Markup {
    html! {
        div role="status" {
            p { (done.says) }
            @if let Some(answer) = &done.answer {
                p { b { (answer.headline) } }
                @for ground in &answer.all { div { (ground) } }
                @if !answer.rows.is_empty() {
                    table { @for row in &answer.rows { tr { @for cell in row { td { (cell) } } } } }
                }
                @for mean in &answer.means { div { (mean.of) ": " (mean.says) } }
            }
        }
    }
}

/// What is waited for, in a sentence.
fn asked(view: &View) -> String {
    let name = |seat: &u8| {
        let known = view.seats.iter().find(|known| known.seat == *seat);
        known.map_or("the judge", |seat| seat.name.as_str())
    };
    let names = |seats: &[u8]| all_of(&seats.iter().map(name).collect::<Vec<_>>(), "and");
    match &view.asked {
        AskedFor::Choice { seats, rule, says, .. } => format!("{}: {says} ({rule})", names(seats)),
        AskedFor::Roll { rule, groups, .. } => {
            let dice = groups.iter().map(|group| {
                let needs =
                    group.needs.as_ref().map_or(String::new(), |it| format!(", {it} counts"));
                format!("{} rolls {} {}: {}{needs}", group.by, group.count, group.die, group.says)
            });
            format!("{} ({rule})", dice.collect::<Vec<_>>().join("; "))
        }
        AskedFor::Over { winners } if winners.is_empty() => "the game is over: a draw".into(),
        AskedFor::Over { winners } => format!("the game is over: {} won", names(winners)),
        AskedFor::Free => "a referee's table: nobody's turn it is".into(),
    }
}
