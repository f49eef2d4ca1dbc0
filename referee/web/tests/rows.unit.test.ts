import { describe, expect, it } from 'vitest';
import { rowsOf } from '../src/rows';
import type { Offer } from '../src/wire';

const offer = (says: string, things: string[], more: Partial<Offer> = {}): Offer => ({
  seat: 0,
  says,
  about: things.map((thing) => ({ slot: 'it', thing })),
  ...more,
});
const shown = (offers: Offer[], picks: string[]) =>
  rowsOf(offers, picks).map(({ head, rows }) => [head, rows.map(({ label }) => label)]);

describe('a list of what can be done', () => {
  it('says once what several have in common', () => {
    const all = ['marro 1', 'marro 2'].map((name) => offer(`finn attacks ${name}`, ['finn', name]));
    const list = rowsOf([...all, offer('finn jumps', ['finn'])], ['finn']);
    expect(list.map(({ head, rows }) => [head, rows.map(({ label }) => label)])).toEqual([
      ['attacks', ['marro 1', 'marro 2']],
      ['', ['jumps']],
    ]);
    // Whoever does not see what stands above hears the whole of it, and that is what is typed.
    expect(list[0]?.rows.map(({ says }) => says)).toEqual(['finn attacks marro 1', 'finn attacks marro 2']);
    expect(list[0]?.rows[1]?.offer).toBe(all[1]);
  });

  it('says nothing above what has nothing in common but who does it', () => {
    const all = ['advance', 'double'].map((order) => offer(`guards ${order}`, ['guards', order]));
    expect(shown(all, ['guards'])).toEqual([['', ['advance', 'double']]]);
  });

  it('keeps a gap within what they have in common', () => {
    const all = ['fire', 'ice'].map((name) => offer(`cast ${name} on B`, ['A', name]));
    expect(shown(all, ['A'])).toEqual([['cast … on B', ['fire', 'ice']]]);
  });

  it('tells what each does, once where that is the same', () => {
    const same = ['a', 'b'].map((name) => offer(`hold ${name}`, [name], { meaning: 'stay' }));
    expect(rowsOf(same).map(({ meaning }) => meaning)).toEqual(['stay']);
    const others = [same[0]!, { ...same[1]!, meaning: 'go' }];
    expect(rowsOf(others).map(({ meaning }) => meaning)).toEqual(['']);
  });

  it('has the few words of the game, where they tell one from another', () => {
    const long = (n: number) => `a 1 to (${n}, 2); a 2 to (3, ${n})`;
    const few = [offer(long(1), ['a'], { short: 'a: 2 move' }), offer(long(2), ['a'], { short: 'a: 2 hold' })];
    expect(shown(few, ['a'])).toEqual([
      ['', ['2 move']],
      ['', ['2 hold']],
    ]);
    const alike = few.map((one) => ({ ...one, short: 'a: 2 move' }));
    expect(shown(alike, ['a']).map(([, rows]) => rows)).toEqual([
      ['a 1 to (1, 2); a 2 to (3, 1)'],
      ['a 1 to (2, 2); a 2 to (3, 2)'],
    ]);
  });
});
