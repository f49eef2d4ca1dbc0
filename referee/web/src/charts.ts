/** Lays charts over a picture: what is tinted, and what is written where. */
import { boundsOf, largest } from './geometry';
import type { Chart, Drawn, Named, Picture, Point } from './wire';

/** Charts as they are drawn, before the shape of a number: over the ground, under the pieces. */
export interface Laid {
  under: number;
  tints: { shape: Drawn; colour: string }[];
  /** What shapes of the ground are filled with instead, by their numbers. */
  fills: Map<number, string>;
  words: { at: Point; size: number; words: string; id: string }[];
}

/** How much lighter or darker than most of the ground it gets with each level above or below, and at most. */
const SHADE = 0.15;
const MOST_SHADE = 0.5;

/** Whether a chart writes numbers alone, such as heights: those are read before anything else is known of a board. */
export const counts = ({ drawing, groups }: Chart) =>
  drawing === 'words' && groups.length > 0 && groups.every(({ words }) => /^-?\d+(\.\d+)?$/.test(words));

/** Whether a chart is drawn where nobody chose: signs that belong to the picture, and heights. */
export const atFirst = (chart: Chart) => chart.drawing === 'shapes' || counts(chart);

/** How far each number of a chart of numbers is from light or dark: most of the ground keeps its colour. */
function shades(chart: Chart): Map<string, number> {
  if (!counts(chart)) return new Map();
  const levels = chart.groups.map(({ words }) => Number(words)).sort((one, other) => one - other);
  const usual = chart.groups.reduce((most, group) => (group.things.length > most.things.length ? group : most));
  const from = levels.indexOf(Number(usual.words));
  return new Map(chart.groups.map(({ words }) => [words, (levels.indexOf(Number(words)) - from) * SHADE]));
}

/** A colour, lighter by a share of what it is from white, or darker by a share of itself; as it is where it is told otherwise than by six digits. */
export function shaded(colour: string, by: number): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return colour;
  const share = Math.min(Math.abs(by), MOST_SHADE);
  const end = by < 0 ? 0 : 255;
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return `#${parts
    .map((part) =>
      Math.round(part + (end - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** How wide a letter is, beside its height. */
const LETTER = 0.6;

/** Charts laid over the things of a picture that are `shown`. */
export function lay(scene: Picture, charts: Chart[], shown: (thing: Named) => boolean): Laid {
  const laid: Laid = { under: scene.shapes.length, tints: [], fills: new Map(), words: [] };
  if (charts.length === 0) return laid;
  for (const { layer, shapes } of scene.things)
    if (layer === 'pieces') laid.under = Math.min(laid.under, shapes[0] ?? 0);
  const lines = new Map<number, string[]>();
  for (const chart of charts) {
    const shade = shades(chart);
    for (const { words, colour, things } of chart.groups) {
      const by = shade.get(words) ?? 0;
      for (const n of things) {
        const thing = scene.things[n];
        if (!thing || !shown(thing)) continue;
        lines.set(n, [...(lines.get(n) ?? []), words]);
        const shape = largest(scene.shapes.slice(thing.shapes[0], thing.shapes[1]));
        if (chart.drawing === 'tint' && shape && colour) laid.tints.push({ shape, colour });
        if (by !== 0 && shape?.kind === 'polygon' && shape.fill)
          laid.fills.set(scene.shapes.indexOf(shape, thing.shapes[0]), shaded(shape.fill, by));
      }
    }
  }
  for (const [n, all] of lines)
    write(laid, scene.things[n]!.id, scene.shapes.slice(scene.things[n]!.shapes[0], scene.things[n]!.shapes[1]), all);
  return laid;
}

/** Writes lines on a thing: in its middle, or below what is written there. */
function write(laid: Laid, id: string, shapes: Drawn[], lines: string[]) {
  const shape = largest(shapes);
  const box = shape && boundsOf([shape]);
  if (!box) return;
  const [wide, tall] = [box.right - box.left, box.bottom - box.top];
  const middle: Point = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const texts = shapes.filter((one): one is Drawn & { kind: 'text' } => one.kind === 'text');
  const [own] = texts;
  /** What is written about the middle already. */
  const low = texts
    .filter(({ at, size }) => Math.abs(at[1] - middle[1]) < 2 * size && Math.abs(at[1] - middle[1]) < 0.3 * tall)
    .sort((one, other) => other.at[1] - one.at[1])[0];
  const longest = Math.max(...lines.map((line) => line.length));
  const most = own ? 2 * own.size : 0.3 * tall;
  const size = Math.min(most, (0.55 * tall) / lines.length, (0.9 * wide) / (longest * LETTER));
  const top = low ? low.at[1] + 0.6 * low.size + size / 2 : middle[1] - ((lines.length - 1) * size * 1.05) / 2;
  lines.forEach((words, line) => laid.words.push({ at: [middle[0], top + line * size * 1.05], size, words, id }));
}
