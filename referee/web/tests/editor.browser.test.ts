import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { place } from '../src/geometry';
import type { Point, View } from '../src/wire';
import { cell, Desk, shipped } from './desk';
import { Drawer } from './draw';
import { axe, waitFor } from './hands';
import { ACROSS, DESKTOP, PHONE, picture, visit } from './stage';

let desk: Desk;

beforeAll(async () => {
  desk = await Desk.with({
    'crossroads.yaml': shipped('ea-heresy/battlefields/crossroads.yaml'),
    'twin-hills.yaml': shipped('heroscape/battlefields/twin-hills.yaml'),
    'ferry-landing.yaml': shipped('skirmish/battlefields/ferry-landing.yaml'),
    'judged.yaml': 'game: skirmish\nuncited: [SK-1.2]\nsays: a position is one\ngiven: {}\nsteps: []\n',
    'broken.yaml':
      'battlefield: broken\nlevels:\n  1: |\n    g g g\n     g g g\nobstacles:\n  - {kind: tree_101, at: B1}\n',
  });
});
afterAll(() => desk?.end());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();

/** Types at the end of the text. */
async function types(page: Page, words: string) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

/** What stands in one text and not in the other, line by line. */
function differing(before: string, after: string): { gone: string[]; come: string[] } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return { gone: old.filter((line) => !now.includes(line)), come: now.filter((line) => !old.includes(line)) };
}

describe('a hex battlefield from nothing', () => {
  it('is drawn, kept with its comments, asked about, saved and played', async () => {
    const drawer = await Drawer.at(desk.stage, null);
    const { page } = drawer;
    await button(page, /HeroScape: new battlefield/).click();
    await drawer.fit();
    await picture(page, 'editor-fresh');

    await drawer.tool('tile:grass');
    await page.getByRole('radio', { name: '7 hexes' }).click();
    await drawer.drag(cell(2, 2), cell(8, 2), cell(8, 6), cell(2, 6), cell(2, 4), cell(8, 4));
    // However quick the hand, the ground has no holes.
    await drawer.says(/(?:\n[ .]*(?:g ?){8,9}){7}/);
    const grass = await drawer.text();
    // The whole way of the hand is one step.
    await page.keyboard.press('Control+z');
    await drawer.says('g g', false);
    await page.keyboard.press('Control+Shift+Z');
    await waitFor(async () => (await drawer.text()) === grass, 'the ground again');

    await drawer.tool('raise');
    await drawer.click(cell(5, 4));
    // Who takes back at once means the hill, though its answer is still on its way.
    await page.keyboard.press('Control+z');
    await waitFor(() => button(page, 'Redo').isEnabled(), 'something to be put in again');
    expect(await drawer.text()).toBe(grass);
    await page.keyboard.press('Control+Shift+Z');
    await drawer.says('2: |');
    await types(page, '# the hill is steep\n');
    await page.getByRole('radio', { name: '1 hex' }).click();
    await drawer.tool('tile:water');
    await drawer.drag(cell(2, 4), cell(3, 4));
    await drawer.says(/w w/);
    await drawer.tool('obstacle:tree_10');
    await drawer.click(cell(8, 4));
    await drawer.says('tree_10');
    await drawer.tool('start:A');
    await drawer.drag(cell(2, 2), cell(8, 2));
    await drawer.says('A A A');
    await drawer.tool('start:B');
    await drawer.drag(cell(2, 6), cell(8, 6));
    await drawer.says('B B B');
    expect(await drawer.text()).toContain('# the hill is steep');
    expect((await drawer.sketch()).faults).toEqual([]);
    await picture(page, 'editor-hexes');

    await button(page, 'Hold a unit').click();
    await drawer.click(cell(5, 4));
    await page.getByText(/can end its move at \d+ places/).waitFor();
    const before = await page.locator('.headline').textContent();
    await axe(page, 'the editor with a unit held');
    await picture(page, 'editor-held');
    // A rule that the answer names says what it means.
    const chip = page.getByRole('button', { name: /^rule HS-/ }).first();
    const id = (await chip.textContent())!;
    await chip.click();
    const card = page.getByRole('dialog', { name: `Rule ${id}` });
    await waitFor(async () => !(await card.textContent())!.includes('looking it up'), 'the words of the rule');
    expect((await card.textContent())!.length).toBeGreaterThan(60);
    await card.getByRole('button', { name: 'close' }).click();
    await card.waitFor({ state: 'detached' });
    // What was asked is asked anew when the map changes under it.
    await drawer.tool('erase');
    await drawer.drag(cell(4, 3), cell(6, 3));
    await waitFor(async () => (await page.locator('.headline').textContent()) !== before, 'another answer');
    await button(page, 'Undo').click();
    await waitFor(async () => (await page.locator('.headline').textContent()) === before, 'the answer before');

    await page.keyboard.press('Control+s');
    await page.getByRole('status').getByText('saved', { exact: true }).waitFor();
    expect(desk.saved('new-battlefield.yaml')).toBe(await drawer.text());
    await button(page, '3D').click();
    await waitFor(async () => (await page.getByText('building the board').count()) === 0, 'the solid board');
    await picture(page, 'editor-solid');
    await button(page, '3D').click();

    await button(page, 'Play it').click();
    await page.waitForURL(/\/t\//);
    await page.locator('.asked').first().waitFor();
    const [, , table, key] = new URL(page.url()).pathname.split('/');
    const view = async (): Promise<View> =>
      (await page.request.get(new URL(`/api/tables/${table}/view?key=${key}`, desk.stage.address).href)).json();
    await waitFor(async () => (await view()).yours, 'a turn');
    const turn = (await view()).after;
    await page.getByRole('button', { name: 'Bot: this move' }).click();
    await waitFor(async () => (await view()).after > turn, 'the first decision');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('is marked, copied, moved and cleared by the cell', async () => {
    const drawer = await Drawer.at(desk.stage, 'twin-hills.yaml');
    const { page } = drawer;
    await drawer.fit();
    const before = await drawer.text();
    await button(page, 'Mark spaces').click();
    await drawer.drag(cell(1, 1), cell(3, 1));
    await page.getByText('3 marked').first().waitFor();
    await page.keyboard.press('Delete');
    await waitFor(async () => (await drawer.text()) !== before, 'a clearing');
    expect((await drawer.sketch()).size).toContain('147 spaces');
    await button(page, 'Undo').click();
    await waitFor(async () => (await drawer.text()) === before, 'the spaces again');
    await page.keyboard.press('Control+c');
    await drawer.click(cell(1, 10));
    await waitFor(async () => (await drawer.sketch()).size.includes('153 spaces'), 'the copies');
    await picture(page, 'editor-copied');
    await page.keyboard.press('Control+z');
    await waitFor(async () => (await drawer.text()) === before, 'the map as it was');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('a map that grows to the left', () => {
  it('stays under the hand, however often room is made', async () => {
    const drawer = await Drawer.at(desk.stage, null);
    const { page } = drawer;
    await button(page, /HeroScape: new battlefield/).click();
    await drawer.fit();
    await drawer.tool('tile:sand');
    await drawer.drag(cell(0, 0), cell(1, 0));
    await drawer.says('s s');
    // Beyond its left edge there are cells now.
    await drawer.fit();
    await page.getByRole('radio', { name: '7 hexes' }).click();
    await drawer.drag(cell(0, 0), cell(-1, 0), cell(-1, 1));
    // Three rings of seven, which lie over one another.
    const whole = async () => (await drawer.sketch()).size.startsWith('4 x 4 hexes, 12 spaces');
    await waitFor(whole, 'room on the left');
    await page.keyboard.press('Control+z');
    await waitFor(async () => (await drawer.sketch()).size.startsWith('2 x 1'), 'two spaces');
    await page.keyboard.press('Control+Shift+Z');
    await waitFor(whole, 'the others again');
    expect(await page.locator('.notices .bad').count()).toBe(0);
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('without a mouse', () => {
  it('is drawn by keys', async () => {
    const drawer = await Drawer.at(desk.stage, 'twin-hills.yaml');
    const { page } = drawer;
    await drawer.fit();
    const before = await drawer.text();
    await drawer.tool('raise');
    await page.locator('canvas').focus();
    for (const key of ['ArrowRight', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await waitFor(async () => (await drawer.text()) !== before, 'a raised space');
    expect(differing(before, await drawer.text()).come).toHaveLength(1);
    await page.keyboard.press('Control+z');
    await waitFor(async () => (await drawer.text()) === before, 'the map as it was');
    await drawer.seen.context.close();
  });

  it('is drawn by a finger', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml', PHONE);
    const { page } = drawer;
    await drawer.fit();
    const before = await drawer.text();
    await drawer.tool('objective');
    const [x, y] = await drawer.onScreen([120, 90]);
    await page.touchscreen.tap(x, y);
    await waitFor(async () => (await drawer.text()) !== before, 'an objective');
    expect(differing(before, await drawer.text())).toEqual({ gone: [], come: [expect.stringMatching(/at: \[1\d\d/)] });
    await button(page, 'Undo').tap();
    await waitFor(async () => (await drawer.text()) === before, 'the table as it was');
    await drawer.seen.context.close();
  });
});

describe('a piece on a map', () => {
  it('is moved by a step with keys, one change each, and leaves no word behind when it is taken away', async () => {
    const drawer = await Drawer.at(desk.stage, 'twin-hills.yaml');
    const { page } = drawer;
    await drawer.fit();
    const at = place((await drawer.sketch()).scene!).find(({ thing }) => thing.id === 'glyph at I3')!.middle;
    const tip = page.locator('.tip', { hasText: 'glyph at I3' });
    await drawer.click(at);
    await tip.waitFor();
    await page.locator('.options .chosen[title="glyphs[0]"]').waitFor();
    await page.locator('canvas').press('ArrowRight');
    await drawer.says('at: J3');
    await tip.waitFor({ state: 'detached' });
    await page.locator('canvas').press('ArrowDown');
    await drawer.says('at: J4');
    await page.keyboard.press('Control+z');
    await drawer.says('at: J3');
    await page.keyboard.press('Control+z');
    await drawer.says('at: I3');
    await tip.waitFor();
    await picture(page, 'editor-nudged');
    await page.locator('canvas').press('Delete');
    await drawer.says('at: I3', false);
    await tip.waitFor({ state: 'detached' });
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('is moved on an open table as far as places are rounded to', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml');
    const { page } = drawer;
    await drawer.fit();
    await page.locator('.cm-line', { hasText: 'name: mill' }).click();
    await page.locator('.options .chosen').waitFor();
    await page.locator('canvas').press('ArrowLeft');
    await drawer.says('rect: [43.5, 34, 51.5, 42]');
    await page.keyboard.press('Control+z');
    await drawer.says('rect: [44, 34, 52, 42]');
    await drawer.seen.context.close();
  });

  it('lies still behind the words of a rule', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml');
    const { page } = drawer;
    await drawer.fit();
    const before = await drawer.text();
    await page.locator('.cm-line', { hasText: 'name: mill' }).click();
    const chosen = page.locator('.options .chosen');
    await chosen.waitFor();
    const field = await chosen.textContent();
    await page.route('**/api/edit/stroke', (route) =>
      route.fulfill({
        status: 422,
        json: { says: 'it may not lie there (EA-2.1)', grounds: [], instead: [], may_be_overruled: false },
      }),
    );
    await page.locator('canvas').press('ArrowLeft');
    await page.locator('.notices').getByRole('button', { name: 'rule EA-2.1' }).click();
    await page.getByRole('heading', { name: 'Rule EA-2.1' }).waitFor();
    await page.unroute('**/api/edit/stroke');
    const strokes: string[] = [];
    page.on(
      'request',
      (request) => request.url().endsWith('/api/edit/stroke') && strokes.push(request.postData() ?? ''),
    );
    await page.keyboard.press('Delete');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Rule EA-2.1' }).waitFor({ state: 'detached' });
    expect([strokes, await drawer.text(), await chosen.textContent()]).toEqual([[], before, field]);
    await drawer.seen.context.close();
  });

  it('is drawn with tools that stand beside the text, however many there are', async () => {
    const drawer = await Drawer.at(desk.stage, 'twin-hills.yaml', { width: 1280, height: 800 });
    const { page } = drawer;
    await drawer.fit();
    await drawer.tool('tile:water');
    const [text, up] = [
      await page.locator('section.text').boundingBox(),
      await button(page, 'one level up').boundingBox(),
    ];
    expect(up!.x + up!.width).toBeLessThanOrEqual(text!.x);
    expect(
      await page
        .locator('.options')
        .evaluate(
          (options) => options.scrollWidth <= options.clientWidth && options.scrollHeight <= options.clientHeight,
        ),
    ).toBe(true);
    await drawer.seen.context.close();
  });
});

describe('what cannot be drawn', () => {
  it('is text alone', async () => {
    const drawer = await Drawer.at(desk.stage, 'judged.yaml');
    await drawer.page.getByText('no faults').waitFor();
    expect(await drawer.page.locator('canvas').count()).toBe(0);
    expect((await drawer.page.locator('.cm-editor').boundingBox())!.width).toBeGreaterThan(DESKTOP.width * 0.95);
    await axe(drawer.page, 'the editor of a scenario');
    await drawer.seen.context.close();
  });
});

describe('an open table', () => {
  it('is drawn on; what is not meant stays as it is written', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml');
    const { page } = drawer;
    await drawer.fit();
    const before = await drawer.text();
    await picture(page, 'editor-table');
    // What it spans is told while it is drawn.
    await drawer.tool('rect:field', 'rectangles');
    const [[x, y], [right, bottom]] = [await drawer.onScreen([110, 96]), await drawer.onScreen([122, 104])];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(right, bottom, { steps: 3 });
    await page.getByText('12 x 8 cm').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await drawer.text()).toBe(before);
    await drawer.tool('line:road', 'lines');
    await drawer.click([100, 90]);
    await drawer.click([120, 90]);
    await button(page, /^Done/).click();
    await drawer.says(/road, line: \{points: \[\[100, /);
    await page.keyboard.press('Control+z');
    await waitFor(async () => (await drawer.text()) === before, 'no road');
    await drawer.tool('corners:woods', 'outlines');
    for (const at of [
      [60, 84],
      [80, 84],
      [80, 104],
      [66, 100],
    ] as Point[])
      await drawer.click(at);
    await page.keyboard.press('Enter');
    await drawer.says(/terrain: woods, outline: \[\[60, /);
    const drawn = await drawer.text();
    expect(differing(before, drawn)).toEqual({ gone: [], come: [expect.stringContaining('woods')] });

    await button(page, 'Choose and move').click();
    await drawer.drag([80, 104], [86, 108]);
    await drawer.says(/86, 12/);
    const dragged = await drawer.text();
    await picture(page, 'editor-dragged');
    await axe(page, 'the editor of a table');

    await page.keyboard.press('Control+z');
    await waitFor(async () => (await drawer.text()) === drawn, 'the corner where it was');
    await page.keyboard.press('Control+z');
    await waitFor(async () => (await drawer.text()) === before, 'the text as it was');
    // From the text's side it is the same history.
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Shift+Z');
    await page.keyboard.press('Control+Shift+Z');
    await waitFor(async () => (await drawer.text()) === dragged, 'both again');

    await button(page, 'Save').click();
    await page.getByRole('status').getByText('saved', { exact: true }).waitFor();
    expect(desk.saved('crossroads.yaml')).toBe(dragged);
    expect(differing(before, desk.saved('crossroads.yaml'))).toEqual({
      gone: [],
      come: [expect.stringContaining('woods')],
    });
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('shows in the text what is chosen on it, and the other way round', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml');
    const { page } = drawer;
    await drawer.fit();
    const { scene, rows } = await drawer.sketch();
    const mill = rows.find(({ field }) => field === 'pieces[1]')!;
    expect(scene!.things.some(({ id }) => id === mill.thing)).toBe(true);
    await drawer.click([48, 82]);
    await waitFor(
      async () =>
        (
          (await page
            .locator('.cm-meant')
            .textContent()
            .catch(() => '')) ?? ''
        ).includes('mill'),
      'the row of the mill',
    );
    // A corner is set on a side with Shift, and taken away with Alt.
    const before = await drawer.text();
    await page.keyboard.down('Shift');
    await drawer.click([12.4, 46]);
    await page.keyboard.up('Shift');
    await waitFor(async () => (await drawer.text()) !== before, 'another corner');
    expect(differing(before, await drawer.text()).come).toHaveLength(1);
    await picture(page, 'editor-corner');
    await page.keyboard.press('Control+z');
    await waitFor(async () => (await drawer.text()) === before, 'the wood as it was');
    await page
      .getByText('name: granary')
      .or(page.locator('.cm-line', { hasText: 'granary' }))
      .first()
      .click();
    await page.locator('.options .chosen[title="pieces[3]"]').waitFor();
    await drawer.seen.context.close();
  });
});

describe('a text with faults', () => {
  it('says where they are, mends them by a click, and keeps the last picture meanwhile', async () => {
    const drawer = await Drawer.at(desk.stage, 'broken.yaml');
    const { page } = drawer;
    await drawer.fit();
    await page.locator('.cm-lintRange-error').first().waitFor();
    expect(await page.locator('.cm-lintRange-error').first().textContent()).toBe('tree_101');
    await page.getByRole('region', { name: 'faults' }).getByText('unknown obstacle').waitFor();
    await picture(page, 'editor-fault');
    await axe(page, 'the editor with a fault');
    await page.locator('.cm-lintRange-error').first().hover();
    await page.locator('.cm-diagnosticAction').first().click();
    await drawer.says('kind: tree_10,');
    await page.getByText('no faults').waitFor();

    await types(page, 'levels: [');
    await page.locator('.canvas.stale').waitFor();
    await page.getByRole('region', { name: 'faults' }).getByText('the last that could be drawn').waitFor();
    await page.getByText('nothing can be drawn on it').waitFor();
    await picture(page, 'editor-stale');
    await button(page, 'Play it').click();
    await page.getByText('It cannot be played as it is').waitFor();
    await page.locator('.old').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.canvas:not(.stale)').waitFor();
    await page.getByText('no faults').waitFor();
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('what was not saved', () => {
  it('is there again after a reload, and meets what somebody else saved', async () => {
    const drawer = await Drawer.at(desk.stage, 'twin-hills.yaml');
    const { page } = drawer;
    await drawer.fit();
    const before = desk.saved('twin-hills.yaml');
    await types(page, '# mine\n');
    await drawer.says('# mine');
    await page.reload();
    await page.getByText('What you had not saved is here again.').waitFor();
    await drawer.says('# mine');
    await axe(page, 'the editor with a text restored');
    await button(page, 'Discard it').click();
    await drawer.says('# mine', false);
    expect(await drawer.text()).toBe(before);

    await types(page, '# mine\n');
    writeFileSync(desk.file('twin-hills.yaml'), `${before}# theirs\n`);
    await page.keyboard.press('Control+s');
    const conflict = page.getByRole('alertdialog');
    await conflict.waitFor();
    // Keys are led to it and back; later it comes again.
    expect(await conflict.evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await conflict.locator('p').first().innerText()).toMatch(/opened here\. Nothing was saved/);
    await page.keyboard.press('Escape');
    await conflict.waitFor({ state: 'detached' });
    expect(await page.locator('.cm-content').evaluate((text) => text === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+s');
    await conflict.waitFor();
    await picture(page, 'editor-conflict');
    await page.setViewportSize(ACROSS);
    await conflict.getByRole('button', { name: 'Decide later' }).scrollIntoViewIfNeeded();
    const [box, later] = [
      (await conflict.boundingBox())!,
      (await conflict.getByRole('button', { name: 'Decide later' }).boundingBox())!,
    ];
    expect(later.y + later.height).toBeLessThanOrEqual(box.y + box.height);
    await picture(page, 'editor-conflict-across');
    await page.setViewportSize(DESKTOP);
    await axe(page, 'the editor with a conflict');
    expect(desk.saved('twin-hills.yaml')).toBe(`${before}# theirs\n`);
    await button(page, 'Take theirs').click();
    await drawer.says('# theirs');
    await drawer.says('# mine', false);
    await page.getByRole('status').getByText('saved', { exact: true }).waitFor();

    await types(page, '# mine again\n');
    writeFileSync(desk.file('twin-hills.yaml'), `${before}# theirs, later\n`);
    await page.keyboard.press('Control+s');
    await button(page, 'Keep mine').click();
    await waitFor(async () => desk.saved('twin-hills.yaml') === `${before}# theirs\n# mine again\n`, 'mine on disk');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('what is played from the editor', () => {
  it('leads back to the file, with what was not saved', async () => {
    const drawer = await Drawer.at(desk.stage, 'ferry-landing.yaml');
    const { page } = drawer;
    await drawer.fit();
    await types(page, '# not saved\n');
    await drawer.says('# not saved');
    await button(page, 'Play it').click();
    const back = page.getByRole('link', { name: 'Edit ferry-landing.yaml' });
    await back.waitFor();
    await picture(page, 'played-from-the-editor-light-desktop');
    await axe(page, 'a table played from the editor');
    // It leads there as long as this browser knows the table.
    await page.reload();
    await back.click();
    await page.waitForURL(/\/edit#/);
    await page.locator('.cm-content').waitFor();
    await drawer.says('# not saved');
    expect(desk.saved('ferry-landing.yaml')).not.toContain('# not saved');
    // What was done before the page was left can be undone, and after a reload as well.
    await page.reload();
    await drawer.says('# not saved');
    while (await button(page, 'Undo').isEnabled()) await button(page, 'Undo').click();
    expect(await drawer.text()).toBe(desk.saved('ferry-landing.yaml'));
    while (await button(page, 'Redo').isEnabled()) await button(page, 'Redo').click();
    await drawer.says('# not saved');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('leads back on a phone to what was begun and never touched', async () => {
    const drawer = await Drawer.at(desk.stage, null, PHONE);
    const { page } = drawer;
    await page.getByLabel('HeroScape: begin otherwise').selectOption({ label: 'twin-hills' });
    await drawer.says('battlefield: my-twin-hills');
    const begun = await drawer.text();
    await button(page, 'Play it').tap();
    const back = page.getByRole('link', { name: /^Edit my-twin-hills.*\.yaml$/ });
    await back.waitFor();
    await picture(page, 'played-from-the-editor-light-phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await back.tap();
    await page.waitForURL(/\/edit#/);
    await page.locator('.cm-content').waitFor({ state: 'attached' });
    await drawer.says('battlefield: my-twin-hills');
    expect(await drawer.text()).toBe(begun);
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('on a phone', () => {
  it('draws with a finger, and shows tools or text', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml', PHONE, 'dark');
    const { page } = drawer;
    await drawer.fit();
    await axe(page, 'the editor on a phone');
    await picture(page, 'editor-phone');
    await page.locator('.tabs').getByRole('button', { name: /^Text/ }).click();
    await page.locator('.cm-content').waitFor({ state: 'visible' });
    await picture(page, 'editor-phone-text');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('lists the files in the dark', async () => {
    const drawer = await Drawer.at(desk.stage, null, DESKTOP, 'dark');
    await button(drawer.page, /HeroScape: new battlefield/).waitFor();
    await axe(drawer.page, 'the files');
    await picture(drawer.page, 'editor-files');
    await drawer.seen.context.close();
  });
});

describe('the front page', () => {
  it('leads to the editor where there is one', async () => {
    const { page, context, faults } = await visit(desk.stage);
    await page.goto(desk.stage.address);
    await page.getByRole('navigation', { name: 'games' }).getByRole('link', { name: 'Edit maps and terrain' }).click();
    await button(page, /HeroScape: new battlefield/).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe('a line on an open table', () => {
  it('has its corners where they were set, whatever comes beside the map meanwhile', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml');
    const { page } = drawer;
    await drawer.fit();
    await drawer.tool('line:road', 'lines');
    await page.locator('.options b').getByText('road').waitFor();
    // The pixels are those of before the first press.
    const corners: Point[] = [
      [0, 20],
      [60, 50],
      [120, 50],
      [179, 100],
    ];
    const places = await Promise.all(corners.map(([x, y]) => drawer.onScreen([x, 120 - y])));
    const above = (await page.locator('canvas').boundingBox())!.y;
    for (const [n, [x, y]] of places.entries()) {
      await page.mouse.click(x, y);
      if (n === 0) await button(page, 'Back one point').waitFor();
    }
    await button(page, /^Done/).click();
    await drawer.says('[0, 20], [60, 50], [120, 50], [179, 100]');
    expect((await page.locator('canvas').boundingBox())!.y).toBeGreaterThanOrEqual(above);
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('is told place by place to whoever walks over it with keys', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml');
    const { page } = drawer;
    await drawer.fit();
    await drawer.tool('line:road', 'lines');
    await page.locator('canvas').focus();
    const told = page.locator('.canvas p[aria-live]');
    await page.keyboard.press('ArrowRight');
    const place = async () =>
      /^([0-9.]+), ([0-9.]+) cm: open ground$/
        .exec((await told.textContent()) ?? '')
        ?.slice(1)
        .map(Number) ?? null;
    await waitFor(async () => (await place()) !== null, 'the place');
    const [x, y] = (await place())!;
    await page.keyboard.press('ArrowUp');
    await waitFor(async () => (await place())?.[1] === y! + 0.5, 'the next place');
    expect((await place())![0]).toBe(x);
    await drawer.seen.context.close();
  });
});

describe('without a network', () => {
  it('is nothing said of a text nobody looked at, nor laid to the map, and all is well when it is there again', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml');
    const { page, context } = drawer.seen;
    await drawer.fit();
    await context.setOffline(true);
    await types(page, 'pieces_wrong: [1');
    await page.getByText('Not looked at: the server does not answer.').waitFor();
    await button(page, 'Play it').click();
    await page.getByText('The server does not answer.', { exact: false }).first().waitFor();
    expect(await page.getByText('cannot be played as it is').count()).toBe(0);
    await picture(page, 'editor-offline-light-desktop');
    await context.setOffline(false);
    await page.getByText(/^1 fault/).waitFor();
    await waitFor(async () => (await page.locator('.notices .bad').count()) === 0, 'the words to go');
    await context.close();
  });
});

describe('print', () => {
  it('makes a file of the map as it is in the editor', async () => {
    const drawer = await Drawer.at(desk.stage, 'twin-hills.yaml');
    const { page } = drawer;
    await drawer.fit();
    await page.keyboard.press('Control+p');
    await waitFor(
      () => button(page, /^on one page/).evaluate((one) => one === document.activeElement),
      'the list to be led to',
    );
    await picture(page, 'print-light-desktop');
    await axe(page, 'print');
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, /^on one page/).click()]);
    expect(file.suggestedFilename()).toBe('twin-hills.pdf');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('files', () => {
  it('are begun by keys only when that is said', async () => {
    const drawer = await Drawer.at(desk.stage, null);
    const { page } = drawer;
    const begins = page.getByLabel('Skirmish: begin otherwise');
    await begins.press('ArrowDown');
    const does = page.getByRole('button', { name: /^Skirmish: begin with/ });
    await does.waitFor();
    await begins.press('ArrowDown');
    expect(new URL(page.url()).hash).toBe('');
    const first = (await does.getAttribute('aria-label'))!;
    await picture(page, 'editor-begin-by-keys');
    await axe(page, 'begun by keys');
    await begins.press('Enter');
    await page.waitForURL(/#path=/);
    await page.locator('.crumb').click();
    // The button does the same with another.
    for (let n = 0; n < 3; n++) await begins.press('ArrowDown');
    expect(await does.getAttribute('aria-label')).not.toBe(first);
    const before = page.url();
    await does.click();
    await page.waitForURL((url) => url.href !== before);
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('begin as copies of what is built in, are saved under other names, and come from other programs and go there', async () => {
    const drawer = await Drawer.at(desk.stage, null);
    const { page } = drawer;
    await page.getByLabel('HeroScape: begin otherwise').selectOption({ label: 'twin-hills' });
    await drawer.says('battlefield: my-twin-hills');
    await drawer.fit();

    const menu = page.locator('.crumb');
    await menu.click();
    await page.getByLabel('save under another name').fill('judged');
    await button(page, 'Save as').click();
    await page.getByText('choose another name').waitFor();
    expect(desk.saved('judged.yaml')).toContain('a position is one');
    await page.getByLabel('save under another name').fill('mine/hills');
    await axe(page, 'the files of an open one');
    await picture(page, 'editor-menu');
    await button(page, 'Save as').click();
    await page.getByRole('status').getByText('saved', { exact: true }).waitFor();
    expect(desk.saved('mine/hills.yaml')).toBe(await drawer.text());
    // It is called in it as its file is.
    expect(await drawer.text()).toContain('battlefield: hills\n');

    await button(page, 'Print, export').or(page.getByText('Print, export')).click();
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'for Virtualscape (.hsc)').click()]);
    expect(file.suggestedFilename()).toBe('hills.hsc');
    if (!(await button(page, 'as a share link of that editor').isVisible()))
      await page.getByText('Print, export').click();
    await button(page, 'as a share link of that editor').click();
    const link = await page.getByLabel('to be added to the address of that editor').inputValue();
    await page.keyboard.press('Escape');

    // What went out comes in again, from a file and from the link.
    await menu.click();
    await page
      .getByLabel(/^a file of Virtualscape/)
      .setInputFiles(
        await file
          .path()
          .then((path) => ({ name: 'hills.hsc', mimeType: 'application/octet-stream', buffer: readFileSync(path) })),
      );
    await page.locator('.crumb', { hasText: /\/ hills\.yaml/ }).waitFor();
    await drawer.says('legend:', false);
    const brought = await drawer.text();
    await menu.click();
    await page.getByText('A map of another program ...').click();
    await page.getByLabel('or a share link of it').fill(link);
    await page.keyboard.press('Enter');
    await page.locator('.crumb', { hasText: /\/ map\.yaml/ }).waitFor();
    await drawer.says('battlefield: hills');
    expect(brought).toContain('levels:');

    await menu.click();
    await page.getByLabel('Skirmish: begin otherwise').selectOption({ label: 'new house rules' });
    await drawer.says('house_rules: new-house-rules');
    await page.getByRole('region', { name: 'the form' }).waitFor();
    await picture(page, 'editor-house-rules');
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});

describe('the page of the editor', () => {
  it('says that it reads the folder as long as it does', async () => {
    const { page, context, faults } = await visit(desk.stage);
    let read!: () => void;
    const waits = new Promise<void>((done) => (read = done));
    await page.route('**/api/edit', async (route) => {
      await waits;
      await route.continue();
    });
    await page.goto(new URL('/edit', desk.stage.address).href);
    await page.getByText('Reading the folder ...').waitFor();
    expect(await page.getByText('No files here yet').count()).toBe(0);
    read();
    await page.getByRole('button', { name: /^crossroads\.yaml/ }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows the files one has at once, and keeps its buttons where they are, whatever the text says', async () => {
    const drawer = await Drawer.at(desk.stage, 'twin-hills.yaml');
    const { page } = drawer;
    await drawer.fit();
    const play = button(page, 'Play it');
    const where = await play.boundingBox();
    await types(page, 'strat: 3\n');
    const faults = page.getByRole('region', { name: 'faults' });
    await faults.locator('code', { hasText: 'strat' }).waitFor();
    expect(((await faults.locator('.where').first().innerText()).match(/strat/g) ?? []).length).toBe(1);
    await types(page, 'x: [');
    await page.getByText('this is the last picture').waitFor();
    expect(await button(page, /^Print/).isDisabled()).toBe(true);
    expect(await play.boundingBox()).toEqual(where);
    await picture(page, 'editor-fault-light-desktop');

    // What could not be played is told until the text is another.
    await play.click();
    await page.getByText('It cannot be played as it is').waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Backspace');
    await page.getByText('It cannot be played as it is').waitFor({ state: 'detached' });

    // The list is there before it was made anew.
    await page.route('**/api/edit', () => undefined);
    await page.locator('.crumb').click();
    await page.getByRole('button', { name: /^crossroads\.yaml/ }).waitFor();
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });

  it('needs two rows at the top of a phone, and says to what places are rounded', async () => {
    const drawer = await Drawer.at(desk.stage, 'crossroads.yaml', PHONE);
    const { page } = drawer;
    await drawer.fit();
    const row = async (name: string) => {
      const { y, height } = (await button(page, name).boundingBox())!;
      return y + height / 2;
    };
    const [undo, save] = [await row('Undo'), await row('Save')];
    expect(Math.abs(undo - save)).toBeLessThan(4);
    expect((await page.locator('header').boundingBox())!.height).toBeLessThan(100);
    await page.getByText('round to').waitFor();
    await picture(page, 'editor-head-light-phone');
    // What is listed lies on the screen.
    for (const [opens, list] of [
      [page.locator('.crumb'), '.menu'],
      [page.locator('summary', { hasText: 'Print' }), '.print .card'],
    ] as const) {
      await opens.click();
      const { x, width } = (await page.locator(list).boundingBox())!;
      expect([x >= 0, x + width <= PHONE.width]).toEqual([true, true]);
      await picture(page, `editor-list-${list.slice(1, 5)}-light-phone`);
      await page.keyboard.press('Escape');
    }
    expect(drawer.seen.faults).toEqual([]);
    await drawer.seen.context.close();
  });
});
