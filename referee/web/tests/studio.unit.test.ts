import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draft } from '../src/edit/drafts';
import { Hand } from '../src/edit/hand.svelte';
import { Overview } from '../src/edit/overview.svelte';
import { Studio } from '../src/edit/studio.svelte';
import type { Sketched, TextLines, ToolStroke } from '../src/wire';
import { page } from './page';

/** What is on disk. */
let disk: Map<string, string>;
let strokes: ToolStroke[];
beforeEach(() => {
  page();
  disk = new Map([
    ['a.yaml', 'a'],
    ['b.yaml', 'b'],
  ]);
  strokes = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => Response.json(answer(path, init)));
});
afterEach(() => void vi.unstubAllGlobals());

/** Each line that begins with a dash is a row of the list. */
function rows(text: string): TextLines[] {
  const dashed = text
    .split('\n')
    .map((words, n) => ({ words, line: n + 1 }))
    .filter(({ words }) => words.startsWith('- '));
  return dashed.map(({ words, line }, n) => ({ thing: words, field: `pieces[${n}]`, line, to_line: line }));
}
const sketch = (text: string) =>
  ({
    scene: { shapes_from: 0, shapes: [], things_from: 0, things: [] },
    faults: [],
    tools: [{ id: 'both-sides', name: 'make both sides alike', takes: 'nothing', choices: [] }],
    grid: null,
    handles: [],
    rows: rows(text),
    unit: 'cm',
  }) as unknown as Sketched;

/** An editor's server, as far as it is asked here. */
function answer(path: string, init?: RequestInit): unknown {
  const asked = init?.body ? JSON.parse(init.body as string) : {};
  if (path === '/api/edit') return { folder: 'maps', open: null, files: [], maps: [], fresh: [] };
  if (path === '/api/edit/look') return sketch(asked.text);
  if (path === '/api/edit/stroke') {
    strokes.push(asked.stroke);
    const lines = (asked.text as string).split('\n');
    const at = rows(asked.text)
      .filter(({ field }) => field === asked.stroke.field || asked.stroke.fields?.includes(field))
      .map(({ line }) => line - 1);
    const text =
      asked.stroke.tool === 'remove'
        ? lines.filter((_, n) => !at.includes(n)).join('\n')
        : [...lines, ...at.map((n) => lines[n])].join('\n');
    return { text, says: `${asked.stroke.tool} done`, sketch: sketch(text), shift: [0, 0] };
  }
  if (init?.method === 'PUT') {
    disk.set(asked.path, asked.text);
    return { stamp: asked.text };
  }
  const name = new URL(path, 'http://here').searchParams.get('path')!;
  return { path: name, text: disk.get(name), stamp: disk.get(name), game: 'g', kind: 'battlefield', notes: [] };
}

/** A tab with a file open. */
async function tab(path: string): Promise<Studio> {
  const studio = new Studio();
  let text = '';
  const put = (now: string) => {
    const other = now !== text;
    text = now;
    return other;
  };
  await studio.start({ open: put, put, show: () => undefined, meant: () => undefined, depth: [0, 0] } as never);
  await studio.open(path);
  return studio;
}

describe('a tool for the whole map', () => {
  it('says for all to read what it did, until the text is another', async () => {
    const studio = await tab('a.yaml');
    await studio.stroke({ tool: 'both-sides' });
    expect(studio.told).toBe('both-sides done');
    studio.typed('b');
    expect(studio.told).toBe('');
    await studio.stroke({ tool: 'copy', field: 'pieces[0]' });
    expect([studio.told, studio.says]).toEqual(['', 'copy done']);
  });
});

describe('a file that is saved under another name', () => {
  it('is called so inside, and nothing is kept of it under the old one', async () => {
    const studio = await tab('a.yaml');
    studio.typed('battlefield: a # ours\n');
    expect(await studio.saveAs('b')).toBe(true);
    expect([studio.text, disk.get('b.yaml')]).toEqual(Array(2).fill('battlefield: b # ours\n'));
    expect([draft('maps', 'a.yaml'), draft('maps', 'b.yaml'), studio.unsaved]).toEqual([null, null, false]);
  });
});

describe('a text that is not saved', () => {
  it('stays kept for the tab it was typed in, whatever another saves', async () => {
    const [one, other] = [await tab('a.yaml'), await tab('a.yaml')];
    one.typed('mine');
    other.typed('theirs');
    expect([one.wouldBeLost, other.wouldBeLost]).toEqual([true, false]);
    await one.save();
    expect(one.unsaved).toBe(false);
    expect(draft('maps', 'a.yaml')?.text).toBe('theirs');
    // One's own is dropped when it is saved.
    const third = await tab('b.yaml');
    third.typed('more');
    expect(draft('maps', 'b.yaml')?.text).toBe('more');
    await third.save();
    expect(draft('maps', 'b.yaml')).toBeNull();
  });

  it('that cannot be kept is given up only by who says so', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    const asked: string[] = [];
    let yes = false;
    vi.stubGlobal('confirm', (words: string) => {
      asked.push(words);
      return yes;
    });
    const studio = await tab('a.yaml');
    await studio.open('b.yaml');
    expect([studio.file?.path, asked]).toEqual(['b.yaml', []]);
    studio.typed('b, and more');
    await studio.open('a.yaml');
    expect([studio.file?.path, studio.text, asked.length]).toEqual(['b.yaml', 'b, and more', 1]);
    yes = true;
    await studio.open('a.yaml');
    expect([studio.file?.path, studio.text]).toEqual(['a.yaml', 'a']);
  });
});

describe('what could not be done with a text', () => {
  it('is told until the text is another', async () => {
    const studio = await tab('a.yaml');
    studio.typed('a: [');
    studio.fails({ says: 'It cannot be played as it is', grounds: [], instead: [], may_be_overruled: false });
    studio.typed('a: [');
    expect(studio.trouble?.says).toContain('cannot be played');
    studio.typed('a');
    expect(studio.trouble).toBeNull();
  });
});

describe('a file that is begun', () => {
  it('is called as no other that was begun here, in its text too', async () => {
    const studio = await tab('a.yaml');
    const before = fetch;
    const fresh = {
      path: 'new-battlefield-2.yaml',
      text: 'battlefield: new-battlefield-2\nsize: [48, 48]\n',
      stamp: null,
      game: 'g',
      kind: 'battlefield',
      notes: [],
    };
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
      path === '/api/edit/fresh' ? Response.json(fresh) : before(path, init),
    );
    localStorage.setItem(
      'umpire.draft.maps\nnew-battlefield-2.yaml',
      JSON.stringify({ text: 'x', stamp: null, game: 'other', kind: 'battlefield' }),
    );
    await studio.begin({ game: 'g', kind: 'battlefield', of: null } as never);
    expect(studio.file?.path).toBe('new-battlefield-3.yaml');
    expect(studio.text).toBe('battlefield: new-battlefield-3\nsize: [48, 48]\n');
  });
});

describe('a battlefield at random', () => {
  it('is kept from the first, for nobody could draw it again', async () => {
    const studio = await tab('a.yaml');
    const before = fetch;
    const fresh = {
      path: 'random-battlefield.yaml',
      text: '# seed 7',
      stamp: null,
      game: 'g',
      kind: 'battlefield',
      notes: [],
    };
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
      path === '/api/edit/fresh' ? Response.json(fresh) : before(path, init),
    );
    await studio.begin({ game: 'g', kind: 'random_battlefield', of: null } as never);
    await studio.begin({ game: 'g', kind: 'random_battlefield', of: null } as never);
    expect([draft('maps', 'random-battlefield.yaml')?.text, studio.file?.path]).toEqual([
      '# seed 7',
      'random-battlefield-2.yaml',
    ]);
  });
});

describe('a server that does not answer', () => {
  it('is asked again until it does, and nothing is said of a text nobody looked at', async () => {
    vi.useFakeTimers();
    try {
      const studio = await tab('a.yaml');
      const before = fetch;
      vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
      studio.typed('x');
      await vi.advanceTimersByTimeAsync(100);
      expect([studio.silence !== null, studio.trouble?.says]).toEqual([
        true,
        'The server does not answer. Is it still running?',
      ]);
      // Whoever closed the box is not told again at every try.
      studio.trouble = null;
      await vi.advanceTimersByTimeAsync(7000);
      expect([studio.silence !== null, studio.trouble]).toEqual([true, null]);
      vi.stubGlobal('fetch', before);
      studio.reached();
      await vi.advanceTimersByTimeAsync(1);
      expect([studio.silence, studio.trouble]).toEqual([null, null]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('takes its own words off the page when it answers again', async () => {
    vi.useFakeTimers();
    try {
      const studio = await tab('a.yaml');
      const before = fetch;
      vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
      studio.typed('x');
      await vi.advanceTimersByTimeAsync(100);
      studio.typed('xy');
      expect(studio.trouble).not.toBeNull();
      await vi.advanceTimersByTimeAsync(100);
      vi.stubGlobal('fetch', before);
      await vi.advanceTimersByTimeAsync(4000);
      expect([studio.silence, studio.trouble]).toEqual([null, null]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the threats of a unit', () => {
  it('are not laid over a map that was changed before they were known', async () => {
    const studio = await tab('a.yaml');
    const live = { first: [0, 0], over: null, entry: { line: 'odds' }, unit: () => 'u', shown: true, reply: null };
    const overview = new Overview(studio, live as never);
    let answers: (found: Response) => void = () => undefined;
    vi.stubGlobal('fetch', () => new Promise<Response>((done) => (answers = done)));
    const asked = overview.threaten();
    overview.soon();
    answers(
      Response.json({
        says: '1 of 1 places is threatened',
        of: '',
        places: [{ name: 'A1', at: [0, 0], value: 1, says: '1' }],
      }),
    );
    await asked;
    expect([overview.threat, overview.busy, studio.heat]).toEqual([null, false, []]);
  });
});

describe('a double press', () => {
  it('on the first corner closes an outline and begins none', async () => {
    const studio = await tab('a.yaml');
    const drawn = { ...sketch(''), tools: [{ id: 'corners:wood', name: 'wood', takes: 'corners' }] } as never;
    studio.good = drawn;
    studio.tool = 'corners:wood';
    const hand = new Hand(studio, { press: () => undefined, hover: () => undefined } as never);
    const press = (x: number, y: number) => {
      const at = { at: [x, y] as [number, number], shift: false, alt: false, control: false, slack: 0.5 };
      hand.down(at);
      hand.up(at);
    };
    for (const [x, y] of [
      [1, 1],
      [9, 1],
      [9, 9],
      [1, 1],
      [1, 1],
    ] as const)
      press(x, y);
    expect(hand.points).toEqual([[1, 1]]);
    hand.finish(true);
    await studio.inLine(() => undefined);
    expect([hand.points, strokes.map(({ tool }) => tool)]).toEqual([[], ['corners:wood']]);
    // Elsewhere it sets a corner as ever.
    studio.good = drawn;
    press(4, 4);
    hand.finish(true);
    expect(hand.points).toEqual([[4, 4]]);
  });
});

describe('saving', () => {
  it('is done when the file is written, however long the folder takes to be listed', async () => {
    const studio = await tab('a.yaml');
    const before = fetch;
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      path === '/api/edit' ? new Promise(() => undefined) : before(path, init),
    );
    studio.typed('more');
    await studio.save();
    expect([studio.saving, studio.unsaved, disk.get('a.yaml'), studio.says]).toEqual([
      false,
      false,
      'more',
      'a.yaml is saved',
    ]);
  });
});

describe('rows that were copied', () => {
  it('are those, though some before them are taken away', async () => {
    disk.set('a.yaml', 'pieces:\n- hill\n- wood\n- mill\n- barn\n- pond');
    const studio = await tab('a.yaml');
    const hand = new Hand(studio, {} as never);
    studio.meant = 'pieces[3]';
    hand.copy(false);
    await studio.stroke({ tool: 'remove', field: 'pieces[0]' });
    hand.paste();
    await studio.inLine(() => undefined);
    expect(strokes.at(-1)).toMatchObject({ tool: 'copy', fields: ['pieces[2]'] });
    expect(studio.text.split('\n').at(-1)).toBe('- barn');
    // What is gone itself is not copied, nor what is called so now.
    await studio.stroke({ tool: 'remove', fields: ['pieces[2]', 'pieces[4]'] });
    hand.paste();
    await studio.inLine(() => undefined);
    expect(strokes.filter(({ tool }) => tool === 'copy')).toHaveLength(1);
  });

  it('may be changed meanwhile where they are', async () => {
    disk.set('a.yaml', 'pieces:\n- hill\n- wood');
    const studio = await tab('a.yaml');
    const hand = new Hand(studio, {} as never);
    studio.meant = 'pieces[1]';
    hand.copy(false);
    studio.rewrite('pieces:\n- hill\n- dark wood', '');
    await studio.look();
    hand.paste();
    await studio.inLine(() => undefined);
    expect(studio.text.split('\n').at(-1)).toBe('- dark wood');
  });
});
