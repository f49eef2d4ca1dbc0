/** What differs between two views of a table: whether the question, the position and the dice asked for are still the same. */
import { alike } from './dice';
import type { Placed } from './geometry';
import type { Point, View } from './wire';

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

/** Where a piece went. */
export interface Way {
  id: string;
  from: Point;
  to: Point;
}

/** What others did leaves behind: pieces that fell where they stood, and the ways of those that moved. */
export interface Traces {
  fell: Placed[];
  moved: Way[];
}

/** How far a piece has to go to have moved, in its own widths. */
const MOVED = 0.25;

/** What moved between two pictures. */
export function moved(before: Placed[], now: Placed[]): Way[] {
  const there = new Map(before.map((placed) => [placed.thing.id, placed]));
  return now.flatMap(({ thing: { id, layer }, bounds, middle: to }) => {
    const from = there.get(id)?.middle;
    const wide = Math.min(bounds.right - bounds.left, bounds.bottom - bounds.top);
    return layer === 'pieces' && from && Math.hypot(to[0] - from[0], to[1] - from[1]) > MOVED * wide
      ? [{ id, from, to }]
      : [];
  });
}

/** What fell and what moved on the ground between two pictures: whatever lay beside it was not there yet. */
export function traces(before: Placed[], now: Placed[]): Traces {
  const left = new Set(now.map(({ thing }) => thing.id));
  const ground = now.filter(({ thing }) => thing.layer === 'ground').map(({ bounds }) => bounds);
  const stood = ([x, y]: Point) =>
    ground.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
  return {
    fell: before.filter(({ thing, middle }) => thing.layer === 'pieces' && !left.has(thing.id) && stood(middle)),
    moved: moved(before, now).filter(({ from }) => stood(from)),
  };
}
