import { describe, expect, it } from 'vitest';
import { chosen, columns, holds, troops, wares } from '../src/army';
import { sorted, stateOf } from '../src/far';
import type { Held } from '../src/held';
import type { Brief, Card, Status } from '../src/wire';

const card = (name: string, points: number | null, more: Partial<Card> = {}): Card => ({
  name,
  title: name,
  says: '',
  powers: [],
  numbers: [...(points === null ? [] : [{ what: 'points', is: `${points}` }]), { what: 'move', is: '5' }],
  ...more,
});

describe('armies', () => {
  const status: Status[] = [
    { group: 'the game', name: 'round 1', says: [] },
    { group: 'cards of A', name: 'bob', says: ['marker 1'], owner: 0, cards: ['bob'] },
    { group: 'cards of A', name: 'ants', says: [], owner: 0, cards: ['ants'] },
    { group: 'figures of A', name: 'bob', says: ['at C4'], owner: 0, cards: ['bob'] },
    { group: 'figures of A', name: 'ant 1', says: ['at D1'], owner: 0, part_of: 'ants', cards: ['ants'] },
    { group: 'cards of B', name: 'eve', says: [], owner: 1, cards: ['eve'] },
  ];

  it('are told whole by whole, each with its parts, and whoever goes by the name of the whole is its part', () => {
    const own = troops(status, 0);
    expect(own.map(({ name, parts }) => [name, parts.map((part) => part.name)])).toEqual([
      ['bob', ['bob']],
      ['ants', ['ant 1']],
    ]);
    expect(own[0]!.says).toEqual(['marker 1']);
    expect([holds(own[1]!, 'ant 1'), holds(own[1]!, 'bob')]).toEqual([true, false]);
    expect(troops(status, 1).map(({ name }) => name)).toEqual(['eve']);
  });

  it('are chosen from cards with a price alone', () => {
    const all = new Map([card('bob', 80), card('eve', 20), card('spell', null)].map((one) => [one.name, one]));
    expect(wares(['bob', 'eve'], all).map(({ name }) => name)).toEqual(['bob', 'eve']);
    expect(wares(['bob', 'spell'], all)).toEqual([]);
    expect(wares(['bob', 'C4'], all)).toEqual([]);
  });

  it('are sorted by numbers as numbers and searched in all words', () => {
    const cards = [
      card('bob', 80),
      card('ann', 110, { powers: [{ name: 'Fly', says: 'goes over all', built: true, rule: '' }] }),
      card('eve', 9),
    ];
    expect(columns(cards)).toEqual(['points', 'move']);
    expect(chosen(cards, '', 'points', true).map(({ name }) => name)).toEqual(['ann', 'bob', 'eve']);
    expect(chosen(cards, '', 'points', false).map(({ name }) => name)).toEqual(['eve', 'bob', 'ann']);
    expect(chosen(cards, '', '', false).map(({ name }) => name)).toEqual(['ann', 'bob', 'eve']);
    expect(chosen(cards, 'over fly', '', false).map(({ name }) => name)).toEqual(['ann']);
  });
});

describe('tables in the lobby', () => {
  const brief = (more: Partial<Brief>): Brief => ({
    when: '',
    yours: false,
    waits_for: [],
    over: false,
    winners: [],
    ...more,
  });
  const held = (table: string, over = ''): Held => ({
    table,
    key: 'k',
    path: '',
    whose: '',
    title: '',
    game: '',
    when: 0,
    links: [],
    edited: null,
    over,
  });

  it('tell whose turn it is, or who won', () => {
    expect(stateOf(brief({ when: 'round 3', yours: true, waits_for: ['A'] }))).toBe('round 3, your turn');
    expect(stateOf(brief({ when: 'turn 2', waits_for: ['B'] }))).toBe('turn 2, B to act');
    expect(stateOf(brief({ over: true, winners: ['A'], won: true }))).toBe('you won');
    expect(stateOf(brief({ over: true, winners: ['B'], won: false }))).toBe('you lost');
    expect(stateOf(brief({ over: true, winners: ['B'] }))).toBe('B won');
    expect(stateOf(brief({ over: true }))).toBe('a draw');
  });

  it('come with those first that wait for whoever looks, and with finished ones apart', () => {
    const rows = [
      { one: held('theirs'), brief: brief({}) },
      { one: held('mine'), brief: brief({ yours: true }) },
      { one: held('ended'), brief: brief({ over: true }) },
      { one: held('long ago', 'you won'), brief: null },
    ];
    const { open, over } = sorted(rows);
    expect([open, over].map((some) => some.map(({ one }) => one.table))).toEqual([
      ['mine', 'theirs'],
      ['ended', 'long ago'],
    ]);
  });
});
