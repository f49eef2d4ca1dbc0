//! Connections: how many there are at once, in all and of one address, and how long one is kept that says nothing.

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// Connections at once, where the system gives as many descriptors.
const MOST: usize = 12_000;
/// Descriptors that are kept for files and for what the server calls itself.
const KEPT: usize = 128;
/// Connections at once of one address that is not this machine. All who come by a proxy in the network have one.
const MOST_OF_ONE: usize = 1_024;
/// How long a connection may say nothing at first.
const UNASKED: Duration = Duration::from_secs(20);
/// How long one may later say nothing and be told nothing; whoever looks on answers a sign every two seconds.
const SILENT: Duration = Duration::from_secs(120);

/// A door with so many places behind it: who finds none waits, as long as silent ones are kept at most.
pub(super) struct Listening {
    listener: TcpListener,
    places: Arc<Semaphore>,
    of_one: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Listening {
    /// Listens, with as many places as the system has descriptors for.
    pub(super) fn of(listener: TcpListener) -> Listening {
        let most = descriptors().map_or(MOST, |all| all.saturating_sub(KEPT).clamp(16, MOST));
        Listening { listener, places: Arc::new(Semaphore::new(most)), of_one: Arc::default() }
    }
}

/// How many descriptors this process may have, once it has asked for as many as it may.
#[cfg(unix)]
fn descriptors() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = maximum.map_or(65_536, |most| most.min(65_536));
    let has_them = current.is_none_or(|current| current >= wanted)
        || setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }).is_ok();
    let now = if has_them { wanted } else { current? };
    usize::try_from(now).ok()
}

#[cfg(not(unix))]
fn descriptors() -> Option<usize> {
    None
}

impl Listener for Listening {
    type Io = Connection<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection<TcpStream>, SocketAddr) {
        loop {
            let place = Arc::clone(&self.places).acquire_owned().await;
            let (stream, peer) = Listener::accept(&mut self.listener).await;
            if let Some(one) = OfOne::counted(&self.of_one, peer.ip()) {
                return (Connection::of(stream, (place.ok(), Some(one))), peer);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Whence a request came.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer(pub(super) SocketAddr);

impl Connected<IncomingStream<'_, Listening>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Listening>) -> Peer {
        Peer(*stream.remote_addr())
    }
}

/// One of the connections of an address, as long as there is one.
struct OfOne {
    all: Arc<Mutex<HashMap<IpAddr, usize>>>,
    address: IpAddr,
}

impl OfOne {
    /// Counts one more; nothing where there are too many.
    fn counted(all: &Arc<Mutex<HashMap<IpAddr, usize>>>, address: IpAddr) -> Option<OfOne> {
        let mut counts = all.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= MOST_OF_ONE && !address.is_loopback() {
            return None;
        }
        *count += 1;
        Some(OfOne { all: Arc::clone(all), address })
    }
}

impl Drop for OfOne {
    fn drop(&mut self) {
        let mut counts = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// A connection that ends by itself where nothing is said.
pub(super) struct Connection<S> {
    stream: S,
    ends: Pin<Box<Sleep>>,
    _place: (Option<OwnedSemaphorePermit>, Option<OfOne>),
}

impl<S> Connection<S> {
    fn of(stream: S, place: (Option<OwnedSemaphorePermit>, Option<OfOne>)) -> Connection<S> {
        let ends = Box::pin(tokio::time::sleep(UNASKED));
        Connection { stream, ends, _place: place }
    }

    /// Something was said or told.
    fn lives(&mut self) {
        self.ends.as_mut().reset(Instant::now() + SILENT);
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Connection<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_read(context, into) {
            Poll::Ready(read) => {
                self.lives();
                Poll::Ready(read)
            }
            Poll::Pending => {
                ready!(self.ends.as_mut().poll(context));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Connection<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes));
        self.lives();
        Poll::Ready(written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write_vectored(context, parts));
        self.lives();
        Poll::Ready(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    #[tokio::test(start_paused = true)]
    async fn who_says_nothing_is_not_kept() {
        let (mut far, near) = duplex(64);
        let mut near = Connection::of(near, (None, None));
        let begun = Instant::now();
        let mut read = [0; 8];
        let fault = near.read(&mut read).await.expect_err("nothing was said");
        assert_eq!((fault.kind(), begun.elapsed()), (io::ErrorKind::TimedOut, UNASKED));
        // Whoever says something, or is told something, has longer.
        far.write_all(b"GET").await.expect("it is open");
        assert_eq!(near.read(&mut read).await.expect("what was said"), 3);
        for answer in ["", "200"] {
            near.write_all(answer.as_bytes()).await.expect("an answer");
            let answered = Instant::now();
            assert!(near.read(&mut read).await.is_err());
            assert_eq!(answered.elapsed(), SILENT);
            near.lives();
        }
    }

    #[test]
    fn an_address_has_so_many_connections_and_this_machine_any_number() {
        let all = Arc::default();
        let (far, here) = (IpAddr::from([192, 0, 2, 7]), IpAddr::from([127, 0, 0, 1]));
        let mut open: Vec<_> = (0..MOST_OF_ONE).map(|_| OfOne::counted(&all, far)).collect();
        assert!(open.iter().all(Option::is_some) && OfOne::counted(&all, far).is_none());
        let near: Vec<_> = (0..=MOST_OF_ONE).map(|_| OfOne::counted(&all, here)).collect();
        assert!(near.iter().all(Option::is_some));
        open.pop();
        assert!(OfOne::counted(&all, far).is_some());
        drop((open, near));
        assert!(all.lock().expect("no panic").is_empty());
    }
}
