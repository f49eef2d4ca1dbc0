import { describe, expect, it } from 'vitest';
import { asksOdds, kindOf } from '../src/picking';
import {
  condensed,
  logged,
  readOut,
  decision,
  deeds,
  dice,
  digest,
  happened,
  mentioned,
  momentOf,
  outcome,
  results,
  rolls,
  toldOf,
  typed,
} from '../src/told';
import type { Deed } from '../src/told';
import type { LogLine } from '../src/wire';

const line = (number: number, by: number | null, says: string, ...told: string[]): LogLine => ({
  number,
  counted: number,
  by,
  says,
  told: told.map((one) => ({ says: one, rule: 'X-1' })),
  gist: by === null ? told.length : 0,
});
const LOG = [
  line(1, null, 'dice: 5 / 2', 'ann begins'),
  line(2, 0, 'A: ann hits bob'),
  line(3, null, 'dice: skull skull / blank', 'ann rolls 2 skulls', 'bob takes 2 wounds'),
  line(4, 1, 'B: bob walks', 'bob walks to X1'),
  line(5, 1, 'B: bob hits ann 1'),
  line(6, null, 'dice: blank / shield', 'ann 1 takes nothing'),
];
const first = (seat: number) => seat === 0;

describe('a log', () => {
  const all = deeds(LOG);
  it('has dice told with the decision they fell for', () => {
    expect(all.map((deed) => [deed.by, deed.lines.length])).toEqual([
      [null, 1],
      [0, 2],
      [1, 1],
      [1, 2],
    ]);
    expect(dice(all[1]!)).toEqual(['skull skull', 'blank']);
    expect(happened(all[1]!).length).toBe(2);
    expect(decision(all[1]!)).toBe('ann hits bob');
  });

  it('tells what one did oneself apart from what others did since', () => {
    const ends = (deed: Deed) => results(deed).map(({ says }) => says);
    expect(ends(outcome(all, first)!)).toEqual(['ann rolls 2 skulls', 'bob takes 2 wounds']);
    expect(ends(all[2]!)).toEqual([]);
    const falls = { ...LOG[3]!, told: [...LOG[3]!.told, { says: 'bob falls', rule: 'X-2' }], gist: 1 };
    expect(ends({ by: 1, lines: [falls, line(9, 1, 'B: yes')] })).toEqual(['bob falls']);
    // Whoever fell before others tested is told, though dice fell again.
    const saves = line(9, null, 'dice: 1 / 2', 'ann hits bob with 2 of 3', 'bob saves 1', 'bob falls');
    const test = { ...line(10, null, 'dice: 1', 'tim fails his test', 'tim is pinned'), gist: 1 };
    expect(ends({ by: 0, lines: [line(8, 0, 'A: ann charges'), saves, test] })).toEqual([
      'ann hits bob with 2 of 3',
      'bob falls',
      'tim is pinned',
    ]);
    // Whoever loses several sees all of them, where there is room.
    expect(results({ by: 0, lines: [line(8, 0, 'A: ann charges'), saves, test] }, 8).length).toBe(5);
    expect(digest(all, 0, first).map(decision)).toEqual(['dice: 5 / 2', 'bob walks', 'bob hits ann 1']);
    // What a judge put in for one, or what others had to wait for, takes nothing of what was done meanwhile.
    const amended = [...LOG, line(7, 2, 'judge: wounds ann 0'), line(8, 0, 'A: ann rests')];
    expect(digest(deeds(amended), 4, first).map(decision)).toEqual(['bob hits ann 1', 'wounds ann 0']);
    const together = [
      ...LOG,
      line(7, 2, 'judge: wounds ann 0'),
      { ...line(8, null, 'A and B decide in secret'), together: [0, 1] },
    ];
    expect(digest(deeds(together), 6, first).map(decision)).toEqual(['wounds ann 0']);
    // What was put in here is what one did last.
    expect(digest(deeds(amended), 4, first, (number) => number === 8)).toEqual([]);
    expect(digest(all, 4, first).map(momentOf)).toEqual([6]);
    // One's own lines are never news, not even unseen.
    expect(digest(deeds(LOG.slice(1, 3)), 0, first)).toEqual([]);
    expect(digest(all, 1, () => true)).toEqual([]);
    // Whoever looks on did nothing.
    expect(outcome(all, () => false)).toBeNull();
  });

  it('has dice that were put in here as part of what one did, whoever began it, and so what was decided in secret', () => {
    // Who rolled the defence of another's attack is told what came of it, and it is no news to them.
    const rolled = (number: number) => number === 3;
    const second = (seat: number) => seat === 1;
    const attacked = deeds(LOG.slice(0, 3));
    expect(outcome(attacked, second)).toBeNull();
    expect(decision(outcome(attacked, second, rolled)!)).toBe('ann hits bob');
    expect(digest(attacked, 0, second).length).toBe(2);
    expect(digest(attacked, 0, second, rolled)).toEqual([]);
    const sealed = deeds([
      LOG[0]!,
      LOG[1]!,
      { ...line(3, null, 'A and B decide in secret', 'round 2 begins'), together: [0, 1] },
    ]);
    expect(decision(outcome(sealed, first)!)).toBe('A and B decide in secret');
    expect(digest(sealed, 2, second)).toEqual([]);
    expect(digest(sealed, 0, second).length).toBe(2);
  });

  it('tells each who rolled for something what they rolled, where nobody decided', () => {
    const rolls = ['A rolls 3', 'B rolls 20', 'C rolls 7', 'D rolls 11', 'E rolls 16', 'F rolls 19', 'B begins'];
    const nobodys = { by: null, lines: [{ ...line(1, null, 'dice: 3 20 7 11 16 19', ...rolls), gist: 3 }] };
    expect(results(nobodys, 8).map(({ says }) => says)).toEqual(rolls);
  });

  it('has dice drawn where they are told of, roll by roll, and in a row where they are not', () => {
    const hits = line(2, null, 'dice: 6 2 / 5', 'A needs 3+: 6 2: 1 hit', 'B needs 4+: 5: 1 hit', 'ann 1 takes 1 hit');
    const ends = {
      ...line(3, null, 'dice: 1 2 / 2', 'A: +2 luck', 'A rolls 1 2, in all 5; B rolls 2: A wins'),
      gist: 1,
    };
    const [first, last] = rolls({ by: 0, lines: [line(1, 0, 'A: ann strikes'), hits, ends] });
    expect([first!.row, last!.row]).toEqual([null, null]);
    expect(first!.entries[0]!.parts).toEqual([{ words: 'A needs 3+: ' }, { faces: ['6', '2'] }, { words: ': 1 hit' }]);
    expect(first!.entries.map(({ fell }) => fell)).toEqual([true, true, false]);
    expect(last!.entries.map(({ fell, ends }) => [fell, ends])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(last!.entries[1]!.parts.filter((part) => 'faces' in part).length).toBe(2);
    // A number that is no die is left alone, and then none is drawn in the words.
    const row = rolls({
      by: 0,
      lines: [line(1, 0, 'A: ann hits bob'), line(2, null, 'dice: 2', 'ann rolls 2 skulls')],
    });
    expect(row).toEqual([
      {
        row: [['2']],
        entries: [{ parts: [{ words: 'ann rolls 2 skulls' }], rule: 'X-1', fell: false, ends: true }],
      },
    ]);
  });

  it('tells the same of several at once', () => {
    const told = ['ann 1 falls now', 'ann 1 falls now', 'oak-lord falls now', 'bob stands', 'A: +1 luck'];
    expect(condensed(told.map((says) => ({ says, rule: 'X-1' }))).map(({ says, of }) => [says, of])).toEqual([
      ['falls now: ann 1 (2 times), oak-lord', 3],
      ['bob stands', 1],
      ['A: +1 luck', 1],
    ]);
  });

  it('is logged with a way in a line, and without the places that the line itself names', () => {
    const told = (of: LogLine) => logged(of).map(({ says }) => says);
    const walk = ['ann moves from A1 to A2 for 1', 'ann moves from A2 to B2 for 2', 'bob moves from B2 to B3 for 1'];
    expect(told(line(1, 0, 'A: move ann by A2 B2', ...walk))).toEqual([
      'ann moves from A1 to A2, B2 for 1 + 2',
      'bob moves from B2 to B3 for 1',
    ]);
    // What goes on elsewhere, or is told otherwise, is another way.
    const apart = ['ann goes from A1 to A2', 'ann goes from A3 to A4', 'ann goes from A4 to A5 for 2'];
    expect(told(line(1, 0, 'A: go', ...apart))).toEqual(apart);
    const march = ['wolf 1 moves 1.999 cm to (1.25, 2)', 'wolf 3 moves 2 cm to (3, 2)', 'wolf 2 moves 2 cm to (9, 9)'];
    expect(told(line(1, 0, 'A: wolf 1 to (1.25, 2); wolf 3 to (3, 2)', ...march))).toEqual([
      'moves 2 cm: wolf 1, 3',
      'wolf 2 moves 2 cm to (9, 9)',
    ]);
  });

  it('is read out with whose it was and all that came of it, or where that is much with what it came to', () => {
    const strike = line(1, 0, 'A: ann strikes bob', 'ann strikes bob');
    const fallen = line(2, null, 'dice: skull', 'ann rolls 1 skull', 'bob is destroyed');
    expect(readOut({ by: 0, lines: [strike, fallen] }, { by: 'Ada (A)', says: 'ann strikes bob' })).toBe(
      'Ada (A): ann strikes bob. ann rolls 1 skull. bob is destroyed.',
    );
    expect(readOut({ by: 0, lines: [line(1, 0, 'A: pass')] }, { by: '', says: 'pass' })).toBe('pass.');
    expect(readOut({ by: null, lines: [fallen] }, { by: '', says: fallen.says })).toBe(
      'ann rolls 1 skull. bob is destroyed.',
    );
    const many = Array.from({ length: 20 }, (_, n) => `thing ${n} does ${n} things`);
    expect(
      readOut({ by: 0, lines: [{ ...line(1, 0, 'A: all go', ...many), gist: 1 }] }, { by: 'A', says: 'all go' }),
    ).toBe('A: all go. thing 19 does 19 things.');
  });

  it('names what it speaks of', () => {
    expect(mentioned('bob hits ann 1', ['ann', 'ann 1', 'bob', 'hit'])).toEqual(['ann 1', 'bob']);
  });
});

describe('a line', () => {
  it('leaves out what only says once more what was done', () => {
    const one = line(
      1,
      null,
      'judge: place ann at B2 (at the table)',
      'the judge amends: place ann at B2',
      'ann is seen',
    );
    expect(toldOf(one).map(({ says }) => says)).toEqual(['ann is seen']);
  });
});

describe('a kind of action', () => {
  const pick = (slot: string, thing: string) => ({ slot, thing });
  it('does not depend on what it is about', () => {
    const walk = (to: string) =>
      kindOf({ seat: 0, says: `ann walks by A1 to ${to}`, about: [pick('who', 'ann'), pick('where', to)] });
    expect(walk('X1')).toBe('walks who where');
    expect(walk('X2')).toBe(walk('X1'));
    const hit = { seat: 0, says: 'ann hit bob', about: [pick('who', 'ann'), pick('whom', 'bob')] };
    const asks = (usage: string) =>
      asksOdds(
        [
          { usage, says: '' },
          { usage: 'reach WHO', says: 'hit or walk' },
        ],
        hit,
      );
    expect([asks('odds WHO hits WHOM'), asks('odds ACTION'), asks('odds WHO walks')]).toEqual([true, true, false]);
    // What one does may be picked like a thing.
    const slash = {
      seat: 0,
      says: 'slash B',
      about: [pick('who', 'A at home'), pick('how', 'slash'), pick('whom', 'B at home')],
    };
    expect(asksOdds([{ usage: 'odds ARMY slash|shoot ARMY', says: '' }], slash)).toBe(true);
    expect(asksOdds([{ usage: 'odds ARMY shoot ARMY', says: '' }], slash)).toBe(false);
    expect(kindOf({ seat: 0, says: 'ann hits bob', about: [pick('who', 'ann'), pick('whom', 'bob')] })).toBe(
      'hits who whom',
    );
  });
});

describe('a line as it is typed', () => {
  const judge = (says: string, ...told: string[]) => typed(line(1, 31, says, ...told));

  it('is without whose it was, and that dice fell', () => {
    expect(typed(line(1, 0, 'A: reds to (51.1, 15.3)'))).toBe('reds to (51.1, 15.3)');
    expect(typed(line(1, 0, 'A: pass (for now)'))).toBe('pass (for now)');
    expect(typed(line(1, null, 'dice: 5 / 2'))).toBe('5 / 2');
  });

  it("is without a judge's reason, whatever stands in that", () => {
    expect(judge('judge: place reds at (51.1, 15.3) (at the table)', 'the judge: place reds at (51.1, 15.3)')).toBe(
      'place reds at (51.1, 15.3)',
    );
    expect(judge('judge: place reds at (51.1, 15.3) (at the table)')).toBe('place reds at (51.1, 15.3)');
    expect(judge('judge: wounds finn 2 (the model (the big one) says so)')).toBe('wounds finn 2');
    expect(judge('judge: sees reds 1, blues 1 no (as said :))', 'the judge: sees reds 1, blues 1 no')).toBe(
      'sees reds 1, blues 1 no',
    );
    expect(judge('judge: place reds at (5, 1) (as said :))')).toBe('place reds at (5, 1)');
    expect(judge('judge: place reds at (5, 1) (moved to (6, 1))')).toBe('place reds at (5, 1)');
    expect(judge('judge lets A: finn attacks mimring (the tape says so)')).toBe('finn attacks mimring');
  });

  it('keeps a place at its end', () => {
    expect(judge('judge: place reds at (51.1, -15.3)')).toBe('place reds at (51.1, -15.3)');
  });
});
