/** Lays charts over a picture: what is tinted, and what is written where. */
import { boundsOf, largest } from './geometry';
import type { Chart, Drawn, Named, Picture, Point } from './wire';

/** Charts as they are drawn, before the shape of a number: over the ground, under the pieces. */
export interface Laid {
  under: number;
  tints: { shape: Drawn; colour: string }[];
  words: { at: Point; size: number; words: string }[];
}

/** How wide a letter is, beside its height. */
const LETTER = 0.6;

/** Charts laid over the things of a picture that are `shown`. */
export function lay(scene: Picture, charts: Chart[], shown: (thing: Named) => boolean): Laid {
  const laid: Laid = { under: scene.shapes.length, tints: [], words: [] };
  if (charts.length === 0) return laid;
  for (const { layer, shapes } of scene.things) if (layer === 'pieces') laid.under = Math.min(laid.under, shapes[0] ?? 0);
  const lines = new Map<number, string[]>();
  for (const { drawing, groups } of charts) {
    for (const { words, colour, things } of groups) {
      for (const n of things) {
        const thing = scene.things[n];
        if (!thing || !shown(thing)) continue;
        lines.set(n, [...(lines.get(n) ?? []), words]);
        const shape = largest(scene.shapes.slice(thing.shapes[0], thing.shapes[1]));
        if (drawing === 'tint' && shape && colour) laid.tints.push({ shape, colour });
      }
    }
  }
  for (const [n, all] of lines) write(laid, scene.shapes.slice(scene.things[n]!.shapes[0], scene.things[n]!.shapes[1]), all);
  return laid;
}

/** Writes lines on a thing: in its middle, or below what is written there. */
function write(laid: Laid, shapes: Drawn[], lines: string[]) {
  const shape = largest(shapes);
  const box = shape && boundsOf([shape]);
  if (!box) return;
  const [wide, tall] = [box.right - box.left, box.bottom - box.top];
  const middle: Point = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const texts = shapes.filter((one): one is Drawn & { kind: 'text' } => one.kind === 'text');
  const [own] = texts;
  /** What is written about the middle already. */
  const low = texts.filter(({ at, size }) => Math.abs(at[1] - middle[1]) < 2 * size && Math.abs(at[1] - middle[1]) < 0.3 * tall).sort((one, other) => other.at[1] - one.at[1])[0];
  const longest = Math.max(...lines.map((line) => line.length));
  const most = own ? 2 * own.size : 0.3 * tall;
  const size = Math.min(most, (0.55 * tall) / lines.length, (0.9 * wide) / (longest * LETTER));
  const top = low ? low.at[1] + 0.6 * low.size + size / 2 : middle[1] - ((lines.length - 1) * size * 1.05) / 2;
  lines.forEach((words, line) => laid.words.push({ at: [middle[0], top + line * size * 1.05], size, words }));
}
