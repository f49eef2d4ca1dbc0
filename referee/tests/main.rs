//! The program from outside, as one program of tests: what is typed at its prompt, and its server.

mod prompt;
#[cfg(feature = "serve")]
mod server;
