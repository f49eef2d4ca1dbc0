//! `umpire serve`: tables in the browser. The server decides no rule and knows no game's name.

mod editor;
mod hall;
mod listening;
mod live;
mod lobby;
mod openings;
mod page;
mod problem;
mod qr;
mod questions;
mod role;
mod routes;
mod sockets;
mod webhooks;
mod wire;

pub use editor::{Edit, Workshop};
pub use hall::Hall;
use listening::{Listening, Peer};
pub use lobby::lobby;
pub use page::App;
use routes::Interface;
pub use routes::{Serving, router};
pub use webhooks::Webhooks;

use crate::command_line::Shared;
use crate::console::{Console, strong};
use crate::library::Library;
use crate::store::Store;
use crate::trouble::Trouble;
use clap::Args;
use qrcode::QrCode;
use qrcode::render::unicode;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use utoipa::OpenApi;

/// The port where none is named.
const PORT: u16 = 8017;
/// Requests that are worked on at once; others wait.
const MOST_AT_WORK: usize = 64;
/// How often is looked which tables nobody is at.
const LETS_GO: Duration = Duration::from_secs(60);
/// How often is looked whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(100);

/// Open a table in the browser: play by clicking, alone, against bots, or with friends who have links.
///
/// Everything put in is stored before it is answered: the server may be ended at any moment, and goes on where it was.
/// Without `--lan` only this machine reaches it.
#[derive(Debug, Args)]
pub struct Serve {
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// The port to listen on; 0 takes any that is free.
    #[arg(long, default_value_t = PORT, value_name = "N")]
    port: u16,
    /// Let the whole network in, and show a code for phones.
    #[arg(long)]
    lan: bool,
    /// Where tables are stored: a file, or `postgres://...` (default: `tables.db` in the data folder of the user).
    #[arg(long, value_name = "PLACE")]
    db: Option<String>,
    /// A name under which others reach this server, such as that of a proxy before it. May be given often.
    #[arg(long = "name", value_name = "HOST")]
    names: Vec<String>,
    /// A host that tables may tell who is waited for, by a webhook. May be given often; none is called otherwise.
    #[arg(long = "webhook-host", value_name = "HOST")]
    webhook_hosts: Vec<String>,
    /// Offer the editor too, for battlefields in this folder. Not to a network: whoever reaches it changes files.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["lan", "names"])]
    edit: Option<PathBuf>,
    /// Read the pages of the app from this folder instead of the ones built in.
    #[arg(long, value_name = "DIR")]
    app: Option<PathBuf>,
    /// Print the interface as OpenAPI and end.
    #[arg(long)]
    openapi: bool,
}

impl Serve {
    pub(crate) fn run(
        &self,
        shared: &Shared,
        library: &Library,
        console: &mut Console,
    ) -> Result<u8, Trouble> {
        if self.openapi {
            let written = interface().to_pretty_json();
            let written = written.map_err(|fault| Trouble::Failed(fault.to_string()))?;
            written.lines().try_for_each(|line| console.out.line(line))?;
            return Ok(0);
        }
        let workshop = |path: &PathBuf| Workshop::new(Arc::new(library.clone()), path);
        let workshop = self.edit.as_ref().map(workshop).transpose()?.map(Arc::new);
        runtime()?.block_on(self.serve(workshop, "", shared, library, console))
    }

    /// The server of an editor.
    fn for_editor(open: bool, port: u16, db: Option<String>, app: Option<PathBuf>) -> Serve {
        let (names, webhook_hosts) = (Vec::new(), Vec::new());
        let (edit, openapi) = (None, false);
        Serve { open, port, lan: false, db, names, webhook_hosts, edit, app, openapi }
    }

    /// Serves until it is stopped, with an editor where there is a workshop; `page` is where it opens.
    async fn serve(
        &self,
        workshop: Option<Arc<Workshop>>,
        page: &str,
        shared: &Shared,
        library: &Library,
        console: &mut Console<'_>,
    ) -> Result<u8, Trouble> {
        let place = self.place()?;
        let failed = |says: String| Trouble::Failed(says);
        let store = Store::open(&place).await;
        let store = store.map_err(|fault| failed(format!("`{}`: {fault}", shown(&place))))?;
        let to = if self.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let listener = TcpListener::bind((to, self.port)).await.map_err(|fault| {
            let says = crate::trouble::io_words(&fault);
            failed(format!("cannot listen on port {}: {says}; `--port` names another", self.port))
        })?;
        let port = listener.local_addr()?.port();
        let near = format!("http://127.0.0.1:{port}/{page}");
        let far = self.lan.then(own_address).flatten();
        let far = far.map(|address| format!("http://{address}:{port}/"));
        let library = Arc::new(library.clone());
        let app = App { folder: self.app.clone() };
        let with_app = app.is_there();
        let (editor, network) = (workshop.is_some(), far.clone());
        let lobby = wire::Lobby { editor, network, ..lobby::lobby(&library) };
        let hall = Hall::new(library, store, Webhooks::new(self.webhook_hosts.clone()));
        let what = if page.is_empty() { "tables are" } else { "editor is" };
        tokio::spawn(lets_go(Arc::clone(&hall)));
        let router = router(Serving::new(hall, lobby, app, self.known_names()), workshop);
        if shared.json {
            let says =
                serde_json::json!({ "address": near, "network": far, "tables": shown(&place) });
            console.out.json(&says)?;
        } else {
            console.out.line(strong(format!("Umpire's {what} at {near}")))?;
            if let Some(far) = &far {
                console.out.line(format!("in this network at {far}"))?;
                if let Ok(code) = QrCode::new(far) {
                    let drawn = code.render::<unicode::Dense1x2>().quiet_zone(true).build();
                    drawn.lines().try_for_each(|line| console.out.line(line))?;
                }
            }
            if !with_app {
                let says =
                    "built without npm: the pages are plain ones, without a board to click on";
                console.out.line(format!("note: {says}"))?;
            }
            console.out.line(format!("stored in {}; Ctrl-C ends", shown(&place)))?;
        }
        console.out.flush()?;
        if self.open && !opened(&near) {
            console.out.line("note: no browser was found to open it with")?;
            console.out.flush()?;
        }
        let stop = Arc::clone(&console.stop);
        let listening = Listening::of(listener);
        axum::serve(listening, router.into_make_service_with_connect_info::<Peer>())
            .with_graceful_shutdown(async move {
                let ending = pressed(&stop);
                ending.await;
            })
            .await?;
        Ok(0)
    }

    fn place(&self) -> Result<String, Trouble> {
        if let Some(place) = &self.db {
            return Ok(place.clone());
        }
        let folder = data_folder().ok_or_else(|| {
            Trouble::Misuse("no data folder of yours is known: `--db FILE` names a file".into())
        })?;
        std::fs::create_dir_all(&folder)?;
        Ok(folder.join("tables.db").display().to_string())
    }

    /// The names under which the server may be called.
    fn known_names(&self) -> Vec<String> {
        let mut names = self.names.clone();
        names.extend(["localhost", "127.0.0.1", "[::1]"].map(String::from));
        if self.lan {
            names.extend(own_address().map(|address| address.to_string()));
            names.extend(std::env::var("HOSTNAME"));
        }
        names
    }
}

/// The whole interface, with the editor's part of it.
pub fn interface() -> utoipa::openapi::OpenApi {
    Interface::openapi().merge_from(editor::EditorInterface::openapi())
}

/// What carries out the server's work.
///
/// # Errors
/// Where the system has no threads to give.
pub fn runtime() -> std::io::Result<Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.enable_all().max_blocking_threads(MOST_AT_WORK).build()
}

/// A place without the password that may be in it.
fn shown(place: &str) -> String {
    match place.split_once("://").zip(place.rsplit_once('@')) {
        Some(((kind, _), (_, host))) => format!("{kind}://...@{host}"),
        None => place.to_string(),
    }
}

/// Where programs keep what is the user's.
fn data_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let folder =
        named("UMPIRE_HOME").or_else(|| named("XDG_DATA_HOME").map(|it| it.join("umpire")));
    let folder = folder.or_else(|| named("APPDATA").map(|it| it.join("umpire")));
    folder.or_else(|| named("HOME").map(|it| it.join(".local/share/umpire")))
}

/// The address of this machine in its network: the one it would send from. Nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// Opens a page with what the system opens pages with.
fn opened(address: &str) -> bool {
    let openers: [&[&str]; 3] = [&["xdg-open"], &["open"], &["cmd", "/C", "start", ""]];
    openers.iter().any(|words| {
        let (program, arguments) = words.split_first().expect("an opener has a name");
        let mut command = Command::new(program);
        let command = command.args(arguments).arg(address);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    })
}

/// Lets tables go at which nobody is, as long as there is a server.
async fn lets_go(hall: Arc<Hall>) {
    let mut look = tokio::time::interval(LETS_GO);
    loop {
        look.tick().await;
        hall.let_go();
    }
}

async fn pressed(stop: &AtomicBool) {
    let mut look = tokio::time::interval(LOOK);
    while !stop.load(Ordering::Relaxed) {
        look.tick().await;
    }
}
