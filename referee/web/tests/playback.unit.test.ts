import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { traces } from '../src/between';
import { place } from '../src/geometry';
import { Room } from '../src/room.svelte';
import type { Done, Drawn, LogLine, Named, Picture, Point } from '../src/wire';
import { Socket, page, settled, view } from './page';

beforeEach(() => {
  page();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const base = ([x, y]: Point): Drawn => ({
  kind: 'circle',
  centre: [x, y],
  radius: 0.5,
  fill: '#ff0000',
  stroke: null,
  width: 0,
  dashed: false,
});
const field: Drawn = {
  kind: 'polygon',
  points: [
    [0, 0],
    [20, 0],
    [20, 20],
    [0, 20],
  ],
  fill: '#ffffff',
  stroke: null,
  width: 0,
  dashed: false,
};
const named = (id: string, n: number, layer: string, owner: number | null): Named => ({
  id,
  layer,
  words: id,
  owner,
  part_of: null,
  badges: [],
  heights: [0, 1],
  shapes: [n, n + 1],
});
/** A field with whoever stands there. */
function fieldWith(pieces: Record<string, Point>): Picture {
  const all = Object.entries(pieces);
  return {
    shapes_from: 0,
    things_from: 0,
    charts: [],
    shapes: [field, ...all.map(([, at]) => base(at))],
    things: [
      named('field', 0, 'ground', null),
      ...all.map(([id], n) => named(id, n + 1, 'pieces', id === 'ann' ? 0 : 1)),
    ],
  };
}
const line = (number: number, by: number, says: string): LogLine =>
  ({ number, by, says, told: [], gist: 0, counted: number }) as LogLine;
const LOG = [
  line(1, 0, 'A: end turn'),
  line(2, 1, 'B: bob goes'),
  line(3, 1, 'B: bob strikes ann'),
  line(4, 1, 'B: end turn'),
];
/** How it stands after so many lines: `bob` goes, then `ann` falls. */
const STANDS: Picture[] = [
  fieldWith({ ann: [5, 5], bob: [15, 5] }),
  fieldWith({ ann: [5, 5], bob: [15, 5] }),
  fieldWith({ ann: [5, 5], bob: [7, 5] }),
  fieldWith({ bob: [7, 5] }),
  fieldWith({ bob: [7, 5] }),
];
const after = (n: number) => view({ after: n, at: n, counted: n, log: LOG.slice(0, n), scene: STANDS[n]! });

/** A table at which another took a turn just now. */
async function turn(): Promise<Room> {
  const room = new Room('t', 'k');
  room.api.view = async (at) => after(at!);
  room.enter();
  await Socket.last.says(after(1));
  await Socket.last.says(after(4));
  return room;
}
const bob = (room: Room) => place(room.overlay.pictured!).find(({ thing }) => thing.id === 'bob')!.middle[0];

describe('what others did', () => {
  it('is shown a deed at a time on the board, while what is asked is known already', async () => {
    const room = await turn();
    expect([room.playback.words, room.playback.count]).toEqual([
      { by: 'the judge', says: 'bob goes', end: '' },
      { at: 1, of: 3 },
    ]);
    expect([bob(room), room.live?.yours, room.live?.counted]).toEqual([7, true, 4]);
    await vi.advanceTimersByTimeAsync(700);
    expect(room.playback.words?.says).toBe('bob strikes ann');
    await vi.advanceTimersByTimeAsync(5000);
    expect([room.playback.on, room.overlay.pictured]).toEqual([false, room.scene.picture]);
  });

  it('leaves traces until one answers oneself', async () => {
    const room = await turn();
    // Of the first deed alone.
    expect([room.playback.traces.fell, room.playback.traces.moved.map(({ id }) => id)]).toEqual([[], ['bob']]);
    room.playback.skip();
    expect(room.playback.traces.fell.map(({ thing }) => thing.id)).toEqual(['ann']);
    expect(room.playback.traces.moved).toEqual([{ id: 'bob', from: [15, 5], to: [7, 5] }]);
    room.api.put = async (): Promise<Done> => ({ after: 5, says: '' });
    const put = room.type('end turn');
    await settled();
    await Socket.last.says(view({ after: 5, counted: 5, log: [...LOG, line(5, 0, 'A: end turn')], scene: STANDS[4]! }));
    await put;
    expect(room.playback.traces).toEqual({ fell: [], moved: [] });
  });

  it("leaves traces of what fell to one's own dice, whatever others did since", async () => {
    const strikes = line(5, 0, 'A: bob strikes ann');
    const dice = { ...line(6, 0, 'dice: 6'), by: null } as LogLine;
    const log = [line(1, 0, 'A: end turn'), strikes, dice].map((one, n) => ({ ...one, number: n + 1, counted: n + 1 }));
    const room = new Room('t', 'k');
    room.enter();
    const at = (n: number, scene: Picture, more: LogLine[] = []) =>
      view({ after: n, at: n, counted: n, log: [...log, ...more].slice(0, n), scene });
    await Socket.last.says(at(1, STANDS[2]!));
    await Socket.last.says(at(3, STANDS[3]!));
    const fallen = () => room.playback.traces.fell.map(({ thing }) => thing.id);
    expect(fallen()).toEqual(['ann']);
    const yes = { ...line(4, 1, 'B: yes') };
    await Socket.last.says(at(4, STANDS[3]!, [yes]));
    room.playback.skip();
    expect(fallen()).toEqual(['ann']);
    room.api.put = async (): Promise<Done> => ({ after: 5, says: '' });
    const put = room.type('end turn');
    await settled();
    await Socket.last.says(at(5, STANDS[3]!, [yes, line(5, 0, 'A: end turn')]));
    await put;
    expect(fallen()).toEqual([]);
  });

  it('delays nothing: whoever answers, picks or looks elsewhere sees the table as it is', async () => {
    for (const does of [
      (room: Room) => void room.type('end turn'),
      (room: Room) => room.pick('bob'),
      (room: Room) => room.clicking.click([], [1, 1], null, false),
      (room: Room) => void room.showMoment(2),
    ]) {
      const room = await turn();
      room.api.put = async () => new Promise<Done>(() => undefined);
      expect(room.playback.on).toBe(true);
      does(room);
      expect(room.playback.on).toBe(false);
      await vi.advanceTimersByTimeAsync(5000);
      expect(room.playback.on).toBe(false);
    }
  });

  it('waits for a hand step by step, or is not shown at all, and that is remembered', async () => {
    const first = await turn();
    first.playback.pace = 'step by step';
    const room = await turn();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([room.playback.byHand, room.playback.words?.says]).toEqual([true, 'bob goes']);
    for (const says of ['bob strikes ann', 'end turn']) {
      room.playback.next();
      await settled();
      expect(room.playback.words?.says).toBe(says);
    }
    room.playback.next();
    await settled();
    expect(room.playback.on).toBe(false);
    room.playback.pace = 'at once';
    expect((await turn()).playback.on).toBe(false);
  });

  it('is shown at once to whoever wants no motion, as long as they choose nothing else', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    expect((await turn()).playback.on).toBe(false);
    const room = await turn();
    room.playback.pace = 'slowly';
    const slow = await turn();
    // Pieces do not glide for all that.
    expect([slow.playback.on, slow.playback.glide]).toEqual([true, 0]);
  });

  it('goes on with what comes meanwhile, and is over where it is taken back', async () => {
    const room = await turn();
    await Socket.last.says(
      view({ after: 5, counted: 5, log: [...LOG, line(5, 1, 'B: bob goes on')], scene: STANDS[4]! }),
    );
    expect(room.playback.count).toEqual({ at: 1, of: 4 });
    await Socket.last.says(after(2));
    expect([room.playback.on, room.playback.traces.moved]).toEqual([false, []]);
  });
});

it('a piece that a question speaks of is pointed out', async () => {
  const room = new Room('t', 'k');
  room.enter();
  const asked = { kind: 'choice', rule: 'R', says: 'what does ann do?', sealed: false, seats: [0] } as const;
  await Socket.last.says({ ...after(0), asked });
  expect(room.overlay.indicated).toEqual(['ann']);
});

it('a piece that hardly moved left no way', () => {
  const [before, now] = [place(fieldWith({ ann: [5, 5] })), place(fieldWith({ ann: [5.1, 5] }))];
  expect(traces(before, now)).toEqual({ fell: [], moved: [] });
});
