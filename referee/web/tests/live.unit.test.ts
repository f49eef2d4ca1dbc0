import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listen, type Connection, type Listening } from '../src/live';
import { Socket, page, settled, view } from './page';

describe('a connection', () => {
  let world: ReturnType<typeof page>;
  let told: Connection[];
  let heard: number[];
  let line: Listening;
  let fails: boolean;
  beforeEach(() => {
    vi.useFakeTimers();
    world = page();
    [told, heard, fails] = [[], [], false];
    line = listen('ws://here/live?key=k', {
      view: ({ after }) => {
        if (fails) throw new Error('no');
        heard.push(after);
      },
      connection: (state) => told.push(state),
    });
  });
  afterEach(() => {
    line.stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const wake = () => world.document.dispatchEvent(new Event('visibilitychange'));

  it('takes an empty frame for a sign of life, and no view', async () => {
    await Socket.last.says(view({ after: 1 }));
    await Socket.last.says('');
    await Socket.last.says(view({ after: 2 }));
    expect(heard).toEqual([1, 2]);
    expect(Socket.all).toHaveLength(1);
  });

  it('that gives no signs of life any longer is made anew; where it never gave any, it is only quiet', async () => {
    await Socket.last.says(view());
    await vi.advanceTimersByTimeAsync(200_000);
    expect(Socket.all).toHaveLength(1);
    await Socket.last.says('');
    await vi.advanceTimersByTimeAsync(39_000);
    await Socket.last.says('');
    await vi.advanceTimersByTimeAsync(39_000);
    expect(Socket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(Socket.all).toHaveLength(2);
    expect(Socket.all[0]!.readyState).toBe(Socket.CLOSED);
    expect(told.at(-1)).toBe('lost');
    await Socket.last.says(view({ after: 7 }));
    expect([heard.at(-1), told.at(-1)]).toEqual([7, 'live']);
  });

  it('is told to be lost when the network goes, and is there again where the server answers all the same', async () => {
    await Socket.last.says(view({ after: 1 }));
    world.events.dispatchEvent(new Event('offline'));
    expect([told.at(-1), Socket.all.length]).toEqual(['lost', 2]);
    await Socket.last.says(view({ after: 2 }));
    expect([told.at(-1), heard]).toEqual(['live', [1, 2]]);
  });

  it('that does not open is tried anew', async () => {
    await vi.advanceTimersByTimeAsync(41_000);
    expect(Socket.all).toHaveLength(2);
  });

  it('is made anew for whoever wakes up, unless it was heard just now', async () => {
    await Socket.last.says(view());
    wake();
    expect(Socket.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(6_000);
    wake();
    wake();
    expect(Socket.all).toHaveLength(2);
    // What was dropped is not told as lost.
    expect(told).not.toContain('lost');
  });

  it('is made anew where what it showed proves old, once', async () => {
    await Socket.last.says(view());
    line.again();
    line.again();
    expect(Socket.all).toHaveLength(2);
    // What the one before still says is not heard.
    await Socket.all[0]!.says(view({ after: 9 }));
    expect(heard).toEqual([0]);
    line.stop();
    line.again();
    expect(Socket.all).toHaveLength(2);
  });

  it('on which a view cannot be taken is tried more and more seldom', async () => {
    fails = true;
    for (let n = 0; n < 4; n++) {
      await Socket.last.says(view());
      await settled();
      expect(Socket.last.readyState).toBe(Socket.CLOSED);
      await vi.advanceTimersByTimeAsync(10_000);
    }
    const sockets = Socket.all.length;
    await Socket.last.says(view());
    await vi.advanceTimersByTimeAsync(4_000);
    expect(Socket.all).toHaveLength(sockets);
  });
});
