//! Builds the game anew when a file is put to its data or scenarios, or taken away.

fn main() {
    println!("cargo::rerun-if-changed=data");
    println!("cargo::rerun-if-changed=tests/scenarios");
}
