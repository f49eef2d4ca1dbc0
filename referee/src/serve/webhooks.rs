//! Who is waited for, told to addresses outside: only at hosts that whoever runs the server lists.

use super::problem::Problem;
use crate::console;
use axum::http::Uri;
use serde::Serialize;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;
use ureq::Agent;
use ureq::config::Config;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

/// The longest address.
const LONGEST: usize = 500;
/// News that wait to be told at most; of more, some are lost.
const MOST_WAITING: usize = 1_000;
/// How long an address may take to listen.
const PATIENCE: Duration = Duration::from_secs(10);

/// What an address is told: nothing that a spectator may not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct News {
    /// The table's name in addresses.
    pub table: String,
    /// The battle.
    pub title: String,
    /// What is waited for, in a sentence.
    pub says: String,
    /// The names of the seats that are waited for.
    pub waits_for: Vec<String>,
    /// How many inputs count.
    pub counted: usize,
    /// Whether the game is over.
    pub over: bool,
}

/// News in the words that chat programs read, too: `content`, `text`.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    news: &'a News,
    content: &'a str,
    text: &'a str,
}

/// Tells news to addresses outside.
pub struct Webhooks {
    hosts: Arc<Vec<String>>,
    waiting: Option<SyncSender<(String, News)>>,
}

impl Webhooks {
    /// Tells them at these hosts, and at none besides.
    pub fn new(hosts: Vec<String>) -> Webhooks {
        let hosts = Arc::new(hosts);
        let waiting = (!hosts.is_empty()).then(|| {
            let (sender, waiting) = sync_channel(MOST_WAITING);
            let agent = agent(Arc::clone(&hosts));
            std::thread::spawn(move || tell_all(&agent, &waiting));
            sender
        });
        Webhooks { hosts, waiting }
    }

    /// The hosts that may be called.
    pub fn hosts(&self) -> &[String] {
        &self.hosts
    }

    /// Whether an address may be called.
    ///
    /// # Errors
    /// Where it may not, and who could let it be.
    pub fn check(&self, address: &str) -> Result<(), Problem> {
        let read: Option<Uri> = address.parse().ok().filter(|_| address.len() <= LONGEST);
        let web = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https"));
        let read = read.filter(web).and_then(|uri| Some(uri.authority()?.clone()));
        let Some(at) = read.filter(|at| !at.as_str().contains('@')) else {
            let says = format!("`{address}` is no address such as https://example.org/hook");
            return Err(Problem::says(says));
        };
        match is_listed(&self.hosts, at.host()) {
            true => Ok(()),
            false => Err(Problem::forbidden(format!(
                "this server does not call `{}`: whoever runs it may allow that with \
                 `--webhook-host {}`",
                at.host(),
                at.host()
            ))),
        }
    }

    /// Tells news to an address, as soon as it can.
    pub fn tell(&self, address: &str, news: News) {
        if let Some(waiting) = self.waiting.as_ref().filter(|_| self.check(address).is_ok()) {
            // Whoever is not told looks at the table; a play by days does not wait for a chat program.
            let _lost = waiting.try_send((address.to_string(), news));
        }
    }
}

fn is_listed(hosts: &[String], host: &str) -> bool {
    hosts.iter().any(|listed| listed.eq_ignore_ascii_case(host))
}

fn agent(hosts: Arc<Vec<String>>) -> Agent {
    let config = Config::builder()
        .timeout_global(Some(PATIENCE))
        .max_redirects(0)
        .http_status_as_error(true)
        .proxy(None)
        .build();
    let resolver = Public { hosts, within: DefaultResolver::default() };
    Agent::with_parts(config, DefaultConnector::default(), resolver)
}

fn tell_all(agent: &Agent, waiting: &Receiver<(String, News)>) {
    for (address, news) in waiting {
        let told = Told { content: &news.says, text: &news.says, news: &news };
        if let Err(fault) = agent.post(&address).send_json(&told) {
            // The address may hold a secret of its host: only the table is named.
            console::log(&format!("the webhook of table {} failed: {fault}", news.table));
        }
    }
}

/// Finds hosts, and refuses those that are in a private network without being listed as such.
#[derive(Debug)]
struct Public {
    hosts: Arc<Vec<String>>,
    within: DefaultResolver,
}

impl Resolver for Public {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.within.resolve(uri, config, timeout)?;
        let host = uri.host().unwrap_or_default();
        let bare = host.trim_matches(['[', ']']);
        // Whoever lists an address, or this machine, means it.
        let meant = bare.parse::<IpAddr>().is_ok() || bare.eq_ignore_ascii_case("localhost");
        let hidden = found.iter().any(|address| is_private(address.ip()));
        match is_listed(&self.hosts, host) && (meant || !hidden) {
            true => Ok(found),
            false => Err(ureq::Error::HostNotFound),
        }
    }
}

/// Whether an address is not one of the public internet.
fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(it) => {
            let [first, second, ..] = it.octets();
            let shared = Ipv4Addr::new(first, second & 0xc0, 0, 0) == Ipv4Addr::new(100, 64, 0, 0);
            let special = it.is_loopback() || it.is_private() || it.is_link_local();
            special || shared || it.is_broadcast() || it.is_multicast() || first == 0
        }
        IpAddr::V6(it) => {
            let first = it.segments()[0];
            let local = first & 0xfe00 == 0xfc00 || first & 0xffc0 == 0xfe80;
            it.is_loopback() || it.is_unspecified() || it.is_multicast() || local
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{TcpListener, TcpStream};

    #[test]
    fn only_listed_hosts_are_called() {
        let webhooks = Webhooks::new(vec!["hooks.example.org".into()]);
        let says = |address: &str| webhooks.check(address).map_err(|it| it.fault.says);
        assert_eq!(says("https://hooks.example.org/a?b=c"), Ok(()));
        assert_eq!(says("https://HOOKS.example.org:8443/"), Ok(()));
        for wrong in
            ["", "hooks.example.org", "ftp://hooks.example.org/", "https://a@hooks.example.org/"]
        {
            assert!(says(wrong).is_err_and(|says| says.contains("is no address")), "{wrong}");
        }
        for other in ["https://example.org/", "http://127.0.0.1:8017/", "http://[::1]/"] {
            assert!(says(other).is_err_and(|says| says.contains("--webhook-host")), "{other}");
        }
        assert!(Webhooks::new(Vec::new()).check("https://hooks.example.org/").is_err());
    }

    #[test]
    fn private_addresses_are_told_from_public_ones() {
        let private = |text: &str| is_private(text.parse().expect("an address"));
        let inside = ["127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "100.64.0.1"];
        let inside =
            inside.iter().chain(&["0.0.0.0", "::1", "fe80::1", "fd00::1", "::ffff:10.0.0.1"]);
        inside.for_each(|address| assert!(private(address), "{address}"));
        for address in ["1.1.1.1", "100.63.0.1", "100.128.0.1", "2606:4700::1111"] {
            assert!(!private(address), "{address}");
        }
    }

    /// What one request to this machine says.
    fn heard(mut stream: TcpStream) -> String {
        let mut lines = BufReader::new(stream.try_clone().expect("a stream"));
        let mut length = 0;
        loop {
            let mut line = String::new();
            lines.read_line(&mut line).expect("a line");
            if let Some(told) = line.to_lowercase().strip_prefix("content-length:") {
                length = told.trim().parse().expect("a number");
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        lines.read_exact(&mut body).expect("a body");
        stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").expect("an answer");
        String::from_utf8(body).expect("text")
    }

    #[test]
    fn an_address_is_told_who_is_waited_for() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/hook", listener.local_addr().expect("an address"));
        let webhooks = Webhooks::new(vec!["127.0.0.1".into()]);
        let news = News {
            table: "abc".into(),
            title: "Duel".into(),
            says: "B decides".into(),
            waits_for: vec!["B".into()],
            counted: 4,
            over: false,
        };
        webhooks.tell("http://127.0.0.2/hook", news.clone());
        webhooks.tell(&address, news);
        let body = heard(listener.accept().expect("a caller").0);
        let said: serde_json::Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(said["content"], "B decides");
        assert_eq!(said["waits_for"], serde_json::json!(["B"]));
    }
}
