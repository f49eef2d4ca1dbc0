/** What differs between two views of a table: whether the question, the position and the dice asked for are still the same. */
import { alike } from './dice';
import type { View } from './wire';

/** Whether both views ask the same and offer the same: then picks half made are kept. */
export function sameQuestion(before: View, now: View): boolean {
  const [old, fresh] = [before.offers.actions, now.offers.actions];
  const { seats: _old, ...asked } = { seats: null, ...before.asked };
  const { seats: _now, ...asks } = { seats: null, ...now.asked };
  return (
    before.yours &&
    now.yours &&
    JSON.stringify(asked) === JSON.stringify(asks) &&
    old.length === fresh.length &&
    old.every((action, n) => action.says === fresh[n]?.says)
  );
}

/** Whether what is on the table may be another than before: notes alone change nothing there. */
export function isOtherPosition(before: View, now: View): boolean {
  return now.after - before.after !== now.notes.length - before.notes.length || now.counted !== before.counted;
}

/** Whether what fell so far fell for the dice that are asked for now. */
export function samePad(before: View | null, now: View): boolean {
  const [old, fresh] = [before?.asked, now.asked];
  if (!before || old?.kind !== 'roll' || fresh.kind !== 'roll') return false;
  return !isOtherPosition(before, now) && old.rule === fresh.rule && alike(old.groups, fresh.groups);
}
