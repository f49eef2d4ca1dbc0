/** Lays what is written on pieces so that it covers neither their names nor one another. */
import { bodyOf, boundsOf, hits, type Bounds } from './geometry';
import type { Drawn, Picture, Point } from './wire';

type Words = Drawn & { kind: 'text' };

/** How wide a letter is, and the room at the ends of a row of them, beside their height. */
const LETTER = 0.5;
const ENDS = 0.7;
/** A badge of so many letters is a row: a disc around them would be larger than its piece. */
const ROW = 3;

/** A picture with its badges in rows and, on an open table, with names where there is room for them. */
export function tidy(scene: Picture, open: boolean): Picture {
  const shapes = [...scene.shapes];
  rows(scene, shapes);
  if (open) spreadNames(scene, shapes);
  return { ...scene, shapes };
}

/** A badge of many letters lies beneath its piece, as high as a letter. */
function rows({ things }: Picture, shapes: Drawn[]) {
  for (const {
    layer,
    shapes: [from = 0, to = 0],
  } of things) {
    if (layer !== 'pieces') continue;
    const own = shapes.slice(from, to);
    const body = bodyOf(own);
    const box = body && boundsOf([body]);
    const name = own.findIndex(({ kind }) => kind === 'text');
    if (!box || name < 0) continue;
    own.forEach((disc, n) => {
      const words = own[n + 1];
      if (n < name || disc.kind !== 'circle' || words?.kind !== 'text' || words.words.length < ROW) return;
      const half: Point = [((words.words.length * LETTER + ENDS) * words.size) / 2, 0.62 * words.size];
      const [x, y] = [(box.left + box.right) / 2, box.bottom + 0.7 * half[1]];
      shapes[from + n] = {
        kind: 'polygon',
        points: pill([x, y], half),
        fill: disc.fill ?? null,
        stroke: disc.stroke ?? null,
        width: disc.width,
        dashed: disc.dashed,
      };
      shapes[from + n + 1] = { ...words, at: [x, y] };
    });
  }
}

/** A row with its corners cut. */
function pill([x, y]: Point, [wide, tall]: Point): Point[] {
  const cut = tall * 0.6;
  return [
    [x - wide + cut, y - tall],
    [x + wide - cut, y - tall],
    [x + wide, y - tall + cut],
    [x + wide, y + tall - cut],
    [x + wide - cut, y + tall],
    [x - wide + cut, y + tall],
    [x - wide, y + tall - cut],
    [x - wide, y - tall + cut],
  ];
}

const boxOf = ({ words, size }: Words, [x, y]: Point): Bounds => {
  const half = (words.length * size * LETTER) / 2;
  return { left: x - half, right: x + half, top: y - size / 2, bottom: y + size / 2 };
};
const meets = (one: Bounds, other: Bounds) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** Names that stand beside what they name go where they cover least: where they are, else above, below, right or left of it. */
function spreadNames({ things }: Picture, shapes: Drawn[]) {
  const names: { n: number; words: Words; box: Bounds }[] = [];
  const taken: Bounds[] = [];
  const ranked = ['pieces', 'marks', 'ground'].flatMap((layer) => things.filter((thing) => thing.layer === layer));
  for (const {
    layer,
    shapes: [from = 0, to = 0],
  } of ranked) {
    const own = shapes.slice(from, to);
    const body = bodyOf(own);
    const box = body && body.kind !== 'text' && body.fill ? boundsOf([body]) : null;
    const at = own.findIndex(({ kind }) => kind === 'text');
    const name = own[at];
    const beside = layer !== 'ground' && body && box && name?.kind === 'text' && !hits(body, name.at[0], name.at[1], 0);
    if (beside) names.push({ n: from + at, words: name, box });
    if (layer !== 'ground' && box) taken.push(box);
    own.forEach((shape, n) => shape.kind === 'text' && !(beside && n === at) && taken.push(boxOf(shape, shape.at)));
  }
  for (const { n, words, box } of names) {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const aside = (words.words.length * words.size * LETTER) / 2 + 0.25 * words.size;
    const ways: Point[] = [
      words.at,
      [x, box.top - 0.6 * words.size],
      [x, box.bottom + 0.6 * words.size],
      [box.right + aside, y],
      [box.left - aside, y],
    ];
    const covers = (at: Point) => taken.filter((other) => meets(boxOf(words, at), other)).length;
    const at = ways.reduce((best, way) => (covers(way) < covers(best) ? way : best));
    taken.push(boxOf(words, at));
    shapes[n] = { ...words, at };
  }
}
