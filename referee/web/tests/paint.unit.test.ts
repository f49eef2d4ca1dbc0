import { describe, expect, it } from 'vitest';
import { Live } from '../src/edit/live.svelte';
import { initials } from '../src/edit/marks';
import { bodyOf, place } from '../src/geometry';
import { draw, prepare, type Colours, type Overlay } from '../src/paint';
import type { Drawn, Named, Picture, Point } from '../src/wire';

const COLOURS: Colours = {
  cloth: 'cloth',
  paper: 'paper',
  edge: 'edge',
  can: 'can',
  picked: 'picked',
  halo: 'halo',
  look: 'look',
};
const LAYERS = { groundText: true, pieceText: true, marks: true, pieces: true };
const NOTHING: Overlay = {
  can: [],
  places: [],
  picked: [],
  pickedPlaces: [],
  carried: null,
  hovered: null,
  focused: null,
  looked: [],
  answer: [],
  after: [],
};

interface Stroke {
  does: string;
  colour: string;
  centre: Point | null;
  words: string;
}

/** A brush that only writes down what it draws: discs with their middles, and words. */
function recorder(): { brush: CanvasRenderingContext2D; drawn: Stroke[] } {
  const drawn: Stroke[] = [];
  let centre: Point | null = null;
  let corners: Point[] = [];
  const state: Record<string, unknown> = {};
  const does: Record<string, (...all: never[]) => unknown> = {
    beginPath: () => (centre = null),
    // Of what is no disc, the middle between its first corner and its third.
    moveTo: (x: number, y: number) => (corners = [[x, y]]),
    lineTo: (x: number, y: number) => {
      corners.push([x, y]);
      if (corners.length === 3) centre = [(corners[0]![0] + x) / 2, (corners[0]![1] + y) / 2];
    },
    arc: (x: number, y: number) => (centre = [x, y]),
    fill: () => drawn.push({ does: 'fill', colour: String(state.fillStyle), centre, words: '' }),
    stroke: () => drawn.push({ does: 'stroke', colour: String(state.strokeStyle), centre, words: '' }),
    fillText: (words: string, x: number, y: number) =>
      drawn.push({ does: 'words', colour: String(state.fillStyle), centre: [x, y], words }),
    measureText: (words: string) => ({ width: words.length * 0.5 }),
  };
  const brush = new Proxy(state, {
    get: (_, name: string) => does[name] ?? state[name] ?? (() => undefined),
    set: (_, name: string, value) => {
      state[name] = value;
      return true;
    },
  });
  return { brush: brush as unknown as CanvasRenderingContext2D, drawn };
}

const disc = (x: number, y: number, radius: number, fill: string): Drawn => ({
  kind: 'circle',
  centre: [x, y],
  radius,
  fill,
  stroke: null,
  width: 0,
  dashed: false,
});
const words = (x: number, y: number, says: string): Drawn => ({
  kind: 'text',
  at: [x, y],
  size: 0.4,
  words: says,
  colour: '#ffffff',
});
const field: Drawn = {
  kind: 'polygon',
  points: [
    [-10, -10],
    [10, -10],
    [10, 10],
    [-10, 10],
  ],
  fill: '#008800',
  stroke: null,
  width: 0,
  dashed: false,
};
const named = (id: string, layer: string, shapes: Point): Named => ({
  id,
  layer,
  words: id,
  owner: null,
  part_of: null,
  badges: [],
  heights: [0, 1],
  shapes,
});
const picture = (shapes: Drawn[], things: Named[]): Picture => ({
  shapes_from: 0,
  things_from: 0,
  charts: [],
  shapes,
  things,
});

describe('a piece that was picked', () => {
  // Its markers are a larger disc than itself.
  const hurt = picture(
    [
      field,
      disc(0, 0, 0.45, '#c00000'),
      words(0, 0, 'fin'),
      disc(0.46, -0.36, 0.24, 'wounds'),
      words(0.46, -0.36, '-2'),
      disc(-0.46, 0.4, 0.6, 'markers'),
      words(-0.46, 0.4, '1 3'),
    ],
    [named('A1', 'ground', [0, 1]), named('finn', 'pieces', [1, 7])],
  );
  const [, finn] = place(hurt);

  it('has its badges drawn over the ring, and the tick where no badge is', () => {
    const { brush, drawn } = recorder();
    draw(
      brush,
      { width: 800, height: 600 },
      1,
      { x: 0, y: 0, scale: 30 },
      prepare(hurt, LAYERS),
      { ...NOTHING, picked: [finn!] },
      COLOURS,
    );
    const ring = drawn.findIndex(({ does, colour }) => does === 'stroke' && colour === 'picked');
    expect(drawn[ring]!.centre).toEqual([0, 0]);
    for (const badge of ['wounds', 'markers'])
      expect(drawn.findLastIndex(({ colour }) => colour === badge)).toBeGreaterThan(ring);
    expect(drawn.findLastIndex((one) => one.words === '-2')).toBeGreaterThan(ring);
    const [x, y] = drawn.findLast(({ does, colour }) => does === 'fill' && colour === 'picked')!.centre!;
    expect([x < 0, y < 0]).toEqual([true, true]);
  });

  it('is covered by no mark of where one may go', () => {
    const { brush, drawn } = recorder();
    const places: Overlay['places'] = [
      { at: [0.1, 0.1], sign: 0 },
      { at: [3, 0], sign: 0 },
    ];
    const camera = { x: 0, y: 0, scale: 30 };
    draw(brush, { width: 800, height: 600 }, 1, camera, prepare(hurt, LAYERS), { ...NOTHING, places }, COLOURS);
    const marks = drawn.filter(({ does, colour }) => does === 'fill' && colour === 'can');
    expect(marks.map(({ centre }) => Math.round(centre![0]))).toEqual([3]);
  });

  it('is its body, not what lies on it', () => {
    expect(bodyOf(finn!.shapes)).toBe(hurt.shapes[1]);
    expect(bodyOf([words(0, 0, 'x'), disc(0, 0, 1, 'a')])).toMatchObject({ fill: 'a' });
  });

  it('has no badge words where words are left out', () => {
    const { brush, drawn } = recorder();
    draw(
      brush,
      { width: 800, height: 600 },
      1,
      { x: 0, y: 0, scale: 30 },
      prepare(hurt, { ...LAYERS, pieceText: false }),
      { ...NOTHING, picked: [finn!] },
      COLOURS,
    );
    expect(drawn.some((one) => one.words === '-2')).toBe(false);
  });
});

it('what can be picked is marked beside its number, which is written over the tint', () => {
  const cell: Drawn = {
    kind: 'polygon',
    points: [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ],
    fill: '#008800',
    stroke: null,
    width: 0,
    dashed: false,
  };
  const heights = {
    name: 'heights',
    drawing: 'words',
    groups: [{ words: '4', colour: null, things: [0], shapes: [] }],
  };
  const scene = { ...picture([cell], [named('A1', 'ground', [0, 1])]), charts: [heights] };
  const marked = (charted: boolean) => {
    const { brush, drawn } = recorder();
    draw(
      brush,
      { width: 800, height: 600 },
      1,
      { x: 0, y: 0, scale: 40 },
      prepare(scene, LAYERS, new Set(), () => charted),
      { ...NOTHING, can: place(scene) },
      COLOURS,
    );
    return { drawn, at: drawn.findLast(({ does, colour }) => does === 'fill' && colour === 'can')!.centre! };
  };
  expect(marked(false).at).toEqual([1, 1]);
  const { at, drawn } = marked(true);
  expect(Math.hypot(at[0] - 1, at[1] - 1)).toBeGreaterThan(0.5);
  expect(drawn.findLastIndex(({ words }) => words === '4')).toBeGreaterThan(
    drawn.findIndex(({ colour }) => colour === 'can'),
  );
});

describe('names', () => {
  const piece = (x: number, y: number, name: string): Drawn[] => [disc(x, y, 0.5, '#c00000'), words(x, y, name)];
  function written(
    shapes: Drawn[],
    ids: string[],
    overlay: (all: ReturnType<typeof place>) => Partial<Overlay>,
    x = 0,
  ): Stroke[] {
    const things = ids.map((id, n) => named(id, 'pieces', [1 + 2 * n, 3 + 2 * n]));
    const scene = picture([field, ...shapes], things);
    const { brush, drawn } = recorder();
    // So small that names are written larger, beside their pieces.
    draw(
      brush,
      { width: 200, height: 200 },
      1,
      { x, y: 0, scale: 10 },
      prepare(scene, LAYERS),
      { ...NOTHING, ...overlay(place(scene)) },
      COLOURS,
    );
    return drawn.filter(({ does, colour }) => does === 'words' && colour === 'look');
  }

  it('on a small screen lie over no other piece, but that of what was picked is written in any case', () => {
    // Others stand all around the middle one.
    const column = [
      ...piece(0, 0, 'mid'),
      ...piece(0, -1.4, 'top'),
      ...piece(0, 1.4, 'low'),
      ...piece(-1.4, 0, 'one'),
      ...piece(1.4, 0, 'two'),
    ];
    const ids = ['mid', 'top', 'low', 'one', 'two'];
    const plainly = written(column, ids, () => ({}));
    expect(plainly.map((one) => one.words)).not.toContain('mid');
    const picked = written(column, ids, (all) => ({ picked: [all.find(({ thing }) => thing.id === 'mid')!] }));
    expect(picked.map((one) => one.words)).toContain('mid');
  });

  it('of small pieces that stand together are that of their group, unless one of them matters by itself', () => {
    const small = (x: number, name: string): Drawn[] => [disc(x, 0, 0.3, '#c00000'), words(x, 0, name)];
    const names = (overlay: (all: ReturnType<typeof place>) => Partial<Overlay>) => {
      const things = ['r1', 'r2'].map((id, n) => ({ ...named(id, 'pieces', [1 + 2 * n, 3 + 2 * n]), part_of: 'reds' }));
      const scene = picture([field, ...small(-2, 're1'), ...small(2, 're2')], things);
      const { brush, drawn } = recorder();
      const laid = { ...NOTHING, ...overlay(place(scene)) };
      draw(brush, { width: 200, height: 200 }, 1, { x: 0, y: 0, scale: 10 }, prepare(scene, LAYERS), laid, COLOURS);
      return drawn.filter(({ does, colour }) => does === 'words' && colour === 'look').map((one) => one.words);
    };
    expect(names(() => ({}))).toEqual(['reds']);
    expect(names((all) => ({ can: all }))).toEqual(['reds']);
    expect(names((all) => ({ picked: all.slice(0, 1) }))).toEqual(['re1', 're2']);
  });

  it('on a small screen leave open where one may go next', () => {
    const cell = (x: number, y: number): Drawn => ({
      kind: 'polygon',
      points: [
        [x - 0.9, y - 0.9],
        [x + 0.9, y - 0.9],
        [x + 0.9, y + 0.9],
        [x - 0.9, y + 0.9],
      ],
      fill: '#008800',
      stroke: null,
      width: 0,
      dashed: false,
    });
    const around: [number, number][] = [
      [-2, 0],
      [2, 0],
      [0, -2],
      [0, 2],
    ];
    const cells = around.map(([x, y]) => cell(x, y));
    const things = cells.map((_, n) => named(`cell ${n}`, 'ground', [n, n + 1]));
    const scene = picture([...cells, ...piece(0, 0, 'ann')], [...things, named('ann', 'pieces', [4, 6])]);
    const names = (overlay: (all: ReturnType<typeof place>) => Partial<Overlay>) => {
      const { brush, drawn } = recorder();
      const over = { ...NOTHING, ...overlay(place(scene)) };
      draw(brush, { width: 200, height: 200 }, 1, { x: 0, y: 0, scale: 10 }, prepare(scene, LAYERS), over, COLOURS);
      return drawn.filter(({ does, words }) => does === 'words' && words === 'ann');
    };
    const can = (all: ReturnType<typeof place>) => all.filter(({ thing }) => thing.layer === 'ground');
    const larger = (all: ReturnType<typeof names>) => all.filter(({ colour }) => colour === 'look').length;
    expect(larger(names(() => ({})))).toBe(1);
    expect(larger(names((all) => ({ can: can(all) })))).toBe(0);
    expect(larger(names((all) => ({ can: can(all), picked: all.slice(-1) })))).toBe(1);
  });

  it('on a small screen stand beside their pieces where above and below others do', () => {
    const [mid] = written(
      [...piece(0, 0, 'mid'), ...piece(0, -1.4, 'top'), ...piece(0, 1.4, 'low')],
      ['mid', 'top', 'low'],
      () => ({}),
    ).filter((one) => one.words === 'mid');
    expect(Math.abs(mid!.centre![0])).toBeGreaterThan(0.5);
  });

  it('do not run over the edge of a small screen', () => {
    const [name] = written(piece(-9.8, 0, 'a-long-name'), ['a-long-name'], () => ({}));
    expect(name!.centre![0] - 11 * 0.25).toBeGreaterThanOrEqual(-10);
  });

  it('beside pieces are written after all pieces', () => {
    const [ann, bea] = [
      [disc(0, 0, 0.5, 'ann'), words(0, 0.9, 'ann')],
      [disc(0, 1, 0.5, 'bea'), words(0, 1.9, 'bea')],
    ];
    const scene = picture([field, ...ann, ...bea], [named('ann', 'pieces', [1, 3]), named('bea', 'pieces', [3, 5])]);
    const { brush, drawn } = recorder();
    draw(brush, { width: 900, height: 600 }, 1, { x: 0, y: 0, scale: 30 }, prepare(scene, LAYERS), NOTHING, COLOURS);
    expect(drawn.findIndex((one) => one.words === 'ann')).toBeGreaterThan(
      drawn.findIndex(({ colour }) => colour === 'bea'),
    );
  });
});

describe('a unit that is held', () => {
  it('stands in the middle of its cell, which is marked, as long as the answer does not show it', () => {
    const grid = {
      outline: [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
      ],
      middles: [
        [0, 0],
        [3, 0],
      ],
    };
    const live = new Live({
      grid,
      sketch: { units: [{ name: 'mimring' }], questions: [{ name: 'los', places: 2 }] },
    } as never);
    live.first = [0.4, 0.3];
    live.over = [2.8, -0.2];
    expect(live.tokens().map(({ at }) => at)).toEqual([
      [0, 0],
      [3, 0],
    ]);
    expect([live.cells(), live.pictured]).toEqual([
      [
        [0, 0],
        [3, 0],
      ],
      false,
    ]);
    live.reply = { shapes: [disc(0, 0, 1, 'a')] } as never;
    expect(live.pictured).toBe(true);
  });

  it('is told by letters, not by a number that its name begins with', () => {
    expect(['10th-regiment-of-foot', 'mimring', '4th-massachusetts-line', 'A 1'].map(initials)).toEqual([
      'RF',
      'MI',
      'ML',
      'A',
    ]);
  });
});
