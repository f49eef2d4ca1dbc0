//! Sealed decisions put right: one of them is read anew, the others stay as they are.

use super::shown::to_value;
use crate::host::{Hosted, Slip};
use crate::session::Session;
use crate::transcript::Sealed;

impl<G: Hosted> Session<G> {
    /// Sealed decisions of a position with one of them as it is typed; where several decided, the line names whose it is:
    /// `B: ACTION`.
    pub(super) fn sealed_again(
        &self,
        before: &G::State,
        sealed: &[Sealed],
        text: &str,
    ) -> Result<Vec<Sealed>, Slip> {
        let name = |one: &Sealed| self.game.seat_name(one.seat);
        let named = text.split_once(':').and_then(|(said, rest)| {
            let is_it = |one: &&Sealed| name(one).eq_ignore_ascii_case(said.trim());
            Some((sealed.iter().find(is_it)?, rest.trim()))
        });
        let only = || match sealed {
            [only] => Some((only, text)),
            _ => None,
        };
        let (old, text) = named.or_else(only).ok_or_else(|| {
            let forms: Vec<_> =
                sealed.iter().map(|one| format!("`{}: ACTION`", name(one))).collect();
            Slip::new(format!("say whose decision is put right: {}", forms.join(" or ")))
        })?;
        let action = to_value(&self.game.parse(before, old.seat, text)?);
        let closed =
            || Slip::new("this decision is sealed: only whoever can open it puts it right");
        let new = old.instead(action).ok_or_else(closed)?;
        let kept = |one: &Sealed| if one.seat == new.seat { new.clone() } else { one.clone() };
        Ok(sealed.iter().map(kept).collect())
    }
}
