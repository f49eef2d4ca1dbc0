//! How many tables one address may open: so many at once, and others as time goes by.

use super::listening::Peer;
use super::problem::Problem;
use axum::extract::{ConnectInfo, Request};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Tables that one address may open at once.
const AT_ONCE: u32 = 30;
/// How long it takes until it may open one more.
const ONE_MORE: Duration = Duration::from_secs(4);
/// Addresses that are remembered; then those are forgotten that may open as many as anybody.
const MOST_ADDRESSES: usize = 10_000;

/// Who opened how many tables lately.
#[derive(Clone, Default)]
pub struct Openings {
    /// When each will have been idle for long enough to be like anybody else.
    even: Arc<Mutex<HashMap<IpAddr, Instant>>>,
}

impl Openings {
    /// Lets an opening pass, unless its address opened too many. Whoever sits at this machine opens as many as they
    /// like.
    pub async fn limited(self, request: Request, next: Next) -> Response {
        let stranger = stranger(&request);
        match stranger.and_then(|address| self.too_many(address, Instant::now())) {
            Some(wait) => {
                let says = format!(
                    "too many tables were opened from your address: try again in {} seconds",
                    wait.as_secs() + 1
                );
                Problem::new(StatusCode::TOO_MANY_REQUESTS, says).into_response()
            }
            None => next.run(request).await,
        }
    }

    /// Counts an opening, or tells how long to wait.
    fn too_many(&self, address: IpAddr, now: Instant) -> Option<Duration> {
        let mut even = self.even.lock().unwrap_or_else(PoisonError::into_inner);
        if even.len() >= MOST_ADDRESSES {
            even.retain(|_, at| *at > now);
        }
        let at = even.get(&address).copied().filter(|at| *at > now).unwrap_or(now);
        let over = (at + ONE_MORE).checked_duration_since(now + ONE_MORE * AT_ONCE);
        match over.filter(|over| !over.is_zero()) {
            Some(over) => Some(over),
            None => {
                even.insert(address, at + ONE_MORE);
                None
            }
        }
    }
}

/// The address of whoever asks from elsewhere: behind a proxy on this machine, the one that the proxy tells.
fn stranger(request: &Request) -> Option<IpAddr> {
    let ConnectInfo(Peer(peer)) = request.extensions().get::<ConnectInfo<Peer>>()?;
    if !peer.ip().is_loopback() {
        return Some(peer.ip());
    }
    let told = request.headers().get("x-forwarded-for")?.to_str().ok()?;
    told.rsplit(',').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn so_many_at_once_and_others_as_time_goes_by() {
        let (openings, now) = (Openings::default(), Instant::now());
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        for _ in 0..AT_ONCE {
            assert_eq!(openings.too_many(one, now), None);
        }
        assert_eq!(openings.too_many(one, now), Some(ONE_MORE));
        assert_eq!(openings.too_many(other, now), None);
        assert_eq!(openings.too_many(one, now + ONE_MORE), None);
        assert_eq!(openings.too_many(one, now + ONE_MORE), Some(ONE_MORE));
    }

    #[test]
    fn only_strangers_are_counted() {
        let from = |peer: &str, told: Option<&str>| {
            let mut request = Request::new(Body::empty());
            let peer = Peer(peer.parse().expect("an address"));
            request.extensions_mut().insert(ConnectInfo(peer));
            if let Some(told) = told {
                request.headers_mut().insert("x-forwarded-for", told.parse().expect("a header"));
            }
            stranger(&request).map(|address| address.to_string())
        };
        assert_eq!(from("127.0.0.1:7", None), None);
        assert_eq!(from("10.0.0.9:7", None).as_deref(), Some("10.0.0.9"));
        // What a stranger claims to be counts only where a proxy of this machine says so.
        assert_eq!(from("10.0.0.9:7", Some("10.0.0.1")).as_deref(), Some("10.0.0.9"));
        let told = from("127.0.0.1:7", Some("1.2.3.4, 10.0.0.1"));
        assert_eq!(told.as_deref(), Some("10.0.0.1"));
    }
}
