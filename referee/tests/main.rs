//! The program from outside, as one program of tests: what is typed at its prompt, and its server.

mod prompt;
#[cfg(feature = "serve")]
mod server;

/// The program under test; another build of it where `UMPIRE` names one.
fn program() -> String {
    std::env::var("UMPIRE").unwrap_or_else(|_| env!("CARGO_BIN_EXE_umpire").to_string())
}

/// How often it is killed: so often, or as often as `UMPIRE_TEST_KILLS` says.
fn kills(few: u64) -> u64 {
    std::env::var("UMPIRE_TEST_KILLS").ok().and_then(|it| it.parse().ok()).unwrap_or(few)
}
