//! Blast markers of shooting, and how those on a stronghold are shared by who is inside (EA-9.1, EA-6.6).

use crate::edition::BlastMarkerSplit;
use crate::event::Event;
use crate::game::EaHeresy;
use crate::rule::Rule;
use crate::state::{FormationNo, PieceNo, State};
use smallvec::SmallVec;
use umpire_core::game::Observe;

impl EaHeresy {
    /// Puts blast markers on a formation without asking yet whether it breaks; one that is broken
    /// already suffers at once (EA-7.4, EA-9.3.2).
    pub(crate) fn lay_markers<O: Observe<Event>>(
        &self,
        state: &mut State,
        formation: FormationNo,
        count: u8,
        rule: Rule,
        out: &mut O,
    ) {
        if count == 0 || state.members(formation).next().is_none() {
            return;
        }
        if state.formation(formation).broken {
            self.mark(state, formation, count, rule, out);
            return;
        }
        let record = state.formation_mut(formation);
        record.markers = record.markers.saturating_add(count);
        let (now, change) = (record.markers, i16::from(count));
        out.tell(|| Event::Marked { formation, change, now, rule });
    }

    /// How blast markers on a stronghold fall on the formations inside (EA-6.6.3, EA-6.6.4).
    pub(crate) fn share_markers(
        &self,
        state: &State,
        piece: PieceNo,
        count: u8,
    ) -> SmallVec<[(FormationNo, u8); 4]> {
        let mut shares: SmallVec<[(FormationNo, u8); 4]> =
            self.formations_in(state, piece).into_iter().map(|it| (it, 0)).collect();
        if shares.is_empty() {
            return shares;
        }
        let larger = |formation: FormationNo| std::cmp::Reverse(self.size(state, formation));
        let level = self.edition.bm_split == BlastMarkerSplit::Level;
        for _ in 0..count {
            // Ruling: among formations of equal markers and size the first of its side's list.
            let least = shares.iter_mut().min_by_key(|(formation, share)| {
                let before = if level { state.formation(*formation).markers } else { 0 };
                (before.saturating_add(*share), larger(*formation), *formation)
            });
            if let Some((_, share)) = least {
                *share = share.saturating_add(1);
            }
        }
        shares.retain(|(_, share)| *share > 0);
        shares
    }

    /// Puts blast markers on the formations inside a stronghold and sees whether they break
    /// (EA-6.6.2); an empty one takes none (EA-6.6.5).
    pub(crate) fn mark_stronghold<O: Observe<Event>>(
        &self,
        state: &mut State,
        piece: PieceNo,
        count: u8,
        rule: Rule,
        out: &mut O,
    ) {
        for (formation, share) in self.share_markers(state, piece, count) {
            self.mark(state, formation, share, rule, out);
        }
    }
}
