import { describe, expect, it } from 'vitest';
import {
  aimable,
  alike,
  decided,
  likeWays,
  lineWith,
  meaningsOf,
  meant,
  plain,
  signed,
  stand,
  ways,
} from '../src/picking';
import type { Named, Offer, Point } from '../src/wire';

function offer(says: string, ...things: (string | [string, Point])[]): Offer {
  const about = things.map((thing, n) => {
    const slot = n === 0 ? 'figure' : 'target';
    return typeof thing === 'string' ? { slot, thing, at: null } : { slot, thing: thing[0], at: thing[1] };
  });
  return { seat: 0, says, about };
}
function thing(id: string, layer: string, owner: number | null = null): [string, Named] {
  return [id, { id, layer, words: id, owner, part_of: null, badges: [], heights: [0, 0], shapes: [0, 0] }];
}

const OFFERS = [
  offer('end turn'),
  offer('ann hits bob', 'ann', 'bob'),
  offer('ann hits cid', 'ann', 'cid'),
  offer('ann goes to X1', 'ann', 'X1'),
  offer('eve rests', 'eve'),
  offer('eve hits bob', 'eve', 'bob'),
];

describe('ways to do the same to the same', () => {
  const things = new Map([
    thing('ann', 'pieces'),
    thing('bob', 'pieces'),
    thing('eve', 'pieces'),
    thing('X1', 'ground'),
  ]);
  const hits = offer('ann hits bob', 'ann', 'bob');
  const throws = offer('ann throws a spear at bob', 'ann', 'spear', 'bob');

  it('are those between whose picks names stand that are nowhere on the board, whichever is chosen', () => {
    const all = [offer('ann hits eve', 'ann', 'eve'), hits, throws, offer('ann and eve hit bob', 'ann', 'eve', 'bob')];
    expect(likeWays(all, hits, things)).toEqual([hits, throws]);
    expect(likeWays(all, throws, things)).toEqual([hits, throws]);
    expect(likeWays(all, all[0]!, things)).toEqual([]);
  });

  it('are none of places, and none where they are many', () => {
    const goes = [offer('ann walks to X1', 'ann', 'X1'), offer('ann flies to X1', 'ann', 'wings', 'X1')];
    expect(likeWays(goes, goes[0]!, things)).toEqual([]);
    const many = ['one', 'two', 'three', 'four'].map((name) => offer(`ann tries ${name} on bob`, 'ann', name, 'bob'));
    expect(likeWays([hits, ...many], hits, things)).toEqual([]);
  });
});

describe('picks', () => {
  it('begin with whatever actions are about first', () => {
    const standing = stand(OFFERS, []);
    expect(standing.next.map((next) => next.thing)).toEqual(['ann', 'eve']);
    expect(decided(standing)).toEqual([]);
    expect(plain(OFFERS).map((action) => action.says)).toEqual(['end turn']);
  });

  it('single out an action', () => {
    const standing = stand(OFFERS, ['ann', 'cid']);
    expect(decided(standing).map((action) => action.says)).toEqual(['ann hits cid']);
    expect(standing.next).toEqual([]);
  });

  it('may be enough and go on', () => {
    const standing = stand(OFFERS, ['eve']);
    expect(standing.complete.map((action) => action.says)).toEqual(['eve rests']);
    expect(decided(standing)).toEqual([]);
    expect(standing.next.map((next) => next.thing)).toEqual(['bob']);
  });

  it('make themselves where only one is possible', () => {
    const standing = stand([offer('ann hits bob', 'ann', 'bob')], []);
    expect(standing.picks).toEqual(['ann', 'bob']);
    expect(standing.forced).toBe(2);
  });

  it('are forgotten from the end when the game went on', () => {
    expect(stand(OFFERS, ['ann', 'zed']).picks).toEqual(['ann']);
    expect(stand(OFFERS, ['zed']).picks).toEqual([]);
  });

  it('leave several actions with the same picks to be chosen from', () => {
    const both = [
      offer('ann walks to X1', 'ann', 'X1'),
      offer('ann flies to X1', 'ann', 'X1'),
      offer('eve rests', 'eve'),
    ];
    expect(decided(stand(both, ['ann', 'X1']))).toHaveLength(2);
  });
});

describe('a pointer', () => {
  it('means what can be picked, though something lies on it', () => {
    expect(
      meant(
        ['bob', 'X1'],
        stand([offer('ann goes to X1', 'ann', 'X1'), offer('ann goes to X2', 'ann', 'X2')], ['ann']),
      ),
    ).toBe('X1');
    expect(meant(['zed', 'Y'], stand(OFFERS, []))).toBe('zed');
    expect(meant([], stand(OFFERS, []))).toBeUndefined();
  });
});

describe('a target that is none', () => {
  const things = new Map([
    thing('ann', 'pieces', 0),
    thing('bob', 'pieces', 1),
    thing('dan', 'pieces', 1),
    thing('X1', 'ground'),
    thing('Y9', 'ground'),
  ]);

  it('is put in the place of one of its kind', () => {
    expect(lineWith(stand(OFFERS, ['ann']), OFFERS, things, 'dan')).toBe('ann hits dan');
    expect(lineWith(stand(OFFERS, ['ann']), OFFERS, things, 'Y9')).toBe('ann goes to Y9');
  });

  it('before anything is picked is asked of one that is like those that act', () => {
    const own = new Map([...things, thing('eve', 'pieces', 0)]);
    expect(lineWith(stand(OFFERS, []), OFFERS, own, 'eve')).toMatch(/^eve /);
  });

  it('is asked of nobody who is of the other side before an actor is picked', () => {
    expect(lineWith(stand(OFFERS, []), OFFERS, things, 'dan')).toBeUndefined();
  });
});

describe('a place', () => {
  const open = [offer('ann walks to 2 1', 'ann', ['2 1', [2, 47]]), offer('ann walks to 6 1', 'ann', ['6 1', [6, 47]])];

  it('stands for any other', () => {
    expect(aimable(stand(open, ['ann'])).map(({ says }) => says)).toEqual(['ann walks to 2 1']);
    expect(aimable(stand(OFFERS, ['ann']))).toEqual([]);
    expect(stand(open, ['ann']).next[0]?.at).toEqual([2, 47]);
  });

  it('is offered to members of a group that nobody listed', () => {
    const group = new Map([['all', ['ann', 'bob', 'cy']]]);
    const found = alike([...open, offer('cy hits dan', 'cy', 'dan')], group, new Set(['bob']));
    expect(found.map(({ says }) => says)).toEqual(['bob walks to 2 1', 'bob walks to 6 1']);
    // Two places, so that none goes without saying; and asked of the server with the other's name.
    expect(aimable(stand([...open, ...found], ['bob'])).map(({ says }) => says)).toEqual(['bob walks to 2 1']);
    expect(alike(open.slice(0, 1), group, new Set(['bob']))).toEqual([]);
    // Who has done already is able to do nothing.
    expect(alike(open, group, new Set())).toEqual([]);
    expect(alike(open, new Map([['all', ['bob', 'cy']]]), new Set(['bob']))).toEqual([]);
  });

  it('leaves a gap in the sentence', () => {
    const says = (offers: Offer[]) => ways(stand(offers, ['ann'])).map((way) => way.says);
    expect(says(OFFERS)).toEqual(['ann hits …', 'ann goes to …']);
    expect(says(open)).toEqual(['ann walks to …']);
  });

  it('has signs for its places where they lead to different things', () => {
    const to = (verb: string, thing: string) => ({
      seat: 0,
      says: `ann ${verb} to ${thing}`,
      about: [
        { slot: 'who', thing: 'ann' },
        { slot: 'to', thing, at: [1, 2] as [number, number] },
      ],
    });
    const found = ways(stand([to('walks', '1 1'), to('runs', '1 1'), to('runs', '9 9')], ['ann']));
    const meant = (meaning: string) => ({ ...to('runs', meaning), meaning });
    const meaning = (offers: Offer[]) => ways(stand(offers, ['ann'])).map((way) => way.meaning);
    expect(meaning([meant('twice'), { ...to('runs', '9 9'), meaning: 'twice' }])).toEqual(['twice']);
    expect(meaning([meant('twice'), to('runs', '9 9')])).toEqual([null]);
    expect(found.map(({ says, places }) => [says, [...places]])).toEqual([
      ['ann walks to …', ['1 1']],
      ['ann runs to …', ['1 1', '9 9']],
    ]);
    expect([...signed(found)]).toEqual([
      ['ann walks to …', 0],
      ['ann runs to …', 1],
    ]);
    expect(signed(found.slice(0, 1)).size).toBe(0);
  });

  it('is told with what it does, where picks differ in that', () => {
    const meant = (says: string, meaning: string, ...things: string[]) => ({ ...offer(says, ...things), meaning });
    const orders = [
      meant('ann runs', 'twice as far', 'ann', 'runs'),
      meant('ann waits', 'shoots later', 'ann', 'waits'),
    ];
    expect([...meaningsOf(stand(orders, []))]).toEqual([
      ['runs', 'twice as far'],
      ['waits', 'shoots later'],
    ]);
    const aims = [meant('ann hexes bob', 'a hex', 'ann', 'bob'), meant('ann hexes cy', 'a hex', 'ann', 'cy')];
    expect([...meaningsOf(stand(aims, []))]).toEqual([]);
    expect([...meaningsOf(stand(OFFERS, ['ann']))]).toEqual([]);
  });
});
