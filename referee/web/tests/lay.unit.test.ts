import { describe, expect, it } from 'vitest';
import { atFirst, counts, lay, shaded } from '../src/charts';
import { besideOf, boundsOf, place } from '../src/geometry';
import { prepare } from '../src/paint';
import { tidy } from '../src/tidy';
import { chip, heaps } from '../src/tray';
import { STEPS, turnedPicture, turnedPoint } from '../src/turn';
import type { Chart, Drawn, Named, Picture, Point } from '../src/wire';

const square = (left: number, top: number, wide: number, tall = wide): Drawn => ({
  kind: 'polygon',
  points: [
    [left, top],
    [left + wide, top],
    [left + wide, top + tall],
    [left, top + tall],
  ],
  fill: '#ffffff',
  stroke: null,
  width: 0,
  dashed: false,
});
const words = (x: number, y: number, size: number, text: string): Drawn => ({
  kind: 'text',
  at: [x, y],
  size,
  words: text,
  colour: '#000000',
});
const disc = (x: number, y: number, radius: number): Drawn => ({
  kind: 'circle',
  centre: [x, y],
  radius,
  fill: '#ff0000',
  stroke: null,
  width: 0,
  dashed: false,
});
const thing = (id: string, layer: string, shapes: [number, number], more: Partial<Named> = {}): Named => ({
  id,
  layer,
  shapes,
  words: id,
  owner: null,
  part_of: null,
  badges: [],
  heights: [0, 1],
  ...more,
});
const picture = (shapes: Drawn[], things: Named[], charts: Chart[] = []): Picture => ({
  shapes_from: 0,
  shapes,
  things_from: 0,
  things,
  charts,
});

describe('a turned picture', () => {
  const scene = picture(
    [
      square(0, 0, 4, 2),
      words(2, 0.4, 0.5, 'mill'),
      disc(8, 1, 1),
      words(8, -0.5, 0.5, 'ann'),
      square(11, 0, 4, 1),
      words(13, 0.5, 0.8, 'a label'),
    ],
    [thing('mill', 'ground', [0, 2]), thing('ann', 'pieces', [2, 4])],
  );
  const close = ([x, y]: Point, [a, b]: Point) => expect(Math.hypot(x - a, y - b)).toBeLessThan(1e-9);

  it('lies as the table does after so many steps, and comes back', () => {
    const quarter = turnedPicture(scene, STEPS / 4);
    const mill = boundsOf([quarter.shapes[0]!])!;
    expect([mill.right - mill.left, mill.bottom - mill.top].map(Math.round)).toEqual([2, 4]);
    close(turnedPoint(turnedPoint([3, 5], 5), STEPS - 5), [3, 5]);
    expect(turnedPicture(scene, STEPS)).toBe(scene);
  });

  it('keeps words where they are on what they are written on, and labels upright', () => {
    const quarter = turnedPicture(scene, STEPS / 4);
    const [mill, ann] = place(quarter);
    const at = (n: number) => (quarter.shapes[n] as Drawn & { kind: 'text' }).at;
    close(at(1), [mill!.middle[0], mill!.middle[1] - 0.6]);
    close(at(3), [ann!.middle[0], ann!.middle[1] - 1.5]);
    const label = boundsOf([quarter.shapes[4]!])!;
    expect([label.right - label.left, label.bottom - label.top].map(Math.round)).toEqual([4, 1]);
    close(at(5), [(label.left + label.right) / 2, (label.top + label.bottom) / 2]);
  });
});

describe('charts', () => {
  const scene = picture(
    [square(0, 0, 2), square(2, 0, 2), disc(1, 1, 0.5)],
    [thing('one', 'ground', [0, 1]), thing('two', 'ground', [1, 2]), thing('ann', 'pieces', [2, 3])],
  );
  const heights: Chart = {
    name: 'heights',
    drawing: 'words',
    groups: [
      { words: '3', colour: null, things: [0], shapes: [] },
      { words: '12', colour: null, things: [1], shapes: [] },
    ],
  };
  const zones: Chart = {
    name: 'zones',
    drawing: 'tint',
    groups: [{ words: 'B', colour: '#0000ff', things: [1], shapes: [] }],
  };

  it('are laid over the ground and under the pieces, line under line', () => {
    const laid = lay(scene, [heights, zones], () => true);
    expect(laid.under).toBe(2);
    expect(laid.tints).toEqual([{ shape: scene.shapes[1], colour: '#0000ff' }]);
    expect(laid.words.map(({ words }) => words)).toEqual(['3', '12', 'B']);
    const [, above, below] = laid.words;
    expect(above!.at[1]).toBeLessThan(below!.at[1]);
  });

  it('of numbers are there at first, and shade the ground by level: what most of it is keeps its colour', () => {
    const three = picture(
      [square(0, 0, 2), square(2, 0, 2), square(4, 0, 2), square(6, 0, 2)],
      ['a', 'b', 'c', 'd'].map((id, n) => thing(id, 'ground', [n, n + 1])),
    );
    const levels: Chart = {
      name: 'heights',
      drawing: 'words',
      groups: [
        ['3', [0]],
        ['1', [1, 2]],
        ['0', [3]],
      ].map(([words, things]) => ({ words, things, colour: null, shapes: [] }) as Chart['groups'][number]),
    };
    expect([...lay(three, [levels], () => true).fills]).toEqual([
      [0, '#ffffff'],
      [3, '#d9d9d9'],
    ]);
    expect([
      counts(levels),
      counts(heights),
      counts(zones),
      counts({ ...levels, groups: [{ ...levels.groups[0]!, words: 'grass' }] }),
    ]).toEqual([true, true, false, false]);
    expect([heights, zones, { ...zones, drawing: 'shapes' } as Chart].map(atFirst)).toEqual([true, false, true]);
    expect([shaded('#808080', 0.15), shaded('#808080', -9), shaded('red', 1)]).toEqual(['#939393', '#404040', 'red']);
    // It is in the picture that is drawn, and not in what is picked.
    expect(
      prepare(three, { groundText: true, pieceText: true, marks: true, pieces: true }, new Set(), () => true).shapes,
    ).toEqual(three.shapes);
    const drawn = prepare(
      { ...three, charts: [levels] },
      { groundText: true, pieceText: true, marks: true, pieces: true },
      new Set(),
      atFirst,
    );
    expect(drawn.shapes.map((shape) => (shape.kind === 'polygon' ? shape.fill : ''))).toEqual([
      '#ffffff',
      '#ffffff',
      '#ffffff',
      '#d9d9d9',
    ]);
  });

  it('leave out what is not shown', () => {
    expect(lay(scene, [heights], ({ id }) => id === 'one').words.map(({ words }) => words)).toEqual(['3']);
  });
});

describe('what is written on pieces', () => {
  it('is a row beneath it where a badge has many letters, and leaves the name to be read', () => {
    const scene = picture(
      [
        disc(0, 0, 0.45),
        words(0, 0, 0.38, 'ta1'),
        disc(-0.46, 0.4, 0.6),
        words(-0.46, 0.4, 0.28, '1 2 3 X'),
        disc(0.46, -0.36, 0.2),
        words(0.46, -0.36, 0.28, '-2'),
      ],
      [thing('tarn 1', 'pieces', [0, 6])],
    );
    const { shapes } = tidy(scene, false);
    const row = boundsOf([shapes[2]!])!;
    expect(row.top).toBeGreaterThan(0.2);
    expect([row.left + row.right, (shapes[3] as { at: Point }).at[0]].map((x) => Math.abs(x) < 1e-9)).toEqual([
      true,
      true,
    ]);
    // A few letters stay on their disc.
    expect(shapes.slice(4)).toEqual(scene.shapes.slice(4));
  });

  it('are names that cover neither each other nor other pieces, on an open table', () => {
    const near = picture(
      [disc(0, 0, 0.5), words(0, -1, 0.9, 'hedda'), disc(0.5, -1, 0.5), words(0.5, -2, 0.9, 'gurth')],
      [thing('hedda', 'pieces', [0, 2]), thing('gurth', 'pieces', [2, 4])],
    );
    expect(tidy(near, false).shapes).toEqual(near.shapes);
    const { shapes } = tidy(near, true);
    expect(shapes[1]).toMatchObject({ at: [0, 1.04] });
    expect(shapes[3]).toEqual(near.shapes[3]);
  });

  it('is told where it covers least of what can be chosen', () => {
    const [size, area] = [
      { width: 100, height: 40 },
      { width: 600, height: 400 },
    ];
    expect(besideOf([300, 200], 20, size, area, [[300, 200]])).toEqual([250, 140]);
    expect(
      besideOf([300, 200], 20, size, area, [
        [300, 150],
        [300, 200],
      ]),
    ).toEqual([250, 220]);
    expect(
      besideOf([300, 200], 20, size, area, [
        [300, 150],
        [300, 240],
        [300, 200],
      ]),
    ).toEqual([320, 180]);
    // At the edge it stays within.
    expect(besideOf([5, 5], 20, size, area, [[5, 5]])).toEqual([6, 25]);
  });
});

describe('a tray', () => {
  const die = (id: string, part: string) => thing(id, 'pieces', [2, 5], { part_of: part });
  const scene = picture(
    [square(0, 0, 3), square(4, 0, 9, 2), square(5, 0.2, 1), words(5.5, 0.7, 0.6, '3'), words(5.5, 1.5, 0.3, 'ash')],
    [
      thing('hill', 'ground', [0, 1]),
      thing('A at hill', 'ground', [1, 2], { part_of: 'hill', owner: 0 }),
      die('ash 1', 'A at hill'),
    ],
  );

  it('holds what lies where', () => {
    const [hill, ...more] = heaps(place(scene));
    expect(more).toEqual([]);
    expect([hill!.own.thing.id, hill!.parts[0]!.own.thing.id, hill!.parts[0]!.parts[0]!.own.thing.id]).toEqual([
      'hill',
      'A at hill',
      'ash 1',
    ]);
  });

  it('writes nothing that is too small to be read', () => {
    const ash = place(scene).at(-1)!;
    const { shapes, captions } = chip(ash, 54);
    expect(shapes.filter(({ kind }) => kind === 'text')).toHaveLength(1);
    expect(captions).toEqual(['ash']);
    expect(chip(ash, 10).shapes.filter(({ kind }) => kind === 'text')).toHaveLength(0);
  });
});
