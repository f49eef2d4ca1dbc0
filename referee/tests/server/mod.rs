//! Tables and files over HTTP and sockets.

mod armies;
mod days;
mod dice;
mod editor;
mod faults;
mod guests;
mod killed;
mod lines;
mod referee;
mod seals;
mod sockets;
mod tables;
