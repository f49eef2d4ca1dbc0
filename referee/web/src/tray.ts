/** Sorts the things of a picture that is no table into places, groups and pieces, for lists that a small screen can show. */
import type { Bounds, Placed } from './geometry';
import { largest } from './geometry';
import type { Drawn } from './wire';

/** Something with what belongs to it. */
export interface Heap {
  own: Placed;
  parts: Heap[];
}

/** Everything by what it is a part of; what is part of nothing that is shown stands by itself. */
export function heaps(placed: Placed[]): Heap[] {
  const all = new Map(placed.map((own) => [own.thing.id, { own, parts: [] } as Heap]));
  const roots: Heap[] = [];
  for (const heap of all.values()) {
    const whole = heap.own.thing.part_of;
    const within = whole && whole !== heap.own.thing.id ? all.get(whole) : undefined;
    (within?.parts ?? roots).push(heap);
  }
  return roots;
}

/** The least height of letters that is read at arm's length, in pixels. */
export const LEAST = 12;

/** How much room is left around a thing, beside its width. */
const RIM = 0.05;

/** A thing by itself: what is drawn of it, and the words that stand beside it or would be too small within it. */
export interface Chip {
  shapes: Drawn[];
  box: [number, number, number, number];
  captions: string[];
}

/** What is shown of the plan around something: left, top, width and height. */
export function boxAround({ left, top, right, bottom }: Bounds): Chip['box'] {
  const rim = RIM * Math.max(right - left, 1e-6);
  return [left - rim, top - rim, right - left + 2 * rim, bottom - top + 2 * rim];
}

/** A thing drawn so many pixels wide. */
export function chip({ shapes, bounds }: Placed, wide: number): Chip {
  const solid = largest(shapes);
  const { left, top, right, bottom } = bounds;
  const box = boxAround(bounds);
  const scale = wide / box[2];
  const captions: string[] = [];
  const kept = shapes.filter((shape) => {
    if (shape.kind !== 'text') return true;
    const [x, y] = shape.at;
    const inside = solid !== undefined && x >= left && x <= right && y >= top && y <= bottom;
    // A single number in a corner says again what stands elsewhere.
    if (inside && shape.size * scale >= LEAST) return true;
    if (shape.words.trim().length > 1) captions.push(shape.words);
    return false;
  });
  return { shapes: kept, box, captions };
}
