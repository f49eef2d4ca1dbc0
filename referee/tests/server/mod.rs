//! Tables and files over HTTP and sockets.

mod days;
mod editor;
mod faults;
mod guests;
mod killed;
mod referee;
mod sockets;
mod tables;
