import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused } from '../src/api';
import { Room } from '../src/room.svelte';
import type { Ask, Done, Drawn, LogLine, Named, Offer, Picture, Put, Reply, View } from '../src/wire';
import { Socket, page, settled, view } from './page';

beforeEach(() => void page());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sits down at a table that stands so. */
async function sit(at: View): Promise<Room> {
  const room = new Room('t', 'k');
  room.enter();
  await Socket.last.says(at);
  return room;
}

/** What is answered when the test says so. */
function later<T>() {
  let answer!: (value: T) => void;
  let refuse!: (thrown: unknown) => void;
  const promise = new Promise<T>((done, fail) => ([answer, refuse] = [done, fail]));
  return { promise, answer, refuse };
}

const base = (x: number, y: number): Drawn => ({
  kind: 'circle',
  centre: [x, y],
  radius: 0.5,
  fill: '#ff0000',
  stroke: null,
  width: 0,
  dashed: false,
});
const field = (x: number, y: number): Drawn => ({
  kind: 'polygon',
  points: [
    [x, y],
    [x + 2, y],
    [x + 2, y + 2],
    [x, y + 2],
  ],
  fill: '#ffffff',
  stroke: null,
  width: 0,
  dashed: false,
});
const named = (id: string, n: number, layer: string, owner: number | null = null): Named => ({
  id,
  layer,
  words: id,
  owner,
  part_of: null,
  badges: [],
  heights: [0, 1],
  shapes: [n, n + 1],
});
const scene: Picture = {
  shapes_from: 0,
  things_from: 0,
  charts: [],
  shapes: [field(0, 0), field(4, 0), base(1, 1), base(5, 1)],
  things: [
    named('west', 0, 'ground'),
    named('east', 1, 'ground'),
    named('ann', 2, 'pieces', 0),
    named('bea', 3, 'pieces', 0),
  ],
};
const reply = (more: Partial<Reply>): Reply => ({
  after: [],
  all: [],
  grounds: [],
  headline: '',
  instead: [],
  means: [],
  rows: [],
  shapes: [],
  warnings: [],
  ...more,
});
const goes = (who: string, x: number): Offer => ({
  seat: 0,
  says: `${who} goes to (${x}, 0)`,
  about: [
    { slot: 'figure', thing: who, at: null },
    { slot: 'place', thing: `(${x}, 0)`, at: [x, 0] },
  ],
});
const OPEN = {
  complete: false,
  unlisted: [],
  actions: [goes('ann', 1), goes('ann', 2), goes('bea', 3), goes('bea', 4)],
};

describe('a connection that is gone', () => {
  it('keeps an input from being sent, which is told only until it is back; a refusal stays', async () => {
    const { events } = page();
    const room = await sit(view({ after: 3 }));
    events.dispatchEvent(new Event('offline'));
    room.api.put = async () => Promise.reject(new TypeError('no network'));
    await room.type('finish moving');
    expect([room.trouble?.unsent, room.connection]).toEqual([true, 'lost']);
    await Socket.last.says(view({ after: 3 }));
    expect([room.trouble, room.connection]).toEqual([null, 'live']);
    room.api.put = async () =>
      Promise.reject(new Refused(422, { says: 'no', grounds: [], instead: [], may_be_overruled: false }));
    await room.type('finish moving');
    events.dispatchEvent(new Event('offline'));
    await Socket.last.says(view({ after: 3 }));
    expect([room.trouble?.unsent, room.trouble?.fault.says]).toEqual([false, 'no']);
  });

  it('takes nothing as seen that came while a decision in secret waits for others', async () => {
    const room = await sit(view({ after: 3 }));
    room.api.put = async () => ({ after: 3, says: 'A has decided' }) as Done;
    await room.type('A: markers');
    expect(room.deeds.seen).toBe(3);
  });
});

describe('a plain answer', () => {
  const PLAIN: Offer = { seat: 0, says: 'end turn', about: [] };
  const person = (seat: number, name: string) => ({ seat, name, player: 'human', present: 1, colour: '#000000' });
  const seats = [person(0, 'A'), person(1, 'B')];
  const offers = { complete: true, unlisted: [], actions: [PLAIN, { seat: 0, says: 'act', about: [] }] };
  /** A table at which it is asked what is to be known of an answer; with what was put in. */
  async function answering(more: Partial<View>, says: Partial<Reply> = {}) {
    const room = await sit(view({ scene, offers, seats, ...more }));
    const put: string[] = [];
    room.api.ask = async () => reply({ yes: true, ...says });
    room.api.put = async ({ line }) => {
      put.push(line ?? '');
      return { after: 0, says: '' };
    };
    return { room, put };
  }

  it('is done at once where it can be taken back freely', async () => {
    for (const more of [
      { typed_dice: true },
      { typed_dice: false, seats: [seats[0]!, { ...seats[1]!, player: 'greedy' }] },
    ]) {
      const { room, put } = await answering(more);
      await room.doing.answer(PLAIN);
      expect([put, room.hand.preferred]).toEqual([['end turn'], null]);
    }
  });

  it('is put up for decision where something is to be known before, or others have a say in taking it back', async () => {
    const table = [
      [{}, { warnings: ['ann may be hit'] }],
      [{}, { yes: false }],
      [{ questions: [{ usage: 'odds ACTION', says: '', of_tables: false }] }, { headline: 'one in two' }],
      [{ typed_dice: false }, {}],
    ] as [Partial<View>, Partial<Reply>][];
    for (const [more, says] of table) {
      const { room, put } = await answering(more, says);
      await room.doing.answer(PLAIN);
      expect([put, room.hand.preferred]).toEqual([[], 'end turn']);
    }
  });

  it('is given by a name that alone makes it, where somebody is asked', async () => {
    const march: Offer = { seat: 0, says: 'march west', about: [{ slot: 'army', thing: 'west', at: null }] };
    const more = { offers: { ...offers, actions: [PLAIN, march, ...OPEN.actions] } };
    const { room, put } = await answering(more);
    room.doing.choose('west');
    expect(room.doing.finishing).toBe(room.hand.chosen);
    await settled();
    expect([put, room.doing.finishing]).toEqual([['march west'], null]);
    const free = await answering({ ...more, asked: { kind: 'free' } });
    free.room.doing.choose('west');
    await settled();
    expect([free.put, free.room.doing.finishing]).toEqual([[], null]);
  });

  it('has its odds asked for though another of its kind had none', async () => {
    const room = await sit(view({ questions: [{ usage: 'odds ACTION', says: '', of_tables: false }] }));
    const [near, far] = ['bob', 'cid'].map((thing): Offer => ({
      seat: 0,
      says: `engage ${thing}`,
      about: [{ slot: 'target', thing, at: null }],
    })) as [Offer, Offer];
    const reply = (headline: string) => ({ headline, rows: [] }) as unknown as Reply;
    room.api.ask = async ({ line }) => reply(line.endsWith('cid') ? '' : 'one in two');
    const { signal } = new AbortController();
    expect(await room.odds.of(far, signal)).toBe(null);
    expect((await room.odds.of(near, signal))?.headline).toBe('one in two');
  });

  it('is not given where the hand went on meanwhile', async () => {
    const { room, put } = await answering({});
    const first = room.doing.answer(PLAIN);
    room.back();
    await first;
    expect([put, room.hand.preferred]).toEqual([[], null]);
  });

  it('is what a piece is dropped on, and not where that has odds', async () => {
    const { room, put } = await answering({ offers: OPEN, unit: 10 });
    room.carrying.begin(['ann']);
    room.carrying.drop(['(1, 0)'], [1, 0], '(1, 0)');
    await settled();
    expect(put).toEqual(['ann goes to (1, 0)']);
    const warned = await answering({ offers: OPEN, unit: 10 }, { warnings: ['ann may be hit'] });
    warned.room.carrying.begin(['ann']);
    warned.room.carrying.drop(['(1, 0)'], [1, 0], '(1, 0)');
    await settled();
    expect([warned.put, warned.room.hand.decided.length]).toEqual([[], 1]);
    // A click is no drop.
    const clicked = await answering({ offers: OPEN, unit: 10 });
    clicked.room.clicking.clickThing('ann', false);
    clicked.room.clicking.clickThing('(1, 0)', false);
    await settled();
    expect([clicked.put, clicked.room.hand.decided.length]).toEqual([[], 1]);
  });
});

describe('what a hand does', () => {
  it('is not undone by the answer to what it did before', async () => {
    const room = await sit(view({ scene, offers: OPEN, unit: 10 }));
    const asked: { ask: Ask; reply: ReturnType<typeof later<Reply>> }[] = [];
    room.api.ask = (ask) => {
      const one = { ask, reply: later<Reply>() };
      asked.push(one);
      return one.reply.promise;
    };
    room.clicking.clickThing('ann', false);
    room.clicking.click([], [9, 9], null, false);
    expect(asked).toHaveLength(1);
    // Before the answer is there another piece is picked.
    room.back();
    room.clicking.clickThing('bea', false);
    asked[0]!.reply.answer(reply({ yes: true, headline: 'ann goes to (9, 9)' }));
    await settled();
    expect([room.hand.byHand, room.hand.tried]).toEqual([['bea'], []]);
    // Without that it is put up.
    room.clicking.click([], [8, 8], null, false);
    asked[1]!.reply.answer(reply({ yes: true, headline: 'bea goes to (8, 8)' }));
    await settled();
    expect(room.hand.tried.map(({ says }) => says)).toEqual(['bea goes to (8, 8)']);
  });

  it('stays where something was suggested before', async () => {
    const room = await sit(view({ scene, offers: OPEN, unit: 10 }));
    const suggested = later<Reply>();
    room.api.ask = () => suggested.promise;
    const done = room.trying.suggest('ann goes to (7, 7)');
    room.clicking.clickThing('bea', false);
    suggested.answer(reply({ yes: true, headline: 'ann goes to (7, 7)' }));
    await done;
    expect([room.hand.byHand, room.hand.tried, room.prompt]).toEqual([['bea'], [], null]);
  });

  it('is told why not where it tried to carry a piece of its own', async () => {
    const actions = OPEN.actions.filter(({ says }) => says.startsWith('bea'));
    const room = await sit(view({ scene, offers: { ...OPEN, actions }, unit: 10 }));
    const asked: string[] = [];
    room.api.ask = async ({ line }) => {
      asked.push(line);
      return reply({ yes: false, headline: line, grounds: ['ann has gone already'] });
    };
    room.clicking.clickThing('ann', false);
    await settled();
    expect(asked).toEqual([]);
    room.carrying.heldFast('ann');
    await settled();
    expect(asked).toEqual(['ann goes to (3, 0)']);
    expect(room.looking.look?.why?.fault.grounds).toEqual(['ann has gone already']);
  });
});

describe('what is looked at', () => {
  it('is told as it is now, and no longer when it is gone', async () => {
    const room = await sit(view({ scene, referee: true, asked: { kind: 'free' } as View['asked'] }));
    room.looking.lookAt('ann');
    const hurt = {
      ...scene,
      things: scene.things.map((thing) => (thing.id === 'ann' ? { ...thing, badges: [['1', 'a wound']] } : thing)),
    };
    await Socket.last.says(
      view({ scene: hurt, after: 1, counted: 1, referee: true, asked: { kind: 'free' } as View['asked'] }),
    );
    expect(room.looking.look?.thing.badges).toEqual([['1', 'a wound']]);
    await Socket.last.says(
      view({
        scene: { ...scene, things: scene.things.slice(0, 2) },
        after: 2,
        counted: 2,
        referee: true,
        asked: { kind: 'free' } as View['asked'],
      }),
    );
    expect(room.looking.look).toBeNull();
  });

  it('by a step through what happened is pointed at no longer when the table is shown as it is now', async () => {
    const room = await sit(view({ scene, counted: 5, after: 5 }));
    room.api.view = async (at) => view({ scene, at: at!, counted: 5 });
    await room.showMoment(3);
    [room.overlay.pointed, room.deeds.stepping] = [['ann'], true];
    await room.showMoment(null);
    expect([room.overlay.pointed, room.deeds.stepping, room.moment]).toEqual([[], false, null]);
    // So is it when it goes on from there.
    await room.showMoment(3);
    [room.overlay.pointed, room.deeds.stepping] = [['ann'], true];
    room.api.put = async (): Promise<Done> => ({ after: 5, says: '' });
    await room.put({ keep: 3 }, 'take back');
    expect([room.overlay.pointed, room.deeds.stepping, room.moment]).toEqual([[], false, null]);
  });
});

describe('moments that are slid over', () => {
  it('are fetched one at a time, and of those passed meanwhile only the last', async () => {
    const room = await sit(view({ counted: 100, after: 100 }));
    const asked: { at: number; view: ReturnType<typeof later<View>> }[] = [];
    room.api.view = (at) => {
      const one = { at: at!, view: later<View>() };
      asked.push(one);
      return one.view.promise;
    };
    for (const at of [90, 80, 70, 60]) void room.showMoment(at);
    expect(asked.map(({ at }) => at)).toEqual([90]);
    asked[0]!.view.answer(view({ at: 90, counted: 100 }));
    await settled();
    expect(asked.map(({ at }) => at)).toEqual([90, 60]);
    asked[1]!.view.answer(view({ at: 60, counted: 100 }));
    await settled();
    expect(room.moment?.at).toBe(60);
  });
});

describe('real dice that were tapped in', () => {
  const dice = (says: string): View['asked'] => ({
    kind: 'roll',
    rule: 'R',
    why: [],
    groups: [
      { seat: 0, by: 'A', die: 'd6', count: 2, says, needs: null, faces: ['1', '2', '3', '4', '5', '6'], lies: [] },
    ],
  });
  const note = (number: number) => ({ number, says: 'A: hm' }) as View['notes'][number];

  it('lie there while somebody writes a note, and no longer when others are asked for', async () => {
    const room = await sit(view({ asked: dice('attack'), after: 4, counted: 4 }));
    expect(room.fallen).toEqual([[]]);
    room.fallen = [[3]];
    await Socket.last.says(view({ asked: dice('attack'), after: 5, counted: 4, notes: [note(5)] }));
    expect(room.fallen).toEqual([[3]]);
    await Socket.last.says(view({ asked: dice('defense'), after: 6, counted: 5, notes: [note(5)] }));
    expect(room.fallen).toEqual([[]]);
  });

  it('are gone when they fell, though the same are asked for once more', async () => {
    const room = await sit(view({ asked: dice('attack'), after: 4, counted: 4 }));
    room.fallen = [[3, 3]];
    await Socket.last.says(view({ asked: dice('attack'), after: 5, counted: 5 }));
    expect(room.fallen).toEqual([[]]);
  });
});

describe('an input', () => {
  it('that is refused as out of date has the table heard anew', async () => {
    const room = await sit(view());
    room.api.put = () =>
      Promise.reject(
        new Refused(409, { says: 'the game has gone on', grounds: [], instead: [], may_be_overruled: false }),
      );
    expect(await room.type('go')).toBeNull();
    expect([room.trouble?.fault.says, room.busy, Socket.all.length]).toEqual(['the game has gone on', false, 2]);
  });

  it('that is never answered is given up', async () => {
    const room = await sit(view());
    room.api.put = () => Promise.reject(new DOMException('late', 'TimeoutError'));
    await room.type('go');
    expect([room.busy, Socket.all.length]).toEqual([false, 2]);
    expect(room.trouble?.fault.says).toContain('No answer came');
  });

  it('of which nothing is heard has the table heard anew', async () => {
    vi.useFakeTimers();
    const room = await sit(view());
    room.api.put = async (): Promise<Done> => ({ after: 1, says: '' });
    const put = room.type('go');
    await vi.advanceTimersByTimeAsync(10_001);
    await put;
    expect(Socket.all).toHaveLength(2);
  });

  it('is heard of anew only where it is not heard of', async () => {
    const room = await sit(view());
    room.api.put = async (): Promise<Done> => ({ after: 1, says: '' });
    const put = room.type('go');
    await settled();
    await Socket.last.says(view({ after: 1, counted: 1 }));
    await put;
    expect(Socket.all).toHaveLength(1);
  });
});

const told = (number: number, by: number | null, says: string, ...told: string[]): LogLine => ({
  number,
  counted: number,
  by,
  says,
  told: told.map((one) => ({ says: one, rule: 'R' })),
  gist: told.length,
});
const SECOND = {
  role: { judge: false, says: 'B', seats: [1] },
  seats: [
    { seat: 0, name: 'A', player: 'human', colour: '', present: 1 },
    { seat: 1, name: 'B', player: 'human', colour: '', present: 1 },
  ],
} as Partial<View>;

describe("dice of one's own", () => {
  it('for what another did are told with what came of them, though the page is loaded again', async () => {
    const before = [told(1, 0, 'A: ann hits bob'), told(2, null, 'dice: skull', 'ann rolls 1 skull')];
    const after = [...before, told(3, null, 'dice: blank', 'bob takes 1 wound')];
    const room = await sit(view({ ...SECOND, log: before, after: 2, counted: 2 }));
    expect([room.deeds.own, room.deeds.news.length]).toEqual([null, 1]);
    room.api.put = async (): Promise<Done> => ({ after: 3, says: '' });
    const put = room.put({ faces: [0] }, 'dice');
    await settled();
    await Socket.last.says(view({ ...SECOND, log: after, after: 3, counted: 3 }));
    await put;
    expect([room.deeds.own?.lines.at(-1)?.number, room.deeds.news]).toEqual([3, []]);
    const again = await sit(view({ ...SECOND, log: after, after: 3, counted: 3 }));
    expect(again.deeds.own?.lines.at(-1)?.number).toBe(3);
  });
});

describe("a deed of one's own", () => {
  it('was done here only where it was put in here', async () => {
    const room = await sit(view({ ...SECOND, log: [told(1, 1, 'B: bob waits')], after: 1, counted: 1 }));
    expect([room.deeds.own?.by, room.deeds.didHere(room.deeds.own!)]).toEqual([1, false]);
    let answers!: (done: Done) => void;
    room.api.put = () => new Promise<Done>((done) => (answers = done));
    const put = room.put({ line: 'end' }, 'end');
    await settled();
    await Socket.last.says(
      view({ ...SECOND, log: [told(1, 1, 'B: bob waits'), told(2, 1, 'B: end')], after: 2, counted: 2 }),
    );
    expect([room.deeds.own?.lines[0]?.number, room.deeds.didHere(room.deeds.own!)]).toEqual([2, true]);
    answers({ after: 2, says: '' });
    await put;
    expect(room.deeds.didHere(room.deeds.own!)).toBe(true);
  });
});

describe('a proposal', () => {
  const proposal = { number: 1, by: 'B', yours: false, draw: false, keep: 0, because: 'dice fell', waits_for: [0] };
  const own = { ...proposal, yours: true };
  async function asks(): Promise<Room> {
    const room = await sit(view(SECOND));
    room.api.put = async (): Promise<Done> => ({ after: 0, says: 'the others are asked whether they agree' });
    await room.put({ keep: 0 }, 'take back');
    await Socket.last.says(view({ ...SECOND, proposal: own }));
    expect(room.notice).toBe('the others are asked whether they agree');
    return room;
  }

  const refused = {
    number: 1,
    by: 'B',
    draw: false,
    corrects: false,
    who: 'A',
    yours: false,
    withdrawn: false,
    went_on: false,
    because: null,
  };

  it('that is refused is told to whoever made it, with who did not agree and why', async () => {
    const room = await asks();
    await Socket.last.says(view({ ...SECOND, declined: refused }));
    expect(room.notice).toBe('Nothing is taken back: A did not agree.');
    await Socket.last.says(view({ ...SECOND, declined: { ...refused, who: 'the judge', because: 'it lay flat' } }));
    expect(room.notice).toBe('Nothing is taken back: the judge did not agree. Why: it lay flat');
    await Socket.last.says(view({ ...SECOND, declined: { ...refused, draw: true } }));
    expect(room.notice).toBe('No draw: A did not agree.');
    await Socket.last.says(view({ ...SECOND, declined: { ...refused, corrects: true } }));
    expect(room.notice).toBe('The dice stay as they are: A did not agree.');
    await Socket.last.says(view({ ...SECOND, log: [told(1, 0, 'A: ann rests')], after: 1, counted: 1 }));
    expect(room.notice).toBe('');
  });

  it("that another of one's own takes the place of is still asked about", async () => {
    const room = await asks();
    await room.put({ keep: 1 }, 'take back');
    await Socket.last.says(view({ ...SECOND, proposal: { ...own, number: 2, keep: 1 } }));
    expect(room.notice).toBe('the others are asked whether they agree');
  });

  it('that one refuses is no news to oneself', async () => {
    const room = await sit(view({ proposal }));
    const puts: Put[] = [];
    room.api.put = async (put): Promise<Done> => {
      puts.push(put);
      return { after: 0, says: 'not taken back' };
    };
    await room.doing.consent(false, 'it lay flat');
    await Socket.last.says(view({ declined: { ...refused, yours: true } }));
    expect(room.notice).toBe('not taken back');
    await Socket.last.says(view({ proposal }));
    await room.doing.consent(false);
    expect(puts).toEqual([
      { consent: false, proposal: 1, because: 'it lay flat' },
      { consent: false, proposal: 1 },
    ]);
  });

  it('is given a reason afterwards by its number, whatever stands in the record by then', async () => {
    const room = await asks();
    const puts: Put[] = [];
    room.api.put = async (put): Promise<Done> => {
      puts.push(put);
      return { after: 0, says: '' };
    };
    await room.doing.sayWhy('the die was cocked');
    expect(puts).toEqual([{ proposal: 1, because: 'the die was cocked' }]);
    await Socket.last.says(view(SECOND));
    expect([await room.doing.sayWhy('the die was cocked'), puts.length]).toEqual([null, 1]);
  });

  it('that is agreed to, or withdrawn from here, leaves no word of it', async () => {
    let room = await asks();
    await Socket.last.says(view({ ...SECOND, after: 1 }));
    expect(room.notice).toBe('');
    room = await asks();
    room.api.put = async (): Promise<Done> => ({ after: 0, says: 'withdrawn' });
    await room.doing.consent(false);
    await Socket.last.says(view({ ...SECOND, declined: { ...refused, who: 'B', yours: true, withdrawn: true } }));
    expect(room.notice).toBe('withdrawn');
    room = await asks();
    await Socket.last.says(view({ ...SECOND, declined: { ...refused, who: 'B', withdrawn: true } }));
    expect(room.notice).toBe('');
  });
});

describe('a correction', () => {
  it('is news until one has seen it', async () => {
    const log = [told(1, 0, 'A: ann hits bob'), told(2, null, 'dice: blank')];
    const were = [told(2, null, 'dice: skull', 'bob takes 1 wound')];
    const room = await sit(view({ ...SECOND, log, after: 3, counted: 2, corrections: [{ number: 3, line: 2, were }] }));
    room.deeds.markSeen(2);
    expect(room.deeds.corrected).toEqual([{ number: 3, line: 2, were }]);
    room.seesAll();
    expect(room.deeds.corrected).toEqual([]);
  });
});

describe('a line that is put right', () => {
  it('is put in with why, where that is said', async () => {
    const room = await sit(view({ role: { judge: true, says: 'judge', seats: [] } }));
    const puts: Put[] = [];
    room.api.put = async (put): Promise<Done> => {
      puts.push(put);
      return { after: 0, says: '' };
    };
    await room.type('correct 2 skull', 'it lay aslant');
    await room.type('correct 2 skull');
    expect(puts).toEqual([
      { line: 'correct 2 skull', because: 'it lay aslant', after: 0 },
      { line: 'correct 2 skull', after: 0 },
    ]);
  });
});

describe('a click that may mean a piece or the whole it belongs to', () => {
  it('passes over what means nothing, and asks why not where all of it does', async () => {
    const asked: Ask[] = [];
    const room = await sit(view());
    let knows = 'red';
    room.api.ask = async (ask: Ask) => {
      asked.push(ask);
      if (!ask.or_nothing)
        throw new Refused(422, { says: 'no such unit', grounds: [], instead: [], may_be_overruled: false });
      return {
        headline: ask.line.endsWith(knows) ? 'it is red' : '',
        grounds: [],
        rows: [],
        shapes: [],
      } as unknown as Reply;
    };
    room.asking.begin({ usage: 'unit UNIT', of_tables: false }, ['red 1', 'red']);
    await settled();
    expect(asked.map(({ line, or_nothing }) => [line, or_nothing])).toEqual([
      ['unit red 1', true],
      ['unit red', true],
    ]);
    expect(room.asking.answer?.reply?.headline).toBe('it is red');
    knows = 'blue';
    room.asking.begin({ usage: 'unit UNIT', of_tables: false }, ['red 1', 'red']);
    await settled();
    expect(room.asking.answer?.trouble).toMatchObject({ tried: 'unit red 1', fault: { says: 'no such unit' } });
  });
});

describe('half a line that is suggested', () => {
  it('is asked about so that nothing need be refused, and is typed on', async () => {
    const room = await sit(view());
    const asked: Ask[] = [];
    room.api.ask = async (ask: Ask) => {
      asked.push(ask);
      return { headline: '', yes: null, grounds: [], rows: [] } as unknown as Reply;
    };
    await room.trying.suggest('hit bob');
    expect(asked).toEqual([{ line: 'why hit bob', seat: 0, or_nothing: true }]);
    expect(room.prompt).toEqual({ line: 'hit bob' });
  });
});

describe('what was picked last', () => {
  it('is confirmed where it lies, as long as it waits to be done', async () => {
    const room = await sit(view({ scene, offers: { ...OPEN, complete: true }, unit: 10 }));
    room.pick('ann');
    expect(room.hand.toConfirm).toBeNull();
    room.pick('(1, 0)');
    expect(room.hand.toConfirm).toEqual({ thing: '(1, 0)', at: [1, 0] });
    const put = vi.fn(async (): Promise<Done> => ({ after: 0, says: '' }));
    room.api.put = put;
    // As the list of what keys reach presses it.
    room.clicking.click(['(1, 0)'], [1, 0], '(1, 0)', false);
    await settled();
    expect(put).toHaveBeenCalledWith({ line: 'ann goes to (1, 0)', seat: 0, after: 0 });
  });
});

describe('a refusal', () => {
  it('is overruled from there by whoever judges alone', async () => {
    const player = await sit(view(SECOND));
    expect(player.overrule).toBeUndefined();
    const judge = await sit(view({ role: { judge: true, says: 'judge', seats: [] } }));
    judge.prompt = { line: 'ann hits bob' };
    judge.overrule!('ann hits bob');
    expect([judge.prompt, judge.asking.before, judge.asking.gap]).toEqual([null, 'ann hits bob', null]);
    const put = vi.fn(async (): Promise<Done> => ({ after: 0, says: '' }));
    judge.api.put = put;
    judge.asking.because = 'it is so';
    await judge.asking.putIn();
    expect(put).toHaveBeenCalledWith({ line: 'overrule ann hits bob', at: null, because: 'it is so', after: 0 });
    expect(judge.asking.form).toBeNull();
  });
});

describe('what a judge let through', () => {
  it("says so to everybody, also where it counts as one's own", async () => {
    const log = [
      { ...told(1, 0, 'judge lets A: ann hits bob (so)'), against: ['X-1.2'] },
      told(2, null, 'dice: skull'),
    ];
    for (const seats of [[0], [1]]) {
      const room = await sit(view({ ...SECOND, role: { judge: false, says: '', seats }, log, after: 2, counted: 2 }));
      const deed = seats[0] === 0 ? room.deeds.own! : room.deeds.news[0]!;
      expect(room.seats.ofWhom(deed)).toEqual({ by: '', says: 'judge lets A: ann hits bob (so)' });
    }
  });
});

describe('a browser that remembers nothing', () => {
  it('plays all the same', async () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    const room = await sit(view());
    expect([room.connection, Socket.all.length, room.live?.table]).toEqual(['live', 1, 't']);
    room.api.put = async (): Promise<Done> => ({ after: 0, says: 'noted' });
    expect(await room.type('go')).toEqual({ after: 0, says: 'noted' });
    expect(room.trouble).toBeNull();
  });
});

describe('what others say', () => {
  it('is new once, though the page is loaded again', async () => {
    const chat = [
      { by: 'B', words: 'hello' },
      { by: 'B', words: 'ready?' },
    ];
    const room = await sit(view({ chat }));
    expect(room.talk.unheard).toBe(2);
    room.talk.listen();
    expect(room.talk.unheard).toBe(0);
    const again = await sit(view({ chat: [...chat, { by: 'B', words: 'hello' }] }));
    expect(again.talk.unheard).toBe(1);
  });
});
