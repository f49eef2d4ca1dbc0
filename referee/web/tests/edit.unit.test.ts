import { describe, expect, it, vi } from 'vitest';
import { oneAtATime } from '../src/latest';
import {
  cellAt,
  cellBeside,
  cellBeyond,
  cellsBetween,
  change,
  difference,
  footprint,
  isOutside,
  renamed,
  sideAt,
  sized,
  snapped,
} from '../src/edit/plan';
import type { Grid, Point } from '../src/wire';

const wide = Math.sqrt(3);
const cell = (column: number, row: number): Point => [wide * (column + (row & 1) / 2), 1.5 * row];
const around: Point[] = [
  [0, -1],
  [wide / 2, -0.5],
  [wide / 2, 0.5],
  [0, 1],
  [-wide / 2, 0.5],
  [-wide / 2, -0.5],
];
const grid: Grid = {
  middles: [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((column) => cell(column, row))),
  outline: around,
  brushes: [
    {
      id: 'two',
      name: '2 hexes',
      steps: [
        [
          [0, 0],
          [wide, 0],
        ],
        [
          [0, 0],
          [wide / 2, 1.5],
        ],
      ],
    },
  ],
};

describe('cells', () => {
  it('are those a point is in', () => {
    expect(cellAt(grid, [wide + 0.3, 0.2])).toEqual(cell(1, 0));
    expect(cellAt(grid, [-5, 0])).toBeNull();
  });
  it('lie beside each other in four ways, of which each leads back', () => {
    const near = (point: Point | null) => point?.map((value) => Number(value.toFixed(3)));
    for (const from of [cell(1, 1), cell(2, 2)]) {
      for (const [there, back] of [
        [
          [1, 0],
          [-1, 0],
        ],
        [
          [0, 1],
          [0, -1],
        ],
        [
          [0, -1],
          [0, 1],
        ],
      ] as [Point, Point][]) {
        const beside = cellBeside(grid, from, there)!;
        expect(near(beside)).not.toEqual(near(from));
        expect(near(cellBeside(grid, beside, back))).toEqual(near(from));
      }
    }
    expect(near(cellBeside(grid, cell(1, 1), [0, 1]))).toEqual(near(cell(1, 2)));
    expect(cellBeside(grid, cell(0, 0), [0, -1])).toBeNull();
  });
  it('are gone over without gaps', () => {
    expect(cellsBetween(grid, cell(0, 0), cell(3, 0))).toEqual([cell(0, 0), cell(1, 0), cell(2, 0), cell(3, 0)]);
  });
  it('are gone over without gaps where none is offered yet', () => {
    const one: Grid = { ...grid, middles: [cell(0, 0)] };
    const near = (cells: Point[]) => cells.map((point) => point.map((value) => Number(value.toFixed(3))));
    expect(near(cellsBetween(one, cell(0, 0), cell(5, 0), cellBeyond))).toEqual(
      near([0, 1, 2, 3, 4, 5].map((column) => cell(column, 0))),
    );
    expect(near([cellBeyond(one, [wide * 2 + 0.3, 3.2])!, cellBeyond(one, [-wide, 0.2])!])).toEqual(
      near([cell(2, 2), cell(-1, 0)]),
    );
    // Cells that are offered are those of the grid.
    expect(cellBeyond(grid, [wide + 0.3, 0.2])).toBe(grid.middles[1]);
    expect(cellBeyond({ ...grid, middles: [] }, [0, 0])).toBeNull();
  });
  it('are covered by a shape, as it is turned', () => {
    expect(footprint(grid, cell(0, 0), 'two', 0)).toEqual([cell(0, 0), cell(1, 0)]);
    expect(footprint(grid, cell(0, 0), 'two', 3)).toEqual([cell(0, 0), cell(0, 1)]);
    expect(footprint(grid, cell(1, 1), null, 0)).toEqual([cell(1, 1)]);
  });
  it('have sides', () => {
    expect(sideAt(grid, [wide * 0.45, 0])).toEqual([around[1], around[2]]);
  });
  it('lie outside left of a map and above it', () => {
    expect([cell(-1, 0), cell(0, -1), cell(0, 0)].map(isOutside)).toEqual([true, true, false]);
  });
});

describe('sizes', () => {
  it('are told as they are drawn', () => {
    expect(
      sized(
        'rect',
        [
          [1, 1],
          [13, 9],
        ],
        'inches',
      ),
    ).toBe('12 x 8 inches');
    expect(
      sized(
        'disc',
        [
          [0, 0],
          [3, 4],
        ],
        'cm',
      ),
    ).toBe('radius 5 cm');
    expect(
      sized(
        'line',
        [
          [0, 0],
          [3, 4],
          [3, 10],
        ],
        'cm',
      ),
    ).toBe('6, in all 11 cm');
    expect(sized('line', [[0, 0]], 'cm')).toBe('');
  });
  it('are rounded', () => {
    expect(snapped([1.26, 3.1], 0.5)).toEqual([1.5, 3]);
    expect(snapped([0.1 + 0.2, 7], 0.1)).toEqual([0.3, 7]);
  });
});

describe('texts', () => {
  it('become others by the smallest change', () => {
    expect(change('a b c', 'a b c')).toBeNull();
    expect(change('a b c', 'a X c')).toEqual({ from: 2, to: 3, insert: 'X' });
    expect(change('aaa', 'aaaa')).toEqual({ from: 3, to: 3, insert: 'a' });
    expect(change('', 'new')).toEqual({ from: 0, to: 0, insert: 'new' });
  });
  it('differ in some lines', () => {
    expect(difference('one\ntwo\nthree', 'one\n2\n2b\nthree')).toEqual({ line: 2, mine: ['two'], theirs: ['2', '2b'] });
  });
});

describe('what is asked one at a time', () => {
  it('is asked once more for all that came meanwhile, and is done when nothing is left', async () => {
    const answers: (() => void)[] = [];
    const ask = oneAtATime(() => new Promise((done) => answers.push(done)));
    const all = Promise.all([ask(), ask(), ask()]);
    expect(answers.length).toBe(1);
    answers[0]!();
    await vi.waitUntil(() => answers.length === 2);
    answers[1]!();
    await all;
    expect(answers.length).toBe(2);
    void ask();
    expect(answers.length).toBe(3);
  });
});

describe('a text whose file has another name', () => {
  it('is called as the file where it was called as the file before', () => {
    const text = "# battlefield: a\ngame: g\nbattlefield: 'a' # ours\nnotes: a\n";
    expect(renamed(text, 'battlefield', 'maps/a.yaml', 'maps/b c.yaml')).toBe(text.replace("'a' #", "'b c' #"));
    expect(renamed(text, 'battlefield', 'other.yaml', 'b.yaml')).toBe(text);
    expect(renamed('house_rules: a.b\r\n', 'house_rules', 'a.b.yaml', 'c.yaml')).toBe('house_rules: c\r\n');
    expect(renamed('house_rules: axb\n', 'house_rules', 'a.b.yaml', 'c.yaml')).toBe('house_rules: axb\n');
    expect(renamed('scenario: a\n', 'table', 'a.yaml', 'b.yaml')).toBe('scenario: a\n');
  });
});
