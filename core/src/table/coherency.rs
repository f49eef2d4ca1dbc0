//! Connected parts of a group: who is linked to whom, directly or through others.

/// The connected parts of things numbered from 0, each in ascending order, the parts by their
/// first number. `linked` is asked once for each pair, the smaller number first.
pub fn chains(count: usize, linked: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut part: Vec<usize> = (0..count).collect();
    for second in 1..count {
        for first in 0..second {
            let (a, b) = (part[first], part[second]);
            if linked(first, second) && a != b {
                let (low, high) = (a.min(b), a.max(b));
                part.iter_mut().filter(|of| **of == high).for_each(|of| *of = low);
            }
        }
    }
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for of in 0..count {
        let members: Vec<usize> = (0..count).filter(|at| part[*at] == of).collect();
        if !members.is_empty() {
            chains.push(members);
        }
    }
    chains
}
