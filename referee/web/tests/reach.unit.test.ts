import { describe, expect, it } from 'vitest';
import { Reach, type InHand } from '../src/reach.svelte';
import type { Drawn, Reply } from '../src/wire';

const rim = (of: string) => [{ kind: 'text', at: [0, 0], size: 1, words: of, colour: '' }] as unknown as Drawn[];

describe('the reach of the piece in hand', () => {
  it('is asked for once, and shown while it is the reach of what is in hand', async () => {
    const asked: string[] = [];
    let hand: InHand | null = { line: 'reach hedda', after: 3 };
    const reach = new Reach(
      (question) => {
        asked.push(question.line);
        return Promise.resolve({ shapes: rim(question.line) } as Reply);
      },
      () => hand,
    );
    await reach.look();
    await reach.look();
    expect(reach.shapes).toEqual(rim('reach hedda'));
    hand = { line: 'reach hedda', after: 4 };
    await reach.look();
    hand = null;
    await reach.look();
    expect(asked).toEqual(['reach hedda', 'reach hedda']);
  });

  it('is nothing where there is no answer', async () => {
    const reach = new Reach(
      () => Promise.reject(new Error('busy')),
      () => ({ line: 'reach hedda', after: 3 }),
    );
    await reach.look();
    expect(reach.shapes).toEqual([]);
  });
});
