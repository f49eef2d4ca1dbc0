import { describe, expect, it } from 'vitest';
import { addressed, momentIn } from '../src/address';
import { besides, fit, spread, toPlan, toScreen, zoom } from '../src/camera';
import { add, alike, buttons, example, missing, none, remove, told } from '../src/dice';
import { counts, drawing, pips, rolled } from '../src/faces';
import { newIn } from '../src/chat';
import { basesOf, boundsOf, floorsOf, inside, largest, nearest, place, towards, under } from '../src/geometry';
import { fewer, type Held } from '../src/held';
import { backoff, splice } from '../src/live';
import {
  bars,
  blanks,
  brief,
  briefs,
  editionNamed,
  filled,
  forHands,
  finds,
  inRuns,
  listed,
  namedFirst,
  ordered,
  otherGrounds,
  pathOnce,
  pieces,
  seedIn,
  titled,
  withoutForms,
  withoutInstead,
} from '../src/words';
import { Spots, Steady, Taps } from '../src/steady';
import type { DiceAsked, Drawn, Picture, Point, View } from '../src/wire';

describe('an address', () => {
  it('names a table or nothing', () => {
    expect(addressed('/t/ab12/k')).toEqual({ table: 'ab12', key: 'k' });
    expect(addressed('/')).toBeNull();
    expect(addressed('/t/ab12')).toBeNull();
    expect([momentIn('#at=12'), momentIn('#at=x'), momentIn('')]).toEqual([12, null, null]);
  });
});

describe('words', () => {
  it('say once what could be done instead', () => {
    const grounds = ['no: too far (X-1)', '  instead: go to A1', 'no: a wall (X-2)'];
    expect(withoutInstead(grounds, ['ann goes to A1'])).toEqual(['no: too far (X-1)', 'no: a wall (X-2)']);
    expect(withoutInstead(grounds, [])).toEqual(grounds);
  });

  it('have the rules in them taken out', () => {
    expect(pieces('+1: cover (SK-5.3) and more')).toEqual([
      { words: '+1: cover' },
      { rule: 'SK-5.3' },
      { words: ' and more' },
    ]);
    expect(pieces('a roll (of 3)')).toEqual([{ words: 'a roll (of 3)' }]);
    expect(pieces('aura (HS-7.7.8.aura)').at(-1)).toEqual({ rule: 'HS-7.7.8.aura' });
    expect(pieces('it ends (DD-U.2)')).toEqual([{ words: 'it ends' }, { rule: 'DD-U.2' }]);
  });

  it('have the rules they speak of taken out where they stand', () => {
    expect(pieces('SK-4.2  a target is in cover')).toEqual([
      { rule: 'SK-4.2', within: true },
      { words: '  a target is in cover' },
    ]);
    expect(pieces('by DD-14.13 to DD-U.2.')).toEqual([
      { words: 'by ' },
      { rule: 'DD-14.13', within: true },
      { words: ' to ' },
      { rule: 'DD-U.2', within: true },
      { words: '.' },
    ]);
    expect(pieces('EA-Heresy with a BT-7 and an ARMY-CARD')).toEqual([
      { words: 'EA-Heresy with a BT-7 and an ARMY-CARD' },
    ]);
  });

  it('as they are typed are told apart', () => {
    expect(pieces('say `go first` or not (A-1.2)')).toEqual([
      { words: 'say ' },
      { typed: 'go first' },
      { words: ' or not' },
      { rule: 'A-1.2' },
    ]);
    expect(pieces('a ` alone')).toEqual([{ words: 'a ` alone' }]);
  });

  it('of questions have their first gap filled', () => {
    expect(filled('reach FIGURE', 'ann')).toMatchObject({ line: 'reach ann', whole: true });
    expect(filled('los A B', 'ann')).toMatchObject({ line: 'los ann ', whole: false });
    expect(filled('los A B', null)).toMatchObject({ line: 'los ', whole: false });
    expect(filled('odds WHO hits WHOM [twice | outside]', 'ann')).toMatchObject({
      line: 'odds ann hits ',
      whole: false,
    });
    expect(filled('los A B', 'ann').shown).toBe('los ann B');
    expect(filled('zones [SIDE]', 'ann')).toMatchObject({ line: 'zones', whole: true });
    expect(filled('odds ARMY melee|missile', 'ann')).toMatchObject({ line: 'odds ann ', whole: false });
    expect(filled('where (x, y)', 'ann')).toMatchObject({ line: 'where ', whole: false });
  });

  it('of questions are words and gaps: for names, for places, for one of some words, for what has to be typed', () => {
    expect(blanks('odds ARMY melee|missile ARMY [--assume best|worst]')).toEqual([
      { words: 'odds' },
      { shown: 'ARMY', name: true },
      { shown: 'melee|missile', either: ['melee', 'missile'] },
      { shown: 'ARMY', name: true },
    ]);
    expect(blanks('where (x, y)')).toEqual([{ words: 'where' }, { shown: '(x, y)', place: true }]);
    expect(blanks('odds ACTION')).toEqual([{ words: 'odds' }, { shown: 'ACTION', typed: true }]);
    expect(blanks('spell SPELL', true)).toEqual([{ words: 'spell' }, { shown: 'SPELL', typed: true }]);
    expect(blanks('field SEAT ARMY-CARD')).toEqual([
      { words: 'field' },
      { shown: 'SEAT', name: true },
      { shown: 'ARMY-CARD', name: true },
    ]);
    expect(blanks('sees UNIT|STRONGHOLD, UNIT YES|NO').slice(1)).toEqual([
      { shown: 'UNIT|STRONGHOLD', name: true, comma: true },
      { shown: 'UNIT', name: true },
      { shown: 'YES|NO', name: true },
    ]);
    expect(blanks('odds 3 v 4').every((blank) => 'words' in blank)).toBe(true);
    const forms = [
      'place FIGURE at SPACE',
      'open door DOOR',
      'wounds door DOOR NUMBER',
      'dice DICE',
      'objective NUMBER SIDE',
      'FIGURE carries GLYPH',
      'glyph off SPACE',
      'end EFFECT',
    ];
    expect([...namedFirst(forms.map((usage) => ({ usage })))]).toEqual([
      ['FIGURE', 'place '],
      ['DOOR', 'open door '],
      ['EFFECT', 'end '],
    ]);
  });

  it('of places are no finer than a tenth', () => {
    expect(brief('ann to (94.607, -34.04)')).toBe('ann to (94.6, -34)');
    expect(brief('ann to (90, 8)')).toBe('ann to (90, 8)');
  });

  it('are cut where a line goes on with others', () => {
    expect(brief('a to X; b to Y; c to Z')).toBe('a to X, and 2 more');
    expect(brief('a to X')).toBe('a to X');
    expect(brief('put all at (1, 2), at (3, 4) turned, at (5.5, -6)')).toBe('put all at (1, 2), and 2 more');
    expect(brief('a via (1, 2) to (3, 4)')).toBe('a via (1, 2) to (3, 4)');
  });

  it('are cut only as far as each can be told from the others', () => {
    const lines = ['home a; far b; terrain 1', 'home a; far b; terrain 2', 'home c; far b; terrain 1'];
    expect([...briefs(lines).values()]).toEqual([
      'home a; far b; terrain 1',
      'home a; far b; terrain 2',
      'home c, and 2 more',
    ]);
  });

  it('say a ground once', () => {
    const says = 'Range 1 reaches adjacent figures only (HS-7.2.3)';
    expect(otherGrounds([`no: ${says}`, 'no: a wall (X-2)'], says)).toEqual(['no: a wall (X-2)']);
    expect(
      otherGrounds(['no: Range 1 reaches adjacent figures only (HS-7.2.3)'], 'Range 1 reaches adjacent figures only'),
    ).toEqual([]);
    expect(otherGrounds(['no: a wall (X-2)'], '')).toEqual(['no: a wall (X-2)']);
  });

  it('of faults name a field once', () => {
    expect(pathOnce('`strat`: unknown field `strat`')).toBe('unknown field `strat`');
    expect(pathOnce('`seats.A.cards[2]`: unknown card `fin`')).toBe('`seats.A.cards[2]`: unknown card `fin`');
    expect(pathOnce('expected `:`')).toBe('expected `:`');
  });

  it('ask whoever has buttons without telling how it is typed', () => {
    expect(
      [
        'A at home B: 4 magic to spend; `cast SPELL on TARGET`, `done` resolves it',
        'which? `pass` where none does',
      ].map(forHands),
    ).toEqual(['A at home B: 4 magic to spend', 'which? `pass` where none does']);
  });

  it('name an edition as people do', () => {
    expect([
      withoutForms('who sees whom (also between spaces: `los A1 F7 as CARD`)'),
      withoutForms('where it can go (and what it costs)'),
    ]).toEqual(['who sees whom', 'where it can go (and what it costs)']);
    expect(['annihilation', 'seed-2025-06', 'big-box'].map(editionNamed)).toEqual([
      'annihilation',
      'seed 2025-06',
      'big box',
    ]);
  });

  it('become bars where they tell shares', () => {
    const rows = [
      ['outcome', 'chance', 'exactly'],
      ['none', '75.00 %', '3/4'],
      ['one', '25.00 %', '1/4'],
    ];
    expect(bars({ rows })).toEqual([
      { label: 'none', share: 0.75, says: '75.00 %', exactly: '3/4' },
      { label: 'one', share: 0.25, says: '25.00 %', exactly: '1/4' },
    ]);
    const told = (rows: string[][]) => bars({ rows: [['what', 'chance'], ...rows] }).map(({ label }) => label);
    expect(
      told([
        ['ann falls', '6 %'],
        ['bob falls', '91 %'],
      ]),
    ).toEqual(['bob falls', 'ann falls']);
    // Numbers are read in their order.
    expect(
      told([
        ['0', '6 %'],
        ['1', '91 %'],
        ['2', '3 %'],
      ]),
    ).toEqual(['0', '1', '2']);
    // What is known to be no less is a share too.
    expect(
      bars({
        rows: [
          ['what', 'chance'],
          ['0 damage', 'at least 25.00 %'],
          ['1 damage', '3.00 %'],
        ],
      })[0],
    ).toEqual({ label: '0 damage', share: 0.25, says: 'at least 25.00 %', exactly: '' });
    expect(
      bars({
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
      }),
    ).toEqual([]);
    expect(bars({ rows: [] })).toEqual([]);
  });

  it('are listed, searched and titled', () => {
    expect(listed(['A', 'B', 'C'])).toBe('A, B and C');
    expect(inRuns(['A', 'B', 'B', 'A', 'A', 'A', 'C'])).toEqual(['A', 'B twice', 'A 3 times', 'C']);
    expect(inRuns([])).toEqual([]);
    expect(finds('hit BOB', 'ann hits bob')).toBe(true);
    expect(titled('tower-held')).toBe('Tower held');
  });
});

describe('a press', () => {
  it('does not fall on what came in the place of what was pressed', () => {
    const presses = new Steady();
    expect(presses.meant({ x: 10, y: 10, when: 0, puts: 0 })).toBe(true);
    // Nothing was put in: a double click on the same button.
    expect(presses.meant({ x: 11, y: 10, when: 90, puts: 0 })).toBe(true);
    // It was: presses that go on are not meant for what stands there now.
    expect(presses.meant({ x: 11, y: 12, when: 200, puts: 1 })).toBe(false);
    expect(presses.meant({ x: 11, y: 12, when: 400, puts: 1 })).toBe(false);
    expect(presses.meant({ x: 90, y: 12, when: 410, puts: 1 })).toBe(true);
    expect(presses.meant({ x: 90, y: 12, when: 1500, puts: 2 })).toBe(true);
  });
});

describe('a double tap', () => {
  it('is two on the same thing, at the same place, soon after one another', () => {
    const taps = new Taps();
    expect(taps.again({ x: 10, y: 10, when: 0, top: 'ann' })).toBe(false);
    expect(taps.again({ x: 12, y: 10, when: 200, top: 'ann' })).toBe(true);
    expect(taps.again({ x: 12, y: 10, when: 900, top: 'ann' })).toBe(false);
    expect(taps.again({ x: 60, y: 10, when: 1000, top: 'ann' })).toBe(false);
    // However near it lies, another thing is tapped once.
    expect(taps.again({ x: 62, y: 10, when: 1100, top: 'bea' })).toBe(false);
  });
});

describe('a spot that led to a place beside it', () => {
  it('means that place once more, as long as it waits to be confirmed', () => {
    const spots = new Spots();
    expect(spots.meant([10, 10], 'X1', null, 2)).toBe('X1');
    expect(spots.meant([12, 10], null, 'X1', 2)).toBe('X1');
    expect(spots.meant([15, 10], null, 'X1', 2)).toBe('X1');
    expect(spots.meant([20, 10], null, 'X1', 2)).toBeNull();
    expect(spots.meant([20, 10], null, 'X1', 2)).toBeNull();
    expect(spots.meant([20, 10], 'X2', null, 2)).toBe('X2');
    expect(spots.meant([20, 10], null, null, 2)).toBeNull();
    // What waits there is another by now.
    expect(spots.meant([20, 10], 'X2', null, 2)).toBe('X2');
    expect(spots.meant([20, 10], null, 'X3', 2)).toBeNull();
  });
});

describe('what is said at a table', () => {
  const said = (...words: string[]) => words.map((one) => ({ by: 'A', words: one }));

  it('is new after what was heard, though no more is kept than so many messages', () => {
    expect(newIn([], said('a', 'b'))).toBe(2);
    expect(newIn(said('a', 'b'), said('a', 'b'))).toBe(0);
    expect(newIn(said('a', 'b', 'c'), said('b', 'c', 'd'))).toBe(1);
    expect(newIn(said('ok'), said('ok', 'ok'))).toBe(1);
    expect(newIn(said('a', 'b'), said('x', 'y'))).toBe(2);
  });

  it('is known by the last of what was heard', () => {
    expect(newIn(said('c', 'd'), said('a', 'b', 'c', 'd', 'e'))).toBe(1);
  });
});

describe('tables that are remembered', () => {
  const table = (name: string, more: Partial<Held> = {}): Held => ({
    table: name,
    key: 'k',
    path: '',
    whose: '',
    title: '',
    game: '',
    when: 0,
    links: [{ key: 'x', path: '', whose: '' }],
    edited: null,
    over: '',
    ...more,
  });

  it('are forgotten where most is lost last: those of the editor first, then those without links for others', () => {
    const all = [
      table('played', { edited: 'a.yaml' }),
      table('new'),
      table('try', { edited: 'a.yaml' }),
      table('guest', { links: [] }),
      table('old'),
    ];
    const names = (most: number) => fewer(all, most).map((one) => one.table);
    expect(names(5)).toEqual(['played', 'new', 'try', 'guest', 'old']);
    expect(names(4)).toEqual(['played', 'new', 'guest', 'old']);
    expect(names(3)).toEqual(['played', 'new', 'old']);
    expect(names(2)).toEqual(['played', 'new']);
  });
});

describe('a seed', () => {
  it('is sent as it is typed, or not at all', () => {
    expect([seedIn(''), seedIn(' 7 '), seedIn('9007199254740991')]).toEqual([undefined, 7, 9007199254740991]);
    expect([seedIn('9007199254740993'), seedIn('-1'), seedIn('1e3')]).toEqual([null, null, null]);
  });
});

describe('a dice pad', () => {
  const groups: DiceAsked[] = [
    {
      seat: 0,
      by: 'A',
      die: 'd6',
      count: 2,
      says: 'attack',
      needs: '4+',
      faces: ['1', '2', '3', '4', '5', '6'],
      lies: [],
    },
    {
      seat: 1,
      by: 'B',
      die: 'shield die',
      count: 1,
      says: 'defense',
      needs: null,
      faces: ['x', 'x', 'o', ''],
      lies: [],
    },
  ];

  it('shows equal faces once', () => {
    expect(buttons(groups[1]!).map((face) => face.index)).toEqual([0, 2, 3]);
  });

  it('tells faces in the order asked for, and only when none is missing', () => {
    let fallen = none(groups);
    fallen = add(fallen, groups, 1, 2);
    fallen = add(fallen, groups, 0, 5);
    expect(missing(fallen, groups)).toBe(1);
    expect(told(fallen, groups)).toBeNull();
    fallen = add(fallen, groups, 0, 0);
    fallen = add(fallen, groups, 0, 3);
    expect(told(fallen, groups)).toEqual([5, 0, 2]);
    expect(told(remove(fallen, 0, 0), groups)).toBeNull();
  });

  it('keeps no more dice than were asked for, and the last face of an only one', () => {
    let fallen = none(groups);
    for (const face of [0, 1, 2]) fallen = add(fallen, groups, 0, face);
    for (const face of [0, 2]) fallen = add(fallen, groups, 1, face);
    expect(fallen).toEqual([[0, 1], [2]]);
  });

  it('knows the same question again', () => {
    expect(
      alike(
        groups,
        groups.map((group) => ({ ...group })),
      ),
    ).toBe(true);
    expect(alike(groups, groups.slice(1))).toBe(false);
  });
});

describe('a face of a die', () => {
  it('is drawn as a picture, or its letters, and how often it is there', () => {
    expect(drawing('4-save')).toEqual({ ...drawing('shield'), times: 4 });
    expect(drawing('skull').picture).toBeDefined();
    expect(drawing('blank')).toEqual({ letters: '', times: 1 });
    expect(drawing('17')).toEqual({ letters: '17', times: 1 });
    expect(drawing('4-trample')).toEqual({ letters: 'Tra', times: 4 });
    expect(drawing('2-double-strike')).toEqual({ letters: 'DS', times: 2 });
    expect([1, 2, 3, 4, 5, 6].map((value) => new Set(pips(value).map(String)).size)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('counts where that is said', () => {
    expect(['skull', 'blank'].map((name) => counts('skull', name))).toEqual([true, false]);
    expect(['id', '2-maneuver', '3-melee'].map((name) => counts('id or maneuver', name))).toEqual([true, true, false]);
    expect(['3', '4', '10'].map((name) => counts('4+', name))).toEqual([false, true, true]);
    expect(counts(null, 'skull')).toBeUndefined();
  });

  it('is read from a line of dice alone', () => {
    expect(rolled('dice: skull blank / 4-save')).toEqual([['skull', 'blank'], ['4-save']]);
    expect(rolled('dice: skull (it lay aslant)')).toBeNull();
  });
});

describe('a live view', () => {
  const line = (number: number) => ({ number, counted: number, says: String(number), told: [], gist: 0 });
  const text = (words: string): Drawn => ({ kind: 'text', at: [0, 0], size: 1, words, colour: '#000000' });
  const frame = (part: Partial<Omit<View, 'scene'>> & { scene?: Partial<Picture> }): View =>
    ({
      log: [],
      log_from: 0,
      ...part,
      scene: { shapes: [], shapes_from: 0, things: [], things_from: 0, ...part.scene },
    }) as unknown as View;

  it('is spliced from what changed', () => {
    const whole = splice(null, frame({ log: [line(1), line(2)], scene: { shapes: [text('a'), text('b')] } }));
    const next = splice(whole, frame({ log: [line(3)], log_from: 1, scene: { shapes: [text('c')], shapes_from: 1 } }));
    expect(next.log.map((one) => one.number)).toEqual([1, 3]);
    expect(next.scene.shapes.map((shape) => shape.kind === 'text' && shape.words)).toEqual(['a', 'c']);
  });

  it('waits longer from attempt to attempt, but never long', () => {
    expect(backoff(0)).toBeLessThan(backoff(1));
    expect(backoff(50)).toBe(10_000);
  });
});

describe('a picture', () => {
  const square = (x: number, y: number, side: number): Drawn => ({
    kind: 'polygon',
    points: [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
    ],
    width: 0,
    fill: '#ffffff',
  });
  const named = (id: string, from: number, to: number, layer = 'ground') => ({
    id,
    layer,
    words: id,
    owner: null,
    part_of: null,
    badges: [],
    heights: [0, 0] as [number, number],
    shapes: [from, to] as [number, number],
  });
  const scene: Picture = {
    shapes_from: 0,
    things_from: 0,
    shapes: [square(0, 0, 2), square(2, 0, 2), { kind: 'circle', centre: [1, 1], radius: 0.5, width: 0 }],
    things: [named('A', 0, 1), named('B', 1, 2), named('p', 2, 3, 'pieces'), named('nowhere', 3, 3)],
  };
  const placed = place(scene);

  it('has things where their shapes are, topmost first', () => {
    expect(placed.map(({ thing }) => thing.id)).toEqual(['A', 'B', 'p']);
    expect(under(placed, 1, 1).map(({ thing }) => thing.id)).toEqual(['p', 'A']);
    expect(under(placed, 3, 1).map(({ thing }) => thing.id)).toEqual(['B']);
    expect(under(placed, 9, 9)).toEqual([]);
    expect(largest(scene.shapes)).toBe(scene.shapes[0]);
    expect(
      inside(
        [
          [0, 0],
          [2, 0],
          [0, 2],
        ],
        1.5,
        1.5,
      ),
    ).toBe(false);
  });

  it('has things found by a finger beside them, after what it touches', () => {
    expect(under(placed, 4.3, 1)).toEqual([]);
    expect(under(placed, 4.3, 1, 0.5).map(({ thing }) => thing.id)).toEqual(['B']);
    expect(under(placed, -0.3, -0.3, 0.5).map(({ thing }) => thing.id)).toEqual(['A']);
    expect(under(placed, 1.9, 0.1, 0.3).map(({ thing }) => thing.id)).toEqual(['A', 'B']);
    expect(under(placed, 5, 1, 0.5)).toEqual([]);
  });

  it('has the place that a touch is nearest to, if it is near', () => {
    const places = [
      { at: [1, 1] as Point, name: 'a' },
      { at: [1.4, 1] as Point, name: 'b' },
    ];
    const tenfold = ([x, y]: Point): Point => [10 * x, 10 * y];
    expect(nearest(places, tenfold, [13, 10], 14)?.name).toBe('b');
    expect(nearest(places, tenfold, [13, 30], 14)).toBeNull();
    expect(spread([0, 0], [3, 4], [6, 8])).toBe(2);
  });

  it('is walked with arrow keys', () => {
    expect(towards([1, 1], placed, [1, 0])?.thing.id).toBe('B');
    expect(towards([3, 1], placed, [1, 0])).toBeUndefined();
    // Down a board of hexes no row is left out, and the column is kept.
    const rows = [1, 2, 3, 4].flatMap((row) =>
      [1, 2, 3].map((column) => [column + (row % 2) / 2, row * 0.87] as Point),
    );
    const hexes = rows.map((middle, n) => ({ ...placed[0]!, thing: { ...placed[0]!.thing, id: `${n}` }, middle }));
    const ways: Point[] = [rows[1]!];
    for (let n = 0; n < 3; n++)
      ways.push(
        towards(
          ways.at(-1)!,
          hexes.filter(({ middle }) => middle !== ways.at(-1)),
          [0, 1],
          ways[0],
        )!.middle,
      );
    expect(ways.map(([, y]) => Math.round(y / 0.87))).toEqual([1, 2, 3, 4]);
    expect(ways[2]![0]).toBe(ways[0]![0]);
  });

  it('stays under the pointer when zoomed', () => {
    const size = { width: 400, height: 300 };
    const camera = fit({ left: 0, top: 0, right: 4, bottom: 2 }, size);
    const at = toPlan(camera, size, [100, 80]);
    const closer = zoom(camera, size, [100, 80], 2, camera.scale);
    const [x, y] = toScreen(closer, size, at);
    expect(x).toBeCloseTo(100);
    expect(y).toBeCloseTo(80);
  });
});

describe('floors', () => {
  const square = (x: number): Drawn => ({
    kind: 'polygon',
    points: [
      [x, 0],
      [x + 1, 0],
      [x + 1, 1],
      [x, 1],
    ],
    width: 0,
  });
  const thing = (id: string, layer: string, heights: [number, number], at: number) => ({
    id,
    layer,
    words: id,
    owner: null,
    part_of: null,
    badges: [],
    heights,
    shapes: [at, at + 1] as [number, number],
  });

  it('begin where there is room beneath, and what stands on one belongs to it', () => {
    const scene: Picture = {
      shapes_from: 0,
      things_from: 0,
      shapes: [square(0), square(0), square(0), square(0), square(0), square(5), square(5), square(9)],
      things: [
        thing('cellar', 'ground', [0, 1], 0),
        thing('crate', 'ground', [1, 2], 1),
        thing('roof', 'ground', [5, 5], 2),
        thing('guard', 'pieces', [5, 6], 3),
        thing('rat', 'pieces', [1, 1.5], 4),
        thing('hill', 'ground', [0, 7], 5),
        thing('scout', 'pieces', [7, 9], 6),
        thing('far', 'pieces', [0, 1], 7),
      ],
    };
    expect(Object.fromEntries(floorsOf(place(scene)))).toEqual({
      cellar: 0,
      crate: 0,
      roof: 1,
      guard: 1,
      rat: 0,
      hill: 0,
      scout: 0,
      far: 0,
    });
  });
});

describe('a whole picture', () => {
  it('lies clear of the buttons over a board, where it would lie under them', () => {
    for (const [width, height] of [
      [930, 700],
      [360, 300],
      [900, 300],
    ] as const) {
      const size = { width, height };
      for (const bounds of [
        boundsOf([{ kind: 'circle', centre: [3, 3], radius: 3, width: 0 }])!,
        { left: -5, top: 2, right: 25, bottom: 12 },
      ]) {
        const camera = fit(bounds, size);
        const [left, top] = toScreen(camera, size, [bounds.left, bounds.top]);
        const [right, bottom] = toScreen(camera, size, [bounds.right, bounds.bottom]);
        expect(left).toBeGreaterThan(20);
        expect(right).toBeLessThan(width - 20);
        expect(bottom).toBeLessThan(height - 20);
        expect(top > 50 || (top > 20 && left >= 190)).toBe(true);
      }
    }
  });
});

describe('a legend', () => {
  it('lies where it leaves more of the board', () => {
    const square = { left: 0, top: 0, right: 48, bottom: 54 };
    const wide = { left: 0, top: 0, right: 180, bottom: 120 };
    expect(besides(square, { width: 660, height: 605 })).toBe(true);
    expect(besides(wide, { width: 660, height: 605 })).toBe(false);
    expect(besides(wide, { width: 935, height: 705 })).toBe(true);
    expect(besides(square, { width: 390, height: 500 })).toBe(false);
  });
});

describe('a piece', () => {
  const square = (x: number, y: number, half: number, fill: string): Drawn => ({
    kind: 'polygon',
    width: 0,
    fill,
    points: [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ],
  });
  it('stands on what has its colour, round or with corners, and not on what lies on it', () => {
    const wounds: Drawn = { kind: 'circle', centre: [2.4, 0.6], radius: 0.2, width: 0, fill: '#a00000' };
    const shapes = [square(2, 1, 0.4, '#2f5fa8'), square(3, 1, 0.2, '#2f5fa8'), wounds];
    expect(basesOf(shapes)).toEqual([
      { at: [2, 1], radius: expect.closeTo(0.4) },
      { at: [3, 1], radius: expect.closeTo(0.2) },
    ]);
    expect(basesOf([wounds])).toEqual([{ at: [2.4, 0.6], radius: 0.2 }]);
    expect(basesOf([])).toEqual([]);
  });
});

describe('a status', () => {
  const entry = (name: string, ...says: string[]) => ({ name, says });
  it('is told in an order, numbers as numbers', () => {
    const rows = [entry('ann 10', 'life 2'), entry('ann 9', 'life 10'), entry('bob', 'life 1')];
    const names = (by: Parameters<typeof ordered>[1]) => ordered(rows, by).map(({ name }) => name);
    expect(names('as it comes')).toEqual(['ann 10', 'ann 9', 'bob']);
    expect(names('by name')).toEqual(['ann 9', 'ann 10', 'bob']);
    expect(names('by state')).toEqual(['bob', 'ann 10', 'ann 9']);
  });
});

describe('an example of typed dice', () => {
  const group = (count: number, faces: string[]): DiceAsked => ({
    count,
    die: 'd',
    faces,
    says: '',
    seat: 0,
    by: 'A',
    lies: [],
  });
  it('names faces die by die, group by group', () => {
    const combat = ['skull', 'skull', 'skull', 'shield', 'shield', 'blank'];
    expect(example([group(3, combat), group(1, ['1', '2'])])).toBe('skull shield blank / 1');
    expect(example([group(2, ['melee 2', 'save'])])).toBe('');
    expect(example([group(13, combat)])).toBe('');
  });
});
