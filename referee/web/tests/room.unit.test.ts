import { expect, it } from 'vitest';
import { Room } from '../src/room.svelte';
it('x', () => {
  const room = new Room('t', 'k');
  expect(room.offers).toEqual([]);
  expect(room.standing.picks).toEqual([]);
});
