import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error: a script without types of its own
import { types } from '../tools/types.mjs';

it('is typed as the server tells it: `npm run types` makes it so', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(read('../src/wire.ts')).toBe(types(JSON.parse(read('../openapi.json'))));
});
