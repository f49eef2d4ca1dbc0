//! Builds the program anew when the data or the scenarios that are embedded in it change.

fn main() {
    println!("cargo:rerun-if-changed=../data");
    println!("cargo:rerun-if-changed=../tests/scenarios");
}
