//! A server for tests, and guests at its tables.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tokio::net::TcpListener;
use tower::ServiceExt;
use umpire::library::Library;
use umpire::serve::{App, Hall, Serving, Webhooks, lobby, router};
use umpire::store::Store;

/// A server over a store in a folder.
pub async fn server(folder: &Path) -> Router {
    let place = folder.join("tables.db");
    server_at(place.to_str().expect("a path in letters")).await
}

pub async fn server_at(place: &str) -> Router {
    let library = Arc::new(Library::embedded());
    let store = Store::open(place).await.expect("a store");
    let battles = lobby(&library);
    let hall = Hall::new(library, store, Webhooks::new(vec!["127.0.0.1".into()]));
    router(Serving::new(hall, battles, App::default(), Vec::new()), None)
}

pub async fn answer(server: &Router, request: Request<Body>) -> (StatusCode, Vec<u8>) {
    let response = server.clone().oneshot(request).await.expect("an answer");
    let status = response.status();
    (status, response.into_body().collect().await.expect("a body").to_bytes().to_vec())
}

pub async fn get(server: &Router, path: &str) -> (StatusCode, Vec<u8>) {
    answer(server, Request::get(path).body(Body::empty()).expect("a request")).await
}

pub async fn post(server: &Router, path: &str, body: &Value) -> (StatusCode, Value) {
    let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
    let request = request.body(Body::from(body.to_string())).expect("a request");
    let (status, body) = answer(server, request).await;
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

/// Somebody at a table.
pub struct Guest<'s> {
    pub server: &'s Router,
    pub table: String,
    pub key: String,
}

impl Guest<'_> {
    pub fn path(&self, of: &str) -> String {
        format!("/api/tables/{}/{of}?key={}", self.table, self.key)
    }

    pub async fn view(&self) -> Value {
        let (status, body) = get(self.server, &self.path("view")).await;
        assert_eq!(status, StatusCode::OK, "{}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).expect("a view")
    }

    /// The view as soon as it waits for a person.
    pub async fn settled(&self) -> Value {
        loop {
            let view = self.view().await;
            let persons = view["seats"].as_array().expect("seats").iter();
            let persons: Vec<_> = persons
                .filter(|seat| seat["player"] == "human")
                .map(|seat| &seat["seat"])
                .collect();
            let asked = &view["asked"];
            let waits = asked["seats"].as_array().is_some_and(|seats| {
                seats.iter().any(|seat| persons.contains(&seat) || *seat == 31)
            });
            let typed = asked["kind"] == "roll" && view["typed_dice"] == true;
            if waits || typed || matches!(asked["kind"].as_str(), Some("over" | "free")) {
                return view;
            }
            tokio::task::yield_now().await;
        }
    }

    pub async fn put(&self, body: Value) -> (StatusCode, Value) {
        post(self.server, &self.path("inputs"), &body).await
    }

    pub async fn line(&self, line: &str) -> (StatusCode, Value) {
        self.put(json!({ "line": line })).await
    }

    pub async fn ask(&self, line: &str) -> (StatusCode, Value) {
        post(self.server, &self.path("ask"), &json!({ "line": line })).await
    }

    pub async fn complete(&self, line: &str) -> (StatusCode, Value) {
        post(self.server, &self.path("complete"), &json!({ "line": line })).await
    }
}

pub async fn opened<'s>(server: &'s Router, new: Value) -> Vec<Guest<'s>> {
    let (status, seated) = post(server, "/api/tables", &new).await;
    assert_eq!(status, StatusCode::CREATED, "{seated}");
    let table = seated["table"].as_str().expect("a table").to_string();
    let links = seated["links"].as_array().expect("links").iter();
    let key = |link: &Value| link["key"].as_str().expect("a key").to_string();
    links.map(|link| Guest { server, table: table.clone(), key: key(link) }).collect()
}

pub fn offers(view: &Value) -> Vec<String> {
    let actions = view["offers"]["actions"].as_array().expect("offers").iter();
    actions.map(|offer| offer["says"].as_str().expect("words").to_string()).collect()
}

pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A server with a port, for those who look on over a socket.
pub async fn reached(server: &Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = server.clone();
    tokio::spawn(async move { axum::serve(listener, serving).await });
    address
}
