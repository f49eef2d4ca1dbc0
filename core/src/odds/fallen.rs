//! Where one class of a roll leads: dice that fall again as the rules ask for them, classes of one case of several.

use super::Share;
use super::again::Class;
use super::classes::Outlook;
use super::enumerate::{At, NoOdds, Run, Shared};
use crate::dice::{DiceGroup, Face, RollRequest};
use crate::game::{Game, Observe, Pending};
use crate::ruling::Silent;
use std::hash::Hash;

/// The faces of one die that falls again.
struct Falling<'a> {
    /// The group it is of in the request.
    of: DiceGroup,
    /// As what it was asked for alone.
    alone: Option<DiceGroup>,
    left: &'a [Face],
}

impl Falling<'_> {
    /// Whether this die may be the one that is asked for: 2 if it surely is, 1 if it may be.
    fn fits(&self, asked: &DiceGroup) -> u8 {
        let like = |one: &DiceGroup| (one.seat, one.die, one.purpose);
        match self.alone {
            _ if self.left.is_empty() || like(&self.of) != like(asked) => 0,
            Some(alone) => 2 * u8::from(alone == *asked),
            None => 1,
        }
    }
}

impl<G: Game, O: Observe<G::Event> + Clone + Hash + Eq> Run<'_, G, O> {
    /// The position after dice that fall as one class does, and fall again as it does. Decisions may come
    /// between them; dice of one kind are one another's equals.
    pub fn fallen(
        &mut self,
        at: &At<G, O>,
        request: &RollRequest<G::Rule>,
        class: &Class,
        told: O,
    ) -> Result<At<G, O>, NoOdds> {
        let beyond = at.beyond | class.beyond;
        let mut after = At { state: at.state.clone(), told, beyond, thrown: None };
        self.game.resolve(&mut after.state, &class.faces, &mut after.told);
        if class.then.is_empty() {
            return Ok(after);
        }
        let each = request.groups.iter().flat_map(|group| vec![*group; group.count.into()]);
        let each: Vec<DiceGroup> = each.collect();
        let falling = class.then.iter().filter_map(|(place, faces)| {
            Some(Falling { of: *each.get(*place)?, alone: None, left: faces })
        });
        let mut falling: Vec<Falling> = falling.collect();
        while falling.iter().any(|die| !die.left.is_empty()) {
            match self.game.pending(&after.state, &mut Silent) {
                Pending::Choice(choice) => after = self.decided(&after, &choice)?,
                Pending::Roll(next) if next.dice() == 1 => {
                    let asked = next.groups.first().ok_or(NoOdds::Astray)?;
                    let die = falling.iter_mut().rev().max_by_key(|die| die.fits(asked));
                    let die = die.filter(|die| die.fits(asked) > 0).ok_or(NoOdds::Astray)?;
                    die.alone = Some(*asked);
                    let (face, left) = die.left.split_first().ok_or(NoOdds::Astray)?;
                    die.left = left;
                    self.game.resolve(&mut after.state, &[*face], &mut after.told);
                }
                _ => return Err(NoOdds::Astray),
            }
        }
        Ok(after)
    }

    /// What a roll leads to, weighed case by case; nothing where there are no cases.
    pub fn in_cases(
        &mut self,
        at: &At<G, O>,
        request: &RollRequest<G::Rule>,
        own: &Outlook,
        told: &O,
    ) -> Result<Option<Shared<G, O>>, NoOdds> {
        let mut led = Vec::new();
        for case in 0.. {
            let mut outlook = own.clone();
            if !self.lumping.in_case(&at.state, request, case, &mut outlook) {
                return Ok((case > 0).then_some(led));
            }
            let closed = self.closed(outlook)?;
            for class in &closed.classes {
                if !self.lumping.falls_in(&at.state, request, case, &class.lying()) {
                    continue;
                }
                self.count(led.len())?;
                let mut after = self.fallen(at, request, class, told.clone())?;
                self.lumping.renamed(&mut after.state);
                led.push((after, Share::whole().part(&class.rolls, &closed.whole)));
            }
        }
        Ok(None)
    }
}
